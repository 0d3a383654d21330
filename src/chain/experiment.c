#include "chain-inside.h"

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

static void complete(struct hc_experiment *x, struct hc_outcome *outcome)
{
	GBytes *out = join(hc_engine_out_before(x->engine), outcome->out);
	GBytes *err = join(hc_engine_err_before(x->engine), outcome->err);
	g_bytes_unref(outcome->out);
	g_bytes_unref(outcome->err);
	outcome->out = out;
	outcome->err = err;
}

static void tell(struct hc_experiment *x, const struct dd_set *set,
	const struct hc_outcome *outcome, enum hc_verdict verdict)
{
	if (!x->options->tested)
		return;
	g_autofree char *what = dd_set_to_string(set);
	g_autofree char *end = hc_outcome_describe(outcome);
	g_autofree char *text =
		g_strdup_printf("test %" G_GUINT64_FORMAT ": deltas %s: %s: %s",
			x->tests, what, end, hc_verdict_name(verdict));
	x->options->tested(text, x->options->data);
}

/* Takes the outcome. */
static gboolean judge(struct hc_experiment *x, const struct dd_set *set,
	struct hc_outcome *outcome, enum hc_verdict *result, GError **error)
{
	enum hc_verdict verdict;
	complete(x, outcome);
	if (!hc_oracle_judge(x->oracle, outcome, &x->skip, &verdict, error)) {
		hc_outcome_free(outcome);
		return FALSE;
	}
	x->tests++;
	tell(x, set, outcome, verdict);
	g_clear_pointer(&x->refusal, g_free);
	g_clear_pointer(&x->last, hc_outcome_free);
	x->last = outcome;
	x->last_verdict = verdict;
	*result = verdict;
	return TRUE;
}

/* What could not be put into the program tells nothing; any other error is
 * one. */
static gboolean forgive(struct hc_experiment *x, const struct dd_set *set,
	GError **problem, enum hc_verdict *result, GError **error)
{
	if (!g_error_matches(
		    *problem, HC_ENGINE_ERROR, HC_ENGINE_ERROR_ALTERATION)) {
		g_propagate_error(error, g_steal_pointer(problem));
		return FALSE;
	}
	x->tests++;
	if (x->options->tested) {
		g_autofree char *what = dd_set_to_string(set);
		g_autofree char *text = g_strdup_printf(
			"test %" G_GUINT64_FORMAT ": deltas %s: %s: UNRESOLVED",
			x->tests, what, (*problem)->message);
		x->options->tested(text, x->options->data);
	}
	g_free(x->refusal);
	x->refusal = g_strdup((*problem)->message);
	*result = HC_UNRESOLVED;
	return TRUE;
}

/* ---- dd's workers ---- */

static gboolean submit(
	guint64 ticket, const struct dd_set *set, gpointer data, GError **error)
{
	struct hc_experiment *x = data;
	g_autoptr(hc_alteration) a = hc_deltas_alter(x->deltas, set);
	g_hash_table_insert(
		x->sets, g_memdup2(&ticket, sizeof ticket), dd_set_ref(set));
	return hc_engine_submit(x->engine, ticket, a, error);
}

static enum dd_wait wait_for_any(gint64 until, guint64 *ticket,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	struct hc_experiment *x = data;
	struct hc_outcome *seen = NULL;
	g_autoptr(GError) problem = NULL;
	enum hc_engine_wait done =
		hc_engine_wait(x->engine, until, ticket, &seen, &problem);
	if (done == HC_ENGINE_NOTHING)
		return DD_WAIT_NOTHING;
	struct dd_set *set = g_hash_table_lookup(x->sets, ticket);
	gboolean fine = done == HC_ENGINE_DONE
				? judge(x, set, seen, outcome, error)
				: forgive(x, set, &problem, outcome, error);
	g_hash_table_remove(x->sets, ticket);
	return fine ? DD_WAIT_DONE : DD_WAIT_ERROR;
}

static void cancel(guint64 ticket, gpointer data)
{
	struct hc_experiment *x = data;
	g_hash_table_remove(x->sets, &ticket);
	hc_engine_cancel(x->engine, ticket);
}

/* ---- The whole ---- */

gboolean hc_experiment_init(struct hc_experiment *x, struct hc_stop *moment,
	struct hc_deltas *deltas, const struct hc_debuggees *debuggees,
	const struct hc_isolate_options *options, GError **error)
{
	struct hc_engine_options how = {
		.kind = options->engine,
		.jobs = options->jobs,
		/* From the event on there is no GDB that takes its time. */
		.timeout = debuggees->runs->timeout,
		.busy = debuggees->runs->busy,
		.debug_dir = hc_program_debug_dir(
			moment->side->run->command->program),
	};
	*x = (struct hc_experiment){
		.deltas = deltas,
		.oracle = debuggees->oracle,
		.options = options,
		.sets = g_hash_table_new_full(g_int64_hash, g_int64_equal,
			g_free, (GDestroyNotify) dd_set_unref),
	};
	x->engine = hc_engine_new(moment->target, &how, error);
	if (!x->engine)
		return FALSE;
	x->skip = moment->pending;
	x->skip.out += g_bytes_get_size(hc_engine_out_before(x->engine));
	x->skip.err += g_bytes_get_size(hc_engine_err_before(x->engine));
	x->workers = (struct dd_workers){
		.jobs = hc_engine_jobs(x->engine),
		.submit = submit,
		.wait = wait_for_any,
		.cancel = cancel,
		.data = x,
	};
	guint n, n_stale;
	const guint64 *sizes = hc_deltas_blocks(deltas, &n);
	const guint64 *stale = hc_deltas_stale(deltas, &n_stale);
	g_autofree guint64 *addresses = g_new0(guint64, n + 1);
	hc_engine_avoid(x->engine, stale, n_stale);
	if (n && !hc_engine_allocate(x->engine, sizes, n, addresses, error))
		return FALSE;
	hc_deltas_set_blocks(deltas, addresses);
	return TRUE;
}

void hc_experiment_clear(struct hc_experiment *x)
{
	g_clear_pointer(&x->engine, hc_engine_free);
	g_clear_pointer(&x->last, hc_outcome_free);
	g_clear_pointer(&x->refusal, g_free);
	g_clear_pointer(&x->sets, g_hash_table_unref);
}

gboolean hc_experiment_test(struct hc_experiment *x, const struct dd_set *set,
	enum hc_verdict *outcome, GError **error)
{
	g_autoptr(hc_alteration) a = hc_deltas_alter(x->deltas, set);
	g_autoptr(GError) problem = NULL;
	struct hc_outcome *seen = hc_engine_run(x->engine, a, &problem);
	return seen ? judge(x, set, seen, outcome, error)
		    : forgive(x, set, &problem, outcome, error);
}
