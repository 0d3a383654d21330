#include "inside.h"

#include "vertex.h"

#include <string.h>

/* Tests that finding the context of a cause may take. */
enum { CONTEXT_TESTS = 40 };
/* How often a cause that was not needed is dropped. */
enum { MOST_DROPPED = 3 };
/* Calls shown of a stack, and refused differences. */
enum { MOST_CALLS = 50, MOST_REFUSED = 20 };

/* What streams hold that the program has written before the event. */
static const char *const written_streams[] = {"stdout", "stderr", NULL};

/* One event under analysis. */
struct isolation {
	struct hc_stage *stage;
	const struct hc_runs *runs;
	const struct hc_isolate_options *options;
	struct hc_event *event;
	struct hc_moment pass, fail;
	/* The same moments of other runs of the same invocations. */
	struct hc_moment again[2];
	struct mg_match *match, *noise_match[2];
	struct mg_diff *diff, *noise_diff[2];
	struct hc_deltas *deltas;
	struct hc_experiment experiment;
	gboolean with_noise;
	/* What dd found; deltas may be finer than at the beginning. */
	struct dd_set *passing, *difference;
};

static double seconds_since(gint64 start)
{
	return (double) (g_get_monotonic_time() - start) / 1e6;
}

static void say(const struct isolation *x, const char *what)
{
	if (x->options->progress)
		x->options->progress(what, x->options->data);
}

static void give_up(struct isolation *x, const char *format, ...)
	G_GNUC_PRINTF(2, 3);

static void give_up(struct isolation *x, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_free(x->event->reason);
	x->event->reason = g_strdup_vprintf(format, arguments);
	va_end(arguments);
}

/* ---- Both states ---- */

static void take_place(struct isolation *x)
{
	guint n;
	const struct hc_stack_frame *stack =
		hc_snapshot_stack(x->pass.snapshot, &n);
	struct hc_event *event = x->event;
	if (n) {
		event->function = g_strdup(stack[0].function);
		event->file = g_strdup(stack[0].file);
		event->line = stack[0].line;
	}
	for (guint i = 0; i < n && i < MOST_CALLS; i++) {
		struct hc_frame frame = {(char *) stack[i].function,
			(char *) stack[i].file, stack[i].line};
		if (stack[i].has_debug)
			g_ptr_array_add(
				event->backtrace, hc_frame_describe(&frame));
	}
}

static void count_graphs(struct isolation *x)
{
	const struct hc_moment *moments[] = {&x->pass, &x->fail};
	for (guint i = 0; i < 2; i++) {
		struct mg_summary sum;
		mg_graph_summary(hc_snapshot_graph(moments[i]->snapshot), &sum);
		x->event->vertices[i] = sum.vertices;
		x->event->edges[i] = sum.edges;
	}
	x->event->common = mg_diff_common_vertices(x->diff);
}

/* The state of another run of the same invocation, for find_noise. A run that
 * does not get there each time is no reason to stop. */
static void reach_before(struct isolation *x, guint run,
	const struct hc_spot *place, struct hc_moment *again)
{
	if (hc_moment_reach(again, x->stage, run, place, NULL)) {
		x->event->stop += again->stop;
		x->event->extract += again->extract;
	} else
		hc_moment_clear(again);
}

static gboolean reach(
	struct isolation *x, const struct hc_pair *pair, GError **error)
{
	const struct hc_spot *pass = pair->pass, *fail = pair->fail;
	say(x, "stopping both runs");
	x->event->hit_pass = pass->hit;
	x->event->hit_fail = fail->hit;
	x->event->at_function = g_strdup(pass->function);
	x->event->at_file = g_strdup(pass->file);
	x->event->at_line = pass->line;
	if (!pair->quiet && !x->options->compare_only) {
		reach_before(x, HC_RUN_PASS, pass, &x->again[0]);
		reach_before(x, HC_RUN_FAIL, fail, &x->again[1]);
	}
	if (!hc_moment_reach(&x->pass, x->stage, HC_RUN_PASS, pass, error) ||
		!hc_moment_reach(&x->fail, x->stage, HC_RUN_FAIL, fail, error))
		return FALSE;
	x->event->stop += x->pass.stop + x->fail.stop;
	x->event->extract += x->pass.extract + x->fail.extract;
	take_place(x);
	return TRUE;
}

/* What differs between two runs of the same invocation. */
static void find_noise(
	struct isolation *x, guint i, const struct hc_moment *moment)
{
	struct mg_match_options how = {.way = MG_MATCH_TRAVERSAL};
	if (!x->again[i].snapshot)
		return;
	x->noise_match[i] = mg_match_new(hc_snapshot_graph(moment->snapshot),
		hc_snapshot_graph(x->again[i].snapshot), &how);
	x->noise_diff[i] = mg_diff_new(x->noise_match[i]);
}

/* Where addresses vary, so does what is left of them on the stack, here and
 * there. */
static gboolean is_quiet(
	const struct isolation *x, guint i, const struct hc_moment *moment)
{
	return x->noise_diff[i] && x->noise_diff[i]->changes->len == 0 &&
	       hc_snapshot_same_addresses(
		       moment->snapshot, x->again[i].snapshot);
}

static gboolean compare(struct isolation *x, GError **error)
{
	struct mg_match_options how = {.way = x->options->match};
	say(x, "comparing both states");
	gint64 start = g_get_monotonic_time();
	x->match = mg_match_new(hc_snapshot_graph(x->pass.snapshot),
		hc_snapshot_graph(x->fail.snapshot), &how);
	x->diff = mg_diff_new(x->match);
	count_graphs(x);
	x->event->compare = seconds_since(start);
	if (x->options->compared && !x->options->compared(x->diff, x->event,
					    x->options->data, error))
		return FALSE;
	find_noise(x, 0, &x->pass);
	find_noise(x, 1, &x->fail);
	x->event->quiet = is_quiet(x, 0, &x->pass) && is_quiet(x, 1, &x->fail);
	return TRUE;
}

/* ---- Narrowing ---- */

static void make_deltas(struct isolation *x)
{
	struct hc_noise noise = {
		.pass = x->with_noise ? NULL : x->noise_diff[0],
		.fail = x->with_noise ? NULL : x->noise_diff[1],
		.streams = written_streams,
		.process = hc_target_pid(x->fail.target),
	};
	g_clear_pointer(&x->deltas, hc_deltas_free);
	x->deltas = hc_deltas_new(x->diff, &noise);
	x->event->deltas = hc_deltas_n(x->deltas);
	x->event->noise = hc_deltas_n_noise(x->deltas);
	/* What varies by itself does not tell the runs apart. */
	x->event->common = mg_diff_common_vertices(x->diff) +
			   hc_deltas_noise_vertices(x->deltas);
	g_ptr_array_set_size(x->event->refused, 0);
	const GArray *refused = hc_deltas_refused(x->deltas);
	for (guint i = 0; i < refused->len && i < MOST_REFUSED; i++) {
		const struct hc_refused *r =
			&g_array_index(refused, struct hc_refused, i);
		g_ptr_array_add(x->event->refused,
			g_strdup_printf("%s %s", r->name, r->why));
	}
}

static void observe(const struct dd_step *step, gpointer data)
{
	struct isolation *x = data;
	/* Halving, with both halves asked for. */
	guint to_go = 2 * g_bit_storage(MAX(step->remaining, 1) - 1) + 2;
	g_autofree char *what = g_strdup_printf("narrowing: %" G_GUINT64_FORMAT
						" tests, %u deltas left, "
						"about %u tests to go",
		x->experiment.tests, step->remaining, to_go);
	say(x, what);
}

static void count(struct isolation *x, const struct dd_counts *counts)
{
	struct hc_test_counts *sum = &x->event->tests;
	sum->total += counts->tests;
	sum->pass += counts->pass;
	sum->fail += counts->fail;
	sum->unresolved += counts->unresolved;
	sum->cached += counts->cached;
}

/* One test of ours, counted like dd's. */
static gboolean test(struct isolation *x, struct hc_experiment *experiment,
	const struct dd_set *set, enum dd_outcome *outcome, GError **error)
{
	if (!hc_experiment_test(experiment, set, outcome, error))
		return FALSE;
	x->event->tests.total++;
	x->event->tests.pass += *outcome == DD_PASS;
	x->event->tests.fail += *outcome == DD_FAIL;
	x->event->tests.unresolved += *outcome == DD_UNRESOLVED;
	return TRUE;
}

static gboolean run_dd(struct isolation *x, enum dd_algorithm algorithm,
	const struct dd_set *pass, const struct dd_set *fail,
	guint64 limit_tests, struct dd_result *result, GError **error)
{
	struct dd_task task = {
		.algorithm = algorithm,
		.n = hc_deltas_n(x->experiment.deltas),
		.pass = pass,
		.fail = fail,
		.pass_known = TRUE,
		.fail_known = TRUE,
		.groups = hc_deltas_groups(x->experiment.deltas),
		.workers = &x->experiment.workers,
		.observe = observe,
		.observe_data = x,
		.limit_tests = limit_tests,
		.limit_seconds = x->options->limit_seconds,
		.stop = x->options->stop,
	};
	if (!dd_run(&task, result, error))
		return FALSE;
	count(x, &result->counts);
	if (result->status == DD_STOPPED_BY_CALLER) {
		g_set_error_literal(error, HC_LAUNCH_ERROR,
			HC_LAUNCH_ERROR_STOPPED, "interrupted");
		dd_result_clear(result);
		return FALSE;
	}
	return TRUE;
}

/* Why all differences together don't make the passing run fail. */
static void explain_failing_end(struct isolation *x, enum dd_outcome outcome)
{
	if (x->experiment.refusal) {
		give_up(x,
			"the differences can't be put into the passing run: "
			"%s",
			x->experiment.refusal);
		return;
	}
	g_autofree char *end = hc_outcome_describe(x->experiment.last);
	if (x->event->refused->len)
		give_up(x,
			"all %u differences together do not make the passing "
			"run fail (it %s); %u could not be transferred: %s",
			x->event->deltas, end, x->event->refused->len,
			(char *) g_ptr_array_index(x->event->refused, 0));
	else if (outcome == DD_PASS)
		give_up(x,
			"with all %u differences the passing run still "
			"passes: the failure depends on something outside of "
			"the compared state, such as the layout of the heap",
			x->event->deltas);
	else
		give_up(x,
			"with all %u differences the passing run neither "
			"passes nor fails as before: it %s",
			x->event->deltas, end);
}

/* No delta ⇒ PASS, all deltas ⇒ FAIL. */
static gboolean check_ends(struct isolation *x, gboolean *valid, GError **error)
{
	g_autoptr(dd_set) none = dd_set_new_empty();
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(x->deltas));
	enum dd_outcome outcome;
	*valid = FALSE;
	if (!test(x, &x->experiment, none, &outcome, error))
		return FALSE;
	if (outcome != DD_PASS) {
		g_autofree char *end = hc_outcome_describe(x->experiment.last);
		give_up(x,
			"from here on, even the unaltered passing run does "
			"not pass: it %s",
			end);
		return TRUE;
	}
	if (!test(x, &x->experiment, all, &outcome, error))
		return FALSE;
	*valid = outcome == DD_FAIL;
	if (!*valid)
		explain_failing_end(x, outcome);
	return TRUE;
}

static gboolean begin_experiment(struct isolation *x, GError **error)
{
	hc_experiment_clear(&x->experiment);
	return hc_experiment_init(&x->experiment, &x->pass, x->deltas, x->runs,
		x->options, error);
}

/* Numbers of coarse deltas as those of the finer ones they became. */
static struct dd_set *refine_set(
	const struct dd_set *set, const guint32 *origin, guint n)
{
	g_autoptr(GArray) members = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; i < n; i++)
		if (dd_set_contains(set, origin[i]))
			g_array_append_val(members, i);
	return dd_set_new_members(
		(const guint32 *) (void *) members->data, members->len);
}

/* Goes on inside of arrays and buffers that were found. */
static gboolean refine(struct isolation *x, GError **error)
{
	const guint32 *origin;
	struct hc_deltas *fine =
		hc_deltas_refine(x->deltas, x->difference, &origin);
	if (!fine)
		return TRUE;
	guint n = hc_deltas_n(fine);
	g_autoptr(dd_set) pass = refine_set(x->passing, origin, n);
	g_autoptr(dd_set) rest = refine_set(x->difference, origin, n);
	g_autoptr(dd_set) fail = dd_set_union(pass, rest);
	g_auto(dd_result) result = {0};
	hc_deltas_free(x->deltas);
	x->deltas = x->experiment.deltas = fine;
	if (!run_dd(x, DD_ISOLATE, pass, fail, x->options->limit_tests, &result,
		    error))
		return FALSE;
	dd_set_unref(x->passing);
	dd_set_unref(x->difference);
	x->passing = dd_set_ref(result.pass);
	x->difference = dd_set_ref(result.difference);
	return TRUE;
}

static gboolean narrow(struct isolation *x, const struct dd_set *from,
	const struct dd_set *to, GError **error)
{
	g_auto(dd_result) result = {0};
	if (!run_dd(x, DD_ISOLATE, from, to, x->options->limit_tests, &result,
		    error))
		return FALSE;
	g_clear_pointer(&x->passing, dd_set_unref);
	g_clear_pointer(&x->difference, dd_set_unref);
	x->passing = dd_set_ref(result.pass);
	x->difference = dd_set_ref(result.difference);
	return TRUE;
}

/* Everything but the difference. If that fails as well the difference was not
 * needed: without it another one may be found. */
static gboolean drop_needless(struct isolation *x, GError **error)
{
	g_autoptr(dd_set) none = dd_set_new_empty();
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(x->deltas));
	g_autoptr(dd_set) rest = dd_set_minus(all, x->difference);
	g_autoptr(dd_set) first_passing = dd_set_ref(x->passing);
	g_autoptr(dd_set) first = dd_set_ref(x->difference);
	for (guint i = 0; i < MOST_DROPPED; i++) {
		enum dd_outcome outcome;
		if (!test(x, &x->experiment, rest, &outcome, error))
			return FALSE;
		if (outcome != DD_FAIL)
			return TRUE;
		x->event->confirmed = HC_OVERDETERMINED;
		if (!narrow(x, none, rest, error))
			return FALSE;
		struct dd_set *fewer = dd_set_minus(rest, x->difference);
		dd_set_unref(rest);
		rest = fewer;
	}
	/* None of them is needed: the first is as good as the others. */
	dd_set_unref(x->passing);
	dd_set_unref(x->difference);
	x->passing = dd_set_ref(first_passing);
	x->difference = dd_set_ref(first);
	return TRUE;
}

/* Whether all else without the difference does not fail. */
static gboolean is_needed(struct isolation *x, GError **error)
{
	enum dd_outcome outcome;
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(x->deltas));
	g_autoptr(dd_set) rest = dd_set_minus(all, x->difference);
	if (!test(x, &x->experiment, rest, &outcome, error))
		return FALSE;
	x->event->confirmed =
		outcome == DD_FAIL ? HC_OVERDETERMINED : HC_CONFIRMED_NOT;
	return TRUE;
}

/* ---- Confirming ---- */

/* Takes the difference out of the failing run itself. */
static gboolean confirm(struct isolation *x, GError **error)
{
	g_autoptr(mg_match) back = mg_match_reversed(x->match);
	g_autoptr(mg_diff) diff = mg_diff_new(back);
	struct hc_noise noise = {
		.streams = written_streams,
		.process = hc_target_pid(x->pass.target),
	};
	g_autoptr(hc_deltas) coarse = hc_deltas_new(diff, &noise);
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(coarse));
	const guint32 *origin;
	/* What was divided here must be divided there. */
	g_autoptr(hc_deltas) fine = hc_deltas_refine(coarse, all, &origin);
	struct hc_deltas *deltas = coarse;
	g_autoptr(dd_set) set =
		hc_deltas_mirror(x->deltas, x->difference, coarse);
	if (set->size < x->difference->size && fine) {
		dd_set_unref(set);
		set = hc_deltas_mirror(x->deltas, x->difference, fine);
		deltas = fine;
	}
	if (set->size == 0) {
		x->event->confirmed = HC_CONFIRMED_ONE;
		return TRUE;
	}
	g_auto(hc_experiment) reverse = {0};
	enum dd_outcome outcome;
	if (!hc_experiment_init(
		    &reverse, &x->fail, deltas, x->runs, x->options, error) ||
		!test(x, &reverse, set, &outcome, error))
		return FALSE;
	x->event->confirmed = outcome == DD_PASS   ? HC_CONFIRMED_BOTH
			      : outcome == DD_FAIL ? HC_OVERDETERMINED
						   : HC_CONFIRMED_ONE;
	return TRUE;
}

/* Which of the other differences must be there for the cause to work. */
static gboolean find_context(
	struct isolation *x, struct dd_set **context, GError **error)
{
	enum dd_outcome outcome;
	*context = dd_set_new_empty();
	if (!test(x, &x->experiment, x->difference, &outcome, error))
		return FALSE;
	if (outcome == DD_FAIL || x->passing->size == 0)
		return TRUE;
	g_autoptr(dd_set) all = dd_set_union(x->passing, x->difference);
	g_auto(dd_result) result = {0};
	if (!run_dd(x, DD_MINIMISE, x->difference, all, CONTEXT_TESTS, &result,
		    error))
		return FALSE;
	dd_set_unref(*context);
	*context = dd_set_minus(result.fail, x->difference);
	return TRUE;
}

/* A cause that takes others is only one if these do nothing by themselves:
 * together with what dd has left in, they may have been without effect. Those
 * that fail alone are the cause instead. */
static gboolean prefer_context(
	struct isolation *x, struct dd_set **context, GError **error)
{
	enum dd_outcome outcome;
	g_autoptr(dd_set) none = dd_set_new_empty();
	if ((*context)->size == 0)
		return TRUE;
	if (!test(x, &x->experiment, *context, &outcome, error))
		return FALSE;
	if (outcome != DD_FAIL)
		return TRUE;
	g_auto(dd_result) result = {0};
	if (!run_dd(x, DD_MINIMISE, none, *context, CONTEXT_TESTS, &result,
		    error))
		return FALSE;
	dd_set_unref(*context);
	dd_set_unref(x->passing);
	dd_set_unref(x->difference);
	*context = dd_set_ref(none);
	x->passing = dd_set_ref(none);
	x->difference = dd_set_ref(result.fail);
	return is_needed(x, error);
}

/* ---- Telling ---- */

static void add_causes(
	struct isolation *x, const struct dd_set *set, GPtrArray *into)
{
	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo; k < set->ranges[i].hi;
			k++) {
			struct hc_cause *cause = g_new0(struct hc_cause, 1);
			g_autoptr(dd_set) one = dd_set_new_range(k, k + 1);
			cause->variable = hc_delta_name(x->deltas, k);
			cause->shown = hc_delta_shown(x->deltas, k);
			cause->type = hc_delta_type(x->deltas, k);
			cause->pass = hc_delta_text(x->deltas, k, 0);
			cause->fail = hc_delta_text(x->deltas, k, 1);
			cause->commands = hc_deltas_commands(x->deltas, one);
			g_ptr_array_add(into, cause);
		}
}

/* Where in the passing run, and what is there in the failing one. */
static void identify_one(const struct isolation *x, guint32 k, GString *text)
{
	g_autofree char *value = hc_delta_text(x->deltas, k, 1);
	guint64 address;
	guint bit = 0;
	g_autofree char *place =
		hc_delta_address(x->deltas, k, &address, &bit)
			? hc_snapshot_place(x->pass.snapshot, address)
			: hc_delta_name(x->deltas, k);
	g_string_append_printf(text, "%s.%u=%s;", place, bit, value);
}

static char *identify(const struct isolation *x)
{
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < x->difference->n_ranges; i++)
		for (guint32 k = x->difference->ranges[i].lo;
			k < x->difference->ranges[i].hi; k++)
			identify_one(x, k, text);
	return g_string_free(text, FALSE);
}

static gboolean find_cause(struct isolation *x, GError **error)
{
	g_autoptr(dd_set) none = dd_set_new_empty();
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(x->deltas));
	g_autoptr(dd_set) context = NULL;
	if (!narrow(x, none, all, error) || !drop_needless(x, error) ||
		!refine(x, error))
		return FALSE;
	say(x, "confirming the cause");
	if (!find_context(x, &context, error) ||
		!prefer_context(x, &context, error))
		return FALSE;
	gboolean needless = x->event->confirmed == HC_OVERDETERMINED;
	if (!confirm(x, error))
		return FALSE;
	if (needless && x->event->confirmed != HC_CONFIRMED_BOTH)
		x->event->confirmed = HC_OVERDETERMINED;
	add_causes(x, x->difference, x->event->causes);
	add_causes(x, context, x->event->context);
	x->event->identity = identify(x);
	g_autoptr(dd_set) both = dd_set_union(x->difference, context);
	x->event->script = hc_deltas_commands(x->deltas, both);
	x->event->isolated = TRUE;
	g_clear_pointer(&x->event->reason, g_free);
	return TRUE;
}

/* From the innermost on. */
static guint count_common_frames(const struct isolation *x)
{
	guint n, m, i = 0;
	const struct hc_stack_frame *p =
		hc_snapshot_stack(x->pass.snapshot, &n);
	const struct hc_stack_frame *q =
		hc_snapshot_stack(x->fail.snapshot, &m);
	while (i < n && i < m && p[i].offset == q[i].offset &&
		g_strcmp0(p[i].module, q[i].module) == 0)
		i++;
	return i;
}

/* Whether there is anything to narrow; sets up the experiment. */
static gboolean prepare(struct isolation *x, gboolean *valid, GError **error)
{
	*valid = FALSE;
	make_deltas(x);
	if (hc_deltas_n(x->deltas) == 0) {
		give_up(x, "both states are the same here");
		return TRUE;
	}
	if (!begin_experiment(x, error))
		return FALSE;
	const struct hc_engine *engine = x->experiment.engine;
	x->event->forked = hc_engine_kind(engine) == HC_ENGINE_FORK;
	g_free(x->event->engine_reason);
	x->event->engine_reason = g_strdup(hc_engine_reason(engine));
	hc_oracle_set_common_frames(x->runs->oracle, count_common_frames(x));
	if (!hc_oracle_set_event(
		    x->runs->oracle, &x->pass.written, &x->fail.written)) {
		give_up(x, "what tells the runs apart was written before");
		return TRUE;
	}
	return check_ends(x, valid, error);
}

static gboolean narrow_down(struct isolation *x, GError **error)
{
	gboolean valid;
	gint64 start = g_get_monotonic_time();
	if (!prepare(x, &valid, error))
		return FALSE;
	if (!valid && hc_deltas_n_noise(x->deltas) > 0) {
		x->with_noise = TRUE;
		if (!prepare(x, &valid, error))
			return FALSE;
	}
	if (valid && !find_cause(x, error))
		return FALSE;
	x->event->narrow = seconds_since(start);
	return TRUE;
}

static void clear(struct isolation *x)
{
	hc_experiment_clear(&x->experiment);
	g_clear_pointer(&x->deltas, hc_deltas_free);
	g_clear_pointer(&x->diff, mg_diff_free);
	g_clear_pointer(&x->match, mg_match_free);
	for (guint i = 0; i < 2; i++) {
		g_clear_pointer(&x->noise_diff[i], mg_diff_free);
		g_clear_pointer(&x->noise_match[i], mg_match_free);
		hc_moment_clear(&x->again[i]);
	}
	hc_moment_clear(&x->pass);
	hc_moment_clear(&x->fail);
	g_clear_pointer(&x->passing, dd_set_unref);
	g_clear_pointer(&x->difference, dd_set_unref);
}

static gboolean can_compare(struct isolation *x, gboolean relaxed)
{
	if (hc_snapshot_comparable(x->pass.snapshot, x->fail.snapshot))
		return TRUE;
	/* The same place of the same function, whoever called it. */
	x->event->relaxed = relaxed && count_common_frames(x) > 0;
	if (!x->event->relaxed)
		give_up(x, "the runs get here by different calls");
	return x->event->relaxed;
}

static gboolean analyse(
	struct isolation *x, const struct hc_pair *pair, GError **error)
{
	if (!reach(x, pair, error))
		return FALSE;
	gboolean fine = can_compare(x, pair->relaxed);
	if (!fine && !x->options->compare_only)
		return TRUE;
	if (!compare(x, error))
		return FALSE;
	if (!fine || x->options->compare_only)
		return TRUE;
	if (!narrow_down(x, error))
		return FALSE;
	if (x->event->relaxed && x->event->isolated &&
		x->event->confirmed != HC_CONFIRMED_BOTH) {
		x->event->isolated = FALSE;
		give_up(x, "the runs get here by different calls, and the "
			   "cause is not confirmed in the failing run");
	}
	return TRUE;
}

struct hc_event *hc_isolate(
	struct hc_stage *stage, const struct hc_pair *pair, GError **error)
{
	struct isolation x = {
		.stage = stage,
		.runs = stage->runs,
		.options = stage->options,
		.event = hc_event_new(),
	};
	gboolean fine = analyse(&x, pair, error);
	clear(&x);
	if (fine)
		return x.event;
	hc_event_free(x.event);
	return NULL;
}
