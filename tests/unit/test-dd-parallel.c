/* However many workers there are and whichever is done first, the steps, the
 * counts and the result are those of one. */
#include "dd-help.h"
#include "dd-threads.h"
#include "runner.h"

#include <string.h>

enum { CASES = 240 };

/* Judges after up to 200 µs, so that tests end in another order than they
 * began. */
static gboolean slow_test(const struct dd_set *configuration,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	const struct oracle *oracle = data;
	guint8 digest[DD_DIGEST_SIZE];
	dd_set_digest(configuration, digest);
	g_usleep((gulong) (digest[0] ^ (guint8) oracle->seed) % 200);
	*outcome = oracle_judge(oracle, configuration);
	return TRUE;
}

static char *run_with(enum dd_algorithm algorithm, const struct oracle *oracle,
	const struct dd_workers *workers, dd_test_func test)
{
	GString *log = g_string_new(NULL);
	struct dd_task task = {
		.algorithm = algorithm,
		.n = oracle->n,
		.test = test,
		.test_data = (gpointer) oracle,
		.workers = workers,
		.predict = oracle->seed % 3 ? NULL : oracle_predict,
		.predict_data = (gpointer) oracle,
		.observe = log_step,
		.observe_data = log,
	};
	g_auto(dd_result) result = {0};
	g_autoptr(GError) error = NULL;
	dd_run(&task, &result, &error);
	ASSERT_NO_ERROR(error);
	if (error)
		return g_string_free(log, FALSE);
	g_autofree char *pass = dd_set_to_string(result.pass);
	g_autofree char *fail = dd_set_to_string(result.fail);
	const struct dd_counts *counts = &result.counts;
	g_string_append_printf(log,
		"(%s) (%s) %" G_GUINT64_FORMAT " tests, %" G_GUINT64_FORMAT
		" cached, %" G_GUINT64_FORMAT " predicted\n",
		pass, fail, counts->tests, counts->cached, counts->predicted);
	return g_string_free(log, FALSE);
}

static void compare_with_one(guint jobs)
{
	for (guint seed = 0; seed < CASES; seed++) {
		enum dd_algorithm algorithm = seed % 4;
		guint32 n = 1 + seed * 7 % 32;
		g_autoptr(dd_oracle) oracle =
			oracle_new(seed % N_ORACLE_KINDS, n, seed);
		g_autofree char *alone =
			run_with(algorithm, oracle, NULL, slow_test);
		g_autoptr(dd_threads) threads =
			dd_threads_new(jobs, slow_test, oracle);
		g_autofree char *together = run_with(
			algorithm, oracle, dd_threads_workers(threads), NULL);
		if (strcmp(alone, together) != 0)
			test_fail("seed %u, %u workers:\n%s\nalone:\n%s", seed,
				jobs, together, alone);
	}
}

static void one_worker_gives_the_same_steps(void)
{
	compare_with_one(1);
}

static void two_workers_give_the_same_steps(void)
{
	compare_with_one(2);
}

static void eight_workers_give_the_same_steps(void)
{
	compare_with_one(8);
}

/* A pool that counts what is asked of it and breaks no promise itself. */
struct counting {
	struct dd_workers workers;
	const struct dd_workers *inner;
	guint running;
	guint most;
	guint64 done;
	GHashTable *tickets; /* those that run */
};

static gboolean count_submit(guint64 ticket, const struct dd_set *configuration,
	gpointer data, GError **error)
{
	struct counting *counting = data;
	counting->running++;
	counting->most = MAX(counting->most, counting->running);
	g_hash_table_add(counting->tickets, g_memdup2(&ticket, sizeof ticket));
	return counting->inner->submit(
		ticket, configuration, counting->inner->data, error);
}

static enum dd_wait count_wait(gint64 until, guint64 *ticket,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	struct counting *counting = data;
	enum dd_wait wait = counting->inner->wait(
		until, ticket, outcome, counting->inner->data, error);
	if (wait == DD_WAIT_DONE) {
		counting->running--;
		counting->done++;
		CU_ASSERT_TRUE(g_hash_table_remove(counting->tickets, ticket));
	}
	return wait;
}

static void count_cancel(guint64 ticket, gpointer data)
{
	struct counting *counting = data;
	counting->running--;
	CU_ASSERT_TRUE(g_hash_table_remove(counting->tickets, &ticket));
	counting->inner->cancel(ticket, counting->inner->data);
}

static void keeps_to_the_number_of_jobs_and_leaves_no_test_running(void)
{
	for (guint seed = 0; seed < 60; seed++) {
		g_autoptr(dd_oracle) oracle =
			oracle_new(seed % N_ORACLE_KINDS, 24, seed);
		g_autoptr(dd_threads) threads =
			dd_threads_new(3, slow_test, oracle);
		struct counting counting = {
			.workers = {3, count_submit, count_wait, count_cancel,
				&counting},
			.inner = dd_threads_workers(threads),
			.tickets = g_hash_table_new_full(
				g_int64_hash, g_int64_equal, g_free, NULL),
		};
		g_free(run_with(seed % 4, oracle, &counting.workers, NULL));
		CU_ASSERT_TRUE(counting.most <= 3);
		ASSERT_INT(counting.running, 0);
		ASSERT_INT(g_hash_table_size(counting.tickets), 0);
		g_hash_table_unref(counting.tickets);
	}
}

/* Tests that end only when they are told to: that dd_run returns at all shows
 * that the time limit ends the wait for them. */
static gboolean endless_test(const struct dd_set *configuration,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	const gint *released = data;
	if (configuration->size > 0 && configuration->size < 16)
		while (!g_atomic_int_get(released))
			g_usleep(1000);
	*outcome = configuration->size == 16 ? HC_FAIL : HC_PASS;
	return TRUE;
}

static void a_time_limit_cuts_tests_that_are_running(void)
{
	gint released = 0;
	g_autoptr(dd_threads) threads =
		dd_threads_new(2, endless_test, &released);
	struct dd_task task = {
		.n = 16,
		.workers = dd_threads_workers(threads),
		.limit_seconds = 0.05,
	};
	g_auto(dd_result) result = {0};
	g_autoptr(GError) error = NULL;
	dd_run(&task, &result, &error);
	g_atomic_int_set(&released, 1);
	ASSERT_NO_ERROR(error);
	ASSERT_INT(result.status, DD_STOPPED_BY_TIME);
	ASSERT_INT(result.difference->size, 16);
}

/* Workers that break with the third test, each in its own way. */
enum breakage { BREAK_SUBMIT, BREAK_WAIT, BREAK_TICKET };

struct breaking {
	struct dd_workers workers;
	enum breakage breakage;
	guint tests;
	guint64 ticket;
	guint32 size;
};

static gboolean breaking_submit(guint64 ticket,
	const struct dd_set *configuration, gpointer data, GError **error)
{
	struct breaking *breaking = data;
	breaking->ticket = ticket;
	breaking->size = configuration->size;
	if (++breaking->tests < 3 || breaking->breakage != BREAK_SUBMIT)
		return TRUE;
	g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
		"no process can be made");
	return FALSE;
}

static enum dd_wait breaking_wait(gint64 until, guint64 *ticket,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	struct breaking *breaking = data;
	*ticket = breaking->ticket;
	*outcome = breaking->size == 8 ? HC_FAIL : HC_PASS;
	if (breaking->tests < 3)
		return DD_WAIT_DONE;
	/* What was not submitted is not waited for. */
	CU_ASSERT_NOT_EQUAL(breaking->breakage, BREAK_SUBMIT);
	*ticket += 5;
	if (breaking->breakage == BREAK_TICKET)
		return DD_WAIT_DONE;
	g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
		"the process is gone");
	return DD_WAIT_ERROR;
}

static void no_cancel(guint64 ticket, gpointer data)
{
}

static void check_breakage(enum breakage breakage, const char *message)
{
	struct breaking breaking = {
		.workers = {1, breaking_submit, breaking_wait, no_cancel,
			&breaking},
		.breakage = breakage,
	};
	struct dd_task task = {.n = 8, .workers = &breaking.workers};
	g_auto(dd_result) result = {0};
	g_autoptr(GError) error = NULL;
	CU_ASSERT_FALSE(dd_run(&task, &result, &error));
	ASSERT_ERROR(error, message);
	CU_ASSERT_PTR_NULL(result.pass);
	ASSERT_INT(breaking.tests, 3);
}

static void workers_that_break_end_the_search_with_their_error(void)
{
	check_breakage(BREAK_SUBMIT, "no process can be made");
	check_breakage(BREAK_WAIT, "the process is gone");
	check_breakage(BREAK_TICKET, "named test 7, which is not running");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(one_worker_gives_the_same_steps),
		TEST(two_workers_give_the_same_steps),
		TEST(eight_workers_give_the_same_steps),
		TEST(keeps_to_the_number_of_jobs_and_leaves_no_test_running),
		TEST(a_time_limit_cuts_tests_that_are_running),
		TEST(workers_that_break_end_the_search_with_their_error),
	};
	return run_tests("dd in parallel", tests, G_N_ELEMENTS(tests));
}
