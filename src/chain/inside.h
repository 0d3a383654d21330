/* What the files of chain share. */
#ifndef HC_CHAIN_INSIDE_H
#define HC_CHAIN_INSIDE_H

#include "deltas.h"
#include "isolate.h"
#include "oracle.h"
#include "snapshot.h"

/* ---- moment.c: a run that is stopped, and its state ---- */

/* The passing and the failing run, and each once more, to see what differs
 * between two runs of the same invocation. */
enum {
	HC_RUN_PASS,
	HC_RUN_FAIL,
	HC_RUN_PASS_AGAIN,
	HC_RUN_FAIL_AGAIN,
	HC_RUNS
};

struct hc_stage {
	const struct hc_runs *runs;
	const struct hc_isolate_options *options;
	struct hc_launch launch[HC_RUNS];
	struct hc_target *target[HC_RUNS]; /* NULL: not started yet */
};

struct hc_moment {
	const struct hc_side *side;
	const struct hc_launch *launch; /* the stage's */
	struct hc_target *target; /* the stage's */
	struct hc_snapshot *snapshot;
	/* Output that waits in the buffers of stdout and stderr. */
	struct hc_skip pending;
	/* That, and what has left them already. */
	struct hc_skip written;
	double stop, extract; /* seconds */
};
gboolean hc_moment_reach(struct hc_moment *moment, struct hc_stage *stage,
	guint run, const struct hc_spot *place, GError **error);
void hc_moment_clear(struct hc_moment *moment);

/* ---- experiment.c: executions of one stopped run, altered ---- */

struct hc_experiment {
	struct hc_engine *engine;
	struct hc_deltas *deltas;
	struct hc_oracle *oracle;
	struct hc_skip skip; /* what does not count of an execution's output */
	const struct hc_isolate_options *options;
	/* The last execution of each kind, to tell why it went wrong. */
	struct hc_outcome *last;
	enum hc_verdict last_verdict;
	char *refusal; /* why the last one could not be altered, or NULL */
	guint64 tests;
	struct dd_workers workers;
	GHashTable *sets; /* ticket → set, for those who are told */
};
/* The deltas may be replaced later on by finer ones. */
gboolean hc_experiment_init(struct hc_experiment *x, struct hc_moment *moment,
	struct hc_deltas *deltas, struct hc_oracle *oracle,
	const struct hc_isolate_options *options, GError **error);
void hc_experiment_clear(struct hc_experiment *x);
/* One execution, outside of dd. */
gboolean hc_experiment_test(struct hc_experiment *x, const struct dd_set *set,
	enum dd_outcome *outcome, GError **error);

typedef struct hc_experiment hc_experiment; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(hc_experiment, hc_experiment_clear)

#endif
