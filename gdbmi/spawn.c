/* Starting GDB. Everything is prepared before the fork, since between fork and
 * exec a process with threads may only make system calls. */
#include "gdbmi-private.h"
#include "process-signals.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAFE_FD = 10 };

/* Moves a descriptor to a number that will not be replaced. */
static int move_up(int fd)
{
	return fcntl(fd, F_DUPFD_CLOEXEC, SAFE_FD);
}

/* Only what is meant for GDB and the program gets through: otherwise a
 * descriptor that somebody opened without O_CLOEXEC would live as long as the
 * program's last child. */
static gboolean place_descriptors(const struct mi_spawn *spawn)
{
	int from[6], to[6];

	for (int i = 0; i < 3; i++) {
		from[i] = move_up(spawn->stdio[i]);
		to[i] = i;
		from[3 + i] = move_up(spawn->fds[i]);
		to[3 + i] = MI_PROGRAM_FD + i;
	}

	close_range(0, ~0U, CLOSE_RANGE_CLOEXEC);
	for (int i = 0; i < 6; i++)
		if (from[i] < 0 || dup2(from[i], to[i]) < 0)
			return FALSE;
	return TRUE;
}

G_GNUC_NORETURN static void child(
	const struct mi_spawn *spawn, pid_t parent, int report)
{
	hc_signal_reset_all();
	setpgid(0, 0);
	/* If we are killed, GDB ends, and the program with it: GDB traces it
	 * with PTRACE_O_EXITKILL. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	mi_wide_registers_hide();
	report = move_up(report);
	int refused = spawn->view ? hc_view_enter(spawn->view) : 0;
	if (!refused && report >= 0 && place_descriptors(spawn))
		execve(spawn->path, spawn->argv, spawn->envp);

	int code = refused ? -refused : errno;
	if (write(report, &code, sizeof code) < 0)
		_exit(126);
	_exit(127);
}

pid_t mi_spawn(const struct mi_spawn *spawn, GError **error)
{
	int report[2];
	if (pipe2(report, O_CLOEXEC) < 0) {
		g_set_error(error, MI_ERROR, MI_ERROR_SYSTEM, "pipe: %s",
			g_strerror(errno));
		return -1;
	}

	/* Our signal handlers must not run in the child. */
	sigset_t all, old;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);

	pid_t parent = getpid(), pid = fork();
	if (pid == 0)
		child(spawn, parent, report[1]);

	int code = pid < 0 ? errno : 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	close(report[1]);

	ssize_t n = 0;
	while (pid > 0 && (n = read(report[0], &code, sizeof code)) < 0 &&
		errno == EINTR)
		;
	close(report[0]);
	if (pid > 0 && n != sizeof code)
		return pid;

	if (pid > 0)
		waitpid(pid, NULL, 0);
	/* It is the view that failed. */
	if (code < 0) {
		g_set_error(error, MI_ERROR, MI_ERROR_SYSTEM,
			"cannot start '%s' in a private view of the files: %s",
			spawn->path, g_strerror(-code));
		return -1;
	}
	g_set_error(error, MI_ERROR,
		pid > 0 ? MI_ERROR_NO_GDB : MI_ERROR_SYSTEM,
		"cannot start '%s': %s", spawn->path, g_strerror(code));
	return -1;
}
