/* What a process may use. */
#ifndef HC_PROCESS_LIMITS_H
#define HC_PROCESS_LIMITS_H

#include <glib.h>
#include <sys/types.h>

/* 0 leaves a limit as it is. */
struct hc_limits {
	guint64 stack; /* bytes */
	guint64 memory; /* bytes of address space */
	guint64 file; /* bytes that a written file may have */
	guint cpu; /* seconds */
};

/* 8 MiB of stack: an endless recursion in an unlimited one eats the machine.
 * 256 MiB for a file, which is what it may print, too. */
#define HC_LIMITS_INIT                                                         \
	{                                                                      \
		.stack = 8 << 20, .file = 256 << 20                            \
	}

/* Holds a process (0: ours) to them, and all that it will start; never to more
 * than it has. It leaves no core. Safe between fork and exec. */
gboolean hc_limits_set(const struct hc_limits *limits, pid_t pid);

/* Sets one soft limit, RLIMIT_STACK and the like, as far as the hard one
 * allows: what the process starts may have more again. FALSE with errno. */
gboolean hc_limits_set_soft(pid_t pid, int resource, guint64 value);

#endif
