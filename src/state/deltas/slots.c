/* Pointers that deltas decide about: what they become in a set. */
#include "deltas-inside.h"

gboolean hc_deltas_slot_way(const struct hc_slot *slot,
	const struct dd_set *set, struct hc_way *way)
{
	guint which = 0;
	if (slot->first != HC_NO_DELTA && dd_set_contains(set, slot->first))
		which |= 1;
	if (slot->second != HC_NO_DELTA && dd_set_contains(set, slot->second))
		which |= 2;
	*way = slot->when[which];
	return !way->keep;
}

GArray *hc_deltas_assignments(const struct hc_deltas *deltas,
	const struct dd_set *set, const GArray *needed)
{
	GArray *assignments =
		g_array_new(FALSE, FALSE, sizeof(struct hc_assignment));
	g_autoptr(GHashTable) made = g_hash_table_new(NULL, NULL);
	for (guint i = 0; i < needed->len; i++) {
		guint32 object = g_array_index(needed, guint32, i);
		g_hash_table_add(made, GUINT_TO_POINTER(object + 1));
	}

	for (guint i = 0; i < deltas->slots->len; i++) {
		const struct hc_slot *slot =
			&g_array_index(deltas->slots, struct hc_slot, i);
		struct hc_assignment assignment = {.slot = slot};
		gboolean exists = slot->side == 0 ||
				  g_hash_table_contains(made,
					  GUINT_TO_POINTER(slot->object + 1));
		if (exists && hc_deltas_slot_way(slot, set, &assignment.way))
			g_array_append_val(assignments, assignment);
	}
	return assignments;
}

static void renumber(guint32 *delta, const guint32 *numbers)
{
	if (*delta != HC_NO_DELTA)
		*delta = numbers[*delta];
}

void hc_deltas_renumber_slots(struct hc_deltas *deltas, const guint32 *numbers)
{
	for (guint i = 0; i < deltas->slots->len; i++) {
		struct hc_slot *slot =
			&g_array_index(deltas->slots, struct hc_slot, i);
		renumber(&slot->first, numbers);
		renumber(&slot->second, numbers);
	}
}
