#include "process-signals.h"

#include "process-calls.h"
#include "process-status.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

int hc_signal_number(const char *name)
{
	if (!name || strncmp(name, "SIG", 3) != 0)
		return 0;
	/* GDB has numbers for the real-time signals, not names. */
	if (g_ascii_isdigit(name[3]))
		return atoi(name + 3);
	for (int number = 1; number < NSIG; number++) {
		const char *abbreviation = sigabbrev_np(number);
		if (abbreviation && strcmp(abbreviation, name + 3) == 0)
			return number;
	}
	return 0;
}

static gboolean is_fatal_by_default(int number)
{
	switch (number) {
	case SIGCHLD:
	case SIGURG:
	case SIGWINCH:
	case SIGCONT:
	case SIGSTOP:
	case SIGTSTP:
	case SIGTTIN:
	case SIGTTOU:
		return FALSE;
	default:
		return TRUE;
	}
}

gboolean hc_signal_is_fatal(pid_t pid, int number)
{
	if (number <= 0 || number > 64 || !is_fatal_by_default(number))
		return FALSE;
	g_autofree char *status = hc_process_file(pid, "status");
	if (!status)
		return TRUE;
	guint64 handled = hc_process_status_number(status, "SigIgn", 16) |
			  hc_process_status_number(status, "SigCgt", 16);
	return !(handled >> (number - 1) & 1);
}

/* What the kernel takes for a struct sigaction. */
struct kernel_action {
	void (*handler)(int);
	unsigned long flags;
	void (*restorer)(void);
	unsigned long mask;
};

HC_IN_GUARD void hc_signal_reset_all(void)
{
	const struct kernel_action action = {SIG_DFL, 0, NULL, 0};
	for (int number = 1; number < NSIG; number++)
		HC_CALL_4(SYS_rt_sigaction, number, &action, NULL,
			sizeof action.mask);
	HC_CALL_4(SYS_rt_sigprocmask, SIG_SETMASK, &action.mask, NULL,
		sizeof action.mask);
}
