/* Somebody who knows what the program should do. The chain says which values
 * decide, but not which of them are wrong: the error is between a cause that is
 * as intended and a later one that is not (FSE 2002, section 4).
 *
 *	struct hc_chain_options options = {.asker = {.ask = my_ask, .data = me}};
 *
 * Steps of the chain are asked about first, then moments between the last one
 * that is as intended and the first one that is not, until nothing is left
 * between. What was answered is in the events (hc_event.judged). */
#ifndef HC_CHAIN_ASKER_H
#define HC_CHAIN_ASKER_H

#include "journal.h"
#include "result.h"

enum hc_answer {
	HC_ANSWER_INTENDED, /* the failing run's values are as they should be */
	HC_ANSWER_FAULTY,
	HC_ANSWER_UNKNOWN,
	HC_ANSWER_QUIT, /* nothing more is to be asked */
};

struct hc_question {
	const struct hc_event *event; /* it has a cause */
	guint step; /* of the chain, from 1; 0: a moment between steps */
	guint steps; /* of the chain */
};

struct hc_chain_asker {
	/* NULL: nobody is asked. */
	enum hc_answer (*ask)(
		const struct hc_question *question, gpointer data);
	gpointer data;
	struct hc_journal *journal; /* keeps answers; NULL: nobody does */
};

#endif
