/* The value that a delta, or a part of one, is about. */
#include "delta-words.h"

/* The first number that may be at an offset of a type and has all of `size`
 * bytes; pointers are compared by themselves. NULL if there is none. */
static const struct mg_type *number_at(
	const struct mg_type *type, guint64 offset, guint64 size)
{
	if (!type || offset >= type->size)
		return NULL;

	switch (type->kind) {
	case MG_ARRAY:
		return type->target && type->target->size
			       ? number_at(type->target,
					 offset % type->target->size, size)
			       : NULL;
	case MG_STRUCT:
	case MG_UNION:
		for (guint i = 0; i < type->n_members; i++) {
			const struct mg_member *m = &type->members[i];
			const struct mg_type *found =
				m->bit_size || offset < m->offset
					? NULL
					: number_at(m->type, offset - m->offset,
						  size);
			if (found)
				return found;
		}
		return NULL;
	case MG_POINTER:
	case MG_REFERENCE:
		return NULL;
	default:
		return offset == 0 && type->size >= size ? type : NULL;
	}
}

/* A word of a union, as a number that it may hold. */
static void take_number(const struct hc_deltas *deltas,
	const struct mg_change *change, const struct hc_delta *delta,
	struct mg_vertex *vertex)
{
	const struct mg_type *whole = change->before.type;
	guint64 end = delta->size, first = 0;
	guint32 before = change->before.object, after = change->after.object;

	const struct mg_type *real =
		hc_deltas_union_double(deltas, change, delta->offset);
	if (real) {
		vertex->offset = delta->offset;
		vertex->size = real->size;
		vertex->type = real;
		vertex->kind = MG_VERTEX_VALUE;
		return;
	}

	vertex->type = NULL;
	vertex->kind = MG_VERTEX_BYTES;
	while (end > 1 && !mg_mates_differ(deltas->match, before, after,
				  delta->offset + end - 1, delta->offset + end))
		end--;
	while (first + 1 < end &&
		!mg_mates_differ(deltas->match, before, after,
			delta->offset + first, delta->offset + first + 1))
		first++;

	const struct mg_type *type = NULL;
	for (guint64 at = 0; at <= first && !type; at++) {
		/* At the end of a struct it may be longer than it says. */
		type = number_at(whole,
			(delta->offset + at - change->before.offset) %
				whole->size,
			end - at);
		if (type && type->size <= delta->size - at) {
			vertex->offset = delta->offset + at;
			vertex->size = type->size;
			vertex->type = type;
			vertex->kind = MG_VERTEX_VALUE;
		}
	}
}

struct mg_vertex hc_delta_vertex(const struct hc_deltas *deltas,
	const struct hc_delta *delta, guint side)
{
	const struct mg_change *change =
		hc_deltas_change_at(deltas, delta->change);
	struct mg_vertex vertex = side ? change->after : change->before;
	const struct mg_type *type = vertex.type;
	const struct mg_type *text =
		delta->kind == HC_DELTA_VALUE && !delta->index
			? hc_deltas_union_text(deltas, change)
			: NULL;

	if (text) {
		vertex.type = text;
		vertex.size = text->size;
		return vertex;
	}

	if (delta->kind == HC_DELTA_VALUE && type && type->kind == MG_UNION &&
		hc_deltas_union_held(deltas, change, delta, &vertex))
		return vertex;

	if (!delta->index) {
		/* A union of one word is not divided, but is shown as a number,
		 * too. */
		struct mg_vertex number = vertex;
		if (delta->kind == HC_DELTA_VALUE && type &&
			type->kind == MG_UNION && !vertex.member &&
			vertex.kind == MG_VERTEX_VALUE && vertex.size <= 8)
			take_number(deltas, change, delta, &number);
		return number.type ? number : vertex;
	}

	if (type && type->kind == MG_ARRAY && vertex.kind == MG_VERTEX_VALUE)
		type = type->target;
	vertex.kind = type ? MG_VERTEX_VALUE : MG_VERTEX_BYTES;
	vertex.type = type;
	vertex.offset = delta->offset;
	vertex.size = delta->size;
	vertex.count = 0;
	if (type && type->kind == MG_UNION && !vertex.member)
		take_number(deltas, change, delta, &vertex);

	return vertex;
}
