/* What the files match*.c and diff*.c share. Internal to memgraph. */
#ifndef MG_MATCH_INSIDE_H
#define MG_MATCH_INSIDE_H

#include "align.h"
#include "graph.h"
#include "match.h"

/* ---- match-types.c: types of two programs, or of two runs of one ---- */

/* A part of a type's values that counts: not padding, and not a pointer to an
 * object of the same type. */
struct mg_range {
	guint64 offset, size;
	gboolean text; /* only up to the NUL */
};

/* A type that both graphs may have. */
struct mg_class {
	const struct mg_type *type; /* of either graph; NULL: bytes */
	/* Where its pointers to other objects of the type are, which make lists
	 * and trees. */
	guint64 self[MG_MOST_WAYS];
	guint n_self;
	gboolean branches; /* makes trees, not only lists */
	GArray *ranges; /* struct mg_range, by offset; NULL: not made yet */
	gboolean looked_for_tag;
	const struct mg_member *tag; /* NULL: it has no tag … */
	guint64 tag_offset; /* … else where */
};

struct mg_classes {
	GArray *list; /* struct mg_class */
	GHashTable *numbers; /* what a type looks like → number */
	GArray *known[2]; /* by type id, of each side: number plus one */
};

void mg_classes_init(struct mg_classes *classes);
void mg_classes_clear(struct mg_classes *classes);
struct mg_class *mg_class_at(const struct mg_classes *classes, guint32 number);
/* The number of a type; 0 for NULL. */
guint32 mg_class_of(
	struct mg_classes *classes, guint side, const struct mg_type *type);
gboolean mg_class_is_self(const struct mg_class *class, guint64 offset);
void mg_class_add_self(struct mg_class *class, guint64 offset);
const GArray *mg_class_ranges(struct mg_class *class);
/* What the tag says; FALSE if there is none. */
gboolean mg_class_tag(struct mg_class *class, const guint8 *bytes, gsize size,
	guint64 *value);

/* ---- match.c ---- */

struct mg_side {
	const struct mg_graph *graph;
	guint32 n; /* objects */
	guint32 *class; /* of each */
	guint32 *mate; /* of each, or MG_NO_MATE */
	guint64 *says; /* digest of what each object itself says … */
	guint64 *near; /* … with all that it points to … */
	guint64 *far; /* … and what these point to */
	guint32 *stamp; /* the last chain that it was seen in … */
	guint32 *place; /* … and where in it */
	gboolean *replaced; /* whether it corresponds to something with too
			       little room */
	guint32 environment; /* the array, or MG_NO_OBJECT */
	struct mg_map by_far; /* digest → object, AMBIGUOUS if several */
	gboolean indexed;
};

struct mg_match {
	struct mg_side side[2];
	struct mg_classes classes;
	gboolean *common; /* of each object of the first graph */
	gboolean *sure; /* whether it is in the largest common subgraph */
	guint32 stamp;
	gboolean limited;
};

/* Whether the user wants it to end; then what there is will be thrown away. */
static inline gboolean mg_match_is_stopped(const struct mg_match *match)
{
	return mg_graph_is_stopped(match->side[0].graph) ||
	       mg_graph_is_stopped(match->side[1].graph);
}

/* Whether the object x of the first graph can become what y is: same type, same
 * tag, enough room. */
enum mg_fit { MG_FIT_NOT, MG_FIT_TOO_LARGE, MG_FIT };
enum mg_fit mg_match_fit(struct mg_match *match, guint32 x, guint32 y);
void mg_match_pair(struct mg_match *match, guint32 x, guint32 y);

/* ---- match-digest.c ---- */

static inline guint64 mg_digest_add(guint64 digest, guint64 value)
{
	digest = (digest ^ value) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
	return digest ^ digest >> 32;
}

/* Fills in what all objects say. */
void mg_digest_objects(struct mg_match *match);
/* The same for one element of an array inside an object. *near, at first 0, is
 * where its links are: the next element's are not far. */
guint64 mg_digest_element(struct mg_match *match, guint side, guint32 object,
	guint64 offset, guint32 class, gsize *near);

/* ---- match-walk.c ---- */

/* Matches roots by key, and everything that both graphs reach by the same ways,
 * from roots and from mates that are already known. */
void mg_match_walk(struct mg_match *match);

/* ---- match-clique.c ---- */

/* Both graphs as a whole, before anything else. `work` is the limit in steps;
 * 0: about a second's. */
void mg_match_clique(struct mg_match *match, guint64 work);
/* What the walk left over, if that is not much. TRUE if there are new mates:
 * the walk can go on from them. */
gboolean mg_match_leftovers(struct mg_match *match, guint64 work);

#endif
