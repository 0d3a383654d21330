#include "warden.h"

#include "children-end.h"
#include "process-children.h"
#include "process-scratch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* A socket pair joins the first process and the warden: numbers of signals go
 * one way, and in the end the worker's wait status goes the other way. Nobody
 * else has it open, so that each learns of the other's end. */

enum { NO_WORKER = -1 };

/* Waits until one of the two has something to say. */
static void wait_for_either(struct pollfd *two)
{
	while (poll(two, 2, -1) < 0 && errno == EINTR)
		;
}

/* The next thing that the other one said; FALSE if it is gone and said no more.
 * Who ends before it has read all resets the connection, and that is told
 * once, before what it had said itself. */
static gboolean take(int line, void *bytes, size_t n)
{
	ssize_t got;
	do
		got = recv(line, bytes, n, 0);
	while (got < 0 && (errno == ECONNRESET || errno == EINTR));
	return got == (ssize_t) n;
}

/* ---- the warden ---------------------------------------------------------- */

/* Until the worker ends or nobody is there any more who wants it to go on. */
static void watch(pid_t worker, int line)
{
	int children = hc_children_open();
	guint8 number;
	while (!hc_children_reap_others(worker))
		if (hc_children_poll(children, line)) {
			if (!take(line, &number, sizeof number))
				break;
			kill(worker, number);
		}
	if (children >= 0)
		close(children);
}

G_GNUC_NORETURN static void guard(pid_t worker, int line)
{
	int status = 0;
	watch(worker, line);
	kill(worker, SIGKILL);
	while (waitpid(worker, &status, 0) < 0 && errno == EINTR)
		;
	hc_children_kill_all(NULL, NULL, G_MAXUINT);
	hc_scratch_sweep();
	send(line, &status, sizeof status, MSG_NOSIGNAL);
	_exit(0);
}

/* ---- the first process --------------------------------------------------- */

static void hand_on(int signals, int line)
{
	struct signalfd_siginfo info;
	if (read(signals, &info, sizeof info) != sizeof info)
		return;
	guint8 number = (guint8) info.ssi_signo;
	send(line, &number, sizeof number, MSG_NOSIGNAL);
}

G_GNUC_NORETURN static void end_as(int status)
{
	if (WIFSIGNALED(status)) {
		const struct rlimit none = {0, 0};
		sigset_t one;
		sigemptyset(&one);
		sigaddset(&one, WTERMSIG(status));
		/* One core, the worker's, is enough. */
		setrlimit(RLIMIT_CORE, &none);
		signal(WTERMSIG(status), SIG_DFL);
		sigprocmask(SIG_UNBLOCK, &one, NULL);
		raise(WTERMSIG(status));
	}
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

static gboolean is_theirs(pid_t pid, const void *data)
{
	const GArray *theirs = data;
	for (guint i = 0; i < theirs->len; i++)
		if (g_array_index(theirs, pid_t, i) == pid)
			return TRUE;
	return FALSE;
}

/* `theirs` were our children before: who calls exec has those of the shell.
 * Returns only if there is no worker. */
static void wait_for_worker(
	pid_t warden, int line, const sigset_t *handed, const GArray *theirs)
{
	int signals = signalfd(-1, handed, SFD_CLOEXEC);
	struct pollfd two[] = {{line, POLLIN, 0}, {signals, POLLIN, 0}};
	int status;
	do {
		wait_for_either(two);
		if (two[1].revents)
			hand_on(signals, line);
	} while (!two[0].revents);
	if (!take(line, &status, sizeof status)) {
		status = SIGKILL;
		hc_children_kill_all(is_theirs, theirs, G_MAXUINT);
		hc_scratch_sweep();
	}
	waitpid(warden, NULL, 0);
	close(signals);
	if (status != NO_WORKER)
		end_as(status);
}

/* ---- the start ----------------------------------------------------------- */

/* Returns in the worker. */
static void start_worker(int line, pid_t group, const sigset_t *mask)
{
	const int none = NO_WORKER;
	pid_t warden = getpid();
	/* Not in the user's group, and so not killed with it. */
	setpgid(0, 0);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	pid_t worker = fork();
	if (worker > 0)
		guard(worker, line);
	if (worker < 0) {
		send(line, &none, sizeof none, MSG_NOSIGNAL);
		_exit(1);
	}
	close(line);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != warden)
		_exit(1);
	/* The terminal's signals and rights are for the user's group. */
	setpgid(0, group);
	sigprocmask(SIG_SETMASK, mask, NULL);
}

void hc_warden_enter(void)
{
	int line[2];
	sigset_t handed, all, before, during;
	sigemptyset(&handed);
	sigaddset(&handed, SIGINT);
	sigaddset(&handed, SIGTERM);
	sigaddset(&handed, SIGHUP);
	sigfillset(&all);
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, line) < 0)
		return;
	/* Who ignores it never learns how a child ended. */
	signal(SIGCHLD, SIG_DFL);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	hc_scratch_prepare();
	g_autoptr(GArray) theirs = hc_process_children();
	pid_t group = getpgrp();
	sigprocmask(SIG_SETMASK, &all, &before);
	pid_t warden = fork();
	if (warden == 0) {
		close(line[0]);
		start_worker(line[1], group, &before);
		return;
	}
	close(line[1]);
	/* At no moment may one of those to be handed on strike us. */
	sigorset(&during, &before, &handed);
	sigprocmask(SIG_SETMASK, &during, NULL);
	if (warden > 0)
		wait_for_worker(warden, line[0], &handed, theirs);
	sigprocmask(SIG_SETMASK, &before, NULL);
	close(line[0]);
}
