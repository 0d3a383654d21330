/* A set of deltas as writes. */
#include "deltas-inside.h"

#include <string.h>

struct altering {
	const struct hc_deltas *deltas;
	struct hc_alteration *alteration;
	GHashTable *bits; /* address → byte: bit fields share them */
};

/* ---- Values ---- */

static guint8 *byte_at(
	struct altering *x, const struct mg_object *object, guint64 offset)
{
	guint64 address = object->address + offset;
	guint8 *byte = g_hash_table_lookup(x->bits, &address);
	if (byte)
		return byte;
	byte = g_memdup2(mg_graph_bytes(x->deltas->a, object) + offset, 1);
	g_hash_table_insert(x->bits, g_memdup2(&address, sizeof address), byte);
	return byte;
}

static void alter_bits(struct altering *x, const struct mg_change *change)
{
	const struct mg_member *member = change->before.member;
	const struct mg_object *p =
		mg_graph_object(x->deltas->a, change->before.object);
	const struct mg_object *q =
		mg_graph_object(x->deltas->b, change->after.object);
	const guint8 *bytes = mg_graph_bytes(x->deltas->b, q);

	for (guint i = 0; i < member->bit_size; i++) {
		guint bit = member->bit_offset + i;
		guint64 at = change->before.offset + bit / 8;
		guint8 mask = (guint8) (1u << bit % 8);
		if (at >= p->size || at >= q->size)
			return;
		guint8 *byte = byte_at(x, p, at);
		*byte = (guint8) ((*byte & ~mask) | (bytes[at] & mask));
	}
}

static void write_bits(struct altering *x)
{
	GHashTableIter iter;
	gpointer address, byte;
	g_hash_table_iter_init(&iter, x->bits);
	while (g_hash_table_iter_next(&iter, &address, &byte))
		hc_alteration_write(
			x->alteration, *(guint64 *) address, byte, 1);
}

/* All bytes except addresses, which are deltas of their own. */
static void alter_bytes(struct altering *x, const struct hc_delta *delta,
	const struct mg_change *change)
{
	const struct mg_object *p =
		mg_graph_object(x->deltas->a, change->before.object);
	const struct mg_object *q =
		mg_graph_object(x->deltas->b, change->after.object);
	const guint8 *bytes = mg_graph_bytes(x->deltas->b, q);
	struct hc_stretches stretches;
	guint64 from, end;

	hc_deltas_stretches_init(&stretches, x->deltas, delta, change);
	while (hc_deltas_stretches_next(&stretches, &from, &end))
		hc_alteration_write(x->alteration, p->address + from,
			bytes + from, end - from);
}

/* ---- What is not in memory ---- */

static void alter_register(struct altering *x, const struct mg_change *change)
{
	const struct mg_object *p =
		mg_graph_object(x->deltas->a, change->before.object);
	const struct mg_object *q =
		mg_graph_object(x->deltas->b, change->after.object);
	guint number = x->deltas->a->roots[p->root - 1].number;
	struct hc_way way = {.side = 1, .aim = change->to};
	guint64 value;
	gboolean pointer;

	if (change->kind == MG_CHANGE_VALUE)
		hc_alteration_set_register_bytes(x->alteration, number,
			mg_graph_bytes(x->deltas->b, q), q->size);
	else if (hc_deltas_way_value(x->deltas, &way, &value, &pointer))
		hc_alteration_set_register(
			x->alteration, number, value, pointer);
}

static void alter_file(struct altering *x, const struct mg_change *change)
{
	struct hc_deltas_file d;
	if (!hc_deltas_descriptor(x->deltas, change, &d))
		return;
	if (!d.open) {
		hc_alteration_set_file(
			x->alteration, (int) d.number, NULL, 0, 0);
		return;
	}

	g_autofree char *held =
		g_strdup_printf("/proc/%d/fd/%u", x->deltas->process, d.number);
	hc_alteration_set_file(x->alteration, (int) d.number,
		x->deltas->process ? held : d.opened.path, d.opened.flags,
		d.opened.offset);
	g_free(d.opened.path);
}

static void alter_one(struct altering *x, guint32 number)
{
	const struct hc_delta *delta = hc_delta_at(x->deltas, number);
	const struct mg_change *change =
		hc_deltas_change_at(x->deltas, delta->change);

	switch (delta->kind) {
	case HC_DELTA_VALUE:
		if (change->before.member)
			alter_bits(x, change);
		else
			alter_bytes(x, delta, change);
		break;
	case HC_DELTA_REGISTER:
		alter_register(x, change);
		break;
	case HC_DELTA_FILE:
		alter_file(x, change);
		break;
	case HC_DELTA_ENTRY: /* all at once, later */
	case HC_DELTA_POINTER:
	case HC_DELTA_INSERTION:
	case HC_DELTA_DELETION:
		break; /* their slots, later */
	}
}

/* ---- Pointers and what they lead to ---- */

static void write_pointer(
	struct altering *x, guint64 address, const struct hc_way *way)
{
	guint64 value;
	gboolean pointer;
	if (!hc_deltas_way_value(x->deltas, way, &value, &pointer))
		return;
	if (pointer)
		hc_alteration_point(x->alteration, address, value);
	else
		hc_alteration_write(
			x->alteration, address, &value, sizeof value);
}

/* What malloc gave beyond the object's size. */
static void clear_rest(struct altering *x, guint32 object, guint64 address)
{
	static const guint8 nothing[16];
	guint64 size = mg_graph_object(x->deltas->b, object)->size;
	guint64 room =
		x->deltas->block_of[object] ? hc_deltas_block_room(size) : size;
	for (guint64 n; size < room; size += n) {
		n = MIN(room - size, sizeof nothing);
		hc_alteration_write(x->alteration, address + size, nothing, n);
	}
}

static guint64 address_of_created(
	const struct hc_deltas *deltas, guint32 object)
{
	struct hc_way way = {
		.side = 1,
		.aim = {.kind = MG_AIM_OBJECT, .object = object},
	};
	guint64 address = 0;
	gboolean pointer;
	return hc_deltas_way_value(deltas, &way, &address, &pointer) ? address
								     : 0;
}

static void fill_created(struct altering *x, guint32 object)
{
	const struct mg_graph *b = x->deltas->b;
	const struct mg_object *o = mg_graph_object(b, object);
	guint64 address = address_of_created(x->deltas, object);
	if (!address || !o->readable || o->home == MG_HOME_CONSTANT)
		return;

	static const guint64 nothing;
	struct mg_addresses addresses;
	guint64 at;
	hc_alteration_write(
		x->alteration, address, mg_graph_bytes(b, o), o->size);
	clear_rest(x, object, address);
	mg_addresses_init(&addresses, b, object, 0, G_MAXUINT64);

	while (mg_addresses_next(&addresses, &at)) {
		struct hc_way way = {
			.side = 1,
			.aim = mg_aim_at(b, object, at),
		};
		/* An address of the other run must not get here. */
		hc_alteration_write(
			x->alteration, address + at, &nothing, sizeof nothing);
		write_pointer(x, address + at, &way);
	}
}

static void alter_slots(
	struct altering *x, const struct dd_set *set, const GArray *needed)
{
	g_autoptr(GArray) assignments =
		hc_deltas_assignments(x->deltas, set, needed);
	for (guint i = 0; i < needed->len && !hc_deltas_are_stopped(x->deltas);
		i++)
		fill_created(x, g_array_index(needed, guint32, i));

	for (guint i = 0;
		i < assignments->len && !hc_deltas_are_stopped(x->deltas);
		i++) {
		const struct hc_assignment *assignment =
			&g_array_index(assignments, struct hc_assignment, i);
		const struct hc_slot *slot = assignment->slot;
		guint64 address =
			slot->side == 0
				? mg_graph_object(x->deltas->a, slot->object)
					  ->address
				: address_of_created(x->deltas, slot->object);
		write_pointer(x, address + slot->offset, &assignment->way);
	}
}

struct hc_alteration *hc_deltas_alter(
	const struct hc_deltas *deltas, const struct dd_set *of)
{
	g_autoptr(dd_set) set = hc_deltas_with_followers(deltas, of);
	struct altering x = {
		.deltas = deltas,
		.alteration = hc_alteration_new(),
		.bits = g_hash_table_new_full(
			g_int64_hash, g_int64_equal, g_free, g_free),
	};

	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo;
			k < set->ranges[i].hi && !hc_deltas_are_stopped(deltas);
			k++)
			alter_one(&x, k);
	write_bits(&x);
	g_hash_table_unref(x.bits);

	g_autoptr(GArray) needed = hc_deltas_needed(deltas, set);
	alter_slots(&x, set, needed);
	hc_deltas_environment_alter(deltas, set, x.alteration);
	/* A part of it must not be taken for all of it. */
	if (hc_deltas_are_stopped(deltas))
		g_clear_pointer(&x.alteration, hc_alteration_free);
	return x.alteration;
}
