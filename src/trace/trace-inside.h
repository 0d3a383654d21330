/* Internal to trace, shared by its files: one run, from start to end. */
#ifndef HC_TRACE_INSIDE_H
#define HC_TRACE_INSIDE_H

#include "debuginfo.h"
#include "trace-maps.h"
#include "trace-process.h"
#include "trace-ring.h"
#include "trace-stubs.h"
#include "trace.h"

/* A function or a line that only a breakpoint can catch. */
struct hc_trace_trap {
	guint64 address, stub;
	guint slot; /* in the ring's table: functions from 1 on, then lines; 0:
		       where the loader says that there is something new */
	guint8 before; /* the byte that it replaces */
	gboolean gone; /* removed for good */
};

/* Where a line of the trace is in this run. */
struct hc_trace_place {
	guint64 address;
	guint function;
};

struct hc_trace_run {
	const struct hc_launch *launch;
	const struct hc_trace_options *options;
	pid_t pid;
	gboolean ended; /* and reaped, or no longer ours to wait for */
	int status; /* of the last wait */
	struct hc_trace_ring ring;
	GPtrArray *maps; /* struct hc_trace_map * */
	struct hc_debuginfo *info;
	GPtrArray *codes; /* struct hc_code *, in the order of the functions */
	GArray *places; /* struct hc_trace_place, in the order of the lines */
	GArray *traps; /* struct hc_trace_trap, by address */
	GArray *areas; /* struct hc_range: our code in the program */
	/* Libraries that came later: struct hc_trace_late; and the debug
	 * information from before, which names of functions are in. */
	GArray *late;
	GPtrArray *old_info; /* struct hc_debuginfo * */
	struct hc_trace_stubs_where where;
	guint64 memory; /* bytes of its address space that are ours */
	struct hc_trace *trace;
};

/* ---- install.c: from the exec to a program that notes its entries */

gboolean hc_trace_run_install(struct hc_trace_run *run, GError **error);
/* What a map and a function are in the trace. */
void hc_trace_run_add_module(
	struct hc_trace_run *run, const struct hc_trace_map *map);
void hc_trace_run_add_function(
	struct hc_trace_run *run, const struct hc_code *code);
/* The program's memory, for its debug information. */
struct hc_debuginfo *hc_trace_run_read_info(
	struct hc_trace_run *run, GError **error);
/* Patches the functions of a file that are recorded. */
gboolean hc_trace_run_patch_functions(
	struct hc_trace_run *run, struct hc_trace_map *file, GError **error);
/* The breakpoints by their addresses. */
void hc_trace_run_sort_traps(struct hc_trace_run *run);
/* What is ours does not count. */
gboolean hc_trace_run_limit_memory(struct hc_trace_run *run, GError **error);
/* The lines of a function: their numbers, [begin, end). */
guint hc_trace_run_places_begin(const struct hc_trace_run *run, guint function);
guint hc_trace_run_places_end(const struct hc_trace_run *run, guint function);
const struct hc_trace_place *hc_trace_run_place(
	const struct hc_trace_run *run, guint line);
/* Inserts the breakpoints, or puts back what was there before. */
gboolean hc_trace_run_set_traps(
	struct hc_trace_run *run, pid_t pid, gboolean on, GError **error);

/* ---- patch.c: all functions of one mapped file */

/* The run's functions that are in a file: [first, end). Those that write (if it
 * is libc) are given by address; 0: none. */
struct hc_trace_patch_task {
	struct hc_trace_map *map;
	guint first, end;
	guint64 write, writev;
	guint64 write_size, writev_size;
};
gboolean hc_trace_run_patch(struct hc_trace_run *run,
	const struct hc_trace_patch_task *task,
	const struct hc_trace_stubs_where *where, GError **error);

struct hc_trace_patch {
	struct hc_trace_run *run;
	struct hc_trace_map *map;
	struct hc_trace_stubs stubs;
	guint8 *changed; /* a byte for each page */
};
void hc_trace_patch_change(struct hc_trace_patch *patch, guint64 address,
	const guint8 *bytes, gsize n);
void hc_trace_patch_set_trap(struct hc_trace_patch *patch, guint64 address,
	guint64 stub, guint slot);

/* ---- entry.c: the entry of one function */

struct hc_trace_entry_site {
	const struct hc_trace_code_text *text;
	guint64 address;
	guint slot;
	enum hc_trace_stub_kind kind; /* only STUB_ENTRY may become a trap */
	struct lines *lines; /* of the function; NULL: none */
};
/* By a jump if possible, else by a trap. *looped is set if the function jumps
 * back to its entry, and that can't be told from a call. */
enum hc_trace_how hc_trace_entry_patch(struct hc_trace_patch *patch,
	const struct hc_trace_entry_site *entry, gboolean *looped);

/* ---- lines.c: the lines of one function */

struct lines;
/* To be called before any of the function's code is changed; NULL if the code
 * can't be understood. */
struct lines *hc_trace_lines_new(struct hc_trace_patch *patch, guint function,
	const struct hc_trace_code_text *text);
void hc_trace_lines_free(struct lines *lines);
/* Adds these instructions to a stub, with notes of the lines among them, and a
 * jump back to what follows them. `detour` may be NULL. */
gboolean hc_trace_lines_stub(const struct lines *lines,
	const struct hc_trace_code_part *part,
	const struct hc_trace_code_detour *detour);
/* What is known about the function's code, for hc_trace_code_text. */
guint8 *const *hc_trace_lines_flags(const struct lines *lines);
/* These bytes lead to such a stub already, and their lines are recorded. */
void hc_trace_lines_take(
	struct lines *lines, guint64 address, gsize n, enum hc_trace_how how);
/* Patches the others. */
void hc_trace_lines_patch(struct lines *lines);

/* ---- detours.c: jumps to what has no room for a jump */

/* Beside the flags of hc_trace_code_survey(): we have changed this byte. */
enum { TAKEN = 128 };
/* How many bytes of a part must be moved so that its short jumps, and its end,
 * can be led to the detours; 0: none. Its flags must be known. */
gsize hc_trace_detours_reach(const struct hc_trace_code_detour *detours,
	const struct hc_trace_code_part *part);
/* Redirects the jumps that were not moved, if they reach the stubs. */
void hc_trace_detours_lead(struct hc_trace_patch *patch,
	const struct hc_trace_code_detour *detours,
	const struct hc_trace_code_part *part);

/* ---- places.c: which lines there are */

void hc_trace_run_find_places(struct hc_trace_run *run, guint first);
gboolean *hc_trace_run_unsure_lines(const struct hc_trace_run *run);

/* ---- libc.c */

/* Patches libc's write and writev. Without them, only what the program has
 * written is unknown. */
void hc_trace_run_patch_writers(
	struct hc_trace_run *run, const struct hc_trace_stubs_where *where);
/* Where signal handlers return to; 0: unknown. */
guint64 hc_trace_run_find_restorer(struct hc_trace_run *run);

/* ---- late.c: libraries that the program loads while it runs */

/* A library that was not there at first, and its functions: [first, end). */
struct hc_trace_late {
	char *path;
	guint64 start, stop;
	guint first, end;
	gboolean there; /* it may be gone, and come back */
};
/* The functions and lines for which the ring must have room beside those that
 * are known; 0: nothing will come. */
void hc_trace_run_expect_libraries(
	const struct hc_trace_run *run, guint *functions, guint *lines);
/* Puts a breakpoint where the loader says that there is something new. */
gboolean hc_trace_run_watch_loader(struct hc_trace_run *run, GError **error);
/* It is there; whether it can go on. */
gboolean hc_trace_run_take_loader(
	struct hc_trace_run *run, struct user_regs_struct *registers);
void hc_trace_run_free_late(struct hc_trace_run *run);

/* ---- follow.c: until it ends */

gboolean hc_trace_run_follow(struct hc_trace_run *run, GError **error);

/* ---- shadow.c: from records to entries */

/* Fills in the trace's entries and counts from the records. */
void hc_trace_run_collect(struct hc_trace_run *run);
/* Sets the parents of all entries, by return addresses and stack pointers. */
void hc_trace_shadow_link(struct hc_trace *trace);

#endif
