#include "moment.h"
#include "trial.h"

/* A passing run that takes longer than this needs --timeout. */
#define FIRST_TIMEOUT 60.0
/* A run is a hang when it takes this many times the passing run's time, or
 * the failing run's, if that ends … */
#define TIMES 10.0
/* … and at least this long, in seconds. */
#define SHORTEST 1.0
/* The first time, one that is merely slow must have the time to show it. */
#define PATIENCE 5.0
/* Of CPU time this will do: other things that the machine does are not in it.
 */
#define SHORTEST_BUSY 0.1

#define WRONG_ORDER "are the two commands in the wrong order?"

enum { NATIVE_RUNS = 3 };

/* What it takes to make the runs. */
struct observer {
	struct hc_runs *runs;
	const struct hc_runs_options *options;
	struct hc_oracle_options oracle;
	struct hc_trial *trial;
	struct clock *clock;
};

/* When each run was made first, and which streams have the time in them. */
struct clock {
	struct hc_moment first[HC_SIDES];
	gboolean out, err;
};

static const struct hc_outcome *first(
	const struct observer *o, enum hc_side side)
{
	return g_ptr_array_index(o->trial->outcomes[side], 0);
}

static void note_time(const struct observer *o, enum hc_side side, gint64 from)
{
	struct hc_moment *moment = &o->clock->first[side];
	*moment = (struct hc_moment){from, hc_moment_now()};
	o->clock->out |= hc_moment_is_in(moment, first(o, side)->out);
	o->clock->err |= hc_moment_is_in(moment, first(o, side)->err);
}

static gboolean run_once(const struct observer *o, enum hc_side side,
	double timeout, GError **error)
{
	const struct hc_runs_options *options = o->options;
	const struct hc_run *run = &o->runs->run[side];
	GPtrArray *into = o->trial->outcomes[side];
	struct hc_launch launch = hc_run_launch(run,
		options->timeout > 0 ? options->timeout : timeout,
		options->stop);
	if (into->len == 0 && options->progress) {
		g_autofree char *what =
			g_strdup_printf("the %s run natively", run->name);
		options->progress(what, options->data);
	}
	if (options->prepare && !options->prepare(side, options->data, error))
		return FALSE;
	gint64 start = hc_moment_now();
	struct hc_outcome *outcome = hc_launch_native(&launch, error);
	if (!outcome) {
		g_prefix_error(error, "%s run: ", run->name);
		return FALSE;
	}
	gboolean fine =
		hc_trial_add(o->trial, side, outcome, &o->oracle, error);
	if (into->len == 1)
		note_time(o, side, start);
	return fine;
}

static gboolean is_told(const struct observer *o)
{
	return o->oracle.fail_if || o->oracle.test;
}

/* ---- Claims ---- */

/* Whether each run does what the other is said to do. */
static gboolean look_swapped(const struct observer *o)
{
	const struct hc_outcome *pass = first(o, HC_PASSING);
	const struct hc_outcome *fail = first(o, HC_FAILING);
	/* Any two that differ are told apart by an oracle of their own, both
	 * ways round; but only one of them ends well. */
	if (!is_told(o) && !(fail->end == HC_END_EXIT && fail->status == 0))
		return FALSE;
	struct hc_oracle_options how = o->oracle;
	how.expect = NULL;
	enum hc_verdict asked[HC_SIDES];
	for (guint i = 0; how.test && i < HC_SIDES; i++)
		asked[HC_SIDES - 1 - i] = g_array_index(
			o->trial->verdicts[i], enum hc_verdict, 0);
	if (how.test)
		how.asked = asked;
	g_autoptr(hc_oracle) swapped = hc_oracle_new(&how, fail, pass, NULL);
	return swapped != NULL;
}

/* A run that crashes or hangs does not pass, whatever the other one does;
 * unless the user says what a failure is. A hang never passes. */
static gboolean check_passes(const struct observer *o, GError **error)
{
	const struct hc_outcome *outcome = first(o, HC_PASSING);
	gboolean hangs = outcome->end == HC_END_HANG;
	if (outcome->end == HC_END_EXIT || (is_told(o) && !hangs))
		return TRUE;
	gboolean swapped =
		run_once(o, HC_FAILING, PATIENCE, NULL) && look_swapped(o);
	g_autofree char *end = hc_outcome_describe(outcome);
	g_set_error(error, HC_RUNS_ERROR, HC_RUNS_ERROR_CLAIM,
		"the passing run does not pass: %s %s%s%s",
		o->runs->run[HC_PASSING].command->shell, end,
		hangs ? "; if it just needs more time, use --timeout" : "",
		swapped ? "; " WRONG_ORDER : "");
	return FALSE;
}

static gboolean check_claim(const struct observer *o, GError **error)
{
	if (o->trial->oracle)
		return TRUE;
	hc_trial_set_claim_error(o->trial, o->runs, "", error);
	if (look_swapped(o) && error && *error) {
		char *message =
			g_strconcat((*error)->message, "; " WRONG_ORDER, NULL);
		g_free((*error)->message);
		(*error)->message = message;
	}
	return FALSE;
}

/* There are programs that fail by an exit status of 0, but not many. */
static void note_order(struct hc_runs *runs)
{
	const struct hc_outcome *pass = runs->run[HC_PASSING].native;
	const struct hc_outcome *fail = runs->run[HC_FAILING].native;
	if (pass->end == HC_END_EXIT && pass->status != 0 &&
		fail->end == HC_END_EXIT && fail->status == 0)
		g_ptr_array_add(runs->notes,
			g_strdup_printf(
				"the passing run exits with status %d, the "
				"failing run with 0; " WRONG_ORDER,
				pass->status));
}

/* ---- The runs ---- */

/* The last time, a run that writes the time is made in another second than the
 * first time, so that one sees that it varies. Others need not wait, nor do
 * those whose output does not count. */
static void let_time_pass(const struct observer *o, enum hc_side side)
{
	const struct hc_outcome *pass = first(o, HC_PASSING);
	const struct hc_outcome *fail = first(o, HC_FAILING);
	if ((o->clock->out || o->clock->err) && !is_told(o) &&
		pass->end == fail->end && pass->status == fail->status &&
		o->trial->outcomes[side]->len == NATIVE_RUNS - 1)
		hc_moment_pass(o->clock->first[side].to, o->options->stop);
}

static gboolean run_all(const struct observer *o, GError **error)
{
	struct hc_runs *runs = o->runs;
	if (!run_once(o, HC_PASSING, FIRST_TIMEOUT, error) ||
		!check_passes(o, error))
		return FALSE;
	double seconds = first(o, HC_PASSING)->seconds;
	double timeout = MAX(SHORTEST, TIMES * seconds);
	if (!run_once(o, HC_FAILING, MAX(PATIENCE, timeout), error))
		return FALSE;
	if (first(o, HC_FAILING)->end != HC_END_HANG)
		seconds = MAX(seconds, first(o, HC_FAILING)->seconds);
	timeout = MAX(SHORTEST, TIMES * seconds);
	runs->timeout = o->options->timeout > 0 ? o->options->timeout : timeout;
	runs->busy = o->options->timeout > 0
			     ? 0
			     : MAX(SHORTEST_BUSY, TIMES * seconds);
	for (guint i = 0; i < HC_SIDES; i++)
		while (hc_trial_goes_on(o->trial->outcomes[i], NATIVE_RUNS)) {
			let_time_pass(o, i);
			if (!run_once(o, i, timeout, error))
				return FALSE;
		}
	return TRUE;
}

static void keep(
	struct hc_runs *runs, struct hc_trial *trial, const struct clock *clock)
{
	for (guint i = 0; i < HC_SIDES; i++) {
		g_clear_pointer(&runs->run[i].native, hc_outcome_free);
		runs->run[i].native = hc_trial_take(trial, i);
	}
	g_clear_pointer(&runs->oracle, hc_oracle_free);
	runs->oracle = g_steal_pointer(&trial->oracle);
	runs->repeatable = trial->stable;
	runs->varying = hc_trial_varying(trial);
	runs->timed_out = clock->out && trial->ignore_out;
	runs->timed_err = clock->err && trial->ignore_err;
}

gboolean hc_runs_observe(struct hc_runs *runs,
	const struct hc_runs_options *options, GError **error)
{
	g_auto(hc_trial) trial;
	struct clock clock = {0};
	struct observer o = {
		.runs = runs,
		.options = options,
		.oracle = hc_trial_oracle_options(options),
		.trial = &trial,
		.clock = &clock,
	};
	hc_trial_init(&trial);
	if (!hc_oracle_check_options(&o.oracle, error) || !run_all(&o, error) ||
		!hc_trial_judge(&trial, &o.oracle, error) ||
		!check_claim(&o, error))
		return FALSE;
	keep(runs, &trial, &clock);
	if (!is_told(&o))
		note_order(runs);
	return TRUE;
}
