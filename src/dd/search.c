#include "dd-search.h"

static const struct dd_search_class *class_of(enum dd_algorithm algorithm)
{
	switch (algorithm) {
	case DD_MINIMISE:
		return &dd_minimise_class;
	case DD_1999:
		return &dd_1999_class;
	case DD_PLUS:
		return &dd_plus_class;
	case DD_ISOLATE:
		break;
	}

	return &dd_isolate_class;
}

struct dd_search *dd_search_new(
	enum dd_algorithm algorithm, const struct dd_order *order)
{
	const struct dd_search_class *class = class_of(algorithm);
	struct dd_search *search = g_malloc0(class->size);
	search->class = class;
	search->order = order;
	search->remaining = dd_order_size(order);
	class->start(search);
	return search;
}

struct dd_search *dd_search_copy(const struct dd_search *search)
{
	struct dd_search *copy = g_memdup2(search, search->class->size);
	if (copy->subsets)
		g_array_ref(copy->subsets);
	copy->class->share(copy);
	return copy;
}

void dd_search_free(struct dd_search *search)
{
	search->class->clear(search);
	dd_ranges_replace(&search->subsets, NULL);
	g_free(search);
}

struct dd_set *dd_search_next(const struct dd_search *search)
{
	return search->class->next(search);
}

void dd_search_tell(
	struct dd_search *search, enum hc_verdict outcome, struct dd_step *step)
{
	if (search->subsets)
		step->n = search->subsets->len;
	step->subset = search->i + 1;
	step->complement = search->complement;

	if (search->complement)
		search->class->tell_complement(search, outcome, step);
	else
		search->class->tell_subset(search, outcome, step);
	step->remaining = search->remaining;
}

struct dd_range dd_range_at(const GArray *ranges, guint i)
{
	return g_array_index(ranges, struct dd_range, i);
}

struct dd_set *dd_range_set(const GArray *ranges, guint i)
{
	struct dd_range range = dd_range_at(ranges, i);
	return dd_set_new_range(range.lo, range.hi);
}

GArray *dd_ranges_without(const GArray *ranges, guint i)
{
	GArray *rest = g_array_sized_new(
		FALSE, FALSE, sizeof(struct dd_range), ranges->len);
	g_array_append_vals(rest, ranges->data, i);
	g_array_append_vals(rest,
		ranges->data + (i + 1) * sizeof(struct dd_range),
		ranges->len - i - 1);
	return rest;
}

void dd_step_add_found(struct dd_step *step, const struct dd_set *positions)
{
	if (!step)
		return;
	struct dd_set *known = (struct dd_set *) step->found;
	step->conclusions |= DD_FOUND;
	step->found =
		known ? dd_set_union(known, positions) : dd_set_ref(positions);
	dd_set_unref(known);
}

void dd_set_replace(struct dd_set **set, struct dd_set *with)
{
	dd_set_unref(*set);
	*set = with;
}

void dd_ranges_replace(GArray **ranges, GArray *with)
{
	if (*ranges)
		g_array_unref(*ranges);
	*ranges = with;
}
