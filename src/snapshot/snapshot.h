/* The state of a stopped program: everything through which one run can differ
 * from another, as the roots of a memory graph, and the graph.
 *
 *	g_autoptr(hc_snapshot) snapshot =
 *		hc_snapshot_new(pid, &registers, NULL, &error);
 *	mg_graph_visit(hc_snapshot_graph(snapshot), ...);
 *
 * Memory, heap and debug information are read from outside of GDB, which only
 * holds the program. Nothing in a snapshot changes when the program goes on. */
#ifndef HC_SNAPSHOT_H
#define HC_SNAPSHOT_H

#include "memgraph.h"
#include "target.h"

/* What is left out, and why. */
struct hc_snapshot_facts {
	guint optimised_out; /* variables without a place at this moment */
	guint uninitialised; /* locals of a function that is being entered */
	guint frames;
	gboolean more_frames; /* the stack is deeper than was looked at */
	gboolean heap_found; /* blocks have sizes */
	guint heap_damaged; /* places where the heap makes no sense */
	guint64 bytes_read; /* from the program */
};

struct hc_snapshot;
/* `debug_dir` is where separate debug files are; NULL: the usual place, "":
 * nowhere, which keeps a libc's own variables out of it whether or not its
 * debug files are installed. Errors are those of debuginfo and memory. */
struct hc_snapshot *hc_snapshot_new(pid_t pid,
	const struct hc_target_registers *registers, const char *debug_dir,
	GError **error);
void hc_snapshot_free(struct hc_snapshot *snapshot);

/* The snapshot's own. */
const struct mg_graph *hc_snapshot_graph(const struct hc_snapshot *snapshot);
const struct hc_snapshot_facts *hc_snapshot_facts(
	const struct hc_snapshot *snapshot);

typedef struct hc_snapshot hc_snapshot; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_snapshot, hc_snapshot_free)

#endif
