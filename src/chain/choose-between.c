/* Moments between two that have different causes. */
#include "choose-inside.h"

/* Tries in an interval before it is left alone. */
enum { MOST_TRIES = 4 };
/* Longer intervals are divided at the shallowest moment near the middle. */
enum { LONG_INTERVAL = 1000 };

static guint64 interval_of(guint from, guint to)
{
	return (guint64) from << 32 | to;
}

static guint tries_of(struct hc_choosing *c, guint from, guint to, gboolean add)
{
	guint64 key = interval_of(from, to);
	guint n = GPOINTER_TO_UINT(g_hash_table_lookup(c->tries, &key));
	if (add)
		g_hash_table_insert(c->tries, g_memdup2(&key, sizeof key),
			GUINT_TO_POINTER(n + 1));
	return n;
}

/* In long intervals, the shallowest of the middle half. */
guint hc_choosing_find_middle(struct hc_choosing *c, guint from, guint to)
{
	guint middle = from + (to - from) / 2;
	if (to - from > LONG_INTERVAL) {
		guint best = middle;
		for (guint i = from + (to - from) / 4; i < to - (to - from) / 4;
			i++)
			if (!hc_choosing_find(c, i) &&
				hc_choosing_moment(c, i)->depth <
					hc_choosing_moment(c, best)->depth)
				best = i;
		middle = best;
	}
	for (guint step = 0; step < to - from; step++) {
		if (middle > from + step && !hc_choosing_find(c, middle - step))
			return middle - step;
		if (middle + step < to && !hc_choosing_find(c, middle + step))
			return middle + step;
	}
	return from;
}

/* Two neighbours with different causes, the latest first; FALSE if there is
 * nothing left between any of them. `places`: in different places, not just of
 * different values. */
static gboolean find_interval(
	struct hc_choosing *c, gboolean places, guint *from, guint *to)
{
	const struct hc_opened *after = NULL;
	for (guint i = c->opened->len; i-- > 0;) {
		const struct hc_opened *o =
			&g_array_index(c->opened, struct hc_opened, i);
		if (!hc_choosing_is_good(c, o))
			continue;
		if (after && !hc_choosing_moment(c, after->moment)->relaxed &&
			(!hc_look_same_cause(o->look, after->look) ||
				hc_look_needs_more(o->look, after->look)) &&
			!(places &&
				hc_look_same_places(o->look, after->look)) &&
			after->moment - o->moment > 1 &&
			tries_of(c, o->moment, after->moment, FALSE) <
				MOST_TRIES &&
			hc_choosing_find_middle(c, o->moment, after->moment) !=
				o->moment) {
			*from = o->moment;
			*to = after->moment;
			return TRUE;
		}
		after = o;
	}
	return FALSE;
}

void hc_choosing_refine(struct hc_choosing *c)
{
	guint from, to;
	/* A value that grows is new at each moment, and says little by that. */
	while (!hc_choosing_is_over(c) &&
		(find_interval(c, TRUE, &from, &to) ||
			find_interval(c, FALSE, &from, &to))) {
		tries_of(c, from, to, TRUE);
		hc_choosing_look(c, hc_choosing_find_middle(c, from, to));
	}
}
