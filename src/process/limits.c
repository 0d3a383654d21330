#include "launch.h"

#include <sys/resource.h>

/* Called between fork and exec, too: no allocation, nothing of GLib's. */

/* `grace` more before the hard limit: where both are the same the kernel kills
 * a program that used up its CPU time instead of telling it. */
static gboolean lower(pid_t pid, int resource, guint64 value, guint64 grace)
{
	struct rlimit limit;
	if (prlimit(pid, resource, NULL, &limit) < 0)
		return FALSE;
	limit.rlim_max = MIN(limit.rlim_max, value + grace);
	limit.rlim_cur = MIN(limit.rlim_max, value);
	return prlimit(pid, resource, &limit, NULL) == 0;
}

gboolean hc_limits_set(const struct hc_limits *l, pid_t pid)
{
	return lower(pid, RLIMIT_CORE, 0, 0) &&
	       (!l->stack || lower(pid, RLIMIT_STACK, l->stack, 0)) &&
	       (!l->memory || lower(pid, RLIMIT_AS, l->memory, 0)) &&
	       (!l->file || lower(pid, RLIMIT_FSIZE, l->file, 0)) &&
	       (!l->cpu || lower(pid, RLIMIT_CPU, l->cpu, 1));
}
