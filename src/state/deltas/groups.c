/* What belongs together: deltas of one object, objects that one variable leads
 * to, variables of one frame. */
#include "deltas-inside.h"

struct grouping {
	struct hc_deltas *deltas;
	GHashTable *known; /* what → number plus one */
};

static guint32 group_for(struct grouping *g, guint64 what, guint32 parent)
{
	gpointer found = g_hash_table_lookup(g->known, &what);
	if (found)
		return GPOINTER_TO_UINT(found) - 1;
	guint32 number = g->deltas->parent_of->len;
	g_array_append_val(g->deltas->parent_of, parent);
	g_hash_table_insert(g->known, g_memdup2(&what, sizeof what),
		GUINT_TO_POINTER(number + 1));
	return number;
}

guint32 hc_deltas_named_after(const struct mg_graph *graph, guint32 object)
{
	const struct mg_object *o = mg_graph_object(graph, object);
	while (o->named_by) {
		object = g_array_index(
			graph->links, struct mg_link, o->named_by - 1)
				 .from;
		o = mg_graph_object(graph, object);
	}
	return object;
}

enum { FRAME = 1, VARIABLE, OBJECT, ARRAY };

static guint64 what_is(guint kind, guint64 number, guint64 more)
{
	return (guint64) kind << 60 | number << 28 | (more & 0xfffffff);
}

static guint32 group_of(struct grouping *g, guint32 number)
{
	const struct hc_delta *delta = hc_delta_at(g->deltas, number);
	const struct mg_change *change =
		hc_deltas_change_at(g->deltas, delta->change);
	gboolean new = change->before.object == MG_NO_MATE;
	const struct mg_graph *graph = new ? g->deltas->b : g->deltas->a;
	guint32 object = new ? change->after.object : change->before.object;
	guint32 first = hc_deltas_named_after(graph, object);
	const struct mg_root *root =
		&graph->roots[mg_graph_object(graph, first)->root - 1];
	guint32 frame = group_for(
		g, what_is(FRAME, root->class, root->level), DD_NO_GROUP);
	guint32 variable = group_for(g, what_is(VARIABLE, first, new), frame);
	guint32 whole = group_for(g, what_is(OBJECT, object, new), variable);

	if (!delta->index)
		return whole;

	/* Elements of an array that was divided. */
	return group_for(g, what_is(ARRAY, delta->change, 0), whole);
}

void hc_deltas_make_groups(struct hc_deltas *deltas)
{
	struct grouping g = {deltas, g_hash_table_new_full(g_int64_hash,
					     g_int64_equal, g_free, NULL)};

	for (guint32 i = 0; i < deltas->list->len; i++) {
		guint32 number = group_of(&g, i);
		g_array_append_val(deltas->group_of, number);
	}

	g_hash_table_unref(g.known);
	deltas->groups = (struct dd_groups){
		(const guint32 *) (void *) deltas->group_of->data,
		(const guint32 *) (void *) deltas->parent_of->data,
		deltas->parent_of->len};
}
