/* dd on two sets: FSE 2002, Figure 2.
 *
 * A round goes from subset to subset. For each it tests c'✘ − Δi and c'✔ ∪ Δi
 * and takes the first of the figure's cases that holds for this i; that is the
 * order of the algorithm in program form (lecture slides, "dd in a nutshell"),
 * with the fourth case before the third. Ruling out the first two cases for
 * every i before taking the third or fourth gives the same differences, with
 * seven times as many tests for 400 deltas of which some depend on each other.
 *
 * With two subsets c'✔ ∪ Δ1 is c'✘ − Δ2: one test answers for both, and the
 * round ends unless it is unresolved. Without unresolved outcomes the search is
 * binary.
 *
 * When a subset leaves the difference (third and fourth case), the others stay
 * as they are and the round goes on after it: their number falls by one as in
 * the figure, and no outcome is lost. */
#include "dd-search.h"

struct isolate {
	struct dd_search base;
	struct dd_set *pass; /* c'✔ */
	struct dd_set *fail; /* c'✘ */
	/* The base's subsets are Δ1 … Δn, whose union is c'✘ − c'✔; c'✘ − Δi
	 * is tested first, then c'✔ ∪ Δi. */
	guint tried; /* subsets in a row that told nothing */
	gboolean complement_fails; /* what c'✘ − Δi told */
	gboolean over;
};

static struct isolate *isolate_of(struct dd_search *search)
{
	return (struct isolate *) search;
}

static void go_to(struct isolate *s, guint i)
{
	s->base.i = i;
	s->base.complement = s->base.subsets->len > 2;
	s->complement_fails = FALSE;
}

static void start_round(struct isolate *s, GArray *subsets, guint i)
{
	dd_ranges_replace(&s->base.subsets, subsets);
	s->tried = 0;
	go_to(s, i);
}

/* First and second case: one subset is the whole difference, cut in two. */
static void start_within(struct isolate *s, guint i, struct dd_step *step)
{
	struct dd_range range = dd_range_at(s->base.subsets, i);

	step->chosen = i + 1;
	s->base.remaining = range.hi - range.lo;
	if (s->base.remaining < 2) {
		s->over = TRUE;
		step->conclusions |= DD_MINIMAL;
		return;
	}

	g_autoptr(dd_set) difference = dd_set_new_range(range.lo, range.hi);
	start_round(s, dd_order_split(s->base.order, difference, 2), 0);
}

/* Third and fourth case: the difference without one of the subsets. */
static void start_without(struct isolate *s, guint i, struct dd_step *step)
{
	struct dd_range range = dd_range_at(s->base.subsets, i);
	guint n = s->base.subsets->len - 1;
	step->chosen = i + 1;
	s->base.remaining -= range.hi - range.lo;
	start_round(
		s, dd_ranges_without(s->base.subsets, i), n > 2 ? i % n : 0);
}

static void isolate_start(struct dd_search *search)
{
	struct isolate *s = isolate_of(search);
	s->pass = dd_set_new_empty();
	s->fail = dd_set_new_range(0, search->remaining);
	s->over = search->remaining < 2;
	if (!s->over)
		start_round(s, dd_order_split(search->order, s->fail, 2), 0);
}

static struct dd_set *isolate_next(const struct dd_search *search)
{
	const struct isolate *s = (const struct isolate *) search;
	if (s->over)
		return NULL;
	g_autoptr(dd_set) subset = dd_range_set(s->base.subsets, s->base.i);
	return s->base.complement ? dd_set_minus(s->fail, subset)
				  : dd_set_union(s->pass, subset);
}

static void add_to_pass(struct isolate *s)
{
	g_autoptr(dd_set) subset = dd_range_set(s->base.subsets, s->base.i);
	dd_set_replace(&s->pass, dd_set_union(s->pass, subset));
}

static void reduce_to_subset(struct isolate *s, struct dd_step *step)
{
	step->conclusions |= DD_REDUCE_TO_SUBSET;
	g_autoptr(dd_set) subset = dd_range_set(s->base.subsets, s->base.i);
	dd_set_replace(&s->fail, dd_set_union(s->pass, subset));
	start_within(s, s->base.i, step);
}

static void reduce_to_complement(struct isolate *s, struct dd_step *step)
{
	step->conclusions |= DD_REDUCE_TO_COMPLEMENT;
	g_autoptr(dd_set) subset = dd_range_set(s->base.subsets, s->base.i);
	dd_set_replace(&s->fail, dd_set_minus(s->fail, subset));
	start_without(s, s->base.i, step);
}

/* This subset told nothing: on to the next, or to smaller ones. */
static void move_on(struct isolate *s, struct dd_step *step)
{
	guint n = s->base.subsets->len;

	s->tried++;
	if (s->tried < n) {
		go_to(s, (s->base.i + 1) % n);
	} else if (n < s->base.remaining) {
		step->conclusions |= DD_INCREASE_GRANULARITY;
		guint64 twice = MIN(2 * (guint64) n, s->base.remaining);
		start_round(s,
			dd_order_refine(s->base.order, s->base.subsets, twice),
			0);
	} else {
		step->conclusions |= DD_MINIMAL;
		s->over = TRUE;
	}
}

static void isolate_tell_complement(
	struct dd_search *search, enum hc_verdict outcome, struct dd_step *step)
{
	struct isolate *s = isolate_of(search);

	if (outcome == HC_PASS) {
		step->conclusions |= DD_INCREASE_TO_COMPLEMENT;
		g_autoptr(dd_set) subset =
			dd_range_set(s->base.subsets, s->base.i);
		dd_set_replace(&s->pass, dd_set_minus(s->fail, subset));
		start_within(s, s->base.i, step);
	} else {
		s->complement_fails = outcome == HC_FAIL;
		s->base.complement = FALSE;
	}
}

static void isolate_tell_subset(
	struct dd_search *search, enum hc_verdict outcome, struct dd_step *step)
{
	struct isolate *s = isolate_of(search);

	if (outcome == HC_FAIL) {
		reduce_to_subset(s, step);
	} else if (outcome == HC_PASS && s->base.subsets->len == 2) {
		step->conclusions |= DD_INCREASE_TO_COMPLEMENT;
		add_to_pass(s);
		start_within(s, 1 - s->base.i, step);
	} else if (s->complement_fails) {
		reduce_to_complement(s, step);
	} else if (outcome == HC_PASS) {
		step->conclusions |= DD_INCREASE_TO_SUBSET;
		add_to_pass(s);
		start_without(s, s->base.i, step);
	} else {
		move_on(s, step);
	}
}

static void isolate_share(struct dd_search *copy)
{
	struct isolate *s = isolate_of(copy);
	dd_set_ref(s->pass);
	dd_set_ref(s->fail);
}

static void isolate_clear(struct dd_search *search)
{
	struct isolate *s = isolate_of(search);
	dd_set_unref(s->pass);
	dd_set_unref(s->fail);
}

static void isolate_state(const struct dd_search *search, struct dd_set **pass,
	struct dd_set **fail)
{
	const struct isolate *s = (const struct isolate *) search;
	*pass = dd_set_ref(s->pass);
	*fail = dd_set_ref(s->fail);
}

const struct dd_search_class dd_isolate_class = {
	.size = sizeof(struct isolate),
	.start = isolate_start,
	.next = isolate_next,
	.tell_subset = isolate_tell_subset,
	.tell_complement = isolate_tell_complement,
	.share = isolate_share,
	.clear = isolate_clear,
	.state = isolate_state,
};
