/* A cause as a script for GDB: it makes the passing run fail, with nothing of
 * ours. One that was found in the failing run makes that one pass.
 *
 *	g_autofree char *script = hc_report_replay(result, event, &how);
 *	… gdb -batch -x FILE
 *
 * The script runs the program as we did, stops it at the event, gives the
 * commands for the cause and its context, lets it go on, and says how it
 * ended. */
#ifndef HC_REPORT_REPLAY_H
#define HC_REPORT_REPLAY_H

#include "command.h"
#include "result.h"

struct hc_replay {
	const struct hc_command *pass, *fail; /* of the two runs */
	const char *directory; /* where they run; absolute */
	gboolean randomize; /* leave address space randomisation on */
	double timeout; /* seconds, after which it counts as a hang */
};

/* The event must have a cause. The caller frees it. */
char *hc_report_replay(const struct hc_result *result,
	const struct hc_event *event, const struct hc_replay *how);

#endif
