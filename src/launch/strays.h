/* Our children. Internal to the launch. */
#ifndef HC_STRAYS_H
#define HC_STRAYS_H

#include "launch.h"

/* pid_t, of all threads; empty if the kernel has no such lists. */
GArray *hc_list_children(void);

/* Kills and reaps our children until there are none, and none comes to us from
 * those, but for the spared (pid_t; NULL: none). */
void hc_kill_children(const GArray *spared);

#endif
