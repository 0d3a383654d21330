/* A whole graph as a picture, in Graphviz' DOT.
 *
 *	mg_dot_write(graph, 300, stdout, &error)	… | dot -Tsvg
 *
 * An object is a box: its name and its type, and a row for each value inside
 * with the operation that leads to it (`.member`, `[i]`) and what it says. An
 * arrow leaves the row of a pointer. Arrows lead from one vertex, the root, to
 * all variables, and have their names.
 *
 * Only small graphs make good pictures: objects far from the root are folded
 * into one vertex "… N more", and so are rows of large objects. There are no
 * addresses in it: two runs with the same state give the same file. Bytes of
 * the program can't break it, whatever they are. */
#ifndef MG_DOT_H
#define MG_DOT_H

#include "memgraph.h"

#include <stdio.h>

#define MG_DOT_ERROR mg_dot_error_quark()
GQuark mg_dot_error_quark(void);

enum mg_dot_error {
	MG_DOT_ERROR_FILE, /* can't be written */
	MG_DOT_ERROR_STOPPED, /* the user wants it to end: struct mg_reader */
};

/* Shows objects until there are `most_vertices` vertices. The caller closes
 * the file. */
gboolean mg_dot_write(const struct mg_graph *graph, guint most_vertices,
	FILE *file, GError **error);

#endif
