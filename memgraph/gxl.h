/* Graphs as files, in GXL 1.0 (Graph eXchange Language), an XML for graphs.
 *
 *	if (!mg_gxl_write(graph, file, &error)) ...
 *	g_autoptr(mg_graph) again = mg_gxl_read("state.gxl", &error);
 *
 * What is loaded is the graph that was saved, complete: objects with their
 * bytes, links, roots, and the types that these use. It owns its types and
 * roots, so that it needs no debug information and no program. Only the types'
 * ids are new, 0 … n-1, since unused types are not in the file. Written again,
 * it gives the same file.
 *
 * docs/gxl.md describes the format. Both ways stream: memory is needed for the
 * graph alone, whatever the size of the file. Files are not trusted: anything
 * that is not a graph as we write it is an error that names file and line, and
 * a graph that was loaded is safe to walk, to name and to print. */
#ifndef MG_GXL_H
#define MG_GXL_H

#include "memgraph.h"

#include <stdio.h>

#define MG_GXL_ERROR mg_gxl_error_quark()
GQuark mg_gxl_error_quark(void);

enum mg_gxl_error {
	MG_GXL_ERROR_FILE, /* can't be opened, read or written */
	MG_GXL_ERROR_XML, /* not well-formed, or cut off */
	MG_GXL_ERROR_FORMAT, /* not GXL as we write it */
	MG_GXL_ERROR_VERSION, /* written by a later version of memgraph */
	MG_GXL_ERROR_SIZE, /* more than can be loaded */
	MG_GXL_ERROR_STOPPED, /* the user wants it to end: struct mg_reader */
};

/* Writes the graph; the caller closes the file. */
gboolean mg_gxl_write(const struct mg_graph *graph, FILE *file, GError **error);

/* Reads a graph, freed with mg_graph_free. NULL on error. */
struct mg_graph *mg_gxl_read(const char *path, GError **error);
/* The same, with a flag that ends it, and whatever is done with the graph, as
 * in struct mg_reader. */
struct mg_graph *mg_gxl_read_until(
	const volatile sig_atomic_t *stop, const char *path, GError **error);

#endif
