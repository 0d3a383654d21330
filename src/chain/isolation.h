/* Internal to chain: one event under analysis: what the files that isolate its
 * cause share. */
#ifndef HC_ISOLATION_H
#define HC_ISOLATION_H

#include "chain-inside.h"

struct isolation {
	struct hc_stage *stage;
	const struct hc_debuggees *debuggees;
	const struct hc_isolate_options *options;
	struct hc_event *event;
	struct hc_stop stops[HC_SIDES];
	/* The same of other runs of the same invocations. */
	struct hc_stop again[HC_SIDES];
	struct mg_match *match, *noise_match[HC_SIDES];
	struct mg_diff *diff, *noise_diff[HC_SIDES];
	struct hc_deltas *deltas;
	struct hc_experiment experiment;
	gboolean with_noise;
	/* What was found: with `passing` in it the passing run passes, with the
	 * difference as well it fails, and the context is what the difference
	 * needs of that. The deltas may be finer than at the beginning. */
	struct dd_set *passing, *difference, *context;
};

/* ---- isolate.c ---- */

void hc_isolation_say(const struct isolation *x, const char *what);
/* Why there is no cause. */
void hc_isolation_give_up(struct isolation *x, const char *format, ...)
	G_GNUC_PRINTF(2, 3);

/* ---- states.c: both runs stopped, and what differs ---- */

gboolean hc_states_reach(
	struct isolation *x, const struct hc_pair *pair, GError **error);
/* Whether the runs are there by the same calls; else says why not. */
gboolean hc_states_can_compare(struct isolation *x, gboolean relaxed);
gboolean hc_states_compare(struct isolation *x, GError **error);
/* Calls, from the innermost on. */
guint hc_states_common_frames(const struct isolation *x);
/* What differs, as deltas without noise, unless `with_noise`. */
void hc_states_make_deltas(struct isolation *x);
/* What streams hold that the program has written before the event. */
extern const char *const hc_written_streams[];

/* ---- narrow.c: the smallest difference that decides ---- */

/* One test of ours, counted like dd's. */
gboolean hc_narrow_test(struct isolation *x, struct hc_experiment *experiment,
	const struct dd_set *set, enum hc_verdict *outcome, GError **error);
gboolean hc_narrow_run(struct isolation *x, enum dd_algorithm algorithm,
	const struct dd_set *pass, const struct dd_set *fail,
	guint64 limit_tests, struct dd_result *result, GError **error);
/* No delta ⇒ PASS, all deltas ⇒ FAIL. */
gboolean hc_narrow_check_ends(
	struct isolation *x, gboolean *valid, GError **error);
/* Isolates, drops what is not needed, and goes on inside of arrays. */
gboolean hc_narrow(struct isolation *x, GError **error);
/* All deltas but these. */
struct dd_set *hc_narrow_rest(
	const struct isolation *x, const struct dd_set *set);

/* ---- confirm.c: whether it is a cause, and with what else ---- */

gboolean hc_confirm_context(struct isolation *x, GError **error);
/* Takes the difference out of the failing run itself. */
gboolean hc_confirm_reverse(struct isolation *x, GError **error);

/* ---- neighbours.c: causes of other events first ---- */

/* Whether one of them is the cause here as well: then difference and context
 * are set. */
gboolean hc_neighbours_try(struct isolation *x, const struct hc_pair *pair,
	gboolean *held, GError **error);

/* ---- tell.c ---- */

/* A delta in words that mean the same in other runs and at other moments: where
 * in the passing run, and what is there in the failing one. It begins with the
 * place. The caller frees them. */
char *hc_tell_place(const struct isolation *x, guint32 delta);
char *hc_tell_identity(const struct isolation *x, guint32 delta);

/* Puts what was found into the event. */
void hc_tell(struct isolation *x);

#endif
