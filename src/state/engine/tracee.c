#include "tracee.h"

#include "engine-code.h"
#include "engine.h"

#include <errno.h>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>

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

/* Lets it run from these registers to the int3 of the code. */
static gboolean run_calls(pid_t tid, const struct user_regs_struct *before,
	guint64 end, GError **error)
{
	struct user_regs_struct after = *before;
	int status = 0;
	do
		if (!hc_tracee_set(tid, before, error) ||
			!hc_tracee_continue(tid, error) ||
			!wait_a_while(tid, &status, error) ||
			!hc_tracee_get(tid, &after, error))
			return FALSE;
	while (status >> 16 != 0 && after.rip == before->rip);
	if (WSTOPSIG(status) == SIGTRAP && after.rip == end)
		return TRUE;
	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"a function called in process %d gets signal %d", (int) tid,
		WSTOPSIG(status));
	return FALSE;
}

/* The upper half of the data; the lower has lists of system calls. */
enum { MOST_CALLS = HC_SCRATCH_DATA / 2 / 16 };

static gboolean call_some(pid_t tid, const struct hc_scratch *scratch,
	struct user_regs_struct *registers, const guint64 *arguments, guint n,
	guint64 *results, GError **error)
{
	guint64 table = scratch->data + HC_SCRATCH_DATA / 2;
	guint64 end = scratch->code +
		      (guint64) (hc_engine_code_page_end - hc_engine_code_page);
	g_autofree guint64 *pairs = g_new0(guint64, 2 * n);
	for (guint i = 0; i < n; i++)
		pairs[2 * i] = arguments[i];
	registers->rip = scratch->code +
			 (guint64) (hc_engine_code_calls - hc_engine_code_page);
	registers->rbx = table;
	registers->r13 = n;
	gboolean ok = hc_process_poke(tid, table, pairs, 16 * n);
	if (ok && !run_calls(tid, registers, end, error))
		return FALSE;
	if (ok && hc_process_peek(tid, table, pairs, 16 * n)) {
		for (guint i = 0; i < n; i++)
			results[i] = pairs[2 * i + 1];
		return TRUE;
	}
	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"the memory of process %d can't be reached", (int) tid);
	return FALSE;
}

gboolean hc_tracee_calls(pid_t tid, const struct hc_scratch *scratch,
	guint64 function, const guint64 *arguments, guint n, guint64 *results,
	GError **error)
{
	enum { RED_ZONE = 128, MOST_STATE = 16384 };
	struct user_regs_struct before, during;
	g_autofree guint8 *bytes = g_malloc(MOST_STATE);
	struct iovec state = {bytes, MOST_STATE};
	gboolean ok = TRUE;
	if (!hc_tracee_get(tid, &before, error))
		return FALSE;
	if (!keep_state(tid, PTRACE_GETREGSET, &state))
		return fail("cannot read the registers of", tid, error);
	during = before;
	during.rsp = (before.rsp - RED_ZONE) & ~(guint64) 15;
	during.r12 = function;
	during.orig_rax = (guint64) -1;
	during.eflags &= ~(guint64) 0x500; /* neither steps nor backwards */
	for (guint done = 0, some; ok && done < n; done += some) {
		some = MIN(n - done, MOST_CALLS);
		ok = call_some(tid, scratch, &during, arguments + done, some,
			results + done, error);
	}
	return ok && hc_tracee_set(tid, &before, error) &&
	       (keep_state(tid, PTRACE_SETREGSET, &state) ||
		       fail("cannot set the registers of", tid, error));
}
