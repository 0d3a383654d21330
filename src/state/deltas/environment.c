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

	return n ? WORD * (deltas->environment_count + n + 1) : 0;
}

/* Which of the array's pointers a set removes, guint64, and what it adds, struct
 * mg_aim, in their order. */
struct entry_changes {
	GArray *gone, *new;
};

static void find_changes(const struct hc_deltas *deltas,
	const struct dd_set *set, struct entry_changes *changes)
{
	changes->gone = g_array_new(FALSE, FALSE, sizeof(guint64));
	changes->new = g_array_new(FALSE, FALSE, sizeof(struct mg_aim));

	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo; k < set->ranges[i].hi;
			k++) {
			const struct hc_delta *delta = hc_delta_at(deltas, k);
			const struct mg_change *change =
				hc_deltas_change_at(deltas, delta->change);
			guint64 index = change->before.offset / WORD;
			if (delta->kind != HC_DELTA_ENTRY)
				continue;
			if (change->kind == MG_CHANGE_NEW)
				g_array_append_val(changes->new, change->to);
			else
				g_array_append_val(changes->gone, index);
		}
}

static int by_index(gconstpointer a, gconstpointer b)
{
	guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;
	return x < y ? -1 : x > y;
}

/* What is left of the array between those that are gone. */
static void add_rest(const struct hc_deltas *deltas, GArray *gone, GArray *into)
{
	guint64 at = 0;
	g_array_append_val(gone, deltas->environment_count);
	g_array_sort(gone, by_index);
	for (guint i = 0; i < gone->len; i++) {
		guint64 end = g_array_index(gone, guint64, i);
		struct hc_entry entry = {.index = at, .n = end - at};
		if (end > at)
			g_array_append_val(into, entry);
		at = MAX(at, end + 1);
	}
}

GArray *hc_deltas_environment_entries(const struct hc_deltas *deltas,
	const struct dd_set *set, gboolean *grows)
{
	struct entry_changes changes;
	find_changes(deltas, set, &changes);
	g_autoptr(GArray) gone = changes.gone;
	g_autoptr(GArray) new = changes.new;
	*grows = new->len > 0;
	if (!gone->len && !new->len)
		return NULL;

	GArray *entries = g_array_new(FALSE, FALSE, sizeof(struct hc_entry));
	add_rest(deltas, gone, entries);
	for (guint i = 0; i < new->len; i++) {
		struct hc_entry entry = {
			.new = TRUE,
			.n = 1,
			.way = {.side = 1,
				.aim = g_array_index(new, struct mg_aim, i)},
		};
		g_array_append_val(entries, entry);
	}

	return entries;
}

void hc_deltas_environment_find_links(struct hc_deltas *deltas)
{
	const GArray *links = deltas->a->links;
	for (guint32 i = 0; i < links->len; i++) {
		const struct mg_link *link =
			&g_array_index(links, struct mg_link, i);
		if (!link->beside && link->end == MG_END_NONE &&
			link->to == deltas->environment)
			g_array_append_val(deltas->environment_links, i);
	}
}

gboolean hc_deltas_environment_is_pointer(const struct hc_deltas *deltas,
	const struct dd_set *set, const struct mg_link *link)
{
	const struct hc_slot *slot;
	for (guint i = 0; (slot = hc_deltas_slot_at_place(
				   deltas, link->from, link->offset, i));
		i++) {
		struct hc_way way;
		if (hc_deltas_slot_way(slot, set, &way))
			return FALSE;
	}

	return TRUE;
}

/* ---- As writes ---- */

/* Whether a set decides about pointers of the array other than by what is in
 * it. */
static gboolean has_slots(
	const struct hc_deltas *deltas, const struct dd_set *set)
{
	g_autoptr(GArray) slots = hc_deltas_slots_of(deltas, set);
	for (guint i = 0; i < slots->len; i++) {
		const struct hc_slot *slot = &g_array_index(deltas->slots,
			struct hc_slot, g_array_index(slots, guint32, i));
		if (slot->side == 0 && slot->object == deltas->environment)
			return TRUE;
	}
	return FALSE;
}

/* An array that is written. */
struct writing {
	const struct hc_deltas *deltas;
	const struct dd_set *set;
	gboolean slots; /* has_slots() */
	guint64 array;
	struct hc_alteration *alteration;
};

/* What the array has at an index, once other deltas are applied. */
static guint64 value_at(const struct writing *w, guint64 index)
{
	const struct mg_graph *a = w->deltas->a;
	const struct mg_object *o = mg_graph_object(a, w->deltas->environment);
	const struct hc_slot *slot;
	guint64 value = 0;

	memcpy(&value, mg_graph_bytes(a, o) + WORD * index, WORD);
	for (guint i = 0;
		w->slots && (slot = hc_deltas_slot_at_place(w->deltas,
				     w->deltas->environment, WORD * index, i));
		i++) {
		struct hc_way way;
		gboolean pointer;
		if (hc_deltas_slot_way(slot, w->set, &way))
			hc_deltas_way_value(w->deltas, &way, &value, &pointer);
	}

	return value;
}

/* Makes all that leads to the old array lead to the new one. */
static void redirect_pointers(const struct hc_deltas *deltas,
	const struct dd_set *set, guint64 array,
	struct hc_alteration *alteration)
{
	const struct mg_graph *a = deltas->a;
	for (guint i = 0; i < deltas->environment_links->len; i++) {
		const struct mg_link *link = &g_array_index(a->links,
			struct mg_link,
			g_array_index(deltas->environment_links, guint32, i));
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
static void write_array(const struct writing *w, const GArray *entries,
	guint64 room, gboolean with_new)
{
	static const guint64 nothing;
	guint64 n = 0;

	for (guint i = 0; i < entries->len; i++) {
		const struct hc_entry *entry =
			&g_array_index(entries, struct hc_entry, i);
		guint64 value = 0;
		gboolean pointer;
		for (guint64 k = 0; !entry->new &&k < entry->n; k++)
			hc_alteration_point(w->alteration,
				w->array + WORD * n++,
				value_at(w, entry->index + k));
		if (entry->new &&with_new &&
			hc_deltas_way_value(
				w->deltas, &entry->way, &value, &pointer))
			hc_alteration_point(
				w->alteration, w->array + WORD * n++, value);
	}

	do
		hc_alteration_write(w->alteration, w->array + WORD * n,
			&nothing, sizeof nothing);
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

	struct writing w = {
		.deltas = deltas,
		.set = set,
		.slots = has_slots(deltas, set),
		.array = mg_graph_object(deltas->a, deltas->environment)
				 ->address,
		.alteration = alteration,
	};
	write_array(&w, entries, 0, FALSE);
	if (!grows)
		return;

	guint block = deltas->environment_block - 1;
	w.array = g_array_index(deltas->addresses, guint64, block);
	write_array(&w, entries, g_array_index(deltas->sizes, guint64, block),
		TRUE);
	redirect_pointers(deltas, set, w.array, alteration);
}
