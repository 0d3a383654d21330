/* What two states have in common: which object of one graph is which of the
 * other.
 *
 *	struct mg_match_options options = {.way = MG_MATCH_AUTO};
 *	g_autoptr(mg_match) match = mg_match_new(pass, fail, &options);
 *	guint32 mate = mg_match_mate(match, 0, object);
 *	if (mate == MG_NO_MATE) it is in the first graph alone
 *
 * Variables are matched by their keys. From there both graphs are walked at
 * once (FSE 2002, 3.2): what the same pointer leads to in both is the same
 * object, if it has the same type. Where objects of one type follow each other
 * by a pointer, as in lists and trees, and in arrays of pointers, they are
 * aligned by their contents, so that an insertion is one difference and does
 * not shift all that follows. Addresses never count. The largest common
 * subgraph, by the correspondence graph (Barrow and Burstall 1976), is for
 * small graphs and for small parts that the walk left over.
 *
 * Objects with different types, with different tags (a tag is a member that
 * says which kind of thing it is), or with too little room are not mates. Mates
 * may differ in what they say: diff.h tells how. */
#ifndef MG_MATCH_H
#define MG_MATCH_H

#include "memgraph.h"

#define MG_NO_MATE G_MAXUINT32

enum mg_match_way {
	MG_MATCH_AUTO, /* the walk, then cliques where little is left over */
	MG_MATCH_TRAVERSAL, /* the walk alone */
	MG_MATCH_CLIQUE, /* the largest common subgraph, then the walk */
};

struct mg_match_options {
	enum mg_match_way way;
	guint64 work; /* that cliques may cost, in steps; 0: about a second's */
};

struct mg_match_facts {
	guint32 pairs; /* of objects */
	guint32 common; /* those of the pairs that say the same and agree on all
			   links between them: a common subgraph */
	gboolean limited; /* the work was not enough for the largest */
};

/* Whether both states are the same, addresses included: then there is no
 * difference between them. FALSE says nothing: a match tells. */
gboolean mg_graphs_are_same(const struct mg_graph *a, const struct mg_graph *b);

struct mg_match;

/* Graphs must outlive the match. NULL only if the user wants it to end: see
 * struct mg_reader. */
struct mg_match *mg_match_new(const struct mg_graph *a,
	const struct mg_graph *b, const struct mg_match_options *options);
void mg_match_free(struct mg_match *match);

/* 0: the first graph, 1: the second. */
const struct mg_graph *mg_match_graph(const struct mg_match *match, guint side);
/* The mate in the other graph, or MG_NO_MATE. */
guint32 mg_match_mate(const struct mg_match *match, guint side, guint32 object);
/* Whether an object of the first graph and its mate are a part of the common
 * subgraph. */
gboolean mg_match_is_common(const struct mg_match *match, guint32 object);
void mg_match_facts(const struct mg_match *match, struct mg_match_facts *facts);

/* The same match seen from the other side. The graphs must outlive it; the
 * match need not. NULL as above. */
struct mg_match *mg_match_reversed(const struct mg_match *match);

/* The offsets at which objects of this one's type point to others of the type,
 * which makes lists and trees. Returns how many there are. */
enum { MG_MOST_WAYS = 8 };
guint mg_match_ways(const struct mg_match *match, guint side, guint32 object,
	guint64 offsets[MG_MOST_WAYS]);

typedef struct mg_match mg_match; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mg_match, mg_match_free)

#endif
