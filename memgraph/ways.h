/* All names of a value. mg_vertex_words() has the best one; what was called by
 * another before may still be called so.
 *
 *	g_autoptr(mg_ways) ways = mg_ways_new(graph);
 *	g_autoptr(GArray) names = mg_ways_names(ways, &vertex);
 *
 * Names of values that are only reached through many pointers, through memory
 * without a type, or from what is no variable, are not among them. The graph
 * must outlive the ways. */
#ifndef MG_WAYS_H
#define MG_WAYS_H

#include "vertex.h"

struct mg_ways;
/* Takes time in proportion to the graph's links; a name then takes none. */
struct mg_ways *mg_ways_new(const struct mg_graph *graph);
void mg_ways_free(struct mg_ways *ways);

struct mg_way_name {
	char *words; /* as mg_vertex_words(); of a text, the pointer to it */
	const struct mg_root *root; /* the variable that it begins with … */
	guint32 first; /* … and the object that this leads to; MG_NO_OBJECT: it
			  is, or is in, the variable */
};
/* struct mg_way_name, those that go through the fewest pointers first; freed
 * with g_array_unref. */
GArray *mg_ways_names(
	const struct mg_ways *ways, const struct mg_vertex *vertex);

typedef struct mg_ways mg_ways; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mg_ways, mg_ways_free)

#endif
