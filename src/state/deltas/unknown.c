/* What may be in the part of a state that was left out for lack of memory. Of
 * what only the failing graph has, these must not be made in the passing run:
 *
 * - what the passing run may have as well, where its graph was cut, and all
 *   that this leads to;
 * - what leads to something that is not known, since it would lead nowhere
 *   there. */
#include "deltas-inside.h"

static gboolean is_alone(const struct hc_deltas *deltas, guint32 object)
{
	return mg_match_mate(deltas->match, 1, object) == MG_NO_MATE;
}

static const struct mg_link *link_at(const struct mg_graph *graph, guint i)
{
	return &g_array_index(graph->links, struct mg_link, i);
}

/* Whether the passing run's pointer at the same place was not followed. */
static gboolean is_cut_there(
	const struct hc_deltas *deltas, const struct mg_link *link)
{
	guint32 mate = mg_match_mate(deltas->match, 1, link->from);
	if (mate == MG_NO_MATE)
		return FALSE;
	const struct mg_link *other =
		mg_graph_link_at(deltas->a, mate, link->offset);
	return other && other->end == MG_END_NO_ROOM;
}

/* The first ones; how many. */
static guint mark_first(struct hc_deltas *deltas)
{
	guint n = 0;
	for (guint i = 0;
		i < deltas->b->links->len && !hc_deltas_are_stopped(deltas);
		i++) {
		const struct mg_link *link = link_at(deltas->b, i);
		guint32 object = MG_NO_OBJECT;
		if (link->end == MG_END_NO_ROOM)
			object = link->from;
		else if (link->end == MG_END_NONE && !link->beside &&
			 is_cut_there(deltas, link))
			object = link->to;
		if (object == MG_NO_OBJECT || !is_alone(deltas, object) ||
			deltas->unknown[object])
			continue;
		deltas->unknown[object] = TRUE;
		n++;
	}
	return n;
}

/* Along one link, either way; whether that changed anything. Both ends are in
 * the failing graph alone, or it would be another pointer that decides. */
static gboolean spread(struct hc_deltas *deltas, const struct mg_link *link)
{
	if (link->end != MG_END_NONE || !is_alone(deltas, link->from) ||
		!is_alone(deltas, link->to) ||
		deltas->unknown[link->from] == deltas->unknown[link->to])
		return FALSE;
	deltas->unknown[link->from] = deltas->unknown[link->to] = TRUE;
	return TRUE;
}

/* Links go mostly from smaller numbers to larger ones, so that both directions
 * need few rounds. */
void hc_deltas_find_unknown(struct hc_deltas *deltas)
{
	const struct mg_graph *a = deltas->a, *b = deltas->b;
	if (!a->ends[MG_END_NO_ROOM] && !b->ends[MG_END_NO_ROOM])
		return;

	deltas->unknown = g_malloc0(b->objects->len + 1);
	gboolean again = mark_first(deltas) > 0;
	while (again && !hc_deltas_are_stopped(deltas)) {
		again = FALSE;
		for (guint i = 0; i < b->links->len; i++)
			again |= spread(deltas, link_at(b, i));
		for (guint i = b->links->len; i-- > 0;)
			again |= spread(deltas, link_at(b, i));
	}
}
