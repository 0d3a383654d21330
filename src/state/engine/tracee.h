/* A process or thread that the calling thread traces: its registers, its
 * memory, and making it do system calls and function calls for us. Internal to
 * engine.
 *
 * ptrace belongs to a thread: all of this must be called by the thread that
 * attached. Waits name a process or keep to this thread's tracees, so that
 * nobody else's child is ever waited for. */
#ifndef HC_TRACEE_H
#define HC_TRACEE_H

#include "peek.h"
#include "process-ptrace.h"
#include "process-status.h"

#include <glib.h>
#include <sys/types.h>

/* Kill it if we die; tell of all that it starts, and of exec. */
gboolean hc_tracee_set_options(pid_t tid, GError **error);

/* Attaches to a thread and brings it to a stop, whatever it does. */
gboolean hc_tracee_seize(pid_t tid, GError **error);
/* Waits for a stop of this one; FALSE with an error if it ended instead. */
gboolean hc_tracee_wait(pid_t tid, int *status, GError **error);
gboolean hc_tracee_continue(pid_t tid, GError **error);

gboolean hc_tracee_get(
	pid_t tid, struct user_regs_struct *registers, GError **error);
gboolean hc_tracee_set(
	pid_t tid, const struct user_regs_struct *registers, GError **error);

/* Memory of ours in the program: code, and room for system calls and names. */
struct hc_scratch {
	guint64 code; /* what hc_scratch_code() has; 0: there is none */
	guint64 data;
};
enum { HC_SCRATCH_CODE = 4096, HC_SCRATCH_DATA = 1 << 20 };

/* Makes it, out of the way of all that the program may map. The registers of
 * the thread are left as they were. */
gboolean hc_engine_scratch_map(
	pid_t tid, struct hc_scratch *scratch, GError **error);

/* Where the program started: code of its own that it is done with. */
guint64 hc_engine_entry_point(pid_t pid, GError **error);

/* One system call of a list; `result` is the kernel's, -errno on failure. */
struct hc_op {
	gint64 number; /* -1: the end of a list */
	guint64 arguments[6];
	gint64 result;
};
/* Where a stopped thread must go on to do the list at `ops`, which then stops
 * it by SIGTRAP; from the registers that it has to have in the end. */
struct user_regs_struct hc_engine_scratch_enter(
	const struct hc_scratch *scratch,
	const struct user_regs_struct *registers, guint64 ops);
/* The same, to make one system call by the code at hc_engine_code_sibling. */
struct user_regs_struct hc_engine_scratch_sibling(
	const struct hc_scratch *scratch,
	const struct user_regs_struct *registers, guint64 flags);
/* Lets it go on from there to its SIGTRAP. */
gboolean hc_tracee_finish(pid_t tid, GError **error);

/* Calls a function with each of the numbers, and puts everything back but what
 * the function changed in memory. Thousands of calls cost one stop. */
gboolean hc_tracee_calls(pid_t tid, const struct hc_scratch *scratch,
	guint64 function, const guint64 *arguments, guint n, guint64 *results,
	GError **error);

#endif
