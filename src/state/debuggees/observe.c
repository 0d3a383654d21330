#include "debuggees-inside.h"

#include "trial.h"

enum { GDB_RUNS = 2 };

static void G_GNUC_PRINTF(2, 3)
	note(struct hc_debuggees *d, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_ptr_array_add(d->notes, g_strdup_vprintf(format, arguments));
	va_end(arguments);
}

static void tell(const struct hc_debuggees *d, const struct hc_debuggee *side)
{
	if (!d->options.progress)
		return;
	g_autofree char *what =
		g_strdup_printf("the %s run under GDB%s", side->run->name,
			hc_target_options(side->target)->randomize
				? ", with address space randomisation"
				: "");
	d->options.progress(what, d->options.data);
}

/* GDB makes starting slower, not running, but for each signal and each
 * library: twice the time is room enough. What hangs anyway needs no room. */
static gboolean run_once(struct hc_debuggees *d, enum hc_side which,
	struct hc_trial *trial, const struct hc_oracle_options *oracle,
	GError **error)
{
	struct hc_debuggee *side = &d->run[which];
	double times = side->run->native->end == HC_END_HANG ? 1 : 2;
	if (trial->outcomes[which]->len == 0)
		tell(d, side);
	hc_gdb_facts_clear(&side->facts);
	hc_target_set_timeout(side->target, d->options.timeout > 0
						    ? d->options.timeout
						    : times * d->runs->timeout);
	struct hc_outcome *outcome =
		hc_target_observe(side->target, &side->facts, error);
	if (!outcome) {
		g_prefix_error(error, "%s run: ", side->run->name);
		return FALSE;
	}
	return hc_trial_add(trial, which, outcome, oracle, error) &&
	       hc_target_end(side->target, error);
}

static gboolean run_all(
	struct hc_debuggees *d, struct hc_trial *trial, GError **error)
{
	struct hc_oracle_options oracle = hc_trial_oracle_options(&d->options);
	for (guint i = 0; i < HC_SIDES; i++)
		do
			if (!run_once(d, i, trial, &oracle, error))
				return FALSE;
		while (hc_trial_goes_on(trial->outcomes[i], GDB_RUNS));
	/* These runs may have been made in the same second. */
	trial->ignore_out = d->runs->timed_out;
	trial->ignore_err = d->runs->timed_err;
	return hc_trial_judge(trial, &oracle, error);
}

/* Stable, and the same failure as natively. Nobody can tell whether it is the
 * same where that varies. */
static gboolean is_good(const struct hc_runs *runs, const struct hc_trial *gdb,
	gboolean *good, GError **error)
{
	*good = gdb->stable;
	return !*good || !runs->repeatable ||
	       hc_trial_agrees(gdb, runs->oracle, good, error);
}

static void keep(
	struct hc_debuggees *d, struct hc_trial *gdb, gboolean randomize)
{
	const char *varying = hc_trial_varying(gdb);
	d->randomize = randomize;
	if (!d->runs->repeatable)
		note(d, "natively the outcome varies from run to run; under "
			"GDB it does not");
	if (varying)
		note(d,
			"what the program writes to %s varies from run to run "
			"and is not compared",
			varying);
	for (guint i = 0; i < HC_SIDES; i++)
		d->run[i].gdb = hc_trial_take(gdb, i);
	d->oracle = g_steal_pointer(&gdb->oracle);
}

static void set_error(const struct hc_debuggees *d, const struct hc_trial *gdb,
	GError **error)
{
	const struct hc_run *run = d->runs->run;
	if (!gdb->oracle) {
		hc_trial_set_claim_error(gdb, d->runs, " under GDB", error);
		return;
	}
	g_autofree char *pass = hc_trial_describe(gdb->outcomes[HC_PASSING]);
	g_autofree char *fail = hc_trial_describe(gdb->outcomes[HC_FAILING]);
	g_set_error(error, HC_RUNS_ERROR, HC_RUNS_ERROR_CLAIM,
		"the outcome is not repeatable: under GDB, %s %s, and %s %s; "
		"if you can say what the failure is, use --fail-if or --test",
		run[HC_PASSING].command->shell, pass,
		run[HC_FAILING].command->shell, fail);
}

/* GDB's presence, or what it switches off, changed something. */
static gboolean try_otherwise(
	struct hc_debuggees *d, struct hc_trial *fixed, GError **error)
{
	g_auto(hc_trial) random;
	gboolean good = FALSE;
	hc_trial_init(&random);
	if (!d->run[HC_FAILING].facts.randomized) {
		if (!hc_debuggees_start_gdbs(d, TRUE, error) ||
			!run_all(d, &random, error) ||
			!is_good(d->runs, &random, &good, error))
			return FALSE;
	}
	if (good) {
		note(d, "under GDB the runs behave differently when address "
			"space randomisation is off, so it stays on");
		keep(d, &random, TRUE);
		return TRUE;
	}
	if (!fixed->stable) {
		set_error(d, fixed, error);
		return FALSE;
	}
	note(d, "under GDB the runs do not behave as they do natively, but one "
		"of them still fails; that failure is the one explained");
	keep(d, fixed, FALSE);
	return hc_debuggees_start_gdbs(d, FALSE, error);
}

gboolean hc_debuggees_observe(struct hc_debuggees *d, GError **error)
{
	g_auto(hc_trial) trial;
	gboolean good;
	hc_trial_init(&trial);
	if (!run_all(d, &trial, error) ||
		!is_good(d->runs, &trial, &good, error))
		return FALSE;
	if (!good)
		return try_otherwise(d, &trial, error);
	keep(d, &trial, FALSE);
	return TRUE;
}
