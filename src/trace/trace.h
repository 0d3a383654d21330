/* Which functions a run enters, in order, each with its call site and the entry
 * that it was called from; at nearly the speed of a native run.
 *
 *	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
 *	g_autoptr(hc_trace) trace = hc_trace_run(&launch, &options, &error);
 *	for (guint i = 0; i < trace->entries->len; i++) {
 *		struct hc_trace_entry *entry = &g_array_index(
 *			trace->entries, struct hc_trace_entry, i);
 *		struct hc_trace_function *function =
 *			trace->functions->pdata[entry->function];
 *		...
 *	}
 *
 * The run is a native one, with the same streams, limits and deadline, and so
 * has the outcome of a native run. There is no debugger: the first instructions
 * of each function are replaced by a jump to a few others that note the entry
 * in memory that we share with the program.
 *
 * The trace records the program's functions that have debug information, in its
 * first thread, from the moment its shared libraries are ready. With `lines`,
 * it also records statements inside them: those for which a GDB breakpoint at
 * FILE:LINE has exactly one place, in one function, after its prologue and
 * before its closing line. So the Nth entry of a statement is where FILE:LINE#N
 * stops. It does not record children after a fork (but does record one that
 * shares the program's memory, after vfork, until its exec), nor what comes
 * after an exec. hc_trace_free() frees all of it. */
#ifndef HC_TRACE_H
#define HC_TRACE_H

#include "launch.h"

#define HC_TRACE_ERROR (hc_trace_error_quark())
GQuark hc_trace_error_quark(void);
enum hc_trace_error {
	HC_TRACE_ERROR_SYSTEM, /* a system call failed, or does not exist */
	HC_TRACE_ERROR_ROOM, /* there is no room near the program's code */
	HC_TRACE_ERROR_ENDED, /* the program ended before it began */
};

struct hc_trace_options {
	/* The most entries to keep. When there are more, the function with the
	 * most of them loses its entries, and so on. */
	guint entries;
	/* A function that is entered more often than this has no entries, only
	 * a count. */
	guint hot;
	gboolean lines; /* statements inside functions, too */
	guint hot_line; /* the same as `hot`, for a statement */
	/* Functions of the program's own shared libraries, too: those that have
	 * debug information in the file itself and are not in the folders of
	 * the system (/lib, /usr/lib and the like); never libc's. Those that
	 * the program loads by dlopen are recorded from then on, if it calls
	 * that itself, and until it starts a thread. */
	gboolean libraries;
	const char *debug_dir; /* as in debuginfo.h; NULL: where GDB looks */
};
#define HC_TRACE_OPTIONS_INIT                                                  \
	{                                                                      \
		.entries = 1 << 20, .hot = 10000, .hot_line = 200              \
	}

/* A file that was mapped. Addresses are relative to its start, so that those of
 * two runs can be compared. */
struct hc_trace_module {
	char *path;
	guint64 start, end; /* where it was in this run */
};

enum hc_trace_how {
	HC_TRACE_JUMP, /* by a jump: costs some nanoseconds an entry */
	HC_TRACE_TRAP, /* by a breakpoint: some microseconds */
	HC_TRACE_NOT, /* not recorded: its code can't be moved */
};

struct hc_trace_function {
	char *name; /* "ns::f"; never NULL */
	char *file; /* as compiled; NULL: unknown */
	char *folder; /* in which it was compiled; NULL: unknown */
	int line; /* where it begins; 0: unknown */
	guint module;
	guint64 address; /* of its entry, in the module */
	enum hc_trace_how how;
	guint64 count; /* how often it was entered */
	gboolean dropped; /* too often: it has no entries */
	gboolean looped; /* jumps back to its first instruction, which counts
			    as an entry each time */
	gboolean partly; /* HC_TRACE_TRAP: no longer recorded once the program
			    has started a thread */
	gboolean varies; /* not entered in the same way in each run; for those
			    who find out, and FALSE until then */
};

enum { HC_TRACE_NONE = G_MAXUINT32 };

/* A statement: where a breakpoint at FILE:LINE stops. */
struct hc_trace_line {
	char *file; /* as compiled */
	int line;
	guint function;
	guint64 address; /* in the function's module */
	enum hc_trace_how how;
	guint64 count; /* how often it was reached, until that was once too
			  often */
	gboolean dropped; /* too often: it has no entries */
	gboolean partly; /* as a function's */
	gboolean varies; /* the same */
};

struct hc_trace_entry {
	guint32 function;
	guint32 line; /* which statement; HC_TRACE_NONE: it is the entry of the
			 function */
	guint32 parent; /* its caller's entry, or the nearest recorded one
			   further out, or HC_TRACE_NONE. Of a statement: its
			   frame, the entry of its function; HC_TRACE_NONE if
			   that was not recorded */
	guint32 module; /* of the call site; HC_TRACE_NONE: in no file, or a
			   statement */
	guint32 out, err; /* bytes that had been written to stdout and stderr,
			     if the trace's written_known */
	gboolean handler; /* called by the system: handles a signal */
	guint64 from; /* the address that it returns to, in the module */
	guint64 stack; /* the stack pointer at its entry, as in this run; of a
			  statement: at the entry of its frame, 0: unknown */
	guint64 up; /* that of its caller's entry; 0: unknown */
};

/* A piece of a function's code, where it was in this run. */
struct hc_trace_code {
	guint64 low, high;
	guint32 function;
};

struct hc_trace {
	GPtrArray *modules; /* struct hc_trace_module *, by address */
	GPtrArray *functions; /* struct hc_trace_function *, by address */
	GPtrArray *lines; /* struct hc_trace_line *, by function and address;
			     empty unless they were asked for */
	GArray *entries; /* struct hc_trace_entry, in the order of the run */
	GArray *code; /* struct hc_trace_code, by address */
	gboolean written_known; /* what entries say about stdout and stderr adds
				   up to what the run wrote */
	struct hc_outcome *outcome;
	hc_stop_flag stop; /* the launch's: whatever takes long with a trace
			      looks at it; or NULL */
};

/* Runs the program and records it. Errors are the launch's, debuginfo's (no
 * debug information), HC_TRACE_ERROR, or HC_STOPPED_ERROR. */
struct hc_trace *hc_trace_run(const struct hc_launch *launch,
	const struct hc_trace_options *options, GError **error);
void hc_trace_free(struct hc_trace *trace);

/* How often the run came to where an entry is, recorded or not. */
guint64 hc_trace_count_of(
	const struct hc_trace *trace, const struct hc_trace_entry *entry);

/* Removes all entries of the functions with drop[function], and those of their
 * statements. Their callees become those of their callers. */
void hc_trace_drop(struct hc_trace *trace, const gboolean *drop);
/* The same for statements: drop[line]. */
void hc_trace_drop_lines(struct hc_trace *trace, const gboolean *drop);

typedef struct hc_trace hc_trace; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_trace, hc_trace_free)

#endif
