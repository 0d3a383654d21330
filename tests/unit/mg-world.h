/* Small states for the tests of matching: lists, trees and arrays at addresses
 * of faked memory that differ from world to world. */
#ifndef TESTS_MG_WORLD_H
#define TESTS_MG_WORLD_H

#include "diff.h"
#include "mg-fake.h"

struct world {
	struct mg_fake *fake;
	guint64 statics, heap; /* the next free address */
	struct mg_type *integer, *text;
	struct mg_type *node; /* int value; struct node *next; */
	struct mg_type *link; /* int value; struct link *next, *prev; */
	struct mg_type *tree; /* int value; struct tree *left, *right; */
	struct mg_type *item; /* int kind; int value; struct item *next; */
	struct mg_type *entry; /* char *name; int count; struct entry *next; */
};

/* Different numbers, different addresses. */
struct world *world_new(guint number);
void world_free(struct world *world);
typedef struct world world;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(world, world_free)

/* A global variable; returns its address. */
guint64 world_variable(struct world *world, const char *name,
	const struct mg_type *type, guint64 value);
guint64 world_pointer(struct world *world, const char *name,
	const struct mg_type *target, guint64 value);
/* A block of the heap. */
guint64 world_block(struct world *world, gsize size);
guint64 world_string(struct world *world, const char *text);

/* Lists of the numbers in a text, "14 18 20 22"; the address of the first
 * element, 0 if there is none. */
guint64 world_list(struct world *world, const char *numbers);
/* Doubly linked, and circular if `around`. */
guint64 world_links(struct world *world, const char *numbers, gboolean around);
/* "kind:value …" */
guint64 world_items(struct world *world, const char *items);
/* "name:count …" */
guint64 world_entries(struct world *world, const char *entries);
/* A tree: "5(3 8(7 9))"; "-" is no subtree. */
guint64 world_tree(struct world *world, const char *text);

/* The differences, a line each: "name: before > after", and at the end
 * "inserted n, deleted m" if there are any. The caller frees it. */
char *world_diff(struct world *a, struct world *b, enum mg_match_way way);
/* The same for graphs. */
char *graph_diff(const struct mg_graph *a, const struct mg_graph *b,
	enum mg_match_way way);

#endif
