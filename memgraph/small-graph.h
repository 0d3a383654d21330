/* A small labelled graph of no special kind: what the search for the largest
 * common subgraph (clique.h) works on. Memory graphs, what is left over of
 * them, and random graphs can all be put into this form.
 *
 *	g_autoptr(mg_small) graph = mg_small_new();
 *	guint32 root = mg_small_add(graph, ROOT);
 *	guint32 list = mg_small_add(graph, NODE_14);
 *	mg_small_link(graph, root, list, LIST);
 *
 * Contents and labels are numbers that the caller gives out: the same number
 * means the same type and value, or the same operation. mg_small_free frees
 * all of it. */
#ifndef MG_SMALL_GRAPH_H
#define MG_SMALL_GRAPH_H

#include <glib.h>
#include <signal.h>

struct mg_small_edge {
	guint32 from, to;
	guint32 label;
};

struct mg_small {
	GArray *contents; /* guint32, one a vertex */
	GArray *edges; /* struct mg_small_edge */
	/* Not 0: the user wants whatever is done with it to end; or NULL. */
	const volatile sig_atomic_t *stop;
};

/* A vertex of one graph, and its mate in another. */
struct mg_small_pair {
	guint32 a, b;
};

struct mg_small *mg_small_new(void);
void mg_small_free(struct mg_small *graph);

/* A new vertex; the first is 0, the next 1, and so on. */
guint32 mg_small_add(struct mg_small *graph, guint32 content);
/* A new edge between vertices that are there. The same edge twice is one. */
void mg_small_link(
	struct mg_small *graph, guint32 from, guint32 to, guint32 label);

static inline guint32 mg_small_content(const struct mg_small *graph, guint32 v)
{
	return g_array_index(graph->contents, guint32, v);
}

typedef struct mg_small mg_small; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mg_small, mg_small_free)

#endif
