/* The one place where a native run of the program is started. Internal to the
 * launch. */
#ifndef HC_SPAWN_H
#define HC_SPAWN_H

#include "launch.h"

/* Starts the program in a process group of its own; returns its process id, -1
 * with an error. The caller must reap it. It dies with our thread. */
pid_t hc_spawn(const struct hc_launch *launch, const struct hc_streams *streams,
	GError **error);

#endif
