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

/* Where cgraph writes to. */
struct channel {
	FILE *file;
	const volatile sig_atomic_t *stop;
};

static gboolean is_stopped(const struct channel *channel)
{
	return channel->stop && *channel->stop;
}

static int put(void *data, const char *text)
{
	const struct channel *channel = data;
	return is_stopped(channel) ? EOF : fputs(text, channel->file);
}

static int flush(void *data)
{
	return fflush(((const struct channel *) data)->file);
}

gboolean mg_cgraph_write(Agraph_t *dot, FILE *file,
	const volatile sig_atomic_t *stop, GError **error)
{
	struct channel channel = {file, stop};
	Agiodisc_t io = {.putstr = put, .flush = flush};
	Agiodisc_t *own = dot->clos->disc.io;
	dot->clos->disc.io = &io;
	gboolean fine = agwrite(dot, &channel) == 0 && fflush(file) == 0;
	dot->clos->disc.io = own;
	if (is_stopped(&channel)) {
		g_set_error_literal(error, MG_DOT_ERROR, MG_DOT_ERROR_STOPPED,
			"interrupted");
		fine = FALSE;
	} else if (!fine)
		g_set_error(error, MG_DOT_ERROR, MG_DOT_ERROR_FILE,
			"writing DOT: %s", g_strerror(errno));
	agclose(dot);
	return fine;
}
