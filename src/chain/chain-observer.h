/* What the analysis says while it is at work: plain data, for those who turn it
 * into words. */
#ifndef HC_CHAIN_OBSERVER_H
#define HC_CHAIN_OBSERVER_H

#include "result.h"
#include "verdict.h"

enum hc_chain_phase {
	HC_CHAIN_TRACING,
	HC_CHAIN_STOPPING,
	HC_CHAIN_COMPARING,
	HC_CHAIN_NEIGHBOURS,
	HC_CHAIN_NARROWING,
	HC_CHAIN_CONFIRMING,
};

struct hc_chain_progress {
	enum hc_chain_phase phase;
	guint moment; /* that is being looked at, from 1; 0: none yet */
	guint moments; /* at most; places given with --at, or the budget */
	guint causes; /* found so far */
	guint64 tests; /* at this moment */
	guint32 remaining; /* deltas that are left to tell apart */
};

struct hc_chain_tested {
	guint64 number;
	const char *deltas;
	const char *end;
	enum hc_verdict verdict;
};

/* Whoever wants to know; each function may be NULL. */
struct hc_chain_observer {
	void (*progress)(
		const struct hc_chain_progress *progress, gpointer data);
	void (*tested)(const struct hc_chain_tested *tested, gpointer data);
	/* An event with a cause, as it is found. */
	void (*found)(const struct hc_event *event, gpointer data);
	gpointer data;
};

#endif
