#include "launch-run.h"

#include "process-status.h"

#include <poll.h>

/* How long a wait lasts at most before *stop is looked at again, in µs. */
enum { SLICE = 50000 };
/* Time between two looks at how much CPU time a run has used. */
enum { SHORT_LOOK = 10000 };

gboolean hc_launch_run_start(struct hc_launch_run *run,
	const struct hc_launch *launch, const struct hc_streams *streams,
	const struct hc_guard_hold *hold, GError **error)
{
	gint64 now = g_get_monotonic_time();
	run->launch = launch;
	run->late = run->stopped = FALSE;
	run->deadline = now + (gint64) (launch->timeout * G_USEC_PER_SEC);
	run->next_look = launch->busy > 0 ? now : G_MAXINT64;
	return hc_guard_start(&run->guard, launch, streams, hold, error);
}

/* Whether it has used up its CPU time; else, when it may have. */
static gboolean is_too_busy(struct hc_launch_run *run, gint64 now)
{
	if (now < run->next_look)
		return FALSE;
	gint64 left = (gint64) (run->launch->busy * G_USEC_PER_SEC) -
		      hc_process_tree_cpu_time(run->guard.pid);
	/* Several processes and threads are faster than the clock. */
	run->next_look =
		now + MAX(left / (gint64) g_get_num_processors(), SHORT_LOOK);
	return left <= 0;
}

gint64 hc_launch_run_look(struct hc_launch_run *run, gint64 now)
{
	if (run->late || run->stopped)
		return G_MAXINT64;
	run->stopped = hc_stop_flag_is_set(run->launch->stop);
	run->late = !run->stopped &&
		    (now >= run->deadline || is_too_busy(run, now));
	if (run->late || run->stopped) {
		hc_guard_stop(&run->guard);
		return G_MAXINT64;
	}
	gint64 next = MIN(run->deadline, run->next_look);
	return run->launch->stop ? MIN(next, now + SLICE) : next;
}

int hc_launch_milliseconds(gint64 until, gint64 now)
{
	return (int) CLAMP((until - now + 999) / 1000, 0, 3600 * 1000);
}

void hc_launch_run_wait(struct hc_launch_run *run)
{
	for (;;) {
		gint64 now = g_get_monotonic_time();
		gint64 next = hc_launch_run_look(run, now);
		struct pollfd ended = {run->guard.report, POLLIN, 0};
		if (poll(&ended, 1, hc_launch_milliseconds(next, now)) > 0)
			return;
	}
}

static gboolean tell(const struct hc_launch_run *run,
	const struct hc_guard_report *report, struct hc_outcome *outcome,
	GError **error)
{
	outcome->seconds = (double) report->microseconds / G_USEC_PER_SEC;
	if (run->stopped)
		g_set_error_literal(error, HC_LAUNCH_ERROR,
			HC_LAUNCH_ERROR_STOPPED, "interrupted");
	else if (report->code)
		g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_START,
			"cannot start '%s': %s", run->launch->path,
			g_strerror(report->code));
	else if (run->late)
		outcome->end = HC_END_HANG;
	else
		hc_outcome_set_wait_status(outcome, report->status);
	return !run->stopped && !report->code;
}

gboolean hc_launch_run_finish(
	struct hc_launch_run *run, struct hc_outcome *outcome, GError **error)
{
	struct hc_guard_report report;
	if (hc_guard_finish(&run->guard, &report))
		return tell(run, &report, outcome, error);
	g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_SYSTEM,
		"the process that runs '%s' for us was killed",
		run->launch->path);
	return FALSE;
}
