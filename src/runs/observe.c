#include "runs.h"

#include "runs-trial.h"

/* A passing run that takes longer than this needs --timeout. */
#define FIRST_TIMEOUT 60.0
/* A run is a hang when it takes this many times the passing run's time, or
 * the failing run's, if that ends … */
#define TIMES 10.0
/* … and at least this long, in seconds. */
#define SHORTEST 1.0
/* The first time, one that is merely slow must have the time to show it. */
#define PATIENCE 5.0
/* Of CPU time this will do: other things that the machine does are not in it.
 */
#define SHORTEST_BUSY 0.1
/* A run is not repeated any more when its repetitions took this long. */
#define REPEAT_SECONDS 5.0

enum { MOST_FRAMES = 64, NATIVE_RUNS = 3, GDB_RUNS = 2 };

/* What it takes to make the runs. */
struct observer {
	struct hc_runs *runs;
	const struct hc_runs_options *options;
	struct hc_oracle_options oracle;
	double timeout;
};

GQuark hc_runs_error_quark(void)
{
	return g_quark_from_static_string("hc-runs-error");
}

static void tell(const struct hc_runs_options *options,
	const struct hc_run *side, const char *how)
{
	if (!options->progress)
		return;
	g_autofree char *what =
		g_strdup_printf("the %s run %s", side->name, how);
	options->progress(what, options->data);
}

static void G_GNUC_PRINTF(2, 3)
	note(struct hc_runs *runs, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_ptr_array_add(runs->notes, g_strdup_vprintf(format, arguments));
	va_end(arguments);
}

static struct hc_launch launch_for(
	const struct observer *o, const struct hc_run *side, double timeout)
{
	return hc_run_launch(side,
		o->options->timeout > 0 ? o->options->timeout : timeout,
		o->options->stop);
}

static gboolean run_native(const struct observer *o, struct hc_run *side,
	double timeout, GPtrArray *into, GError **error)
{
	struct hc_launch launch = launch_for(o, side, timeout);
	if (into->len == 0)
		tell(o->options, side, "natively");
	struct hc_outcome *outcome = hc_launch_native(&launch, error);
	if (outcome)
		g_ptr_array_add(into, outcome);
	else
		g_prefix_error(error, "%s run: ", side->name);
	return outcome != NULL;
}

/* A GDB for each side. They get ready while something else is done. */
static gboolean start_gdbs(
	const struct observer *o, gboolean randomize, GError **error)
{
	struct hc_run *sides[] = {&o->runs->pass, &o->runs->fail};
	for (guint i = 0; i < G_N_ELEMENTS(sides); i++) {
		struct hc_gdb_options gdb = {
			.gdb = o->options->gdb,
			.separate_debug = sides[i]->program->debug_path != NULL,
			.randomize = randomize,
			.most_frames = MOST_FRAMES,
		};
		struct hc_launch launch =
			launch_for(o, sides[i], FIRST_TIMEOUT);
		g_clear_pointer(&sides[i]->target, hc_target_free);
		sides[i]->target = hc_target_start(&launch, &gdb, error);
		if (!sides[i]->target) {
			g_prefix_error(error, "%s run: ", sides[i]->name);
			return FALSE;
		}
	}
	return TRUE;
}

/* GDB makes starting slower, not running, but for each signal and each
 * library: twice the time is room enough. What hangs anyway needs no room. */
static gboolean run_gdb(const struct observer *o, struct hc_run *side,
	const GPtrArray *native, GPtrArray *into, GError **error)
{
	const struct hc_outcome *before = g_ptr_array_index(native, 0);
	double times = before->end == HC_END_HANG ? 1 : 2;
	struct hc_launch launch = launch_for(o, side, times * o->timeout);
	if (into->len == 0)
		tell(o->options, side,
			hc_target_options(side->target)->randomize
				? "under GDB, with address space randomisation"
				: "under GDB");
	hc_gdb_facts_clear(&side->facts);
	hc_target_set_timeout(side->target, launch.timeout);
	struct hc_outcome *outcome =
		hc_target_observe(side->target, &side->facts, error);
	if (outcome)
		g_ptr_array_add(into, outcome);
	else
		g_prefix_error(error, "%s run: ", side->name);
	return outcome && hc_target_end(side->target, error);
}

/* Once more? A hang takes all of its time each time. */
static gboolean goes_on(const GPtrArray *outcomes, guint most)
{
	double seconds = 0;
	for (guint i = 0; i < outcomes->len; i++) {
		const struct hc_outcome *o = g_ptr_array_index(outcomes, i);
		seconds += o->seconds;
		if (o->end == HC_END_HANG)
			return FALSE;
	}
	return outcomes->len < most && seconds < REPEAT_SECONDS;
}

/* A run that crashes or hangs does not pass, whatever the other one does;
 * unless the user says what a failure is. A hang never passes. */
static gboolean check_passes(const struct observer *o,
	const struct hc_outcome *outcome, GError **error)
{
	gboolean told = o->oracle.fail_if || o->oracle.test;
	if (outcome->end == HC_END_EXIT ||
		(told && outcome->end != HC_END_HANG))
		return TRUE;
	g_autofree char *end = hc_outcome_describe(outcome);
	g_set_error(error, HC_RUNS_ERROR, HC_RUNS_ERROR_CLAIM,
		"the passing run does not pass: %s %s%s", o->runs->pass.command,
		end,
		outcome->end == HC_END_HANG
			? "; if it only needs more time, say so by --timeout"
			: "");
	return FALSE;
}

/* The oracle's words, with the command that they are about. */
static void set_claim_error(const struct observer *o,
	const struct hc_trial *trial, const char *how, GError **error)
{
	const struct hc_outcome *fail = g_ptr_array_index(trial->fail, 0);
	g_autofree char *end = hc_outcome_describe(fail);
	if (o->oracle.fail_if || o->oracle.test)
		g_set_error(error, HC_RUNS_ERROR, HC_RUNS_ERROR_CLAIM, "%s%s",
			trial->claim->message, how);
	else
		g_set_error(error, HC_RUNS_ERROR, HC_RUNS_ERROR_CLAIM,
			"the failing run does not fail%s: %s %s and writes "
			"the same as the passing run",
			how, o->runs->fail.command, end);
}

static gboolean try_native(
	struct observer *o, struct hc_trial *trial, GError **error)
{
	struct hc_run *pass = &o->runs->pass, *fail = &o->runs->fail;
	if (!run_native(o, pass, FIRST_TIMEOUT, trial->pass, error) ||
		!check_passes(o, g_ptr_array_index(trial->pass, 0), error))
		return FALSE;
	const struct hc_outcome *first = g_ptr_array_index(trial->pass, 0);
	o->timeout = MAX(SHORTEST, TIMES * first->seconds);
	double busy = MAX(SHORTEST_BUSY, TIMES * first->seconds);
	if (!run_native(o, fail, MAX(PATIENCE, o->timeout), trial->fail, error))
		return FALSE;
	first = g_ptr_array_index(trial->fail, 0);
	if (first->end != HC_END_HANG) {
		o->timeout = MAX(o->timeout, TIMES * first->seconds);
		busy = MAX(busy, TIMES * first->seconds);
	}
	o->runs->timeout =
		o->options->timeout > 0 ? o->options->timeout : o->timeout;
	o->runs->busy = o->options->timeout > 0 ? 0 : busy;
	while (goes_on(trial->pass, NATIVE_RUNS))
		if (!run_native(o, pass, o->timeout, trial->pass, error))
			return FALSE;
	while (goes_on(trial->fail, NATIVE_RUNS))
		if (!run_native(o, fail, o->timeout, trial->fail, error))
			return FALSE;
	if (!hc_trial_judge(trial, &o->oracle, error))
		return FALSE;
	if (!trial->oracle)
		set_claim_error(o, trial, "", error);
	return trial->oracle != NULL;
}

static gboolean try_gdb(const struct observer *o, const struct hc_trial *native,
	struct hc_trial *trial, GError **error)
{
	do
		if (!run_gdb(o, &o->runs->pass, native->pass, trial->pass,
			    error))
			return FALSE;
	while (goes_on(trial->pass, GDB_RUNS));
	do
		if (!run_gdb(o, &o->runs->fail, native->fail, trial->fail,
			    error))
			return FALSE;
	while (goes_on(trial->fail, GDB_RUNS));
	return hc_trial_judge(trial, &o->oracle, error);
}

/* Stable, and the same failure as natively. */
static gboolean is_good(const struct hc_trial *native,
	const struct hc_trial *gdb, gboolean *good, GError **error)
{
	*good = gdb->stable;
	return !*good || hc_trial_agrees(native, gdb, good, error);
}

static struct hc_outcome *take_first(GPtrArray *outcomes)
{
	return g_ptr_array_steal_index(outcomes, 0);
}

static void keep(struct hc_runs *runs, struct hc_trial *native,
	struct hc_trial *gdb, gboolean randomize)
{
	runs->randomize = randomize;
	if (!native->stable)
		note(runs, "natively the outcome is not the same each time; "
			   "under GDB it is");
	if (gdb->ignore_out || gdb->ignore_err)
		note(runs,
			"what the program writes to %s varies from run to run "
			"and is not compared",
			!gdb->ignore_err   ? "stdout"
			: !gdb->ignore_out ? "stderr"
					   : "stdout and stderr");
	runs->pass.native = take_first(native->pass);
	runs->fail.native = take_first(native->fail);
	runs->pass.gdb = take_first(gdb->pass);
	runs->fail.gdb = take_first(gdb->fail);
	runs->oracle = g_steal_pointer(&gdb->oracle);
}

static void set_gdb_error(
	const struct observer *o, const struct hc_trial *gdb, GError **error)
{
	if (!gdb->oracle) {
		set_claim_error(o, gdb, " under GDB", error);
		return;
	}
	g_autofree char *pass = hc_trial_describe(gdb->pass);
	g_autofree char *fail = hc_trial_describe(gdb->fail);
	g_set_error(error, HC_RUNS_ERROR, HC_RUNS_ERROR_CLAIM,
		"the outcome is not repeatable: under GDB, %s %s, and %s %s; "
		"--fail-if or --test may tell the failure better",
		o->runs->pass.command, pass, o->runs->fail.command, fail);
}

/* GDB's presence, or what it switches off, changed something. */
static gboolean try_otherwise(const struct observer *o, struct hc_trial *native,
	struct hc_trial *fixed, GError **error)
{
	struct hc_runs *runs = o->runs;
	g_auto(hc_trial) random;
	gboolean good = FALSE;
	hc_trial_init(&random);
	if (!runs->fail.facts.randomized) {
		if (!start_gdbs(o, TRUE, error) ||
			!try_gdb(o, native, &random, error) ||
			!is_good(native, &random, &good, error))
			return FALSE;
	}
	if (good) {
		note(runs, "under GDB the runs do otherwise while address "
			   "space randomisation is off; it is left on");
		keep(runs, native, &random, TRUE);
		return TRUE;
	}
	if (!fixed->stable) {
		set_gdb_error(o, fixed, error);
		return FALSE;
	}
	note(runs, "the runs do not do the same under GDB as natively, but "
		   "one fails there as well; that failure is looked at");
	keep(runs, native, fixed, FALSE);
	return start_gdbs(o, FALSE, error);
}

gboolean hc_runs_observe(struct hc_runs *runs,
	const struct hc_runs_options *options, GError **error)
{
	struct observer o = {
		.runs = runs,
		.options = options,
		.oracle = {.fail_if = options->fail_if,
			.test = options->test,
			.stop = options->stop},
	};
	g_auto(hc_trial) native;
	g_auto(hc_trial) gdb;
	gboolean good;
	hc_trial_init(&native);
	hc_trial_init(&gdb);
	if (!hc_oracle_check_options(&o.oracle, error) ||
		!start_gdbs(&o, FALSE, error) ||
		!try_native(&o, &native, error) ||
		!try_gdb(&o, &native, &gdb, error) ||
		!is_good(&native, &gdb, &good, error))
		return FALSE;
	if (!good)
		return try_otherwise(&o, &native, &gdb, error);
	keep(runs, &native, &gdb, FALSE);
	return TRUE;
}
