/* Internal to chain: what its files share. */
#ifndef HC_CHAIN_INSIDE_H
#define HC_CHAIN_INSIDE_H

#include "deltas.h"
#include "isolate.h"
#include "oracle.h"
#include "side.h"
#include "snapshot.h"

/* ---- moment.c: a run that is stopped, and its state ---- */

struct hc_stage {
	const struct hc_debuggees *debuggees;
	const struct hc_isolate_options *options;
	/* The GDBs in which the runs were observed, or … */
	struct hc_target *target[HC_SIDES];
	/* … others in their place, if they ended. */
	struct hc_target *own[HC_SIDES];
};

struct hc_stop {
	const struct hc_debuggee *side;
	/* The stage's; at this moment until it goes to another one. */
	struct hc_target *target;
	struct hc_snapshot *snapshot;
	/* Output that waits in the buffers of stdout and stderr. */
	struct hc_skip pending;
	/* That, and what has left them already. */
	struct hc_skip written;
	double stop, extract; /* seconds */
};
/* Both runs at once, each to its place. The state is a copy: it outlives the
 * stop. */
gboolean hc_stops_reach(struct hc_stop stops[HC_SIDES], struct hc_stage *stage,
	const struct hc_place *const places[HC_SIDES], GError **error);
void hc_stop_clear(struct hc_stop *moment);

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
gboolean hc_experiment_init(struct hc_experiment *x, struct hc_stop *moment,
	struct hc_deltas *deltas, const struct hc_debuggees *debuggees,
	const struct hc_isolate_options *options, GError **error);
void hc_experiment_clear(struct hc_experiment *x);
/* One execution, outside of dd. */
gboolean hc_experiment_test(struct hc_experiment *x, const struct dd_set *set,
	enum hc_verdict *outcome, GError **error);

typedef struct hc_experiment hc_experiment; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(hc_experiment, hc_experiment_clear)

#endif
