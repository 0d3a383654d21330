#include "launch-guard.h"

#include "guard-life.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* The job, and two stacks. */
enum { ROOM = 4096 + 2 * HC_GUARD_STACK };

static void close_if_open(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* The process id, -1 with errno. */
static pid_t start(struct hc_guard_job *job)
{
	char *program_stack = (char *) job + 4096 + HC_GUARD_STACK;
	job->program_stack = program_stack;
	/* A handler of ours must not run in the guard. */
	sigset_t all, old;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	pid_t pid = clone(
		hc_guard_live, program_stack + HC_GUARD_STACK, CLONE_VM, job);
	int code = errno;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	errno = code;
	return pid;
}

gboolean hc_guard_start(struct hc_guard *guard, const struct hc_launch *launch,
	const struct hc_streams *streams, const struct hc_guard_hold *hold,
	GError **error)
{
	int control[2] = {-1, -1}, report[2] = {-1, -1};
	guard->pid = -1;
	guard->room = MAP_FAILED;
	if (pipe2(control, O_CLOEXEC) == 0 && pipe2(report, O_CLOEXEC) == 0)
		guard->room = mmap(NULL, ROOM, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (guard->room != MAP_FAILED) {
		struct hc_guard_job *job = guard->room;
		job->launch = launch;
		job->streams = *streams;
		job->hold = hold ? *hold : (struct hc_guard_hold){-1, -1};
		job->control = control[0];
		job->report = report[1];
		guard->pid = start(job);
	}
	int code = errno;
	close_if_open(&control[0]);
	close_if_open(&report[1]);
	guard->control = control[1];
	guard->report = report[0];
	if (guard->pid > 0)
		return TRUE;
	hc_guard_stop(guard);
	close_if_open(&guard->report);
	if (guard->room != MAP_FAILED)
		munmap(guard->room, ROOM);
	g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_START,
		"cannot start '%s': %s", launch->path, g_strerror(code));
	return FALSE;
}

void hc_guard_stop(struct hc_guard *guard)
{
	close_if_open(&guard->control);
}

gboolean hc_guard_finish(struct hc_guard *guard, struct hc_guard_report *report)
{
	gssize n;
	do
		n = read(guard->report, report, sizeof *report);
	while (n < 0 && errno == EINTR);
	hc_guard_stop(guard);
	/* Its stack is ours to free only after that. */
	while (waitpid(guard->pid, NULL, __WALL) < 0 && errno == EINTR)
		;
	close_if_open(&guard->report);
	munmap(guard->room, ROOM);
	return n == sizeof *report;
}
