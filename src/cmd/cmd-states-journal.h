/* --journal: the file that an interrupted analysis of states goes on from. */
#ifndef HC_CMD_STATES_JOURNAL_H
#define HC_CMD_STATES_JOURNAL_H

#include "debuggees.h"
#include "journal.h"
#include "options-common.h"

/* Opens it, once both runs were observed: outcomes are only worth something for
 * the same program, the same commands and input, and the same failure. */
struct hc_journal *hc_cmd_states_journal_open(
	const struct hc_common_options *options,
	const struct hc_debuggees *debuggees, GError **error);

#endif
