/* Variables of the environment that are in one run only. The array of pointers
 * to them is worked out from the set that is applied: without those that are
 * removed, and with the new ones at its end, in a block of its own. */
#include "deltas-inside.h"

#include <string.h>

enum { WORD = 8 };

void hc_deltas_add_entry(struct hc_deltas *deltas, guint32 change)
{
	struct hc_delta delta = {.kind = HC_DELTA_ENTRY, .change = change};
	g_array_append_val(deltas->list, delta);
}

guint64 hc_deltas_environment_room(const struct hc_deltas *deltas)
{
	guint64 n = 0;
	for (guint32 i = 0; i < deltas->list->len; i++) {
		const struct hc_delta *delta = hc_delta_at(deltas, i);
		n += delta->kind == HC_DELTA_ENTRY &&
		     hc_deltas_change_at(deltas, delta->change)->kind ==
			     MG_CHANGE_NEW;
	}

	return n ? WORD * (mg_environment_count(
				   deltas->a, deltas->environment) +
				  n + 1)
		 : 0;
}

/* Which of the array's pointers a set removes. */
static GHashTable *find_gone(const struct hc_deltas *deltas,
	const struct dd_set *set, gboolean *any, gboolean *grows)
{
	GHashTable *gone = g_hash_table_new(NULL, NULL);
	*any = *grows = FALSE;

	for (guint32 i = 0; i < deltas->list->len; i++) {
		const struct hc_delta *delta = hc_delta_at(deltas, i);
		const struct mg_change *change =
			hc_deltas_change_at(deltas, delta->change);
		if (delta->kind != HC_DELTA_ENTRY || !dd_set_contains(set, i))
			continue;
		*any = TRUE;
		if (change->kind == MG_CHANGE_NEW)
			*grows = TRUE;
		else
			g_hash_table_add(gone,
				GUINT_TO_POINTER(
					change->before.offset / WORD + 1));
	}

	return gone;
}

GArray *hc_deltas_environment_entries(const struct hc_deltas *deltas,
	const struct dd_set *set, gboolean *grows)
{
	gboolean any;
	g_autoptr(GHashTable) gone = find_gone(deltas, set, &any, grows);
	if (!any)
		return NULL;

	GArray *entries = g_array_new(FALSE, FALSE, sizeof(struct hc_entry));
	guint64 n = mg_environment_count(deltas->a, deltas->environment);
	for (guint64 i = 0; i < n; i++) {
		struct hc_entry entry = {.index = i};
		if (!g_hash_table_contains(gone, GUINT_TO_POINTER(i + 1)))
			g_array_append_val(entries, entry);
	}

	for (guint32 i = 0; i < deltas->list->len; i++) {
		const struct hc_delta *delta = hc_delta_at(deltas, i);
		const struct mg_change *change =
			hc_deltas_change_at(deltas, delta->change);
		struct hc_entry entry = {
			.new = TRUE,
			.way = {.side = 1, .aim = change->to},
		};
		if (delta->kind == HC_DELTA_ENTRY && dd_set_contains(set, i) &&
			change->kind == MG_CHANGE_NEW)
			g_array_append_val(entries, entry);
	}

	return entries;
}

gboolean hc_deltas_environment_is_pointer(const struct hc_deltas *deltas,
	const struct dd_set *set, const struct mg_link *link)
{
	if (link->beside || link->end != MG_END_NONE ||
		link->to != deltas->environment)
		return FALSE;

	for (guint i = 0; i < deltas->slots->len; i++) {
		const struct hc_slot *slot =
			&g_array_index(deltas->slots, struct hc_slot, i);
		struct hc_way way;
		if (slot->side == 0 && slot->object == link->from &&
			slot->offset == link->offset &&
			hc_deltas_slot_way(slot, set, &way))
			return FALSE;
	}

	return TRUE;
}

/* ---- As writes ---- */

/* What the array has at an index, once other deltas are applied. */
static guint64 value_at(
	const struct hc_deltas *deltas, const struct dd_set *set, guint64 index)
{
	const struct mg_object *o =
		mg_graph_object(deltas->a, deltas->environment);
	guint64 value = 0;

	memcpy(&value, mg_graph_bytes(deltas->a, o) + WORD * index, WORD);
	for (guint i = 0; i < deltas->slots->len; i++) {
		const struct hc_slot *slot =
			&g_array_index(deltas->slots, struct hc_slot, i);
		struct hc_way way;
		gboolean pointer;
		if (slot->side == 0 && slot->object == deltas->environment &&
			slot->offset == WORD * index &&
			hc_deltas_slot_way(slot, set, &way))
			hc_deltas_way_value(deltas, &way, &value, &pointer);
	}

	return value;
}

/* Makes all that leads to the old array lead to the new one. */
static void redirect_pointers(const struct hc_deltas *deltas,
	const struct dd_set *set, guint64 array,
	struct hc_alteration *alteration)
{
	const struct mg_graph *a = deltas->a;
	for (guint i = 0; i < a->links->len; i++) {
		const struct mg_link *link =
			&g_array_index(a->links, struct mg_link, i);
		const struct mg_object *from = mg_graph_object(a, link->from);
		if (!hc_deltas_environment_is_pointer(deltas, set, link))
			continue;
		if (from->in_memory)
			hc_alteration_point(alteration,
				from->address + link->offset,
				array + link->to_offset);
		else if (from->root &&
			 a->roots[from->root - 1].place == MG_IN_REGISTER)
			hc_alteration_set_register(alteration,
				a->roots[from->root - 1].number,
				array + link->to_offset, TRUE);
	}
}

/* What follows is cleared, up to `room` bytes from the beginning: malloc may
 * have left anything there. */
static void write_array(const struct hc_deltas *deltas,
	const struct dd_set *set, const GArray *entries, guint64 array,
	guint64 room, gboolean with_new, struct hc_alteration *alteration)
{
	static const guint64 nothing;
	guint64 n = 0;

	for (guint i = 0; i < entries->len; i++) {
		const struct hc_entry *entry =
			&g_array_index(entries, struct hc_entry, i);
		guint64 value = 0;
		gboolean pointer;
		if (!entry->new)
			value = value_at(deltas, set, entry->index);
		else if (!with_new || !hc_deltas_way_value(deltas, &entry->way,
					      &value, &pointer))
			continue;
		hc_alteration_point(alteration, array + WORD * n++, value);
	}

	do
		hc_alteration_write(
			alteration, array + WORD * n, &nothing, sizeof nothing);
	while (WORD * ++n < room);
}

/* The array at its old place is updated, too, as far as it has room. */
void hc_deltas_environment_alter(const struct hc_deltas *deltas,
	const struct dd_set *set, struct hc_alteration *alteration)
{
	gboolean grows;
	g_autoptr(GArray) entries =
		hc_deltas_environment_entries(deltas, set, &grows);
	if (!entries)
		return;

	guint64 old = mg_graph_object(deltas->a, deltas->environment)->address;
	write_array(deltas, set, entries, old, 0, FALSE, alteration);
	if (!grows)
		return;

	guint64 array = g_array_index(
		deltas->addresses, guint64, deltas->environment_block - 1);
	write_array(deltas, set, entries, array,
		hc_deltas_block_room(hc_deltas_environment_room(deltas)), TRUE,
		alteration);
	redirect_pointers(deltas, set, array, alteration);
}
