/* Where a native run crashes. Internal to input.
 *
 * A crash is the same one only if it is in the same place. Runs that nobody
 * traces don't tell, so one that is killed by the right signal is made once
 * more, traced, to see where. Any program will do: without debug information,
 * a place is a function's name, or how far into its file it is. */
#ifndef HC_INPUT_CRASH_H
#define HC_INPUT_CRASH_H

#include "debuginfo.h"
#include "launch.h"

struct hc_input_crash {
	struct hc_debuginfo *info; /* of the last program, or NULL … */
	char *mapped; /* … and what was mapped into it, and where */
	pid_t pid; /* that `info` reads from */
};

void hc_input_crash_clear(struct hc_input_crash *crash);

/* Runs it, and tells what it did, with the frames if it is killed. NULL on an
 * error: those of the launch. */
struct hc_outcome *hc_input_crash_run(struct hc_input_crash *crash,
	const struct hc_launch *launch, GError **error);

#endif
