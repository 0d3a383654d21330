#include "dd-split.h"

void dd_share_out(const guint32 *sizes, guint32 *shares, gsize count, guint32 n)
{
	guint64 room = 0, given = 0;

	for (gsize i = 0; i < count; i++) {
		given += shares[i];
		room += sizes[i] - shares[i];
	}

	if (given >= n)
		return;

	guint64 extra = n - given, seen = 0, spent = 0;
	for (gsize i = 0; i < count; i++) {
		seen += sizes[i] - shares[i];
		/* Rounding the running sum down keeps every share within its
		 * size and the total exact. */
		guint64 due = seen * extra / room;
		shares[i] += due - spent;
		spent = due;
	}
}

/* A stretch of ranks to be cut into n parts. */
struct stretch {
	guint32 lo;
	guint32 hi;
	guint32 n;
};

/* Appends n-1 of the boundaries to the cuts: those closest to where equal parts
 * would end. */
static void cut_evenly(GArray *cuts, struct stretch stretch,
	const guint32 *boundaries, guint32 count)
{
	guint32 next = 0;

	for (guint32 j = 1; j < stretch.n; j++) {
		guint64 length = stretch.hi - stretch.lo;
		guint32 ideal = stretch.lo + (guint32) (length * j / stretch.n);
		/* Enough must be left for the cuts to come. */
		guint32 limit = count - (stretch.n - 1 - j) - 1;
		while (next < limit && boundaries[next + 1] <= ideal)
			next++;
		if (next < limit && boundaries[next] < ideal &&
			boundaries[next + 1] - ideal < ideal - boundaries[next])
			next++;
		g_array_append_val(cuts, boundaries[next]);
		next++;
	}
}

/* Gives each piece between the boundaries its share of the n parts; they go
 * on the stack with the first on top. */
static void push_pieces(GArray *stack, struct stretch stretch,
	const guint32 *boundaries, guint32 count)
{
	g_autofree guint32 *sizes = g_new(guint32, count + 1);
	g_autofree guint32 *shares = g_new(guint32, count + 1);

	for (guint32 i = 0; i <= count; i++) {
		guint32 lo = i ? boundaries[i - 1] : stretch.lo;
		guint32 hi = i < count ? boundaries[i] : stretch.hi;
		sizes[i] = hi - lo;
		shares[i] = 1;
	}

	dd_share_out(sizes, shares, count + 1, stretch.n);
	guint32 hi = stretch.hi;
	for (guint32 i = count + 1; i-- > 0;) {
		struct stretch piece = {hi - sizes[i], hi, shares[i]};
		g_array_append_val(stack, piece);
		hi = piece.lo;
	}
}

/* The boundaries of the smallest level inside the stretch. */
static GArray *top_boundaries(struct stretch stretch, const guint8 *levels)
{
	GArray *found = g_array_new(FALSE, FALSE, sizeof(guint32));
	guint8 top = G_MAXUINT8;

	for (guint32 rank = stretch.lo + 1; rank < stretch.hi; rank++) {
		if (levels[rank] > top)
			continue;
		if (levels[rank] < top)
			g_array_set_size(found, 0);
		top = levels[rank];
		g_array_append_val(found, rank);
	}

	return found;
}

/* Cuts the ranks 0 … size-1 into n parts along the levels. */
static void cut_by_levels(
	GArray *cuts, guint32 size, guint32 n, const guint8 *levels)
{
	g_autoptr(GArray) stack =
		g_array_new(FALSE, FALSE, sizeof(struct stretch));
	struct stretch whole = {0, size, n};

	g_array_append_val(stack, whole);
	while (stack->len) {
		struct stretch stretch =
			g_array_index(stack, struct stretch, stack->len - 1);
		g_array_set_size(stack, stack->len - 1);
		if (stretch.lo > 0 &&
			(cuts->len == 0 || g_array_index(cuts, guint32,
						   cuts->len - 1) < stretch.lo))
			g_array_append_val(cuts, stretch.lo);
		if (stretch.n == 1)
			continue;
		g_autoptr(GArray) top = top_boundaries(stretch, levels);
		const guint32 *boundaries =
			(const guint32 *) (void *) top->data;
		if (top->len >= stretch.n - 1)
			cut_evenly(cuts, stretch, boundaries, top->len);
		else
			push_pieces(stack, stretch, boundaries, top->len);
	}
}

/* Cuts at j × size / n. */
static void cut_flat(GArray *cuts, guint32 size, guint32 n)
{
	for (guint32 j = 1; j < n; j++) {
		guint32 rank = (guint32) ((guint64) size * j / n);
		g_array_append_val(cuts, rank);
	}
}

/* Levels between neighbours in the set: the smallest one on the way from one
 * member to the next, which may lie in a hole. */
static guint8 *levels_by_rank(const struct dd_set *set, const guint8 *levels)
{
	guint8 *by_rank = g_new(guint8, set->size);
	guint32 rank = 0;

	for (guint i = 0; i < set->n_ranges; i++) {
		guint32 from = i ? set->ranges[i - 1].hi : set->ranges[i].lo;
		guint8 lowest = levels[set->ranges[i].lo];
		for (guint32 p = from; p < set->ranges[i].lo; p++)
			lowest = MIN(lowest, levels[p]);
		for (guint32 p = set->ranges[i].lo; p < set->ranges[i].hi; p++)
			by_rank[rank++] =
				p == set->ranges[i].lo ? lowest : levels[p];
	}

	return by_rank;
}

/* Turns cuts between ranks into ranges of positions. */
static GArray *ranges_at(const struct dd_set *set, const GArray *cuts)
{
	GArray *ranges = g_array_sized_new(
		FALSE, FALSE, sizeof(struct dd_range), cuts->len + 1);
	struct dd_range range = {set->ranges[0].lo, 0};
	guint at = 0;
	guint32 before = 0;

	for (guint i = 0; i < cuts->len; i++) {
		guint32 rank = g_array_index(cuts, guint32, i);
		while (rank - before >=
			set->ranges[at].hi - set->ranges[at].lo) {
			before += set->ranges[at].hi - set->ranges[at].lo;
			at++;
		}
		range.hi = set->ranges[at].lo + (rank - before);
		g_array_append_val(ranges, range);
		range.lo = range.hi;
	}

	range.hi = set->ranges[set->n_ranges - 1].hi;
	g_array_append_val(ranges, range);
	return ranges;
}

GArray *dd_split(const struct dd_set *set, guint32 n, const guint8 *levels)
{
	g_autoptr(GArray) cuts =
		g_array_sized_new(FALSE, FALSE, sizeof(guint32), n);

	if (!levels || n == 1) {
		cut_flat(cuts, set->size, n);
	} else if (set->n_ranges == 1) {
		cut_by_levels(cuts, set->size, n, levels + set->ranges[0].lo);
	} else {
		g_autofree guint8 *by_rank = levels_by_rank(set, levels);
		cut_by_levels(cuts, set->size, n, by_rank);
	}

	return ranges_at(set, cuts);
}
