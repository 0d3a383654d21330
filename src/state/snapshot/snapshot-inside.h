/* Internal to snapshot: what its files share. */
#ifndef HC_SNAPSHOT_INSIDE_H
#define HC_SNAPSHOT_INSIDE_H

#include "debuginfo.h"
#include "heap.h"
#include "process-memory.h"
#include "snapshot.h"

/* Stack memory of a frame that no variable accounts for: what alloca gives. */
struct hc_area {
	guint64 start, end;
};

struct hc_snapshot {
	pid_t pid; /* or the thread's, if main's is over */
	hc_stop_flag stop; /* the target's */
	guint64 room; /* for the graph; 0: no limit */
	gboolean freed; /* with what is left in memory that was freed */
	struct hc_memory *memory;
	struct hc_heap *heap;
	const struct hc_block *blocks; /* the heap's, to number them */
	struct hc_debuginfo *info;
	GPtrArray *calls; /* struct hc_call, innermost first */
	GPtrArray *variables; /* GPtrArray of struct hc_variable, kept for
				 their names */
	GArray *roots; /* struct mg_root */
	GStringChunk *names;
	GHashTable *overloaded; /* names of several functions; NULL until asked
				   for */
	GPtrArray *values; /* GBytes of roots that are not in memory */
	GArray *areas; /* struct hc_area, by address */
	GArray *mapped; /* struct mg_mapped */
	GArray *modules; /* struct mg_module, by address */
	GArray *stack; /* struct hc_stack_frame */
	guint64 stack_pointer;
	/* 0: unknown. The last is that of the arguments' texts. */
	guint64 stack_start, heap_start, text_start;
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

/* Roots, by kind. */
void hc_snapshot_add_globals(struct hc_snapshot *snapshot, guint64 fs_base);
void hc_snapshot_add_frames(struct hc_snapshot *snapshot);
void hc_snapshot_add_process(struct hc_snapshot *snapshot);
void hc_snapshot_add_arguments(struct hc_snapshot *snapshot);

/* values.c: what has no value yet. */
struct hc_values *hc_snapshot_values_new(struct hc_snapshot *snapshot);
void hc_snapshot_values_free(struct hc_values *values);
/* Whether a frame's variable surely holds only what was there before. */
gboolean hc_snapshot_values_has_none(struct hc_values *values,
	const struct hc_call *call, const struct hc_variable *variable);
/* Whether a frame has only told the call that it is in where the variable is: it
 * holds what was there before, unless the call has written it. */
gboolean hc_snapshot_values_is_passed(struct hc_values *values,
	const struct hc_call *call, const struct hc_variable *variable);
typedef struct hc_values hc_values; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_values, hc_snapshot_values_free)

/* stack.c: the call stack for other modules. */
void hc_snapshot_fill_stack(struct hc_snapshot *snapshot);
const struct mg_module *hc_snapshot_module(
	const struct hc_snapshot *snapshot, guint64 address);

/* place.c: where stack, heap and the arguments' texts begin. */
void hc_snapshot_find_starts(struct hc_snapshot *snapshot);

/* By address, as they are looked up. */
void hc_snapshot_sort_areas(struct hc_snapshot *snapshot);

/* A variable as a root, with what it is called. */
void hc_snapshot_add_variable(struct hc_snapshot *snapshot,
	const struct hc_variable *variable, const struct hc_call *call,
	const char *name, const char *key, enum mg_root_class class);

/* ---- names.c: what variables are called ---- */

/* "*(struct node *) 0x7ffe1230": where no name leads. */
char *hc_snapshot_name_by_address(const struct mg_type *type, guint64 address);

/* Whether a frame further in belongs to the same function. */
gboolean hc_snapshot_is_again(
	const struct hc_snapshot *snapshot, const struct hc_call *call);

/* Names that mean something other than a global in the innermost frame: those
 * of its variables, of members of its object, of variables in namespaces. */
GHashTable *hc_snapshot_names_nearby(
	struct hc_snapshot *snapshot, const GPtrArray *globals);
/* GDB's name for a global; NULL if it has none. `ambiguous`: others have the
 * same name. */
char *hc_snapshot_name_of_global(const struct hc_snapshot *snapshot,
	const struct hc_variable *variable, gboolean ambiguous,
	GHashTable *nearby);
/* "count list.c:41 i", for those that GDB has no name for. */
char *hc_snapshot_key_of_global(const struct hc_variable *variable);
/* The name of a variable of a frame that is in this many inlined calls, and its
 * key if it needs one: "count#2 list.c:41 i". */
char *hc_snapshot_name_of_local(struct hc_snapshot *snapshot,
	const struct hc_call *call, const struct hc_variable *variable,
	guint inlined, char **key);
/* Makes sure that no two roots have the same key. */
void hc_snapshot_settle_keys(struct hc_snapshot *snapshot);

#endif
