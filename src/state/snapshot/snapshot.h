/* The state of a stopped program: everything through which one run can differ
 * from another, as the roots of a memory graph, and the graph.
 *
 *	g_autoptr(hc_snapshot) snapshot =
 *		hc_snapshot_new(target, &options, &error);
 *	mg_graph_visit(hc_snapshot_graph(snapshot), ...);
 *
 * Memory, heap and debug information are read from outside of GDB, which only
 * holds the program. Nothing in a snapshot changes when the program goes on. */
#ifndef HC_SNAPSHOT_H
#define HC_SNAPSHOT_H

#include "memgraph.h"
#include "process-memory.h"
#include "target.h"

/* What is left out, and why. */
struct hc_snapshot_facts {
	guint optimised_out; /* variables without a place at this moment */
	guint uninitialised; /* locals that have no value yet */
	guint frames;
	gboolean more_frames; /* the stack is deeper than was looked at */
	gboolean heap_found; /* blocks have sizes */
	guint heap_damaged; /* places where the heap makes no sense */
	guint64 bytes_read; /* from the program */
};

struct hc_snapshot_options {
	/* Where separate debug files are; NULL: the usual place, "": nowhere,
	 * which keeps a libc's own variables out of it whether or not its
	 * debug files are installed. */
	const char *debug_dir;
	/* How memory is read at first; where that is refused, in the next
	 * way, at last through GDB. */
	enum hc_memory_way way;
};

struct hc_snapshot;
/* The state of a target that is stopped. Errors are those of the target, of
 * debuginfo and of memory. */
struct hc_snapshot *hc_snapshot_new(struct hc_target *target,
	const struct hc_snapshot_options *options, GError **error);
void hc_snapshot_free(struct hc_snapshot *snapshot);

/* The snapshot's own. */
const struct mg_graph *hc_snapshot_graph(const struct hc_snapshot *snapshot);
const struct hc_snapshot_facts *hc_snapshot_facts(
	const struct hc_snapshot *snapshot);

/* The call stack, innermost first; the snapshot's own. A pc is known by the
 * file that has its code, and where in it: that is the same in every run. */
struct hc_stack_frame {
	const char *function, *file; /* NULL: unknown */
	int line; /* of the call, or where it stopped */
	const char *module; /* NULL: unknown */
	guint64 offset; /* in the module */
	gboolean has_debug;
};
const struct hc_stack_frame *hc_snapshot_stack(
	const struct hc_snapshot *snapshot, guint *n);
/* Whether two runs are at the same place, by the same calls. */
gboolean hc_snapshot_comparable(
	const struct hc_snapshot *a, const struct hc_snapshot *b);

/* An address in words that mean the same in each run of the same invocation,
 * wherever its memory is: "stack-0x48". The caller frees it. */
char *hc_snapshot_place(const struct hc_snapshot *snapshot, guint64 address);

/* Whether stack and heap are where they are in another run. */
gboolean hc_snapshot_same_addresses(
	const struct hc_snapshot *a, const struct hc_snapshot *b);

typedef struct hc_snapshot hc_snapshot; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_snapshot, hc_snapshot_free)

#endif
