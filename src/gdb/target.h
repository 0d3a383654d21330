/* The program under GDB: a whole run, or one that is stopped somewhere.
 *
 *	struct hc_gdb_options options = {.gdb = NULL};
 *	g_autoptr(hc_target) target = hc_target_new(&launch, &options, &error);
 *	g_autoptr(hc_outcome) outcome =
 *		hc_target_observe(target, &facts, &error);
 *
 *	hc_target_end(target, &error);
 *	hc_target_run_to(target, &place, &error);
 *	hc_target_registers(target, &registers, &error);
 *
 * The launch is the same as for a native run, and so is what the program sees:
 * its streams, limits, environment and arguments. Memory and heap of a stopped
 * program are read from outside GDB: memory.h, heap.h. */
#ifndef HC_TARGET_H
#define HC_TARGET_H

#include "hold.h"
#include "launch.h"
#include "place.h"

struct hc_gdb_options {
	const char *gdb; /* the program to use; NULL: gdb in PATH */
	/* The program's debug information is in a file of its own. Otherwise
	 * GDB need not look for such files: reading libc's costs more than all
	 * the rest of a short run. */
	gboolean separate_debug;
	gboolean randomize; /* leave address space randomisation on */
	guint most_frames; /* of a crash or hang to look at */
	gboolean slow_count; /* let GDB stop at each hit of a place before the
				one that is wanted; the result is the same */
	/* Bring the program to places ourselves, where that can be done, and
	 * hold it there (hold.h): several times faster. GDB tells where places
	 * are, but then it does not have the program, and what needs GDB at
	 * the stop is an error: changes, calls, expressions, commands. */
	gboolean hold;
};

/* What is worth knowing about how it ran. */
struct hc_gdb_facts {
	char *version; /* GDB's */
	char *main_place; /* "main (sample.c:27)"; NULL: never got there */
	char *main_source; /* its source file; NULL: unknown */
	gboolean randomized; /* the system refused to turn that off */
};
void hc_gdb_facts_clear(struct hc_gdb_facts *facts);

#define HC_TARGET_ERROR (hc_target_error_quark())
GQuark hc_target_error_quark(void);
enum hc_target_error {
	HC_TARGET_ERROR_NO_PLACE, /* the program has no such place */
	HC_TARGET_ERROR_NOT_REACHED, /* it ended before it got there */
	HC_TARGET_ERROR_CHANGE, /* the stopped program can't be changed that way
				 */
};

/* The general registers of the innermost frame in DWARF's numbering (rax rdx
 * rcx rbx rsi rdi rbp rsp r8 … r15, pc), where thread-local data are, and the
 * processor's flags. */
struct hc_target_registers {
	guint64 values[17];
	guint64 fs_base, gs_base;
	guint64 flags;
};

/* A program that GDB holds. Freeing it ends the program. Launch and options are
 * copied; what they point to, except for the name of GDB, must live as long as
 * the target. Errors are gdbmi's (MI_ERROR), the launch's (HC_LAUNCH_ERROR) and
 * our own. */
struct hc_target;
struct hc_target *hc_target_new(const struct hc_launch *launch,
	const struct hc_gdb_options *options, GError **error);
void hc_target_free(struct hc_target *target);
/* The same in two steps: GDB takes its time to get ready, and the caller may
 * have something else to do. */
struct hc_target *hc_target_start(const struct hc_launch *launch,
	const struct hc_gdb_options *options, GError **error);
gboolean hc_target_ready(struct hc_target *target, GError **error);
/* GDB's own process. */
pid_t hc_target_gdb(const struct hc_target *target);
/* Sets the timeout of its launch, for the next run. */
void hc_target_set_timeout(struct hc_target *target, double seconds);

/* Runs the program from its beginning to its end. Nothing of it is left
 * running. */
struct hc_outcome *hc_target_observe(
	struct hc_target *target, struct hc_gdb_facts *facts, GError **error);

/* Whether the program has this place; what GDB knows of libraries it knows from
 * the run before. No run is made, and one that is stopped must be over. `line`:
 * where GDB would stop, which may be the next line that has code. */
gboolean hc_target_check(struct hc_target *target, const struct hc_place *place,
	int *line, GError **error);

/* Runs the program from its beginning and stops it there. */
gboolean hc_target_run_to(
	struct hc_target *target, const struct hc_place *place, GError **error);
/* The same in two steps, with a pause before anything of the program's own has
 * happened, at main or earlier: starting takes GDB most of the time, and two
 * programs can do that at once without getting in each other's way, as they
 * might later by the files that they write. */
gboolean hc_target_set_off(
	struct hc_target *target, const struct hc_place *place, GError **error);
gboolean hc_target_arrive(struct hc_target *target, GError **error);
pid_t hc_target_pid(const struct hc_target *target);
/* "main (sample.c:27)": where it stopped; the target's own. */
const char *hc_target_place(const struct hc_target *target);
/* How the hits before were counted, for those who want to know: "jump" (in the
 * program), "watch" (by the system), "stop" (by us), "GDB". */
const char *hc_target_way(const struct hc_target *target);
/* The source file of that place, NULL if it is not known; the target's own. */
const char *hc_target_source(const struct hc_target *target);
gboolean hc_target_registers(struct hc_target *target,
	struct hc_target_registers *registers, GError **error);

/* What it was made with, where it was last run to (all NULL: nowhere yet), and
 * its descriptors 0, 1 and 2; the target's own. */
const struct hc_launch *hc_target_launch(const struct hc_target *target);
const struct hc_gdb_options *hc_target_options(const struct hc_target *target);
const struct hc_place *hc_target_last_place(const struct hc_target *target);
const struct hc_streams *hc_target_streams(const struct hc_target *target);
/* The kernel's id of the thread that stopped, 0 with an error. */
pid_t hc_target_thread(struct hc_target *target, GError **error);

/* The program, if it is not GDB that has it; NULL: GDB has. The target's own. */
struct hc_hold *hc_target_hold(const struct hc_target *target);
/* How it got where it is, without GDB; NULL: by GDB. The target's own. */
const struct hc_bring_place *hc_target_way_there(
	const struct hc_target *target);
/* Brings another run to where the model's program is held, with streams of its
 * own, in the calling thread; see hc_bring(). The model must outlive it. */
gboolean hc_target_bring(const struct hc_target *model,
	const struct hc_streams *streams, struct hc_brought *brought,
	GError **error);

/* The process, as /proc and reads of its memory know it. Its first thread has
 * its number and may be over while others go on: nothing is left there, and all
 * of it is with the thread that stopped. */
pid_t hc_target_task(struct hc_target *target);

/* Changes the stopped program. All of the memory is written, or there is an
 * error; pages that the program itself may not write are no obstacle. A caller
 * that reads memory through a cache must drop it. `number` is DWARF's, 0 …
 * 16. */
gboolean hc_target_write(struct hc_target *target, guint64 address,
	const void *bytes, gsize n, GError **error);
gboolean hc_target_set_register(
	struct hc_target *target, guint number, guint64 value, GError **error);
/* Calls a function of the program with one number, and stores what it returns.
 * Otherwise the program's state is as before. */
gboolean hc_target_call(struct hc_target *target, guint64 function,
	guint64 argument, guint64 *result, GError **error);
/* A function's address, 0 with an error. */
guint64 hc_target_function(
	struct hc_target *target, const char *name, GError **error);
/* Allocates a block of each size with the program's own malloc. */
gboolean hc_target_allocate(struct hc_target *target, const guint64 *sizes,
	guint n, guint64 *addresses, GError **error);

/* Removes all breakpoints; none is left in the program. */
gboolean hc_target_forget_places(struct hc_target *target, GError **error);
/* GDB lets go of the program, which stays stopped by SIGSTOP where it was, and
 * is the caller's: to trace, to continue, to kill. No breakpoint of GDB's is
 * left in it. Returns its process id, 0 with an error. */
pid_t hc_target_leave(struct hc_target *target, GError **error);
/* Makes the target ready for another run from the beginning: no breakpoints,
 * stdin at its start, output empty. The previous program must be gone. */
gboolean hc_target_rewind(struct hc_target *target, GError **error);
/* Ends the program, if it still runs, and makes the target ready for another
 * run: several times faster than another GDB. */
gboolean hc_target_end(struct hc_target *target, GError **error);

/* Memory as GDB reads it, 100 times slower than from outside: returns n, or 0
 * if not all of it is there. An hc_memory_ask, with the target as its data. */
gsize hc_target_read(guint64 address, void *bytes, gsize n, gpointer target);

/* What GDB says about expressions at this stop, all asked at once: an answer
 * for each, or NULL where GDB refuses it. `expressions` is NULL-terminated. The
 * caller frees each answer and the array. */
char **hc_target_evaluate(struct hc_target *target,
	const char *const *expressions, GError **error);

/* Gives GDB a command of its command line, as a person would type it at this
 * stop. Returns what it printed, NULL with an error; the caller frees it. */
char *hc_target_command(
	struct hc_target *target, const char *command, GError **error);

typedef struct hc_target hc_target; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_target, hc_target_free)
typedef struct hc_gdb_facts hc_gdb_facts; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(hc_gdb_facts, hc_gdb_facts_clear)

#endif
