/* Objects that only the failing run has, and what a pointer to one means in
 * the passing run. */
#include "deltas-inside.h"

#include <string.h>

/* A place in a mapped file means the same in every run. */
static gboolean static_address(
	const struct hc_deltas *deltas, guint64 address, guint64 *moved)
{
	const struct mg_module *there = mg_module_at(deltas->b, address);
	const struct mg_module *here =
		there ? mg_module_named(deltas->a, there->name) : NULL;
	if (here)
		*moved = here->start + (address - there->start);
	return here != NULL;
}

static gboolean is_variable(const struct mg_object *object)
{
	return object->root && !(object->text && !object->shape.type);
}

gboolean hc_deltas_object_address(
	const struct hc_deltas *deltas, guint32 object, guint64 *address)
{
	guint32 mate = mg_match_mate(deltas->match, 1, object);
	if (mate != MG_NO_MATE) {
		*address = mg_graph_object(deltas->a, mate)->address;
		return TRUE;
	}
	const struct mg_object *o = mg_graph_object(deltas->b, object);
	return o->in_memory && o->home != MG_HOME_BLOCK &&
	       o->home != MG_HOME_FREED && o->home != MG_HOME_PIECE &&
	       !is_variable(o) && static_address(deltas, o->address, address);
}

gboolean hc_deltas_object_can_be_made(
	const struct hc_deltas *deltas, guint32 object)
{
	const struct mg_object *o = mg_graph_object(deltas->b, object);
	guint64 address;
	if (deltas->unknown && deltas->unknown[object])
		return FALSE;
	if (hc_deltas_object_address(deltas, object, &address))
		return TRUE;
	return !is_variable(o) && o->in_memory && o->readable &&
	       o->home != MG_HOME_FREED;
}

/* ---- What a set needs ---- */

struct closure {
	const struct hc_deltas *deltas;
	GArray *objects; /* guint32: in the order they were met */
	GHashTable *seen; /* the same, plus one */
};

/* An object that has to be filled: made, or there already but unknown. */
static void need_object(struct closure *c, guint32 object)
{
	gpointer key = GUINT_TO_POINTER(object + 1);
	if (g_hash_table_contains(c->seen, key) ||
		mg_match_mate(c->deltas->match, 1, object) != MG_NO_MATE ||
		!hc_deltas_object_can_be_made(c->deltas, object))
		return;
	g_hash_table_add(c->seen, key);
	g_array_append_val(c->objects, object);
}

static void close_over(struct closure *c)
{
	for (guint i = 0;
		i < c->objects->len && !hc_deltas_are_stopped(c->deltas); i++) {
		guint32 object = g_array_index(c->objects, guint32, i);
		struct mg_addresses addresses;
		guint64 at;
		mg_addresses_init(
			&addresses, c->deltas->b, object, 0, G_MAXUINT64);
		while (mg_addresses_next(&addresses, &at) &&
			!hc_deltas_are_stopped(c->deltas)) {
			struct mg_aim aim = mg_aim_at(c->deltas->b, object, at);
			if (aim.kind == MG_AIM_OBJECT)
				need_object(c, aim.object);
		}
	}
}

static void need_way(struct closure *c, const struct hc_way *way)
{
	if (!way->keep && way->side == 1 && way->aim.kind == MG_AIM_OBJECT)
		need_object(c, way->aim.object);
}

/* A register that is to point to something new. */
static void need_register(struct closure *c, guint32 delta)
{
	const struct mg_change *change = hc_deltas_change_at(
		c->deltas, hc_delta_at(c->deltas, delta)->change);
	if (hc_delta_at(c->deltas, delta)->kind == HC_DELTA_REGISTER &&
		change->kind == MG_CHANGE_LINK &&
		change->to.kind == MG_AIM_OBJECT)
		need_object(c, change->to.object);
}

/* A string that is to be added to the environment. */
static void need_entry(struct closure *c, guint32 delta)
{
	const struct mg_change *change = hc_deltas_change_at(
		c->deltas, hc_delta_at(c->deltas, delta)->change);
	if (hc_delta_at(c->deltas, delta)->kind == HC_DELTA_ENTRY &&
		change->kind == MG_CHANGE_NEW)
		need_object(c, change->to.object);
}

GArray *hc_deltas_needed(
	const struct hc_deltas *deltas, const struct dd_set *set)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
	g_autoptr(GArray) slots = hc_deltas_slots_of(deltas, set);
	struct closure c = {
		deltas, g_array_new(FALSE, FALSE, sizeof(guint32)), seen};

	for (guint i = 0; i < slots->len; i++) {
		const struct hc_slot *slot = &g_array_index(deltas->slots,
			struct hc_slot, g_array_index(slots, guint32, i));
		struct hc_way way;
		if (slot->side == 0 && hc_deltas_slot_way(slot, set, &way))
			need_way(&c, &way);
	}

	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo; k < set->ranges[i].hi;
			k++) {
			need_register(&c, k);
			need_entry(&c, k);
		}

	close_over(&c);
	return c.objects;
}

/* ---- Blocks ---- */

/* As glibc does it: a word of its own before each block, and sizes in steps of
 * two words. Other allocators give as much room, or more. */
guint64 hc_deltas_block_room(guint64 size)
{
	enum { LEAST = 24, HEADER = 8, STEP = 16 };
	guint64 chunk = (size + HEADER + STEP - 1) & ~(guint64) (STEP - 1);
	return MAX(LEAST, chunk - HEADER);
}

/* What malloc gave gets a block of its own, even if it was a piece of a pool,
 * so that the program can free it. */
void hc_deltas_number_blocks(struct hc_deltas *deltas)
{
	g_autoptr(dd_set) all = dd_set_new_range(0, deltas->list->len);
	g_autoptr(GArray) needed = hc_deltas_needed(deltas, all);

	deltas->block_of = g_new0(guint32, mg_graph_n_objects(deltas->b) + 1);
	for (guint i = 0; i < needed->len; i++) {
		guint32 object = g_array_index(needed, guint32, i);
		guint64 size = hc_deltas_block_room(
			mg_graph_object(deltas->b, object)->size);
		guint64 address;
		if (hc_deltas_object_address(deltas, object, &address))
			continue;
		g_array_append_val(deltas->sizes, size);
		deltas->block_of[object] = deltas->sizes->len;
	}

	guint64 room = hc_deltas_environment_room(deltas);
	if (room) {
		room = hc_deltas_block_room(room);
		g_array_append_val(deltas->sizes, room);
		deltas->environment_block = deltas->sizes->len;
		hc_deltas_environment_find_links(deltas);
	}

	g_array_set_size(deltas->addresses, deltas->sizes->len);
	hc_deltas_find_stale(deltas);
}

const guint64 *hc_deltas_blocks(const struct hc_deltas *deltas, guint *n)
{
	*n = deltas->sizes->len;
	return (const guint64 *) (void *) deltas->sizes->data;
}

void hc_deltas_set_blocks(struct hc_deltas *deltas, const guint64 *addresses)
{
	if (deltas->sizes->len)
		memcpy(deltas->addresses->data, addresses,
			deltas->sizes->len * sizeof *addresses);
}

/* ---- Values of pointers ---- */

static gboolean object_value(const struct hc_deltas *deltas,
	const struct hc_way *way, guint64 *value)
{
	guint32 object = way->aim.object;
	if (way->side == 0) {
		*value = mg_graph_object(deltas->a, object)->address;
	} else if (!hc_deltas_object_address(deltas, object, value)) {
		if (!deltas->block_of[object])
			return FALSE;
		*value = g_array_index(deltas->addresses, guint64,
			deltas->block_of[object] - 1);
	}
	*value += way->aim.offset;

	return TRUE;
}

gboolean hc_deltas_way_value(const struct hc_deltas *deltas,
	const struct hc_way *way, guint64 *value, gboolean *pointer)
{
	*pointer = FALSE;
	if (way->keep)
		return FALSE;

	switch (way->aim.kind) {
	case MG_AIM_NULL:
		*value = 0;
		return TRUE;
	case MG_AIM_VALUE:
		*value = way->aim.offset;
		return TRUE;
	case MG_AIM_OBJECT:
		*pointer = TRUE;
		return object_value(deltas, way, value);
	case MG_AIM_STATIC:
		*pointer = TRUE;
		*value = way->aim.module->start + way->aim.offset;
		return way->side == 0 || static_address(deltas, *value, value);
	default:
		return FALSE;
	}
}
