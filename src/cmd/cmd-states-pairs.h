/* The pairs of runs that an analysis can compare: one passing run, or several,
 * with the failing one. */
#ifndef HC_CMD_STATES_PAIRS_H
#define HC_CMD_STATES_PAIRS_H

#include "cmd-states-options.h"
#include "progress.h"

/* struct hc_runs *, the one whose runs are most alike first; the caller frees
 * the array, and the runs with it. With --private, *view becomes the view that
 * they all happen in, which the caller frees after them. */
GPtrArray *hc_cmd_states_pairs(const struct hc_cmd_states_options *options,
	struct hc_view **view, struct hc_progress *line, hc_stop_flag stop,
	GError **error);

#endif
