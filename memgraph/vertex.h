/* The vertices of a graph, one by one: each value with its type, its name and
 * what it says.
 *
 *	static gboolean show(const struct mg_vertex *vertex, gpointer data)
 *	{
 *		g_autofree char *name = mg_vertex_name(graph, vertex);
 *		g_autofree char *text = mg_vertex_text(graph, vertex);
 *		...
 *	}
 *	mg_graph_visit(graph, show, NULL);
 *
 * Vertices exist only during the call; copy what you want to keep. An array of
 * plain numbers is one vertex, and so are a string, a union, and bytes without
 * a type. */
#ifndef MG_VERTEX_H
#define MG_VERTEX_H

#include "memgraph.h"

enum mg_vertex_kind {
	MG_VERTEX_VALUE, /* as its type says: a number, a struct, a pointer … */
	MG_VERTEX_ELEMENTS, /* a block of several values of the type */
	MG_VERTEX_BYTES, /* no type; `type` is NULL */
	MG_VERTEX_TEXT, /* the same, and a char * leads here */
};

struct mg_vertex {
	enum mg_vertex_kind kind;
	guint32 object; /* objects are numbered from 0, roots among them */
	guint64 offset; /* in the object */
	guint64 size;
	const struct mg_type *type;
	const struct mg_member *member; /* a bit field: which */
	guint64 count; /* MG_VERTEX_ELEMENTS */
	/* The edge from the vertex above it in the object: `.part`, or
	 * `[index]` if that is NULL. Variables and pointers lead to vertices of
	 * depth 0. */
	guint depth;
	const struct mg_member *part;
	guint64 index;
	gboolean held; /* inside a union, which holds a struct with this part */
	/* For pointers: where they lead, or why they don't. */
	enum mg_end end;
	guint32 to;
	guint64 to_offset;
	const char *function; /* MG_END_FUNCTION; may be NULL */
};

/* Calls the function for every vertex, object by object, each from the whole to
 * its parts, until it returns FALSE or the user wants it to end (struct
 * mg_reader). The first vertex of an object always comes. */
typedef gboolean (*mg_vertex_func)(
	const struct mg_vertex *vertex, gpointer data);
void mg_graph_visit(
	const struct mg_graph *graph, mg_vertex_func func, gpointer data);

/* The same for the vertices of one object. */
void mg_object_visit(const struct mg_graph *graph, guint32 object,
	mg_vertex_func func, gpointer data);
/* The same for those that have bytes in [from, end), whatever else the object
 * has. */
void mg_object_visit_part(const struct mg_graph *graph, guint32 object,
	guint64 from, guint64 end, mg_vertex_func func, gpointer data);

/* The root that an object has its name from; MG_NO_OBJECT if it is named by its
 * address. */
guint32 mg_named_after(const struct mg_graph *graph, guint32 object);

guint mg_graph_n_objects(const struct mg_graph *graph);
/* The address of an object; 0 if it is not in memory. */
guint64 mg_graph_address(const struct mg_graph *graph, guint32 object);

/* The bytes of a vertex, `size` of them; NULL if they could not be read. */
const guint8 *mg_vertex_bytes(
	const struct mg_graph *graph, const struct mg_vertex *vertex);

/* The name that a person would choose, valid as a GDB expression at this stop:
 * "list->next->value". What is very far from any variable is named by its
 * address: "((struct node *) 0x4052a0)->value". The caller frees it. */
char *mg_vertex_name(
	const struct mg_graph *graph, const struct mg_vertex *vertex);

/* The same for people: where GDB needs a cast or an address, what is there is
 * told in words, "balance of the struct account at box->content", "bytes 8 to 15
 * of *p". Never an address. The caller frees it. */
char *mg_vertex_words(
	const struct mg_graph *graph, const struct mg_vertex *vertex);
/* The pointer to the start of an object that the object has its name from, in
 * words; NULL if there is none. The caller frees it. */
char *mg_pointer_words(const struct mg_graph *graph, guint32 object);
/* What a person calls a variable: its name, or, where GDB has only a place for
 * it, "f::x". The caller frees it. */
char *mg_root_shown(const struct mg_root *root);

/* The same, from an expression that points to the vertex's object and has its
 * type. */
char *mg_vertex_name_from(const struct mg_graph *graph,
	const struct mg_vertex *vertex, const char *pointer);

/* An address inside an object, as an expression: "&x", "list->next", "p + 3".
 * Its type is a pointer, but not always the right one. */
char *mg_address_name(
	const struct mg_graph *graph, guint32 object, guint64 offset);

/* The value of a scalar as GDB prints it, a string in quotes, and for anything
 * else what it is: "struct node", "3 x int", "24 bytes". The caller frees
 * it. */
char *mg_vertex_text(
	const struct mg_graph *graph, const struct mg_vertex *vertex);

/* An integer, character, bool, enum or pointer, bit fields included, extended
 * to 64 bits. FALSE if the vertex is none of these, or unreadable. */
gboolean mg_vertex_bits(const struct mg_graph *graph,
	const struct mg_vertex *vertex, guint64 *bits);

/* What a union holds, by a tag beside it. `as` is its member in the graph whose
 * types are asked for, which may be another one. */
enum mg_held {
	MG_HELD_UNKNOWN, /* there is no tag, or one that says nothing */
	MG_HELD_NOTHING, /* what is there is left over */
	MG_HELD_VALUE, /* a value of the type */
};
enum mg_held mg_vertex_held(const struct mg_graph *graph,
	const struct mg_vertex *vertex, const struct mg_member *as,
	const struct mg_type **value);

struct mg_summary {
	guint64 vertices, edges, objects, bytes;
	guint64 kinds[MG_UNION + 1]; /* vertices by enum mg_kind */
	guint64 raw; /* vertices without a type */
	guint64 ends[MG_N_ENDS]; /* pointers that lead nowhere, by reason */
};
void mg_graph_summary(const struct mg_graph *graph, struct mg_summary *sum);

/* "struct", "pointer" …; "freed or dead", "not mapped" … */
const char *mg_kind_name(enum mg_kind kind);
const char *mg_end_name(enum mg_end end);

#endif
