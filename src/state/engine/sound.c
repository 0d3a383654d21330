/* Whether a copy of a process is as good as the process itself. */
#include "engine-inside.h"

#include "process-children.h"
#include "process-maps.h"
#include "process-status.h"

#include <unistd.h>

/* Those that its tracer has as well are none of its own: howcome may run in a
 * container, and GDB may have one (gdbmi/wide-registers.c). */
static gboolean has_own_filters(const char *status)
{
	static const char *const fields[] = {"Seccomp", "Seccomp_filters"};
	pid_t tracer =
		(pid_t) hc_process_status_number(status, "TracerPid", 10);
	g_autofree char *around =
		hc_process_file(tracer ? tracer : getpid(), "status");
	for (guint i = 0; i < G_N_ELEMENTS(fields); i++)
		if (hc_process_status_number(status, fields[i], 10) !=
			hc_process_status_number(around, fields[i], 10))
			return TRUE;
	return FALSE;
}

/* A fork has only the thread that called it. */
static char *check_status(pid_t pid)
{
	g_autofree char *status = hc_process_file(pid, "status");
	guint64 threads = hc_process_status_number(status, "Threads", 10);
	if (threads > 1)
		return g_strdup_printf(
			"the program has %u threads", (guint) threads);
	if (has_own_filters(status))
		return g_strdup("the program has forbidden itself some system "
				"calls");
	if (hc_process_status_number(status, "SigPnd", 16) ||
		hc_process_status_number(status, "ShdPnd", 16))
		return g_strdup("the program has signals waiting");

	return NULL;
}

static char *check_relations(pid_t pid)
{
	g_autoptr(GArray) children = hc_process_children_of(pid);
	if (children->len)
		return g_strdup("the program has children of its own");
	g_autofree char *timers = hc_process_file(pid, "timers");
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
