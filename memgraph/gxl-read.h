/* From a file to a graph: what is shared between its parts. Internal to
 * memgraph. */
#ifndef MG_GXL_READ_H
#define MG_GXL_READ_H

#include "graph.h"
#include "gxl-fields.h"

/* What a loaded graph owns besides what every graph owns. */
struct mg_gxl_loaded {
	GStringChunk *strings;
	GArray *types; /* struct mg_type */
	GArray *members; /* struct mg_member, of all types */
	GArray *enumerators; /* struct mg_enumerator, of all types */
	GArray *roots; /* struct mg_root */
	GArray *modules; /* struct mg_module */
};

/* ---- gxl-read.c ---- */

/* Reads the types and the state that come next; NULL on error. */
struct mg_graph *mg_gxl_read_graph(struct mg_gxl_in *in, GError **error);
/* Goes into the graph that comes next, which must have this id. */
gboolean mg_gxl_enter_graph(
	struct mg_gxl_in *in, const char *id, GError **error);

/* ---- gxl-read-types.c ---- */

/* Reads the graph of types up to its end. */
gboolean mg_gxl_read_types(
	struct mg_gxl_in *in, struct mg_gxl_loaded *loaded, GError **error);
/* The type of this number in *type. */
gboolean mg_gxl_read_type_of(struct mg_gxl_in *in,
	const struct mg_gxl_loaded *loaded, guint32 number,
	const struct mg_type **type, GError **error);

/* ---- gxl-check.c: what a reader of a graph relies on ---- */

/* NULL if all is well, else what is wrong; the caller frees it. */
char *mg_gxl_check_types(const struct mg_gxl_loaded *loaded);
char *mg_gxl_check_object(const struct mg_object *object);
char *mg_gxl_check_graph(const struct mg_graph *graph);

#endif
