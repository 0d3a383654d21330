#include "process-limits.h"

#include "process-calls.h"

#include <errno.h>
#include <sys/resource.h>

/* Called between fork and exec, too: no allocation, nothing of GLib's. */

HC_IN_GUARD static long get(pid_t pid, int resource, struct rlimit *limit)
{
	return HC_CALL_4(SYS_prlimit64, pid, resource, NULL, limit);
}

HC_IN_GUARD static long set(pid_t pid, int resource, const struct rlimit *limit)
{
	return HC_CALL_4(SYS_prlimit64, pid, resource, limit, NULL);
}

/* `grace` more before the hard limit: where both are the same the kernel kills
 * a program that used up its CPU time instead of telling it. */
HC_IN_GUARD static gboolean lower(
	pid_t pid, int resource, guint64 value, guint64 grace)
{
	struct rlimit limit;
	if (get(pid, resource, &limit) < 0)
		return FALSE;
	limit.rlim_max = MIN(limit.rlim_max, value + grace);
	limit.rlim_cur = MIN(limit.rlim_max, value);
	return set(pid, resource, &limit) == 0;
}

HC_IN_GUARD gboolean hc_limits_set(const struct hc_limits *l, pid_t pid)
{
	return lower(pid, RLIMIT_CORE, 0, 0) &&
	       (!l->stack || lower(pid, RLIMIT_STACK, l->stack, 0)) &&
	       (!l->memory || lower(pid, RLIMIT_AS, l->memory, 0)) &&
	       (!l->file || lower(pid, RLIMIT_FSIZE, l->file, 0)) &&
	       (!l->cpu || lower(pid, RLIMIT_CPU, l->cpu, 1));
}

gboolean hc_limits_set_soft(pid_t pid, int resource, guint64 value)
{
	struct rlimit limit;
	long result = get(pid, resource, &limit);
	if (result == 0) {
		limit.rlim_cur = MIN(limit.rlim_max, value);
		result = set(pid, resource, &limit);
	}
	if (result < 0)
		errno = (int) -result;
	return result == 0;
}
