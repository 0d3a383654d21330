/* One run with its guard, and its time. Internal to process. */
#ifndef HC_LAUNCH_RUN_H
#define HC_LAUNCH_RUN_H

#include "launch-guard.h"

struct hc_launch_run {
	const struct hc_launch *launch;
	struct hc_guard guard;
	gint64 deadline; /* monotonic, in µs */
	gint64 next_look; /* at its CPU time */
	gboolean late, stopped; /* ended by us, and why */
};

gboolean hc_launch_run_start(struct hc_launch_run *run,
	const struct hc_launch *launch, const struct hc_streams *streams,
	const struct hc_guard_hold *hold, GError **error);
/* Ends it if its time is over or *stop was set. Gives the time when to look
 * again, at the latest. */
gint64 hc_launch_run_look(struct hc_launch_run *run, gint64 now);
/* Waits until it has ended, by itself or by us. */
void hc_launch_run_wait(struct hc_launch_run *run);
/* Takes how it ended, once it has, and frees everything. */
gboolean hc_launch_run_finish(
	struct hc_launch_run *run, struct hc_outcome *outcome, GError **error);

/* Milliseconds for poll(), rounded up, so as not to spin. */
int hc_launch_milliseconds(gint64 until, gint64 now);

#endif
