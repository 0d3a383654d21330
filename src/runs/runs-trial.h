/* Both runs, made several times in one way: natively, or under GDB. Internal
 * to the runs. */
#ifndef HC_RUNS_TRIAL_H
#define HC_RUNS_TRIAL_H

#include "oracle.h"

struct hc_trial {
	GPtrArray *pass, *fail; /* struct hc_outcome *, at least one each */
	/* By the first of each, NULL if no failing run fails by it … */
	struct hc_oracle *oracle;
	GError *claim; /* … and why */
	/* Every outcome is what the oracle expects. */
	gboolean stable;
	/* These streams vary from time to time and are not compared. */
	gboolean ignore_out, ignore_err;
};

void hc_trial_init(struct hc_trial *trial);
void hc_trial_clear(struct hc_trial *trial);

/* Makes the oracle, once all outcomes are there. The failing run that it is
 * made from comes first after that. A claim that does not hold is no error
 * here. */
gboolean hc_trial_judge(struct hc_trial *trial,
	const struct hc_oracle_options *options, GError **error);

/* Whether the oracle of one trial finds the runs of another the same. Always
 * so if the first is not stable: nobody can tell then. */
gboolean hc_trial_agrees(const struct hc_trial *trial,
	const struct hc_trial *other, gboolean *agrees, GError **error);

/* How the runs of one kind differ from each other: "exits with status 0, and
 * another time exits with status 1". The caller frees it. */
char *hc_trial_describe(const GPtrArray *outcomes);

typedef struct hc_trial hc_trial; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(hc_trial, hc_trial_clear)

#endif
