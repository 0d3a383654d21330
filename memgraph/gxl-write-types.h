/* The types that a graph uses, numbered and written. Internal to memgraph. */
#ifndef MG_GXL_WRITE_TYPES_H
#define MG_GXL_WRITE_TYPES_H

#include "graph.h"
#include "gxl-out.h"

struct mg_gxl_types {
	GPtrArray *list; /* const struct mg_type, by number */
	GHashTable *numbers; /* from type to number plus one */
};

/* In the order in which roots, objects and links need them, and then other
 * types: so the numbers depend on the graph alone. */
void mg_gxl_types_init(
	struct mg_gxl_types *types, const struct mg_graph *graph);
void mg_gxl_types_clear(struct mg_gxl_types *types);
guint32 mg_gxl_types_number(
	const struct mg_gxl_types *types, const struct mg_type *type);
void mg_gxl_types_write(
	const struct mg_gxl_types *types, struct mg_gxl_out *out);

#endif
