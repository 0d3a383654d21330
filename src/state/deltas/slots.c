/* Pointers that deltas decide about: what they become in a set. */
#include "deltas-inside.h"

static const struct hc_slot *slot_at(
	const struct hc_deltas *deltas, guint32 number)
{
	return &g_array_index(deltas->slots, struct hc_slot, number);
}

/* ---- Finding them ---- */

static int by_place(gconstpointer a, gconstpointer b, gpointer data)
{
	guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;
	const struct hc_slot *p = slot_at(data, i), *q = slot_at(data, j);
	if (p->side != q->side)
		return p->side < q->side ? -1 : 1;
	if (p->object != q->object)
		return p->object < q->object ? -1 : 1;
	if (p->offset != q->offset)
		return p->offset < q->offset ? -1 : 1;
	return i < j ? -1 : i > j;
}

static void count_slot(struct hc_deltas *deltas, guint32 delta)
{
	if (delta != HC_NO_DELTA)
		g_array_index(deltas->slots_from, guint32, delta + 1)++;
}

/* From the last slot to the first, so that they end up in order. */
static void put_slot(struct hc_deltas *deltas, guint32 delta, guint32 slot)
{
	if (delta != HC_NO_DELTA)
		g_array_index(deltas->slots_of, guint32,
			--g_array_index(
				deltas->slots_from, guint32, delta + 1)) = slot;
}

static void index_slots(struct hc_deltas *deltas)
{
	guint32 n = deltas->slots->len, n_deltas = deltas->list->len;

	g_array_set_size(deltas->slots_by_place, 0);
	for (guint32 i = 0; i < n; i++)
		g_array_append_val(deltas->slots_by_place, i);
	g_array_sort_with_data(deltas->slots_by_place, by_place, deltas);

	/* How many each has, and then where the next one's begin, which filling
	 * in moves to where its own do. */
	g_array_set_size(deltas->slots_from, 0);
	g_array_set_size(deltas->slots_from, n_deltas + 2);
	for (guint32 i = 0; i < n; i++) {
		count_slot(deltas, slot_at(deltas, i)->first);
		count_slot(deltas, slot_at(deltas, i)->second);
	}
	for (guint32 i = 0; i <= n_deltas; i++)
		g_array_index(deltas->slots_from, guint32, i + 1) +=
			g_array_index(deltas->slots_from, guint32, i);
	g_array_set_size(deltas->slots_of,
		g_array_index(deltas->slots_from, guint32, n_deltas + 1));
	for (guint32 i = n; i-- > 0;) {
		put_slot(deltas, slot_at(deltas, i)->second, i);
		put_slot(deltas, slot_at(deltas, i)->first, i);
	}
}

/* The first slot by place that is not before this one. */
static guint find_place(const struct hc_deltas *deltas, guint side,
	guint32 object, guint64 offset)
{
	guint low = 0, high = deltas->slots_by_place->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		const struct hc_slot *slot = slot_at(deltas,
			g_array_index(deltas->slots_by_place, guint32, middle));
		if (slot->side < side ||
			(slot->side == side &&
				(slot->object < object ||
					(slot->object == object &&
						slot->offset < offset))))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct hc_slot *hc_deltas_slot_at_place(const struct hc_deltas *deltas,
	guint32 object, guint64 offset, guint nth)
{
	guint i = find_place(deltas, 0, object, offset) + nth;
	if (i >= deltas->slots_by_place->len)
		return NULL;
	const struct hc_slot *slot = slot_at(
		deltas, g_array_index(deltas->slots_by_place, guint32, i));
	return slot->side == 0 && slot->object == object &&
			       slot->offset == offset
		       ? slot
		       : NULL;
}

static int by_number(gconstpointer a, gconstpointer b)
{
	guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;
	return i < j ? -1 : i > j;
}

/* In order, each once. */
static void sort_slots(GArray *numbers)
{
	guint n = 0;
	g_array_sort(numbers, by_number);
	for (guint i = 0; i < numbers->len; i++) {
		guint32 number = g_array_index(numbers, guint32, i);
		if (n == 0 || g_array_index(numbers, guint32, n - 1) != number)
			g_array_index(numbers, guint32, n++) = number;
	}
	g_array_set_size(numbers, n);
}

static void add_slots_of(
	const struct hc_deltas *deltas, const struct dd_set *set, GArray *into)
{
	/* All that the deltas of a range have follow each other. */
	for (guint i = 0; i < set->n_ranges; i++) {
		guint32 from = g_array_index(
			deltas->slots_from, guint32, set->ranges[i].lo + 1);
		guint32 end = g_array_index(
			deltas->slots_from, guint32, set->ranges[i].hi + 1);
		g_array_append_vals(into,
			&g_array_index(deltas->slots_of, guint32, from),
			end - from);
	}
}

GArray *hc_deltas_slots_of(
	const struct hc_deltas *deltas, const struct dd_set *set)
{
	GArray *numbers = g_array_new(FALSE, FALSE, sizeof(guint32));
	add_slots_of(deltas, set, numbers);
	sort_slots(numbers);
	return numbers;
}

/* ---- What they become ---- */

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

/* Slots of an object that is made. */
static void add_slots_in(
	const struct hc_deltas *deltas, guint32 object, GArray *into)
{
	guint i = find_place(deltas, 1, object, 0);
	for (; i < deltas->slots_by_place->len; i++) {
		guint32 number =
			g_array_index(deltas->slots_by_place, guint32, i);
		if (slot_at(deltas, number)->object != object)
			break;
		g_array_append_val(into, number);
	}
}

GArray *hc_deltas_assignments(const struct hc_deltas *deltas,
	const struct dd_set *set, const GArray *needed)
{
	GArray *assignments =
		g_array_new(FALSE, FALSE, sizeof(struct hc_assignment));
	g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(guint32));
	g_autoptr(GArray) own = hc_deltas_slots_of(deltas, set);

	for (guint i = 0; i < own->len; i++) {
		guint32 number = g_array_index(own, guint32, i);
		if (slot_at(deltas, number)->side == 0)
			g_array_append_val(numbers, number);
	}
	for (guint i = 0; i < needed->len; i++)
		add_slots_in(
			deltas, g_array_index(needed, guint32, i), numbers);
	sort_slots(numbers);

	for (guint i = 0; i < numbers->len; i++) {
		const struct hc_slot *slot =
			slot_at(deltas, g_array_index(numbers, guint32, i));
		struct hc_assignment assignment = {.slot = slot};
		if (hc_deltas_slot_way(slot, set, &assignment.way))
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
	index_slots(deltas);
}
