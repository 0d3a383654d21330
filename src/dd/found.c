#include "dd-found.h"

void dd_found_init(struct dd_found *found)
{
	found->early = dd_set_new_empty();
	found->late = dd_set_new_empty();
}

void dd_found_clear(struct dd_found *found)
{
	dd_set_unref(found->early);
	dd_set_unref(found->late);
}

void dd_found_share(struct dd_found *copy)
{
	dd_set_ref(copy->early);
	dd_set_ref(copy->late);
}

static struct dd_set *news_in(
	const struct dd_found *found, const struct dd_set *deltas)
{
	/* Usually it is a single delta, which is just looked up. */
	if (deltas->size == 1 &&
		!dd_set_contains(found->early, deltas->ranges[0].lo))
		return dd_set_minus(deltas, found->late);
	g_autoptr(dd_set) rest = dd_set_minus(deltas, found->early);
	return dd_set_minus(rest, found->late);
}

struct dd_set *dd_found_add(struct dd_found *found, const struct dd_set *deltas)
{
	g_autoptr(dd_set) news = news_in(found, deltas);
	g_autoptr(dd_set) late = found->late;
	found->late = dd_set_union(late, news);

	guint64 ranges = found->late->n_ranges;
	if (ranges * ranges > found->early->n_ranges) {
		g_autoptr(dd_set) early = found->early;
		found->early = dd_found_all(found);
		dd_set_unref(found->late);
		found->late = dd_set_new_empty();
	}

	return g_steal_pointer(&news);
}

struct dd_set *dd_found_all(const struct dd_found *found)
{
	return dd_set_union(found->early, found->late);
}
