#include "vertex.h"

#include "graph.h"

static gboolean count_vertex(const struct mg_vertex *vertex, gpointer data)
{
	struct mg_summary *sum = data;
	sum->vertices++;
	if (vertex->type)
		sum->kinds[vertex->type->kind]++;
	else
		sum->raw++;
	return TRUE;
}

void mg_graph_summary(const struct mg_graph *graph, struct mg_summary *sum)
{
	*sum = (struct mg_summary){0};
	mg_graph_visit(graph, count_vertex, sum);
	sum->objects = graph->objects->len;
	/* Inside an object of n vertices there are n-1 edges; the others are
	 * pointers, and those from the vertex above all variables, which is
	 * counted as well. */
	sum->edges = sum->vertices - sum->objects + graph->n_roots +
		     graph->ends[MG_END_NONE];
	sum->vertices++;
	sum->bytes = graph->bytes_read;
	for (guint i = 0; i < MG_N_ENDS; i++)
		sum->ends[i] = i == MG_END_NONE ? 0 : graph->ends[i];
}

const char *mg_kind_name(enum mg_kind kind)
{
	static const char *const names[] = {"void", "bool", "char", "int",
		"enum", "float", "complex", "pointer", "reference",
		"member pointer", "function", "array", "struct", "union"};
	return names[kind];
}

const char *mg_end_name(enum mg_end end)
{
	static const char *const names[] = {"followed", "null", "not mapped",
		"freed or dead", "function", "constant", "of unknown type",
		"unreadable", "implausible in a union"};
	return names[end];
}
