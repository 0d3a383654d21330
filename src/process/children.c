#include "process-children.h"

#include "children-end.h"
#include "children-visit.h"
#include "process-status.h"

#include <signal.h>
#include <sys/prctl.h>

void hc_process_adopt_orphans(void)
{
	struct sigaction action;
	if (sigaction(SIGCHLD, NULL, &action) == 0 &&
		action.sa_handler == SIG_IGN)
		signal(SIGCHLD, SIG_DFL);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
}

static void append(pid_t pid, void *data)
{
	g_array_append_val((GArray *) data, pid);
}

static GArray *list(const char *tasks)
{
	GArray *pids = g_array_new(FALSE, FALSE, sizeof(pid_t));
	hc_children_visit(tasks, append, pids);
	return pids;
}

GArray *hc_process_children(void)
{
	return list("/proc/self/task");
}

GArray *hc_process_children_of(pid_t pid)
{
	g_autofree char *tasks = g_strdup_printf("/proc/%d/task", (int) pid);
	return list(tasks);
}

/* A guard is the only child without a signal for its end: others have one from
 * fork, and again from exec, and when they come to us. */
static gboolean is_guard(pid_t pid)
{
	return hc_process_stat_number(pid, HC_STAT_EXIT_SIGNAL) == 0;
}

static gboolean is_no_stray(pid_t pid, const void *data)
{
	const GArray *before = data;
	for (guint i = 0; before && i < before->len; i++)
		if (g_array_index(before, pid_t, i) == pid)
			return TRUE;
	return is_guard(pid);
}

void hc_process_kill_strays(const GArray *before)
{
	hc_children_kill_all(is_no_stray, before, HC_CHILDREN_PATIENCE);
}
