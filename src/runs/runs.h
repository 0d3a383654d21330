/* The two runs that everything is about: the commands, what each does by
 * itself, whether it does so again and again, and what the failure is. No
 * debugger is needed, and any program will do.
 *
 *	g_autoptr(hc_runs) runs = hc_runs_load("pass.args", "fail.args", &e);
 *	if (!runs || !hc_runs_observe(runs, &options, &e))
 *		return FALSE;
 *	use(runs->run[HC_FAILING].native, runs->oracle);
 *
 * hc_runs_free frees all of it. */
#ifndef HC_RUNS_H
#define HC_RUNS_H

#include "command.h"
#include "launch.h"
#include "oracle.h"
#include "side.h"

struct hc_run {
	const char *name; /* "passing" or "failing" */
	struct hc_command *command;
	const struct hc_view *view; /* the caller's; NULL: it works in place */
	struct hc_outcome *native; /* NULL: not observed yet */
};

struct hc_runs {
	struct hc_run run[HC_SIDES];
	/* Judges executions by what the runs do natively; NULL: not observed
	 * yet. */
	struct hc_oracle *oracle;
	gboolean repeatable; /* it is right about them each time */
	/* Streams that vary from run to run, and so don't count: "stdout",
	 * "stderr", "stdout and stderr"; NULL: none. */
	const char *varying;
	/* Of these, streams that have the time of day in them: they may happen
	 * to be the same twice, but vary all the same. */
	gboolean timed_out, timed_err;
	double timeout; /* seconds, after which an execution is a hang */
	double busy; /* the same of CPU time; 0: the user has set the timeout */
	GPtrArray *notes; /* char *: what the user should know */
};

struct hc_runs_options {
	double timeout; /* seconds; 0: by the passing run's own time */
	const char *fail_if; /* what a failure is, as for an oracle; or NULL */
	const char *test;
	GBytes *expect;
	hc_stop_flag stop;
	/* Makes all ready before each run; NULL: there is nothing to do. */
	gboolean (*prepare)(enum hc_side side, gpointer data, GError **error);
	/* Is told what happens next: "the failing run natively". */
	void (*progress)(const char *what, gpointer data);
	gpointer data;
};

#define HC_RUNS_ERROR (hc_runs_error_quark())
GQuark hc_runs_error_quark(void);
enum hc_runs_error {
	HC_RUNS_ERROR_CLAIM, /* they don't pass and fail as claimed, or not
				each time */
};

/* Takes both commands. */
struct hc_runs *hc_runs_new(struct hc_command *pass, struct hc_command *fail);
/* The same from two args files. */
struct hc_runs *hc_runs_load(
	const char *pass_file, const char *fail_file, GError **error);
void hc_runs_free(struct hc_runs *runs);

/* Says in an error about a program which of the two runs it is about; errors
 * about args files name their file. */
void hc_runs_name_error(enum hc_side side, GError **error);

/* How it is run; the run must outlive the launch. */
struct hc_launch hc_run_launch(
	const struct hc_run *run, double timeout, hc_stop_flag stop);

/* Makes both, each several times unless that takes too long. It is an error if
 * they don't pass and fail; but not if they do so now and then only: that is
 * told by `repeatable`. Errors of the oracle are passed on, but for claims. */
gboolean hc_runs_observe(struct hc_runs *runs,
	const struct hc_runs_options *options, GError **error);

typedef struct hc_runs hc_runs; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_runs, hc_runs_free)

#endif
