/* How tests are run for everybody in this folder: what the journal knows needs
 * no test, and what a test says goes into the journal. */
#include "fingerprints.h"
#include "isolate-inside.h"

/* The ticket of a test that is none of dd's. Nobody else has a test running
 * then. */
#define OWN_TICKET G_MAXUINT64

struct answer {
	guint64 ticket;
	enum hc_verdict verdict;
};

void hc_isolating_init(struct hc_isolating *x, struct hc_problem *problem,
	const struct hc_isolate_options *options, struct hc_isolation *result)
{
	*x = (struct hc_isolating){
		.options = options,
		.result = result,
		.answers = g_array_new(FALSE, FALSE, sizeof(struct answer)),
		.running = g_hash_table_new_full(g_int64_hash, g_int64_equal,
			g_free, (GDestroyNotify) dd_set_unref),
	};
	*result = (struct hc_isolation){.problem = hc_problem_ref(problem)};
}

void hc_isolating_clear(struct hc_isolating *x)
{
	g_array_unref(x->answers);
	g_hash_table_unref(x->running);
	g_clear_pointer(&x->fingerprints, hc_fingerprints_free);
	g_clear_pointer(&x->words, g_free);
}

void hc_isolating_set_problem(
	struct hc_isolating *x, struct hc_problem *problem)
{
	hc_problem_ref(problem);
	hc_problem_unref(x->result->problem);
	x->result->problem = problem;
	g_clear_pointer(&x->fingerprints, hc_fingerprints_free);
}

void hc_isolating_enter(
	const struct hc_isolating *x, enum hc_isolate_phase phase)
{
	if (x->options->phase)
		x->options->phase(phase, x->options->data);
}

void hc_isolating_set_found(struct hc_isolating *x,
	const struct dd_set *passing, const struct dd_set *difference)
{
	struct dd_set *old_passing = x->result->passing;
	struct dd_set *old_difference = x->result->difference;

	x->result->passing = dd_set_ref(passing);
	x->result->difference = dd_set_ref(difference);
	g_clear_pointer(&old_passing, dd_set_unref);
	g_clear_pointer(&old_difference, dd_set_unref);
}

/* ---- The journal ---- */

static void fingerprint(struct hc_isolating *x, const struct dd_set *set,
	const char *what, guint8 into[HC_JOURNAL_DIGEST])
{
	if (!x->fingerprints)
		x->fingerprints = hc_fingerprints_new(x->result->problem);
	hc_fingerprints_of_set(
		x->fingerprints, x->options->journal_key, what, set, into);
}

static void set_words(struct hc_isolating *x, const char *words)
{
	g_free(x->words);
	x->words = g_strdup(words);
}

static gboolean is_known(struct hc_isolating *x, const struct dd_set *set,
	const char *what, enum hc_verdict *verdict)
{
	guint8 digest[HC_JOURNAL_DIGEST];
	const char *words;
	if (!x->options->journal)
		return FALSE;

	fingerprint(x, set, what, digest);
	if (!hc_journal_lookup(x->options->journal, digest, verdict, &words))
		return FALSE;
	set_words(x, words);
	return TRUE;
}

/* A test that ended after the user wanted to stop may have been hit by the same
 * signal: it is not believed. */
static gboolean keep(struct hc_isolating *x, const struct dd_set *set,
	const char *what, enum hc_verdict verdict, GError **error)
{
	const struct hc_problem *problem = x->result->problem;
	guint8 digest[HC_JOURNAL_DIGEST];
	set_words(x, problem->class->explain ? problem->class->explain(problem)
					     : NULL);
	if (!x->options->journal || hc_stop_flag_is_set(x->options->stop))
		return TRUE;
	fingerprint(x, set, what, digest);
	return hc_journal_add(
		x->options->journal, digest, verdict, x->words, error);
}

/* ---- dd's workers ---- */

static const char forward[] = "test", backward[] = "reverse";

static gboolean submit(
	guint64 ticket, const struct dd_set *set, gpointer data, GError **error)
{
	struct hc_isolating *x = data;
	struct answer answer = {.ticket = ticket};
	if (is_known(x, set, forward, &answer.verdict)) {
		g_array_append_val(x->answers, answer);
		return TRUE;
	}

	g_hash_table_insert(
		x->running, g_memdup2(&ticket, sizeof ticket), dd_set_ref(set));
	return x->result->problem->class->submit(
		x->result->problem, ticket, set, error);
}

static enum dd_wait wait_for_any(gint64 until, guint64 *ticket,
	enum hc_verdict *verdict, gpointer data, GError **error)
{
	struct hc_isolating *x = data;
	if (x->answers->len) {
		struct answer answer =
			g_array_index(x->answers, struct answer, 0);
		g_array_remove_index(x->answers, 0);
		*ticket = answer.ticket;
		*verdict = answer.verdict;
		x->tests++;
		return DD_WAIT_DONE;
	}

	enum dd_wait done = x->result->problem->class->wait(
		x->result->problem, until, ticket, verdict, error);
	if (done != DD_WAIT_DONE)
		return done;

	x->tests++;
	const struct dd_set *set = g_hash_table_lookup(x->running, ticket);
	gboolean fine = !set || keep(x, set, forward, *verdict, error);
	g_hash_table_remove(x->running, ticket);
	return fine ? DD_WAIT_DONE : DD_WAIT_ERROR;
}

static void cancel(guint64 ticket, gpointer data)
{
	struct hc_isolating *x = data;
	for (guint i = 0; i < x->answers->len; i++)
		if (g_array_index(x->answers, struct answer, i).ticket ==
			ticket) {
			g_array_remove_index(x->answers, i);
			return;
		}
	g_hash_table_remove(x->running, &ticket);
	x->result->problem->class->cancel(x->result->problem, ticket);
}

static gboolean predict(const struct dd_set *set, gpointer data)
{
	struct hc_isolating *x = data;
	return x->result->problem->class->predict(x->result->problem, set);
}

static void observe(const struct dd_step *step, gpointer data)
{
	const struct hc_isolating *x = data;
	x->options->step(step, x->tests, x->options->data);
}

/* ---- Searches and single tests ---- */

static gboolean set_stopped(GError **error)
{
	g_set_error_literal(error, HC_ISOLATE_ERROR, HC_ISOLATE_ERROR_STOPPED,
		"interrupted");
	return FALSE;
}

gboolean hc_isolating_search(struct hc_isolating *x,
	enum dd_algorithm algorithm, const struct dd_set *pass,
	const struct dd_set *fail, guint64 limit_tests,
	struct dd_result *result, GError **error)
{
	struct hc_problem *problem = x->result->problem;
	const struct hc_problem_class *class = problem->class;
	struct dd_workers workers = {
		.jobs = class->jobs ? class->jobs(problem) : 1,
		.submit = submit,
		.wait = wait_for_any,
		.cancel = cancel,
		.data = x,
	};
	struct dd_task task = {
		.algorithm = algorithm,
		.n = hc_problem_count(problem),
		.pass = pass,
		.fail = fail,
		.pass_known = TRUE,
		.fail_known = TRUE,
		.groups = class->groups ? class->groups(problem) : NULL,
		.workers = &workers,
		.predict = class->predict ? predict : NULL,
		.predict_data = x,
		.observe = x->options->step ? observe : NULL,
		.observe_data = x,
		.limit_tests = limit_tests,
		.limit_seconds = x->options->limit_seconds,
		.stop = x->options->stop,
	};
	if (!dd_run(&task, result, error))
		return FALSE;

	dd_counts_add(&x->result->counts, &result->counts);
	return result->status != DD_STOPPED_BY_CALLER || set_stopped(error);
}

gboolean hc_isolating_test(struct hc_isolating *x, const struct dd_set *set,
	enum hc_verdict *verdict, GError **error)
{
	guint64 ticket;
	enum dd_wait done = DD_WAIT_NOTHING;
	if (hc_stop_flag_is_set(x->options->stop))
		return set_stopped(error);
	if (!submit(OWN_TICKET, set, x, error))
		return FALSE;

	while (done == DD_WAIT_NOTHING) {
		done = wait_for_any(-1, &ticket, verdict, x, error);
		if (done == DD_WAIT_NOTHING &&
			hc_stop_flag_is_set(x->options->stop)) {
			cancel(OWN_TICKET, x);
			return set_stopped(error);
		}
	}
	if (done == DD_WAIT_ERROR)
		return FALSE;

	dd_counts_add_test(&x->result->counts, *verdict);
	return !hc_stop_flag_is_set(x->options->stop) || set_stopped(error);
}

gboolean hc_isolating_test_reverse(struct hc_isolating *x,
	const struct dd_set *set, gboolean *tested, enum hc_verdict *verdict,
	GError **error)
{
	struct hc_problem *problem = x->result->problem;
	*tested = FALSE;
	if (!problem->class->reverse)
		return TRUE;

	if (is_known(x, set, backward, verdict))
		*tested = TRUE;
	else if (!problem->class->reverse(
			 problem, set, tested, verdict, error) ||
		 (*tested && !keep(x, set, backward, *verdict, error)))
		return FALSE;

	if (*tested) {
		x->tests++;
		dd_counts_add_test(&x->result->counts, *verdict);
	}
	return !hc_stop_flag_is_set(x->options->stop) || set_stopped(error);
}
