/* GXL out, element by element; the only file that knows libxml2's writer.
 * Internal to memgraph. Errors are remembered and told at the end. */
#ifndef MG_GXL_OUT_H
#define MG_GXL_OUT_H

#include <glib.h>
#include <stdio.h>

struct gxl_out;
struct gxl_out *gxl_out_new(FILE *file);
/* Ends the document and frees the writer. FALSE if anything went wrong. */
gboolean gxl_out_close(struct gxl_out *out, GError **error);

/* Graphs, nodes and edges, each on a line of its own. Ids are a letter and a
 * number, or a word where the letter is 0. */
struct gxl_id {
	char letter;
	guint32 number;
	const char *word;
};
/* From now on all ids end in this: those of one document must differ. It must
 * outlive the writer. */
void gxl_out_suffix(struct gxl_out *out, const char *suffix);
void gxl_out_graph(struct gxl_out *out, const char *id);
void gxl_out_node(struct gxl_out *out, struct gxl_id id);
void gxl_out_edge(struct gxl_out *out, struct gxl_id from, struct gxl_id to);
/* The same with a suffix of its own for the second id. */
void gxl_out_edge_to(struct gxl_out *out, struct gxl_id from, struct gxl_id to,
	const char *suffix);
void gxl_out_end(struct gxl_out *out);

/* What an open node or edge has. The type comes first. */
void gxl_out_type(struct gxl_out *out, guint32 type);
void gxl_out_int(struct gxl_out *out, const char *name, guint64 value);
void gxl_out_bool(struct gxl_out *out, const char *name, gboolean value);
void gxl_out_enum(struct gxl_out *out, const char *name, const char *value);
void gxl_out_address(struct gxl_out *out, const char *name, guint64 value);
/* NULL is left out. */
void gxl_out_string(struct gxl_out *out, const char *name, const char *value);
void gxl_out_bytes(
	struct gxl_out *out, const char *name, const guint8 *bytes, gsize n);

/* A list of pairs, a name and a number each. */
void gxl_out_list(struct gxl_out *out, const char *name);
void gxl_out_pair(struct gxl_out *out, const char *name, gint64 value);
void gxl_out_list_end(struct gxl_out *out);

#endif
