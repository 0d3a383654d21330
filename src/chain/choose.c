#include "choose-inside.h"

/* Neighbours that are tried in the place of a moment without a cause. */
enum { MOST_NEIGHBOURS = 3 };
/* Gaps whose sides are looked at: the first, and this many at the end. */
enum { LAST_GAPS = 3 };
/* Moments opened for each isolation of the budget. */
enum { OPENED_PER_ISOLATION = 3 };
/* Pairs of moments next to a crash that are not the same by their calls. */
enum { MOST_RELAXED = 6 };
/* Causes with more parts than this say little, and those that took more tests
 * come from states that have too little in common. */
enum { MOST_PARTS = 3, MANY_TESTS = 60 };
/* Steps back from such a moment. */
enum { MOST_STEPS = 2 };
/* Moments at which no test can be run, before it is given up for all of them if
 * none could be run elsewhere. */
enum { MOST_REFUSALS = 3 };

const struct hc_moment *hc_choosing_moment(
	const struct hc_choosing *c, guint number)
{
	return &g_array_index(
		c->choice->alignment->moments, struct hc_moment, number);
}

static guint n_moments(const struct hc_choosing *c)
{
	return c->choice->alignment->moments->len;
}

struct hc_opened *hc_choosing_find(const struct hc_choosing *c, guint moment)
{
	for (guint i = 0; i < c->opened->len; i++) {
		struct hc_opened *o =
			&g_array_index(c->opened, struct hc_opened, i);
		if (o->moment == moment)
			return o;
	}
	return NULL;
}

static gboolean is_small(const struct hc_look *look)
{
	return look && look->event->isolated &&
	       look->event->causes->len <= MOST_PARTS;
}

/* Whether it has many parts between causes with fewer: the runs are out of step
 * there, and what moves on by itself is part of the cause. */
static gboolean is_between_smaller(
	const struct hc_choosing *c, const struct hc_opened *opened)
{
	gboolean before = FALSE, after = FALSE;
	guint parts = opened->look->event->causes->len;
	for (guint i = 0; i < c->opened->len && parts >= MOST_PARTS; i++) {
		const struct hc_opened *o =
			&g_array_index(c->opened, struct hc_opened, i);
		if (!is_small(o->look) || o->look->event->causes->len >= parts)
			continue;
		before |= o->moment < opened->moment;
		after |= o->moment > opened->moment;
	}
	return before && after;
}

/* Whether it may be a link of the chain. */
gboolean hc_choosing_is_good(
	const struct hc_choosing *c, const struct hc_opened *opened)
{
	return is_small(opened->look) && !is_between_smaller(c, opened);
}

static guint count_good(const struct hc_choosing *c)
{
	guint n = 0;
	for (guint i = 0; i < c->opened->len; i++)
		n += hc_choosing_is_good(
			c, &g_array_index(c->opened, struct hc_opened, i));
	return n;
}

gboolean hc_choosing_is_over(const struct hc_choosing *c)
{
	hc_stop_flag stop = c->choice->options->stop;
	guint budget = c->choice->budget + c->beside;
	return c->error || (stop && *stop) || count_good(c) >= budget ||
	       c->opened->len >= OPENED_PER_ISOLATION * budget;
}

/* What varies from run to run seldom comes and goes: between two moments at
 * which nothing did, two more runs need not tell. */
static gboolean is_between_quiet(const struct hc_choosing *c, guint moment)
{
	gboolean before = FALSE, after = FALSE;
	for (guint i = 0; i < c->opened->len; i++) {
		const struct hc_opened *o =
			&g_array_index(c->opened, struct hc_opened, i);
		before |= o->look->quiet && o->moment < moment;
		after |= o->look->quiet && o->moment > moment;
	}
	return before && after && !hc_choosing_moment(c, moment)->relaxed;
}

/* The nearest one on a side that has a cause, or NULL. */
static const struct hc_look *find_near(
	const struct hc_choosing *c, guint moment, gboolean before)
{
	const struct hc_look *near = NULL;
	for (guint i = 0; i < c->opened->len; i++) {
		const struct hc_opened *o =
			&g_array_index(c->opened, struct hc_opened, i);
		if (!hc_choosing_is_good(c, o) ||
			(o->moment < moment) != before)
			continue;
		near = o->look;
		if (!before)
			break;
	}
	return near;
}

static gboolean has_tests(const struct hc_choosing *c)
{
	for (guint i = 0; i < c->opened->len; i++)
		if (g_array_index(c->opened, struct hc_opened, i)
				.look->event->tests.tests)
			return TRUE;
	return FALSE;
}

/* Whether it is a reason to leave this moment alone, but not the others. A
 * program may have threads or children at some moments, and tests of it can
 * fail there. */
static gboolean is_about_moment(struct hc_choosing *c, const GError *error)
{
	if (error->domain == HC_TARGET_ERROR)
		return TRUE;
	if (error->domain != HC_ENGINE_ERROR ||
		error->code == HC_ENGINE_ERROR_STOPPED)
		return FALSE;
	if (!c->refusal)
		c->refusal = g_error_copy(error);
	return ++c->refusals < MOST_REFUSALS || has_tests(c);
}

/* A moment that a run does not reach after all is one without a cause. */
static struct hc_look *isolate(struct hc_choosing *c, guint moment)
{
	g_auto(hc_place) pass = {0}, fail = {0};
	g_autoptr(GError) error = NULL;
	hc_alignment_place(c->choice->alignment, moment, 0, &pass);
	hc_alignment_place(c->choice->alignment, moment, 1, &fail);
	struct hc_pair pair = {
		.pass = &pass,
		.fail = &fail,
		.relaxed = hc_choosing_moment(c, moment)->relaxed,
		.quiet = is_between_quiet(c, moment),
		.near = {find_near(c, moment, TRUE),
			find_near(c, moment, FALSE)},
	};
	struct hc_look *look = hc_look_at(c->choice->looker, &pair, &error);
	/* Perhaps something does vary here. */
	if (look && pair.quiet && !look->event->isolated &&
		look->event->tests.tests) {
		hc_look_free(look);
		pair.quiet = FALSE;
		look = hc_look_at(c->choice->looker, &pair, &error);
	}
	if (look)
		return look;
	if (!is_about_moment(c, error)) {
		c->error = g_steal_pointer(&error);
		return NULL;
	}
	look = hc_look_new_missed(&pass, &fail, error->message);
	if (error->domain == HC_ENGINE_ERROR)
		g_clear_pointer(&look->event->summary, g_free);
	if (!look->event->function)
		look->event->function = g_strdup(
			hc_alignment_function(c->choice->alignment, moment, 0));
	return look;
}

/* Looks at a moment, once. NULL if it can't. */
static const struct hc_look *open_at(struct hc_choosing *c, guint moment)
{
	const struct hc_opened *known = hc_choosing_find(c, moment);
	if (known)
		return known->look;
	if (hc_choosing_is_over(c) || moment >= n_moments(c))
		return NULL;
	struct hc_opened new = {moment, isolate(c, moment)};
	if (!new.look)
		return NULL;
	guint at = 0;
	while (at < c->opened->len &&
		g_array_index(c->opened, struct hc_opened, at).moment < moment)
		at++;
	g_array_insert_val(c->opened, at, new);
	return new.look;
}

/* The entry of the function in which the runs took different ways for the last
 * time before a moment; the moment itself if there is none. */
static guint find_parting(const struct hc_choosing *c, guint moment)
{
	guint gaps = hc_choosing_moment(c, moment)->gaps;
	if (gaps == 0 || hc_choosing_moment(c, moment)->relaxed)
		return moment;
	guint at = g_array_index(c->choice->alignment->gaps, guint, gaps - 1);
	guint depth = hc_choosing_moment(c, at)->depth;
	while (at > 0 && hc_choosing_moment(c, at - 1)->depth >= depth)
		at--;
	return at > 0 ? at - 1 : moment;
}

static gboolean is_tangled(const struct hc_look *look)
{
	const struct hc_event *event = look->event;
	return event->isolated && (event->causes->len > MOST_PARTS ||
					  event->tests.tests > MANY_TESTS);
}

/* The same, and where the states there have too little in common, before they
 * parted. TRUE if the moment has a cause. */
gboolean hc_choosing_look(struct hc_choosing *c, guint moment)
{
	const struct hc_look *seen = open_at(c, moment);
	gboolean good = is_small(seen);
	for (guint i = 0; i < MOST_STEPS && seen && is_tangled(seen); i++) {
		moment = find_parting(c, moment);
		seen = open_at(c, moment);
	}
	return good;
}

/* ---- Seeds ---- */

/* Or a neighbour, from the nearest on, earlier ones first. */
static void look_near(struct hc_choosing *c, guint moment)
{
	if (hc_choosing_look(c, moment))
		return;
	for (guint i = 1; i <= MOST_NEIGHBOURS; i++) {
		guint step = (i + 1) / 2;
		guint other = i % 2 ? moment - step : moment + step;
		if (i % 2 && step > moment)
			continue;
		if (hc_choosing_look(c, other))
			return;
	}
}

/* Between a moment with a cause and a later one without, by halves: the last
 * one that has a cause, as far as one can tell without looking at all. */
static void look_between(struct hc_choosing *c, guint with, guint without)
{
	while (without - with > 1 && !hc_choosing_is_over(c)) {
		guint middle = with + (without - with) / 2;
		if (hc_choosing_look(c, middle))
			with = middle;
		else
			without = middle;
	}
}

/* The last moment with a cause: back from the end in growing steps, and then
 * into what was jumped over. */
static void look_back(struct hc_choosing *c, guint end)
{
	guint without = end;
	for (guint step = 1; step <= end && !hc_choosing_is_over(c);
		step *= 2) {
		if (hc_choosing_look(c, end - step)) {
			look_between(c, end - step, without);
			return;
		}
		without = end - step;
	}
	if (end > 0 && hc_choosing_look(c, 0))
		look_between(c, 0, without);
}

/* Whether the difference has been written there already, or is about to be,
 * from a buffer: there is nothing more to find, nor behind it. */
static gboolean is_late(struct hc_choosing *c, guint moment)
{
	const struct hc_look *seen = open_at(c, moment);
	return seen && seen->late;
}

/* The same, and where there is nothing to find any more: that is looked for by
 * halves, beside the budget. */
static guint look_at_end(struct hc_choosing *c, guint end)
{
	guint from = 0;
	if (is_late(c, end - 1)) {
		for (end--; end - from > 1 && !hc_choosing_is_over(c);) {
			guint middle = from + (end - from) / 2;
			c->beside += !hc_choosing_find(c, middle);
			if (is_late(c, middle))
				end = middle;
			else
				from = middle;
		}
	}
	look_back(c, end);
	return end;
}

static void look_at_gap(struct hc_choosing *c, guint gap, guint end)
{
	guint behind = g_array_index(c->choice->alignment->gaps, guint, gap);
	if (behind > 0 && behind - 1 < end)
		look_near(c, behind - 1);
	if (behind < end)
		look_near(c, behind);
}

/* The entry of main is where the invocation shows. */
static guint find_main(const struct hc_choosing *c)
{
	for (guint i = 0; i < n_moments(c); i++) {
		g_auto(hc_place) place = {0};
		hc_alignment_place(c->choice->alignment, i, 0, &place);
		if (g_strcmp0(place.function, "main") == 0)
			return i;
	}
	return 0;
}

static void look_at_seeds(struct hc_choosing *c, guint end)
{
	guint n = c->choice->alignment->gaps->len;
	if (end == 0)
		return;
	look_near(c, find_main(c));
	end = look_at_end(c, end);
	/* Gaps behind the end say nothing any more. */
	while (n > 0 &&
		g_array_index(c->choice->alignment->gaps, guint, n - 1) > end)
		n--;
	for (guint i = n; i-- > 0 && i + LAST_GAPS >= n;)
		look_at_gap(c, i, end);
	if (n > LAST_GAPS)
		look_at_gap(c, 0, end);
}

/* Next to a crash, or in what does not end, the runs have long parted. */
static void look_at_relaxed(struct hc_choosing *c)
{
	enum hc_failure_kind kind =
		hc_oracle_failure(c->choice->debuggees->oracle)->kind;
	guint first = n_moments(c);
	if (hc_choosing_is_over(c) ||
		(kind != HC_FAILURE_SIGNAL && kind != HC_FAILURE_HANG &&
			kind != HC_FAILURE_LIMIT))
		return;
	guint n = hc_alignment_add_relaxed(c->choice->alignment, MOST_RELAXED);
	for (guint i = n; i-- > 0 && !hc_choosing_is_over(c);)
		hc_choosing_look(c, first + i);
}

/* ---- The whole ---- */

static GPtrArray *collect(struct hc_choosing *c)
{
	GPtrArray *looks =
		g_ptr_array_new_with_free_func((GDestroyNotify) hc_look_free);
	guint good = count_good(c);
	g_autofree gboolean *keep = g_new(gboolean, c->opened->len + 1);
	for (guint i = 0; i < c->opened->len; i++)
		keep[i] = hc_choosing_is_good(
			c, &g_array_index(c->opened, struct hc_opened, i));
	for (guint i = 0; i < c->opened->len; i++) {
		struct hc_look *seen =
			g_array_index(c->opened, struct hc_opened, i).look;
		struct hc_event *event = seen->event;
		/* One that says too much is no help next to others. */
		if (event->isolated && !keep[i] && good) {
			event->isolated = FALSE;
			event->reason = g_strdup_printf(
				"%u differences matter here together",
				event->causes->len);
			event->summary = g_strdup(
				"many differences matter here together");
		}
		g_ptr_array_add(looks, seen);
	}
	return looks;
}

/* Whether what the user calls a failure has been written by then. */
static gboolean is_written(const struct hc_chain_choice *choice, guint moment)
{
	const struct hc_alignment *alignment = choice->alignment;
	struct hc_oracle_event event = {0};
	return hc_alignment_written(alignment, moment, HC_PASSING,
		       &event.pass.out, &event.pass.err) &&
	       hc_alignment_written(alignment, moment, HC_FAILING,
		       &event.fail.out, &event.fail.err) &&
	       !hc_oracle_can_judge(choice->debuggees->oracle, &event);
}

/* How many moments come before that. */
static guint count_before_written(const struct hc_chain_choice *choice)
{
	guint low = 0, high = choice->alignment->moments->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (is_written(choice, middle))
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

/* How many moments there are before what tells the runs apart has left the
 * program, as far as the traces know. */
static guint find_end(const struct hc_chain_choice *choice)
{
	const struct hc_runs_options *asked = &choice->debuggees->options;
	if (asked->fail_if || asked->test)
		return count_before_written(choice);
	return hc_oracle_failure(choice->debuggees->oracle)->kind ==
			       HC_FAILURE_OUTPUT
		       ? hc_alignment_before_output(choice->alignment)
		       : choice->alignment->moments->len;
}

GPtrArray *hc_chain_choose(const struct hc_chain_choice *choice, GError **error)
{
	struct hc_choosing c = {
		.choice = choice,
		.opened = g_array_new(FALSE, FALSE, sizeof(struct hc_opened)),
		.tries = g_hash_table_new_full(
			g_int64_hash, g_int64_equal, g_free, NULL),
	};
	guint end = find_end(choice);
	look_at_seeds(&c, end);
	look_at_relaxed(&c);
	hc_choosing_refine(&c);
	if (choice->asker->ask)
		hc_choosing_ask(&c, end);
	if (!c.error && !has_tests(&c))
		c.error = g_steal_pointer(&c.refusal);
	g_clear_error(&c.refusal);
	GPtrArray *looks = collect(&c);
	g_array_unref(c.opened);
	g_hash_table_unref(c.tries);
	hc_stop_flag stop = choice->options->stop;
	if (!c.error || (stop && *stop)) {
		g_clear_error(&c.error);
		return looks;
	}
	g_propagate_error(error, c.error);
	g_ptr_array_unref(looks);
	return NULL;
}
