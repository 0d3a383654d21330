#include "process.h"

#include "trace.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

GQuark hc_trace_error_quark(void)
{
	return g_quark_from_static_string("hc-trace-error");
}

gboolean process_fail(const char *what, GError **error)
{
	g_set_error(error, HC_TRACE_ERROR, HC_TRACE_ERROR_SYSTEM,
		"cannot trace the program: %s: %s", what, g_strerror(errno));
	return FALSE;
}

gboolean process_read(pid_t pid, guint64 address, void *bytes, gsize n)
{
	struct iovec here = {bytes, n}, there = {(void *) (gsize) address, n};
	return process_vm_readv(pid, &here, 1, &there, 1, 0) == (gssize) n;
}

/* Word by word, where the file of its memory can't be written. */
static gboolean poke(pid_t pid, guint64 address, const guint8 *bytes, gsize n)
{
	while (n > 0) {
		guint64 start = address & ~(guint64) 7, word;
		gsize skip = address - start, part = MIN(n, 8 - skip);
		errno = 0;
		word = (guint64) ptrace(
			PTRACE_PEEKDATA, pid, (void *) (gsize) start, NULL);
		if (errno)
			return FALSE;
		memcpy((guint8 *) &word + skip, bytes, part);
		if (ptrace(PTRACE_POKEDATA, pid, (void *) (gsize) start,
			    (void *) (gsize) word) < 0)
			return FALSE;
		address += part;
		bytes += part;
		n -= part;
	}
	return TRUE;
}

gboolean process_write(
	pid_t pid, guint64 address, const void *bytes, gsize n, GError **error)
{
	g_autofree char *name = g_strdup_printf("/proc/%d/mem", (int) pid);
	int fd = open(name, O_RDWR | O_CLOEXEC);
	gssize done = fd < 0 ? -1 : pwrite(fd, bytes, n, (off_t) address);
	if (fd >= 0)
		close(fd);
	return done == (gssize) n || poke(pid, address, bytes, n) ||
	       process_fail("its memory can't be written", error);
}

gboolean process_registers(
	pid_t pid, struct user_regs_struct *registers, GError **error)
{
	return ptrace(PTRACE_GETREGS, pid, NULL, registers) == 0 ||
	       process_fail("its registers can't be read", error);
}

gboolean process_set_registers(
	pid_t pid, const struct user_regs_struct *registers, GError **error)
{
	return ptrace(PTRACE_SETREGS, pid, NULL, (void *) registers) == 0 ||
	       process_fail("its registers can't be set", error);
}

/* Waits for it to stop; FALSE, reaped, if it ended. */
static gboolean wait_stop(pid_t pid, int *status, GError **error)
{
	pid_t got;
	do
		got = waitpid(pid, status, __WALL);
	while (got < 0 && errno == EINTR);
	if (got == pid && WIFSTOPPED(*status))
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
	if (!process_read(pid, pc, before, sizeof before))
		return process_fail("its code can't be read", error);
	return process_write(
		       pid, pc, syscall_code, sizeof syscall_code, error) &&
	       (ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL) == 0 ||
		       process_fail("it can't be stepped", error)) &&
	       wait_stop(pid, &status, error) &&
	       process_write(pid, pc, before, sizeof before, error);
}

gboolean process_call(pid_t pid, long number, const guint64 arguments[6],
	gint64 *result, GError **error)
{
	struct user_regs_struct before, call, after;
	if (!process_registers(pid, &before, error))
		return FALSE;
	call = before;
	call.orig_rax = (unsigned long long) -1; /* nothing to be restarted */
	call.rax = (unsigned long long) number;
	call.rdi = arguments[0];
	call.rsi = arguments[1];
	call.rdx = arguments[2];
	call.r10 = arguments[3];
	call.r8 = arguments[4];
	call.r9 = arguments[5];
	if (!process_set_registers(pid, &call, error) ||
		!do_call(pid, before.rip, error) ||
		!process_registers(pid, &after, error))
		return FALSE;
	*result = (gint64) after.rax;
	before.orig_rax = (unsigned long long) -1;
	return process_set_registers(pid, &before, error);
}

gboolean process_run_to(pid_t pid, guint64 address, GError **error)
{
	static const guint8 trap = 0xcc;
	guint8 before;
	struct user_regs_struct registers;
	if (!process_read(pid, address, &before, 1))
		return process_fail("its code can't be read", error);
	if (!process_write(pid, address, &trap, 1, error))
		return FALSE;
	int status, signal = 0;
	for (;;) {
		if (ptrace(PTRACE_CONT, pid, NULL, (void *) (long) signal) < 0)
			return process_fail("it can't go on", error);
		if (!wait_stop(pid, &status, error) ||
			!process_registers(pid, &registers, error))
			return FALSE;
		signal = status >> 16 ? 0 : WSTOPSIG(status);
		if (signal == SIGTRAP && registers.rip == address + 1)
			break;
	}
	registers.rip = address;
	return process_write(pid, address, &before, 1, error) &&
	       process_set_registers(pid, &registers, error);
}

guint64 process_auxiliary(pid_t pid, guint64 type)
{
	g_autofree char *name = g_strdup_printf("/proc/%d/auxv", (int) pid);
	g_autofree char *bytes = NULL;
	gsize n = 0;
	if (!g_file_get_contents(name, &bytes, &n, NULL))
		return 0;
	for (gsize at = 0; at + sizeof(Elf64_auxv_t) <= n;
		at += sizeof(Elf64_auxv_t)) {
		Elf64_auxv_t one;
		memcpy(&one, bytes + at, sizeof one);
		if (one.a_type == type)
			return one.a_un.a_val;
	}
	return 0;
}
