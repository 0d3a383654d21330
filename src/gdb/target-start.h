/* GDB, and what it has to know about the program. Internal to target. */
#ifndef HC_TARGET_START_H
#define HC_TARGET_START_H

#include "gdbmi.h"
#include "target.h"

/* Starts GDB, with the program's streams and limits, and does not wait for it.
 */
struct mi_client *hc_target_start_gdb(const struct hc_launch *launch,
	const struct hc_gdb_options *options, const struct hc_streams *streams,
	GError **error);
/* Waits until it is ready, and tells it the program, its arguments and its
 * environment: what a native run of the launch would have. */
gboolean hc_target_start_ready(
	struct mi_client *gdb, const struct hc_launch *launch, GError **error);

#endif
