/* dd on one set: ESEC/FSE 1999, Algorithm 1, the function dd2(c, r).
 *
 * The recursion of the paper is a stack of frames (c, r) whose answers are
 * joined. A delta is reported as found as soon as it must be in the answer:
 * when c1 ∪ r does not fail and c2 is a single delta, c2 is found whatever its
 * test says, "in c2" or "interference" (the paper's Tables 2 and 3 note it at
 * that step, too). */
#include "dd-found.h"
#include "dd-search.h"

struct frame {
	struct dd_range c;
	struct dd_set *r;
};

struct dd1999 {
	struct dd_search base;
	GArray *frames; /* of struct frame; the last one is worked on */
	/* c1 and c2 of the last frame; two ranges need no array of subsets. */
	struct dd_range halves[2];
	struct dd_found found;
};

static struct dd1999 *dd1999_of(struct dd_search *search)
{
	return (struct dd1999 *) search;
}

static struct frame *top_frame(const struct dd1999 *s)
{
	return &g_array_index(s->frames, struct frame, s->frames->len - 1);
}

static guint32 range_size(struct dd_range range)
{
	return range.hi - range.lo;
}

static void push_frame(struct dd1999 *s, struct dd_range c, struct dd_set *r)
{
	struct frame frame = {c, r};
	g_array_append_val(s->frames, frame);
	s->base.remaining += range_size(c);
}

/* Removes the last frame; its r is the caller's to unref. */
static struct dd_set *pop_frame(struct dd1999 *s)
{
	struct frame frame = *top_frame(s);
	g_array_set_size(s->frames, s->frames->len - 1);
	s->base.remaining -= range_size(frame.c);
	return frame.r;
}

static void find(struct dd1999 *s, struct dd_range c, struct dd_step *step)
{
	g_autoptr(dd_set) set = dd_set_new_range(c.lo, c.hi);
	g_autoptr(dd_set) news = dd_found_add(&s->found, set);
	if (news->size)
		dd_step_add_found(step, news);
}

/* Answers frames of one delta, then splits the frame on top. */
static void settle(struct dd1999 *s, struct dd_step *step)
{
	while (s->frames->len && range_size(top_frame(s)->c) == 1) {
		find(s, top_frame(s)->c, step);
		dd_set_unref(pop_frame(s));
	}

	if (!s->frames->len)
		return;

	struct dd_range c = top_frame(s)->c;
	g_autoptr(dd_set) set = dd_set_new_range(c.lo, c.hi);
	g_autoptr(GArray) halves = dd_order_split(s->base.order, set, 2);
	s->halves[0] = dd_range_at(halves, 0);
	s->halves[1] = dd_range_at(halves, 1);
	s->base.i = 0;
}

static void dd1999_start(struct dd_search *search)
{
	struct dd1999 *s = dd1999_of(search);
	struct dd_range all = {0, search->remaining};
	dd_found_init(&s->found);
	s->frames = g_array_new(FALSE, FALSE, sizeof(struct frame));
	search->remaining = 0;
	if (range_size(all))
		push_frame(s, all, dd_set_new_empty());
	settle(s, NULL);
}

static struct dd_set *dd1999_next(const struct dd_search *search)
{
	const struct dd1999 *s = (const struct dd1999 *) search;
	if (!s->frames->len)
		return NULL;
	struct dd_range half = s->halves[s->base.i];
	g_autoptr(dd_set) set = dd_set_new_range(half.lo, half.hi);
	return dd_set_union(set, top_frame(s)->r);
}

static void interfere(struct dd1999 *s)
{
	struct dd_range c1 = s->halves[0], c2 = s->halves[1];
	g_autoptr(dd_set) set1 = dd_set_new_range(c1.lo, c1.hi);
	g_autoptr(dd_set) set2 = dd_set_new_range(c2.lo, c2.hi);
	g_autoptr(dd_set) r = pop_frame(s);
	push_frame(s, c2, dd_set_union(set1, r));
	push_frame(s, c1, dd_set_union(set2, r));
}

static void dd1999_tell_subset(
	struct dd_search *search, enum hc_verdict outcome, struct dd_step *step)
{
	struct dd1999 *s = dd1999_of(search);

	step->n = 2;
	if (outcome == HC_FAIL) {
		step->conclusions |= DD_FOUND_IN_SUBSET;
		step->chosen = s->base.i + 1;
		struct dd_range half = s->halves[s->base.i];
		push_frame(s, half, pop_frame(s));
		settle(s, step);
	} else if (s->base.i == 0) {
		if (range_size(s->halves[1]) == 1)
			find(s, s->halves[1], step);
		s->base.i = 1;
	} else {
		step->conclusions |= DD_INTERFERENCE;
		interfere(s);
		settle(s, step);
	}
}

static void dd1999_share(struct dd_search *copy)
{
	struct dd1999 *s = dd1999_of(copy);
	dd_found_share(&s->found);
	s->frames = g_array_copy(s->frames);
	for (guint i = 0; i < s->frames->len; i++)
		dd_set_ref(g_array_index(s->frames, struct frame, i).r);
}

static void dd1999_clear(struct dd_search *search)
{
	struct dd1999 *s = dd1999_of(search);
	dd_found_clear(&s->found);
	for (guint i = 0; i < s->frames->len; i++)
		dd_set_unref(g_array_index(s->frames, struct frame, i).r);
	g_array_unref(s->frames);
}

static void dd1999_state(const struct dd_search *search, struct dd_set **pass,
	struct dd_set **fail)
{
	const struct dd1999 *s = (const struct dd1999 *) search;
	*pass = dd_set_new_empty();
	*fail = dd_found_all(&s->found);
	for (guint i = 0; i < s->frames->len; i++) {
		struct dd_range c = g_array_index(s->frames, struct frame, i).c;
		g_autoptr(dd_set) set = dd_set_new_range(c.lo, c.hi);
		dd_set_replace(fail, dd_set_union(*fail, set));
	}
}

const struct dd_search_class dd_1999_class = {
	.size = sizeof(struct dd1999),
	.start = dd1999_start,
	.next = dd1999_next,
	.tell_subset = dd1999_tell_subset,
	.share = dd1999_share,
	.clear = dd1999_clear,
	.state = dd1999_state,
};
