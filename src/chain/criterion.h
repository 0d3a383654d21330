/* Internal to chain: the analysis by one oracle, and what to do if all of the
 * output together says too little. */
#ifndef HC_CRITERION_H
#define HC_CRITERION_H

#include "chain.h"

/* As hc_chain_find, by the debuggees' own oracle. */
struct hc_result *hc_chain_find_by(const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, GError **error);

#endif
