/* GXL out, element by element; the only file that knows libxml2's writer.
 * Internal to memgraph. Errors are remembered and reported at the end. */
#ifndef MG_GXL_OUT_H
#define MG_GXL_OUT_H

#include <glib.h>
#include <signal.h>
#include <stdio.h>

struct mg_gxl_out;
/* *stop is not 0: the user wants it to end, and what is left is not written,
 * which is an error; it may be NULL. */
struct mg_gxl_out *mg_gxl_out_new(
	FILE *file, const volatile sig_atomic_t *stop);
gboolean mg_gxl_out_is_stopped(const struct mg_gxl_out *out);
/* Ends the document and frees the writer. FALSE if anything went wrong. */
gboolean mg_gxl_out_close(struct mg_gxl_out *out, GError **error);

/* Graphs, nodes and edges, each on a line of its own. Ids are a letter and a
 * number, or a word where the letter is 0. */
struct mg_gxl_id {
	char letter;
	guint32 number;
	const char *word;
};
/* From now on all ids end in this suffix: all ids of one document must differ.
 * It must outlive the writer. */
void mg_gxl_out_suffix(struct mg_gxl_out *out, const char *suffix);
void mg_gxl_out_graph(struct mg_gxl_out *out, const char *id);
void mg_gxl_out_node(struct mg_gxl_out *out, struct mg_gxl_id id);
void mg_gxl_out_edge(
	struct mg_gxl_out *out, struct mg_gxl_id from, struct mg_gxl_id to);
/* The same with a suffix of its own for the second id. */
void mg_gxl_out_edge_to(struct mg_gxl_out *out, struct mg_gxl_id from,
	struct mg_gxl_id to, const char *suffix);
void mg_gxl_out_end(struct mg_gxl_out *out);

/* What an open node or edge has. The type comes first. */
void mg_gxl_out_type(struct mg_gxl_out *out, guint32 type);
void mg_gxl_out_int(struct mg_gxl_out *out, const char *name, guint64 value);
void mg_gxl_out_bool(struct mg_gxl_out *out, const char *name, gboolean value);
void mg_gxl_out_enum(
	struct mg_gxl_out *out, const char *name, const char *value);
void mg_gxl_out_address(
	struct mg_gxl_out *out, const char *name, guint64 value);
/* NULL is left out. */
void mg_gxl_out_string(
	struct mg_gxl_out *out, const char *name, const char *value);
void mg_gxl_out_bytes(
	struct mg_gxl_out *out, const char *name, const guint8 *bytes, gsize n);

/* A list of pairs, a name and a number each. */
void mg_gxl_out_list(struct mg_gxl_out *out, const char *name);
void mg_gxl_out_pair(struct mg_gxl_out *out, const char *name, gint64 value);
void mg_gxl_out_list_end(struct mg_gxl_out *out);

#endif
