#include "process-ptrace.h"

#include <elf.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>

const long hc_ptrace_follow_options = PTRACE_O_EXITKILL | PTRACE_O_TRACEFORK |
				      PTRACE_O_TRACEVFORK |
				      PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC;

const long hc_ptrace_calls_option = PTRACE_O_TRACESYSGOOD;

pid_t hc_ptrace_wait(pid_t tid, int *status)
{
	pid_t got;
	do
		got = waitpid(tid, status, __WALL | __WNOTHREAD);
	while (got < 0 && errno == EINTR);
	return got;
}

static pid_t look(pid_t tid, int *status)
{
	pid_t got;
	do
		got = waitpid(tid, status, __WALL | __WNOTHREAD | WNOHANG);
	while (got < 0 && errno == EINTR);
	return got;
}

pid_t hc_ptrace_wait_until(pid_t tid, int *status, gint64 until)
{
	enum { LOOKS = 200, NAP_US = 200 };
	for (guint looks = 0; g_get_monotonic_time() < until; looks++) {
		pid_t got = look(tid, status);
		if (got != 0)
			return got;
		if (looks < LOOKS)
			sched_yield();
		else
			g_usleep(NAP_US);
	}
	return 0;
}

gboolean hc_ptrace_seize(pid_t tid, long options)
{
	int status;
	/* One that is stopped already says so without being asked, and is not
	 * stopped a second time. */
	if (ptrace(PTRACE_SEIZE, tid, 0, options) < 0 ||
		ptrace(PTRACE_INTERRUPT, tid, 0, 0) < 0 ||
		hc_ptrace_wait(tid, &status) < 0)
		return FALSE;
	if (!WIFSTOPPED(status))
		errno = 0;
	return WIFSTOPPED(status);
}

gboolean hc_ptrace_set_options(pid_t tid, long options)
{
	return ptrace(PTRACE_SETOPTIONS, tid, 0, options) == 0;
}

gboolean hc_ptrace_continue(pid_t tid, int signal)
{
	return ptrace(PTRACE_CONT, tid, 0, (long) signal) == 0;
}

gboolean hc_ptrace_continue_to_call(pid_t tid, int signal)
{
	return ptrace(PTRACE_SYSCALL, tid, 0, (long) signal) == 0;
}

gboolean hc_ptrace_is_call(int status)
{
	enum { MARK = 0x80 };
	return hc_ptrace_event(status) == 0 &&
	       WSTOPSIG(status) == (SIGTRAP | MARK);
}

gboolean hc_ptrace_step(pid_t tid)
{
	return ptrace(PTRACE_SINGLESTEP, tid, 0, 0) == 0;
}

void hc_ptrace_listen(pid_t tid)
{
	ptrace(PTRACE_LISTEN, tid, 0, 0);
}

void hc_ptrace_detach(pid_t tid)
{
	ptrace(PTRACE_DETACH, tid, 0, 0);
}

void hc_ptrace_kill(pid_t pid)
{
	/* One whose threads nobody reaps never ends: better a zombie than to
	 * wait for ever. */
	enum { PATIENCE_S = 10 };
	int status;
	pid_t got = look(pid, &status);
	/* Not ours any more if it ran to its end. */
	if (got < 0 || (got == pid && !WIFSTOPPED(status)))
		return;

	kill(pid, SIGKILL);
	gint64 until =
		g_get_monotonic_time() + (gint64) PATIENCE_S * G_USEC_PER_SEC;
	do
		got = hc_ptrace_wait_until(pid, &status, until);
	while (got == pid && WIFSTOPPED(status));
}

unsigned long hc_ptrace_message(pid_t tid)
{
	unsigned long message = 0;
	return ptrace(PTRACE_GETEVENTMSG, tid, 0, &message) == 0 ? message : 0;
}

gboolean hc_ptrace_get(pid_t tid, struct user_regs_struct *registers)
{
	return ptrace(PTRACE_GETREGS, tid, 0, registers) == 0;
}

gboolean hc_ptrace_set(pid_t tid, const struct user_regs_struct *registers)
{
	return ptrace(PTRACE_SETREGS, tid, 0, registers) == 0;
}

static guint64 debug_register(guint number)
{
	return offsetof(struct user, u_debugreg) +
	       number * sizeof(((struct user *) NULL)->u_debugreg[0]);
}

static gboolean set_debug(pid_t tid, guint number, guint64 value)
{
	return ptrace(PTRACE_POKEUSER, tid, debug_register(number), value) == 0;
}

enum { DEBUG_STATUS = 6, DEBUG_CONTROL = 7, MOST_POINTS = 4 };

/* The bits of one point in the control register: Intel's manual, volume 3,
 * 18.2.4. */
static guint64 control_of(const struct hc_ptrace_point *point, guint number)
{
	enum { WRITES = 1 };
	static const guint64 lengths[] = {[1] = 0, [2] = 1, [4] = 3, [8] = 2};
	guint64 enabled = G_GUINT64_CONSTANT(1) << 2 * number;
	if (!point->written)
		return enabled;
	return enabled | (WRITES | lengths[point->written] << 2)
				 << (16 + 4 * number);
}

gboolean hc_ptrace_set_points(
	pid_t tid, const struct hc_ptrace_point *points, guint n)
{
	guint64 control = 0;
	gboolean ok = n <= MOST_POINTS && set_debug(tid, DEBUG_CONTROL, 0);
	for (guint i = 0; ok && i < n; i++) {
		control |= control_of(&points[i], i);
		ok = set_debug(tid, i, points[i].address);
	}
	return ok && (n == 0 || set_debug(tid, DEBUG_CONTROL, control));
}

gboolean hc_ptrace_set_breakpoints(pid_t tid, const guint64 *addresses, guint n)
{
	struct hc_ptrace_point points[MOST_POINTS] = {0};
	for (guint i = 0; i < MIN(n, MOST_POINTS); i++)
		points[i].address = addresses[i];
	return hc_ptrace_set_points(tid, points, n);
}

guint hc_ptrace_points_hit(pid_t tid)
{
	errno = 0;
	long status = ptrace(
		PTRACE_PEEKUSER, tid, debug_register(DEBUG_STATUS), NULL);
	return errno ? 0 : (guint) status & ((1u << MOST_POINTS) - 1);
}

GBytes *hc_ptrace_get_state(pid_t tid)
{
	enum { MOST = 16384 };
	guint8 *bytes = g_malloc(MOST);
	struct iovec state = {bytes, MOST};
	if (ptrace(PTRACE_GETREGSET, tid, NT_X86_XSTATE, &state) == 0)
		return g_bytes_new_take(bytes, state.iov_len);
	g_free(bytes);
	return NULL;
}

gboolean hc_ptrace_set_state(pid_t tid, GBytes *bytes)
{
	gsize n;
	const void *data = g_bytes_get_data(bytes, &n);
	struct iovec state = {(void *) data, n};
	return ptrace(PTRACE_SETREGSET, tid, NT_X86_XSTATE, &state) == 0;
}
