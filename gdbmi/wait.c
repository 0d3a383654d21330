/* Waiting for the program to stop, and making it stop. */
#include "gdbmi-private.h"

#include <signal.h>

/* How long a program may ignore SIGINT before it gets SIGSTOP. */
enum { POLITE_MS = 300 };

static struct mi_record *next_stop(
	struct mi_client *client, gint64 deadline, GError **error)
{
	struct mi_record *record;

	while (!(record = mi_async_take_stop(client))) {
		if (!client->running) {
			g_set_error(error, MI_ERROR, MI_ERROR_RUNNING,
				"waiting for a program that is not running");
			return NULL;
		}
		if (!mi_client_pump(client, deadline, error)) {
			g_prefix_error(
				error, "waiting for the program to stop: ");
			return NULL;
		}
	}

	return record;
}

/* A SIGINT of ours that arrives after another stop hits the program as soon as
 * it goes on, when nobody waits for it any more. The program has not moved. */
static gboolean resume_after_stale(struct mi_client *client, GError **error)
{
	g_autofree char *command = g_strdup(client->resume);
	client->stale_interrupt = FALSE;
	return mi_client_do(client, error, "%s", command);
}

static gboolean wait_until(struct mi_client *client, gint64 deadline,
	struct mi_stop *stop, GError **error)
{
	for (;;) {
		struct mi_record *record = next_stop(client, deadline, error);
		if (!record)
			return FALSE;
		if (record->kind == MI_RESULT) {
			const char *message =
				mi_value_text(&record->value, "msg");
			g_set_error(error, MI_ERROR, MI_ERROR_COMMAND, "%s: %s",
				client->resume,
				message ? message : "GDB could not go on");
			mi_record_free(record);
			return FALSE;
		}
		mi_stop_read(stop, record);
		if (!client->stale_interrupt ||
			stop->reason != MI_STOP_SIGNAL ||
			g_strcmp0(stop->signal, "SIGINT") != 0)
			return TRUE;
		if (!resume_after_stale(client, error))
			return FALSE;
	}
}

gboolean mi_wait_stop(struct mi_client *client, int timeout_ms,
	struct mi_stop *stop, GError **error)
{
	return wait_until(client, mi_client_deadline(timeout_ms), stop, error);
}

static gboolean timed_out(const GError *error)
{
	return g_error_matches(error, MI_ERROR, MI_ERROR_TIMEOUT);
}

/* If the program has ended meanwhile, a stop is on its way: that is no
 * error. */
static gboolean send_signal(
	struct mi_client *client, int number, GError **error)
{
	GError *failure = NULL;
	if (client->transport->ops->signal(client->transport, number, &failure))
		return TRUE;
	if (g_error_matches(failure, MI_ERROR, MI_ERROR_SYSTEM)) {
		g_clear_error(&failure);
		return TRUE;
	}
	g_propagate_error(error, failure);
	return FALSE;
}

/* -exec-interrupt is not read in synchronous mode, and SIGINT does not reach a
 * program that blocks it; SIGSTOP does. GDB must then be told not to pass it on
 * to the program, which would stop for good. */
static gboolean stop_hard(struct mi_client *client, gint64 deadline,
	struct mi_stop *stop, GError **error)
{
	if (!send_signal(client, SIGSTOP, error))
		return FALSE;
	if (!wait_until(client, deadline, stop, error))
		return FALSE;
	if (stop->reason != MI_STOP_SIGNAL ||
		g_strcmp0(stop->signal, "SIGSTOP") != 0)
		return TRUE;
	g_autofree char *said = mi_console(client, "queue-signal 0", error);
	return said != NULL;
}

gboolean mi_interrupt(struct mi_client *client, int timeout_ms,
	struct mi_stop *stop, GError **error)
{
	gint64 deadline = mi_client_deadline(timeout_ms);
	GError *failure = NULL;
	if (!client->running)
		return wait_until(client, deadline, stop, error);
	if (!send_signal(client, SIGINT, error))
		return FALSE;

	client->stale_interrupt = FALSE;
	if (!wait_until(client, MIN(deadline, mi_client_deadline(POLITE_MS)),
		    stop, &failure)) {
		if (!timed_out(failure)) {
			g_propagate_error(error, failure);
			return FALSE;
		}
		g_clear_error(&failure);
		if (!stop_hard(client, deadline, stop, error))
			return FALSE;
	}

	client->stale_interrupt =
		client->pid != 0 &&
		(stop->reason != MI_STOP_SIGNAL ||
			g_strcmp0(stop->signal, "SIGINT") != 0);
	return TRUE;
}

/* The program may be at a stop that nobody has taken yet, and is then killed
 * while GDB holds it: GDB may give up on it (MI_ERROR_COMMAND), and says so
 * later. */
static gboolean kill_running(struct mi_client *client, GError **error)
{
	g_auto(mi_stop) stop = MI_STOP_INIT;
	GError *failure = NULL;
	if (!send_signal(client, SIGKILL, error))
		return FALSE;

	while (client->running)
		if (!mi_wait_stop(
			    client, client->options.timeout, &stop, &failure)) {
			if (!g_error_matches(
				    failure, MI_ERROR, MI_ERROR_COMMAND)) {
				g_propagate_error(error, failure);
				return FALSE;
			}
			g_clear_error(&failure);
		}

	return TRUE;
}

gboolean mi_kill(struct mi_client *client, GError **error)
{
	client->stale_interrupt = FALSE;
	if (client->running && !kill_running(client, error))
		return FALSE;
	if (client->pid > 0) {
		g_autofree char *said = mi_console(client, "kill", error);
		if (!said)
			return FALSE;
	}

	mi_async_clear(client);
	client->transport->ops->kill_group(client->transport);
	return TRUE;
}
