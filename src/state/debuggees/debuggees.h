/* The two runs under GDB: what they do there, and the GDBs for whoever goes on.
 *
 *	g_autoptr(hc_debuggees) both =
 *		hc_debuggees_new(runs, NULL, &options, &error);
 *	if (!both || !hc_debuggees_start(both, &error))
 *		return FALSE;
 *	if (!hc_runs_observe(runs, &options, &error) ||
 *		!hc_debuggees_observe(both, &error))
 *		return FALSE;
 *	use(both->run[HC_FAILING].gdb, both->oracle);
 *
 * GDB takes its time to get ready: hence the runs are observed natively
 * between the start and the observation here. hc_debuggees_free frees all but
 * the runs. */
#ifndef HC_DEBUGGEES_H
#define HC_DEBUGGEES_H

#include "runs.h"
#include "target.h"

struct hc_debuggee {
	const struct hc_run *run; /* the same, natively */
	struct hc_outcome *gdb; /* under GDB; NULL: not observed yet */
	struct hc_gdb_facts facts;
	/* The GDB that it was observed in, with no program running; NULL: not
	 * started yet. */
	struct hc_target *target;
};

struct hc_debuggees {
	const struct hc_runs *runs;
	struct hc_debuggee run[HC_SIDES];
	/* Judges executions by what the runs do under GDB; NULL: not observed
	 * yet. */
	struct hc_oracle *oracle;
	/* The failure needs address space randomisation: GDB must leave it on
	 * (struct hc_gdb_options). */
	gboolean randomize;
	GPtrArray *notes; /* char *: what the user should know */
	/* ---- As given ---- */
	char *gdb_path; /* NULL: gdb in PATH */
	struct hc_runs_options options;
};

/* Checks that both runs are of one program that can be debugged, and that the
 * options make sense. The runs, and all that the options point to, must
 * outlive it. `gdb` is the GDB to use; NULL: gdb in PATH. */
struct hc_debuggees *hc_debuggees_new(struct hc_runs *runs, const char *gdb,
	const struct hc_runs_options *options, GError **error);
void hc_debuggees_free(struct hc_debuggees *debuggees);

/* Starts the GDBs. */
gboolean hc_debuggees_start(struct hc_debuggees *debuggees, GError **error);

/* Makes both runs there, each several times unless that takes too long; they
 * have been observed natively. A failure that is not the same each time
 * natively, but is under GDB, will do; where GDB's presence changes it, it is
 * tried with address space randomisation on. Errors of the oracle are passed
 * on, but for claims, which are the runs' (HC_RUNS_ERROR). */
gboolean hc_debuggees_observe(struct hc_debuggees *debuggees, GError **error);

typedef struct hc_debuggees hc_debuggees; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_debuggees, hc_debuggees_free)

#endif
