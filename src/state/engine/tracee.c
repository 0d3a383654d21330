#include "tracee.h"

#include "engine-code.h"
#include "engine.h"

#include <errno.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

static gboolean fail(const char *what, pid_t tid, GError **error)
{
	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"%s process %d: %s", what, (int) tid, g_strerror(errno));
	return FALSE;
}

static gboolean ended(pid_t tid, GError **error)
{
	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"process %d ended before its time", (int) tid);
	return FALSE;
}

gboolean hc_tracee_wait(pid_t tid, int *status, GError **error)
{
	if (hc_ptrace_wait(tid, status) < 0)
		return fail("cannot wait for", tid, error);
	return WIFSTOPPED(*status) || ended(tid, error);
}

gboolean hc_tracee_seize(pid_t tid, GError **error)
{
	/* What a template forks is not to be told of: its options come later,
	 * with a test's. */
	if (hc_ptrace_seize(tid, PTRACE_O_EXITKILL))
		return TRUE;
	return errno ? fail("cannot trace", tid, error) : ended(tid, error);
}

gboolean hc_tracee_set_options(pid_t tid, GError **error)
{
	return hc_ptrace_set_options(tid, hc_ptrace_follow_options) ||
	       fail("cannot trace", tid, error);
}

gboolean hc_tracee_continue(pid_t tid, GError **error)
{
	return hc_ptrace_continue(tid, 0) ||
	       fail("cannot continue", tid, error);
}

gboolean hc_tracee_get(
	pid_t tid, struct user_regs_struct *registers, GError **error)
{
	return hc_ptrace_get(tid, registers) ||
	       fail("cannot read the registers of", tid, error);
}

gboolean hc_tracee_set(
	pid_t tid, const struct user_regs_struct *registers, GError **error)
{
	return hc_ptrace_set(tid, registers) ||
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
		if (WSTOPSIG(status) == SIGTRAP && hc_ptrace_event(status) == 0)
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
	enum { PATIENCE_US = 2000000 };
	pid_t got = hc_ptrace_wait_until(
		tid, status, g_get_monotonic_time() + PATIENCE_US);
	if (got == tid && WIFSTOPPED(*status))
		return TRUE;
	if (got != 0)
		return fail("cannot wait for", tid, error);

	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"a function called in process %d does not return", (int) tid);
	return FALSE;
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
	while (hc_ptrace_event(status) != 0 && after.rip == before->rip);

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
	enum { RED_ZONE = 128 };
	struct user_regs_struct before, during;
	gboolean ok = TRUE;

	if (!hc_tracee_get(tid, &before, error))
		return FALSE;

	/* A called function may use any of the vector registers. */
	g_autoptr(GBytes) state = hc_ptrace_get_state(tid);
	if (!state)
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
	       (hc_ptrace_set_state(tid, state) ||
		       fail("cannot set the registers of", tid, error));
}
