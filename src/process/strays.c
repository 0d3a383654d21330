#include "strays.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void add_listed(const char *file, GArray *pids)
{
	g_autofree char *text = NULL;
	if (!g_file_get_contents(file, &text, NULL, NULL))
		return;
	g_auto(GStrv) words = g_strsplit(text, " ", -1);
	for (char **word = words; *word; word++) {
		pid_t pid = atoi(*word);
		if (pid > 0)
			g_array_append_val(pids, pid);
	}
}

GArray *hc_process_children(void)
{
	GArray *pids = g_array_new(FALSE, FALSE, sizeof(pid_t));
	g_autoptr(GDir) tasks = g_dir_open("/proc/self/task", 0, NULL);
	const char *task;
	while (tasks && (task = g_dir_read_name(tasks))) {
		g_autofree char *file =
			g_strdup_printf("/proc/self/task/%s/children", task);
		add_listed(file, pids);
	}
	return pids;
}

static gboolean has(const GArray *pids, pid_t pid)
{
	for (guint i = 0; pids && i < pids->len; i++)
		if (g_array_index(pids, pid_t, i) == pid)
			return TRUE;
	return FALSE;
}

/* Kills all before it looks for the end of any: a child that another one traces
 * can be reaped only after that one. How many there were, and were reaped. */
static guint kill_once(const GArray *spared, guint *reaped)
{
	g_autoptr(GArray) pids = hc_process_children();
	guint n = 0;
	*reaped = 0;
	for (guint i = 0; i < pids->len; i++) {
		pid_t pid = g_array_index(pids, pid_t, i);
		n += !has(spared, pid) && kill(pid, SIGKILL) == 0;
	}
	for (guint i = 0; i < pids->len; i++) {
		pid_t pid = g_array_index(pids, pid_t, i);
		*reaped += !has(spared, pid) &&
			   waitpid(pid, NULL, __WALL | WNOHANG) == pid;
	}
	return n;
}

/* Killing one may bring its children to us: again, until none is left. */
static void kill_all(const GArray *spared, guint looks)
{
	enum { NAP_US = 200 };
	for (guint i = 0; i < looks; i++) {
		guint reaped;
		if (!kill_once(spared, &reaped))
			return;
		if (!reaped)
			g_usleep(NAP_US);
	}
}

void hc_process_kill_children(const GArray *spared)
{
	kill_all(spared, G_MAXUINT);
}

void hc_process_kill_strays(const pid_t *spare)
{
	/* The bound holds against a fork bomb that is faster than we are. */
	enum { LOOKS = 10000 };
	g_autoptr(GArray) spared = g_array_new(FALSE, FALSE, sizeof(pid_t));
	for (; spare && *spare; spare++)
		g_array_append_val(spared, *spare);
	kill_all(spared, LOOKS);
}
