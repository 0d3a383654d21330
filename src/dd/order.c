#include "dd-order.h"

#include "dd-layout.h"
#include "dd-split.h"

/* A stretch of positions whose deltas are also neighbours. */
struct run {
	guint32 position;
	guint32 delta;
	guint32 length;
};

struct dd_order {
	struct dd_set *pass;
	guint32 size;
	GArray *runs; /* of struct run, by position */
	guint8 *levels; /* see dd-split.h; NULL without groups */
};

static void append_run(
	GArray *runs, guint32 position, guint32 delta, guint32 length)
{
	if (runs->len) {
		struct run *last =
			&g_array_index(runs, struct run, runs->len - 1);
		if (last->delta + last->length == delta) {
			last->length += length;
			return;
		}
	}

	struct run run = {position, delta, length};
	g_array_append_val(runs, run);
}

static void lay_out_naturally(
	struct dd_order *order, const struct dd_set *deltas)
{
	guint32 position = 0;
	for (guint i = 0; i < deltas->n_ranges; i++) {
		guint32 length = deltas->ranges[i].hi - deltas->ranges[i].lo;
		append_run(order->runs, position, deltas->ranges[i].lo, length);
		position += length;
	}
}

static gboolean lay_out_by_groups(struct dd_order *order,
	const struct dd_set *deltas, guint32 n, const struct dd_groups *groups,
	GError **error)
{
	g_autofree guint32 *sequence = NULL;
	if (!dd_layout(deltas, n, groups, &sequence, &order->levels, error))
		return FALSE;
	for (guint32 i = 0; i < deltas->size; i++)
		append_run(order->runs, i, sequence[i], 1);
	return TRUE;
}

struct dd_order *dd_order_new(const struct dd_set *pass,
	const struct dd_set *fail, guint32 n, const struct dd_groups *groups,
	GError **error)
{
	g_autoptr(dd_set) deltas = dd_set_minus(fail, pass);
	g_autoptr(dd_order) order = g_new0(struct dd_order, 1);

	order->pass = dd_set_ref(pass);
	order->size = deltas->size;
	order->runs = g_array_new(FALSE, FALSE, sizeof(struct run));
	if (!groups)
		lay_out_naturally(order, deltas);
	else if (!lay_out_by_groups(order, deltas, n, groups, error))
		return NULL;

	return g_steal_pointer(&order);
}

void dd_order_free(struct dd_order *order)
{
	dd_set_unref(order->pass);
	g_array_unref(order->runs);
	g_free(order->levels);
	g_free(order);
}

guint32 dd_order_size(const struct dd_order *order)
{
	return order->size;
}

/* The run that holds the position, by binary search. */
static guint find_run(const GArray *runs, guint32 position)
{
	guint lo = 0, hi = runs->len;

	while (hi - lo > 1) {
		guint middle = lo + (hi - lo) / 2;
		if (g_array_index(runs, struct run, middle).position <=
			position)
			lo = middle;
		else
			hi = middle;
	}

	return lo;
}

struct dd_set *dd_order_deltas(
	const struct dd_order *order, const struct dd_set *positions)
{
	g_autoptr(GArray) ranges =
		g_array_new(FALSE, FALSE, sizeof(struct dd_range));

	for (guint i = 0; i < positions->n_ranges; i++) {
		guint32 at = positions->ranges[i].lo;
		guint32 end = positions->ranges[i].hi;
		for (guint k = find_run(order->runs, at); at < end; k++) {
			const struct run *run =
				&g_array_index(order->runs, struct run, k);
			guint32 stop = MIN(end, run->position + run->length);
			struct dd_range range = {
				run->delta + (at - run->position),
				run->delta + (stop - run->position)};
			g_array_append_val(ranges, range);
			at = stop;
		}
	}

	return dd_set_new_ranges(
		(const struct dd_range *) (void *) ranges->data, ranges->len);
}

struct dd_set *dd_order_configuration(
	const struct dd_order *order, const struct dd_set *positions)
{
	g_autoptr(dd_set) deltas = dd_order_deltas(order, positions);
	return dd_set_union(deltas, order->pass);
}

GArray *dd_order_split(
	const struct dd_order *order, const struct dd_set *set, guint32 n)
{
	return dd_split(set, n, order->levels);
}

GArray *dd_order_refine(
	const struct dd_order *order, const GArray *ranges, guint32 n)
{
	g_autofree guint32 *sizes = g_new(guint32, ranges->len);
	g_autofree guint32 *shares = g_new(guint32, ranges->len);

	for (guint i = 0; i < ranges->len; i++) {
		const struct dd_range *range =
			&g_array_index(ranges, struct dd_range, i);
		sizes[i] = range->hi - range->lo;
		shares[i] = MIN(sizes[i], 2);
	}

	dd_share_out(sizes, shares, ranges->len, n);
	GArray *refined =
		g_array_sized_new(FALSE, FALSE, sizeof(struct dd_range), n);
	for (guint i = 0; i < ranges->len; i++) {
		const struct dd_range *range =
			&g_array_index(ranges, struct dd_range, i);
		g_autoptr(dd_set) set = dd_set_new_range(range->lo, range->hi);
		g_autoptr(GArray) parts =
			dd_split(set, shares[i], order->levels);
		g_array_append_vals(refined, parts->data, parts->len);
	}

	return refined;
}
