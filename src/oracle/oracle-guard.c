#include "oracle-guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void reset_signals(void)
{
	struct sigaction action = {.sa_handler = SIG_DFL};
	for (int number = 1; number < NSIG; number++)
		sigaction(number, &action, NULL);
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void __attribute__((noreturn)) become(const struct hc_guard_job *job)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	reset_signals();
	if (dup2(job->in, 0) >= 0 && dup2(job->out, 1) >= 0 &&
		dup2(job->err, 2) >= 0)
		execve(job->argv[0], (char *const *) job->argv,
			(char *const *) job->env);
	_exit(127);
}

/* Closes all descriptors above 2 but the job's. Another thread's pipes are
 * among them, whose other ends must see them closed in time. */
static void close_others(const struct hc_guard_job *job)
{
	const int kept[] = {
		job->in, job->out, job->err, job->control, job->report};
	unsigned from = 3;
	for (;;) {
		unsigned next = ~0U;
		for (unsigned i = 0; i < sizeof kept / sizeof kept[0]; i++)
			if ((unsigned) kept[i] >= from &&
				(unsigned) kept[i] < next)
				next = (unsigned) kept[i];
		if (next > from)
			syscall(SYS_close_range, from, next - 1, 0);
		if (next == ~0U)
			return;
		from = next + 1;
	}
}

/* Kills and reaps the children that the kernel lists first; 0 if none. */
static int kill_some(void)
{
	char text[4096];
	int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	ssize_t n = read(fd, text, sizeof text - 1);
	close(fd);
	int killed = 0;
	pid_t pid = 0;
	/* A number that is cut off at the end waits for the next time. */
	for (ssize_t i = 0; i < n; i++) {
		if (text[i] >= '0' && text[i] <= '9') {
			pid = 10 * pid + (text[i] - '0');
			continue;
		}
		if (pid > 0) {
			kill(pid, SIGKILL);
			waitpid(pid, NULL, __WALL);
			killed++;
		}
		pid = 0;
	}
	return killed;
}

/* Until the command ends or nobody wants to know any more. */
static void watch(pid_t pid, int control)
{
	int pidfd = (int) syscall(SYS_pidfd_open, pid, 0);
	struct pollfd fds[] = {
		{.fd = control, .events = POLLIN},
		{.fd = pidfd, .events = POLLIN},
	};
	if (pidfd < 0)
		return;
	while (poll(fds, 2, -1) < 0 && errno == EINTR)
		;
	close(pidfd);
}

void hc_oracle_guard_live(const struct hc_guard_job *job)
{
	/* What the command leaves behind becomes a child of this process. Its
	 * own group keeps the terminal's Ctrl-C away: whoever waits for us
	 * hears of that and closes the pipe. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	setpgid(0, 0);
	close_others(job);
	pid_t pid = fork();
	if (pid == 0)
		become(job);
	int status = 127 << 8;
	if (pid > 0) {
		watch(pid, job->control);
		kill(-pid, SIGKILL);
		kill(pid, SIGKILL);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	/* Killing one may bring its children to us. */
	for (int i = 0; i < 10000 && kill_some(); i++)
		;
	ssize_t n = write(job->report, &status, sizeof status);
	_exit(n == sizeof status ? 0 : 1);
}
