/* What the files of memgraph share. Internal to memgraph. */
#ifndef MG_GRAPH_H
#define MG_GRAPH_H

#include "object.h"
#include "vertex.h"

/* Whether the root of a stretch or object, plus one, is one that may hold
 * anything. */
static inline gboolean mg_root_is_unsure(
	const struct mg_root *roots, guint32 root)
{
	return root && roots[root - 1].unsure;
}

/* ---- build.c ---- */

/* A graph without roots, objects and links. */
struct mg_graph *mg_graph_empty(void);

/* ---- stray.c ---- */

/* To be called when all objects and links are there. */
void mg_graph_find_strays(
	struct mg_graph *graph, const struct mg_reader *reader);

/* ---- name-part.c ---- */

/* A pointer that leads to a part of an object. */
struct mg_part {
	guint32 object, link;
	guint64 offset, size;
};
/* The same. */
void mg_graph_find_parts(struct mg_graph *graph);
/* The pointer by which a vertex is named better than by the name of its object;
 * NULL if there is none. */
const struct mg_link *mg_part_link(
	const struct mg_graph *graph, const struct mg_vertex *vertex);

/* ---- bytes.c: copies of memory ---- */

/* Room for more bytes, all 0, after those that are there; NULL if memory is
 * short. Zeros cost nothing until something else is written over them. The
 * graph's bytes may move. */
guint8 *mg_graph_reserve(struct mg_graph *graph, guint64 size);
void mg_graph_free_bytes(struct mg_graph *graph);

/* ---- summary.c: how many vertices there are ---- */

struct mg_counter;
struct mg_counter *mg_counter_new(const struct mg_graph *graph);
/* The vertices of one object; valid until the next is counted. */
const struct mg_summary *mg_counter_count(
	struct mg_counter *counter, guint32 object);
void mg_counter_free(struct mg_counter *counter);

typedef struct mg_counter mg_counter; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mg_counter, mg_counter_free)

/* ---- map.c: addresses to numbers ---- */

/* A hash table from addresses to small numbers. Extraction is mostly one lookup
 * for each pointer, and this is several times faster than a GHashTable with
 * allocated keys, in a quarter of the space. */
struct mg_map_entry {
	guint64 key; /* 0: empty; so address 0 can't be a key */
	guint32 value;
};
struct mg_map {
	struct mg_map_entry *entries;
	gsize size, used; /* size is a power of two … */
	guint shift; /* … namely 1 << (64 - shift) */
};
void mg_map_init(struct mg_map *map);
void mg_map_clear(struct mg_map *map);
/* MG_NO_OBJECT if it is not there. */
guint32 mg_map_get(const struct mg_map *map, guint64 key);
void mg_map_put(struct mg_map *map, guint64 key, guint32 value);

/* ---- shape.c: types to stretches ---- */

/* The shape of a block of this size, given that a `type *` leads to its start.
 * Shapeless (type NULL) if the type is unknown or does not fit. */
struct mg_shape mg_shape_of_block(const struct mg_type *type, guint64 size);
/* The last member of a struct, if it is an array of something. */
const struct mg_member *mg_last_array(const struct mg_type *type);
/* The same, or a union of such arrays, each of which would be the last. */
const struct mg_member *mg_tail_of(const struct mg_type *type);
/* What it consists of; a union is an element of its own size. */
const struct mg_type *mg_tail_element(const struct mg_member *tail);
/* Whether the last member of a struct may be longer than it says. */
gboolean mg_has_open_tail(const struct mg_type *type);
/* Whether a value of the type holds pointers; remembers what it finds. */
struct mg_pointers {
	GArray *known; /* by type id: 0 unknown, 1 no, 2 yes */
	const struct mg_reader *reader; /* for the nodes of containers */
	GArray *nodes; /* by type id: const struct mg_type *, see container.c */
	/* While mg_scan() calls for a pointer: what the nodes of the container
	 * are in which it is; NULL: it is in none. */
	const struct mg_type *around;
};
gboolean mg_has_pointers(
	struct mg_pointers *pointers, const struct mg_type *type);

/* ---- parts.c: types in types ---- */

/* Whether a value of the type has a `part` at this offset, at any depth. */
gboolean mg_type_has(
	const struct mg_type *type, guint64 offset, const struct mg_type *part);
/* Whether a pointer to a `part` may lead to this offset, as one to a member, an
 * element, or a member of these, at any depth. */
gboolean mg_has_part(const struct mg_shape *shape, guint64 offset,
	const struct mg_type *part);
/* How much of a type is always there: what is before its open tail; of a union,
 * its smallest struct, since programs allocate what a member needs. */
guint64 mg_fixed_size(const struct mg_type *type);

/* ---- container.c ---- */

/* The nodes of a container of C++'s library; NULL: it is something else. */
const struct mg_type *mg_nodes_of(
	struct mg_pointers *pointers, const struct mg_type *type);

/* ---- held.c ---- */

/* What a member holds that is a union; `bytes` are those from its start on. */
enum mg_held mg_member_held(const struct mg_member *member, const guint8 *bytes,
	guint64 size, const struct mg_type **value);

/* ---- scan.c: pointers in a stretch ---- */

enum mg_slot {
	MG_SLOT_POINTER, /* `type` is what it leads to */
	MG_SLOT_UNION, /* `type` is the union; value is not set */
	MG_SLOT_WORD, /* a word of a shapeless stretch */
};
typedef void (*mg_slot_func)(enum mg_slot slot, guint64 offset, guint64 value,
	const struct mg_type *type, gpointer data);
/* Calls the function for every pointer that is not null, in order. */
void mg_scan(struct mg_pointers *pointers, const struct mg_shape *shape,
	const guint8 *bytes, guint64 size, guint64 address, mg_slot_func func,
	gpointer data);
/* The pointers of a union's members, all of which are possible: calls the
 * function with MG_SLOT_POINTER and offsets from the union's start. */
void mg_scan_union(struct mg_pointers *pointers, const struct mg_type *type,
	const guint8 *bytes, mg_slot_func func, gpointer data);

#endif
