/* What a test may use. */
#include "inside.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

/* `grace` more before the hard limit: where both are the same the kernel kills
 * a program that used up its CPU time instead of telling it. */
static void lower(pid_t pid, int resource, guint64 value, guint64 grace)
{
	struct rlimit limit;
	if (prlimit(pid, resource, NULL, &limit) < 0)
		return;
	limit.rlim_max = MIN(limit.rlim_max, value + grace);
	limit.rlim_cur = MIN(limit.rlim_max, value);
	prlimit(pid, resource, &limit, NULL);
}

void hc_hold(pid_t pid, const struct hc_limits *limits)
{
	lower(pid, RLIMIT_CORE, 0, 0);
	if (limits->stack)
		lower(pid, RLIMIT_STACK, limits->stack, 0);
	if (limits->memory)
		lower(pid, RLIMIT_AS, limits->memory, 0);
	if (limits->file)
		lower(pid, RLIMIT_FSIZE, limits->file, 0);
	if (limits->cpu)
		lower(pid, RLIMIT_CPU, limits->cpu, 1);
}

guint64 hc_memory_share(pid_t pid, guint jobs)
{
	g_autofree char *file = g_strdup_printf("/proc/%d/statm", (int) pid);
	g_autofree char *text = NULL;
	guint64 page = (guint64) sysconf(_SC_PAGESIZE);
	guint64 machine = (guint64) sysconf(_SC_PHYS_PAGES) * page;
	if (!g_file_get_contents(file, &text, NULL, NULL))
		return 0;
	return g_ascii_strtoull(text, NULL, 10) * page + machine / 2 / jobs;
}
