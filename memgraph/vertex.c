#include "vertex.h"

#include "graph.h"

struct visit {
	const struct mg_graph *graph;
	const struct mg_object *object;
	guint32 number;
	guint64 from, end; /* which bytes of it */
	gsize next_link; /* links come in the order of the vertices */
	guint depth; /* of the next vertex, and the edge to it */
	const struct mg_member *part;
	guint64 index;
	mg_vertex_func func;
	gpointer data;
	gboolean over;
};

static gboolean is_plain(const struct mg_type *type)
{
	return type->kind != MG_POINTER && type->kind != MG_REFERENCE &&
	       type->kind != MG_ARRAY && type->kind != MG_STRUCT &&
	       type->kind != MG_UNION;
}

/* The link of the pointer at this offset; NULL if that is null. */
static const struct mg_link *link_at(struct visit *visit, guint64 offset)
{
	const struct mg_object *object = visit->object;

	for (; visit->next_link < object->n_links; visit->next_link++) {
		const struct mg_link *link = &g_array_index(visit->graph->links,
			struct mg_link, object->first_link + visit->next_link);
		if (link->beside)
			return NULL;
		if (link->offset == offset)
			return link;
		if (link->offset > offset)
			return NULL;
	}

	return NULL;
}

static void fill_link(struct visit *visit, struct mg_vertex *vertex)
{
	const struct mg_link *link = link_at(visit, vertex->offset);

	vertex->end = link ? link->end : MG_END_NULL;
	if (!link)
		return;

	if (link->end == MG_END_FUNCTION) {
		vertex->function = link->function;
	} else {
		vertex->to = link->to;
		vertex->to_offset = link->to_offset;
	}
}

static void emit(struct visit *visit, struct mg_vertex *vertex)
{
	vertex->object = visit->number;
	vertex->depth = visit->depth;
	vertex->part = visit->part;
	vertex->index = visit->index;
	if (!visit->over && !visit->func(vertex, visit->data))
		visit->over = TRUE;
}

static void visit_value(
	struct visit *visit, const struct mg_type *type, guint64 offset);

static void visit_elements(struct visit *visit, const struct mg_type *type,
	guint64 offset, guint64 count)
{
	/* An unreadable object may claim to have any number of elements. */
	if (is_plain(type) || type->size == 0 || !visit->object->readable)
		return;

	/* Those before the part, if any, are passed over. */
	guint64 first =
		visit->from > offset ? (visit->from - offset) / type->size : 0;
	visit->depth++;
	for (guint64 i = first; i < count && !visit->over; i++) {
		if (offset + i * type->size >= visit->end)
			break;
		visit->over = mg_graph_is_stopped(visit->graph);
		visit->part = NULL;
		visit->index = i;
		visit_value(visit, type, offset + i * type->size);
	}

	visit->depth--;
}

/* An anonymous struct, or a base class, has no name in C, and no value other
 * than its members': these stand for it. */
static gboolean is_transparent(const struct mg_member *member)
{
	return !member->name && member->type && member->type->kind == MG_STRUCT;
}

static void visit_parts(
	struct visit *visit, const struct mg_type *type, guint64 offset)
{
	for (guint i = 0; i < type->n_members && !visit->over; i++) {
		const struct mg_member *member = &type->members[i];
		guint64 at = offset + member->offset;
		if (is_transparent(member)) {
			visit_parts(visit, member->type, at);
			continue;
		}
		visit->part = member;
		visit->index = 0;
		visit_value(visit, member->type, at);
	}
}

static void visit_members(
	struct visit *visit, const struct mg_type *type, guint64 offset)
{
	visit->depth++;
	visit_parts(visit, type, offset);
	visit->depth--;
}

/* The array at the end of the object is as long as the object allows. */
static guint64 elements_of(
	const struct visit *visit, const struct mg_type *type, guint64 offset)
{
	const struct mg_object *object = visit->object;
	const struct mg_type *whole = object->shape.type;
	if (!object->shape.tail || !type->target->size)
		return type->count;
	/* Its first element may be an array as well. */
	const struct mg_member *last = &whole->members[whole->n_members - 1];
	if (offset != last->offset || type != last->type)
		return type->count;
	return (object->size - offset) / type->target->size;
}

/* A union of arrays at the end of the object is one value, as unions are, and
 * has all of the rest. */
static gboolean is_rest(
	const struct visit *visit, const struct mg_type *type, guint64 offset)
{
	const struct mg_shape *shape = &visit->object->shape;
	if (type->kind != MG_UNION || !shape->tail)
		return FALSE;
	const struct mg_member *tail = mg_tail_of(shape->type);
	return tail && tail->type == type && tail->offset == offset;
}

/* Sizes come from debug information and are not trusted. Only a struct with an
 * open tail may be larger than its object, by padding and tail. */
static gboolean fits(const struct mg_object *object, const struct mg_type *type,
	guint64 offset)
{
	if (object->shape.tail && offset == 0 && type == object->shape.type)
		return TRUE;
	return offset <= object->size && type->size <= object->size - offset;
}

static void visit_value(
	struct visit *visit, const struct mg_type *type, guint64 offset)
{
	if (!type || !fits(visit->object, type, offset))
		return;
	if (offset >= visit->end)
		return;

	struct mg_vertex vertex = {
		.offset = offset,
		.size = MIN(type->size, visit->object->size - offset),
		.type = type,
		.member = visit->part && visit->part->bit_size ? visit->part
							       : NULL,
	};
	if (type->kind == MG_POINTER || type->kind == MG_REFERENCE)
		fill_link(visit, &vertex);
	if (type->kind == MG_ARRAY) {
		vertex.count = elements_of(visit, type, offset);
		vertex.size = vertex.count * type->target->size;
	}
	if (is_rest(visit, type, offset))
		vertex.size = visit->object->size - offset;
	if (visit->from > 0 && offset + vertex.size <= visit->from)
		return;

	emit(visit, &vertex);
	if (type->kind == MG_STRUCT)
		visit_members(visit, type, offset);
	if (type->kind == MG_ARRAY)
		visit_elements(visit, type->target, offset, vertex.count);
}

static void visit_object(struct visit *visit)
{
	const struct mg_object *object = visit->object;
	const struct mg_shape *shape = &object->shape;
	struct mg_vertex whole = {.size = object->size, .type = shape->type};

	visit->depth = 0;
	visit->part = NULL;
	visit->index = 0;
	if (!shape->type || (object->text && shape->count != 1)) {
		whole.kind = object->text ? MG_VERTEX_TEXT : MG_VERTEX_BYTES;
		whole.type = NULL;
		emit(visit, &whole);
	} else if (shape->count == 1) {
		visit_value(visit, shape->type, 0);
	} else {
		whole.kind = MG_VERTEX_ELEMENTS;
		whole.count = shape->count;
		emit(visit, &whole);
		visit_elements(visit, shape->type, 0, shape->count);
	}
}

void mg_graph_visit(
	const struct mg_graph *graph, mg_vertex_func func, gpointer data)
{
	struct visit visit = {
		.graph = graph,
		.end = G_MAXUINT64,
		.func = func,
		.data = data,
	};
	for (guint i = 0; i < graph->objects->len && !visit.over &&
			  !mg_graph_is_stopped(graph);
		i++) {
		visit.number = i;
		visit.next_link = 0;
		visit.object =
			&g_array_index(graph->objects, struct mg_object, i);
		visit_object(&visit);
	}
}

void mg_object_visit_part(const struct mg_graph *graph, guint32 object,
	guint64 from, guint64 end, mg_vertex_func func, gpointer data)
{
	const struct mg_object *o = mg_graph_object(graph, object);
	struct visit visit = {
		.graph = graph,
		.number = object,
		.object = o,
		.from = from,
		.end = end,
		.func = func,
		.data = data,
	};
	gsize n;
	/* A pointer that begins earlier may reach into the part. */
	if (from > 7)
		visit.next_link = (gsize) (mg_graph_links_in(graph, object,
						   from - 7, from - 6, &n) -
					   mg_graph_links(graph, o));
	visit_object(&visit);
}

void mg_object_visit(const struct mg_graph *graph, guint32 object,
	mg_vertex_func func, gpointer data)
{
	mg_object_visit_part(graph, object, 0, G_MAXUINT64, func, data);
}

guint mg_graph_n_objects(const struct mg_graph *graph)
{
	return graph->objects->len;
}

guint64 mg_graph_address(const struct mg_graph *graph, guint32 object)
{
	const struct mg_object *o =
		&g_array_index(graph->objects, struct mg_object, object);
	return o->in_memory ? o->address : 0;
}

const guint8 *mg_vertex_bytes(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	const struct mg_object *object = &g_array_index(
		graph->objects, struct mg_object, vertex->object);
	return object->readable ? graph->bytes + object->bytes + vertex->offset
				: NULL;
}
