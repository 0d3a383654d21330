#include "look-at.h"

#include "clock.h"
#include "look-at-inside.h"

/* Tests of one search in the failing run: it is the second that is made at a
 * moment, and a cause that takes more says little. */
enum { BACK_TESTS = 60 };

/* ---- One moment ---- */

struct looking {
	struct hc_looker *looker;
	const struct hc_pair *pair;
	struct hc_look *look;
	struct hc_states *states;
	const struct mg_diff *diff;
	gboolean with_noise;
	gboolean mixed; /* with threads at this moment, what they have done so
			   far may be why no set of deltas fails */
	guint tries; /* so far */
	gboolean learnt; /* which lines of the output don't count */
	gboolean dangling; /* the failing run has pointers to freed memory */
	gboolean no_fail; /* with all differences the passing run does not */
	gboolean freed; /* with what is left in memory that was freed */
	gboolean back; /* it is about the failing run: see try_back() */
	gboolean compared; /* and all was told of that */
};

static struct hc_states *stop_both(const struct looking *x, GError **error)
{
	const struct hc_pair *pair = x->pair;
	const struct hc_place *const places[] = {pair->pass, pair->fail};

	gboolean twice = !pair->quiet && !x->looker->options->compare_only;
	guint how = (twice ? HC_STATES_TWICE : 0) |
		    (x->freed ? HC_STATES_FREED : 0);

	hc_looker_tell(x->looker, HC_CHAIN_STOPPING);
	return hc_states_new(x->looker->stage, places, how, error);
}

static void forget_states(struct looking *x)
{
	if (!x->states)
		return;

	const struct hc_states_seconds *seconds = hc_states_seconds(x->states);
	struct hc_event *event = x->look->event;
	event->stop += seconds->stop;
	event->extract += seconds->extract;
	event->compare += seconds->compare;
	g_clear_pointer(&x->states, hc_states_free);
	x->diff = NULL;
}

static gboolean reach(struct looking *x, GError **error)
{
	const struct hc_pair *pair = x->pair;
	struct hc_event *event = x->look->event;

	event->hit_pass = pair->pass->hit;
	event->hit_fail = pair->fail->hit;
	event->at_function = g_strdup(pair->pass->function);
	event->at_file = g_strdup(pair->pass->file);
	event->at_line = pair->pass->line;

	x->states = stop_both(x, error);
	if (!x->states)
		return FALSE;
	hc_look_tell_place(x->look, x->states);
	return TRUE;
}

/* Whether the runs are there by the same calls; else says why not. */
static gboolean can_compare(struct looking *x)
{
	if (hc_states_comparable(x->states))
		return TRUE;

	/* The same place of the same function, whoever called it. */
	gboolean relaxed =
		x->pair->relaxed && hc_states_common_frames(x->states) > 0;
	x->look->event->relaxed = relaxed;
	if (!relaxed)
		hc_look_give_up(x->look, HC_WHY_CALLS,
			"the runs get here by different calls");
	return relaxed;
}

static gboolean compare(struct looking *x, GError **error)
{
	const struct hc_chain_observer *observer =
		&x->looker->options->observer;

	hc_looker_tell(x->looker, HC_CHAIN_COMPARING);
	x->diff = hc_states_compare(x->states);
	if (!x->diff)
		return hc_stopped_fail(error);
	if (x->freed)
		return TRUE; /* who watches has seen the states */
	hc_look_tell_graphs(x->look, x->states, x->diff);
	x->look->quiet = hc_states_are_quiet(x->states);
	if (hc_stop_flag_is_set(x->looker->options->stop))
		return hc_stopped_fail(error);
	x->compared = !observer->compared ||
		      observer->compared(
			      x->diff, x->look->event, observer->data, error);
	return x->compared;
}

/* Which moment it is, in words that are the same in another analysis. */
static char *make_journal_key(const struct looking *x)
{
	const struct hc_place *pass = x->pair->pass, *fail = x->pair->fail;
	g_autofree char *tries =
		x->tries ? g_strdup_printf(" again %u", x->tries) : NULL;
	return g_strdup_printf("%s%s:%d#%u/%u%s%s%s%s%s%s",
		pass->function ? pass->function : "",
		pass->file ? pass->file : "", pass->line, pass->hit, fail->hit,
		x->look->event->relaxed ? " relaxed" : "",
		x->with_noise ? " noise" : "", tries ? tries : "",
		x->learnt ? " lines" : "", x->back ? " back" : "",
		x->freed ? " freed" : "");
}

static guint64 limit_back(guint64 limit)
{
	return limit ? MIN(limit, BACK_TESTS) : BACK_TESTS;
}

static gboolean isolate(struct looking *x, struct hc_problem *problem,
	struct hc_isolation *isolation, GError **error)
{
	const struct hc_look_options *options = x->looker->options;
	struct hc_known_cause known[G_N_ELEMENTS(x->pair->near)];
	guint n = 0;
	for (guint i = 0; i < G_N_ELEMENTS(x->pair->near); i++) {
		const struct hc_look *near = x->pair->near[i];
		if (near && near->identity)
			known[n++] = (struct hc_known_cause){
				near->identity, near->context_identity};
	}

	g_autofree char *key = make_journal_key(x);
	struct hc_isolate_options how = {
		.limit_tests = x->back ? limit_back(options->limit_tests)
				       : options->limit_tests,
		.limit_seconds = options->limit_seconds,
		.stop = options->stop,
		.known = known,
		.n_known = n,
		.journal = options->journal,
		.journal_key = key,
		.phase = hc_looker_enter_phase,
		.step = hc_looker_make_step,
		.data = x->looker,
	};
	gboolean fine = hc_isolate(problem, &how, isolation, error);
	dd_counts_add(&x->look->event->tests, &isolation->counts);
	return fine;
}

/* The same; if the passing run does not even pass unaltered, once more without
 * the lines that are to blame for that. */
static gboolean isolate_twice(struct looking *x, struct hc_problem *problem,
	struct hc_isolation *isolation, GError **error)
{
	g_autofree char *line = NULL;
	if (!isolate(x, problem, isolation, error))
		return FALSE;
	if (isolation->status != HC_ISOLATION_NO_PASS)
		return TRUE;
	if (!hc_state_problem_learn_lines(problem, &line, error))
		return FALSE;
	if (!line)
		return TRUE;

	x->learnt = TRUE;
	g_free(x->look->event->uncounted);
	x->look->event->uncounted = g_steal_pointer(&line);
	hc_isolation_clear(isolation);
	*isolation = (struct hc_isolation){0};
	return isolate(x, problem, isolation, error);
}

/* What was found is told, unless threads may have found it by chance. */
static gboolean tell_cause(
	struct looking *x, const struct hc_isolation *isolation, GError **error)
{
	gboolean chance;
	if (!hc_look_find_chance(
		    isolation, &x->look->event->tests, &chance, error))
		return FALSE;
	if (chance)
		hc_look_give_up(x->look, HC_WHY_OTHER,
			"a test does not come out the same each time: the "
			"order in which threads do their work decides, too");
	else
		hc_look_tell_cause(x->look, x->states, isolation);
	return TRUE;
}

/* The experiment with one set of deltas. *again: it may be worth it with those
 * that vary by themselves. */
static gboolean try_deltas(struct looking *x, gboolean *again, GError **error)
{
	const struct hc_deltas *deltas =
		hc_states_make_deltas(x->states, x->with_noise);
	if (!deltas)
		return hc_stopped_fail(error);
	if (!x->freed)
		hc_look_tell_deltas(x->look, x->diff, deltas);
	*again = hc_deltas_n_noise(deltas) > 0;
	x->mixed = x->no_fail = FALSE;
	x->dangling = hc_deltas_n_dangling(deltas) > 0;
	if (hc_states_are_late(x->states)) {
		x->look->late = TRUE;
		*again = FALSE;
		hc_look_give_up(x->look, HC_WHY_WRITTEN,
			"the output that decides has already been written");
		return TRUE;
	}
	if (hc_deltas_n(deltas) == 0) {
		hc_look_give_up(x->look, HC_WHY_SAME,
			"the two states do not differ here");
		return TRUE;
	}

	g_autoptr(hc_problem) problem = hc_states_problem(x->states, error);
	if (!problem)
		return FALSE;
	hc_look_tell_engine(x->look, hc_state_problem_engine(problem));

	g_auto(hc_isolation) isolation = {0};
	if (!isolate_twice(x, problem, &isolation, error))
		return FALSE;
	if (isolation.status == HC_ISOLATED) {
		*again = FALSE;
		if (x->freed)
			hc_look_tell_deltas(x->look, x->diff, deltas);
		return tell_cause(x, &isolation, error);
	}
	if (!x->freed)
		hc_look_explain_ends(x->look, &isolation, deltas);
	x->mixed = hc_state_problem_has_threads(problem);
	x->no_fail = isolation.status == HC_ISOLATION_NO_FAIL;
	return TRUE;
}

static gboolean narrow_down(struct looking *x, GError **error)
{
	gboolean again = FALSE;
	gint64 start = g_get_monotonic_time();
	x->with_noise = FALSE;
	if (!try_deltas(x, &again, error))
		return FALSE;
	if (again) {
		x->with_noise = TRUE;
		if (!try_deltas(x, &again, error))
			return FALSE;
	}
	x->look->event->narrow += hc_clock_seconds_since(start);
	return TRUE;
}

/* How far the other threads have come is another matter each time. A barrier
 * that one run's threads have reached, and the other's not yet, is a difference
 * that no run can have; but both runs may be at the same point next time. */
static gboolean try_again(struct looking *x, GError **error)
{
	enum { MOST_TRIES = 3 };

	while (x->mixed && ++x->tries < MOST_TRIES) {
		forget_states(x);
		x->states = stop_both(x, NULL);
		if (!x->states)
			return !hc_stop_flag_is_set(x->looker->options->stop) ||
			       hc_stopped_fail(error);
		if (!hc_states_comparable(x->states))
			return TRUE;
		if (!compare(x, error) || !narrow_down(x, error))
			return FALSE;
	}

	return TRUE;
}

/* ---- The other way round ---- */

/* If the failing run can't be tested, or has come to its end meanwhile as those
 * with threads may, there is no problem, and the first answer stands. FALSE only
 * if the user wants it to end. */
static gboolean pose_back(struct looking *x, gboolean with_noise,
	struct hc_problem **problem, GError **error)
{
	g_autoptr(GError) why = NULL;
	*problem = hc_states_problem_back(x->states, with_noise, &why);
	if (*problem || !hc_stop_flag_is_set(x->looker->options->stop))
		return TRUE;
	g_propagate_error(error, g_steal_pointer(&why));
	return FALSE;
}

/* The opposite question: what of the passing run lets the failing run pass?
 * What can't be transferred stays where it is then, such as the layout of the
 * heap, or what a dangling pointer leads to. A cause must be enough for that by
 * itself. */
static gboolean try_back(struct looking *x, gboolean *again, GError **error)
{
	g_autoptr(hc_problem) problem = NULL;
	if (!pose_back(x, x->with_noise, &problem, error))
		return FALSE;
	if (!problem || hc_problem_count(problem) == 0)
		return TRUE;

	g_auto(hc_isolation) isolation = {0};
	if (!isolate(x, problem, &isolation, error))
		return FALSE;
	*again = *again && isolation.status == HC_ISOLATION_NO_PASS;
	if (isolation.status != HC_ISOLATED ||
		isolation.confirmed != HC_CONFIRMED_BOTH)
		return TRUE;
	hc_look_forget_cause(x->look);
	return tell_cause(x, &isolation, error);
}

static gboolean narrow_down_back(struct looking *x, GError **error)
{
	gboolean again = x->with_noise;
	x->back = TRUE;
	x->with_noise = FALSE;
	if (!try_back(x, &again, error))
		return FALSE;
	x->with_noise = again;
	return !again || try_back(x, &again, error);
}

/* Whether the failing run passes if no pointer leads to freed memory that does
 * not do so in the passing run, and nothing else is changed. */
static gboolean ask_dangling(
	struct looking *x, gboolean *passes, GError **error)
{
	enum hc_verdict verdict;
	gboolean tested;
	*passes = FALSE;
	g_autoptr(hc_problem) problem = NULL;
	if (!pose_back(x, TRUE, &problem, error))
		return FALSE;
	if (!problem)
		return TRUE;
	g_autoptr(dd_set) dangling =
		hc_deltas_dangling(hc_state_problem_deltas(problem));
	if (dangling->size == 0)
		return TRUE;

	if (!problem->class->reverse(
		    problem, dangling, &tested, &verdict, error))
		return FALSE;
	dd_counts_add_test(&x->look->event->tests, verdict);
	*passes = verdict == HC_PASS;
	return TRUE;
}

/* It is asked if the first question has no answer; or if the answer is not
 * confirmed, and dangling pointers, which the passing run never got, are to
 * blame. */
static gboolean ask_back(struct looking *x, GError **error)
{
	const struct hc_event *event = x->look->event;
	gboolean wanted = x->no_fail;
	gint64 start = g_get_monotonic_time();
	/* Runs that are there by different calls have too much else that
	 * differs. */
	if (event->relaxed || !x->diff || !hc_states_can_go_back(x->states))
		return TRUE;
	if (event->isolated && event->confirmed != HC_CONFIRMED_BOTH &&
		x->dangling && !ask_dangling(x, &wanted, error))
		return FALSE;
	if (wanted && !narrow_down_back(x, error))
		return FALSE;
	x->look->event->narrow += hc_clock_seconds_since(start);
	return TRUE;
}

/* ---- What was freed ---- */

/* The first question once more, if neither has an answer, and both runs have
 * pointers to memory that they have freed: what is left there may decide. Few
 * such pointers are ever used, so it does not count before. */
static gboolean ask_freed(struct looking *x, GError **error)
{
	if (x->look->event->isolated || x->look->event->relaxed || !x->states ||
		!x->no_fail || !hc_states_have_freed(x->states))
		return TRUE;

	forget_states(x);
	x->freed = TRUE;
	x->back = FALSE;
	x->states = stop_both(x, NULL);
	if (!x->states)
		return !hc_stop_flag_is_set(x->looker->options->stop) ||
		       hc_stopped_fail(error);
	if (!hc_states_comparable(x->states))
		return TRUE;
	return compare(x, error) &&
	       (!hc_states_differ_in_freed(x->states) || narrow_down(x, error));
}

/* ---- All of it ---- */

static gboolean look(struct looking *x, GError **error)
{
	struct hc_event *event = x->look->event;
	gboolean compare_only = x->looker->options->compare_only;
	if (!reach(x, error))
		return FALSE;
	gboolean fine = can_compare(x);
	if (!fine && !compare_only)
		return TRUE;
	if (!compare(x, error))
		return FALSE;
	if (!fine || compare_only)
		return TRUE;
	if (!narrow_down(x, error) || !try_again(x, error) ||
		!ask_back(x, error) || !ask_freed(x, error))
		return FALSE;

	if (event->relaxed && event->isolated &&
		event->confirmed != HC_CONFIRMED_BOTH) {
		event->isolated = FALSE;
		hc_look_give_up(x->look, HC_WHY_CALLS,
			"the runs get here by different calls, and the "
			"failing run does not confirm the cause");
	}
	return TRUE;
}

/* The user has seen, or has as files, how the states differ: the moment is
 * told, without what was not found out. */
static void give_up_interrupted(struct hc_look *look)
{
	hc_look_forget_cause(look);
	hc_look_give_up(look, HC_WHY_OTHER, "interrupted");
}

struct hc_look *hc_look_at(
	struct hc_looker *looker, const struct hc_pair *pair, GError **error)
{
	const struct hc_chain_observer *observer = &looker->options->observer;
	g_autoptr(hc_look) made = hc_look_new();
	struct looking x = {.looker = looker, .pair = pair, .look = made};

	looker->progress.moment++;
	looker->progress.tests = 0;
	looker->progress.remaining = 0;
	gboolean fine = look(&x, error);
	/* Numbers, names and scripts may be incomplete. */
	if (fine && hc_stop_flag_is_set(looker->options->stop))
		fine = hc_stopped_fail(error);
	forget_states(&x);
	if (!fine && x.compared && hc_stop_flag_is_set(looker->options->stop)) {
		g_clear_error(error);
		give_up_interrupted(made);
	} else if (!fine) {
		return NULL;
	}

	if (made->event->isolated) {
		looker->progress.causes++;
		if (observer->found)
			observer->found(made->event, observer->data);
	}
	return g_steal_pointer(&made);
}
