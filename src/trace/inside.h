/* What the files of the trace share: one run, from its start to its end. */
#ifndef HC_TRACE_INSIDE_H
#define HC_TRACE_INSIDE_H

#include "debuginfo.h"
#include "maps.h"
#include "process.h"
#include "ring.h"
#include "trace.h"

/* A function that only a breakpoint can catch. */
struct trap {
	guint64 address, stub;
	guint function;
};

struct run {
	const struct hc_launch *launch;
	const struct hc_trace_options *options;
	pid_t pid;
	gboolean ended; /* and reaped, with this status */
	int status;
	struct ring ring;
	GPtrArray *maps; /* struct map * */
	struct hc_debuginfo *info;
	GPtrArray *codes; /* struct hc_code *, in the order of the functions */
	GArray *traps; /* struct trap, by address */
	GArray *areas; /* struct hc_range: our code in the program */
	guint64 memory; /* bytes of its address space that are ours */
	struct hc_trace *trace;
};

/* ---- install.c: from the exec to a program that notes its entries */

gboolean run_install(struct run *run, GError **error);
/* Puts the breakpoints in, or what was there before. */
gboolean run_set_traps(struct run *run, pid_t pid, gboolean on, GError **error);

/* ---- patch.c: all functions of one mapped file */

/* Which functions of the run are in a file: [first, end). Those that write
 * (files of libc) are told by address, 0 if there are none. */
struct patch_task {
	struct map *map;
	guint first, end;
	guint64 write, writev;
	guint64 write_size, writev_size;
};
struct stubs_where;
gboolean run_patch(struct run *run, const struct patch_task *task,
	const struct stubs_where *where, GError **error);

/* ---- libc.c */

/* Where the program writes: libc's write and writev. Without them nothing is
 * known of what was written, and all the rest still is. */
void run_patch_writers(struct run *run, const struct stubs_where *where);
/* Where handlers of signals return to; 0: unknown. */
guint64 run_find_restorer(struct run *run);

/* ---- follow.c: until it ends */

gboolean run_follow(struct run *run, GError **error);

/* ---- shadow.c: from records to entries */

/* Fills in the trace's entries from the records, and its counts. */
void run_collect(struct run *run);
/* Sets the parents of all entries, by return addresses and stack pointers. */
void shadow_link(struct hc_trace *trace);

#endif
