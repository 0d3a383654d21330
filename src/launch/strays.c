#include "launch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static gboolean is_listed(const pid_t *list, long pid)
{
	for (; list && *list; list++)
		if (*list == pid)
			return TRUE;
	return FALSE;
}

/* Kills the children listed in one of the kernel's files; TRUE if any. */
static gboolean kill_listed(const char *file, const pid_t *spare)
{
	g_autofree char *text = NULL;
	if (!g_file_get_contents(file, &text, NULL, NULL))
		return FALSE;
	gboolean any = FALSE;
	char *rest = text;
	for (;;) {
		char *end;
		long pid = strtol(rest, &end, 10);
		if (end == rest)
			return any;
		rest = end;
		if (pid <= 0 || is_listed(spare, pid))
			continue;
		kill((pid_t) pid, SIGKILL);
		waitpid((pid_t) pid, NULL, __WALL);
		any = TRUE;
	}
}

static gboolean kill_children(const pid_t *spare)
{
	g_autoptr(GDir) tasks = g_dir_open("/proc/self/task", 0, NULL);
	gboolean any = FALSE;
	const char *task;
	while (tasks && (task = g_dir_read_name(tasks))) {
		g_autofree char *file =
			g_strdup_printf("/proc/self/task/%s/children", task);
		any = kill_listed(file, spare) || any;
	}
	return any;
}

void hc_kill_strays(const pid_t *spare)
{
	/* Killing one may bring its children to us: again, until none is left.
	 * The bound holds against a fork bomb that is faster than we are. */
	for (int i = 0; i < 10000; i++)
		if (!kill_children(spare))
			return;
}
