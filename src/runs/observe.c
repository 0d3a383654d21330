#include "runs.h"

/* A passing run that takes longer than this needs --timeout. */
#define FIRST_TIMEOUT 60.0
/* A run is a hang when it takes this many times the passing run's time … */
#define TIMES 10.0
/* … and at least this long, in seconds. */
#define SHORTEST 1.0

enum { MOST_FRAMES = 64 };

GQuark hc_runs_error_quark(void)
{
	return g_quark_from_static_string("hc-runs-error");
}

static struct hc_launch launch_of(const struct hc_side *side,
	const struct hc_runs_options *options, double timeout)
{
	return (struct hc_launch){
		.path = side->program->path,
		.argv = (const char *const *) side->argv,
		.env = (const char *const *) side->env,
		.input = side->args->input,
		.limits = HC_LIMITS_INIT,
		.timeout = options->timeout > 0 ? options->timeout : timeout,
		.stop = options->stop,
	};
}

static void tell(const struct hc_runs_options *options,
	const struct hc_side *side, const char *how)
{
	if (!options->progress)
		return;
	g_autofree char *what =
		g_strdup_printf("the %s run %s", side->name, how);
	options->progress(what, options->data);
}

static gboolean run_native(struct hc_side *side,
	const struct hc_runs_options *options, double timeout, GError **error)
{
	struct hc_launch launch = launch_of(side, options, timeout);
	tell(options, side, "natively");
	side->native = hc_run_native(&launch, error);
	if (!side->native)
		g_prefix_error(error, "%s run: ", side->name);
	return side->native != NULL;
}

/* GDB makes starting slower, not running, but for each signal and each
 * library: twice the time is room enough. */
static gboolean run_gdb(struct hc_side *side,
	const struct hc_runs_options *options, double timeout, GError **error)
{
	struct hc_launch launch = launch_of(side, options, 2 * timeout);
	struct hc_gdb_options gdb = {
		.gdb = options->gdb,
		.separate_debug = side->program->debug_path != NULL,
		.most_frames = MOST_FRAMES,
	};
	tell(options, side, "under GDB");
	side->gdb = hc_run_gdb(&launch, &gdb, &side->facts, error);
	if (!side->gdb)
		g_prefix_error(error, "%s run: ", side->name);
	return side->gdb != NULL;
}

/* A run that crashes or hangs does not pass, whatever the other one does. */
static gboolean check_passes(const struct hc_side *side, GError **error)
{
	if (side->native->end == HC_END_EXIT)
		return TRUE;
	g_autofree char *end = hc_outcome_describe(side->native);
	g_set_error(error, HC_RUNS_ERROR, HC_RUNS_ERROR_CLAIM,
		"the passing run does not pass: %s %s%s", side->command, end,
		side->native->end == HC_END_HANG
			? "; if it only needs more time, say so by --timeout"
			: "");
	return FALSE;
}

static gboolean check_differ(const struct hc_runs *runs, GError **error)
{
	if (!hc_outcome_same(runs->pass.native, runs->fail.native))
		return TRUE;
	g_autofree char *end = hc_outcome_describe(runs->fail.native);
	g_set_error(error, HC_RUNS_ERROR, HC_RUNS_ERROR_CLAIM,
		"the failing run does not fail: %s %s and writes the same as "
		"the passing run",
		runs->fail.command, end);
	return FALSE;
}

gboolean hc_runs_observe(struct hc_runs *runs,
	const struct hc_runs_options *options, GError **error)
{
	if (!run_native(&runs->pass, options, FIRST_TIMEOUT, error) ||
		!check_passes(&runs->pass, error))
		return FALSE;
	double timeout = MAX(SHORTEST, TIMES * runs->pass.native->seconds);
	return run_native(&runs->fail, options, timeout, error) &&
	       check_differ(runs, error) &&
	       run_gdb(&runs->pass, options, timeout, error) &&
	       run_gdb(&runs->fail, options, timeout, error);
}
