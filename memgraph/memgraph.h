/* memgraph: the state of a stopped program as a graph of typed values.
 *
 *	struct mg_reader reader = {.read = ..., .place = ..., .data = me};
 *	g_autoptr(mg_graph) graph = mg_graph_new(&reader, roots, n_roots);
 *	mg_graph_visit(graph, my_vertex, me);
 *
 * A vertex is a value with its type and its place; an edge is the operation
 * that leads to it: a variable, `.member`, `[i]`, `*` (FSE 2002, 3.2). The
 * graph is kept as objects, each a stretch of memory with a type and a copy of
 * its bytes, and links, one for each pointer that was followed; vertices inside
 * an object are made when somebody looks (vertex.h). So a million equal ints
 * cost their bytes and nothing more.
 *
 * memgraph knows nothing of debuggers: memory, types, roots and the heap come
 * through the reader, which tests can fake. Types, names and modules must
 * outlive the graph. */
#ifndef MEMGRAPH_H
#define MEMGRAPH_H

#include "type.h"

#include <signal.h>

enum mg_place_kind {
	MG_PLACE_NOWHERE, /* not mapped */
	MG_PLACE_CODE, /* executable */
	MG_PLACE_CONSTANT, /* mapped, but the program can't write there */
	MG_PLACE_DEAD, /* freed, below the stack pointer, the allocator's own */
	MG_PLACE_BLOCK, /* in a live block of the heap */
	MG_PLACE_DATA, /* other writable memory: static data, stack, maps */
	/* Blocks whose bounds nobody knows, one after the other: what a frame
	 * got from alloca. `start` and `size` are those of all of them. */
	MG_PLACE_AREA,
};

struct mg_place {
	enum mg_place_kind kind;
	guint64 start; /* of the block, or the mapping */
	guint64 size;
	/* A small number that identifies the block, from 1, rising with the
	 * address; 0 if it has none. Saves a search for each pointer. */
	guint32 block;
	/* MG_PLACE_DEAD, and `block` is not 0: a block that was freed. So many
	 * bytes at its start and at its end are the allocator's now. `whole`: it
	 * has the size that it had; else it may be a part of something larger.
	 */
	guint8 taken_first, taken_last;
	gboolean whole;
};

/* A file that is mapped into the program: in another run, what lies in it has
 * the same distance from its start. */
struct mg_module {
	const char *name;
	guint64 start, end;
};

/* Any memory that the program has. */
struct mg_mapped {
	guint64 start, end;
};

struct mg_reader {
	/* Reads all of the bytes, or returns FALSE. */
	gboolean (*read)(guint64 address, void *bytes, gsize n, gpointer data);
	void (*place)(guint64 address, struct mg_place *place, gpointer data);
	/* The first address from `address` on, before `end`, whose byte may not
	 * be 0; `end` if there is none. Saves reading what was never written.
	 * NULL: not known. */
	guint64 (*touched)(guint64 address, guint64 end, gpointer data);
	/* The name of the function that starts there, or NULL. */
	const char *(*function)(guint64 address, gpointer data);
	/* All structs of the program that have exactly this size, in an order
	 * that is the same in each run: const struct mg_type *. They may hold
	 * a block that no pointer knows as a whole. NULL, or no such function:
	 * none are known. The array is the reader's. */
	const GPtrArray *(*structs)(guint64 size, gpointer data);
	/* The class of the C++ object of which a part that has virtual
	 * functions is at the address, and where it starts. NULL, or no such
	 * function: not known. */
	const struct mg_type *(*class_of)(
		guint64 address, guint64 *start, gpointer data);
	/* The type of the nodes of a container of C++'s library, or of an
	 * iterator, or the node's own: what is declared to lead to a base of it
	 * leads to such a node. NULL, or no such function: it is no container.
	 */
	const struct mg_type *(*nodes)(
		const struct mg_type *type, gpointer data);
	gpointer data;
	/* By address; none overlap. They outlive the graph. */
	const struct mg_module *modules;
	guint n_modules;
	/* By address; none overlap. Tells addresses from numbers. None: not
	 * known. */
	const struct mg_mapped *mapped;
	guint n_mapped;
	/* The user wants it to end if this is not 0; a signal handler may set
	 * it at any time, and it stays so. NULL: nobody will. It outlives the
	 * graph, since all that takes long with a graph looks at it: matches,
	 * differences, files. */
	const volatile sig_atomic_t *stop;
	/* Bytes that the graph may take, together with what it takes to make
	 * and to compare it; about. When they are used up, pointers to what is
	 * not known yet are not followed: MG_END_NO_ROOM. Variables are always
	 * there. 0: no limit. */
	guint64 room;
	/* What is left in memory that was freed is there as well, where a typed
	 * pointer leads: such a pointer stays a leaf (MG_END_DEAD), but it leads
	 * to an object. */
	gboolean freed;
};

/* Whose variable a root is. Of several ways to an object, the one from an
 * earlier class makes the better name. */
enum mg_root_class {
	MG_ROOT_LOCAL, /* of the innermost frame */
	MG_ROOT_OUTER, /* of another frame */
	MG_ROOT_GLOBAL, /* static storage of any kind */
	MG_ROOT_PROCESS, /* arguments, environment, streams, descriptors */
};

/* Where a root is, so that it can be altered there. */
enum mg_root_place {
	MG_IN_MEMORY, /* at `address` */
	/* `number` is DWARF's for x86-64: 0 … 15 are rax rdx rcx rbx rsi rdi
	 * rbp rsp r8 … r15. It is the register as the innermost frame has it,
	 * even for a variable of an outer frame: if an inner frame has saved
	 * the register, the variable is in memory. The value is the register's
	 * lowest bytes. */
	MG_IN_REGISTER,
	MG_IN_DESCRIPTOR, /* `number` is the descriptor's */
	MG_IN_NOTHING, /* computed from other things: can't be altered */
};

struct mg_root {
	const char *name; /* valid as a GDB expression at this stop, except for
			     what GDB has no name for: "<fd 0>" */
	/* What it is called in any run that is stopped at the same place, if
	 * that is not its name: "env HOME", "main#2 list.c:41 i". NULL: the
	 * name. No two roots have the same key. */
	const char *key;
	enum mg_root_class class;
	guint level; /* of the frame */
	gboolean foreign; /* the frame's function is not the user's: others make
			     better names */
	const struct mg_type *type; /* NULL: bytes … */
	guint64 size; /* … this many of them … */
	gboolean text; /* … which are a string */
	guint64 address;
	/* If set, it is not in memory, and these are its bytes; `address` then
	 * means nothing, and `place` says where it is. */
	GBytes *value;
	enum mg_root_place place;
	/* What it holds may be left over from before it was made: its pointers
	 * tell nothing about what they lead to. */
	gboolean unsure;
	/* The call that its function is in may not have written it yet: then it
	 * leads where it led before, which others lead to as well, and make the
	 * better name. */
	gboolean pending;
	guint number; /* of the register or descriptor */
	/* It is in memory, where an inner frame saved a register: for GDB it is
	 * still in the register, and has no address. */
	gboolean saved;
	/* A frame further in is of the same function: the name of a variable is
	 * not enough to tell which is meant. */
	gboolean again;
};

/* Why a pointer does not lead anywhere in the graph. */
enum mg_end {
	MG_END_NONE, /* it does lead somewhere */
	MG_END_NULL,
	MG_END_UNMAPPED,
	MG_END_DEAD,
	MG_END_FUNCTION,
	MG_END_CONSTANT, /* read-only memory, neither a variable nor a string */
	MG_END_OPAQUE, /* of unknown type: void, incomplete */
	MG_END_UNREADABLE, /* mapped, but reading failed */
	MG_END_IMPLAUSIBLE, /* a union's pointer that makes no sense */
	MG_END_NO_ROOM, /* it was not followed: see struct mg_reader */
	MG_N_ENDS,
};

struct mg_graph;

/* Extracts the state below the roots. What can't be read or followed is a leaf
 * that says why. NULL only if the reader's `stop` is set: a part of a graph is
 * of no use to anybody. */
struct mg_graph *mg_graph_new(const struct mg_reader *reader,
	const struct mg_root *roots, guint n_roots);
void mg_graph_free(struct mg_graph *graph);

/* The bytes as a C string literal, quotes included, which GDB reads back as the
 * same bytes: "caf\303\251\n". Printable UTF-8 stays as it is, everything else
 * is escaped, so that the result is always valid UTF-8 and one line. After
 * `limit` bytes it ends in "..." outside the quotes; a character is never cut
 * in two. The caller frees it. */
char *mg_quote(const void *bytes, gsize length, gsize limit);

typedef struct mg_graph mg_graph; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mg_graph, mg_graph_free)

#endif
