/* A program that gets SIGTRAP when it comes to a place for the Nth time,
 * counted by the processor and the system: where count.h can't patch the code.
 *
 *	int fd = hc_watch_place(pid, place, hits, "", &error);
 *	... let the program run; it stops by SIGTRAP with its pc at the place
 *	close(fd);
 *
 * Some microseconds a hit: far more than a count's nanoseconds, far less than
 * GDB's. Only the first thread is counted, so that it is refused for programs
 * that may have others. */
#ifndef HC_TRACE_WATCH_H
#define HC_TRACE_WATCH_H

#include <glib.h>
#include <sys/types.h>

/* A descriptor to be closed when it is reached; -1 with an error where the
 * system does not allow it. `debug_dir` as in debuginfo.h. */
int hc_watch_place(pid_t pid, guint64 place, guint64 hits,
	const char *debug_dir, GError **error);

#endif
