/* The largest common subgraph of two small graphs, through the correspondence
 * graph of Barrow and Burstall and a search for its largest clique in the
 * manner of Bron and Kerbosch (FSE 2002, 3.2).
 *
 *	g_auto(mg_clique_result) result = MG_CLIQUE_RESULT_INIT;
 *	mg_clique(a, b, 10 * 1000 * 1000, &result);
 *	for (guint i = 0; i < result.pairs->len; i++)
 *		use(g_array_index(result.pairs, struct mg_small_pair, i));
 *
 * A common subgraph is a set of pairs (u, u') of vertices with equal content,
 * of which any two (u, u') and (v, v') are compatible: u and v are different
 * vertices, and so are u' and v', and the graphs do not both have an edge
 * between them with different labels. In detail:
 *
 * - Edges have a direction. Those from u to v are compared with those from u'
 *   to v', and those from v to u with those from v' to u'; an edge one way
 *   says nothing about an edge the other way.
 * - Of several edges from u to v it is enough that one has a label that one
 *   from u' to v' has, too. If there are edges in both graphs, and no label of
 *   theirs is the same, the pairs are not compatible.
 * - Where only one graph has edges, the pairs are compatible: an edge may be
 *   missing (in Figure 5 of the paper all are).
 * - An edge from u to itself is compared with those from u' to itself in the
 *   same way; a pair can be incompatible with itself, and is no pair then.
 *
 * The work may grow exponentially with the graphs. Hence the limit. */
#ifndef MG_CLIQUE_H
#define MG_CLIQUE_H

#include "small-graph.h"

struct mg_clique_result {
	GArray *pairs; /* struct mg_small_pair, by a; NULL before the call */
	guint edges; /* that both graphs have between these vertices */
	/* The limit was reached, or the first graph's `stop` was set: this is a common subgraph, but maybe not the
	 * largest. */
	gboolean gave_up;
	guint64 work; /* what it took, in the units of the limit */
};
#define MG_CLIQUE_RESULT_INIT                                                  \
	{                                                                      \
		NULL                                                           \
	}

/* No result has more pairs than this one, unless it gave up. Among those with
 * the same number it prefers more common edges, without proof that there are
 * no more. The same graphs always give the same result. A unit of work is
 * 5 to 25 ns; 0 is no limit. Graphs with too many pairs of equal content
 * (over a million, or too many edges between them) are not searched whatever
 * the limit: contents that are met most often are left out, and gave_up is
 * set. */
void mg_clique(const struct mg_small *a, const struct mg_small *b,
	guint64 limit, struct mg_clique_result *result);
void mg_clique_result_clear(struct mg_clique_result *result);

typedef struct mg_clique_result mg_clique_result; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(mg_clique_result, mg_clique_result_clear)

#endif
