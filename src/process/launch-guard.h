/* A guard: a process of ours that starts a program, waits for it, ends all that
 * it has left behind, and tells how it ended. Internal to process.
 *
 *	struct hc_guard guard;
 *	if (!hc_guard_start(&guard, &launch, &streams, NULL, &error))
 *		return FALSE;
 *	... until guard.report can be read, or else hc_guard_stop(&guard) ...
 *	hc_guard_finish(&guard, &report);
 *
 * It is a child subreaper: what loses its parents below it becomes its child.
 * When our end of the control pipe is closed, because we want the run to end or
 * because we are no more, it kills everything. Should somebody kill the guard,
 * the program dies with it.
 *
 * It works in our memory, on a stack of its own (clone with CLONE_VM), for a
 * copy of a large process takes longer than most runs. So it calls the kernel
 * alone (process-calls.h). And it has no signal for its end, by which it is
 * told from all other children, and which keeps waits for children away that
 * don't mean it. */
#ifndef HC_LAUNCH_GUARD_H
#define HC_LAUNCH_GUARD_H

#include "launch.h"

/* A program that is to be traced: it waits at a gate until we do. */
struct hc_guard_hold {
	int gate; /* a byte that can be read there lets it go */
	int keep; /* a descriptor that stays open in it; -1: none */
};

/* How the program ended. */
struct hc_guard_report {
	int code; /* errno: it could not be started; 0: it was */
	int status; /* of waitpid */
	gint64 microseconds; /* from exec to the end */
};

struct hc_guard {
	pid_t pid;
	int control; /* our end; -1: closed */
	int report; /* what the guard has to say */
	void *room; /* its stack and its job */
};

/* Returns before the program has started; the launch must stay until it has
 * ended. With `hold` the first thing in `report` is the program's pid_t. */
gboolean hc_guard_start(struct hc_guard *guard, const struct hc_launch *launch,
	const struct hc_streams *streams, const struct hc_guard_hold *hold,
	GError **error);
/* Has all ended, without waiting for it. */
void hc_guard_stop(struct hc_guard *guard);
/* Waits for the end, and frees everything. FALSE if somebody killed the guard.
 */
gboolean hc_guard_finish(
	struct hc_guard *guard, struct hc_guard_report *report);

#endif
