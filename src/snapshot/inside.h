/* What the files of snapshot share. */
#ifndef HC_SNAPSHOT_INSIDE_H
#define HC_SNAPSHOT_INSIDE_H

#include "debuginfo.h"
#include "heap.h"
#include "memory.h"
#include "snapshot.h"

/* Stack memory of a frame that no variable accounts for: what alloca gives. */
struct hc_area {
	guint64 start, end;
};

struct hc_snapshot {
	pid_t pid;
	struct hc_memory *memory;
	struct hc_heap *heap;
	const struct hc_block *blocks; /* the heap's, to number them */
	struct hc_debuginfo *info;
	GPtrArray *calls; /* struct hc_call, innermost first */
	GPtrArray *variables; /* GPtrArray of struct hc_variable, kept for
				 their names */
	GArray *roots; /* struct mg_root */
	GStringChunk *names;
	GPtrArray *values; /* GBytes of roots that are not in memory */
	GArray *areas; /* struct hc_area, by address */
	GArray *modules; /* struct mg_module, by address */
	guint64 stack_pointer;
	gboolean dynamic; /* it has a dynamic loader */
	struct mg_reader reader;
	struct mg_graph *graph;
	struct hc_snapshot_facts facts;
};

/* Adds a root; strings are copied. */
void hc_snapshot_add_root(
	struct hc_snapshot *snapshot, const struct mg_root *root);

/* reader.c: memory and places as memgraph asks for them. */
void hc_snapshot_init_reader(struct hc_snapshot *snapshot);

/* Roots, by what they are of. */
void hc_snapshot_add_globals(struct hc_snapshot *snapshot, guint64 fs_base);
void hc_snapshot_add_frames(struct hc_snapshot *snapshot);
void hc_snapshot_add_process(struct hc_snapshot *snapshot);

/* A variable as a root, with a name that was found for it. */
void hc_snapshot_add_variable(struct hc_snapshot *snapshot,
	const struct hc_variable *variable, const struct hc_call *call,
	const char *name, enum mg_root_class class);

/* "*(struct node *) 0x7ffe1230": where no name leads. */
char *hc_name_by_address(const struct mg_type *type, guint64 address);

#endif
