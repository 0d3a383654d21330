#include "dot-cgraph.h"

#include "dot.h"

#include <errno.h>

G_DEFINE_QUARK(mg_dot_error, mg_dot_error)

/* cgraph copies all strings, and takes them without const. */

void mg_cgraph_set_defaults(
	Agraph_t *dot, const struct mg_cgraph_default *defaults, guint n)
{
	for (guint i = 0; i < n; i++)
		agattr(dot, defaults[i].kind, (char *) defaults[i].name,
			(char *) defaults[i].value);
}

void mg_cgraph_set(void *thing, const char *name, const char *value)
{
	agsafeset(thing, (char *) name, (char *) value, (char *) "");
}

Agnode_t *mg_cgraph_add_node(Agraph_t *dot, const char *id)
{
	return agnode(dot, (char *) id, TRUE);
}

Agnode_t *mg_cgraph_add_root(Agraph_t *dot)
{
	Agnode_t *root = mg_cgraph_add_node(dot, "root");
	mg_cgraph_set(root, "label", "root");
	mg_cgraph_set(root, "shape", "ellipse");
	return root;
}

gboolean mg_cgraph_write(Agraph_t *dot, FILE *file, GError **error)
{
	gboolean fine = agwrite(dot, file) == 0 && fflush(file) == 0;
	if (!fine)
		g_set_error(error, MG_DOT_ERROR, MG_DOT_ERROR_FILE,
			"writing DOT: %s", g_strerror(errno));
	agclose(dot);
	return fine;
}
