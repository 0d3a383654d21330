/* Our children. Internal to the launch. */
#ifndef HC_STRAYS_H
#define HC_STRAYS_H

#include "launch.h"

/* Kills and reaps our children until there are none, and none comes to us from
 * those, but for the spared (pid_t; NULL: none). */
void hc_process_kill_children(const GArray *spared);

#endif
