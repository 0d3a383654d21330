/* The analysis: from two runs to a chain of causes.
 *
 *	struct hc_chain_options options = {.look = {.jobs = 2}};
 *	g_autoptr(hc_result) result =
 *		hc_chain_find(debuggees, &options, &error);
 *
 * Events are those that the user names, or moments that both runs reach by the
 * same calls and that the analysis chooses itself. */
#ifndef HC_CHAIN_H
#define HC_CHAIN_H

#include "chain-asker.h"
#include "look-at.h"

struct hc_chain_options {
	struct hc_look_options look;
	char **at; /* places; NULL: find them */
	guint events; /* isolations at most; 0: 14 */
	/* How the states of the chain's steps differ is kept with the result,
	 * up to this many bytes, from the first step on; 0: it is not. */
	guint64 keep_states;
	/* Asked about moments that the analysis chose itself. */
	struct hc_chain_asker asker;
};

/* The debuggees must have been observed. When *stop is set it returns what was
 * found so far. NULL with an error if nothing can be said at all. */
struct hc_result *hc_chain_find(const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, GError **error);

#endif
