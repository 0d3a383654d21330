#include "chain.h"

#include "choose.h"
#include "clock.h"
#include "criterion.h"
#include "keep.h"
#include "named.h"
#include "steps.h"
#include "suspects.h"
#include "writers.h"

/* Isolations, if the user does not say. */
enum { DEFAULT_EVENTS = 14 };
/* Lines that are reached more often than this are no moments of the run, nor
 * are functions; these are recorded all the same, as deep as the stack can
 * be, since they are the frames of others. */
enum { MOST_HITS = 100, MOST_ENTRIES = 200 * 1000 };
/* Traces of a run that does not do the same each time, beside the first: fewer
 * would leave to chance what is seen to vary. */
enum { MOST_AGAIN = 6 };

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
	result->failure_kind = failure->kind;
	result->failure_text = g_strdup(failure->text);
}

static gboolean is_stopped(const struct hc_chain_options *options)
{
	return hc_stop_flag_is_set(options->look.stop);
}

/* `hits`: of a line, that are recorded at least. */
static struct hc_trace *trace(const struct hc_debuggees *debuggees,
	enum hc_side side, const struct hc_chain_options *options, guint hits,
	GError **error)
{
	const struct hc_run *run = debuggees->run[side].run;
	struct hc_trace_options how = HC_TRACE_OPTIONS_INIT;
	/* Of what never ends, the beginning will do. */
	double times = run->native->end == HC_END_HANG ? 1 : 4;
	struct hc_launch launch = hc_run_launch(
		run, times * debuggees->runs->timeout, options->look.stop);

	how.lines = TRUE;
	how.libraries = TRUE;
	how.hot_line = MAX(MOST_HITS, hits);
	how.hot = MOST_ENTRIES;
	how.debug_dir = hc_program_debug_dir(run->command->program);
	return hc_trace_run(&launch, &how, error);
}

/* ---- Places that the user named ---- */

/* Sorts them by the time at which the runs come to them. Where the runs can't
 * be traced, they are taken as they are. */
static gboolean sort_places(GArray *named, const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, struct hc_evidence *evidence,
	GError **error)
{
	guint hits = 0;
	gboolean hangs =
		debuggees->run[HC_FAILING].run->native->end == HC_END_HANG;
	/* One place is in order. What never ends is not traced only to know
	 * where to look. */
	if (named->len < 2 && (options->look.compare_only || hangs))
		return TRUE;
	for (guint i = 0; i < named->len; i++) {
		const struct hc_place *place =
			g_array_index(named, struct hc_named, i).place;
		hits = MAX(hits,
			MAX(place[HC_PASSING].hit, place[HC_FAILING].hit));
	}
	g_autoptr(hc_trace) pass =
		trace(debuggees, HC_PASSING, options, hits, NULL);
	g_autoptr(hc_trace) fail =
		pass ? trace(debuggees, HC_FAILING, options, hits, NULL) : NULL;
	gboolean fine = !fail || hc_named_sort(named, pass, fail, error);
	evidence->trace[HC_PASSING] = g_steal_pointer(&pass);
	evidence->trace[HC_FAILING] = g_steal_pointer(&fail);
	return fine;
}

static GArray *find_places(const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, struct hc_evidence *evidence,
	GError **error)
{
	struct hc_target *target = debuggees->run[HC_PASSING].target;
	g_autoptr(GArray) named = hc_named_parse(options->at, error);
	if (!named || !hc_named_check(named, target, error) ||
		!sort_places(named, debuggees, options, evidence, error))
		return NULL;
	return g_steal_pointer(&named);
}

/* One by one. It is an error if none of them is reached. */
static gboolean visit_places(GPtrArray *looks,
	const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, struct hc_evidence *evidence,
	GError **error)
{
	guint reached = 0;
	g_autoptr(GError) first = NULL;
	g_autoptr(GArray) named =
		find_places(debuggees, options, evidence, error);
	if (!named)
		return FALSE;
	g_autoptr(hc_looker) looker = hc_looker_new(debuggees, &options->look);
	hc_looker_set_budget(looker, named->len);
	for (guint i = 0; i < named->len && !is_stopped(options); i++) {
		const struct hc_place *place =
			g_array_index(named, struct hc_named, i).place;
		struct hc_pair pair = {&place[HC_PASSING], &place[HC_FAILING]};
		g_autoptr(GError) problem = NULL;
		struct hc_look *look = hc_look_at(looker, &pair, &problem);
		if (!look && !g_error_matches(problem, HC_TARGET_ERROR,
				     HC_TARGET_ERROR_NOT_REACHED)) {
			g_propagate_error(error, g_steal_pointer(&problem));
			return FALSE;
		}
		reached += look != NULL;
		g_ptr_array_add(
			looks, look ? look
				    : hc_look_new_missed(pair.pass, pair.fail,
					      problem->message));
		if (problem && !first)
			first = g_steal_pointer(&problem);
	}
	if (reached || !first)
		return TRUE;
	g_propagate_error(error, g_steal_pointer(&first));
	return FALSE;
}

/* ---- Places that nobody named ---- */

/* Traces again and marks what varies by itself. What does not end is not made
 * again: how far it got is chance. */
static guint mark_noise(struct hc_trace *known,
	const struct hc_debuggees *debuggees, enum hc_side side,
	const struct hc_chain_options *options)
{
	if (known->outcome->end == HC_END_HANG || is_stopped(options))
		return 0;
	/* One that can't be made again is no reason to stop. */
	g_autoptr(hc_trace) again = trace(debuggees, side, options, 0, NULL);
	return again ? hc_alignment_noise_mark(known, again) : 0;
}

/* A program may have a seed of its own, and do things in another order each
 * time; moments that are not there each time are not worth much. Once more is
 * enough to see that nothing varies. */
static gboolean find_noise(struct hc_trace *traces[HC_SIDES],
	const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options)
{
	guint found = 0, times = 1;
	for (guint i = 0; i < times; i++) {
		for (guint side = 0; side < HC_SIDES; side++)
			found += mark_noise(
				traces[side], debuggees, side, options);
		if (found)
			times = MOST_AGAIN;
	}
	hc_alignment_noise_share(traces[HC_PASSING], traces[HC_FAILING]);
	return found > 0;
}

static gboolean has_cause(const GPtrArray *looks)
{
	for (guint i = 0; i < looks->len; i++) {
		const struct hc_look *look = g_ptr_array_index(looks, i);
		if (look->event->isolated)
			return TRUE;
	}
	return FALSE;
}

static GPtrArray *choose_moments(struct hc_alignment *alignment,
	const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, GError **error)
{
	g_autoptr(hc_looker) looker = hc_looker_new(debuggees, &options->look);
	guint budget = options->events ? options->events : DEFAULT_EVENTS;
	hc_looker_set_budget(looker, budget);
	struct hc_chain_choice choice = {
		.debuggees = debuggees,
		.looker = looker,
		.alignment = alignment,
		.options = &options->look,
		.asker = &options->asker,
		.budget = budget,
	};
	return hc_chain_choose(&choice, error);
}

/* First without what varies by itself, then, for want of a cause, with it. */
static GPtrArray *choose_among(struct hc_trace *traces[HC_SIDES],
	const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, GError **error)
{
	struct hc_trace *pass = traces[HC_PASSING], *fail = traces[HC_FAILING];
	g_autoptr(hc_alignment) all = hc_alignment_new(pass, fail);
	if (!all) {
		hc_stopped_fail(error);
		return NULL;
	}
	/* Two runs that went the same way show that nothing varies. */
	if (all->gaps->len == 0 || !find_noise(traces, debuggees, options))
		return choose_moments(all, debuggees, options, error);

	g_autoptr(hc_alignment) steady = hc_alignment_new(pass, fail);
	if (!steady) {
		hc_stopped_fail(error);
		return NULL;
	}
	g_autoptr(GPtrArray) found =
		choose_moments(steady, debuggees, options, error);
	if (!found || has_cause(found) || is_stopped(options))
		return g_steal_pointer(&found);
	hc_alignment_noise_forget(pass);
	hc_alignment_noise_forget(fail);
	return choose_moments(all, debuggees, options, error);
}

static gboolean choose_places(GPtrArray *looks,
	const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, struct hc_evidence *evidence,
	GError **error)
{
	const struct hc_chain_observer *observer = &options->look.observer;
	struct hc_chain_progress progress = {.phase = HC_CHAIN_TRACING};
	if (observer->progress)
		observer->progress(&progress, observer->data);
	g_autoptr(hc_trace) pass =
		trace(debuggees, HC_PASSING, options, 0, error);
	g_autoptr(hc_trace) fail =
		pass ? trace(debuggees, HC_FAILING, options, 0, error) : NULL;
	if (!fail)
		return FALSE;
	struct hc_trace **traces = evidence->trace;
	traces[HC_PASSING] = g_steal_pointer(&pass);
	traces[HC_FAILING] = g_steal_pointer(&fail);
	g_autoptr(GPtrArray) found =
		choose_among(traces, debuggees, options, error);
	if (!found)
		return FALSE;
	g_ptr_array_extend_and_steal(looks, g_steal_pointer(&found));
	return TRUE;
}

/* ---- The result ---- */

static void publish(struct hc_result *result, GPtrArray *looks,
	const struct hc_debuggees *debuggees, hc_stop_flag stop)
{
	hc_steps_find(looks, result);
	hc_writers_find(looks, &result->brief, debuggees, stop);
	g_ptr_array_set_free_func(looks, NULL);
	for (guint i = 0; i < looks->len; i++) {
		struct hc_event *event =
			hc_look_publish(g_ptr_array_index(looks, i));
		dd_counts_add(&result->tests, &event->tests);
		g_ptr_array_add(result->events, event);
	}
	g_ptr_array_set_size(looks, 0);
	result->unclear = 2 * result->tests.unresolved > result->tests.tests;
}

static gboolean find(GPtrArray *looks, const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, struct hc_evidence *evidence,
	GError **error)
{
	return (options->at ? visit_places : choose_places)(
		looks, debuggees, options, evidence, error);
}

struct hc_result *hc_chain_find_by(const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, GError **error)
{
	g_autoptr(hc_result) result = hc_result_new();
	g_autoptr(GPtrArray) looks =
		g_ptr_array_new_with_free_func((GDestroyNotify) hc_look_free);
	g_autoptr(hc_keep) keep =
		hc_keep_new(&options->look, options->keep_states);
	g_auto(hc_evidence) evidence = {0};
	g_autoptr(GError) problem = NULL;
	struct hc_chain_options how = *options;
	gint64 start = g_get_monotonic_time();
	describe_runs(result, debuggees);
	result->said = debuggees->options.fail_if || debuggees->options.test;
	result->named = options->at != NULL;
	how.look = *hc_keep_options(keep);
	gboolean fine = find(looks, debuggees, &how, &evidence, &problem);
	publish(result, looks, debuggees, options->look.stop);
	hc_suspects_find(result, &evidence);
	hc_keep_publish(keep, result);
	result->seconds = hc_clock_seconds_since(start);
	result->interrupted = is_stopped(options);
	if (fine || result->interrupted)
		return g_steal_pointer(&result);
	g_propagate_error(error, g_steal_pointer(&problem));
	return NULL;
}
