/* Which moments to look at: DESIGN's way, on an alignment of both runs.
 * Internal to the chain. */
#ifndef HC_CHOOSE_H
#define HC_CHOOSE_H

#include "alignment.h"
#include "chain-asker.h"
#include "look-at.h"

struct hc_chain_choice {
	const struct hc_debuggees *debuggees;
	struct hc_looker *looker;
	struct hc_alignment *alignment;
	const struct hc_look_options *options;
	const struct hc_chain_asker *asker;
	guint budget; /* isolations */
};

/* Looks by moment, those without a cause among them, for the caller to free
 * with g_ptr_array_unref. When *stop is set, those so far. NULL with an error
 * if the analysis can't go on. */
GPtrArray *hc_chain_choose(
	const struct hc_chain_choice *choice, GError **error);

#endif
