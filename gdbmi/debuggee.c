/* The program's process. GDB owns it; we only make sure that it ends when it
 * has to, even if GDB can no longer see to that. */
#include "gdbmi-private.h"
#include "process-children.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GONE_MS = 2000 };

static void forget(struct mi_debuggee *debuggee)
{
	if (debuggee->pidfd >= 0)
		close(debuggee->pidfd);
	debuggee->pidfd = -1;
}

void mi_debuggee_set(struct mi_debuggee *debuggee, pid_t pid)
{
	if (debuggee->group_left)
		mi_debuggee_kill_group(debuggee);
	forget(debuggee);
	debuggee->pid = pid;
	debuggee->pidfd = pidfd_open(pid, 0);
}

/* GDB puts the program into a process group of its own, which has the program's
 * number. As long as the group has a member, the kernel does not use that
 * number again. */
void mi_debuggee_exited(struct mi_debuggee *debuggee)
{
	forget(debuggee);
	debuggee->group_left =
		debuggee->pid > 0 && kill(-debuggee->pid, 0) == 0;
}

gboolean mi_debuggee_signal(
	struct mi_debuggee *debuggee, int number, GError **error)
{
	if (debuggee->pidfd >= 0 &&
		pidfd_send_signal(debuggee->pidfd, number, NULL, 0) == 0)
		return TRUE;
	g_set_error(error, MI_ERROR, MI_ERROR_SYSTEM,
		"cannot send signal %d to process %d: %s", number,
		(int) debuggee->pid,
		debuggee->pidfd >= 0 ? g_strerror(errno) : "it is gone");
	return FALSE;
}

void mi_debuggee_kill_group(struct mi_debuggee *debuggee)
{
	if (debuggee->pid > 0 && (debuggee->pidfd >= 0 || debuggee->group_left))
		kill(-debuggee->pid, SIGKILL);
	debuggee->group_left = FALSE;
}

void mi_kill_children(pid_t parent)
{
	g_autoptr(GArray) children = hc_process_children_of(parent);
	for (guint i = 0; i < children->len; i++)
		kill(g_array_index(children, pid_t, i), SIGKILL);
}

void mi_debuggee_destroy(struct mi_debuggee *debuggee)
{
	mi_debuggee_kill_group(debuggee);
	if (debuggee->pidfd >= 0) {
		pidfd_send_signal(debuggee->pidfd, SIGKILL, NULL, 0);
		struct pollfd gone = {debuggee->pidfd, POLLIN, 0};
		while (poll(&gone, 1, GONE_MS) < 0 && errno == EINTR)
			;
		/* Ours to reap if we are a subreaper; else the call fails. */
		waitid(P_PIDFD, debuggee->pidfd, NULL, WEXITED | WNOHANG);
	}

	forget(debuggee);
	debuggee->pid = 0;
}
