/* Pictures through libcgraph, which quotes all that is in them: what the files
 * that draw share. Internal to memgraph.
 *
 *	Agraph_t *dot = agopen((char *) "name", Agdirected, NULL);
 *	mg_cgraph_set_defaults(dot, defaults, G_N_ELEMENTS(defaults));
 *	Agnode_t *node = mg_cgraph_add_node(dot, "o1");
 *	mg_cgraph_set(node, "label", "text");
 *	return mg_cgraph_write(dot, file, graph->stop, error);
 */
#ifndef MG_DOT_CGRAPH_H
#define MG_DOT_CGRAPH_H

#include <glib.h>
#include <graphviz/cgraph.h>
#include <signal.h>
#include <stdio.h>

struct mg_cgraph_default {
	int kind; /* AGRAPH, AGNODE or AGEDGE */
	const char *name, *value;
};

/* An attribute must have a default before anything gets a value for it. */
void mg_cgraph_set_defaults(
	Agraph_t *dot, const struct mg_cgraph_default *defaults, guint n);
/* Sets an attribute of a graph, node or edge. */
void mg_cgraph_set(void *thing, const char *name, const char *value);

Agnode_t *mg_cgraph_add_node(Agraph_t *dot, const char *id);
/* The vertex that all variables hang on. */
Agnode_t *mg_cgraph_add_root(Agraph_t *dot);

/* Writes the picture and frees it, whether or not that worked. Errors are
 * MG_DOT_ERROR; it is one if *stop is not 0, since then there are things that
 * nobody has drawn. */
gboolean mg_cgraph_write(Agraph_t *dot, FILE *file,
	const volatile sig_atomic_t *stop, GError **error);

#endif
