/* What the program may use. Limits on memory and time must not apply to GDB, so
 * the program gets these when GDB says that it has started: long before main,
 * while GDB still follows the shell that starts it. For the stack's limit that
 * would be too late, since it decides where the kernel puts the libraries. A
 * shell between GDB and the program could set all of them, but would take
 * longer than anything else in a start. */
#include "gdbmi-private.h"

#include <sys/resource.h>

/* The hard limit is `grace` above the soft one: if both were the same, the
 * kernel would kill a program that has used up its CPU time instead of telling
 * it. */
static void lower(pid_t pid, int resource, guint64 value, guint64 grace)
{
	struct rlimit limit;
	if (prlimit(pid, resource, NULL, &limit) < 0)
		return;
	limit.rlim_max = MIN(limit.rlim_max, value + grace);
	limit.rlim_cur = MIN(limit.rlim_max, value);
	prlimit(pid, resource, &limit, NULL);
}

/* The soft limit alone: the next program may get more. */
static void set_soft(pid_t pid, int resource, guint64 value)
{
	struct rlimit limit;
	if (prlimit(pid, resource, NULL, &limit) < 0)
		return;
	limit.rlim_cur = MIN(limit.rlim_max, value);
	prlimit(pid, resource, &limit, NULL);
}

void mi_limits_prepare(pid_t gdb, const struct mi_limits *limits)
{
	struct rlimit ours;
	guint64 stack = limits->stack;
	if (!stack && getrlimit(RLIMIT_STACK, &ours) == 0)
		stack = ours.rlim_cur;
	if (stack)
		set_soft(gdb, RLIMIT_STACK, stack);
	set_soft(gdb, RLIMIT_CORE, 0);
}

void mi_limits_set(pid_t pid, const struct mi_limits *limits)
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
