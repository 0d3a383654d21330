/* Internal to gdb: what a target is made of. */
#ifndef HC_TARGET_INSIDE_H
#define HC_TARGET_INSIDE_H

#include "hold.h"
#include "target-reach.h"
#include "target-start.h"
#include "target.h"

struct hc_target {
	struct hc_launch launch;
	struct hc_gdb_options options;
	char *gdb_path; /* what options.gdb points to */
	struct hc_streams streams;
	struct mi_client *gdb;
	struct hc_view_watch *watch; /* of GDB's layers; NULL: there are none */
	gboolean ready; /* GDB knows the program */
	/* The environment that a run under GDB had, in its order; NULL: there
	 * was none yet. Ours in launch.env points to it then. */
	char **env;
	struct hc_place spot; /* where it was last run to */
	char *place;
	char *source;
	const char *way; /* how hits were counted */
	/* On the way there: the place's breakpoint, one at main (0: none) … */
	int breakpoint, at_main;
	struct hc_target_reach
		*reach; /* … and what counts the hits; NULL: GDB */
	gboolean arrived;
	/* Where GDB has the program's entry point and main; 0: not known. That
	 * is so until GDB runs it the next time. */
	guint64 entry, main;
	/* Without GDB: the way there (n is 0: there is none), and the program
	 * once it is there. */
	struct hc_bring_place way_there;
	struct hc_hold *hold;
};

/* stopped.c: if programs have written to GDB's layers, takes another GDB, whose
 * layers are empty. GDB ends with the thread that starts it, so this is for the
 * thread that made the target. */
gboolean hc_target_renew(struct hc_target *target, GError **error);

/* by-hold.c: how the program can get to target->spot without GDB, in
 * target->way_there. Only GDB knows where places are. */
void hc_target_find_way(
	struct hc_target *target, const struct mi_breakpoint *found);
/* Goes there; the error is HC_BRING_ERROR_REFUSED if GDB must do it after
 * all. */
gboolean hc_target_take_way(struct hc_target *target, GError **error);
/* run-to.c */
void hc_target_set_not_reached(
	const struct hc_place *place, const char *how, GError **error);
void hc_target_hold_registers(
	const struct hc_target *target, struct hc_target_registers *registers);

#endif
