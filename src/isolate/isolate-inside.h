/* Internal to isolate: one isolation under way. */
#ifndef HC_ISOLATE_INSIDE_H
#define HC_ISOLATE_INSIDE_H

#include "isolate.h"

struct hc_isolating {
	const struct hc_isolate_options *options;
	struct hc_isolation *result; /* the problem as fine as it is now, too */
	guint64 tests; /* that have ended */
	char *words; /* what the last single test did, or NULL */
	/* Outcomes that the journal knows and nobody has waited for yet: struct
	 * hc_isolate_answer. */
	GArray *answers;
	GHashTable *running; /* ticket → set */
	struct hc_fingerprints *fingerprints; /* of the problem's deltas */
};

/* ---- tests.c: tests, by the journal or the problem ---- */

void hc_isolating_init(struct hc_isolating *x, struct hc_problem *problem,
	const struct hc_isolate_options *options, struct hc_isolation *result);
void hc_isolating_clear(struct hc_isolating *x);
/* Goes on with a problem of finer deltas, or back. */
void hc_isolating_set_problem(
	struct hc_isolating *x, struct hc_problem *problem);
void hc_isolating_enter(
	const struct hc_isolating *x, enum hc_isolate_phase phase);

/* One test, counted like dd's. */
gboolean hc_isolating_test(struct hc_isolating *x, const struct dd_set *set,
	enum hc_verdict *verdict, GError **error);
/* The same, with the set taken out of what fails. */
gboolean hc_isolating_test_reverse(struct hc_isolating *x,
	const struct dd_set *set, gboolean *tested, enum hc_verdict *verdict,
	GError **error);
/* A search between two ends that are known. If the user stopped it, which is an
 * error, the result has how far it got. */
gboolean hc_isolating_search(struct hc_isolating *x,
	enum dd_algorithm algorithm, const struct dd_set *pass,
	const struct dd_set *fail, guint64 limit_tests,
	struct dd_result *result, GError **error);

/* What was found so far; takes references. */
void hc_isolating_set_found(struct hc_isolating *x,
	const struct dd_set *passing, const struct dd_set *difference);

/* ---- narrow.c: the smallest difference that decides ---- */

/* No delta ⇒ PASS, all deltas ⇒ FAIL; else the result's status says what is
 * wrong. */
gboolean hc_isolating_check_ends(struct hc_isolating *x, GError **error);
/* Isolates, drops what is not needed, and goes on inside of what can be
 * divided. */
gboolean hc_isolating_narrow(struct hc_isolating *x, GError **error);
/* Isolates, and tests everything but the difference. */
gboolean hc_isolating_narrow_only(struct hc_isolating *x, GError **error);

/* ---- known.c: known causes first ---- */

/* Whether one of them is the cause here as well: then difference and context
 * are set. */
gboolean hc_isolating_try_known(
	struct hc_isolating *x, gboolean *held, GError **error);

/* ---- confirm.c: whether it is a cause, and with what else ---- */

gboolean hc_isolating_find_context(struct hc_isolating *x, GError **error);
/* Takes the difference out of what fails. */
gboolean hc_isolating_reverse(struct hc_isolating *x, GError **error);

#endif
