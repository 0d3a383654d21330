/* The correspondence graph of two small graphs. Internal to memgraph.
 *
 * Nearly all pairs are compatible, so it is kept the other way round: as the
 * conflicts of each pair. All pairs of one class (a content that both graphs
 * have) form a rectangle, with a row for each vertex of the first graph and a
 * column for each of the second; a pair is in conflict with its whole row and
 * its whole column, and with the few that edges exclude, which are listed. */
#ifndef MG_CLIQUE_PAIRS_H
#define MG_CLIQUE_PAIRS_H

#include "small-graph.h"

enum { MG_NO_CLASS = 0xffffffff };

/* Edges of each vertex, sorted by the vertex at the other end, each once. */
struct mg_small_links {
	guint32 *first; /* where those of a vertex begin; one more at the end */
	struct mg_small_edge *edges;
};

struct mg_small_index {
	guint n;
	struct mg_small_links out; /* by `from` */
	struct mg_small_links in; /* by `to`: from and to are swapped here */
	guint32 *class; /* of each vertex, or MG_NO_CLASS */
	guint32 *rank; /* its row or column there */
};

struct mg_pair_class {
	guint32 base; /* its first pair */
	GArray *a, *b; /* guint32: the vertices of its rows and columns */
	gboolean left_out;
};

struct mg_pairs {
	struct mg_small_index a, b;
	GArray *classes; /* struct mg_pair_class */
	guint32 n;
	struct mg_small_pair *pairs;
	guint8 *no_pair; /* whether its own edges exclude it */
	guint32 *first; /* where the listed conflicts of a pair begin */
	guint32 *conflicts;
	gboolean left_out; /* some class was left out */
	const volatile sig_atomic_t *stop; /* of the first graph */
};

void mg_pairs_init(struct mg_pairs *pairs, const struct mg_small *a,
	const struct mg_small *b);
void mg_pairs_clear(struct mg_pairs *pairs);

/* Whether the user wants it to end. There may be no pairs then. */
static inline gboolean mg_pairs_are_stopped(const struct mg_pairs *pairs)
{
	return pairs->stop && *pairs->stop;
}

static inline const struct mg_pair_class *mg_pairs_class(
	const struct mg_pairs *pairs, guint32 pair)
{
	guint32 class = pairs->a.class[pairs->pairs[pair].a];
	return &g_array_index(pairs->classes, struct mg_pair_class, class);
}

/* The number of labels that edges from u to v and from u' to v' share; -1 if
 * there are edges in both graphs and they share none. */
int mg_links_agree(const struct mg_small_links *a, guint32 u, guint32 v,
	const struct mg_small_links *b, guint32 u2, guint32 v2);

#endif
