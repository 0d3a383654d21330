/* How two states differ, once it is known which object is which.
 *
 *	g_autoptr(mg_diff) diff = mg_diff_new(match);
 *	for (guint i = 0; i < diff->changes->len; i++) {
 *		const struct mg_change *change =
 *			&g_array_index(diff->changes, struct mg_change, i);
 *		g_autofree char *name = mg_change_name(diff, change);
 *		...
 *	}
 *
 * A change is one value that differs between two mates, or one pointer that
 * leads elsewhere; pointers are the same if they lead to mates, whatever their
 * addresses. Objects without a mate are not changes themselves, but the
 * pointers that lead to them are. Changes come in the order of the first
 * graph's objects, and of offsets in them. */
#ifndef MG_DIFF_H
#define MG_DIFF_H

#include "match.h"
#include "object.h"
#include "vertex.h"

enum mg_change_kind {
	MG_CHANGE_VALUE,
	MG_CHANGE_LINK,
	MG_CHANGE_GONE, /* a variable of the first graph alone */
	MG_CHANGE_NEW, /* a variable of the second graph alone */
};

/* Where a pointer leads, in words that mean the same in both graphs. */
enum mg_aim_kind {
	MG_AIM_NULL,
	MG_AIM_OBJECT, /* `object` of its own graph, at `offset` */
	MG_AIM_STATIC, /* `module`, at `offset`; maybe a function */
	MG_AIM_VALUE, /* nowhere: what is there is just a number */
	MG_AIM_LOST, /* to something dead or unknown, or an allocator's own: not
			to be transferred */
};

struct mg_aim {
	enum mg_aim_kind kind;
	guint32 object;
	const struct mg_module *module;
	guint64 offset; /* or the number */
	const char *function;
	enum mg_end end;
	gboolean allocator; /* it is an allocator's own: MG_AIM_LOST */
};

struct mg_change {
	enum mg_change_kind kind;
	/* The vertices of both graphs; before.object and after.object are
	 * mates. MG_CHANGE_GONE has only the first, MG_CHANGE_NEW only the
	 * second; the other's object is MG_NO_MATE. Bytes that belong to no
	 * value (padding, malloc's rounding) are MG_VERTEX_BYTES. */
	struct mg_vertex before, after;
	gboolean padding;
	/* A string of the environment, by the pointer to it: those of the same
	 * name belong together, whatever their places in the arrays. A variable
	 * that only one run has is MG_CHANGE_GONE or MG_CHANGE_NEW. */
	gboolean listed;
	struct mg_aim from, to; /* MG_CHANGE_LINK, and what is listed */
};

/* What can't be compared, and why. */
struct mg_skipped {
	guint32 a, b;
	const char *why;
};

struct mg_diff {
	const struct mg_match *match;
	GArray *changes; /* struct mg_change */
	GArray *skipped; /* struct mg_skipped */
	guint values, links, inserted, deleted; /* the last two: objects */
};

/* The match must outlive it. NULL only if the user wants it to end: see struct
 * mg_reader. */
struct mg_diff *mg_diff_new(const struct mg_match *match);
void mg_diff_free(struct mg_diff *diff);

/* Where the pointer at an offset of an object leads. */
struct mg_aim mg_aim_at(
	const struct mg_graph *graph, guint32 object, guint64 offset);
/* Whether two pointers, one of each graph, lead to the same place. */
gboolean mg_aims_equal(const struct mg_match *match, const struct mg_aim *a,
	const struct mg_aim *b);

/* Offsets at which one of two mates has an address that overlaps a range:
 * addresses are compared by where they lead, and are not part of a change of
 * value. */
struct mg_slots {
	struct mg_addresses a, b;
	gboolean has_a, has_b;
	guint64 next_a, next_b;
};
void mg_slots_init(struct mg_slots *slots, const struct mg_match *match,
	guint32 x, guint32 y, guint64 offset, guint64 end);
gboolean mg_slots_next(struct mg_slots *slots, guint64 *offset);
/* Whether other bytes than these differ. */
gboolean mg_mates_differ(const struct mg_match *match, guint32 x, guint32 y,
	guint64 from, guint64 end);

/* What changed, as an expression in the first run (in the second for
 * MG_CHANGE_NEW). The caller frees it. */
char *mg_change_name(
	const struct mg_diff *diff, const struct mg_change *change);
/* What it was (side 0, the first graph) or is (side 1). Pointers are told by
 * what they lead to, never by address. The caller frees it. */
char *mg_change_text(
	const struct mg_diff *diff, const struct mg_change *change, guint side);

/* Where a pointer of one of the graphs leads, in words. What is in both runs
 * has its name of the first. The caller frees it. */
char *mg_aim_text(
	const struct mg_diff *diff, const struct mg_aim *aim, guint side);

/* How many vertices say the same in both graphs; fewer if the user wants it to
 * end. */
guint64 mg_diff_common_vertices(const struct mg_diff *diff);

typedef struct mg_diff mg_diff; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mg_diff, mg_diff_free)

#endif
