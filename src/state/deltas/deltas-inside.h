/* Internal to deltas: what its files share. */
#ifndef HC_DELTAS_INSIDE_H
#define HC_DELTAS_INSIDE_H

#include "deltas.h"
#include "descriptor.h"
#include "environment.h"
#include "object.h"

enum { HC_NO_DELTA = G_MAXUINT32 };

struct hc_delta {
	enum hc_delta_kind kind;
	guint32 change; /* of the diff; the one that gives the name */
	/* HC_DELTA_VALUE: which of its bytes. */
	guint64 offset, size;
	guint64 element; /* bytes of an element, if it can be divided; else 0 */
	guint64 index; /* of the element that it is, plus one; 0: the whole */
	guint32 stream; /* whose rest is left to read: the object of its FILE in
			   the passing graph, plus one; 0: none */
};

/* Where a pointer is to lead; objects are of the passing (0) or the failing
 * (1) graph. */
struct hc_way {
	gboolean keep; /* leave it as it is */
	guint side;
	struct mg_aim aim;
};

/* A pointer that one or two deltas decide about: an insertion and a deletion
 * at the same place, or one delta alone (`first`). `when` is indexed by which
 * of them are applied: 1 the first, 2 the second. */
struct hc_slot {
	guint side; /* 1: in an object that is created */
	guint32 object;
	guint64 offset;
	guint32 change; /* of this pointer, plus one; 0: it has none */
	guint32 first, second;
	struct hc_way when[4];
};

struct hc_deltas_stack {
	guint64 start, end;
};

struct hc_deltas {
	const struct mg_diff *diff;
	const struct mg_match *match;
	const struct mg_graph *a, *b;
	GArray *list; /* struct hc_delta: those that count, and behind them
			 those that follow one of these wherever it goes */
	GArray *leaders; /* guint32: of those behind */
	GArray *slots; /* struct hc_slot */
	/* Numbers of slots, guint32: by side, object and offset; those of each
	 * delta, one delta after the other; and where those of a delta begin,
	 * at its number plus one. */
	GArray *slots_by_place, *slots_of, *slots_from;
	GArray *refused; /* struct hc_refused */
	/* Where the stacks are, by what is known to be on them. */
	struct hc_deltas_stack stack[2];
	guint n_noise, noise_vertices, n_dangling;
	int process; /* the failing one, 0: unknown */
	/* By object of the failing graph: what it is, or leads to, is not all
	 * known, or the passing run may have it; NULL: all is known. */
	guint8 *unknown;
	/* Blocks that may be needed: sizes, addresses, and which object of the
	 * failing graph gets which, plus one. */
	GArray *sizes, *addresses; /* guint64 */
	guint32 *block_of;
	GArray *stale; /* guint64: hc_deltas_stale() */
	/* Some of these words as expressions for GDB, without those that lead
	 * to the stack; each address once. */
	GPtrArray *stale_names;
	/* The environment's array in the passing graph, and which block may
	 * take its place, plus one. */
	guint32 environment;
	guint64 environment_count; /* variables in it */
	guint environment_block;
	GArray *environment_links; /* guint32: links of the passing graph that
				      lead there, if it may get a block */
	/* Groups. */
	GArray *group_of, *parent_of; /* guint32 */
	struct dd_groups groups;
	GArray *origin; /* guint32, of what was refined; or NULL */
};

/* Whether the user wants it to end; then what there is will be thrown away. */
static inline gboolean hc_deltas_are_stopped(const struct hc_deltas *deltas)
{
	return mg_graph_is_stopped(deltas->a) || mg_graph_is_stopped(deltas->b);
}

/* edits.c: turns changes of links into slots, those of lists into insertions
 * and deletions. `skip` says which changes to pass over. */
void hc_deltas_add_links(struct hc_deltas *deltas, const gboolean *skip);

/* noise.c: which changes are noise, by their number; the caller frees the
 * array. Also how many there are, and how many vertices they change. */
gboolean *hc_deltas_noise_find(const struct mg_diff *diff,
	const struct hc_noise *noise, guint *n, guint *vertices);

/* For tables by two numbers in one, such as object and offset; their equality is
 * g_int64_equal. GLib's own hash takes the lower half alone. */
static inline guint hc_deltas_hash(gconstpointer key)
{
	return (guint) (*(const guint64 *) key *
				G_GUINT64_CONSTANT(0x9e3779b97f4a7c15) >>
			32);
}

/* groups.c */
void hc_deltas_make_groups(struct hc_deltas *deltas);

/* streams.c: what belongs to one stream becomes one delta and its followers. */
void hc_deltas_join_streams(struct hc_deltas *deltas);
/* The set and all that follow its members. */
struct dd_set *hc_deltas_with_followers(
	const struct hc_deltas *deltas, const struct dd_set *set);
/* Whom a delta follows; itself if it counts. */
guint32 hc_deltas_leader(const struct hc_deltas *deltas, guint32 number);
/* What is left to read of a stream, in words; NULL if the delta is about
 * something else. The caller frees them. */
char *hc_deltas_stream_shown(const struct hc_deltas *deltas, guint i);
char *hc_deltas_stream_text(
	const struct hc_deltas *deltas, guint i, guint side);

/* create.c: objects of the failing graph that have to be made. */

/* Whether it exists in the passing run, at an address that is known. */
gboolean hc_deltas_object_address(
	const struct hc_deltas *deltas, guint32 object, guint64 *address);
/* Whether it can be made there. */
gboolean hc_deltas_object_can_be_made(
	const struct hc_deltas *deltas, guint32 object);
/* unknown.c: fills in which objects can't be made because one of the graphs was
 * cut (MG_END_NO_ROOM). */
void hc_deltas_find_unknown(struct hc_deltas *deltas);

/* Gives blocks to all objects that slots lead to. */
void hc_deltas_number_blocks(struct hc_deltas *deltas);
/* How much malloc gives for a size. What lies behind the object is cleared, so
 * that no test depends on what was there before. */
guint64 hc_deltas_block_room(guint64 size);
/* The objects that a set needs, in order. */
GArray *hc_deltas_needed(
	const struct hc_deltas *deltas, const struct dd_set *set);

/* The address that a way means in the passing run; FALSE if it means none, and
 * the pointer is to stay. *pointer: it is an address, not just a number. */
gboolean hc_deltas_way_value(const struct hc_deltas *deltas,
	const struct hc_way *way, guint64 *value, gboolean *pointer);

/* slots.c: numbers of the slots that a set's deltas decide about, guint32, in
 * order. Without them, all slots of objects that are there stay. */
GArray *hc_deltas_slots_of(
	const struct hc_deltas *deltas, const struct dd_set *set);
/* The slots at a place of the passing graph, from 0; NULL: no more. */
const struct hc_slot *hc_deltas_slot_at_place(const struct hc_deltas *deltas,
	guint32 object, guint64 offset, guint nth);
/* What a slot is to be in a set; FALSE if it stays. */
gboolean hc_deltas_slot_way(const struct hc_slot *slot,
	const struct dd_set *set, struct hc_way *way);
/* A pointer that a set changes. */
struct hc_assignment {
	const struct hc_slot *slot;
	struct hc_way way;
};
/* All of them, in objects that are there or among those that the set needs:
 * struct hc_assignment. */
GArray *hc_deltas_assignments(const struct hc_deltas *deltas,
	const struct dd_set *set, const GArray *needed);
/* Puts in the new number of each delta, and makes all slots easy to find. */
void hc_deltas_renumber_slots(struct hc_deltas *deltas, const guint32 *numbers);

/* stretches.c: the bytes of a value without its pointers, stretch by stretch;
 * offsets are those of the change's objects. */
struct hc_stretches {
	struct mg_slots slots;
	guint64 at, end;
};
void hc_deltas_stretches_init(struct hc_stretches *stretches,
	const struct hc_deltas *deltas, const struct hc_delta *delta,
	const struct mg_change *change);
gboolean hc_deltas_stretches_next(
	struct hc_stretches *stretches, guint64 *from, guint64 *end);

const struct mg_change *hc_deltas_change_at(
	const struct hc_deltas *deltas, guint32 number);
struct hc_delta *hc_delta_at(const struct hc_deltas *deltas, guint32 number);

/* environment.c: a variable that is in one run only. */
void hc_deltas_add_entry(struct hc_deltas *deltas, guint32 change);
/* Bytes for an array with all that may be added; 0 if nothing may. */
guint64 hc_deltas_environment_room(const struct hc_deltas *deltas);
/* To be called if something may. */
void hc_deltas_environment_find_links(struct hc_deltas *deltas);
/* What is in the array if a set is applied: pointers of the array as it is, as
 * many as follow each other, and ways to new strings. NULL if it stays as it is;
 * *grows: it needs a block of its own. */
struct hc_entry {
	gboolean new;
	guint64 index, n; /* 1 if it is new */
	struct hc_way way;
};
GArray *hc_deltas_environment_entries(const struct hc_deltas *deltas,
	const struct dd_set *set, gboolean *grows);
/* Whether a link that leads to the array still does with this set. */
gboolean hc_deltas_environment_is_pointer(const struct hc_deltas *deltas,
	const struct dd_set *set, const struct mg_link *link);
void hc_deltas_environment_alter(const struct hc_deltas *deltas,
	const struct dd_set *set, struct hc_alteration *alteration);

/* stale.c: fills in what hc_deltas_stale() gives, and the names. */
void hc_deltas_find_stale(struct hc_deltas *deltas);
/* And where the stacks are. */
void hc_deltas_find_stacks(struct hc_deltas *deltas);

/* jump.c: whether a value is in one of setjmp's buffers. */
gboolean hc_deltas_is_jump_buffer(
	const struct mg_graph *graph, const struct mg_vertex *vertex);

/* file.c: what a graph says of a descriptor. FALSE if it is nothing that can be
 * opened again; flags that would make or empty the file are left out. */
gboolean hc_deltas_opened_parse(
	struct hc_descriptor *opened, const char *text, gsize n);

/* descriptor.c: what a change makes of a descriptor. FALSE if it is to be open
 * and can't be opened again. The caller frees opened.path. */
struct hc_deltas_file {
	guint number;
	gboolean open;
	struct hc_descriptor opened;
};
gboolean hc_deltas_descriptor(const struct hc_deltas *deltas,
	const struct mg_change *change, struct hc_deltas_file *descriptor);

#endif
