/* Whether a copy of a process is as good as the process itself. */
#include "engine-inside.h"

#include "regions.h"

#include <string.h>

static char *read_proc(pid_t pid, const char *name)
{
	g_autofree char *file = g_strdup_printf("/proc/%d/%s", (int) pid, name);
	char *text = NULL;
	return g_file_get_contents(file, &text, NULL, NULL) ? text : NULL;
}

static guint64 read_number(const char *status, const char *name, int base)
{
	const char *line = status ? strstr(status, name) : NULL;
	return line ? g_ascii_strtoull(line + strlen(name), NULL, base) : 0;
}

/* A fork has only the thread that called it. */
static char *check_status(pid_t pid)
{
	g_autofree char *status = read_proc(pid, "status");
	guint64 threads = read_number(status, "\nThreads:", 10);
	if (threads > 1)
		return g_strdup_printf(
			"the program has %u threads", (guint) threads);
	if (read_number(status, "\nSeccomp:", 10))
		return g_strdup("the program has forbidden itself some system "
				"calls");
	if (read_number(status, "\nSigPnd:", 16) ||
		read_number(status, "\nShdPnd:", 16))
		return g_strdup("the program has signals waiting");
	return NULL;
}

static char *check_relations(pid_t pid)
{
	g_autofree char *name = g_strdup_printf("task/%d/children", (int) pid);
	g_autofree char *children = read_proc(pid, name);
	if (children && *g_strstrip(children))
		return g_strdup("the program has children of its own");
	g_autofree char *timers = read_proc(pid, "timers");
	if (timers && *g_strstrip(timers))
		return g_strdup("the program has timers of its own");
	return NULL;
}

static char *check_memory(pid_t pid)
{
	g_autoptr(GPtrArray) regions = hc_regions_read(pid, NULL);
	for (guint i = 0; regions && i < regions->len; i++) {
		const struct hc_region *region = regions->pdata[i];
		if (region->shared && region->writable)
			return g_strdup_printf(
				"memory is shared with others (%s)",
				region->path ? region->path : "anonymous");
	}
	return NULL;
}

char *hc_engine_fork_obstacle(pid_t pid, const struct hc_files *files)
{
	char *obstacle = check_relations(pid);
	if (!obstacle)
		obstacle = check_status(pid);
	if (!obstacle)
		obstacle = hc_engine_files_obstacle(files);
	return obstacle ? obstacle : check_memory(pid);
}
