/* The one place where a native run of the program is started. Internal to the
 * launch. */
#ifndef HC_LAUNCH_SPAWN_H
#define HC_LAUNCH_SPAWN_H

#include "launch.h"

/* A program that is to be traced: it waits at a gate until we do. */
struct hc_launch_hold {
	int gate; /* its end */
	int keep; /* a descriptor that stays open; -1: none */
};

/* Starts the program in a process group of its own; returns its process id, -1
 * with an error. The caller must reap it. It dies with our thread. With `hold`
 * it is traced by our thread and stopped at its exec; `gate` is our end. */
pid_t hc_launch_spawn(const struct hc_launch *launch,
	const struct hc_streams *streams, const struct hc_launch_hold *hold,
	int gate, GError **error);

/* Waits for the process to end; FALSE if it did not within the time. */
gboolean hc_launch_wait(int pidfd, const struct hc_launch *launch);

#endif
