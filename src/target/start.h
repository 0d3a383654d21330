/* A GDB that is ready to run the program. Internal to target. */
#ifndef HC_START_H
#define HC_START_H

#include "gdbmi.h"
#include "target.h"

/* Starts GDB and tells it the program, its arguments, environment, streams and
 * limits: what a native run of the launch would have. */
struct mi_client *hc_start_gdb(const struct hc_launch *launch,
	const struct hc_gdb_options *options, const struct hc_streams *streams,
	GError **error);

#endif
