/* How a graph is stored, for code that looks at its objects and links rather
 * than at vertices.
 *
 *	const struct mg_object *object = mg_graph_object(graph, number);
 *	const struct mg_link *links = mg_graph_links(graph, object);
 *	for (guint32 i = 0; i < object->n_links; i++)
 *		follow(links[i].to);
 */
#ifndef MG_OBJECT_H
#define MG_OBJECT_H

#include "memgraph.h"

/* What a stretch of memory is made of. */
struct mg_shape {
	const struct mg_type *type; /* of an element; NULL: bytes */
	guint64 count;
	gboolean tail; /* its last member, an array, extends to the end */
};

enum { MG_NO_OBJECT = G_MAXUINT32 };

/* What kind of memory an object is in. */
enum mg_home {
	MG_HOME_OTHER, /* a variable, or something else that a pointer leads to
			*/
	MG_HOME_BLOCK, /* a whole block of the heap */
	MG_HOME_PIECE, /* a piece of a block that is a pool */
	MG_HOME_CONSTANT, /* the program can't write there */
	MG_HOME_FREED, /* what is left in memory that was freed */
};

struct mg_object {
	guint64 address;
	guint64 size;
	struct mg_shape shape;
	gsize bytes; /* where its copy starts in the graph's bytes */
	guint32 root; /* which root it is, plus one; 0: not a root */
	guint32 named_by; /* the link that makes its name, plus one; 0: root */
	guint32 first_link, n_links; /* from this object, by offset */
	gboolean text; /* a char * leads here */
	gboolean readable; /* else it has no bytes */
	gboolean in_memory; /* else `address` means nothing */
	enum mg_home home;
	gboolean loose; /* MG_HOME_FREED: the allocator may have joined the
			   block with others, and may divide it anew */
};

/* One pointer that is not null. */
struct mg_link {
	guint32 from,
		to; /* objects; `to` is MG_NO_OBJECT if it leads nowhere; with
		       MG_END_DEAD it may be one in freed memory */
	guint64 offset; /* of the pointer in `from` */
	union {
		guint64 to_offset; /* where in `to` it leads */
		const char *function; /* MG_END_FUNCTION */
	};
	const struct mg_type *type; /* what it claims to lead to */
	enum mg_end end;
	gboolean word; /* only looks like a pointer; has no type */
	gboolean allocator; /* an allocator's, into its pool: in another run
			       objects are elsewhere in the pool, so that it has
			       no meaning there */
	gboolean beside; /* not a pointer: leads to the next piece of the same
			    block; offsets are 0 */
};

/* A word that is an address although nothing says that it is a pointer: in
 * bytes without a type, in a number, in padding. It was not followed. */
struct mg_stray {
	guint32 object;
	guint64 offset;
};

/* Made when an object is first looked up by its address: that is rare, and
 * sorting takes longer than looking for strays. */
struct mg_order {
	gboolean wanted; /* there are strays */
	gsize made; /* for g_once_init_enter() */
	GArray *objects; /* guint32 */
};

struct mg_graph {
	const struct mg_root *roots;
	guint n_roots;
	const struct mg_module *modules; /* by address */
	guint n_modules;
	GArray *objects; /* struct mg_object */
	GArray *links; /* struct mg_link, by object and offset */
	GArray *strays; /* struct mg_stray, by object and offset */
	GArray *stray_starts; /* guint32: where those of each object begin, and
				 where the last ones end; empty: there are none
				 */
	GArray *parts; /* struct mg_part, see name-part.c */
	GArray *counts; /* struct mg_stray, by object and offset: what may say
			   how much of a pool an allocator of the program's own
			   has handed out; not kept in files */
	struct mg_order *order; /* of objects in memory, by address */
	struct mg_origins *origins; /* of objects, see origin.h */
	guint8 *bytes; /* copies of all objects, one after the other */
	gsize n_bytes, room;
	guint64 bytes_read;
	guint ends[MG_N_ENDS];
	const volatile sig_atomic_t *stop; /* the reader's; or NULL */
	/* A graph that was loaded from a file owns its roots and types. */
	gpointer owned;
	GDestroyNotify free_owned; /* of `owned`; NULL: nothing */
};

static inline const struct mg_object *mg_graph_object(
	const struct mg_graph *graph, guint32 number)
{
	return &g_array_index(graph->objects, struct mg_object, number);
}

/* Whether the user wants whatever is done with the graph to end. Once it is
 * TRUE it stays so: loops may end early if their caller looks again. */
static inline gboolean mg_graph_is_stopped(const struct mg_graph *graph)
{
	return graph->stop && *graph->stop;
}

/* The first of an object's links, which are in the order of offsets; those that
 * lead to pieces beside it come last. */
static inline const struct mg_link *mg_graph_links(
	const struct mg_graph *graph, const struct mg_object *object)
{
	return &g_array_index(graph->links, struct mg_link, object->first_link);
}

/* `size` of them, if the object is readable. */
static inline const guint8 *mg_graph_bytes(
	const struct mg_graph *graph, const struct mg_object *object)
{
	return graph->bytes + object->bytes;
}

/* What a root is called in any run. */
static inline const char *mg_root_key(const struct mg_root *root)
{
	return root->key ? root->key : root->name;
}

/* How many of an object's links are pointers: the others come after them. */
gsize mg_graph_n_pointers(
	const struct mg_graph *graph, const struct mg_object *object);
/* Of n links by offset, the number of the first that is not before this one. It
 * is found at once if it comes soon after those before `near`. */
gsize mg_links_from(
	const struct mg_link *links, gsize n, guint64 offset, gsize near);
/* The links that are pointers at offsets in [offset, end): returns the first,
 * and their number in *n. */
const struct mg_link *mg_graph_links_in(const struct mg_graph *graph,
	guint32 object, guint64 offset, guint64 end, gsize *n);
/* The one at an offset, NULL if there is none. */
const struct mg_link *mg_graph_link_at(
	const struct mg_graph *graph, guint32 object, guint64 offset);
/* The value of the pointer itself: an address in the program. */
guint64 mg_link_value(const struct mg_graph *graph, const struct mg_link *link);

/* Whether the number or pointer there may say how much of a pool is handed out:
 * surely, if it does so in two runs. */
gboolean mg_graph_is_count(
	const struct mg_graph *graph, guint32 object, guint64 offset);
gboolean mg_graph_has_stray(
	const struct mg_graph *graph, guint32 object, guint64 offset);
/* The object at an address; MG_NO_OBJECT if there is none, or if the graph has
 * no strays. */
guint32 mg_graph_object_at(const struct mg_graph *graph, guint64 address);

/* All addresses that overlap [offset, end) of an object, pointers and strays,
 * by offset; each is 8 bytes long.
 *
 *	struct mg_addresses addresses;
 *	mg_addresses_init(&addresses, graph, object, 0, G_MAXUINT64);
 *	while (mg_addresses_next(&addresses, &offset))
 *		...
 */
struct mg_addresses {
	const struct mg_link *links, *links_end; /* those to come */
	const struct mg_stray *strays, *strays_end;
};
void mg_addresses_init(struct mg_addresses *addresses,
	const struct mg_graph *graph, guint32 object, guint64 offset,
	guint64 end);
gboolean mg_addresses_next(struct mg_addresses *addresses, guint64 *offset);

/* The module at an address; NULL if there is none. */
const struct mg_module *mg_module_at(
	const struct mg_graph *graph, guint64 address);
/* By name; NULL if there is none. */
const struct mg_module *mg_module_named(
	const struct mg_graph *graph, const char *name);

/* Bytes that the type of an object accounts for; the rest is malloc's
 * rounding. */
guint64 mg_object_used(const struct mg_object *object);

#endif
