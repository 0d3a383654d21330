/* Starting the program, and letting it continue. */
#include "gdbmi-private.h"

#include <string.h>

/* "During startup program exited with code 126." is how the shell reports a
 * file that cannot be executed; say it so that people understand. */
static void explain_startup(struct mi_client *client, GError **error)
{
	const char *message = (*error)->message;
	if (client->ptrace_refused) {
		g_clear_error(error);
		g_set_error(error, MI_ERROR, MI_ERROR_PTRACE,
			"the system does not let GDB trace programs "
			"(ptrace: operation not permitted); in a container, "
			"start it with the SYS_PTRACE capability");
		return;
	}
	if (!strstr(message, "During startup"))
		return;

	const char *why = "";
	if (strstr(message, "code 126"))
		why = " (126: the file cannot be executed)";
	else if (strstr(message, "code 127"))
		why = " (127: the program or its loader was not found)";

	g_autofree char *text = g_strdup_printf(
		"the program could not be started: %s%s", message, why);
	g_clear_error(error);
	g_set_error_literal(error, MI_ERROR, MI_ERROR_STARTUP, text);
}

static gboolean start(
	struct mi_client *client, const char *command, GError **error)
{
	GError *failure = NULL;
	/* We end a program that is left from before: GDB would ask first. */
	if ((client->pid > 0 || client->running) && !mi_kill(client, error))
		return FALSE;

	client->transport->ops->kill_group(client->transport);
	client->transport->ops->limit(
		client->transport, &client->options.limits);
	if (!mi_reload(client, error) || !mi_send_wrapper(client, error))
		return FALSE;

	mi_async_clear(client);
	client->randomized = client->ptrace_refused = FALSE;
	if (mi_client_do(client, &failure, "%s", command))
		return TRUE;

	if (g_error_matches(failure, MI_ERROR, MI_ERROR_COMMAND))
		explain_startup(client, &failure);
	g_propagate_error(error, failure);
	return FALSE;
}

gboolean mi_run(struct mi_client *client, GError **error)
{
	return start(client, "-exec-run", error);
}

gboolean mi_run_to_main(
	struct mi_client *client, struct mi_stop *stop, GError **error)
{
	return start(client, "-exec-run --start", error) &&
	       mi_wait_stop(client, client->options.timeout, stop, error);
}

static gboolean resume(
	struct mi_client *client, const char *command, GError **error)
{
	if (client->pid == 0) {
		g_set_error(error, MI_ERROR, MI_ERROR_RUNNING,
			"%s: no program is running", command);
		return FALSE;
	}
	return mi_client_do(client, error, "%s", command);
}

gboolean mi_continue(struct mi_client *client, GError **error)
{
	return resume(client, "-exec-continue", error);
}

gboolean mi_step(struct mi_client *client, GError **error)
{
	return resume(client, "-exec-step", error);
}

gboolean mi_next(struct mi_client *client, GError **error)
{
	return resume(client, "-exec-next", error);
}

gboolean mi_finish(struct mi_client *client, GError **error)
{
	return resume(client, "-exec-finish", error);
}
