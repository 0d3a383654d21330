#include "trial.h"

/* A run is not repeated any more when its repetitions took this long. */
#define REPEAT_SECONDS 5.0

static struct hc_outcome *outcome_at(const GPtrArray *outcomes, guint i)
{
	return g_ptr_array_index(outcomes, i);
}

void hc_trial_init(struct hc_trial *trial)
{
	*trial = (struct hc_trial){0};
	for (guint i = 0; i < HC_SIDES; i++) {
		trial->outcomes[i] = g_ptr_array_new_with_free_func(
			(GDestroyNotify) hc_outcome_free);
		trial->verdicts[i] =
			g_array_new(FALSE, FALSE, sizeof(enum hc_verdict));
	}
}

void hc_trial_clear(struct hc_trial *trial)
{
	for (guint i = 0; i < HC_SIDES; i++) {
		g_clear_pointer(&trial->outcomes[i], g_ptr_array_unref);
		g_clear_pointer(&trial->verdicts[i], g_array_unref);
	}
	g_clear_pointer(&trial->oracle, hc_oracle_free);
	g_clear_error(&trial->claim);
}

gboolean hc_trial_add(struct hc_trial *trial, enum hc_side side,
	struct hc_outcome *outcome, const struct hc_oracle_options *options,
	GError **error)
{
	enum hc_verdict verdict;
	g_ptr_array_add(trial->outcomes[side], outcome);
	if (!options->test)
		return TRUE;
	if (!hc_oracle_ask(options, outcome, &verdict, error))
		return FALSE;
	g_array_append_val(trial->verdicts[side], verdict);
	return TRUE;
}

static enum hc_verdict *verdict_at(
	const struct hc_trial *trial, enum hc_side side, guint i)
{
	return &g_array_index(trial->verdicts[side], enum hc_verdict, i);
}

/* Puts the failing run that fails before the others. */
static void move_to_front(struct hc_trial *trial, guint i)
{
	GPtrArray *fail = trial->outcomes[HC_FAILING];
	gpointer first = fail->pdata[0];
	fail->pdata[0] = fail->pdata[i];
	fail->pdata[i] = first;
	if (trial->verdicts[HC_FAILING]->len) {
		enum hc_verdict *a = verdict_at(trial, HC_FAILING, 0);
		enum hc_verdict *b = verdict_at(trial, HC_FAILING, i);
		enum hc_verdict verdict = *a;
		*a = *b;
		*b = verdict;
	}
}

/* A hang takes all of its time each time. */
gboolean hc_trial_goes_on(const GPtrArray *outcomes, guint most)
{
	double seconds = 0;
	for (guint i = 0; i < outcomes->len; i++) {
		const struct hc_outcome *o = outcome_at(outcomes, i);
		seconds += o->seconds;
		if (o->end == HC_END_HANG)
			return FALSE;
	}
	return outcomes->len < most && seconds < REPEAT_SECONDS;
}

struct hc_oracle_options hc_trial_oracle_options(
	const struct hc_runs_options *options)
{
	return (struct hc_oracle_options){
		.fail_if = options->fail_if,
		.test = options->test,
		.expect = options->expect,
		.stop = options->stop,
	};
}

static void find_varying(struct hc_trial *trial, const GPtrArray *outcomes)
{
	const struct hc_outcome *first = outcome_at(outcomes, 0);
	for (guint i = 1; i < outcomes->len; i++) {
		const struct hc_outcome *next = outcome_at(outcomes, i);
		/* A run that ends in another way writes something else. */
		if (next->end != first->end || next->status != first->status)
			continue;
		trial->ignore_out |= !g_bytes_equal(first->out, next->out);
		trial->ignore_err |= !g_bytes_equal(first->err, next->err);
	}
}

/* Tries the failing runs one by one: the first may have happened to pass. */
static gboolean make_oracle(struct hc_trial *trial,
	const struct hc_oracle_options *options, GError **error)
{
	struct hc_oracle_options how = *options;
	how.ignore_out = trial->ignore_out;
	how.ignore_err = trial->ignore_err;
	GPtrArray *fail = trial->outcomes[HC_FAILING];
	g_clear_error(&trial->claim);
	for (guint i = 0; i < fail->len; i++) {
		g_autoptr(GError) problem = NULL;
		enum hc_verdict asked[HC_SIDES];
		if (how.test) {
			asked[HC_PASSING] = *verdict_at(trial, HC_PASSING, 0);
			asked[HC_FAILING] = *verdict_at(trial, HC_FAILING, i);
			how.asked = asked;
		}
		trial->oracle = hc_oracle_new(&how,
			outcome_at(trial->outcomes[HC_PASSING], 0),
			outcome_at(fail, i), &problem);
		if (trial->oracle) {
			move_to_front(trial, i);
			return TRUE;
		}
		if (!g_error_matches(
			    problem, HC_ORACLE_ERROR, HC_ORACLE_ERROR_CLAIM)) {
			g_propagate_error(error, g_steal_pointer(&problem));
			return FALSE;
		}
		if (!trial->claim)
			trial->claim = g_steal_pointer(&problem);
	}
	return TRUE;
}

/* Whether all outcomes have the verdict; `all` stays FALSE if it is. What the
 * user's command said of a run holds: it is not asked again. */
static gboolean check_all(const struct hc_trial *trial, enum hc_side side,
	struct hc_oracle *oracle, enum hc_verdict expected, gboolean *all,
	GError **error)
{
	const GPtrArray *outcomes = trial->outcomes[side];
	for (guint i = 0; *all && i < outcomes->len; i++) {
		enum hc_verdict verdict;
		if (i < trial->verdicts[side]->len)
			verdict = *verdict_at(trial, side, i);
		else if (!hc_oracle_judge(oracle, outcome_at(outcomes, i), NULL,
				 &verdict, error))
			return FALSE;
		*all = verdict == expected;
	}
	return TRUE;
}

gboolean hc_trial_agrees(const struct hc_trial *trial, struct hc_oracle *oracle,
	gboolean *agrees, GError **error)
{
	*agrees = TRUE;
	return check_all(trial, HC_PASSING, oracle, HC_PASS, agrees, error) &&
	       check_all(trial, HC_FAILING, oracle, HC_FAIL, agrees, error);
}

gboolean hc_trial_judge(struct hc_trial *trial,
	const struct hc_oracle_options *options, GError **error)
{
	trial->told = options->fail_if || options->test;
	trial->expect = options->expect;
	if (!trial->told)
		for (guint i = 0; i < HC_SIDES; i++)
			find_varying(trial, trial->outcomes[i]);
	if (!make_oracle(trial, options, error))
		return FALSE;
	trial->stable = FALSE;
	if (trial->oracle) {
		if (!hc_trial_agrees(
			    trial, trial->oracle, &trial->stable, error))
			return FALSE;
	} else if (trial->ignore_out || trial->ignore_err) {
		/* What varies is all that differs. */
		trial->ignore_out = trial->ignore_err = FALSE;
		if (!make_oracle(trial, options, error))
			return FALSE;
	}
	return TRUE;
}

/* The oracle's words, or ours with the command that they are about. */
void hc_trial_set_claim_error(const struct hc_trial *trial,
	const struct hc_runs *runs, const char *how, GError **error)
{
	const struct hc_outcome *fail =
		outcome_at(trial->outcomes[HC_FAILING], 0);
	g_autofree char *end = hc_outcome_describe(fail);
	if (trial->told)
		g_set_error(error, HC_RUNS_ERROR, HC_RUNS_ERROR_CLAIM, "%s%s",
			trial->claim->message, how);
	else
		g_set_error(error, HC_RUNS_ERROR, HC_RUNS_ERROR_CLAIM,
			"the failing run does not fail%s: %s %s and writes %s",
			how, runs->run[HC_FAILING].command->shell, end,
			trial->expect && g_bytes_equal(fail->out, trial->expect)
				? "what --expect has"
				: "the same as the passing run");
}

const char *hc_trial_varying(const struct hc_trial *trial)
{
	if (trial->ignore_out && trial->ignore_err)
		return "stdout and stderr";
	return trial->ignore_out   ? "stdout"
	       : trial->ignore_err ? "stderr"
				   : NULL;
}

struct hc_outcome *hc_trial_take(struct hc_trial *trial, enum hc_side side)
{
	return g_ptr_array_steal_index(trial->outcomes[side], 0);
}

char *hc_trial_describe(const GPtrArray *outcomes)
{
	g_autofree char *first = hc_outcome_describe(outcome_at(outcomes, 0));
	for (guint i = 1; i < outcomes->len; i++) {
		g_autofree char *next =
			hc_outcome_describe(outcome_at(outcomes, i));
		if (g_strcmp0(first, next) != 0)
			return g_strdup_printf(
				"%s, and another time %s", first, next);
	}
	for (guint i = 1; i < outcomes->len; i++)
		if (!hc_outcome_same(
			    outcome_at(outcomes, 0), outcome_at(outcomes, i)))
			return g_strdup_printf(
				"%s, and writes something else another time",
				first);
	return g_steal_pointer(&first);
}
