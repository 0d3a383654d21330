#include "launch.h"

#include "launch-spawn.h"

#include <errno.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* How long a wait lasts at most before *stop is looked at again. */
enum { SLICE_MS = 50 };

GQuark hc_launch_error_quark(void)
{
	return g_quark_from_static_string("hc-launch-error");
}

gboolean hc_launch_wait(int pidfd, const struct hc_launch *launch)
{
	gint64 deadline = g_get_monotonic_time() +
			  (gint64) (launch->timeout * G_USEC_PER_SEC);
	for (;;) {
		gint64 left = (deadline - g_get_monotonic_time()) / 1000;
		if (left < 0 || (launch->stop && *launch->stop))
			return FALSE;
		struct pollfd poll_fd = {.fd = pidfd, .events = POLLIN};
		if (poll(&poll_fd, 1, (int) MIN(left + 1, SLICE_MS)) > 0)
			return TRUE;
	}
}

/* Lets the program run to its end, or ends it. */
static gboolean see_it_end(const struct hc_launch *launch, pid_t pid,
	struct hc_outcome *outcome, GError **error)
{
	gint64 start = g_get_monotonic_time();
	int pidfd = (int) syscall(SYS_pidfd_open, pid, 0);
	gboolean failed = pidfd < 0;
	int code = errno;
	gboolean ended = !failed && hc_launch_wait(pidfd, launch);
	outcome->seconds = (double) (g_get_monotonic_time() - start) / 1e6;
	if (!failed)
		close(pidfd);
	kill(-pid, SIGKILL);
	int status = 0;
	waitpid(pid, &status, 0);
	hc_process_kill_strays(launch->spare);
	if (failed) {
		g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_SYSTEM,
			"cannot watch process %d: %s", (int) pid,
			g_strerror(code));
		return FALSE;
	}
	if (ended)
		hc_outcome_set_wait_status(outcome, status);
	else
		outcome->end = HC_END_HANG;
	if (ended || !launch->stop || !*launch->stop)
		return TRUE;
	g_set_error_literal(
		error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_STOPPED, "interrupted");
	return FALSE;
}

struct hc_outcome *hc_launch_native(
	const struct hc_launch *launch, GError **error)
{
	g_auto(hc_streams) streams = HC_STREAMS_INIT;
	g_autoptr(hc_outcome) outcome = hc_outcome_new();
	if (!hc_streams_open(&streams, launch->input, error))
		return NULL;
	/* What the program leaves behind comes to us, to be ended as well. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	pid_t pid = hc_launch_spawn(launch, &streams, NULL, -1, error);
	if (pid < 0 || !see_it_end(launch, pid, outcome, error) ||
		!hc_streams_collect(&streams, NULL, outcome, error))
		return NULL;
	return g_steal_pointer(&outcome);
}
