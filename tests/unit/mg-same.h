/* Whether two graphs are the same, told without the code that saves and loads
 * them. */
#ifndef TESTS_MG_SAME_H
#define TESTS_MG_SAME_H

#include "memgraph.h"

/* The first difference, NULL if there is none; types are compared by what they
 * are, since each graph has its own. The caller frees it. */
char *mg_difference(const struct mg_graph *a, const struct mg_graph *b);

/* Whether every reference of the graph is in range, and every vertex can be
 * visited, named and printed: what is wrong, or NULL. */
char *mg_damage(const struct mg_graph *graph);

/* The graph as a GXL file, in `text`, and a graph from such a text; `path` is
 * a scratch file. */
gboolean mg_to_gxl(const struct mg_graph *graph, const char *path, char **text,
	gsize *n, GError **error);
struct mg_graph *mg_from_gxl(
	const char *text, gsize n, const char *path, GError **error);

/* Saves, loads, compares, and saves again: what went wrong, or NULL. */
char *mg_round_trip(const struct mg_graph *graph);

#endif
