/* What a union holds, where the program says so: the unions of C++'s library
 * have a tag beside them. std::optional has a bool beside union { nothing;
 * value; }, std::variant a number beside union { first; union { second; … }
 * rest; }. */
#include "graph.h"

#include <string.h>

/* FALSE: there are no such bytes. */
static gboolean read_tag(const struct mg_member *member, const guint8 *bytes,
	guint64 size, guint64 *value)
{
	const struct mg_member *tag = member + member->tag;
	const struct mg_type *type = tag->type;
	guint64 at = tag->offset - member->offset;
	if (!type || tag->bit_size || tag->offset < member->offset ||
		type->size == 0 || type->size > sizeof *value || at > size ||
		type->size > size - at)
		return FALSE;
	*value = 0;
	memcpy(value, bytes + at, type->size);
	return TRUE;
}

static enum mg_held optional_value(
	const struct mg_type *type, guint64 tag, const struct mg_type **value)
{
	if (tag > 1 || type->n_members == 0)
		return MG_HELD_UNKNOWN;
	*value = type->members[type->n_members - 1].type;
	return tag ? MG_HELD_VALUE : MG_HELD_NOTHING;
}

static enum mg_held variant_value(
	const struct mg_type *type, guint64 tag, const struct mg_type **value)
{
	for (; tag > 0; tag--) {
		if (type->n_members < 2)
			return MG_HELD_UNKNOWN;
		type = type->members[1].type;
		if (!type || type->kind != MG_UNION)
			return MG_HELD_UNKNOWN;
	}
	if (type->n_members == 0)
		return MG_HELD_UNKNOWN;
	*value = type->members[0].type;
	return MG_HELD_VALUE;
}

enum mg_held mg_member_held(const struct mg_member *member, const guint8 *bytes,
	guint64 size, const struct mg_type **value)
{
	const struct mg_type *type = member->type;
	guint64 tag;
	if (!member->tag || !type || type->kind != MG_UNION ||
		!read_tag(member, bytes, size, &tag))
		return MG_HELD_UNKNOWN;

	/* Memory that is not in use yet may have any tag. */
	const struct mg_type *by = (member + member->tag)->type;
	if (by->kind == MG_BOOL)
		return optional_value(type, tag, value);
	if (tag == G_MAXUINT64 >> (64 - 8 * by->size))
		return MG_HELD_NOTHING;
	return variant_value(type, tag, value);
}

enum mg_held mg_vertex_held(const struct mg_graph *graph,
	const struct mg_vertex *vertex, const struct mg_member *as,
	const struct mg_type **value)
{
	const struct mg_object *object = mg_graph_object(graph, vertex->object);
	if (!as || !vertex->part || vertex->part->type != vertex->type ||
		vertex->kind != MG_VERTEX_VALUE || !object->readable)
		return MG_HELD_UNKNOWN;
	return mg_member_held(as, mg_vertex_bytes(graph, vertex),
		object->size - vertex->offset, value);
}
