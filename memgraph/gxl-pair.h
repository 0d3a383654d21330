/* Two graphs and which object of one is which of the other, in one GXL file.
 *
 *	mg_gxl_write_pair(match, file, &error)
 *	struct mg_gxl_pair pair;
 *	if (mg_gxl_read_pair("both.gxl", &pair, &error)) {
 *		guint32 mate = g_array_index(pair.mates, guint32, object);
 *		...
 *		mg_gxl_pair_clear(&pair);
 *	}
 *
 * The file holds each graph as gxl.h does, complete with its types, and then
 * the pairs; docs/gxl.md has the details. */
#ifndef MG_GXL_PAIR_H
#define MG_GXL_PAIR_H

#include "gxl.h"
#include "match.h"

struct mg_gxl_pair {
	struct mg_graph *a, *b;
	/* By object of the first graph: guint32, the mate in the second, or
	 * MG_NO_MATE; no object is the mate of two. */
	GArray *mates;
	/* The same, gboolean: whether both are in the common subgraph. */
	GArray *equal;
};

/* Writes both graphs of the match; the caller closes the file. */
gboolean mg_gxl_write_pair(
	const struct mg_match *match, FILE *file, GError **error);

/* Reads them. On error nothing is to be cleared. */
gboolean mg_gxl_read_pair(
	const char *path, struct mg_gxl_pair *pair, GError **error);
void mg_gxl_pair_clear(struct mg_gxl_pair *pair);

typedef struct mg_gxl_pair mg_gxl_pair; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(mg_gxl_pair, mg_gxl_pair_clear)

#endif
