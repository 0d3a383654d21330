/* Makes a program get SIGTRAP when it comes to a place for the Nth time,
 * counted by the processor and the system: for code that trace-count.h can't
 * patch.
 *
 *	int fd = hc_trace_watch_place(pid, place, hits, "", &error);
 *	... let the program run; it stops by SIGTRAP with its pc at the place
 *	close(fd);
 *
 * A hit takes some microseconds: far more than a count's nanoseconds, far less
 * than a stop in GDB. Only the first thread is counted, so programs that may
 * have others are refused. */
#ifndef HC_TRACE_WATCH_H
#define HC_TRACE_WATCH_H

#include <glib.h>
#include <sys/types.h>

/* Returns a descriptor, to be closed when the place is reached; -1 with an
 * error where the system does not permit it. `debug_dir` as in debuginfo.h. */
int hc_trace_watch_place(pid_t pid, guint64 place, guint64 hits,
	const char *debug_dir, GError **error);

#endif
