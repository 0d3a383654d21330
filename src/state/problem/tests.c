#include "state-problem-inside.h"

#include <string.h>

/* All of an execution's output is what the program had written before the
 * event, and what it wrote after it. */
static GBytes *join(GBytes *before, GBytes *after)
{
	gsize n, m;
	const guint8 *a = g_bytes_get_data(before, &n);
	const guint8 *b = g_bytes_get_data(after, &m);
	guint8 *all = g_malloc(n + m + 1);

	if (n)
		memcpy(all, a, n);
	if (m)
		memcpy(all + n, b, m);
	return g_bytes_new_take(all, n + m);
}

static void complete(const struct hc_experiment *x, struct hc_outcome *outcome)
{
	GBytes *out = join(hc_engine_out_before(x->engine), outcome->out);
	GBytes *err = join(hc_engine_err_before(x->engine), outcome->err);

	g_bytes_unref(outcome->out);
	g_bytes_unref(outcome->err);
	outcome->out = out;
	outcome->err = err;
}

/* Lines that have other numbers in any run that was stopped. */
static void even_out(const struct hc_experiment *x, struct hc_outcome *outcome)
{
	GHashTable *known = x->states->stage->lines;
	GBytes *out =
		hc_lines_apply(known, outcome->out, x->event.execution.out);
	GBytes *err =
		hc_lines_apply(known, outcome->err, x->event.execution.err);

	g_bytes_unref(outcome->out);
	g_bytes_unref(outcome->err);
	outcome->out = out;
	outcome->err = err;
}

static void tell(struct hc_experiment *x, const struct hc_deltas *deltas,
	const struct dd_set *set, const char *end, enum hc_verdict verdict)
{
	const struct hc_state_options *options = x->states->stage->options;
	struct hc_state_test test = {
		.number = ++x->states->tests,
		.deltas = deltas,
		.set = set,
		.end = end,
		.verdict = verdict,
	};
	if (options->tested)
		options->tested(&test, options->data);
}

/* Takes the outcome. */
static gboolean judge(struct hc_experiment *x, const struct hc_deltas *deltas,
	const struct dd_set *set, struct hc_outcome *seen,
	enum hc_verdict *verdict, GError **error)
{
	g_autoptr(hc_outcome) outcome = seen;
	complete(x, outcome);
	if (set->size == 0) {
		g_clear_pointer(&x->unaltered, hc_outcome_free);
		x->unaltered = hc_outcome_copy(outcome);
	}
	even_out(x, outcome);
	if (!hc_oracle_judge(x->states->stage->debuggees->oracle, outcome,
		    &x->event, verdict, error))
		return FALSE;

	g_free(x->end);
	/* Unaltered, it should have done what it does by itself. */
	x->end = set->size == 0 && *verdict != HC_PASS
			 ? hc_oracle_tell_apart(
				   x->states->stage->debuggees->oracle, outcome)
			 : hc_outcome_describe(outcome);
	tell(x, deltas, set, x->end, *verdict);
	return TRUE;
}

static gboolean is_not_there(const GError *failure)
{
	return g_error_matches(
		failure, HC_TARGET_ERROR, HC_TARGET_ERROR_NOT_REACHED);
}

/* What could not be put into the program tells nothing, nor does a program that
 * ended on its way to the moment, as those with threads may; any other error is
 * one. */
static gboolean forgive(struct hc_experiment *x, const struct hc_deltas *deltas,
	const struct dd_set *set, GError **failure, enum hc_verdict *verdict,
	GError **error)
{
	if (!is_not_there(*failure) &&
		!g_error_matches(*failure, HC_ENGINE_ERROR,
			HC_ENGINE_ERROR_ALTERATION)) {
		g_propagate_error(error, g_steal_pointer(failure));
		return FALSE;
	}

	g_free(x->end);
	x->end = is_not_there(*failure)
			 ? g_strdup("did not get to this moment again")
			 : g_strdup_printf("can't be altered like that (%s)",
				   (*failure)->message);
	*verdict = HC_UNRESOLVED;
	tell(x, deltas, set, (*failure)->message, *verdict);
	return TRUE;
}

/* ---- Several at a time ---- */

gboolean hc_experiment_submit(struct hc_experiment *x,
	const struct hc_deltas *deltas, guint64 ticket,
	const struct dd_set *set, GError **error)
{
	g_autoptr(hc_alteration) a = hc_deltas_alter(deltas, set);
	if (!a)
		return hc_stopped_fail(error);
	g_hash_table_insert(
		x->sets, g_memdup2(&ticket, sizeof ticket), dd_set_ref(set));
	return hc_engine_submit(x->engine, ticket, a, error);
}

enum dd_wait hc_experiment_wait(struct hc_experiment *x,
	const struct hc_problem *problem, gint64 until, guint64 *ticket,
	enum hc_verdict *verdict, GError **error)
{
	struct hc_outcome *seen = NULL;
	g_autoptr(GError) failure = NULL;
	enum hc_engine_wait done =
		hc_engine_wait(x->engine, until, ticket, &seen, &failure);
	if (done == HC_ENGINE_NOTHING)
		return DD_WAIT_NOTHING;

	const struct dd_set *set = g_hash_table_lookup(x->sets, ticket);
	const struct hc_deltas *deltas = hc_state_problem_deltas(problem);
	gboolean fine =
		done == HC_ENGINE_DONE
			? judge(x, deltas, set, seen, verdict, error)
			: forgive(x, deltas, set, &failure, verdict, error);
	g_hash_table_remove(x->sets, ticket);
	return fine ? DD_WAIT_DONE : DD_WAIT_ERROR;
}

void hc_experiment_cancel(struct hc_experiment *x, guint64 ticket)
{
	g_hash_table_remove(x->sets, &ticket);
	hc_engine_cancel(x->engine, ticket);
}

/* ---- The whole ---- */

static struct hc_engine *make_engine(
	struct hc_states *states, enum hc_side side, GError **error)
{
	const struct hc_state_options *options = states->stage->options;
	const struct hc_stop *stop = &states->stops[side];
	struct hc_engine_options how = {
		.kind = options->engine,
		.jobs = options->jobs,
		/* From the event on there is no GDB that takes its time. */
		.timeout = states->stage->debuggees->runs->timeout,
		.busy = states->stage->debuggees->runs->busy,
		.debug_dir = hc_program_debug_dir(
			stop->debuggee->run->command->program),
		.info = hc_snapshot_debuginfo(stop->snapshot),
	};
	return hc_engine_new(stop->target, &how, error);
}

/* A failure may depend on what lies where in the heap. malloc gives so large a
 * block a mapping of its own, so that the failing run's heap stays as it is. */
static void keep_apart(guint64 *sizes, guint n)
{
	enum { MAPPED = 160 << 10, MOST_MAPPED = 256 };
	for (guint i = 0; n <= MOST_MAPPED && i < n; i++)
		sizes[i] = MAX(sizes[i], MAPPED);
}

static gboolean allocate_blocks(struct hc_experiment *x, enum hc_side side,
	struct hc_deltas *deltas, GError **error)
{
	guint n, n_stale;
	const guint64 *needed = hc_deltas_blocks(deltas, &n);
	const guint64 *stale = hc_deltas_stale(deltas, &n_stale);
	g_autofree guint64 *sizes = g_memdup2(needed, n * sizeof *needed);
	g_autofree guint64 *addresses = g_new0(guint64, n + 1);

	if (side == HC_FAILING)
		keep_apart(sizes, n);
	hc_engine_avoid(x->engine, stale, n_stale);
	if (n && !hc_engine_allocate(x->engine, sizes, n, addresses, error))
		return FALSE;
	hc_deltas_set_blocks(deltas, addresses);
	return TRUE;
}

struct hc_experiment *hc_experiment_new(struct hc_states *states,
	enum hc_side side, struct hc_deltas *deltas, GError **error)
{
	g_autoptr(hc_experiment) x = g_new0(struct hc_experiment, 1);
	x->references = 1;
	x->states = states;
	x->sets = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free,
		(GDestroyNotify) dd_set_unref);
	x->engine = make_engine(states, side, error);
	if (!x->engine)
		return NULL;

	x->event = (struct hc_oracle_event){
		.pass = states->stops[HC_PASSING].written,
		.fail = states->stops[HC_FAILING].written,
		.execution = states->stops[side].pending,
		.common_frames = hc_states_common_frames(states),
	};
	x->event.execution.out +=
		g_bytes_get_size(hc_engine_out_before(x->engine));
	x->event.execution.err +=
		g_bytes_get_size(hc_engine_err_before(x->engine));

	return allocate_blocks(x, side, deltas, error) ? g_steal_pointer(&x)
						       : NULL;
}

struct hc_experiment *hc_experiment_ref(struct hc_experiment *x)
{
	x->references++;
	return x;
}

void hc_experiment_unref(struct hc_experiment *x)
{
	if (--x->references > 0)
		return;
	g_clear_pointer(&x->engine, hc_engine_free);
	g_hash_table_unref(x->sets);
	g_clear_pointer(&x->unaltered, hc_outcome_free);
	g_free(x->end);
	g_free(x);
}

gboolean hc_experiment_run(struct hc_experiment *x,
	const struct hc_deltas *deltas, const struct dd_set *set,
	enum hc_verdict *verdict, GError **error)
{
	g_autoptr(hc_alteration) a = hc_deltas_alter(deltas, set);
	if (!a)
		return hc_stopped_fail(error);
	g_autoptr(GError) failure = NULL;
	struct hc_outcome *seen = hc_engine_run(x->engine, a, &failure);

	return seen ? judge(x, deltas, set, seen, verdict, error)
		    : forgive(x, deltas, set, &failure, verdict, error);
}
