/* The state of a stopped program: everything through which one run can differ
 * from another, as the roots of a memory graph, and the graph.
 *
 *	g_autoptr(hc_snapshot) snapshot =
 *		hc_snapshot_new(target, &options, &error);
 *	mg_graph_visit(hc_snapshot_graph(snapshot), ...);
 *
 * Memory, heap and debug information are read from outside GDB, which only
 * holds the program. A snapshot stays as it is when the program goes on. It
 * owns all that its functions return, unless they say otherwise; it changes
 * nothing in the program and compares no values. */
#ifndef HC_SNAPSHOT_H
#define HC_SNAPSHOT_H

#include "memgraph.h"
#include "process-memory.h"
#include "target.h"

/* What was read, and what was left out. */
struct hc_snapshot_facts {
	guint optimised_out; /* variables without a place at this moment */
	guint uninitialised; /* locals that have no value yet */
	guint frames;
	gboolean more_frames; /* the stack is deeper than that */
	gboolean heap_found; /* blocks have sizes */
	guint heap_damaged; /* places where the heap makes no sense */
	guint64 bytes_read; /* from the program */
};

struct hc_snapshot_options {
	/* Where separate debug files are; NULL: the usual place, "": nowhere,
	 * which keeps libc's own variables out whether or not its debug files
	 * are installed. */
	const char *debug_dir;
	/* How memory is read at first; if that is refused, in the next way,
	 * and finally through GDB. */
	enum hc_memory_way way;
	/* Bytes that the snapshot may take; what finds no room is left out of
	 * the graph (MG_END_NO_ROOM). 0: no limit. */
	guint64 memory;
	/* Also what is left in memory that was freed: struct mg_reader. */
	gboolean freed;
};

struct hc_snapshot;
/* The state of a target that is stopped. Errors are those of the target, of
 * debuginfo and of memory, and HC_STOPPED_ERROR if the `stop` of the target's
 * launch is set. */
struct hc_snapshot *hc_snapshot_new(struct hc_target *target,
	const struct hc_snapshot_options *options, GError **error);
void hc_snapshot_free(struct hc_snapshot *snapshot);

/* Both belong to the snapshot. */
const struct mg_graph *hc_snapshot_graph(const struct hc_snapshot *snapshot);
const struct hc_snapshot_facts *hc_snapshot_facts(
	const struct hc_snapshot *snapshot);

/* The debug information of the program as it is stopped; for one thread at a
 * time. It belongs to the snapshot. */
struct hc_debuginfo;
struct hc_debuginfo *hc_snapshot_debuginfo(const struct hc_snapshot *snapshot);

/* The call stack, innermost first; it belongs to the snapshot. A pc is given as
 * a file and an offset in it, which are the same in every run. */
struct hc_stack_frame {
	const char *function, *file; /* NULL: unknown */
	int line; /* of the call, or where it stopped */
	const char *module; /* NULL: unknown */
	guint64 offset; /* in the module */
	gboolean has_debug;
};
const struct hc_stack_frame *hc_snapshot_stack(
	const struct hc_snapshot *snapshot, guint *n);
/* The call in whose frame an address is: the first instruction of its function,
 * and what the stack pointer was there. FALSE: it is in none of the frames, or
 * the function has no debug information. */
gboolean hc_snapshot_frame_of(const struct hc_snapshot *snapshot,
	guint64 address, guint64 *entry, guint64 *pointer);
/* Whether two runs are at the same place, by the same calls. */
gboolean hc_snapshot_comparable(
	const struct hc_snapshot *a, const struct hc_snapshot *b);

/* An address in words that mean the same in every run of the same invocation,
 * wherever its memory is: "stack-0x48". The caller frees it. */
char *hc_snapshot_place(const struct hc_snapshot *snapshot, guint64 address);

/* Whether stack and heap are at the same addresses in both runs. */
gboolean hc_snapshot_same_addresses(
	const struct hc_snapshot *a, const struct hc_snapshot *b);

typedef struct hc_snapshot hc_snapshot; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_snapshot, hc_snapshot_free)

#endif
