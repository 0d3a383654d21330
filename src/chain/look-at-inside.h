/* Internal to chain: what the files that look at a moment share. */
#ifndef HC_LOOK_AT_INSIDE_H
#define HC_LOOK_AT_INSIDE_H

#include "isolate.h"
#include "look-at.h"
#include "state-problem.h"

struct hc_looker {
	const struct hc_debuggees *debuggees;
	const struct hc_look_options *options;
	struct hc_state_options state;
	struct hc_stage *stage;
	struct hc_chain_progress progress; /* as it was told last */
};

/* ---- looker.c: who looks, and those who watch ---- */

/* What is being done; it is told at once. */
void hc_looker_tell(struct hc_looker *looker, enum hc_chain_phase phase);
/* The same for hc_isolate(): `data` is the looker. */
void hc_looker_enter_phase(enum hc_isolate_phase phase, gpointer data);
void hc_looker_make_step(
	const struct dd_step *step, guint64 tests, gpointer data);

/* ---- chance.c: what is not the same each time ---- */

/* Whether a cause was found by chance: in a program with threads, tests may
 * come out in another way when they are made again. Adds these to the tests. */
gboolean hc_look_find_chance(const struct hc_isolation *isolation,
	struct dd_counts *tests, gboolean *chance, GError **error);

/* ---- look-words.c: what was found, as plain data and in words ---- */

/* Where it is, from the passing run's stack. */
void hc_look_tell_place(struct hc_look *look, const struct hc_states *states);
void hc_look_tell_engine(struct hc_look *look, const struct hc_engine *engine);
/* How large the graphs are, and how much they share. */
void hc_look_tell_graphs(struct hc_look *look, const struct hc_states *states,
	const struct mg_diff *diff);
/* What differs. */
void hc_look_tell_deltas(struct hc_look *look, const struct mg_diff *diff,
	const struct hc_deltas *deltas);
/* What decides. */
void hc_look_tell_cause(struct hc_look *look, const struct hc_states *states,
	const struct hc_isolation *isolation);

/* As if it had not been told. */
void hc_look_forget_cause(struct hc_look *look);

/* Why there is no cause. */
void hc_look_give_up(struct hc_look *look, enum hc_why why, const char *format,
	...) G_GNUC_PRINTF(3, 4);
/* The same where the ends do not pass and fail. */
void hc_look_explain_ends(struct hc_look *look,
	const struct hc_isolation *isolation, const struct hc_deltas *deltas);

#endif
