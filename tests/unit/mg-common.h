/* Says whether a list of pairs is a common subgraph of two graphs, by the
 * definition in clique.h and nothing else: no code of the algorithms that it
 * judges.
 *
 *	g_autofree char *why = mg_common_problem(a, b, pairs, n);
 *	if (why)
 *		test_fail("%s", why);
 *
 * It takes time linear in the graphs. */
#ifndef TESTS_MG_COMMON_H
#define TESTS_MG_COMMON_H

#include "small-graph.h"

/* NULL if it is one, else what speaks against it; the caller frees that. */
char *mg_common_problem(const struct mg_small *a, const struct mg_small *b,
	const struct mg_small_pair *pairs, gsize n);

/* How many edges (from, to, label) both graphs have between these vertices. */
guint mg_common_edges(const struct mg_small *a, const struct mg_small *b,
	const struct mg_small_pair *pairs, gsize n);

#endif
