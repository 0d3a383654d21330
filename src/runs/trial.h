/* Both runs, made several times in one way: natively, or under GDB. For those
 * that make them; all others look at the runs themselves.
 *
 *	g_auto(hc_trial) trial;
 *	hc_trial_init(&trial);
 *	do
 *		hc_trial_add(&trial, side, outcome, &options, &error);
 *	while (hc_trial_goes_on(trial.outcomes[side], 3));
 *	if (hc_trial_judge(&trial, &options, &error) && trial.stable)
 *		use(trial.oracle); */
#ifndef HC_TRIAL_H
#define HC_TRIAL_H

#include "runs.h"

struct hc_trial {
	GPtrArray *outcomes[HC_SIDES]; /* struct hc_outcome * */
	/* enum hc_verdict: what the user's command said of each; empty if there
	 * is none. */
	GArray *verdicts[HC_SIDES];
	/* By the first of each, NULL if no failing run fails by it … */
	struct hc_oracle *oracle;
	GError *claim; /* … and why */
	gboolean told; /* the user says what a failure is */
	GBytes *expect; /* what the failing run should write; or NULL */
	/* Every outcome is what the oracle expects. */
	gboolean stable;
	/* These streams vary from time to time and are not compared. */
	gboolean ignore_out, ignore_err;
};

void hc_trial_init(struct hc_trial *trial);
void hc_trial_clear(struct hc_trial *trial);

/* Takes the outcome of a run that has just ended, and asks the user's command,
 * if there is one, before anything else runs. */
gboolean hc_trial_add(struct hc_trial *trial, enum hc_side side,
	struct hc_outcome *outcome, const struct hc_oracle_options *options,
	GError **error);

/* Whether to make a run once more: not if that takes too long. */
gboolean hc_trial_goes_on(const GPtrArray *outcomes, guint most);

/* What the options say about failures. */
struct hc_oracle_options hc_trial_oracle_options(
	const struct hc_runs_options *options);

/* Makes the oracle, once all outcomes are there, at least one a side. The
 * failing run that it is made from comes first after that. A claim that does
 * not hold is no error here. */
gboolean hc_trial_judge(struct hc_trial *trial,
	const struct hc_oracle_options *options, GError **error);

/* Whether another oracle finds that the runs pass and fail. */
gboolean hc_trial_agrees(const struct hc_trial *trial, struct hc_oracle *oracle,
	gboolean *agrees, GError **error);

/* As an error: the runs did not pass and fail. `how` follows that: " under
 * GDB", or "". */
void hc_trial_set_claim_error(const struct hc_trial *trial,
	const struct hc_runs *runs, const char *how, GError **error);

/* The streams that vary, as struct hc_runs has them. */
const char *hc_trial_varying(const struct hc_trial *trial);

/* The first outcome of a run, for the caller to free. */
struct hc_outcome *hc_trial_take(struct hc_trial *trial, enum hc_side side);

/* How the runs of one kind differ from each other: "exits with status 0, and
 * another time exits with status 1". The caller frees it. */
char *hc_trial_describe(const GPtrArray *outcomes);

typedef struct hc_trial hc_trial; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(hc_trial, hc_trial_clear)

#endif
