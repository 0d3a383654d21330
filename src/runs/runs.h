/* The two runs that everything is about, observed: what each does natively and
 * under GDB, whether it does so again and again, and what the failure is.
 *
 *	g_autoptr(hc_runs) runs = hc_runs_load("pass.args", "fail.args", &e);
 *	if (!runs || !hc_runs_observe(runs, &options, &e))
 *		return FALSE;
 *	use(runs->fail.native, runs->fail.gdb, runs->oracle);
 *
 * hc_runs_free frees all of it. */
#ifndef HC_RUNS_H
#define HC_RUNS_H

#include "args.h"
#include "oracle.h"
#include "program.h"
#include "target.h"

struct hc_run {
	const char *name; /* "passing" or "failing" */
	struct hc_args *args;
	struct hc_program *program;
	char *command; /* as one line of shell */
	char **argv; /* what the program gets; argv[0] is its path */
	char **env; /* its whole environment */
	struct hc_outcome *native; /* NULL: not observed yet */
	struct hc_outcome *gdb;
	struct hc_gdb_facts facts;
	/* The GDB that it was observed in, with no program running; for whoever
	 * goes on. NULL: not observed yet. */
	struct hc_target *target;
};

struct hc_runs {
	struct hc_run pass;
	struct hc_run fail;
	/* Judges executions by what the runs do under GDB; NULL: not observed
	 * yet. */
	struct hc_oracle *oracle;
	/* The failure needs address space randomisation: GDB must leave it on
	 * (struct hc_gdb_options). */
	gboolean randomize;
	double timeout; /* seconds, after which an execution is a hang */
	double busy; /* the same of CPU time; 0: the user has set the timeout */
	GPtrArray *notes; /* char *: what the user should know */
};

struct hc_runs_options {
	const char *gdb; /* NULL: gdb in PATH */
	double timeout; /* seconds; 0: by the passing run's own time */
	const char *fail_if; /* what a failure is, as for an oracle; or NULL */
	const char *test;
	hc_stop_flag stop;
	/* Is told what happens next: "the failing run under GDB". */
	void (*progress)(const char *what, gpointer data);
	gpointer data;
};

#define HC_RUNS_ERROR (hc_runs_error_quark())
GQuark hc_runs_error_quark(void);
enum hc_runs_error {
	HC_RUNS_ERROR_CLAIM, /* they don't pass and fail as claimed, or not
				each time */
};

/* Reads both args files and finds and checks the program. */
struct hc_runs *hc_runs_load(
	const char *pass_file, const char *fail_file, GError **error);
void hc_runs_free(struct hc_runs *runs);

/* One side alone: `name` stands in errors for the run. */
gboolean hc_run_load(struct hc_run *side, const char *name, const char *file,
	GError **error);
void hc_run_clear(struct hc_run *side);

/* How it is run; the side must outlive the launch. */
struct hc_launch hc_run_launch(
	const struct hc_run *side, double timeout, hc_stop_flag stop);

/* Runs both, natively and under GDB, each several times unless that takes too
 * long. A failure that is not the same each time natively, but is under GDB,
 * will do; where GDB's presence changes it, it is tried with address space
 * randomisation on. Errors of the oracle are passed on, but for claims. */
gboolean hc_runs_observe(struct hc_runs *runs,
	const struct hc_runs_options *options, GError **error);

typedef struct hc_runs hc_runs; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_runs, hc_runs_free)

#endif
