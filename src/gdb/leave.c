/* What a target was made with, letting go of its program, and running it once
 * more. */
#include "process-status.h"
#include "target-inside.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const struct hc_launch *hc_target_launch(const struct hc_target *target)
{
	return &target->launch;
}

void hc_target_set_timeout(struct hc_target *target, double seconds)
{
	target->launch.timeout = seconds;
}

pid_t hc_target_gdb(const struct hc_target *target)
{
	return mi_client_gdb_pid(target->gdb);
}

const struct hc_gdb_options *hc_target_options(const struct hc_target *target)
{
	return &target->options;
}

const struct hc_place *hc_target_last_place(const struct hc_target *target)
{
	return &target->spot;
}

const struct hc_streams *hc_target_streams(const struct hc_target *target)
{
	return &target->streams;
}

pid_t hc_target_thread(struct hc_target *target, GError **error)
{
	if (target->hold)
		return hc_hold_program(target->hold)->tid;
	g_autoptr(mi_threads_t) threads = mi_threads(target->gdb, error);
	for (guint i = 0; threads && i < threads->n; i++)
		if (threads->threads[i].current && threads->threads[i].tid)
			return threads->threads[i].tid;
	/* Without a thread library, GDB only knows the process. */
	return threads ? hc_target_pid(target) : 0;
}

pid_t hc_target_task(struct hc_target *target)
{
	pid_t pid = hc_target_pid(target);
	if (pid <= 0 || hc_process_size(pid) > 0)
		return pid;
	pid_t thread = hc_target_thread(target, NULL);
	return thread ? thread : pid;
}

gboolean hc_target_forget_places(struct hc_target *target, GError **error)
{
	g_autofree char *said =
		mi_console(target->gdb, "delete breakpoints", error);
	return said != NULL;
}

/* Whether all of a process has been stopped by a signal; TRUE, too, if it is
 * gone: whoever needs it next will notice. */
static gboolean is_halted(pid_t pid)
{
	g_autoptr(GArray) threads = hc_process_threads(pid);
	for (guint i = 0; i < threads->len; i++) {
		g_autofree char *text = hc_process_file(
			g_array_index(threads, pid_t, i), "stat");
		const char *state = hc_process_stat_field(text, HC_STAT_STATE);
		if (state && !strchr("TZX", *state))
			return FALSE;
	}
	return TRUE;
}

pid_t hc_target_leave(struct hc_target *target, GError **error)
{
	enum { PATIENCE_MS = 5000, NAP_US = 50 };
	pid_t pid = mi_client_pid(target->gdb);
	if (pid <= 0 || kill(pid, SIGSTOP) < 0) {
		g_set_error(error, HC_TARGET_ERROR, HC_TARGET_ERROR_CHANGE,
			"there is no stopped program to let go of");
		return 0;
	}

	/* The signal waits until GDB lets go, and takes effect then. */
	g_autoptr(mi_record) record =
		mi_client_command(target->gdb, error, "-target-detach");
	if (!record)
		return 0;

	gint64 deadline = g_get_monotonic_time() + PATIENCE_MS * 1000;
	while (!is_halted(pid)) {
		if (g_get_monotonic_time() > deadline) {
			kill(pid, SIGKILL);
			g_set_error(error, HC_TARGET_ERROR,
				HC_TARGET_ERROR_CHANGE,
				"process %d does not stop after GDB let it go",
				(int) pid);
			return 0;
		}
		g_usleep(NAP_US);
	}

	return pid;
}

gboolean hc_target_rewind(struct hc_target *target, GError **error)
{
	return hc_streams_rewind(&target->streams, error) &&
	       hc_target_forget_places(target, error);
}

gboolean hc_target_end(struct hc_target *target, GError **error)
{
	if (!target->ready)
		return TRUE;
	/* It may have ended by itself. */
	if (target->hold)
		g_clear_pointer(&target->hold, hc_hold_free);
	else
		mi_kill(target->gdb, NULL);
	return hc_target_renew(target, error) &&
	       hc_target_rewind(target, error);
}
