/* The run itself. The program is left alone unless it comes to a breakpoint of
 * ours, its ring is full, or it starts a process or a thread that would run
 * into the breakpoints. */
#include "trace-inside.h"

#include <errno.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

static gboolean go_on(pid_t pid, int signal)
{
	/* It may have been killed meanwhile: the next wait will tell. */
	return hc_ptrace_continue(pid, signal) || errno == ESRCH;
}

static struct hc_trace_trap *find_trap(
	const struct hc_trace_run *run, guint64 address)
{
	guint low = 0, high = run->traps->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		struct hc_trace_trap *trap = &g_array_index(
			run->traps, struct hc_trace_trap, middle);
		if (trap->address == address)
			return trap;
		if (trap->address < address)
			low = middle + 1;
		else
			high = middle;
	}

	return NULL;
}

static gboolean is_ours(const struct hc_trace_run *run, guint64 address)
{
	for (guint i = 0; i < run->areas->len; i++) {
		const struct hc_range *area =
			&g_array_index(run->areas, struct hc_range, i);
		if (address >= area->low && address < area->high)
			return TRUE;
	}
	return FALSE;
}

/* A line that is reached too often: this time is the last. */
static void take_out_if_hot(
	struct hc_trace_run *run, struct hc_trace_trap *trap)
{
	const struct hc_trace_ring_slot *slot = &run->ring.table[trap->slot];
	if (trap->slot <= run->ring.functions || slot->count < slot->limit)
		return;
	trap->gone = hc_trace_process_write(
		run->pid, trap->address, &trap->before, 1, NULL);
}

/* TRUE if the trap was for us; else the program gets its signal. */
static gboolean take_trap(struct hc_trace_run *run)
{
	struct user_regs_struct registers;
	siginfo_t info;

	if (ptrace(PTRACE_GETSIGINFO, run->pid, NULL, &info) < 0 ||
		info.si_code != SI_KERNEL ||
		!hc_trace_process_registers(run->pid, &registers, NULL))
		return FALSE;

	struct hc_trace_trap *trap = find_trap(run, registers.rip - 1);
	if (trap && trap->slot == 0)
		return hc_trace_run_take_loader(run, &registers);
	if (trap) {
		take_out_if_hot(run, trap);
		registers.rip = trap->stub;
		return hc_trace_process_set_registers(
			run->pid, &registers, NULL);
	}
	if (!is_ours(run, registers.rip - 1))
		return FALSE;

	hc_trace_ring_thin(&run->ring);
	return TRUE;
}

/* Jumps may lead to the stub without the breakpoint (detours.c). Such a stub
 * begins with its note. */
static void silence(struct hc_trace_run *run, const struct hc_trace_trap *trap)
{
	static const guint8 skip[] = {0xeb, LINE_HEAD + LINE_TAIL - 2};
	hc_trace_process_write(run->pid, trap->stub, skip, sizeof skip, NULL);
}

static void give_up_traps(struct hc_trace_run *run)
{
	hc_trace_run_set_traps(run, run->pid, FALSE, NULL);
	for (guint i = 0; i < run->traps->len; i++) {
		const struct hc_trace_trap *trap =
			&g_array_index(run->traps, struct hc_trace_trap, i);
		guint n = run->ring.functions;

		if (trap->slot == 0)
			continue;
		if (trap->slot <= n) {
			struct hc_trace_function *function =
				run->trace->functions->pdata[trap->slot - 1];
			function->partly = TRUE;
		} else {
			struct hc_trace_line *line =
				run->trace->lines->pdata[trap->slot - 1 - n];
			line->partly = TRUE;
			silence(run, trap);
		}
	}

	g_array_set_size(run->traps, 0);
}

/* A new process has our breakpoints in its copy of the memory; one that shares
 * the memory for a while makes us wait; a thread shares it for good. */
static void take_birth(struct hc_trace_run *run, int event)
{
	pid_t child = (pid_t) hc_ptrace_message(run->pid);
	int status;

	if (!child)
		return;

	if (event == PTRACE_EVENT_CLONE)
		give_up_traps(run);
	else if (event == PTRACE_EVENT_VFORK)
		hc_trace_run_set_traps(run, run->pid, FALSE, NULL);

	/* It is traced from birth on, and stops before it does anything. */
	if (hc_ptrace_wait(child, &status) != child || !WIFSTOPPED(status))
		return;

	if (event == PTRACE_EVENT_FORK)
		hc_trace_run_set_traps(run, child, FALSE, NULL);
	hc_ptrace_detach(child);
}

/* What to do about a stop: the signal to go on with, or -1 if it goes on by
 * itself. */
static int take_stop(struct hc_trace_run *run)
{
	int signal = WSTOPSIG(run->status),
	    event = hc_ptrace_event(run->status);
	switch (event) {
	case 0:
		return signal == SIGTRAP && take_trap(run) ? 0 : signal;
	case PTRACE_EVENT_EXEC:
		/* Another program: its guard will see it end. */
		hc_ptrace_detach(run->pid);
		run->ended = TRUE;
		return -1;
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK:
	case PTRACE_EVENT_CLONE:
		take_birth(run, event);
		return 0;
	case PTRACE_EVENT_VFORK_DONE:
		hc_trace_run_set_traps(run, run->pid, TRUE, NULL);
		return 0;
	case PTRACE_EVENT_STOP:
		if (signal == SIGTRAP)
			return 0;
		/* Stopped like any program, until somebody continues it. */
		hc_ptrace_listen(run->pid);
		return -1;
	default:
		return 0;
	}
}

gboolean hc_trace_run_follow(struct hc_trace_run *run, GError **error)
{
	long options = PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC;

	if (run->traps->len > 0)
		options |= hc_ptrace_follow_options | PTRACE_O_TRACEVFORKDONE;
	if (!hc_ptrace_set_options(run->pid, options))
		return hc_trace_process_fail("it can't be watched", error);

	int signal = 0;
	for (;;) {
		if (signal >= 0 && !go_on(run->pid, signal))
			return hc_trace_process_fail("it can't go on", error);
		if (hc_ptrace_wait(run->pid, &run->status) < 0)
			return hc_trace_process_fail("it is gone", error);
		if (!WIFSTOPPED(run->status)) {
			run->ended = TRUE;
			return TRUE;
		}

		signal = take_stop(run);
		if (run->ended)
			return TRUE;
	}
}
