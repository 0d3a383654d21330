/* The Nth time that a program comes to a breakpoint, without N stops of GDB: a
 * count runs in the program (count.h of the trace), and GDB's breakpoint does
 * the last step. Internal to target.
 *
 *	g_autoptr(hc_target_reach) reach =
 *		hc_target_reach_new(gdb, breakpoint, hit, "");
 *	mi_run(gdb, &error);
 *	at main: hc_target_reach_begin(reach, pc);
 *	for each other stop: switch (hc_target_reach_take(reach, &stop))
 *
 * Whatever can't be done this way is left to GDB: the place and the state are
 * the same. */
#ifndef HC_TARGET_REACH_H
#define HC_TARGET_REACH_H

#include "gdbmi.h"

/* Fewer hits than this are no work for GDB. */
enum { HC_REACH_WORTH = 32 };

enum hc_reach_stop {
	HC_REACH_NOT, /* the stop has nothing to do with it */
	HC_REACH_OURS, /* it has: let the program go on */
	HC_REACH_AGAIN, /* it became another program: start again without */
};

struct hc_target_reach;

/* For a breakpoint that ignores hit - 1 hits. `debug_dir` is where debug files
 * are, as in debuginfo.h. */
struct hc_target_reach *hc_target_reach_new(struct mi_client *gdb,
	int breakpoint, guint hit, const char *debug_dir);
void hc_target_reach_free(struct hc_target_reach *reach);

/* How it counts, or counted: as hc_target_way() says it. */
const char *hc_target_reach_way(const struct hc_target_reach *reach);

/* At main, where the count begins. Each function takes NULL as well, and does
 * nothing then. */
void hc_target_reach_begin(struct hc_target_reach *reach, guint64 pc);
enum hc_reach_stop hc_target_reach_take(
	struct hc_target_reach *reach, const struct mi_stop *stop);

typedef struct hc_target_reach hc_target_reach; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_target_reach, hc_target_reach_free)

#endif
