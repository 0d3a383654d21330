/* Running altered executions: a program that is stopped at an event goes on
 * from there, again and again, each time changed in another way, and each time
 * one sees what came of it.
 *
 *	struct hc_engine_options options = {.jobs = 2, .timeout = 5};
 *	g_autoptr(hc_engine) engine = hc_engine_new(target, &options, &error);
 *	hc_engine_avoid(engine, stale, n_stale);
 *	hc_engine_allocate(engine, sizes, n, addresses, &error);
 *	g_autoptr(hc_outcome) outcome =
 *		hc_engine_run(engine, alteration, &error);
 *
 * The target stays stopped where it is and is not altered; only its
 * breakpoints are taken back. It must outlive the engine, and so must its
 * launch.
 *
 * There are two ways. Fork: a copy of the stopped process is the template, and
 * a copy of the template runs the test: the cost of a fork. Rerun: the program
 * is brought from its beginning to the place, as it was the first time, and
 * runs the test: the cost of a run, for programs that can't be copied because
 * part of their state is outside of the process. From the event on both are traced
 * alike, with the same limits, deadlines and outcomes. A test runs natively but
 * for signals, forks and new threads, which stop it for a moment.
 *
 * If the launch has a view (process-view.h), tests have layers of their own:
 * they find all files as they were at the event, whatever other tests wrote,
 * also at the same time. Open files are opened anew there, by their names. Two
 * things are shared all the same: files that have no name any more, which are
 * put back before each test; and of a file with several names that was not
 * written before, a test sees its own changes by one of them only.
 *
 * Without a view a test works on the real files. Those that the program has
 * open at the event are put back before each test: their offsets, and the
 * contents of those that it may write. Files that a test opens or makes later
 * stay as the test left them.
 *
 * Everything that a test started is killed with it, whatever it did to hide.
 * Should our process be killed, the kernel kills templates and tests. It can't
 * end a program that GDB is just starting, or has just let go for a rerun: for
 * that there is the launch's warden, which the caller's main() should enter.
 *
 * An engine belongs to the thread that made it. This process becomes a child
 * subreaper, and tests are its children: don't wait for any child (-1), and
 * don't call hc_process_kill_strays() while an engine lives. Native runs may go
 * on beside it. */
#ifndef HC_ENGINE_H
#define HC_ENGINE_H

#include "alteration.h"
#include "target.h"

struct hc_debuginfo;

enum hc_engine_kind { HC_ENGINE_AUTO, HC_ENGINE_FORK, HC_ENGINE_RERUN };

struct hc_engine_options {
	/* AUTO: fork where it is sound, else rerun. FORK is an error where it
	 * is not sound. */
	enum hc_engine_kind kind;
	guint jobs; /* tests at a time; 0: one */
	double timeout; /* seconds that a test may take; 0: the launch's */
	/* Seconds of CPU time that it may take, which nobody else's work makes
	 * more of; who takes more hangs as well. 0: any. */
	double busy;
	/* What a test may use. Where a limit is 0 it is the launch's; where
	 * that is 0, too, memory is held to what the program has at the event
	 * and an equal share of half of the machine's, and CPU time to what
	 * all cores can give within the timeout. */
	struct hc_limits limits;
	guint processes; /* processes and threads of a test; 0: 256 */
	guint most_frames; /* of a crash or hang; 0: all that count */
	/* Where separate debug files are, as for hc_debuginfo; only for the
	 * frames of a crash. */
	const char *debug_dir;
	/* The debug information of the target as it is stopped, if the caller
	 * has it: reading it takes longer than a test. It is used while blocks
	 * are allocated, and not by other threads. NULL: it is read again. */
	struct hc_debuginfo *info;
};

#define HC_ENGINE_ERROR (hc_engine_error_quark())
GQuark hc_engine_error_quark(void);
enum hc_engine_error {
	HC_ENGINE_ERROR_UNSOUND, /* a fork was asked for and would be wrong */
	HC_ENGINE_ERROR_SYSTEM, /* a system call failed */
	HC_ENGINE_ERROR_ALTERATION, /* it can't be applied */
	HC_ENGINE_ERROR_ALLOCATE, /* the program's malloc fails */
	HC_ENGINE_ERROR_STOPPED, /* *stop of the launch was set */
};

struct hc_engine;
/* Errors are the engine's, and the target's. */
struct hc_engine *hc_engine_new(struct hc_target *target,
	const struct hc_engine_options *options, GError **error);
/* Ends what still runs. */
void hc_engine_free(struct hc_engine *engine);

/* HC_ENGINE_FORK or HC_ENGINE_RERUN, and why, for those who ask: "a fork is
 * sound", "the program has 3 threads". The engine's own. */
enum hc_engine_kind hc_engine_kind(const struct hc_engine *engine);
const char *hc_engine_reason(const struct hc_engine *engine);
/* How many tests can run at a time: fewer than asked for if they would write
 * to the same files. */
guint hc_engine_jobs(const struct hc_engine *engine);

/* What the program had written to stdout and stderr before the event, as far
 * as it had left the program's own buffers. Outcomes have only what is written
 * after it. The engine's own. */
GBytes *hc_engine_out_before(const struct hc_engine *engine);
GBytes *hc_engine_err_before(const struct hc_engine *engine);

/* Blocks for objects that alterations create, by the program's own malloc: it
 * may free them. They are there in every test, used or not, with whatever
 * malloc left in them. To be called before the first test; may be called more
 * than once. An address stands for the block in alterations and need not be
 * where it will be: addresses inside of memory must be given as such, by
 * hc_alteration_point. */
gboolean hc_engine_allocate(struct hc_engine *engine, const guint64 *sizes,
	guint n, guint64 *addresses, GError **error);

/* Addresses that no block of hc_engine_allocate may have in it, as they are in
 * the target: what dangling pointers of the program hold. Where malloc gives
 * such a block another one is taken, and it is freed again in the end. To be
 * called before that. */
void hc_engine_avoid(
	struct hc_engine *engine, const guint64 *addresses, guint n);

/* Runs one test and waits for it. NULL with an error if it could not be run;
 * whatever the program does is an outcome. */
struct hc_outcome *hc_engine_run(struct hc_engine *engine,
	const struct hc_alteration *alteration, GError **error);

/* Several tests at a time, in the way of dd's workers. Any number may be
 * submitted, each with a ticket of its own; hc_engine_jobs() of them run. The
 * alteration is copied. */
gboolean hc_engine_submit(struct hc_engine *engine, guint64 ticket,
	const struct hc_alteration *alteration, GError **error);

enum hc_engine_wait {
	HC_ENGINE_DONE, /* *ticket, and its *outcome, which is the caller's */
	HC_ENGINE_NOTHING, /* the time `until` came, or *stop of the launch */
	HC_ENGINE_FAILED, /* *ticket could not be run: the error says why */
};
/* Waits until any test is done, or until the monotonic time `until` in µs (-1:
 * as long as it takes). With no test under way it is HC_ENGINE_NOTHING at
 * once. Deadlines of tests hold only while somebody waits here. */
enum hc_engine_wait hc_engine_wait(struct hc_engine *engine, gint64 until,
	guint64 *ticket, struct hc_outcome **outcome, GError **error);
/* Ends a test that is not needed any more; hc_engine_wait never names it. */
void hc_engine_cancel(struct hc_engine *engine, guint64 ticket);

typedef struct hc_engine hc_engine; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_engine, hc_engine_free)

#endif
