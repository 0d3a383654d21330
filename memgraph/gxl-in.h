/* GXL in, piece by piece; the only file that knows libxml2's reader. Internal
 * to memgraph. It checks the grammar: what may be inside what, and that there
 * is nothing that GXL does not have or that we do not use. What it all means is
 * for others to know.
 *
 *	<node id="o1">				MG_GXL_NODE
 *	  <type xlink:href="#t2"/>		MG_GXL_TYPE
 *	  <attr name="size"><int>16</int></attr>	MG_GXL_VALUE
 *	</node>					MG_GXL_END
 *
 * An attribute with a list gives one MG_GXL_VALUE for each of its values. */
#ifndef MG_GXL_IN_H
#define MG_GXL_IN_H

#include "gxl.h"

enum mg_gxl_piece {
	MG_GXL_GRAPH, /* id */
	MG_GXL_NODE, /* id */
	MG_GXL_EDGE, /* from, to */
	MG_GXL_TYPE, /* id: without the # */
	MG_GXL_VALUE, /* attr, text */
	MG_GXL_END, /* of a graph, node or edge */
	MG_GXL_OVER, /* the document is complete */
};

/* Names are short in our files; longer ones are wrong. */
enum { MG_GXL_NAME = 24 };

struct mg_gxl_in {
	enum mg_gxl_piece piece;
	char id[MG_GXL_NAME], from[MG_GXL_NAME], to[MG_GXL_NAME],
		attr[MG_GXL_NAME];
	GString *text;
	/* What ids must end in; it is taken off. NULL: nothing. */
	const char *suffix;
	/* Not 0: the user wants it to end; or NULL. */
	const volatile sig_atomic_t *stop;
	struct mg_gxl_xml *xml;
};

/* FALSE if the file can't be opened; then there is nothing to clear. */
gboolean mg_gxl_in_open(struct mg_gxl_in *in, const char *path, GError **error);
void mg_gxl_in_clear(struct mg_gxl_in *in);

/* Goes to the next piece. FALSE on error, and then for ever. */
gboolean mg_gxl_in_next(struct mg_gxl_in *in, GError **error);

/* Sets an error that says file and line; returns FALSE, for `return`. */
gboolean mg_gxl_in_fail(struct mg_gxl_in *in, GError **error,
	enum mg_gxl_error code, const char *format, ...) G_GNUC_PRINTF(4, 5);

#endif
