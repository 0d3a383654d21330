/* What howcome's states says on stderr beside its progress. */
#ifndef HC_CMD_STATES_NOTES_H
#define HC_CMD_STATES_NOTES_H

#include "debuggees.h"
#include "progress.h"
#include "result.h"

/* What the user should know about the runs. */
void hc_cmd_states_print_notes(
	const struct hc_debuggees *debuggees, struct hc_progress *line);
/* What both runs do, and how long that takes. */
void hc_cmd_states_print_runs(
	const struct hc_debuggees *debuggees, struct hc_progress *line);
/* How tests were run at each event, and why. */
void hc_cmd_states_print_engines(
	const struct hc_result *result, struct hc_progress *line);

#endif
