/* Counts how often a program comes to a place, at nearly native speed, and
 * traps at the Nth time. Somebody else (GDB, or the calling thread) controls
 * the program and carries out the changes.
 *
 *	struct hc_count_host host = {.pid = pid, .write = …, .map = …, …};
 *	g_autoptr(hc_trace_count) count =
 *		hc_trace_count_new(&host, places, n_places, hits, &error);
 *	if (!count)
 *		... it can't be done here: count in another way
 *	... let the program run; it stops by SIGTRAP
 *	if (hc_trace_count_reached(count, pc, &place)) {
 *		... set the pc to `place`
 *		hc_trace_count_remove(count, &error);
 *		... all is as if a breakpoint had been there
 *	}
 *
 * A place is any instruction. It is replaced by a jump to a few others that
 * count; all threads count together. Children after a fork don't count. Freeing
 * a count does not remove it from the program. */
#ifndef HC_TRACE_COUNT_H
#define HC_TRACE_COUNT_H

#include <glib.h>
#include <sys/types.h>

struct hc_count_host {
	pid_t pid;
	guint64 pc; /* where it is now */
	/* Writes memory, including code. */
	gboolean (*write)(guint64 address, const void *bytes, gsize n,
		gpointer data, GError **error);
	/* Makes the program do a system call, and stores its result. */
	gboolean (*call)(long number, const guint64 arguments[6],
		gint64 *result, gpointer data, GError **error);
	gpointer data;
	const char *debug_dir; /* as in debuginfo.h */
};

/* A host for a program that the calling thread traces. */
void hc_count_host_traced(struct hc_count_host *host, pid_t pid, guint64 pc,
	const char *debug_dir);

struct hc_trace_count;

/* NULL with HC_TRACE_ERROR or an error of the host's if the program's code does
 * not permit it, if the program already has several threads, or if it is at one
 * of the places; then nothing has changed. */
struct hc_trace_count *hc_trace_count_new(const struct hc_count_host *host,
	const guint64 *places, guint n_places, guint64 hits, GError **error);
void hc_trace_count_free(struct hc_trace_count *count);

/* Whether a SIGTRAP with this pc marks the last hit, and at which place. */
gboolean hc_trace_count_reached(
	const struct hc_trace_count *count, guint64 pc, guint64 *place);

/* Restores the program's code, and removes ours, unless the program has
 * threads: one of them may be in the middle of it. */
gboolean hc_trace_count_remove(struct hc_trace_count *count, GError **error);

typedef struct hc_trace_count hc_trace_count; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_trace_count, hc_trace_count_free)

#endif
