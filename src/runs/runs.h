/* The two runs that everything is about, observed: what each does natively and
 * under GDB.
 *
 *	g_autoptr(hc_runs) runs = hc_runs_load("pass.args", "fail.args", &e);
 *	if (!runs || !hc_runs_observe(runs, &options, &e))
 *		return FALSE;
 *	use(runs->fail.native, runs->fail.gdb);
 *
 * hc_runs_free frees all of it. */
#ifndef HC_RUNS_H
#define HC_RUNS_H

#include "args.h"
#include "program.h"
#include "target.h"

struct hc_side {
	const char *name; /* "passing" or "failing" */
	struct hc_args *args;
	struct hc_program *program;
	char *command; /* as one line of shell */
	char **argv; /* what the program gets; argv[0] is its path */
	char **env; /* its whole environment */
	struct hc_outcome *native; /* NULL: not observed yet */
	struct hc_outcome *gdb;
	struct hc_gdb_facts facts;
};

struct hc_runs {
	struct hc_side pass;
	struct hc_side fail;
};

struct hc_runs_options {
	const char *gdb; /* NULL: gdb in PATH */
	double timeout; /* seconds; 0: by the passing run's own time */
	const volatile sig_atomic_t *stop;
	/* Is told what happens next: "the failing run under GDB". */
	void (*progress)(const char *what, gpointer data);
	gpointer data;
};

#define HC_RUNS_ERROR (hc_runs_error_quark())
GQuark hc_runs_error_quark(void);
enum hc_runs_error {
	HC_RUNS_ERROR_CLAIM, /* they don't pass and fail as claimed */
};

/* Reads both args files and finds and checks the program. */
struct hc_runs *hc_runs_load(
	const char *pass_file, const char *fail_file, GError **error);
void hc_runs_free(struct hc_runs *runs);

/* One side alone: `name` stands in errors for the run. */
gboolean hc_side_load(struct hc_side *side, const char *name, const char *file,
	GError **error);
void hc_side_clear(struct hc_side *side);

/* Runs both, natively and under GDB. */
gboolean hc_runs_observe(struct hc_runs *runs,
	const struct hc_runs_options *options, GError **error);

typedef struct hc_runs hc_runs; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_runs, hc_runs_free)

#endif
