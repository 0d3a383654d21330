/* dd+ on one set: ESEC/FSE 1999, Algorithm 2, the function dd3(c, r, n).
 *
 * A round asks for t_i = test(c_i ∪ r) for all i, then for the complements,
 * t̄_i = test((c − c_i) ∪ r), and takes the first of the formula's cases that
 * holds, as soon as it does: a failing c_i at once; interference and preference
 * once all t_i are known, preference only when no t̄_i still to come could be
 * an interference. With two subsets each complement is the other one.
 *
 * c' and r' of "try again" are the formula's: c loses the c_i whose complement
 * fails (and r with them), r gains the c_i that pass, so that c and r may share
 * deltas. */
#include "dd-found.h"
#include "dd-search.h"

#include <string.h>

enum { NO_SUBSET = G_MAXUINT, UNKNOWN = 0xff };

struct frame {
	struct dd_set *c;
	struct dd_set *r;
	guint32 n;
};

struct plus {
	struct dd_search base;
	GArray *frames; /* of struct frame; the last one is worked on */
	/* c_i is what c has in the i-th of the base's subsets. */
	guint8 *subset_outcomes; /* t_i */
	guint8 *complement_outcomes; /* t̄_i */
	guint passing_subsets; /* with their complement still to come */
	guint preferred; /* first i with t_i unresolved and t̄_i passing */
	struct dd_found found;
};

static struct plus *plus_of(struct dd_search *search)
{
	return (struct plus *) search;
}

static struct frame *top_frame(const struct plus *s)
{
	return &g_array_index(s->frames, struct frame, s->frames->len - 1);
}

static void push_frame(
	struct plus *s, struct dd_set *c, struct dd_set *r, guint32 n)
{
	struct frame frame = {c, r, n};
	g_array_append_val(s->frames, frame);
	s->base.remaining += c->size;
}

static struct frame pop_frame(struct plus *s)
{
	struct frame frame = *top_frame(s);
	g_array_set_size(s->frames, s->frames->len - 1);
	s->base.remaining -= frame.c->size;
	return frame;
}

static void frame_clear(struct frame *frame)
{
	dd_set_unref(frame->c);
	dd_set_unref(frame->r);
}

static struct dd_set *subset(const struct plus *s, guint i)
{
	g_autoptr(dd_set) range = dd_range_set(s->base.subsets, i);
	return dd_set_intersect(top_frame(s)->c, range);
}

/* The union of the c_i that had this outcome. */
static struct dd_set *subsets_with(
	const struct plus *s, const guint8 *outcomes, guint8 outcome)
{
	g_autofree struct dd_range *ranges =
		g_new(struct dd_range, s->base.subsets->len);
	gsize n = 0;
	for (guint i = 0; i < s->base.subsets->len; i++)
		if (outcomes[i] == outcome)
			ranges[n++] = dd_range_at(s->base.subsets, i);
	g_autoptr(dd_set) all = dd_set_new_ranges(ranges, n);
	return dd_set_intersect(top_frame(s)->c, all);
}

/* Adds the last frame's answer to the result. */
static void answer(struct plus *s, const struct dd_set *c, guint conclusion,
	struct dd_step *step)
{
	g_autoptr(dd_set) news = dd_found_add(&s->found, c);
	if (step)
		step->conclusions |= conclusion;
	if (news->size)
		dd_step_add_found(step, news);
}

static void start_round(struct plus *s)
{
	const struct frame *frame = top_frame(s);

	dd_ranges_replace(&s->base.subsets,
		dd_order_split(s->base.order, frame->c, frame->n));
	g_free(s->subset_outcomes);
	g_free(s->complement_outcomes);
	s->subset_outcomes = g_malloc(frame->n);
	s->complement_outcomes = g_malloc(frame->n);
	memset(s->subset_outcomes, UNKNOWN, frame->n);
	memset(s->complement_outcomes, UNKNOWN, frame->n);
	s->passing_subsets = 0;
	s->preferred = NO_SUBSET;
	s->base.complement = FALSE;
	s->base.i = 0;
}

/* Answers frames that need no test, then starts on the one on top. */
static void settle(struct plus *s, struct dd_step *step)
{
	while (s->frames->len && top_frame(s)->c->size < 2) {
		struct frame frame = pop_frame(s);
		answer(s, frame.c, frame.c->size ? 0 : DD_NOTHING_LEFT, step);
		frame_clear(&frame);
	}
	if (s->frames->len)
		start_round(s);
}

static void plus_start(struct dd_search *search)
{
	struct plus *s = plus_of(search);
	guint32 size = search->remaining;
	dd_found_init(&s->found);
	s->frames = g_array_new(FALSE, FALSE, sizeof(struct frame));
	search->remaining = 0;
	if (size)
		push_frame(s, dd_set_new_range(0, size), dd_set_new_empty(), 2);
	settle(s, NULL);
}

static struct dd_set *plus_next(const struct dd_search *search)
{
	const struct plus *s = (const struct plus *) search;
	if (!s->frames->len)
		return NULL;
	const struct frame *frame = top_frame(s);
	g_autoptr(dd_set) part = subset(s, s->base.i);
	if (!s->base.complement)
		return dd_set_union(part, frame->r);
	g_autoptr(dd_set) rest = dd_set_minus(frame->c, part);
	return dd_set_union(rest, frame->r);
}

/* d_i = dd3(c_i, c̄_i ∪ r, 2), and with interference d̄_i = dd3(c̄_i, c_i ∪ r,
 * 2) after it. */
static void search_within(struct plus *s, guint i, gboolean both)
{
	g_autoptr(dd_set) part = subset(s, i);
	struct frame frame = pop_frame(s);
	g_autoptr(dd_set) without = dd_set_minus(frame.c, part);
	g_autoptr(dd_set) rest = dd_set_minus(without, frame.r);
	if (both)
		push_frame(s, dd_set_ref(rest), dd_set_union(part, frame.r), 2);
	push_frame(s, dd_set_ref(part), dd_set_union(rest, frame.r), 2);
	frame_clear(&frame);
}

/* c' = c ∩ ⋂ { c̄_i | t̄_i fails }, where c̄_i = c − (c_i ∪ r). */
static struct dd_set *next_c(const struct plus *s)
{
	const struct frame *frame = top_frame(s);
	g_autoptr(dd_set) spared =
		subsets_with(s, s->complement_outcomes, HC_FAIL);
	if (!spared->size)
		return dd_set_ref(frame->c);
	g_autoptr(dd_set) rest = dd_set_minus(frame->c, spared);
	return dd_set_minus(rest, frame->r);
}

/* Neither found, nor interference, nor preference. */
static void end_round(struct plus *s, struct dd_step *step)
{
	g_autoptr(dd_set) c = next_c(s);
	g_autoptr(dd_set) passing =
		subsets_with(s, s->subset_outcomes, HC_PASS);
	struct frame frame = pop_frame(s);

	if (frame.n < frame.c->size) {
		step->conclusions |= DD_TRY_AGAIN;
		guint64 n = MIN(2 * (guint64) frame.n, c->size);
		push_frame(s, dd_set_ref(c), dd_set_union(frame.r, passing), n);
	} else {
		answer(s, c, DD_NOTHING_LEFT, step);
	}

	frame_clear(&frame);
	settle(s, step);
}

static void conclude(
	struct plus *s, guint i, gboolean interference, struct dd_step *step)
{
	step->conclusions |= interference ? DD_INTERFERENCE : DD_PREFERENCE;
	step->chosen = i + 1;
	search_within(s, i, interference);
	settle(s, step);
}

/* The next t̄_i is in. */
static void plus_tell_complement(
	struct dd_search *search, enum hc_verdict outcome, struct dd_step *step)
{
	struct plus *s = plus_of(search);

	guint i = s->base.i++;
	gboolean passing = s->subset_outcomes[i] == HC_PASS;
	s->complement_outcomes[i] = outcome;
	s->passing_subsets -= passing;
	if (outcome == HC_PASS && passing) {
		conclude(s, i, TRUE, step);
		return;
	}
	if (outcome == HC_PASS && s->preferred == NO_SUBSET)
		s->preferred = i;
	if (s->preferred != NO_SUBSET && s->passing_subsets == 0)
		conclude(s, s->preferred, FALSE, step);
	else if (s->base.i == s->base.subsets->len)
		end_round(s, step);
}

static void plus_tell_subset(
	struct dd_search *search, enum hc_verdict outcome, struct dd_step *step)
{
	struct plus *s = plus_of(search);

	guint n = s->base.subsets->len;
	if (outcome == HC_FAIL) {
		step->conclusions |= DD_FOUND_IN_SUBSET;
		step->chosen = s->base.i + 1;
		g_autoptr(dd_set) part = subset(s, s->base.i);
		struct frame frame = pop_frame(s);
		push_frame(s, dd_set_ref(part), dd_set_ref(frame.r), 2);
		frame_clear(&frame);
		settle(s, step);
		return;
	}
	s->subset_outcomes[s->base.i++] = outcome;
	s->passing_subsets += outcome == HC_PASS;
	if (s->base.i < n)
		return;
	s->base.complement = TRUE;
	s->base.i = 0;
	if (n > 2)
		return;
	/* t̄1 = t2 and t̄2 = t1: the round goes on without a test, until it is
	 * over and another frame, or another round, has begun. */
	enum hc_verdict t[2] = {s->subset_outcomes[0], s->subset_outcomes[1]};
	guint before = step->conclusions;
	plus_tell_complement(search, t[1], step);
	if (step->conclusions == before)
		plus_tell_complement(search, t[0], step);
}

static void plus_share(struct dd_search *copy)
{
	struct plus *s = plus_of(copy);
	dd_found_share(&s->found);
	s->frames = g_array_copy(s->frames);
	for (guint i = 0; i < s->frames->len; i++) {
		struct frame *frame =
			&g_array_index(s->frames, struct frame, i);
		dd_set_ref(frame->c);
		dd_set_ref(frame->r);
	}
	if (!s->base.subsets)
		return;

	gsize n = s->base.subsets->len;
	s->subset_outcomes = g_memdup2(s->subset_outcomes, n);
	s->complement_outcomes = g_memdup2(s->complement_outcomes, n);
}

static void plus_clear(struct dd_search *search)
{
	struct plus *s = plus_of(search);
	dd_found_clear(&s->found);
	for (guint i = 0; i < s->frames->len; i++)
		frame_clear(&g_array_index(s->frames, struct frame, i));
	g_array_unref(s->frames);
	g_free(s->subset_outcomes);
	g_free(s->complement_outcomes);
}

static void plus_state(const struct dd_search *search, struct dd_set **pass,
	struct dd_set **fail)
{
	const struct plus *s = (const struct plus *) search;
	*pass = dd_set_new_empty();
	*fail = dd_found_all(&s->found);
	for (guint i = 0; i < s->frames->len; i++) {
		const struct frame *frame =
			&g_array_index(s->frames, struct frame, i);
		dd_set_replace(fail, dd_set_union(*fail, frame->c));
	}
}

const struct dd_search_class dd_plus_class = {
	.size = sizeof(struct plus),
	.start = plus_start,
	.next = plus_next,
	.tell_subset = plus_tell_subset,
	.tell_complement = plus_tell_complement,
	.share = plus_share,
	.clear = plus_clear,
	.state = plus_state,
};
