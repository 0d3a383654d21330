/* A thread that the calling thread traces. ptrace belongs to a thread: all of
 * this must be called by the one that attached. What fails leaves errno, and
 * callers say what they wanted to do.
 *
 *	if (hc_ptrace_seize(tid, PTRACE_O_EXITKILL) &&
 *		hc_ptrace_get(tid, &registers))
 *		...
 */
#ifndef HC_PROCESS_PTRACE_H
#define HC_PROCESS_PTRACE_H

#include <glib.h>
#include <sys/types.h>
#include <sys/user.h>

/* Kill it if we die; tell of all that it starts, and of exec. */
extern const long hc_ptrace_follow_options;

/* Waits for a stop or the end of a tracee (-1: of any) of this thread, whatever
 * signals come to us meanwhile; nobody else's child is ever waited for. As
 * waitpid. */
pid_t hc_ptrace_wait(pid_t tid, int *status);
/* The same, up to a monotonic time in µs; 0 if nothing has happened by then. */
pid_t hc_ptrace_wait_until(pid_t tid, int *status, gint64 until);

/* Attaches, and brings it to a stop, whatever it does. FALSE with errno; 0 if
 * it ended instead. */
gboolean hc_ptrace_seize(pid_t tid, long options);
gboolean hc_ptrace_set_options(pid_t tid, long options);
/* Goes on, with a signal or 0. */
gboolean hc_ptrace_continue(pid_t tid, int signal);
/* The same, up to the beginning or the end of a system call, if that comes
 * before any other stop. With hc_ptrace_calls_option it is told from others. */
gboolean hc_ptrace_continue_to_call(pid_t tid, int signal);
extern const long hc_ptrace_calls_option;
gboolean hc_ptrace_is_call(int status);
gboolean hc_ptrace_step(pid_t tid);
/* Stopped as by a terminal: it stays so until a SIGCONT. */
void hc_ptrace_listen(pid_t tid);
void hc_ptrace_detach(pid_t tid);
/* Ends one that was never let go, and waits for its end. */
void hc_ptrace_kill(pid_t pid);

/* What a stop is about: PTRACE_EVENT_FORK …, 0 for a signal … */
static inline int hc_ptrace_event(int status)
{
	return status >> 16;
}
/* … and what the kernel says about it: whose birth it is; 0 if it is gone. */
unsigned long hc_ptrace_message(pid_t tid);

gboolean hc_ptrace_get(pid_t tid, struct user_regs_struct *registers);
gboolean hc_ptrace_set(pid_t tid, const struct user_regs_struct *registers);

/* The processor stops it before it executes the instruction at one of these
 * addresses, 4 at most, by a SIGTRAP with TRAP_HWBKPT; no other thread, and no
 * process that it forks. They take the place of those before. */
gboolean hc_ptrace_set_breakpoints(
	pid_t tid, const guint64 *addresses, guint n);

/* The same, for writes as well. After a write the thread stops behind the
 * instruction that wrote; what the kernel writes for the program is not seen. */
struct hc_ptrace_point {
	guint64 address;
	guint written; /* 0: an instruction; else 1, 2, 4 or 8 bytes to be
			  written, at a multiple of that */
};
gboolean hc_ptrace_set_points(
	pid_t tid, const struct hc_ptrace_point *points, guint n);
/* Which of them a stop is about: bit n is set for the nth. */
guint hc_ptrace_points_hit(pid_t tid);

/* All that a called function may use beyond them: vector registers and the
 * like. The bytes are the caller's. */
GBytes *hc_ptrace_get_state(pid_t tid);
gboolean hc_ptrace_set_state(pid_t tid, GBytes *state);

#endif
