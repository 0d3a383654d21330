/* The Nth time that a program comes to a breakpoint, without N stops of GDB: a
 * count runs in the program (trace-count.h), and GDB's breakpoint does the last
 * step. Internal to target.
 *
 *	g_autoptr(hc_target_reach) reach =
 *		hc_target_reach_new(gdb, breakpoint, hit, "");
 *	mi_run(gdb, &error);
 *	... at main:
 *	hc_target_reach_begin(reach, pc);
 *	... at each other stop:
 *	switch (hc_target_reach_take(reach, &stop))
 *
 * Whatever can't be done this way is left to GDB, with the same place and
 * state. */
#ifndef HC_TARGET_REACH_H
#define HC_TARGET_REACH_H

#include "gdbmi.h"

/* Fewer hits than this are no trouble for GDB. */
enum { HC_REACH_WORTH = 32 };

enum hc_reach_stop {
	HC_REACH_NOT, /* the stop has nothing to do with it */
	HC_REACH_OURS, /* it has: let the program go on */
	HC_REACH_AGAIN, /* another program now: start again without it */
};

struct hc_target_reach;

/* For a breakpoint that ignores hit - 1 hits. `debug_dir` is where debug files
 * are, as in debuginfo.h. */
struct hc_target_reach *hc_target_reach_new(struct mi_client *gdb,
	int breakpoint, guint hit, const char *debug_dir);
void hc_target_reach_free(struct hc_target_reach *reach);

/* How it counts, or counted, in the words of hc_target_way(). */
const char *hc_target_reach_way(const struct hc_target_reach *reach);

/* To be called at main, where the count begins. With NULL, these functions do
 * nothing. */
void hc_target_reach_begin(struct hc_target_reach *reach, guint64 pc);
enum hc_reach_stop hc_target_reach_take(
	struct hc_target_reach *reach, const struct mi_stop *stop);

/* All instructions of a breakpoint (guint64), and how often it was hit. */
GArray *hc_target_locations(
	struct mi_client *gdb, int breakpoint, guint64 *hits);

typedef struct hc_target_reach hc_target_reach; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_target_reach, hc_target_reach_free)

#endif
