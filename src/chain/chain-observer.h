/* Who wants to know how far an analysis is: it is told data, and finds its own
 * words for them. Any of the functions may be NULL. */
#ifndef HC_CHAIN_OBSERVER_H
#define HC_CHAIN_OBSERVER_H

#include "diff.h"
#include "result.h"
#include "verdict.h"

enum hc_chain_phase {
	HC_CHAIN_TRACING,
	HC_CHAIN_STOPPING,
	HC_CHAIN_COMPARING,
	HC_CHAIN_NEIGHBOURS, /* whether the cause of a moment nearby holds */
	HC_CHAIN_NARROWING,
	HC_CHAIN_CONFIRMING,
};

struct hc_chain_progress {
	enum hc_chain_phase phase;
	guint moment; /* that is being looked at, from 1; 0: none yet */
	/* At most: the places given, or the budget. 0: not known yet. */
	guint moments;
	guint causes; /* found so far */
	guint64 tests; /* at this moment */
	guint32 remaining; /* deltas that are left to tell apart */
};

struct hc_chain_tested {
	guint64 number; /* at this moment, from 1 */
	const char *deltas; /* their numbers: "3-5 8" */
	const char *end; /* what the execution did, or why there was none */
	enum hc_verdict verdict;
};

struct hc_chain_observer {
	void (*progress)(
		const struct hc_chain_progress *progress, gpointer data);
	void (*tested)(const struct hc_chain_tested *test, gpointer data);
	/* An event with a cause, as it is found. */
	void (*found)(const struct hc_event *event, gpointer data);
	/* What a failure is taken to be from now on, as for --fail-if: all
	 * moments are looked at again. */
	void (*criterion)(const char *fail_if, gpointer data);
	/* Sees the differences of two states while they are there. */
	gboolean (*compared)(const struct mg_diff *diff,
		const struct hc_event *event, gpointer data, GError **error);
	gpointer data;
};

#endif
