#include "chain.h"

#include "chain-inside.h"
#include "choose.h"

/* Isolations, if the user does not say. */
enum { DEFAULT_EVENTS = 14 };
/* Lines that are reached more often than this are no moments of the run, nor
 * are functions; these are recorded all the same, as deep as the stack can
 * be, since they are the frames of others. */
enum { MOST_HITS = 100, MOST_ENTRIES = 200 * 1000 };

static void describe_runs(
	struct hc_result *result, const struct hc_debuggees *debuggees)
{
	const struct hc_failure *failure = hc_oracle_failure(debuggees->oracle);
	const struct hc_debuggee *pass = &debuggees->run[HC_PASSING];
	const struct hc_debuggee *fail = &debuggees->run[HC_FAILING];
	result->program = g_strdup(pass->run->command->program->path);
	result->pass.command = g_strdup(pass->run->command->shell);
	result->fail.command = g_strdup(fail->run->command->shell);
	result->pass.argv = g_strdupv(pass->run->command->argv);
	result->fail.argv = g_strdupv(fail->run->command->argv);
	result->pass.outcome = hc_outcome_copy(pass->gdb);
	result->fail.outcome = hc_outcome_copy(fail->gdb);
	result->failure_kind = g_strdup(failure->kind);
	result->failure_text = g_strdup(failure->text);
}

static void add_event(struct hc_result *result, struct hc_event *event)
{
	struct hc_test_counts *sum = &result->tests;
	g_ptr_array_add(result->events, event);
	sum->total += event->tests.total;
	sum->pass += event->tests.pass;
	sum->fail += event->tests.fail;
	sum->unresolved += event->tests.unresolved;
	sum->cached += event->tests.cached;
	result->unclear = 2 * sum->unresolved > sum->total;
}

static gboolean is_stopped(const struct hc_chain_options *options)
{
	return options->isolate.stop && *options->isolate.stop;
}

/* A place that a run does not reach, as an event without a cause. */
static struct hc_event *missed(const struct hc_place *place, const char *why)
{
	struct hc_event *event = hc_event_new();
	event->function = g_strdup(place->function);
	event->file = g_strdup(place->file);
	event->line = place->line;
	event->at_function = g_strdup(place->function);
	event->at_file = g_strdup(place->file);
	event->at_line = place->line;
	event->hit_pass = event->hit_fail = place->hit;
	event->reason = g_strdup(why);
	return event;
}

/* The places that the user named, one by one. It is an error if none of them is
 * reached. */
static gboolean visit_places(struct hc_result *result,
	const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, GError **error)
{
	char **at = options->at;
	guint reached = 0;
	g_autoptr(GError) first = NULL;
	g_autoptr(hc_stage) stage = hc_stage_new(debuggees, &options->isolate);
	for (guint i = 0; at[i] && !is_stopped(options); i++) {
		g_auto(hc_place) place = {0};
		g_autoptr(GError) problem = NULL;
		if (!hc_place_parse(&place, at[i], error))
			return FALSE;
		struct hc_pair pair = {&place, &place};
		struct hc_event *event = hc_isolate(stage, &pair, &problem);
		if (!event && !g_error_matches(problem, HC_TARGET_ERROR,
				      HC_TARGET_ERROR_NOT_REACHED)) {
			g_propagate_error(error, g_steal_pointer(&problem));
			return FALSE;
		}
		reached += event != NULL;
		add_event(result,
			event ? event : missed(&place, problem->message));
		if (problem && !first)
			first = g_steal_pointer(&problem);
	}
	if (reached || !first)
		return TRUE;
	g_propagate_error(error, g_steal_pointer(&first));
	return FALSE;
}

/* ---- Places that nobody named ---- */

static struct hc_trace *trace(const struct hc_debuggees *debuggees,
	enum hc_side side, const struct hc_chain_options *options,
	GError **error)
{
	const struct hc_run *run = debuggees->run[side].run;
	struct hc_trace_options how = HC_TRACE_OPTIONS_INIT;
	/* Of what never ends, the beginning will do. */
	double times = run->native->end == HC_END_HANG ? 1 : 4;
	struct hc_launch launch = hc_debuggees_launch(debuggees, side,
		times * debuggees->runs->timeout, options->isolate.stop);
	how.lines = TRUE;
	how.hot_line = MOST_HITS;
	how.hot = MOST_ENTRIES;
	how.debug_dir = hc_program_debug_dir(run->command->program);
	return hc_trace_run(&launch, &how, error);
}

static gboolean choose_places(struct hc_result *result,
	const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, GError **error)
{
	if (options->isolate.progress)
		options->isolate.progress(
			"tracing both runs", options->isolate.data);
	g_autoptr(hc_trace) pass = trace(debuggees, HC_PASSING, options, error);
	g_autoptr(hc_trace) fail =
		pass ? trace(debuggees, HC_FAILING, options, error) : NULL;
	if (!fail)
		return FALSE;
	g_autoptr(hc_alignment) alignment = hc_alignment_new(pass, fail);
	g_autoptr(hc_stage) stage = hc_stage_new(debuggees, &options->isolate);
	struct hc_chain_choice choice = {
		.debuggees = debuggees,
		.stage = stage,
		.alignment = alignment,
		.options = &options->isolate,
		.budget = options->events ? options->events : DEFAULT_EVENTS,
	};
	g_autoptr(GPtrArray) found = hc_chain_choose(&choice, error);
	if (!found)
		return FALSE;
	for (guint i = 0; i < found->len; i++)
		add_event(result, g_ptr_array_index(found, i));
	g_ptr_array_set_free_func(found, NULL);
	return TRUE;
}

struct hc_result *hc_chain_find(const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, GError **error)
{
	g_autoptr(hc_result) result = hc_result_new();
	g_autoptr(GError) problem = NULL;
	gint64 start = g_get_monotonic_time();
	describe_runs(result, debuggees);
	gboolean fine =
		options->at
			? visit_places(result, debuggees, options, &problem)
			: choose_places(result, debuggees, options, &problem);
	result->seconds = (double) (g_get_monotonic_time() - start) / 1e6;
	result->interrupted = is_stopped(options);
	if (fine || result->interrupted)
		return g_steal_pointer(&result);
	g_propagate_error(error, g_steal_pointer(&problem));
	return NULL;
}
