/* GXL in, piece by piece; the only file that knows libxml2's reader. Internal
 * to memgraph. It sees to the grammar: what stands inside what, and nothing
 * that GXL does not have or we do not use. What it means is not its business.
 *
 *	<node id="o1">				GXL_NODE
 *	  <type xlink:href="#t2"/>		GXL_TYPE
 *	  <attr name="size"><int>16</int></attr>	GXL_VALUE
 *	</node>					GXL_END
 *
 * An attribute with a list gives one GXL_VALUE for each of its values. */
#ifndef MG_GXL_IN_H
#define MG_GXL_IN_H

#include "gxl.h"

enum gxl_piece {
	GXL_GRAPH, /* id */
	GXL_NODE, /* id */
	GXL_EDGE, /* from, to */
	GXL_TYPE, /* id: without the # */
	GXL_VALUE, /* attr, text */
	GXL_END, /* of a graph, node or edge */
	GXL_OVER, /* the document is complete */
};

/* Names are short in our files; longer ones are wrong. */
enum { GXL_NAME = 24 };

struct gxl_in {
	enum gxl_piece piece;
	char id[GXL_NAME], from[GXL_NAME], to[GXL_NAME], attr[GXL_NAME];
	GString *text;
	/* What ids must end in; it is taken off. NULL: nothing. */
	const char *suffix;
	struct gxl_xml *xml;
};

/* FALSE if the file can't be opened; nothing is to be cleared then. */
gboolean gxl_in_open(struct gxl_in *in, const char *path, GError **error);
void gxl_in_clear(struct gxl_in *in);

/* Goes to the next piece. FALSE on error, and then for ever. */
gboolean gxl_in_next(struct gxl_in *in, GError **error);

/* Sets an error that says file and line; returns FALSE, for `return`. */
gboolean gxl_in_fail(struct gxl_in *in, GError **error, enum mg_gxl_error code,
	const char *format, ...) G_GNUC_PRINTF(4, 5);

#endif
