/* ddmin: makes one failing set 1-minimal (the one-set form of the algorithm in
 * FSE 2002, Figure 2, that narrows c'✘ alone).
 *
 * A round tests every subset Δi, then every complement c − Δi. A failing subset
 * becomes the whole set; a failing complement drops the subset; else the
 * subsets are split further. After a drop the other subsets stay as they are,
 * so none of them needs a second test, and the search for another one to drop
 * goes on after the one just dropped: those before it were needed a moment ago
 * and most likely still are. */
#include "dd-search.h"

struct minimise {
	struct dd_search base;
	struct dd_set *fail; /* c */
	guint tried; /* complements tested in this round */
	gboolean over;
};

static struct minimise *minimise_of(struct dd_search *search)
{
	return (struct minimise *) search;
}

static void start_round(struct minimise *s, GArray *subsets)
{
	dd_ranges_replace(&s->base.subsets, subsets);
	s->base.complement = FALSE;
	s->base.i = 0;
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
	g_autoptr(dd_set) subset = dd_range_set(s->base.subsets, s->base.i);
	return s->base.complement ? dd_set_minus(s->fail, subset)
				  : g_steal_pointer(&subset);
}

static void end_round(struct minimise *s, struct dd_step *step)
{
	if (s->base.subsets->len < s->base.remaining) {
		step->conclusions |= DD_INCREASE_GRANULARITY;
		guint64 n = MIN(
			2 * (guint64) s->base.subsets->len, s->base.remaining);
		start_round(
			s, dd_order_refine(s->base.order, s->base.subsets, n));
	} else {
		step->conclusions |= DD_MINIMAL;
		s->over = TRUE;
	}
}

static void reduce_to_subset(struct minimise *s, struct dd_step *step)
{
	step->conclusions |= DD_REDUCE_TO_SUBSET;
	step->chosen = s->base.i + 1;
	dd_set_replace(&s->fail, dd_range_set(s->base.subsets, s->base.i));
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
	step->chosen = s->base.i + 1;

	g_autoptr(dd_set) subset = dd_range_set(s->base.subsets, s->base.i);
	dd_set_replace(&s->fail, dd_set_minus(s->fail, subset));
	s->base.remaining = s->fail->size;
	dd_ranges_replace(&s->base.subsets,
		dd_ranges_without(s->base.subsets, s->base.i));
	s->tried = 0;
	s->base.i %= s->base.subsets->len;
	/* With two left, each complement is the other subset, and those were
	 * tested before: nothing can be dropped. */
	if (s->base.subsets->len == 2)
		end_round(s, step);
}

static void minimise_tell_subset(
	struct dd_search *search, enum hc_verdict outcome, struct dd_step *step)
{
	struct minimise *s = minimise_of(search);

	if (outcome == HC_FAIL) {
		reduce_to_subset(s, step);
		return;
	}
	s->base.i++;
	if (s->base.i < s->base.subsets->len)
		return;
	s->base.i = 0;
	s->base.complement = TRUE;
	if (s->base.subsets->len == 2)
		end_round(s, step);
}

static void minimise_tell_complement(
	struct dd_search *search, enum hc_verdict outcome, struct dd_step *step)
{
	struct minimise *s = minimise_of(search);

	if (outcome == HC_FAIL) {
		reduce_to_complement(s, step);
		return;
	}
	s->base.i = (s->base.i + 1) % s->base.subsets->len;
	s->tried++;
	if (s->tried == s->base.subsets->len)
		end_round(s, step);
}

static void minimise_share(struct dd_search *copy)
{
	struct minimise *s = minimise_of(copy);
	dd_set_ref(s->fail);
}

static void minimise_clear(struct dd_search *search)
{
	struct minimise *s = minimise_of(search);
	dd_set_unref(s->fail);
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
	.tell_subset = minimise_tell_subset,
	.tell_complement = minimise_tell_complement,
	.share = minimise_share,
	.clear = minimise_clear,
	.state = minimise_state,
};
