/* Internal to chain: the analysis with somebody to ask. */
#ifndef HC_ASKED_H
#define HC_ASKED_H

#include "chain.h"

/* As hc_chain_find, with options that have an asker. */
struct hc_result *hc_chain_find_asked(const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, GError **error);

#endif
