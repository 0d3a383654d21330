/* A failing run alone: what of its input decides, and so a passing run. */
#ifndef HC_CMD_STATES_ALONE_H
#define HC_CMD_STATES_ALONE_H

#include "cmd-states-options.h"
#include "progress.h"
#include "result-input.h"

/* Begins as zeros. */
struct hc_cmd_states_alone {
	struct hc_result_input *input; /* what was found */
	struct hc_runs *runs; /* NULL: there is no pair of runs */
	char *folder; /* of the passing input; NULL: the command has it */
	gboolean kept; /* else the folder is removed … */
	char *scratch; /* … by this path; NULL: nothing to remove */
};

gboolean hc_cmd_states_alone_find(struct hc_cmd_states_alone *alone,
	const struct hc_cmd_states_options *options, struct hc_progress *line,
	hc_stop_flag stop, GError **error);
void hc_cmd_states_alone_clear(struct hc_cmd_states_alone *alone);

#endif
