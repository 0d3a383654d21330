#include "process-signals.h"

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

/* One of the masks in /proc/PID/status, 0 if it can't be read. */
static guint64 read_mask(const char *status, const char *name)
{
	const char *line = strstr(status, name);
	return line ? g_ascii_strtoull(line + strlen(name), NULL, 16) : 0;
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
	g_autofree char *file = g_strdup_printf("/proc/%d/status", (int) pid);
	g_autofree char *status = NULL;
	if (!g_file_get_contents(file, &status, NULL, NULL))
		return TRUE;
	guint64 handled =
		read_mask(status, "\nSigIgn:") | read_mask(status, "\nSigCgt:");
	return !(handled >> (number - 1) & 1);
}
