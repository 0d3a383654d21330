/* dd on two sets: FSE 2002, Figure 2.
 *
 * A round tests c'✔ ∪ Δi for all i, then c'✘ − Δi for all i, and draws the
 * first of the figure's six cases that holds. The first two need only one
 * outcome and end the round at once; the third and the fourth hold only when
 * the first two are ruled out for every i. With two subsets c'✔ ∪ Δ1 is
 * c'✘ − Δ2, so there is no second half of the round, and a test that passes is
 * the second case, not the third.
 *
 * Subsets are kept, not drawn anew, when one of them leaves the difference
 * (third and fourth case): their number falls by one as in the figure, and
 * half of the next round's outcomes are known already. */
#include "search.h"

enum { NO_SUBSET = G_MAXUINT };

struct isolate {
	struct dd_search base;
	struct dd_set *pass; /* c'✔ */
	struct dd_set *fail; /* c'✘ */
	GArray *subsets; /* Δ1 … Δn, whose union is c'✘ − c'✔ */
	gboolean complement;
	guint i;
	guint passing_subset; /* first i with c'✔ ∪ Δi passing */
	guint failing_complement; /* first i with c'✘ − Δi failing */
	gboolean over;
};

static struct isolate *isolate_of(struct dd_search *search)
{
	return (struct isolate *) search;
}

static void start_round(struct isolate *s, GArray *subsets)
{
	dd_ranges_replace(&s->subsets, subsets);
	s->complement = FALSE;
	s->i = 0;
	s->passing_subset = NO_SUBSET;
	s->failing_complement = NO_SUBSET;
}

/* Goes on with one subset as the whole difference, cut in two. */
static void start_within(struct isolate *s, guint i, struct dd_step *step)
{
	step->chosen = i + 1;
	struct dd_range range = dd_range_at(s->subsets, i);
	s->base.remaining = range.hi - range.lo;
	g_autoptr(dd_set) difference = dd_set_new_range(range.lo, range.hi);
	if (s->base.remaining < 2) {
		s->over = TRUE;
		step->conclusions |= DD_MINIMAL;
	} else {
		start_round(s, dd_order_split(s->base.order, difference, 2));
	}
}

/* Goes on without one of the subsets. */
static void start_without(struct isolate *s, guint i, struct dd_step *step)
{
	step->chosen = i + 1;
	struct dd_range range = dd_range_at(s->subsets, i);
	s->base.remaining -= range.hi - range.lo;
	start_round(s, dd_ranges_without(s->subsets, i));
}

static void isolate_start(struct dd_search *search)
{
	struct isolate *s = isolate_of(search);
	s->pass = dd_set_new_empty();
	s->fail = dd_set_new_range(0, search->remaining);
	s->over = search->remaining < 2;
	if (!s->over)
		start_round(s, dd_order_split(search->order, s->fail, 2));
}

static struct dd_set *isolate_next(const struct dd_search *search)
{
	const struct isolate *s = (const struct isolate *) search;
	if (s->over)
		return NULL;
	g_autoptr(dd_set) subset = dd_range_set(s->subsets, s->i);
	return s->complement ? dd_set_minus(s->fail, subset)
			     : dd_set_union(s->pass, subset);
}

static void add_to_pass(struct isolate *s, guint i)
{
	g_autoptr(dd_set) subset = dd_range_set(s->subsets, i);
	dd_set_replace(&s->pass, dd_set_union(s->pass, subset));
}

/* All outcomes of the round are in, and none was the first or second case. */
static void end_round(struct isolate *s, struct dd_step *step)
{
	if (s->passing_subset != NO_SUBSET) {
		step->conclusions |= DD_INCREASE_TO_SUBSET;
		add_to_pass(s, s->passing_subset);
		start_without(s, s->passing_subset, step);
	} else if (s->failing_complement != NO_SUBSET) {
		step->conclusions |= DD_REDUCE_TO_COMPLEMENT;
		g_autoptr(dd_set) subset =
			dd_range_set(s->subsets, s->failing_complement);
		dd_set_replace(&s->fail, dd_set_minus(s->fail, subset));
		start_without(s, s->failing_complement, step);
	} else if (s->subsets->len < s->base.remaining) {
		step->conclusions |= DD_INCREASE_GRANULARITY;
		guint64 n =
			MIN(2 * (guint64) s->subsets->len, s->base.remaining);
		start_round(s, dd_order_refine(s->base.order, s->subsets, n));
	} else {
		step->conclusions |= DD_MINIMAL;
		s->over = TRUE;
	}
}

static void tell_subset(
	struct isolate *s, enum dd_outcome outcome, struct dd_step *step)
{
	guint i = s->i, n = s->subsets->len;
	if (outcome == DD_FAIL) {
		step->conclusions |= DD_REDUCE_TO_SUBSET;
		g_autoptr(dd_set) subset = dd_range_set(s->subsets, i);
		dd_set_replace(&s->fail, dd_set_union(s->pass, subset));
		start_within(s, i, step);
	} else if (outcome == DD_PASS && n == 2) {
		step->conclusions |= DD_INCREASE_TO_COMPLEMENT;
		add_to_pass(s, i);
		start_within(s, 1 - i, step);
	} else {
		if (outcome == DD_PASS && s->passing_subset == NO_SUBSET)
			s->passing_subset = i;
		s->i++;
		if (s->i < n)
			return;
		s->i = 0;
		s->complement = TRUE;
		if (n == 2)
			end_round(s, step);
	}
}

static void tell_complement(
	struct isolate *s, enum dd_outcome outcome, struct dd_step *step)
{
	if (outcome == DD_PASS) {
		step->conclusions |= DD_INCREASE_TO_COMPLEMENT;
		g_autoptr(dd_set) subset = dd_range_set(s->subsets, s->i);
		dd_set_replace(&s->pass, dd_set_minus(s->fail, subset));
		start_within(s, s->i, step);
		return;
	}
	if (outcome == DD_FAIL && s->failing_complement == NO_SUBSET)
		s->failing_complement = s->i;
	s->i++;
	if (s->i == s->subsets->len)
		end_round(s, step);
}

static void isolate_tell(
	struct dd_search *search, enum dd_outcome outcome, struct dd_step *step)
{
	struct isolate *s = isolate_of(search);
	step->n = s->subsets->len;
	step->subset = s->i + 1;
	step->complement = s->complement;
	if (s->complement)
		tell_complement(s, outcome, step);
	else
		tell_subset(s, outcome, step);
}

static void isolate_share(struct dd_search *copy)
{
	struct isolate *s = isolate_of(copy);
	dd_set_ref(s->pass);
	dd_set_ref(s->fail);
	if (s->subsets)
		g_array_ref(s->subsets);
}

static void isolate_clear(struct dd_search *search)
{
	struct isolate *s = isolate_of(search);
	dd_set_unref(s->pass);
	dd_set_unref(s->fail);
	dd_ranges_replace(&s->subsets, NULL);
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
	.tell = isolate_tell,
	.share = isolate_share,
	.clear = isolate_clear,
	.state = isolate_state,
};
