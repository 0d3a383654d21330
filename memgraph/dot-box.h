/* What the boxes of a picture say. Internal to memgraph. */
#ifndef MG_DOT_BOX_H
#define MG_DOT_BOX_H

#include "vertex.h"

struct mg_dot_row {
	char *path; /* from the object: ".pair[1].next", or "" */
	char *text; /* the value */
	guint64 offset, size; /* in the object */
};

struct mg_dot_box {
	char *name, *type;
	GArray *rows; /* struct mg_dot_row */
	guint64 hidden; /* vertices that have no row */
};

/* Boxes for objects 0 … n-1; *more is the number of vertices that the other
 * objects have. */
GPtrArray *mg_dot_boxes_new(
	const struct mg_graph *graph, guint most_vertices, guint64 *more);

/* The row that shows a byte of the object; -1 if it is hidden. */
int mg_dot_box_row(const struct mg_dot_box *box, guint64 offset);

/* The way from an object to a value inside, as its vertices are visited:
 * ".pair[1].next". */
struct mg_dot_path {
	GString *text;
	GArray *lengths; /* gsize: of the path above each depth */
};
void mg_dot_path_init(struct mg_dot_path *path);
void mg_dot_path_clear(struct mg_dot_path *path);
void mg_dot_path_extend(
	struct mg_dot_path *path, const struct mg_vertex *vertex);

/* Whether a vertex consists of parts, which are visited next. */
gboolean mg_dot_has_parts(
	const struct mg_graph *graph, const struct mg_vertex *vertex);
/* What a vertex says, and what the first vertex of an object is; the caller
 * frees them. */
char *mg_dot_text_of(
	const struct mg_graph *graph, const struct mg_vertex *vertex);
char *mg_dot_type_of(const struct mg_vertex *vertex);

/* A label is read by dot: backslashes, entities and, in records, braces mean
 * something. Appends text so that it stands for itself, with bytes that are not
 * printable UTF-8 as \xNN, and cut if it is too long. */
void mg_dot_append_text(GString *label, const char *text, gboolean record);

#endif
