/* A run that its caller traces, and the thread that sees to its time. */
#include "launch.h"

#include "launch-run.h"
#include "process-ptrace.h"
#include "thread.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

/* How often the thread looks whether its program rests, in µs. */
enum { SLICE = 50000 };

struct hc_held {
	struct hc_launch_run run;
	pid_t pid;
	GThread *thread;
	GMutex lock;
	gboolean rests; /* it has no deadline any more */
};

/* Which process it is; 0 if it did not come that far. */
static pid_t read_pid(int report)
{
	pid_t pid = 0;
	gssize n;
	do
		n = read(report, &pid, sizeof pid);
	while (n < 0 && errno == EINTR);
	return n == sizeof pid ? pid : 0;
}

/* Lets it go on to its exec, traced by us, and waits for that. FALSE if it
 * ended instead, or with *refused, an errno. */
static gboolean trace_to_exec(pid_t pid, int gate, int *refused)
{
	int status;
	if (ptrace(PTRACE_SEIZE, pid, NULL,
		    PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC) < 0) {
		*refused = errno;
		return FALSE;
	}
	if (write(gate, "", 1) != 1)
		return FALSE;
	while (hc_ptrace_wait(pid, &status) == pid && WIFSTOPPED(status)) {
		if (status >> 16 == PTRACE_EVENT_EXEC)
			return TRUE;
		ptrace(PTRACE_CONT, pid, NULL, NULL);
	}
	return FALSE;
}

/* The gate opens, or the program ends there. */
static gboolean start(struct hc_held *held, const struct hc_launch *launch,
	const struct hc_streams *streams, int keep, GError **error)
{
	int gate[2], refused = 0;
	if (pipe2(gate, O_CLOEXEC) < 0) {
		g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_SYSTEM,
			"cannot make a pipe: %s", g_strerror(errno));
		return FALSE;
	}
	const struct hc_guard_hold hold = {gate[0], keep};
	gboolean started =
		hc_launch_run_start(&held->run, launch, streams, &hold, error);
	if (started)
		held->pid = read_pid(held->run.guard.report);
	gboolean traced = started && held->pid &&
			  trace_to_exec(held->pid, gate[1], &refused);
	close(gate[0]);
	close(gate[1]);
	if (!started || traced)
		return started;
	g_autoptr(hc_outcome) outcome = hc_outcome_new();
	g_autoptr(GError) why = NULL;
	hc_guard_stop(&held->run.guard);
	hc_launch_run_finish(&held->run, outcome, &why);
	if (refused)
		g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_TRACE,
			"the system does not allow programs to be traced "
			"(ptrace: %s)",
			g_strerror(refused));
	else if (why)
		g_propagate_error(error, g_steal_pointer(&why));
	else
		g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_START,
			"cannot start '%s': it ended before it began",
			launch->path);
	return FALSE;
}

static gint64 look(struct hc_held *held, gint64 now)
{
	g_mutex_lock(&held->lock);
	gint64 next = held->rests ? G_MAXINT64
				  : MIN(hc_launch_run_look(&held->run, now),
					    now + SLICE);
	g_mutex_unlock(&held->lock);
	return next;
}

static gpointer watch(gpointer data)
{
	struct hc_held *held = data;
	struct pollfd ended = {held->run.guard.report, POLLIN, 0};
	gint64 now;
	do
		now = g_get_monotonic_time();
	while (poll(&ended, 1, hc_launch_milliseconds(look(held, now), now)) <=
		0);
	return NULL;
}

struct hc_held *hc_held_new(const struct hc_launch *launch,
	const struct hc_streams *streams, int keep, GError **error)
{
	g_autofree struct hc_held *held = g_new0(struct hc_held, 1);
	if (!start(held, launch, streams, keep, error))
		return NULL;
	g_mutex_init(&held->lock);
	held->thread = hc_thread_new("watch", watch, held);
	return g_steal_pointer(&held);
}

pid_t hc_held_pid(const struct hc_held *held)
{
	return held->pid;
}

pid_t hc_held_guard(const struct hc_held *held)
{
	return held->run.guard.pid;
}

gboolean hc_held_rest(struct hc_held *held)
{
	g_mutex_lock(&held->lock);
	held->rests = !held->run.late && !held->run.stopped;
	g_mutex_unlock(&held->lock);
	return held->rests;
}

void hc_held_kill(struct hc_held *held)
{
	g_mutex_lock(&held->lock);
	hc_guard_stop(&held->run.guard);
	g_mutex_unlock(&held->lock);
}

gboolean hc_held_end(
	struct hc_held *held, struct hc_outcome *outcome, GError **error)
{
	g_thread_join(held->thread);
	gboolean ok = hc_launch_run_finish(&held->run, outcome, error);
	g_mutex_clear(&held->lock);
	g_free(held);
	return ok;
}
