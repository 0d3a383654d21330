/* Internal to chain: where to look for the error, from the steps of a chain,
 * the traces and the source.
 *
 *	g_auto(hc_evidence) evidence = {{pass, fail}};
 *	hc_suspects_find(result, &evidence);
 *
 * Each line that the failing run executes counts once, and several times as
 * much for each clue that speaks against it (suspects-clues.c). Consecutive
 * lines are taken together where that counts more. */
#ifndef HC_SUSPECTS_H
#define HC_SUSPECTS_H

#include "ran.h"
#include "result.h"
#include "source.h"

/* What is known beside the result: both traces, or none. */
struct hc_evidence {
	struct hc_trace *trace[HC_SIDES];
};
void hc_evidence_clear(struct hc_evidence *evidence);

/* Fills in the result's suspects, and what only one of the runs executes. The
 * result has its events and steps; without traces, or without steps, nothing is
 * suspected. */
void hc_suspects_find(
	struct hc_result *result, const struct hc_evidence *evidence);

/* ---- suspects-clues.c ---- */

/* What speaks against a line. */
struct hc_clues {
	gboolean ran; /* the failing run executes it, as far as one knows */
	guint reasons; /* bits, as a suspect's */
	double weight;
	/* The events between which most of this was seen; as a suspect's. */
	gint from, to;
};

/* By the numbers of the lines; freed with g_free. Also fills in the result's
 * only_between. */
struct hc_clues *hc_clues_find(struct hc_result *result,
	const struct hc_ran *ran, struct hc_source *source);

typedef struct hc_evidence hc_evidence; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(hc_evidence, hc_evidence_clear)

#endif
