#include "tracee.h"

#include "code.h"
#include "engine.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static gboolean fail(const char *what, pid_t tid, GError **error)
{
	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"%s process %d: %s", what, (int) tid, g_strerror(errno));
	return FALSE;
}

gboolean hc_tracee_wait(pid_t tid, int *status, GError **error)
{
	pid_t got;
	do
		got = waitpid(tid, status, __WALL | __WNOTHREAD);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return fail("cannot wait for", tid, error);
	if (WIFSTOPPED(*status))
		return TRUE;
	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"process %d ended before its time", (int) tid);
	return FALSE;
}

gboolean hc_tracee_seize(pid_t tid, GError **error)
{
	int status;
	/* What a template forks is not to be told of: its options come later,
	 * with a test's. */
	if (ptrace(PTRACE_SEIZE, tid, 0, PTRACE_O_EXITKILL) < 0)
		return fail("cannot trace", tid, error);
	/* One that is stopped already says so without being asked, and is
	 * not stopped a second time. */
	if (ptrace(PTRACE_INTERRUPT, tid, 0, 0) < 0)
		return fail("cannot stop", tid, error);
	return hc_tracee_wait(tid, &status, error);
}

gboolean hc_tracee_set_options(pid_t tid, GError **error)
{
	const long options = PTRACE_O_EXITKILL | PTRACE_O_TRACEFORK |
			     PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
			     PTRACE_O_TRACEEXEC;
	return ptrace(PTRACE_SETOPTIONS, tid, 0, options) == 0 ||
	       fail("cannot trace", tid, error);
}

void hc_tracee_kill(pid_t pid)
{
	int status;
	pid_t got;
	/* Not ours any more if it ran to its end. */
	do
		got = waitpid(pid, &status, __WALL | __WNOTHREAD | WNOHANG);
	while (got < 0 && errno == EINTR);
	if (got < 0 || (got == pid && !WIFSTOPPED(status)))
		return;
	kill(pid, SIGKILL);
	do
		got = waitpid(pid, &status, __WALL | __WNOTHREAD);
	while ((got < 0 && errno == EINTR) ||
		(got == pid && WIFSTOPPED(status)));
}

gboolean hc_tracee_continue(pid_t tid, GError **error)
{
	return ptrace(PTRACE_CONT, tid, 0, 0) == 0 ||
	       fail("cannot continue", tid, error);
}

gboolean hc_tracee_get(
	pid_t tid, struct user_regs_struct *registers, GError **error)
{
	return ptrace(PTRACE_GETREGS, tid, 0, registers) == 0 ||
	       fail("cannot read the registers of", tid, error);
}

gboolean hc_tracee_set(
	pid_t tid, const struct user_regs_struct *registers, GError **error)
{
	return ptrace(PTRACE_SETREGS, tid, 0, registers) == 0 ||
	       fail("cannot set the registers of", tid, error);
}

gboolean hc_tracee_read(pid_t pid, guint64 address, void *bytes, gsize n)
{
	struct iovec here = {bytes, n};
	struct iovec there = {(void *) (guintptr) address, n};
	return process_vm_readv(pid, &here, 1, &there, 1, 0) == (gssize) n;
}

static gboolean write_file(
	pid_t pid, guint64 address, const void *bytes, gsize n)
{
	g_autofree char *path = g_strdup_printf("/proc/%d/mem", (int) pid);
	int file = open(path, O_WRONLY | O_CLOEXEC);
	gsize done = 0;
	while (file >= 0 && done < n) {
		gssize more = pwrite(file, (const char *) bytes + done,
			n - done, (off_t) (address + done));
		if (more < 0 && errno == EINTR)
			continue;
		if (more <= 0)
			break;
		done += (gsize) more;
	}
	if (file >= 0)
		close(file);
	return done == n;
}

gboolean hc_tracee_write(pid_t pid, guint64 address, const void *bytes, gsize n)
{
	struct iovec here = {(void *) bytes, n};
	struct iovec there = {(void *) (guintptr) address, n};
	return process_vm_writev(pid, &here, 1, &there, 1, 0) == (gssize) n ||
	       write_file(pid, address, bytes, n);
}

/* Other signals that come on the way are not for it: it is only our tool. */
gboolean hc_tracee_finish(pid_t tid, GError **error)
{
	for (;;) {
		int status;
		if (!hc_tracee_continue(tid, error) ||
			!hc_tracee_wait(tid, &status, error))
			return FALSE;
		if (WSTOPSIG(status) == SIGTRAP && status >> 16 == 0)
			return TRUE;
		if (WSTOPSIG(status) == SIGSEGV || WSTOPSIG(status) == SIGBUS ||
			WSTOPSIG(status) == SIGILL ||
			WSTOPSIG(status) == SIGSYS) {
			g_set_error(error, HC_ENGINE_ERROR,
				HC_ENGINE_ERROR_SYSTEM,
				"process %d gets signal %d in code of ours",
				(int) tid, WSTOPSIG(status));
			return FALSE;
		}
	}
}

/* As hc_tracee_wait, but not for ever: a function of the program may block. */
static gboolean wait_a_while(pid_t tid, int *status, GError **error)
{
	enum { PATIENCE_US = 2000000, LOOKS = 200, NAP_US = 200 };
	gint64 deadline = g_get_monotonic_time() + PATIENCE_US;
	for (guint looks = 0; g_get_monotonic_time() < deadline; looks++) {
		pid_t got =
			waitpid(tid, status, __WALL | __WNOTHREAD | WNOHANG);
		if (got == tid && WIFSTOPPED(*status))
			return TRUE;
		if (got == tid || (got < 0 && errno != EINTR))
			return fail("cannot wait for", tid, error);
		if (looks < LOOKS)
			sched_yield();
		else
			g_usleep(NAP_US);
	}
	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"a function called in process %d does not return", (int) tid);
	return FALSE;
}

/* The vector registers: a called function may use any of them. */
static gboolean keep_state(pid_t tid, int request, struct iovec *state)
{
	enum { NT_XSTATE = 0x202 };
	return ptrace(request, tid, NT_XSTATE, state) == 0;
}

static gboolean call(pid_t tid, const struct hc_scratch *scratch,
	const struct user_regs_struct *before, guint64 *result, GError **error)
{
	struct user_regs_struct after = *before;
	guint64 back = scratch->code + (hc_code_return - hc_code_page);
	int status = 0;
	if (!hc_tracee_write(tid, before->rsp, &back, sizeof back)) {
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
			"process %d has no stack", (int) tid);
		return FALSE;
	}
	do
		if (!hc_tracee_set(tid, before, error) ||
			!hc_tracee_continue(tid, error) ||
			!wait_a_while(tid, &status, error) ||
			!hc_tracee_get(tid, &after, error))
			return FALSE;
	while (status >> 16 != 0 && after.rip == before->rip);
	if (WSTOPSIG(status) == SIGTRAP && after.rip == back + 1) {
		*result = after.rax;
		return TRUE;
	}
	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"a function called in process %d gets signal %d", (int) tid,
		WSTOPSIG(status));
	return FALSE;
}

gboolean hc_tracee_call(pid_t tid, const struct hc_scratch *scratch,
	guint64 function, guint64 argument, guint64 *result, GError **error)
{
	enum { RED_ZONE = 128, MOST_STATE = 16384 };
	struct user_regs_struct before, during;
	g_autofree guint8 *bytes = g_malloc(MOST_STATE);
	struct iovec state = {bytes, MOST_STATE};
	if (!hc_tracee_get(tid, &before, error))
		return FALSE;
	if (!keep_state(tid, PTRACE_GETREGSET, &state))
		return fail("cannot read the registers of", tid, error);
	during = before;
	during.rsp = ((before.rsp - RED_ZONE) & ~(guint64) 15) - 8;
	during.rip = function;
	during.rdi = argument;
	during.rax = 0;
	during.orig_rax = (guint64) -1;
	during.eflags &= ~(guint64) 0x500; /* neither steps nor backwards */
	return call(tid, scratch, &during, result, error) &&
	       hc_tracee_set(tid, &before, error) &&
	       (keep_state(tid, PTRACE_SETREGSET, &state) ||
		       fail("cannot set the registers of", tid, error));
}
