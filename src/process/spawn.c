#include "launch-spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

/* From here to exec only what is safe after fork: no allocation, no GLib. */

/* We ignore some signals and block none; the program starts with neither. */
static void reset_signals(void)
{
	struct sigaction action = {.sa_handler = SIG_DFL};
	for (int number = 1; number < NSIG; number++)
		sigaction(number, &action, NULL);
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static gboolean set_streams(const struct hc_streams *streams)
{
	/* What we were started with is not the program's: under GDB it has
	 * three descriptors, too. */
	close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
	/* All are above 2, so that none is overwritten before its turn. */
	return dup2(streams->in, 0) >= 0 && dup2(streams->out, 1) >= 0 &&
	       dup2(streams->err, 2) >= 0;
}

/* Held: waits until we trace it, and keeps a descriptor for us. */
static gboolean be_held(const struct hc_launch_hold *hold)
{
	char go;
	return !hold ||
	       ((hold->keep < 0 || fcntl(hold->keep, F_SETFD, 0) == 0) &&
		       read(hold->gate, &go, 1) == 1);
}

static void G_GNUC_NORETURN become(const struct hc_launch *launch,
	const struct hc_streams *streams, const struct hc_launch_hold *hold,
	int report)
{
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && setpgid(0, 0) == 0 &&
		set_streams(streams) && hc_limits_set(&launch->limits, 0) &&
		be_held(hold)) {
		reset_signals();
		execve(launch->path, (char *const *) launch->argv,
			(char *const *) launch->env);
	}
	int code = errno;
	if (write(report, &code, sizeof code) < 0)
		_exit(126);
	_exit(127);
}

/* 0 once the program runs, else what went wrong in the child. */
static int read_report(int fd)
{
	int code = 0;
	gssize n;
	do
		n = read(fd, &code, sizeof code);
	while (n < 0 && errno == EINTR);
	return n == sizeof code ? code : 0;
}

/* Lets a held process go on to its exec, traced by us, and waits for it; 0, or
 * what went wrong. */
static int trace_to_exec(pid_t pid, int gate)
{
	int status;
	if (ptrace(PTRACE_SEIZE, pid, NULL,
		    PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC) < 0) {
		int code = errno;
		kill(pid, SIGKILL);
		return code;
	}
	if (write(gate, "", 1) != 1)
		return errno;
	while (waitpid(pid, &status, __WALL) == pid && WIFSTOPPED(status)) {
		if (status >> 16 == PTRACE_EVENT_EXEC)
			return 0;
		ptrace(PTRACE_CONT, pid, NULL, NULL);
	}
	return -1;
}

pid_t hc_launch_spawn(const struct hc_launch *launch,
	const struct hc_streams *streams, const struct hc_launch_hold *hold,
	int gate, GError **error)
{
	int report[2];
	if (pipe2(report, O_CLOEXEC) < 0) {
		g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_SYSTEM,
			"cannot make a pipe: %s", g_strerror(errno));
		return -1;
	}
	pid_t pid = fork();
	if (pid == 0)
		become(launch, streams, hold, report[1]);
	int code = pid < 0 ? errno : 0;
	int held = pid > 0 && hold ? trace_to_exec(pid, gate) : 0;
	close(report[1]);
	if (pid > 0)
		code = read_report(report[0]);
	close(report[0]);
	if (code == 0 && held == 0)
		return pid;
	if (pid > 0 && held >= 0)
		waitpid(pid, NULL, 0);
	if (held > 0) {
		g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_TRACE,
			"the system does not allow programs to be traced "
			"(ptrace: %s)",
			g_strerror(held));
		return -1;
	}
	g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_START,
		"cannot start '%s': %s", launch->path, g_strerror(code));
	return -1;
}
