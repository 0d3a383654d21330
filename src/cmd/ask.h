/* --ask: somebody at the terminal says which causes are as intended; --intended
 * and --faulty say so beforehand.
 *
 *	struct hc_ask ask = {.line = line, .stop = stop, .talk = TRUE};
 *	options.asker = (struct hc_chain_asker){hc_ask, &ask, journal};
 *	…
 *	hc_ask_clear(&ask);
 *
 * Questions go to stderr, and answers come from stdin, a line each. */
#ifndef HC_ASK_H
#define HC_ASK_H

#include "chain-asker.h"
#include "progress.h"
#include "stop-flag.h"

struct hc_ask {
	struct hc_progress *line;
	hc_stop_flag stop;
	gboolean talk; /* there is somebody */
	/* Steps up to this one are as intended, and from this one on they are
	 * not; 0: not said. */
	guint intended, faulty;
	/* Ours. */
	gboolean explained, ended;
	GString *read; /* of the next line; NULL: nothing yet */
};

/* An hc_chain_asker's function; `data` is the struct. */
enum hc_answer hc_ask(const struct hc_question *question, gpointer data);
void hc_ask_clear(struct hc_ask *ask);

#endif
