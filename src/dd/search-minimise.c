/* ddmin: makes one failing set 1-minimal (the one-set form of the algorithm in
 * FSE 2002, Figure 2, that narrows c'✘ alone).
 *
 * A round tests every subset Δi, then every complement c − Δi. A failing
 * subset becomes the whole set; a failing complement drops the subset; else
 * the subsets are split further. After a drop the subsets stay as they are, so
 * none of them needs a second test, and the search for another one to drop
 * goes on behind the one just dropped: those before it were needed a moment
 * ago and most likely still are. */
#include "dd-search.h"

struct minimise {
	struct dd_search base;
	struct dd_set *fail; /* c */
	GArray *subsets;
	gboolean complement;
	guint i; /* which one is tested now … */
	guint tried; /* … and how many complements were, in this round */
	gboolean over;
};

static struct minimise *minimise_of(struct dd_search *search)
{
	return (struct minimise *) search;
}

static void start_round(struct minimise *s, GArray *subsets)
{
	dd_ranges_replace(&s->subsets, subsets);
	s->complement = FALSE;
	s->i = 0;
	s->tried = 0;
}

static void minimise_start(struct dd_search *search)
{
	struct minimise *s = minimise_of(search);
	s->fail = dd_set_new_range(0, search->remaining);
	s->over = search->remaining < 2;
	if (!s->over)
		start_round(s, dd_order_split(search->order, s->fail, 2));
}

static struct dd_set *minimise_next(const struct dd_search *search)
{
	const struct minimise *s = (const struct minimise *) search;
	if (s->over)
		return NULL;
	g_autoptr(dd_set) subset = dd_range_set(s->subsets, s->i);
	return s->complement ? dd_set_minus(s->fail, subset)
			     : g_steal_pointer(&subset);
}

static void end_round(struct minimise *s, struct dd_step *step)
{
	if (s->subsets->len < s->base.remaining) {
		step->conclusions |= DD_INCREASE_GRANULARITY;
		guint64 n =
			MIN(2 * (guint64) s->subsets->len, s->base.remaining);
		start_round(s, dd_order_refine(s->base.order, s->subsets, n));
	} else {
		step->conclusions |= DD_MINIMAL;
		s->over = TRUE;
	}
}

static void reduce_to_subset(struct minimise *s, struct dd_step *step)
{
	step->conclusions |= DD_REDUCE_TO_SUBSET;
	step->chosen = s->i + 1;
	dd_set_replace(&s->fail, dd_range_set(s->subsets, s->i));
	s->base.remaining = s->fail->size;
	if (s->base.remaining < 2) {
		step->conclusions |= DD_MINIMAL;
		s->over = TRUE;
	} else {
		start_round(s, dd_order_split(s->base.order, s->fail, 2));
	}
}

static void reduce_to_complement(struct minimise *s, struct dd_step *step)
{
	step->conclusions |= DD_REDUCE_TO_COMPLEMENT;
	step->chosen = s->i + 1;
	g_autoptr(dd_set) subset = dd_range_set(s->subsets, s->i);
	dd_set_replace(&s->fail, dd_set_minus(s->fail, subset));
	s->base.remaining = s->fail->size;
	dd_ranges_replace(&s->subsets, dd_ranges_without(s->subsets, s->i));
	s->tried = 0;
	s->i %= s->subsets->len;
	/* With two left, each complement is the other subset, and those were
	 * tested before: nothing can be dropped. */
	if (s->subsets->len == 2)
		end_round(s, step);
}

static void tell_subset(
	struct minimise *s, enum dd_outcome outcome, struct dd_step *step)
{
	if (outcome == DD_FAIL) {
		reduce_to_subset(s, step);
		return;
	}
	s->i++;
	if (s->i < s->subsets->len)
		return;
	s->i = 0;
	s->complement = TRUE;
	if (s->subsets->len == 2)
		end_round(s, step);
}

static void tell_complement(
	struct minimise *s, enum dd_outcome outcome, struct dd_step *step)
{
	if (outcome == DD_FAIL) {
		reduce_to_complement(s, step);
		return;
	}
	s->i = (s->i + 1) % s->subsets->len;
	s->tried++;
	if (s->tried == s->subsets->len)
		end_round(s, step);
}

static void minimise_tell(
	struct dd_search *search, enum dd_outcome outcome, struct dd_step *step)
{
	struct minimise *s = minimise_of(search);
	step->n = s->subsets->len;
	step->subset = s->i + 1;
	step->complement = s->complement;
	if (s->complement)
		tell_complement(s, outcome, step);
	else
		tell_subset(s, outcome, step);
}

static void minimise_share(struct dd_search *copy)
{
	struct minimise *s = minimise_of(copy);
	dd_set_ref(s->fail);
	if (s->subsets)
		g_array_ref(s->subsets);
}

static void minimise_clear(struct dd_search *search)
{
	struct minimise *s = minimise_of(search);
	dd_set_unref(s->fail);
	dd_ranges_replace(&s->subsets, NULL);
}

static void minimise_state(const struct dd_search *search, struct dd_set **pass,
	struct dd_set **fail)
{
	const struct minimise *s = (const struct minimise *) search;
	*pass = dd_set_new_empty();
	*fail = dd_set_ref(s->fail);
}

const struct dd_search_class dd_minimise_class = {
	.size = sizeof(struct minimise),
	.start = minimise_start,
	.next = minimise_next,
	.tell = minimise_tell,
	.share = minimise_share,
	.clear = minimise_clear,
	.state = minimise_state,
};
