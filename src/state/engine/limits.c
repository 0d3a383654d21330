/* What a test may use. */
#include "engine-inside.h"

#include <time.h>
#include <unistd.h>

gint64 hc_engine_cpu_used(pid_t pid)
{
	clockid_t clock;
	struct timespec used;
	if (clock_getcpuclockid(pid, &clock) != 0 ||
		clock_gettime(clock, &used) < 0)
		return 0;
	return used.tv_sec * G_USEC_PER_SEC + used.tv_nsec / 1000;
}

/* On all cores until the deadline: a test that the deadline ends never gets
 * that far. But deadlines need somebody who looks at them, and we may have been
 * stopped. */
static guint cpu_share(pid_t pid, double timeout)
{
	const double most = 1e9;
	double wanted = (timeout + 1) * g_get_num_processors();
	return (guint) (hc_engine_cpu_used(pid) / G_USEC_PER_SEC) + 1 +
	       (guint) MIN(wanted, most);
}

void hc_engine_hold(pid_t pid, const struct hc_engine_options *options)
{
	struct hc_limits limits = options->limits;
	if (!limits.cpu)
		limits.cpu = cpu_share(pid, options->timeout);
	hc_limits_set(&limits, pid);
}

guint64 hc_engine_memory_share(pid_t pid, guint jobs)
{
	g_autofree char *file = g_strdup_printf("/proc/%d/statm", (int) pid);
	g_autofree char *text = NULL;
	guint64 page = (guint64) sysconf(_SC_PAGESIZE);
	guint64 machine = (guint64) sysconf(_SC_PHYS_PAGES) * page;
	if (!g_file_get_contents(file, &text, NULL, NULL))
		return 0;
	return g_ascii_strtoull(text, NULL, 10) * page + machine / 2 / jobs;
}
