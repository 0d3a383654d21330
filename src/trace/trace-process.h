/* A process that our thread traces: its memory, and system calls on its behalf.
 * Internal to the trace. */
#ifndef HC_TRACE_PROCESS_H
#define HC_TRACE_PROCESS_H

#include "peek.h"
#include "process-ptrace.h"
#include "process-status.h"

#include <glib.h>
#include <sys/types.h>

/* Even where the program itself may not write: code. */
gboolean hc_trace_process_write(
	pid_t pid, guint64 address, const void *bytes, gsize n, GError **error);

gboolean hc_trace_process_registers(
	pid_t pid, struct user_regs_struct *registers, GError **error);
gboolean hc_trace_process_set_registers(
	pid_t pid, const struct user_regs_struct *registers, GError **error);

/* Makes a stopped process do a system call, and stores its result, which may be
 * a negative error number. Afterwards the process is as it was before. */
gboolean hc_trace_process_call(pid_t pid, long number,
	const guint64 arguments[6], gint64 *result, GError **error);

/* Lets it run to an address, whatever signals come on the way; FALSE if it
 * ends instead. */
gboolean hc_trace_process_run_to(pid_t pid, guint64 address, GError **error);

/* Sets HC_TRACE_ERROR_SYSTEM with errno's text; always FALSE. */
gboolean hc_trace_process_fail(const char *what, GError **error);

#endif
