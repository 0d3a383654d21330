/* What becomes of an open descriptor. */
#include "deltas-inside.h"

gboolean hc_deltas_descriptor(const struct hc_deltas *deltas,
	const struct mg_change *change, struct hc_deltas_file *descriptor)
{
	gboolean open = change->after.object != MG_NO_MATE;
	const struct mg_graph *graph = open ? deltas->b : deltas->a;
	const struct mg_object *o = mg_graph_object(
		graph, open ? change->after.object : change->before.object);
	const struct mg_root *root = &graph->roots[o->root - 1];
	gsize n;
	const char *text = g_bytes_get_data(root->value, &n);

	*descriptor =
		(struct hc_deltas_file){.number = root->number, .open = open};
	return !open || hc_deltas_opened_parse(&descriptor->opened, text, n);
}
