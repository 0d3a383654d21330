#include "process-children.h"
#include "process-signals.h"
#include "process-status.h"
#include "target-inside.h"

#include <string.h>

/* How long a wait lasts, at most, before *stop is checked again. */
enum { SLICE_MS = 50 };

/* One run, and when it has to be over. */
struct observation {
	struct hc_target *target;
	const struct hc_launch *launch;
	const struct hc_gdb_options *options;
	struct mi_client *gdb;
	struct hc_outcome *outcome;
	gint64 start;
	gint64 deadline;
	gboolean passed_on; /* a signal that GDB keeps for itself */
};

void hc_gdb_facts_clear(struct hc_gdb_facts *facts)
{
	g_clear_pointer(&facts->version, g_free);
	g_clear_pointer(&facts->main_place, g_free);
	g_clear_pointer(&facts->main_source, g_free);
}

static gboolean is_interrupted(const struct observation *o, GError **error)
{
	if (!o->launch->stop || !*o->launch->stop)
		return FALSE;
	g_set_error_literal(
		error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_STOPPED, "interrupted");
	return TRUE;
}

/* Waits for the next stop; *hangs is set if the run's time is up first. */
static gboolean wait_stop(struct observation *o, struct mi_stop *stop,
	gboolean *hangs, GError **error)
{
	for (;;) {
		gint64 left = (o->deadline - g_get_monotonic_time()) / 1000;

		*hangs = left < 0;
		if (*hangs || is_interrupted(o, error))
			return *hangs;

		g_autoptr(GError) wait_error = NULL;
		int slice = (int) MIN(left + 1, SLICE_MS);
		if (mi_wait_stop(o->gdb, slice, stop, &wait_error))
			return TRUE;
		if (g_error_matches(wait_error, MI_ERROR, MI_ERROR_TIMEOUT))
			continue;

		g_propagate_error(error, g_steal_pointer(&wait_error));
		return FALSE;
	}
}

/* What GDB calls a function that it knows nothing of. */
static const char nameless[] = "??";

static gboolean take_frames(struct observation *o, GError **error)
{
	g_autoptr(mi_backtrace_t) backtrace =
		mi_backtrace(o->gdb, o->options->most_frames, error);
	if (!backtrace)
		return FALSE;

	g_ptr_array_set_size(o->outcome->frames, 0);
	for (guint i = 0; i < backtrace->n; i++) {
		const struct mi_frame *frame = &backtrace->frames[i];
		gboolean named = g_strcmp0(frame->function, nameless) != 0;
		hc_outcome_add_frame(o->outcome, named ? frame->function : NULL,
			frame->file, frame->line);
	}

	o->outcome->more_frames = backtrace->more;
	return TRUE;
}

/* The program did not end in time: where is it? */
static gboolean take_hang(struct observation *o, GError **error)
{
	g_auto(mi_stop) stop = MI_STOP_INIT;
	o->outcome->end = HC_END_HANG;
	o->outcome->waits = hc_process_is_asleep(mi_client_pid(o->gdb));
	return mi_interrupt(o->gdb, 1000, &stop, error) &&
	       (stop.thread == 0 || take_frames(o, error)) &&
	       mi_kill(o->gdb, error);
}

static void take_end(struct observation *o, const struct mi_stop *stop)
{
	int number = hc_signal_number(stop->signal);
	int status =
		stop->reason == MI_STOP_EXITED ? stop->status << 8 : number;
	hc_outcome_set_wait_status(o->outcome, status);
}

/* GDB keeps SIGINT and SIGTRAP for itself unless told otherwise, and it can't
 * be told before the program has started, which takes some SIGTRAPs of GDB's
 * own. At a stop, only the program can have sent them. */
static gboolean pass_on(
	struct observation *o, const char *signal, GError **error)
{
	if (g_strcmp0(signal, "SIGINT") != 0 &&
		g_strcmp0(signal, "SIGTRAP") != 0)
		return TRUE;

	g_autofree char *handle = g_strdup_printf("handle %s pass", signal);
	g_autofree char *queue = g_strdup_printf("queue-signal %s", signal);
	o->passed_on = TRUE;

	g_autofree char *said = mi_console(o->gdb, handle, error);
	if (!said)
		return FALSE;

	g_autofree char *answer = mi_console(o->gdb, queue, error);
	return answer != NULL;
}

/* A signal that will kill the program shows where it happens. */
static gboolean take_signal(
	struct observation *o, const char *signal, GError **error)
{
	gboolean fatal = hc_signal_is_fatal(
		mi_client_pid(o->gdb), hc_signal_number(signal));
	return (!fatal || take_frames(o, error)) && pass_on(o, signal, error);
}

/* Goes from stop to stop until the program is gone. */
static gboolean follow(struct observation *o, GError **error)
{
	for (;;) {
		g_auto(mi_stop) stop = MI_STOP_INIT;
		gboolean hangs;

		if (!wait_stop(o, &stop, &hangs, error))
			return FALSE;
		if (hangs)
			return take_hang(o, error);
		if (stop.reason == MI_STOP_EXITED ||
			stop.reason == MI_STOP_KILLED) {
			take_end(o, &stop);
			return TRUE;
		}
		if (stop.reason == MI_STOP_SIGNAL &&
			!take_signal(o, stop.signal, error))
			return FALSE;
		if (!mi_continue(o->gdb, error))
			return FALSE;
	}
}

/* The shell by which GDB starts programs puts variables into an order of its
 * own, and adds one or two. Scripts for GDB know them by their numbers, so runs
 * without GDB get them in the same way. */
static void keep_environment(struct hc_target *target)
{
	g_autofree char *path = g_strdup_printf(
		"/proc/%d/environ", (int) mi_client_pid(target->gdb));
	g_autofree char *text = NULL;
	gsize n;
	if (target->env || !g_file_get_contents(path, &text, &n, NULL))
		return;

	GPtrArray *variables = g_ptr_array_new();
	for (gsize at = 0; at < n; at += strlen(text + at) + 1)
		g_ptr_array_add(variables, g_strdup(text + at));
	g_ptr_array_add(variables, NULL);
	target->env = (char **) g_ptr_array_free(variables, FALSE);
	target->launch.env = (const char *const *) target->env;
}

/* From the start to main, and then on; a program may end before main. */
static gboolean run(
	struct observation *o, struct hc_gdb_facts *facts, GError **error)
{
	g_auto(mi_stop) stop = MI_STOP_INIT;
	if (!mi_run_to_main(o->gdb, &stop, error))
		return FALSE;

	facts->randomized = mi_client_randomized(o->gdb);
	o->start = g_get_monotonic_time();
	o->deadline = o->start + (gint64) (o->launch->timeout * G_USEC_PER_SEC);

	if (stop.thread == 0) {
		take_end(o, &stop);
		return TRUE;
	}

	const struct hc_frame frame = {(char *) stop.frame.function,
		(char *) stop.frame.file, stop.frame.line};
	facts->main_place = hc_frame_describe(&frame);
	facts->main_source = g_strdup(stop.frame.fullname);
	keep_environment(o->target);

	return mi_continue(o->gdb, error) && follow(o, error);
}

/* So that the next run starts as this one did. */
static gboolean keep_signals(struct mi_client *gdb, GError **error)
{
	g_autofree char *trap = mi_console(gdb, "handle SIGTRAP nopass", error);
	g_autofree char *interrupt =
		trap ? mi_console(gdb, "handle SIGINT nopass", error) : NULL;
	return interrupt != NULL;
}

struct hc_outcome *hc_target_observe(
	struct hc_target *target, struct hc_gdb_facts *facts, GError **error)
{
	if (!hc_target_ready(target, error))
		return NULL;

	facts->version = g_strdup(mi_client_version(target->gdb));
	target->entry = target->main = 0;

	/* What the program leaves behind comes to us, to be ended, too. */
	hc_process_adopt_orphans();
	g_autoptr(GArray) before = hc_process_children();
	g_autoptr(hc_outcome) outcome = hc_outcome_new();
	struct observation observation = {
		.target = target,
		.launch = &target->launch,
		.options = &target->options,
		.gdb = target->gdb,
		.outcome = outcome,
	};
	if (!run(&observation, facts, error) ||
		(observation.passed_on && !keep_signals(target->gdb, error)))
		return NULL;

	outcome->seconds =
		(double) (g_get_monotonic_time() - observation.start) / 1e6;
	hc_process_kill_strays(before);

	return hc_streams_collect(&target->streams, NULL, outcome, error)
		       ? g_steal_pointer(&outcome)
		       : NULL;
}
