#include "dd.h"

#include "dd-ahead.h"
#include "dd-cache.h"
#include "dd-front.h"
#include "dd-pool.h"

#include <string.h>

/* How fast the guesses about coming outcomes adapt to those seen. */
#define MEMORY 0.85

struct run {
	const struct dd_task *task;
	struct dd_set *pass; /* the ends as given */
	struct dd_set *fail;
	struct dd_order *order;
	struct dd_front front;
	struct dd_cache *cache;
	struct dd_pool *pool;
	gint64 deadline; /* monotonic, µs; -1 for none */
	double seen[3]; /* outcomes, older ones weighing less */
	enum dd_status status;
	struct dd_counts counts;
};

/* What came of a question. */
enum answer { ANSWERED, STOPPED, BROKEN };

G_DEFINE_QUARK(dd_error, dd_error)

static gboolean stopped_by_caller(const struct run *run)
{
	return run->task->stop && *run->task->stop;
}

static gboolean should_stop(struct run *run)
{
	if (stopped_by_caller(run))
		run->status = DD_STOPPED_BY_CALLER;
	else if (run->deadline >= 0 && g_get_monotonic_time() >= run->deadline)
		run->status = DD_STOPPED_BY_TIME;
	else
		return FALSE;
	return TRUE;
}

/* The entry for a configuration that needs no test, or NULL. */
static struct dd_cache_entry *known_entry(struct run *run,
	const guint8 digest[DD_DIGEST_SIZE], const struct dd_set *configuration)
{
	struct dd_cache_entry *entry = dd_cache_lookup(run->cache, digest);
	if (entry || !run->task->predict ||
		!run->task->predict(configuration, run->task->predict_data))
		return entry;
	dd_cache_add(run->cache, digest, HC_UNRESOLVED, DD_SOURCE_PREDICTION);
	return dd_cache_lookup(run->cache, digest);
}

static gboolean is_known(const guint8 digest[DD_DIGEST_SIZE],
	const struct dd_set *configuration, enum hc_verdict *outcome,
	gpointer data)
{
	const struct dd_cache_entry *entry =
		known_entry(data, digest, configuration);
	if (entry)
		*outcome = entry->outcome;
	return entry != NULL;
}

static gboolean is_wished(const guint8 digest[DD_DIGEST_SIZE], gpointer data)
{
	const GPtrArray *wishes = data;
	for (guint i = 0; i < wishes->len; i++) {
		const struct dd_wish *wish = g_ptr_array_index(wishes, i);
		if (memcmp(wish->digest, digest, DD_DIGEST_SIZE) == 0)
			return TRUE;
	}
	return FALSE;
}

/* Submits the tests that are most likely to be asked for, beginning with the
 * one that is asked for now. */
static gboolean run_ahead(struct run *run, GError **error)
{
	double sum = run->seen[0] + run->seen[1] + run->seen[2];
	double likelihoods[3] = {
		run->seen[0] / sum, run->seen[1] / sum, run->seen[2] / sum};
	g_autoptr(GPtrArray) wishes = dd_ahead(&run->front,
		dd_pool_jobs(run->pool), likelihoods, is_known, run);

	for (guint i = 0; i < wishes->len; i++) {
		const struct dd_wish *wish = g_ptr_array_index(wishes, i);
		if (dd_pool_has(run->pool, wish->digest))
			continue;
		if (dd_pool_running(run->pool) == dd_pool_jobs(run->pool))
			dd_pool_cancel_one(run->pool, is_wished, wishes);
		if (!dd_pool_submit(run->pool, wish->digest,
			    wish->configuration, error))
			return FALSE;
	}

	return TRUE;
}

static gboolean fill_pool(struct run *run, const guint8 digest[DD_DIGEST_SIZE],
	const struct dd_set *configuration, GError **error)
{
	if (dd_pool_jobs(run->pool) > 1)
		return run_ahead(run, error);
	return dd_pool_has(run->pool, digest) ||
	       dd_pool_submit(run->pool, digest, configuration, error);
}

/* Waits for one test to end and remembers its outcome. */
static gboolean collect(struct run *run, GError **error)
{
	guint8 digest[DD_DIGEST_SIZE];
	enum hc_verdict outcome;
	enum dd_wait wait =
		dd_pool_wait(run->pool, run->deadline, digest, &outcome, error);
	if (wait != DD_WAIT_DONE || stopped_by_caller(run))
		return wait != DD_WAIT_ERROR;
	dd_cache_add(run->cache, digest, outcome, DD_SOURCE_TEST);
	return TRUE;
}

/* The outcome of the configuration that the front asks for. A test run ahead
 * counts when it is asked for, so that the counts are those of one worker. */
static enum answer ask(struct run *run, const struct dd_set *configuration,
	struct dd_step *step, GError **error)
{
	/* Also where no test is needed: predictions can answer for long. */
	if (should_stop(run))
		return STOPPED;

	guint8 digest[DD_DIGEST_SIZE];
	dd_set_digest(configuration, digest);

	struct dd_cache_entry *entry = known_entry(run, digest, configuration);
	guint64 limit = run->task->limit_tests;
	if ((!entry || (entry->source == DD_SOURCE_TEST && !entry->asked)) &&
		limit && run->counts.tests >= limit) {
		run->status = DD_STOPPED_BY_TESTS;
		return STOPPED;
	}

	for (; !entry; entry = dd_cache_lookup(run->cache, digest)) {
		if (should_stop(run))
			return STOPPED;
		g_autoptr(GError) failure = NULL;
		if (!fill_pool(run, digest, configuration, &failure) ||
			!collect(run, &failure)) {
			/* If a test could not run because the caller is being
			 * stopped, that is not a failure. */
			if (should_stop(run))
				return STOPPED;
			g_propagate_error(error, g_steal_pointer(&failure));
			return BROKEN;
		}
	}

	step->outcome = entry->outcome;
	step->source = entry->asked ? DD_SOURCE_CACHE : entry->source;
	entry->asked = TRUE;

	return ANSWERED;
}

static void count(struct run *run, const struct dd_step *step)
{
	switch (step->source) {
	case DD_SOURCE_CACHE:
		run->counts.cached++;
		return;
	case DD_SOURCE_PREDICTION:
		run->counts.predicted++;
		return;
	case DD_SOURCE_TEST:
		dd_counts_add_test(&run->counts, step->outcome);
		break;
	}

	for (int o = HC_PASS; o <= HC_UNRESOLVED; o++)
		run->seen[o] *= MEMORY;
	run->seen[step->outcome] += 1;
}

static void observe(struct run *run, struct dd_step *step)
{
	struct dd_set *positions = (struct dd_set *) step->found;
	if (run->task->observe) {
		g_autoptr(dd_set) found =
			positions ? dd_order_deltas(run->order, positions)
				  : NULL;
		step->found = found;
		run->task->observe(step, run->task->observe_data);
	}
	dd_set_unref(positions);
}

static void set_end_error(
	const struct run *run, const struct dd_step *step, GError **error)
{
	gboolean passing = step->role == DD_ROLE_PASSING_END;
	g_set_error(error, DD_ERROR,
		passing ? DD_ERROR_PASSING_END : DD_ERROR_FAILING_END,
		"the %s end (%u of %u deltas) does not %s: its test is %s",
		passing ? "passing" : "failing", step->configuration->size,
		run->task->n, passing ? "pass" : "fail",
		hc_verdict_name(step->outcome));
}

/* Question after question, until the search is over or has to stop. */
static gboolean go(struct run *run, GError **error)
{
	for (;;) {
		g_autoptr(dd_set) positions = dd_front_next(&run->front);
		if (!positions)
			return TRUE;
		g_autoptr(dd_set) configuration =
			dd_order_configuration(run->order, positions);
		struct dd_step step = {.configuration = configuration};
		switch (ask(run, configuration, &step, error)) {
		case BROKEN:
			return FALSE;
		case STOPPED:
			return TRUE;
		case ANSWERED:
			break;
		}
		dd_front_tell(&run->front, step.outcome, &step);
		count(run, &step);
		observe(run, &step);
		if (run->front.wrong_end) {
			set_end_error(run, &step, error);
			return FALSE;
		}
	}
}

static gboolean check_ends(struct run *run, GError **error)
{
	const struct dd_task *task = run->task;

	run->pass = task->pass ? dd_set_ref(task->pass) : dd_set_new_empty();
	run->fail = task->fail ? dd_set_ref(task->fail)
			       : dd_set_new_range(0, task->n);

	g_autoptr(dd_set) all = dd_set_new_range(0, task->n);
	const char *problem = NULL;
	if (!task->test == !task->workers)
		problem = "a task needs a test function or workers, not both";
	else if (!dd_set_is_subset(run->fail, all))
		problem = "the failing end has deltas that do not exist";
	else if (!dd_set_is_subset(run->pass, run->fail))
		problem = "the passing end has deltas that the failing end "
			  "does not have";

	if (problem)
		g_set_error_literal(error, DD_ERROR, DD_ERROR_TASK, problem);
	return problem == NULL;
}

/* What the caller has already seen needs no test, and nothing known from
 * elsewhere overrides it. */
static void add_known_end(
	struct run *run, const struct dd_set *end, enum hc_verdict outcome)
{
	guint8 digest[DD_DIGEST_SIZE];
	dd_set_digest(end, digest);
	dd_cache_add(run->cache, digest, outcome, DD_SOURCE_CACHE);
}

static gboolean prepare(struct run *run, GError **error)
{
	const struct dd_task *task = run->task;

	run->order = dd_order_new(
		run->pass, run->fail, task->n, task->groups, error);
	if (!run->order)
		return FALSE;

	dd_front_init(&run->front, task, run->order);
	run->cache = dd_cache_new();
	run->pool = dd_pool_new(task);
	for (int o = HC_PASS; o <= HC_UNRESOLVED; o++)
		run->seen[o] = 1;
	run->deadline = task->limit_seconds > 0
				? g_get_monotonic_time() +
					  (gint64) (task->limit_seconds *
						    G_USEC_PER_SEC)
				: -1;
	if (task->pass_known)
		add_known_end(run, run->pass, HC_PASS);
	if (task->fail_known)
		add_known_end(run, run->fail, HC_FAIL);
	return TRUE;
}

static void run_clear(struct run *run)
{
	dd_set_unref(run->pass);
	dd_set_unref(run->fail);
	if (run->front.search)
		dd_front_clear(&run->front);
	g_clear_pointer(&run->order, dd_order_free);
	g_clear_pointer(&run->cache, dd_cache_free);
	g_clear_pointer(&run->pool, dd_pool_free);
}

static void fill_result(const struct run *run, struct dd_result *result)
{
	g_autoptr(dd_set) pass = NULL, fail = NULL;
	const struct dd_search *search = run->front.search;

	search->class->state(search, &pass, &fail);
	result->status = run->status;
	result->pass = dd_order_configuration(run->order, pass);
	result->fail = dd_order_configuration(run->order, fail);
	result->difference = dd_set_minus(result->fail, result->pass);
	result->counts = run->counts;
	result->counts.in_vain =
		dd_pool_submitted(run->pool) - run->counts.tests;
}

gboolean dd_run(
	const struct dd_task *task, struct dd_result *result, GError **error)
{
	struct run run = {.task = task, .status = DD_COMPLETE};
	gboolean ok = check_ends(&run, error) && prepare(&run, error);
	if (ok && dd_order_size(run.order) > 0)
		ok = go(&run, error);
	if (ok)
		fill_result(&run, result);
	run_clear(&run);
	return ok;
}

void dd_result_clear(struct dd_result *result)
{
	dd_set_unref(result->pass);
	dd_set_unref(result->fail);
	dd_set_unref(result->difference);
	memset(result, 0, sizeof *result);
}
