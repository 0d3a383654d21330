/* What else a delta could be called. */
#include "delta-words.h"
#include "ways.h"

struct hc_namer {
	const struct hc_deltas *deltas;
	struct mg_ways
		*ways[2]; /* of the passing run and the failing one; NULL:
				    nobody has asked yet */
};

struct hc_namer *hc_namer_new(const struct hc_deltas *deltas)
{
	struct hc_namer *namer = g_new0(struct hc_namer, 1);
	namer->deltas = deltas;
	return namer;
}

void hc_namer_free(struct hc_namer *namer)
{
	for (guint i = 0; i < G_N_ELEMENTS(namer->ways); i++)
		g_clear_pointer(&namer->ways[i], mg_ways_free);
	g_free(namer);
}

static void clear_name(gpointer data)
{
	g_free(((struct hc_other_name *) data)->shown);
}

/* Whether it is told by its place in the graph, as nothing of libc's or of the
 * system's is. */
static gboolean has_place(const struct hc_deltas *deltas, guint i)
{
	const struct mg_change *change = hc_delta_change(deltas, i);
	g_autofree char *stream = hc_deltas_stream_shown(deltas, i);
	g_autofree char *variable = mg_change_variable(deltas->diff, change);
	return !stream && !variable;
}

GArray *hc_namer_others(struct hc_namer *namer, guint i)
{
	const struct hc_deltas *deltas = namer->deltas;
	guint side = hc_delta_change(deltas, i)->before.object == MG_NO_MATE;
	const struct mg_graph *graph = side ? deltas->b : deltas->a;
	struct mg_vertex vertex =
		hc_delta_vertex(deltas, hc_delta_at(deltas, i), side);
	GArray *others =
		g_array_new(FALSE, FALSE, sizeof(struct hc_other_name));
	g_array_set_clear_func(others, clear_name);
	if (!has_place(deltas, i))
		return others;

	if (!namer->ways[side])
		namer->ways[side] = mg_ways_new(graph);
	g_autoptr(GArray) names = mg_ways_names(namer->ways[side], &vertex);
	for (guint k = 0; k < names->len; k++) {
		struct mg_way_name *name =
			&g_array_index(names, struct mg_way_name, k);
		const struct mg_root *root = name->root;
		gboolean local = root->class == MG_ROOT_LOCAL && !root->key;
		guint32 to = name->first == MG_NO_OBJECT ? vertex.object
							 : name->first;
		struct hc_other_name other = {
			.shown = g_steal_pointer(&name->words),
			.local = local ? root->name : NULL,
			.own = name->first == MG_NO_OBJECT,
			.address = side ? 0 : mg_graph_address(graph, to),
		};
		g_array_append_val(others, other);
	}
	return others;
}
