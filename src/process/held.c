/* A run that its caller traces, and the thread that sees to its time. */
#include "launch.h"

#include "launch-spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

pid_t hc_launch_held(const struct hc_launch *launch,
	const struct hc_streams *streams, int keep, GError **error)
{
	int gate[2];
	if (pipe2(gate, O_CLOEXEC) < 0) {
		g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_SYSTEM,
			"cannot make a pipe: %s", g_strerror(errno));
		return -1;
	}
	/* What the program leaves behind comes to us, to be ended as well. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	const struct hc_launch_hold hold = {gate[0], keep};
	pid_t pid = hc_launch_spawn(launch, streams, &hold, gate[1], error);
	close(gate[0]);
	close(gate[1]);
	return pid;
}

struct hc_watch {
	const struct hc_launch *launch;
	int pidfd;
	gint64 start, end;
	gboolean ended; /* by itself */
	GThread *thread;
};

static gpointer watch(gpointer data)
{
	struct hc_watch *self = data;
	self->ended = hc_launch_wait(self->pidfd, self->launch);
	self->end = g_get_monotonic_time();
	if (!self->ended)
		syscall(SYS_pidfd_send_signal, self->pidfd, SIGKILL, NULL, 0);
	return NULL;
}

struct hc_watch *hc_watch_new(
	const struct hc_launch *launch, pid_t pid, GError **error)
{
	int pidfd = (int) syscall(SYS_pidfd_open, pid, 0);
	if (pidfd < 0) {
		g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_SYSTEM,
			"cannot watch process %d: %s", (int) pid,
			g_strerror(errno));
		return NULL;
	}
	struct hc_watch *self = g_new0(struct hc_watch, 1);
	self->launch = launch;
	self->pidfd = pidfd;
	self->start = g_get_monotonic_time();
	/* Signals are for the threads that were there before. */
	sigset_t all, old;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	self->thread = g_thread_new("watch", watch, self);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return self;
}

gboolean hc_watch_end(struct hc_watch *self, int status,
	struct hc_outcome *outcome, GError **error)
{
	g_thread_join(self->thread);
	close(self->pidfd);
	outcome->seconds = (double) (self->end - self->start) / 1e6;
	gboolean stopped =
		!self->ended && self->launch->stop && *self->launch->stop;
	if (self->ended)
		hc_outcome_set_wait_status(outcome, status);
	else
		outcome->end = HC_END_HANG;
	g_free(self);
	if (!stopped)
		return TRUE;
	g_set_error_literal(
		error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_STOPPED, "interrupted");
	return FALSE;
}
