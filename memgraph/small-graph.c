#include "small-graph.h"

struct mg_small *mg_small_new(void)
{
	struct mg_small *graph = g_new0(struct mg_small, 1);
	graph->contents = g_array_new(FALSE, FALSE, sizeof(guint32));
	graph->edges = g_array_new(FALSE, FALSE, sizeof(struct mg_small_edge));
	return graph;
}

void mg_small_free(struct mg_small *graph)
{
	g_array_unref(graph->contents);
	g_array_unref(graph->edges);
	g_free(graph);
}

guint32 mg_small_add(struct mg_small *graph, guint32 content)
{
	g_array_append_val(graph->contents, content);
	return graph->contents->len - 1;
}

void mg_small_link(
	struct mg_small *graph, guint32 from, guint32 to, guint32 label)
{
	struct mg_small_edge edge = {from, to, label};
	g_return_if_fail(from < graph->contents->len);
	g_return_if_fail(to < graph->contents->len);
	g_array_append_val(graph->edges, edge);
}
