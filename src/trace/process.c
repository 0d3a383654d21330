#include "trace-process.h"

#include "trace.h"

#include <errno.h>
#include <sys/wait.h>

GQuark hc_trace_error_quark(void)
{
	return g_quark_from_static_string("hc-trace-error");
}

gboolean hc_trace_process_fail(const char *what, GError **error)
{
	g_set_error(error, HC_TRACE_ERROR, HC_TRACE_ERROR_SYSTEM,
		"cannot trace the program: %s: %s", what, g_strerror(errno));
	return FALSE;
}

gboolean hc_trace_process_write(
	pid_t pid, guint64 address, const void *bytes, gsize n, GError **error)
{
	return hc_process_poke(pid, address, bytes, n) ||
	       hc_trace_process_fail("its memory can't be written", error);
}

gboolean hc_trace_process_registers(
	pid_t pid, struct user_regs_struct *registers, GError **error)
{
	return hc_ptrace_get(pid, registers) ||
	       hc_trace_process_fail("its registers can't be read", error);
}

gboolean hc_trace_process_set_registers(
	pid_t pid, const struct user_regs_struct *registers, GError **error)
{
	return hc_ptrace_set(pid, registers) ||
	       hc_trace_process_fail("its registers can't be set", error);
}

/* Waits for it to stop; FALSE if it ended, and was reaped. */
static gboolean wait_stop(pid_t pid, int *status, GError **error)
{
	if (hc_ptrace_wait(pid, status) == pid && WIFSTOPPED(*status))
		return TRUE;
	g_set_error(error, HC_TRACE_ERROR, HC_TRACE_ERROR_ENDED,
		"the program ended before it began");
	return FALSE;
}

static gboolean do_call(pid_t pid, guint64 pc, GError **error)
{
	static const guint8 syscall_code[] = {0x0f, 0x05};
	guint8 before[sizeof syscall_code];
	int status;

	if (!hc_process_peek(pid, pc, before, sizeof before))
		return hc_trace_process_fail("its code can't be read", error);

	return hc_trace_process_write(
		       pid, pc, syscall_code, sizeof syscall_code, error) &&
	       (hc_ptrace_step(pid) ||
		       hc_trace_process_fail("it can't be stepped", error)) &&
	       wait_stop(pid, &status, error) &&
	       hc_trace_process_write(pid, pc, before, sizeof before, error);
}

gboolean hc_trace_process_call(pid_t pid, long number,
	const guint64 arguments[6], gint64 *result, GError **error)
{
	struct user_regs_struct before, call, after;
	if (!hc_trace_process_registers(pid, &before, error))
		return FALSE;

	call = before;
	call.orig_rax = (unsigned long long) -1; /* no system call to restart */
	call.rax = (unsigned long long) number;
	call.rdi = arguments[0];
	call.rsi = arguments[1];
	call.rdx = arguments[2];
	call.r10 = arguments[3];
	call.r8 = arguments[4];
	call.r9 = arguments[5];

	if (!hc_trace_process_set_registers(pid, &call, error) ||
		!do_call(pid, before.rip, error) ||
		!hc_trace_process_registers(pid, &after, error))
		return FALSE;

	*result = (gint64) after.rax;
	before.orig_rax = (unsigned long long) -1;

	return hc_trace_process_set_registers(pid, &before, error);
}

gboolean hc_trace_process_run_to(pid_t pid, guint64 address, GError **error)
{
	static const guint8 trap = 0xcc;
	guint8 before;
	struct user_regs_struct registers;

	if (!hc_process_peek(pid, address, &before, 1))
		return hc_trace_process_fail("its code can't be read", error);
	if (!hc_trace_process_write(pid, address, &trap, 1, error))
		return FALSE;

	int status, signal = 0;
	for (;;) {
		if (!hc_ptrace_continue(pid, signal))
			return hc_trace_process_fail("it can't go on", error);
		if (!wait_stop(pid, &status, error) ||
			!hc_trace_process_registers(pid, &registers, error))
			return FALSE;
		signal = hc_ptrace_event(status) ? 0 : WSTOPSIG(status);
		if (signal == SIGTRAP && registers.rip == address + 1)
			break;
	}

	registers.rip = address;
	return hc_trace_process_write(pid, address, &before, 1, error) &&
	       hc_trace_process_set_registers(pid, &registers, error);
}
