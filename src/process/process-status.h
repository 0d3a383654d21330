/* What the kernel tells of a process in its files: /proc/PID/status, stat,
 * statm, auxv. Each is read anew when it is asked for; a process that is gone
 * says nothing. */
#ifndef HC_PROCESS_STATUS_H
#define HC_PROCESS_STATUS_H

#include <glib.h>
#include <sys/types.h>

/* All of one file, "timers" or "task/7/children"; NULL if it can't be read. The
 * caller frees it. */
char *hc_process_file(pid_t pid, const char *name);

/* A number out of the text of `status`: "Threads" in base 10, "SigPnd" in base
 * 16. 0 if there is none; text may be NULL. */
guint64 hc_process_status_number(
	const char *text, const char *field, guint base);

/* Fields of `stat`, as proc(5) counts them. */
enum hc_stat {
	HC_STAT_STATE = 3, /* a letter */
	HC_STAT_CHILDREN_USER = 16, /* CPU time of reaped children, in ticks */
	HC_STAT_CHILDREN_SYSTEM = 17,
	HC_STAT_STACK = 28, /* where main's stack begins */
	HC_STAT_EXIT_SIGNAL = 38, /* what its parent gets at its end */
	HC_STAT_HEAP = 47, /* where brk() began */
	HC_STAT_ARG_START = 48, /* strings of the arguments … */
	HC_STAT_ARG_END = 49,
	HC_STAT_ENV_START = 50, /* … and of the environment */
	HC_STAT_ENV_END = 51,
};
/* Where a field begins in the text of `stat`; NULL if there is none. Names of
 * programs, which may have blanks and parentheses, don't mislead it. */
const char *hc_process_stat_field(const char *text, enum hc_stat field);
/* One number of it; -1 if the process is gone. */
gint64 hc_process_stat_number(pid_t pid, enum hc_stat field);

/* Bytes of address space that it has; 0 if it is gone. */
guint64 hc_process_size(pid_t pid);

/* Its threads: pid_t. Empty if it is gone. */
GArray *hc_process_threads(pid_t pid);
/* Whether a thread is one of its. */
gboolean hc_process_has_thread(pid_t pid, pid_t tid);

/* Whether all of its threads sleep, waiting for something. */
gboolean hc_process_is_asleep(pid_t pid);

/* A value of its auxiliary vector (AT_ENTRY …); 0 if there is none. */
guint64 hc_process_auxiliary(pid_t pid, guint64 type);

/* CPU time that it has used so far with all of its threads, in µs. */
gint64 hc_process_cpu_time(pid_t pid);
/* The same with its descendants, those that it has reaped included. What they
 * have reaped themselves counts, what they left to others does not. */
gint64 hc_process_tree_cpu_time(pid_t pid);

#endif
