#include "runs-trial.h"

static struct hc_outcome *outcome_at(const GPtrArray *outcomes, guint i)
{
	return g_ptr_array_index(outcomes, i);
}

void hc_trial_init(struct hc_trial *trial)
{
	GDestroyNotify free_outcome = (GDestroyNotify) hc_outcome_free;
	*trial = (struct hc_trial){
		.pass = g_ptr_array_new_with_free_func(free_outcome),
		.fail = g_ptr_array_new_with_free_func(free_outcome),
	};
}

void hc_trial_clear(struct hc_trial *trial)
{
	g_clear_pointer(&trial->pass, g_ptr_array_unref);
	g_clear_pointer(&trial->fail, g_ptr_array_unref);
	g_clear_pointer(&trial->oracle, hc_oracle_free);
	g_clear_error(&trial->claim);
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
	g_clear_error(&trial->claim);
	for (guint i = 0; i < trial->fail->len; i++) {
		g_autoptr(GError) problem = NULL;
		trial->oracle = hc_oracle_new(&how, outcome_at(trial->pass, 0),
			outcome_at(trial->fail, i), &problem);
		if (trial->oracle) {
			gpointer first = trial->fail->pdata[0];
			trial->fail->pdata[0] = trial->fail->pdata[i];
			trial->fail->pdata[i] = first;
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

/* Whether all outcomes have the verdict; `all` stays FALSE if it is. */
static gboolean check_all(struct hc_oracle *oracle, const GPtrArray *outcomes,
	enum hc_verdict expected, gboolean *all, GError **error)
{
	for (guint i = 0; *all && i < outcomes->len; i++) {
		enum hc_verdict verdict;
		if (!hc_oracle_judge(oracle, outcome_at(outcomes, i), NULL,
			    &verdict, error))
			return FALSE;
		*all = verdict == expected;
	}
	return TRUE;
}

gboolean hc_trial_judge(struct hc_trial *trial,
	const struct hc_oracle_options *options, GError **error)
{
	if (!options->fail_if && !options->test) {
		find_varying(trial, trial->pass);
		find_varying(trial, trial->fail);
	}
	if (!make_oracle(trial, options, error))
		return FALSE;
	gboolean all = trial->oracle != NULL;
	if (!all && (trial->ignore_out || trial->ignore_err)) {
		/* What varies is all that differs. */
		trial->ignore_out = trial->ignore_err = FALSE;
		if (!make_oracle(trial, options, error))
			return FALSE;
	}
	if (all &&
		(!check_all(trial->oracle, trial->pass, HC_PASS, &all, error) ||
			!check_all(trial->oracle, trial->fail, HC_FAIL, &all,
				error)))
		return FALSE;
	trial->stable = all;
	return TRUE;
}

gboolean hc_trial_agrees(const struct hc_trial *trial,
	const struct hc_trial *other, gboolean *agrees, GError **error)
{
	*agrees = TRUE;
	if (!trial->stable)
		return TRUE;
	return check_all(trial->oracle, other->pass, HC_PASS, agrees, error) &&
	       check_all(trial->oracle, other->fail, HC_FAIL, agrees, error);
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
