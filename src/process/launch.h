/* Running the program, as nearly as possible as its user would.
 *
 *	struct hc_launch launch = {.path = "/usr/bin/sample", .argv = argv,
 *		.env = env, .limits = HC_LIMITS_INIT, .timeout = 10};
 *	g_autoptr(hc_outcome) outcome = hc_launch_native(&launch, &error);
 *
 * Output is captured, not shown. A run has a process group of its own, and a
 * guard: a process between us and the program to which all comes that loses its
 * parents below it. At the run's end the guard kills and reaps everything that
 * the program has started, also what left the group, and it does the same if we
 * are killed. So runs know nothing of each other, and any number may go on at
 * once, in one thread (launcher.h) or in many. All of a launch stays the
 * caller's, and must stay as it is until the run is over. */
#ifndef HC_LAUNCH_H
#define HC_LAUNCH_H

#include "outcome.h"
#include "process-limits.h"
#include "process-streams.h"
#include "process-view.h"
#include "stop-flag.h"

struct hc_launch {
	const char *path; /* absolute */
	const char *const *argv; /* with argv[0]; NULL-terminated */
	const char *const *env; /* the whole environment; NULL-terminated */
	const char *input; /* file for stdin; NULL: /dev/null */
	struct hc_limits limits;
	double timeout; /* seconds until it counts as a hang */
	/* Seconds of CPU time of all its processes until it does, which nobody
	 * else's work makes more of; 0: any. */
	double busy;
	hc_stop_flag stop; /* not 0: give up; or NULL */
	/* Its addresses are the same each time, if the system permits that. */
	gboolean fixed;
	/* It enters this view first, and has layers of its own there; NULL: it
	 * works on the real files. stdin is opened outside of it. */
	const struct hc_view *view;
};

#define HC_LAUNCH_ERROR (hc_launch_error_quark())
GQuark hc_launch_error_quark(void);
enum hc_launch_error {
	HC_LAUNCH_ERROR_INPUT, /* stdin's file can't be opened */
	HC_LAUNCH_ERROR_START, /* the program can't be started */
	HC_LAUNCH_ERROR_SYSTEM, /* a system call failed */
	HC_LAUNCH_ERROR_STOPPED, /* *stop was set */
	HC_LAUNCH_ERROR_TRACE, /* the program can't be traced */
};

/* Runs the program without any debugger. */
struct hc_outcome *hc_launch_native(
	const struct hc_launch *launch, GError **error);

/* The same with descriptors of the caller's, all above 2, instead of `input`
 * and files in memory. The outcome has no output. */
struct hc_outcome *hc_launch_with(const struct hc_launch *launch,
	const struct hc_streams *streams, GError **error);

/* ---- A run that the caller traces --------------------------------------- */

/* Starts the program as a native run does, but holds it: our thread is its
 * tracer (ptrace, seized, with PTRACE_O_EXITKILL and PTRACE_O_TRACEEXEC), and
 * it is stopped at its exec. From there on it has its time, which a thread of
 * its own sees to while ours waits for the program: it is killed when the time
 * is over or *stop is set. `keep` is a descriptor that stays open in it; -1:
 * none. NULL on an error. */
struct hc_held *hc_held_new(const struct hc_launch *launch,
	const struct hc_streams *streams, int keep, GError **error);
pid_t hc_held_pid(const struct hc_held *held);
/* The process to which all comes that loses its parents below the program. It
 * is a child of our thread. */
pid_t hc_held_guard(const struct hc_held *held);
/* It is stopped where we wanted it: from now on it may take any time, and *stop
 * is not its business any more. FALSE if its time was over before. */
gboolean hc_held_rest(struct hc_held *held);
/* Has all of it ended, without waiting for that. */
void hc_held_kill(struct hc_held *held);
/* Ends all that is left of it, and frees it; to be called once our thread has
 * waited for the program's end. How it ended goes into the outcome, a hang and
 * the time too. FALSE if *stop was set. */
gboolean hc_held_end(
	struct hc_held *held, struct hc_outcome *outcome, GError **error);

#endif
