/* What the program may use. Limits on memory and time must not apply to GDB, so
 * the program gets these when GDB says that it has started: long before main,
 * while GDB still follows the shell that starts it. For the stack's limit that
 * would be too late, since it decides where the kernel puts the libraries. A
 * shell between GDB and the program could set all of them, but would take
 * longer than anything else in a start. */
#include "gdbmi-private.h"

#include <sys/resource.h>

void mi_limits_prepare(pid_t gdb, const struct hc_limits *limits)
{
	struct rlimit ours;
	guint64 stack = limits->stack;
	if (!stack && getrlimit(RLIMIT_STACK, &ours) == 0)
		stack = ours.rlim_cur;
	if (stack)
		hc_limits_set_soft(gdb, RLIMIT_STACK, stack);
	/* The soft limit alone: the next program may get more. */
	hc_limits_set_soft(gdb, RLIMIT_CORE, 0);
}
