/* In the guard, and in the program before its exec: no allocation, no errno, no
 * libc but for clone(). */
#include "guard-life.h"

#include "children-end.h"
#include "process-calls.h"
#include "process-signals.h"
#include "process-view.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

/* ---- the program, until it is one ---------------------------------------- */

/* -errno, or more if all went well; the next thing is done only then. */
HC_IN_GUARD static long set_streams(const struct hc_streams *streams)
{
	/* What we were started with is not the program's: under GDB it has
	 * three descriptors, too. */
	HC_CALL_3(SYS_close_range, 3, ~0U, CLOSE_RANGE_CLOEXEC);
	/* All are above 2, so that none is overwritten before its turn. */
	long result = HC_CALL_2(SYS_dup2, streams->in, 0);
	if (result >= 0)
		result = HC_CALL_2(SYS_dup2, streams->out, 1);
	if (result >= 0)
		result = HC_CALL_2(SYS_dup2, streams->err, 2);
	return result;
}

/* Held: says who it is, waits until we trace it, and keeps a descriptor for
 * us. */
HC_IN_GUARD static long be_held(const struct hc_guard_job *job)
{
	char go;
	if (job->hold.gate < 0)
		return 0;
	if (job->hold.keep >= 0)
		HC_CALL_3(SYS_fcntl, job->hold.keep, F_SETFD, 0);
	pid_t pid = (pid_t) HC_CALL_1(SYS_getpid, 0);
	long n = HC_CALL_3(SYS_write, job->report, &pid, sizeof pid);
	if (n == sizeof pid)
		n = HC_CALL_3(SYS_read, job->hold.gate, &go, 1);
	return n == 1 ? 0 : n < 0 ? n : -ECANCELED;
}

/* Where that is refused, as in some containers, they vary. */
HC_IN_GUARD static void fix_addresses(void)
{
	const unsigned long ask = 0xffffffff;
	long now = HC_CALL_1(SYS_personality, ask);
	if (now >= 0)
		HC_CALL_1(SYS_personality, now | ADDR_NO_RANDOMIZE);
}

HC_IN_GUARD static int become(void *data)
{
	struct hc_guard_job *job = data;
	const struct hc_launch *launch = job->launch;
	HC_CALL_2(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
	if (HC_CALL_1(SYS_getppid, 0) != job->guard)
		return 127;
	HC_CALL_2(SYS_setpgid, 0, 0);
	long result = set_streams(&job->streams);
	if (result >= 0 && !hc_limits_set(&launch->limits, 0))
		result = -EPERM;
	if (launch->fixed)
		fix_addresses();
	if (result >= 0 && launch->view)
		result = -hc_view_enter(launch->view);
	if (result >= 0)
		result = be_held(job);
	if (result >= 0) {
		hc_signal_reset_all();
		result = HC_CALL_3(
			SYS_execve, launch->path, launch->argv, launch->env);
	}
	job->code = (int) -result;
	return 127;
}

/* ---- the guard ----------------------------------------------------------- */

/* Closes all descriptors above 2 but the job's. Another run's pipes are among
 * them, whose other ends must see them closed in time. */
HC_IN_GUARD static void close_others(const struct hc_guard_job *job)
{
	const int kept[] = {job->streams.in, job->streams.out, job->streams.err,
		job->control, job->report, job->hold.gate, job->hold.keep};
	unsigned from = 3;
	for (;;) {
		unsigned next = ~0U;
		for (unsigned i = 0; i < sizeof kept / sizeof kept[0]; i++)
			if (kept[i] >= 0 && (unsigned) kept[i] >= from &&
				(unsigned) kept[i] < next)
				next = (unsigned) kept[i];
		if (next > from)
			HC_CALL_3(SYS_close_range, from, next - 1, 0);
		if (next == ~0U)
			return;
		from = next + 1;
	}
}

HC_IN_GUARD static gint64 now(void)
{
	struct timespec time;
	HC_CALL_2(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
	return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* Until the program ends or nobody wants to know any more. */
HC_IN_GUARD static void watch(pid_t pid, int children, int control)
{
	while (!hc_children_reap_others(pid))
		if (hc_children_poll(children, control))
			return;
}

HC_IN_GUARD static void see_it_end(
	struct hc_guard_job *job, struct hc_guard_report *report)
{
	int children = hc_children_open();
	/* Until it has called exec the program works on our memory, too, and
	 * this returns only then. */
	pid_t pid = clone(become, job->program_stack,
		CLONE_VM | CLONE_VFORK | SIGCHLD, job);
	if (pid < 0) {
		report->code = EAGAIN;
		return;
	}
	gint64 start = now();
	watch(pid, children, job->control);
	report->microseconds = now() - start;
	HC_CALL_2(SYS_kill, -pid, SIGKILL);
	HC_CALL_2(SYS_kill, pid, SIGKILL);
	HC_CALL_4(SYS_wait4, pid, &report->status, 0, NULL);
	report->code = job->code;
}

HC_IN_GUARD int hc_guard_live(void *data)
{
	struct hc_guard_job *job = data;
	struct hc_guard_report report = {0, 127 << 8, 0};
	/* Who ignores it never learns of a child's end. */
	const unsigned long action[4] = {0};
	HC_CALL_4(SYS_rt_sigaction, SIGCHLD, action, NULL, 8);
	HC_CALL_2(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1);
	/* Its own group keeps the terminal's Ctrl-C away: whoever waits for us
	 * hears of that and closes the pipe. */
	HC_CALL_2(SYS_setpgid, 0, 0);
	job->guard = (pid_t) HC_CALL_1(SYS_getpid, 0);
	close_others(job);
	see_it_end(job, &report);
	hc_children_kill_all(NULL, NULL, HC_CHILDREN_PATIENCE);
	HC_CALL_3(SYS_write, job->report, &report, sizeof report);
	return 0;
}
