/* The bytes of a delta that a processor could watch. */
#include "delta-words.h"

#include <string.h>

/* A number or a pointer is written as a whole; of anything else only a part may
 * be. */
static gboolean is_scalar(const struct mg_vertex *v)
{
	if (v->kind != MG_VERTEX_VALUE || !v->type || v->count > 1)
		return FALSE;
	switch (v->type->kind) {
	case MG_STRUCT:
	case MG_UNION:
	case MG_ARRAY:
		return FALSE;
	default:
		return TRUE;
	}
}

static gboolean can_watch(guint64 address, guint64 size)
{
	return (size == 1 || size == 2 || size == 4 || size == 8) &&
	       address % size == 0;
}

/* The bytes that a bit field has bits in, with those around them that are
 * watched at once. */
static gboolean take_field(const struct mg_member *member, guint64 address,
	struct hc_delta_bytes *bytes)
{
	guint64 first = address + member->bit_offset / 8;
	guint64 end = address + (member->bit_offset + member->bit_size + 7) / 8;
	guint size = 1;
	while ((first & ~(guint64) (size - 1)) + size < end)
		if ((size *= 2) > sizeof bytes->mask)
			return FALSE;

	bytes->address = first & ~(guint64) (size - 1);
	bytes->size = size;
	memset(bytes->mask, 0, sizeof bytes->mask);
	guint before = (guint) (first - bytes->address) * 8;
	for (guint i = 0; i < member->bit_size; i++) {
		guint bit = before + member->bit_offset % 8 + i;
		bytes->mask[bit / 8] |= (guint8) (1u << bit % 8);
	}
	return TRUE;
}

/* The first byte that is not the same in both runs, and is not an address: these
 * differ by themselves. */
static gboolean find_difference(const struct hc_deltas *deltas,
	const struct mg_vertex *a, const struct mg_vertex *b, guint64 *first)
{
	guint64 common = MIN(a->size, b->size);
	const guint8 *p = mg_vertex_bytes(deltas->a, a);
	const guint8 *q = mg_vertex_bytes(deltas->b, b);
	if (!p || !q)
		return FALSE;
	*first = hc_delta_first_difference(p, q, common);
	while (*first < common && a->offset == b->offset &&
		!mg_mates_differ(deltas->match, a->object, b->object,
			a->offset + *first, a->offset + *first + 1))
		*first += 1 + hc_delta_first_difference(p + *first + 1,
				      q + *first + 1, common - *first - 1);
	return TRUE;
}

static gboolean take_difference(const struct hc_deltas *deltas,
	const struct hc_delta *delta, guint side, guint64 address,
	struct hc_delta_bytes *bytes)
{
	struct mg_vertex a = hc_delta_vertex(deltas, delta, 0);
	struct mg_vertex b = hc_delta_vertex(deltas, delta, 1);
	guint64 first;
	if (!find_difference(deltas, &a, &b, &first) ||
		first == (side ? b.size : a.size))
		return FALSE;
	bytes->address = address + first;
	bytes->size = 1;
	return TRUE;
}

gboolean hc_delta_bytes(const struct hc_deltas *deltas, guint i, guint side,
	struct hc_delta_bytes *bytes)
{
	const struct hc_delta *delta = hc_delta_at(deltas, i);
	const struct mg_change *change =
		hc_deltas_change_at(deltas, delta->change);
	const struct mg_graph *graph = side ? deltas->b : deltas->a;
	if (delta->stream || change->listed ||
		delta->kind > HC_DELTA_DELETION ||
		change->before.object == MG_NO_MATE ||
		change->after.object == MG_NO_MATE)
		return FALSE;
	struct mg_vertex v = hc_delta_vertex(deltas, delta, side);
	const struct mg_object *object = mg_graph_object(graph, v.object);
	if (!object->in_memory)
		return FALSE;

	guint64 address = object->address + v.offset;
	*bytes = (struct hc_delta_bytes){address, (guint) v.size};
	memset(bytes->mask, 0xff, sizeof bytes->mask);
	if (v.member && v.member->bit_size)
		return take_field(v.member, address, bytes);
	if (is_scalar(&v) && can_watch(address, v.size))
		return TRUE;
	return take_difference(deltas, delta, side, address, bytes);
}
