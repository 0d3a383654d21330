/* What belongs together: deltas of one object, objects that one variable leads
 * to, variables of one frame. */
#include "deltas-inside.h"

struct grouping {
	struct hc_deltas *deltas;
	GHashTable *known; /* what → number plus one */
	/* For objects of both graphs, as far as they were asked about: the
	 * variable that leads there, plus one. */
	guint32 *variables[2];
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

static guint32 object_before(const struct mg_graph *graph, guint32 object)
{
	guint32 link = mg_graph_object(graph, object)->named_by;
	return link ? g_array_index(graph->links, struct mg_link, link - 1).from
		    : MG_NO_OBJECT;
}

/* The root's object that an object has its name from. Elements of a list have
 * most of their way in common, so what is on it is noted. */
static guint32 variable_of(
	const struct mg_graph *graph, guint32 *variables, guint32 object)
{
	guint32 at = object, before;
	while (!variables[at] &&
		(before = object_before(graph, at)) != MG_NO_OBJECT)
		at = before;

	guint32 variable = variables[at] ? variables[at] : at + 1;
	for (at = object; at != MG_NO_OBJECT && !variables[at];
		at = object_before(graph, at))
		variables[at] = variable;
	return variable - 1;
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
	guint32 first = variable_of(graph, g->variables[new ? 1 : 0], object);
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
	struct grouping g = {
		.deltas = deltas,
		.known = g_hash_table_new_full(
			hc_deltas_hash, g_int64_equal, g_free, NULL),
		.variables = {g_new0(guint32,
				      mg_graph_n_objects(deltas->a) + 1),
			g_new0(guint32, mg_graph_n_objects(deltas->b) + 1)},
	};

	for (guint32 i = 0;
		i < hc_deltas_n(deltas) && !hc_deltas_are_stopped(deltas);
		i++) {
		guint32 number = group_of(&g, i);
		g_array_append_val(deltas->group_of, number);
	}

	g_hash_table_unref(g.known);
	g_free(g.variables[0]);
	g_free(g.variables[1]);
	deltas->groups = (struct dd_groups){
		(const guint32 *) (void *) deltas->group_of->data,
		(const guint32 *) (void *) deltas->parent_of->data,
		deltas->parent_of->len};
}
