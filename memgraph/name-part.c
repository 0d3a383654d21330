/* Pointers to a part of an object that has no good name as a whole.
 *
 * Where an object is named by a cast, since no pointer knows all of it, a
 * pointer that knows a part of it makes a better name for what is in that part:
 * `shape->area` is a member of what is really a circle, `price->cents` one of
 * what is really the block of a std::shared_ptr. */
#include "graph.h"
#include "sort.h"

/* Whether the name of an object has a cast in it, as the last thing. */
static gboolean has_cast(
	const struct mg_graph *graph, const struct mg_object *object)
{
	if (!object->named_by)
		return FALSE;
	const struct mg_link *link = &g_array_index(
		graph->links, struct mg_link, object->named_by - 1);
	return link->word || link->beside || link->to_offset ||
	       link->type != object->shape.type;
}

/* Whether a class has virtual bases: as a part of another one, it has them
 * elsewhere. */
static gboolean has_virtual_bases(const struct mg_type *type)
{
	for (guint i = 0; i < type->n_members; i++)
		if (type->members[i].virtual_base)
			return TRUE;
	return FALSE;
}

/* A pointer from what was found later may have its own name from here. */
static gboolean leads_to_part(
	const struct mg_graph *graph, const struct mg_link *link)
{
	if (link->end != MG_END_NONE || link->word || link->beside ||
		!link->type || link->type->kind != MG_STRUCT ||
		!link->type->size || link->from >= link->to)
		return FALSE;
	const struct mg_object *object = mg_graph_object(graph, link->to);
	const struct mg_shape *shape = &object->shape;
	return shape->type && shape->type != link->type && shape->count == 1 &&
	       !shape->tail && has_cast(graph, object) &&
	       mg_type_has(shape->type, link->to_offset, link->type) &&
	       !has_virtual_bases(link->type);
}

static int by_place(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct mg_part *p = a, *q = b;
	if (p->object != q->object)
		return p->object < q->object ? -1 : 1;
	if (p->offset != q->offset)
		return p->offset < q->offset ? -1 : 1;
	if (p->size != q->size)
		return p->size < q->size ? -1 : 1;
	return p->link < q->link ? -1 : p->link > q->link;
}

/* The same part may be led to from many places; the first is the shortest
 * way. */
static void drop_others(GArray *parts)
{
	guint n = 0;
	for (guint i = 0; i < parts->len; i++) {
		struct mg_part *p = &g_array_index(parts, struct mg_part, i);
		struct mg_part *last =
			n ? &g_array_index(parts, struct mg_part, n - 1) : NULL;
		if (last && last->object == p->object &&
			last->offset == p->offset && last->size == p->size)
			continue;
		g_array_index(parts, struct mg_part, n++) = *p;
	}
	g_array_set_size(parts, n);
}

void mg_graph_find_parts(struct mg_graph *graph)
{
	for (guint i = 0; i < graph->links->len && !mg_graph_is_stopped(graph);
		i++) {
		const struct mg_link *link =
			&g_array_index(graph->links, struct mg_link, i);
		if (!leads_to_part(graph, link))
			continue;
		struct mg_part part = {
			link->to, i, link->to_offset, link->type->size};
		g_array_append_val(graph->parts, part);
	}
	mg_sort(graph->parts->data, graph->parts->len, sizeof(struct mg_part),
		by_place, NULL, graph->stop);
	if (!mg_graph_is_stopped(graph))
		drop_others(graph->parts);
}

const struct mg_link *mg_part_link(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	struct mg_part wanted = {.object = vertex->object};
	guint low = 0, high = graph->parts->len, best = G_MAXUINT;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (by_place(&g_array_index(
				     graph->parts, struct mg_part, middle),
			    &wanted, NULL) < 0)
			low = middle + 1;
		else
			high = middle;
	}

	for (guint i = low; i < graph->parts->len; i++) {
		const struct mg_part *p =
			&g_array_index(graph->parts, struct mg_part, i);
		if (p->object != vertex->object || p->offset > vertex->offset)
			break;
		if (vertex->offset + vertex->size <= p->offset + p->size)
			best = MIN(best, p->link);
	}
	return best == G_MAXUINT
		       ? NULL
		       : &g_array_index(graph->links, struct mg_link, best);
}
