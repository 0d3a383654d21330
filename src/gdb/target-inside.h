/* Internal to gdb: what a target is made of. */
#ifndef HC_TARGET_INSIDE_H
#define HC_TARGET_INSIDE_H

#include "target-reach.h"
#include "target-start.h"

struct hc_target {
	struct hc_launch launch;
	struct hc_gdb_options options;
	char *gdb_path; /* what options.gdb points to */
	struct hc_streams streams;
	struct mi_client *gdb;
	gboolean ready; /* GDB knows the program */
	struct hc_place spot; /* where it was last run to */
	char *place;
	char *source;
	const char *way; /* how hits were counted */
	/* On the way there: the place's breakpoint, one at main (0: none) … */
	int breakpoint, at_main;
	struct hc_target_reach
		*reach; /* … and what counts the hits; NULL: GDB */
	gboolean arrived;
};

#endif
