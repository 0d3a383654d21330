/* What memory is made of: stretches and their types, before there is a graph.
 * Internal to memgraph.
 *
 * C does not say what a graph needs to know. The type of a block follows from
 * the pointers that lead to it; so all typed pointers are followed first, until
 * nothing new is learnt (mg_extract_types), and only then is the graph built,
 * with types that no longer change. */
#ifndef MG_EXTRACT_H
#define MG_EXTRACT_H

#include "graph.h"

/* There may be millions, met in no order: it fills one line of the cache, and no
 * more. */
struct mg_stretch {
	guint64 address, size;
	struct mg_shape shape;
	guint32 root; /* plus one; 0: none */
	guint32 object; /* once the graph has it, else MG_NO_OBJECT */
	guint32 whole; /* of a piece: the block or variable that it is part of,
			  else MG_NO_OBJECT; of a variable that was split:
			  itself */
	guint block : 1; /* a whole live block of the heap, or … */
	guint area : 1; /* … any number of blocks: MG_PLACE_AREA */
	guint split : 1; /* cut into pieces, which are known by themselves */
	guint opened : 1; /* … and the graph has a way to all of them */
	guint text : 1; /* a char * leads here */
	guint constant : 1; /* can't be written */
	guint queued : 1;
	guint left_out : 1; /* of a pool, all that found no room */
	guint dead : 1; /* of a pool, what is not handed out … */
	guint given_back : 1; /* … any more */
	guint gone : 1; /* it was a piece of a pool, and is part of another */
	guint64 extent; /* of a variable or block: the size before it was split */
};

G_STATIC_ASSERT(sizeof(struct mg_stretch) == 64);

/* A typed pointer into a stretch that may be a pool. */
struct mg_inside {
	guint32 stretch;
	guint64 offset;
	const struct mg_type *type;
};

/* A pointer into a block that says nothing of an object there, and the stretch
 * that it is in: `from`, which may hold it together with others. */
struct mg_loose {
	guint32 pool, holder, from;
	guint64 value;
};

/* A pointer to a link and nothing else, or, without `type`, to anything. */
struct mg_cell {
	guint32 pool, holder, from;
	guint64 address;
	const struct mg_type *type;
};

/* What may say where the next object goes, and the stretch that it is in. */
struct mg_count {
	guint32 holder;
	guint64 offset;
};

struct mg_extract {
	const struct mg_reader *reader;
	const struct mg_root *roots;
	guint n_roots;
	struct mg_pointers pointers;
	GArray *stretches; /* struct mg_stretch; roots first, in order */
	struct mg_map blocks; /* start of a block → stretch */
	GArray *numbered; /* the same for blocks with a number: guint32 */
	GPtrArray *known; /* GArray of guint32: stretches that are not a whole
			     block, by address */
	GArray *queue; /* guint32: stretches to look at */
	GArray *insides; /* struct mg_inside, not looked at yet */
	GHashTable *held; /* stretch → GArray of struct mg_inside that did not
			     make it a pool */
	GArray *parts; /* struct mg_inside in tails of objects of pools, and in
			  arrays, which would be parts of these … */
	gboolean torn; /* … unless they were cut since they were asked */
	GArray *unions; /* struct { guint32 stretch; guint64 offset; type } */
	GArray *waiting; /* the same, until more is known of pools */
	GArray *texts; /* struct mg_inside: char * into areas */
	GArray *strings; /* guint64: where a char * leads into what may be a
			    pool */
	GArray *tails; /* struct mg_inside: from there on, the tail of an object
			  in a pool was not looked at yet */
	guint tails_done; /* of these */
	GArray *loose; /* struct mg_loose */
	GArray *cells; /* struct mg_cell */
	GArray *pools; /* guint32: stretches that are split */
	GArray *counts; /* struct mg_count */
	GHashTable *allocators; /* guint64: a pool and a holder of its pointers
				   that is its allocator; or the pool and
				   MG_NO_OBJECT, if it has one */
	GHashTable *pool_types; /* type → the set of pools with objects of that
				   type */
	struct mg_untyped *untyped;
	struct mg_siblings *siblings;
	gboolean learnt; /* there is a new entry in one of these sets */
	GByteArray *buffer;
	guint64 bytes_read;
	guint64 used; /* of the reader's room, about */
	gboolean full; /* something was left out; so is all that is new */
};

/* Whether the user wants it to end; then what there is will be thrown away. */
static inline gboolean mg_extract_is_stopped(const struct mg_extract *x)
{
	return x->reader->stop && *x->reader->stop;
}

/* Where a pointer leads. */
struct mg_target {
	enum mg_end end;
	guint32 stretch; /* also of what is there, but not in the graph */
	guint64 offset;
	const char *function;
};

void mg_extract_init(struct mg_extract *x, const struct mg_reader *reader,
	const struct mg_root *roots, guint n_roots);
void mg_extract_clear(struct mg_extract *x);
void mg_extract_types(struct mg_extract *x);

static inline struct mg_stretch *mg_stretch_at(
	const struct mg_extract *x, guint32 id)
{
	return &g_array_index(x->stretches, struct mg_stretch, id);
}

/* A new stretch, found by its address from now on if `known`. */
guint32 mg_stretch_add(struct mg_extract *x, guint64 address, guint64 size,
	struct mg_shape shape, gboolean known);

/* ---- room.c ---- */

/* Whether there is room for one more stretch of this size, which then counts as
 * used. What is left out is the same in two states as far as possible: the
 * first that finds no room, and all that comes after it. */
gboolean mg_room_for_stretch(
	struct mg_extract *x, guint64 address, guint64 size);
/* One more pointer was met. */
void mg_room_for_link(struct mg_extract *x);

/* ---- known.c: stretches by their addresses ---- */

/* The known stretch at the address; of several, the one that starts last, and
 * of those the first that was added. MG_NO_OBJECT: none. */
guint32 mg_known_at(const struct mg_extract *x, guint64 address);
/* The first one that starts after the address, or MG_NO_OBJECT. */
guint32 mg_known_after(const struct mg_extract *x, guint64 address);
void mg_known_add(struct mg_extract *x, guint32 id);
void mg_known_remove(struct mg_extract *x, guint32 id);

/* ---- Reading and following ---- */

/* Reads a stretch; NULL if that fails, or if the user wants it to end. The
 * bytes last until the next call. */
const guint8 *mg_extract_read(
	struct mg_extract *x, const struct mg_stretch *stretch);

/* Follows a pointer. Makes a stretch if what is there was not known yet. */
void mg_extract_follow(struct mg_extract *x, guint64 value,
	const struct mg_type *type, struct mg_target *target);
/* Follows a word that may be a pointer: only if it is the start of a live
 * block. */
gboolean mg_extract_follow_word(
	struct mg_extract *x, guint64 value, struct mg_target *target);

/* Puts a stretch into the queue, to be searched for pointers, if it has a
 * type. */
void mg_extract_enqueue(struct mg_extract *x, guint32 id);

/* ---- pools.c ---- */

/* A pointer claims that there is a `type` inside a stretch. FALSE if there
 * can't be anything but the stretch itself. */
gboolean mg_pool_claim(struct mg_extract *x, guint32 id, guint64 offset,
	const struct mg_type *type);
/* How sure it is that something that may be a pointer leads to a `type` inside
 * a stretch: it can't; not known; or sure, since there are others of this type
 * in the same pool, or since all pointers in it lead somewhere. */
enum mg_sense { MG_SENSE_NONE, MG_SENSE_UNKNOWN, MG_SENSE_SURE };
enum mg_sense mg_pool_sense(struct mg_extract *x, guint32 id, guint64 offset,
	const struct mg_type *type);
/* Whether objects of any type may be at this place in a stretch. */
gboolean mg_in_pool(const struct mg_stretch *stretch, guint64 offset);
/* Decides about all claims, and cuts pools into pieces. */
void mg_pools_split(struct mg_extract *x);
/* Decides which bytes of areas are texts: what nobody else knows better. */
void mg_pools_put_texts(struct mg_extract *x);
/* There is an object of this type in a pool. */
void mg_pool_learn(
	struct mg_extract *x, guint32 pool, const struct mg_type *type);

/* ---- pieces.c: what a pool is cut into ---- */

/* The first pieces: what comes before the pool, and all of the rest. */
void mg_piece_add_head(struct mg_extract *x, guint32 whole, guint64 size,
	struct mg_shape shape);
void mg_piece_add_gap(
	struct mg_extract *x, guint32 whole, guint64 address, guint64 end);
/* Something is said to be in a pool; it ends before `limit`, an offset. */
void mg_piece_claim(
	struct mg_extract *x, const struct mg_inside *in, guint64 limit);
/* Whether a claim says nothing new, now or later. */
gboolean mg_piece_is_known(const struct mg_stretch *piece, guint64 offset,
	const struct mg_type *type);
/* A char * leads into an area, where nothing else is known to be. */
void mg_piece_put_text(struct mg_extract *x, const struct mg_inside *in);
/* Cuts a text out of a gap. */
void mg_piece_put_string(
	struct mg_extract *x, guint32 id, guint64 address, guint64 end);
/* Claims that were about parts of something that was cut since are to be
 * decided again. */
void mg_pieces_ask_again(struct mg_extract *x);
/* When all claims are decided: which of the gaps there is room for. */
void mg_pieces_finish(struct mg_extract *x);

/* ---- strings.c: texts in pools ---- */

/* A pointer to a `type` leads there. */
void mg_string_note(struct mg_extract *x, guint32 id, guint64 offset,
	const struct mg_type *type);
/* When all pools are cut, and what is dead in them is known. */
void mg_strings_put(struct mg_extract *x);

/* ---- untyped.c: blocks that no pointer knows as a whole ---- */

struct mg_untyped *mg_untyped_new(void);
void mg_untyped_free(struct mg_untyped *untyped);
/* A pointer says that there is a `type` in a block. */
void mg_untyped_claim(struct mg_extract *x, guint32 id, guint64 offset,
	const struct mg_type *type);
/* Decides about all that was claimed so far; TRUE if a block got a type, and
 * must be looked at. */
gboolean mg_untyped_settle(struct mg_extract *x);

/* Whether a `type` may be all that a block of this size was asked for. */
gboolean mg_fills_block(const struct mg_type *type, guint64 size);
/* Whether any number of them may be. */
gboolean mg_is_multiple(const struct mg_type *type, guint64 size);
/* Whether a pointer of what would be there leads nowhere. Following pointers may
 * add stretches, which moves all of them. */
gboolean mg_leads_nowhere(struct mg_extract *x, guint64 address,
	const struct mg_shape *shape, guint64 size);
/* The same, of the second element of a block that starts with a struct. */
gboolean mg_second_is_none(struct mg_extract *x, guint32 id);

/* ---- heads.c: structs with any number of bytes behind them ---- */

/* To be called when all types are known. */
void mg_heads_find(struct mg_extract *x);

/* ---- siblings.c: what a `void *` leads to ---- */

struct mg_siblings *mg_siblings_new(void);
void mg_siblings_free(struct mg_siblings *siblings);
/* A pointer to a `type` is at this offset of a stretch. */
void mg_siblings_note(struct mg_extract *x, guint32 from, guint64 offset,
	guint64 value, const struct mg_type *type);
/* As mg_untyped_settle(); to be asked when nothing else is left to do. */
gboolean mg_siblings_settle(struct mg_extract *x);

/* ---- dynamic.c: classes of C++ ---- */

/* What a pointer to a `type` really leads to, which may start before it. */
const struct mg_type *mg_dynamic_type(
	struct mg_extract *x, const struct mg_type *type, guint64 *address);

/* ---- container.c: containers of C++ ---- */

/* What a pointer to a `type` leads to that mg_scan() has just found. */
const struct mg_type *mg_node_type(
	struct mg_extract *x, const struct mg_type *type, guint64 address);

/* ---- allocators.c: who hands a pool out ---- */

/* A pointer in `holder` was met. */
void mg_allocator_note(struct mg_extract *x, guint32 holder, guint64 value,
	const struct mg_type *type, const struct mg_target *target);
/* To be called when all pools are cut: what is not handed out is cut off. */
void mg_allocators_find(struct mg_extract *x);
/* Whether a pointer in `from` is one of an allocator into its pool. */
gboolean mg_allocator_owns(const struct mg_extract *x, guint32 from,
	const struct mg_type *type, const struct mg_target *target);

/* ---- free-lists.c ---- */

/* Whether the type is a pointer to its own kind, and nothing else. */
gboolean mg_is_bare_link(const struct mg_type *type);

/* ---- freed.c: what is left in memory that was freed ---- */

/* To be called when all else is in the graph. */
void mg_freed_add(struct mg_extract *x, struct mg_graph *graph);

/* ---- types.c: unions ---- */

/* One of a union's pointers that makes sense. */
typedef void (*mg_union_func)(guint64 offset, guint64 value,
	const struct mg_type *type, gpointer data);
/* Decides which pointers of a union are to be followed: at each offset the
 * member whose target fits best. Returns how many made no sense. */
guint mg_union_pointers(struct mg_extract *x, const struct mg_type *type,
	const guint8 *bytes, mg_union_func func, gpointer data);

#endif
