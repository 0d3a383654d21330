/* Internal to problem: what its files share. */
#ifndef HC_STATE_PROBLEM_INSIDE_H
#define HC_STATE_PROBLEM_INSIDE_H

#include "oracle.h"
#include "state-problem.h"

/* ---- stop.c: a run that is stopped, and its state ---- */

struct hc_stage {
	const struct hc_debuggees *debuggees;
	const struct hc_state_options *options;
	/* The GDBs in which the runs were observed, or … */
	struct hc_target *target[HC_SIDES];
	/* … others in their place, if they ended. */
	struct hc_target *own[HC_SIDES];
	GHashTable *lines; /* of outputs that don't count: lines.c */
};

struct hc_stop {
	const struct hc_debuggee *debuggee;
	/* The stage's; at this moment until it goes to another one. */
	struct hc_target *target;
	struct hc_snapshot *snapshot;
	/* Output that waits in the buffers of stdout and stderr. */
	struct hc_skip pending;
	/* That, and what has left them already. */
	struct hc_skip written;
	double seconds, extract; /* to get there, and to read the state */
};

/* Both runs at once, each to its place. `freed`: with what is left in memory
 * that was freed. The state is a copy: it outlives the
 * stop. */
gboolean hc_stops_reach(struct hc_stop stops[HC_SIDES], struct hc_stage *stage,
	const struct hc_place *const places[HC_SIDES], gboolean freed,
	GError **error);
void hc_stop_clear(struct hc_stop *stop);

/* ---- states.c ---- */

struct hc_states {
	struct hc_stage *stage;
	struct hc_stop stops[HC_SIDES];
	/* The same of other runs of the same invocations. */
	struct hc_stop again[HC_SIDES];
	struct mg_match *match, *noise_match[HC_SIDES];
	struct mg_diff *diff, *noise_diff[HC_SIDES];
	/* Both runs of an invocation have the same state: there is no noise, and
	 * neither match nor diff of it. */
	gboolean same[HC_SIDES];
	struct hc_deltas *deltas; /* NULL: not made yet */
	/* The other way round, if somebody has asked for it. */
	struct mg_match *back_match;
	struct mg_diff *back_diff;
	struct hc_deltas *back_deltas;
	struct hc_states_seconds seconds;
	guint64 tests; /* at this moment */
};

/* ---- tests.c: executions of one stopped run, altered ---- */

struct hc_experiment {
	guint references;
	struct hc_states *states;
	struct hc_engine *engine;
	struct hc_oracle_event event;
	char *end; /* what the last test did; NULL: there was none */
	struct hc_outcome *unaltered; /* the last such test; NULL: none */
	GHashTable *sets; /* ticket → set that runs */
};

struct hc_experiment *hc_experiment_new(struct hc_states *states,
	enum hc_side side, struct hc_deltas *deltas, GError **error);
struct hc_experiment *hc_experiment_ref(struct hc_experiment *x);
void hc_experiment_unref(struct hc_experiment *x);
/* Several at a time, as a problem's tests; the problem's deltas are in it. */
gboolean hc_experiment_submit(struct hc_experiment *x,
	const struct hc_deltas *deltas, guint64 ticket,
	const struct dd_set *set, GError **error);
enum dd_wait hc_experiment_wait(struct hc_experiment *x,
	const struct hc_problem *problem, gint64 until, guint64 *ticket,
	enum hc_verdict *verdict, GError **error);
void hc_experiment_cancel(struct hc_experiment *x, guint64 ticket);
/* One alone. */
gboolean hc_experiment_run(struct hc_experiment *x,
	const struct hc_deltas *deltas, const struct dd_set *set,
	enum hc_verdict *verdict, GError **error);

typedef struct hc_experiment hc_experiment; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_experiment, hc_experiment_unref)

/* ---- lines.c: lines that have other numbers in a run that was stopped ---- */

/* Learns their shapes, each with how the passing run writes it by itself, from
 * what that run writes (`seen`) if it is stopped and goes on. Nothing is learnt
 * from what differs in other ways, nor of lines by which the runs differ. TRUE
 * if there is something new. */
gboolean hc_lines_learn(
	GHashTable *known, GBytes *pass, GBytes *fail, GBytes *seen);
/* The same stream with such lines as the passing run writes them, behind the
 * first `skip` bytes. */
GBytes *hc_lines_apply(GHashTable *known, GBytes *stream, gsize skip);

/* ---- problem.c: states as a problem ---- */

struct hc_state_problem {
	struct hc_problem problem;
	struct hc_experiment *experiment;
	struct hc_deltas *deltas; /* the states', or … */
	struct hc_deltas *own; /* … finer ones of its own */
	gboolean back; /* they are taken back, in the failing run */
};

struct hc_problem *hc_state_problem_new(struct hc_experiment *experiment,
	struct hc_deltas *deltas, gboolean back);

/* What streams hold that the program has written before the moment is no
 * cause: NULL-terminated. */
extern const char *const hc_states_written_streams[];

/* ---- reverse.c ---- */

/* Takes the set out of the failing run itself. */
gboolean hc_state_problem_reverse(struct hc_problem *problem,
	const struct dd_set *set, gboolean *tested, enum hc_verdict *verdict,
	GError **error);

#endif
