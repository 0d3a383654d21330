#include "graph.h"

#include <string.h>

struct scan {
	struct mg_pointers *pointers;
	const guint8 *bytes;
	guint64 size;
	mg_slot_func func;
	gpointer data;
	gboolean open_unions; /* look into them, not at them */
};

static void scan_value(
	const struct scan *scan, const struct mg_type *type, guint64 offset);

static void scan_pointer(const struct scan *scan, enum mg_slot slot,
	const struct mg_type *target, guint64 offset)
{
	guint64 value;
	memcpy(&value, scan->bytes + offset, sizeof value);
	if (value != 0)
		scan->func(slot, offset, value, target, scan->data);
}

static void scan_array(const struct scan *scan, const struct mg_type *element,
	guint64 offset, guint64 count)
{
	if (!mg_has_pointers(scan->pointers, element) || element->size == 0)
		return;
	for (guint64 i = 0; i < count; i++) {
		if (offset + element->size > scan->size)
			return;
		scan_value(scan, element, offset);
		offset += element->size;
	}
}

/* A union whose tag is known is what it holds. */
static void scan_tagged(
	const struct scan *scan, const struct mg_member *member, guint64 offset)
{
	const struct mg_type *held = NULL;
	if (offset > scan->size)
		return;
	switch (mg_member_held(
		member, scan->bytes + offset, scan->size - offset, &held)) {
	case MG_HELD_NOTHING:
		break;
	case MG_HELD_VALUE:
		scan_value(scan, held, offset);
		break;
	default:
		scan_value(scan, member->type, offset);
		break;
	}
}

static void scan_members(
	const struct scan *scan, const struct mg_type *type, guint64 offset)
{
	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_member *m = &type->members[i];
		if (m->tag)
			scan_tagged(scan, m, offset + m->offset);
		else if (!m->bit_size)
			scan_value(scan, m->type, offset + m->offset);
	}
}

/* In a container, pointers lead to its nodes. */
static void scan_struct(
	const struct scan *scan, const struct mg_type *type, guint64 offset)
{
	const struct mg_type *outer = scan->pointers->around;
	const struct mg_type *nodes = mg_nodes_of(scan->pointers, type);
	if (nodes)
		scan->pointers->around = nodes;
	scan_members(scan, type, offset);
	scan->pointers->around = outer;
}

static void scan_value(
	const struct scan *scan, const struct mg_type *type, guint64 offset)
{
	/* Sizes and offsets come from debug information: none is trusted. */
	if (!mg_has_pointers(scan->pointers, type) || offset > scan->size ||
		type->size > scan->size - offset)
		return;

	switch (type->kind) {
	case MG_POINTER:
	case MG_REFERENCE:
		if (type->size == sizeof(guint64))
			scan_pointer(
				scan, MG_SLOT_POINTER, type->target, offset);
		break;
	case MG_ARRAY:
		scan_array(scan, type->target, offset, type->count);
		break;
	case MG_STRUCT:
		scan_struct(scan, type, offset);
		break;
	case MG_UNION:
		if (scan->open_unions)
			scan_members(scan, type, offset);
		else
			scan->func(MG_SLOT_UNION, offset, 0, type, scan->data);
		break;
	default:
		break;
	}
}

/* How many of the bytes at the offset are 0, in large steps. */
static guint64 count_zeros(const struct scan *scan, guint64 offset)
{
	static const guint8 zeros[4096];
	guint64 at = offset;
	while (scan->size - at >= sizeof zeros &&
		memcmp(scan->bytes + at, zeros, sizeof zeros) == 0)
		at += sizeof zeros;
	return at - offset;
}

/* Only an aligned word may be a pointer. */
static void scan_words(const struct scan *scan, guint64 first)
{
	for (guint64 at = first; at + sizeof(guint64) <= scan->size;
		at += sizeof(guint64)) {
		if (at % 4096 == first)
			at += count_zeros(scan, at);
		if (at + sizeof(guint64) <= scan->size)
			scan_pointer(scan, MG_SLOT_WORD, NULL, at);
	}
}

static void scan_tail(const struct scan *scan, const struct mg_type *type)
{
	const struct mg_member *last = &type->members[type->n_members - 1];
	const struct mg_type *element = mg_tail_element(last);
	for (guint i = 0; i + 1 < type->n_members; i++)
		if (!type->members[i].bit_size)
			scan_value(scan, type->members[i].type,
				type->members[i].offset);
	if (last->offset < scan->size)
		scan_array(scan, element, last->offset,
			(scan->size - last->offset) / element->size);
}

void mg_scan(struct mg_pointers *pointers, const struct mg_shape *shape,
	const guint8 *bytes, guint64 size, guint64 address, mg_slot_func func,
	gpointer data)
{
	struct scan scan = {pointers, bytes, size, func, data, FALSE};
	if (!shape->type)
		scan_words(&scan, -address % sizeof(guint64));
	else if (shape->tail)
		scan_tail(&scan, shape->type);
	else
		scan_array(&scan, shape->type, 0, shape->count);
}

void mg_scan_union(struct mg_pointers *pointers, const struct mg_type *type,
	const guint8 *bytes, mg_slot_func func, gpointer data)
{
	struct scan scan = {pointers, bytes, type->size, func, data, TRUE};
	scan_value(&scan, type, 0);
}
