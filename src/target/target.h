/* The program under GDB.
 *
 *	struct hc_gdb_options options = {.gdb = NULL};
 *	g_autoptr(hc_outcome) outcome =
 *		hc_run_gdb(&launch, &options, &how, &error);
 *
 * So far a whole run, from main to its end: what it did, and where it crashed
 * or hung. The launch is the same as for a native run, and so is what the
 * program sees: its streams, limits, environment and arguments. */
#ifndef HC_TARGET_H
#define HC_TARGET_H

#include "launch.h"

struct hc_gdb_options {
	const char *gdb; /* the program to use; NULL: gdb in PATH */
	/* The program's debug information is in a file of its own. Otherwise
	 * GDB need not look for such files: reading libc's costs more than all
	 * the rest of a short run. */
	gboolean separate_debug;
	gboolean randomize; /* leave address space randomisation on */
	guint most_frames; /* of a crash or hang to look at */
};

/* What is worth knowing about how it ran. */
struct hc_gdb_facts {
	char *version; /* GDB's */
	char *main_place; /* "main (sample.c:27)"; NULL: never got there */
	gboolean randomized; /* the system refused to switch that off */
};
void hc_gdb_facts_clear(struct hc_gdb_facts *facts);

/* Runs the program under GDB to its end. Errors are gdbmi's (MI_ERROR) or the
 * launch's (HC_LAUNCH_ERROR). Nothing is left running. */
struct hc_outcome *hc_run_gdb(const struct hc_launch *launch,
	const struct hc_gdb_options *options, struct hc_gdb_facts *facts,
	GError **error);

typedef struct hc_gdb_facts hc_gdb_facts; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(hc_gdb_facts, hc_gdb_facts_clear)

#endif
