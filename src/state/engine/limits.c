/* What a test may use. */
#include "engine-inside.h"

#include "process-status.h"

#include <unistd.h>

/* On all cores until the deadline: a test that the deadline ends never gets
 * that far. But deadlines need somebody who looks at them, and we may have been
 * stopped. */
static guint cpu_share(pid_t pid, double timeout)
{
	const double most = 1e9;
	double wanted = (timeout + 1) * g_get_num_processors();
	return (guint) (hc_process_cpu_time(pid) / G_USEC_PER_SEC) + 1 +
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
	guint64 machine = (guint64) sysconf(_SC_PHYS_PAGES) *
			  (guint64) sysconf(_SC_PAGESIZE);
	guint64 size = hc_process_size(pid);
	return size ? size + machine / 2 / jobs : 0;
}
