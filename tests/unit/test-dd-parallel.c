/* However many workers there are and whichever is done first, the steps, the
 * counts and the result are those of one. */
#include "dd-help.h"
#include "dd-threads.h"
#include "runner.h"

#include <glib/gstdio.h>
#include <string.h>

enum { CASES = 240 };

/* Judges after up to 200 µs, so that tests end in another order than they
 * began. */
static gboolean slow_test(const struct dd_set *configuration,
	enum dd_outcome *outcome, gpointer data, GError **error)
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
	enum dd_outcome *outcome, gpointer data, GError **error)
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

/* A pool without threads: a test is done when the pool is asked to wait, in an
 * order drawn from the seed. */
struct drawing {
	struct dd_workers workers;
	const struct oracle *oracle;
	GRand *rand;
	GPtrArray *running; /* struct drawn * */
	GHashTable *done; /* configurations as text */
	GPtrArray *order; /* the same, as one worker would test them */
	guint missing; /* waits without the test that is asked for */
	guint waits;
	guint idle; /* waits with fewer tests than jobs */
	guint stop_at; /* the wait that a signal hits; 0: none */
	volatile sig_atomic_t stop;
	guint repeated;
};

struct drawn {
	guint64 ticket;
	char *text;
	enum dd_outcome outcome;
};

static void drawn_free(gpointer data)
{
	struct drawn *drawn = data;
	g_free(drawn->text);
	g_free(drawn);
}

static gboolean draw_submit(guint64 ticket, const struct dd_set *configuration,
	gpointer data, GError **error)
{
	struct drawing *drawing = data;
	struct drawn *drawn = g_new(struct drawn, 1);
	drawn->ticket = ticket;
	drawn->text = dd_set_to_string(configuration);
	drawn->outcome = oracle_judge(drawing->oracle, configuration);
	g_ptr_array_add(drawing->running, drawn);
	return TRUE;
}

static gboolean runs(const struct drawing *drawing, const char *text)
{
	for (guint i = 0; i < drawing->running->len; i++) {
		const struct drawn *drawn =
			g_ptr_array_index(drawing->running, i);
		if (strcmp(drawn->text, text) == 0)
			return TRUE;
	}
	return FALSE;
}

/* The first one of the order that is not done yet is asked for now. */
static gboolean runs_what_is_asked_for(const struct drawing *drawing)
{
	for (guint i = 0; i < drawing->order->len; i++) {
		const char *text = g_ptr_array_index(drawing->order, i);
		if (!g_hash_table_contains(drawing->done, text))
			return runs(drawing, text);
	}
	return FALSE;
}

static enum dd_wait draw_wait(gint64 until, guint64 *ticket,
	enum dd_outcome *outcome, gpointer data, GError **error)
{
	struct drawing *drawing = data;
	if (drawing->running->len == 0) {
		g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
			"there is no test to wait for");
		return DD_WAIT_ERROR;
	}
	drawing->missing += !runs_what_is_asked_for(drawing);
	drawing->waits++;
	drawing->idle += drawing->running->len < drawing->workers.jobs;
	guint i = (guint) g_rand_int_range(
		drawing->rand, 0, (gint32) drawing->running->len);
	struct drawn *drawn = g_ptr_array_steal_index(drawing->running, i);
	*ticket = drawn->ticket;
	*outcome = drawn->outcome;
	if (drawing->waits == drawing->stop_at) {
		/* The signal ends the test as well. */
		drawing->stop = 1;
		*outcome = DD_PASS;
	} else if (!g_hash_table_add(
			   drawing->done, g_steal_pointer(&drawn->text))) {
		drawing->repeated++;
	}
	drawn_free(drawn);
	return DD_WAIT_DONE;
}

static void draw_cancel(guint64 ticket, gpointer data)
{
	struct drawing *drawing = data;
	for (guint i = 0; i < drawing->running->len; i++) {
		const struct drawn *drawn =
			g_ptr_array_index(drawing->running, i);
		if (drawn->ticket == ticket) {
			g_ptr_array_remove_index(drawing->running, i);
			return;
		}
	}
	test_fail("test %" G_GUINT64_FORMAT " does not run", ticket);
}

/* Keeps the order in which one worker tests. */
static gboolean ordered_test(const struct dd_set *configuration,
	enum dd_outcome *outcome, gpointer data, GError **error)
{
	struct drawing *drawing = data;
	g_ptr_array_add(drawing->order, dd_set_to_string(configuration));
	*outcome = oracle_judge(drawing->oracle, configuration);
	return TRUE;
}

static void drawing_init(
	struct drawing *drawing, const struct oracle *oracle, guint jobs)
{
	*drawing = (struct drawing){
		.workers = {jobs, draw_submit, draw_wait, draw_cancel, drawing},
		.oracle = oracle,
		.rand = g_rand_new_with_seed(oracle->seed),
		.running = g_ptr_array_new_with_free_func(drawn_free),
		.done = g_hash_table_new_full(
			g_str_hash, g_str_equal, g_free, NULL),
		.order = g_ptr_array_new_with_free_func(g_free),
	};
}

static void drawing_clear(struct drawing *drawing)
{
	g_rand_free(drawing->rand);
	g_ptr_array_unref(drawing->running);
	g_hash_table_unref(drawing->done);
	g_ptr_array_unref(drawing->order);
}

struct use {
	double idle; /* share of the waits */
	double in_vain; /* share of the tests */
};

static struct use compare_drawn_with_one(
	enum dd_algorithm algorithm, const struct oracle *oracle, guint jobs)
{
	struct drawing drawing;
	drawing_init(&drawing, oracle, jobs);
	struct dd_task task = {
		.algorithm = algorithm,
		.n = oracle->n,
		.test = ordered_test,
		.test_data = &drawing,
	};
	g_auto(dd_result) alone = {0}, together = {0};
	g_autoptr(GError) error = NULL;
	dd_run(&task, &alone, &error);
	task.test = NULL;
	task.workers = &drawing.workers;
	if (!error && dd_run(&task, &together, &error) &&
		(!dd_set_equal(alone.pass, together.pass) ||
			!dd_set_equal(alone.fail, together.fail) ||
			alone.counts.tests != together.counts.tests))
		test_fail(
			"seed %u, %u jobs: another result", oracle->seed, jobs);
	ASSERT_NO_ERROR(error);
	ASSERT_INT(drawing.missing, 0);
	ASSERT_INT(drawing.running->len, 0);
	drawing_clear(&drawing);
	return (struct use){
		.idle = drawing.idle / (double) drawing.waits,
		.in_vain = together.counts.in_vain /
			   (double) together.counts.tests,
	};
}

static void the_test_that_is_asked_for_is_always_among_those_that_run(void)
{
	for (guint seed = 0; seed < 300; seed++) {
		g_autoptr(dd_oracle) oracle =
			oracle_new(seed % N_ORACLE_KINDS, 8 + seed % 60, seed);
		compare_drawn_with_one(
			seed / N_ORACLE_KINDS % 4, oracle, 2 + seed % 7);
	}
}

static void takes_any_number_of_jobs(void)
{
	static const guint jobs[] = {
		0, 1, 100, G_MAXUINT / 8 + 1, G_MAXUINT - 1, G_MAXUINT};
	g_autoptr(dd_oracle) oracle = oracle_new(ORACLE_CHAOS, 24, 5);
	for (guint i = 0; i < G_N_ELEMENTS(jobs); i++)
		compare_drawn_with_one(DD_ISOLATE, oracle, jobs[i]);
}

/* All or nothing: each outcome is UNRESOLVED, so that after a few of them the
 * next question is hardly ever in doubt. */
static void keeps_its_workers_busy_where_the_way_is_clear(void)
{
	for (int algorithm = DD_ISOLATE; algorithm <= DD_PLUS; algorithm++) {
		g_autoptr(dd_oracle) oracle =
			oracle_new(ORACLE_ONE_CAUSE, 100, 1);
		g_ptr_array_add(oracle->implied, dd_set_new_range(0, 100));
		struct use use = compare_drawn_with_one(algorithm, oracle, 4);
		CU_ASSERT_TRUE(use.idle < 0.1);
		CU_ASSERT_TRUE(use.in_vain < 0.1);
	}
}

/* Stopped at every k-th wait until it is done, with another number of jobs
 * each time. */
static void resume_drawn(
	const char *journal, const struct oracle *oracle, guint k)
{
	struct drawing drawing;
	drawing_init(&drawing, oracle, 0);
	struct dd_task task = {
		.algorithm = oracle->seed % 4,
		.n = oracle->n,
		.test = ordered_test,
		.test_data = &drawing,
	};
	g_auto(dd_result) whole = {0}, result = {0};
	g_autoptr(GError) error = NULL;
	dd_run(&task, &whole, &error);
	task.test = NULL;
	task.workers = &drawing.workers;
	task.journal = journal;
	task.stop = &drawing.stop;
	drawing.stop_at = k;
	do {
		dd_result_clear(&result);
		drawing.workers.jobs = drawing.workers.jobs % 5 + 1;
		drawing.stop = 0;
		drawing.waits = 0;
	} while (!error && dd_run(&task, &result, &error) &&
		 result.status == DD_STOPPED_BY_CALLER);
	ASSERT_NO_ERROR(error);
	ASSERT_INT(drawing.repeated, 0);
	if (!error && (!dd_set_equal(whole.pass, result.pass) ||
			      !dd_set_equal(whole.fail, result.fail)))
		test_fail("seed %u, every %u: another result", oracle->seed, k);
	drawing_clear(&drawing);
	g_unlink(journal);
}

static void stopped_and_resumed_with_any_jobs_it_repeats_no_test(void)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *folder = g_dir_make_tmp("howcome-dd-XXXXXX", &error);
	ASSERT_NO_ERROR(error);
	g_autofree char *journal = g_build_filename(folder, "journal", NULL);
	for (guint seed = 0; seed < 48; seed++) {
		g_autoptr(dd_oracle) oracle =
			oracle_new(seed / 4 % N_ORACLE_KINDS, 20, seed);
		for (guint k = 2; k < 12; k += 3)
			resume_drawn(journal, oracle, k);
	}
	g_rmdir(folder);
}

/* With a test that takes time, a time limit ends the wait for it as well. */
static gboolean endless_test(const struct dd_set *configuration,
	enum dd_outcome *outcome, gpointer data, GError **error)
{
	if (configuration->size > 0 && configuration->size < 16)
		g_usleep(300 * 1000);
	*outcome = configuration->size == 16 ? DD_FAIL : DD_PASS;
	return TRUE;
}

static void a_time_limit_cuts_tests_that_are_running(void)
{
	g_autoptr(dd_threads) threads = dd_threads_new(2, endless_test, NULL);
	struct dd_task task = {
		.n = 16,
		.workers = dd_threads_workers(threads),
		.limit_seconds = 0.05,
	};
	g_auto(dd_result) result = {0};
	g_autoptr(GError) error = NULL;
	gint64 start = g_get_monotonic_time();
	dd_run(&task, &result, &error);
	ASSERT_NO_ERROR(error);
	ASSERT_INT(result.status, DD_STOPPED_BY_TIME);
	CU_ASSERT_TRUE(g_get_monotonic_time() - start < 290 * 1000);
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
	enum dd_outcome *outcome, gpointer data, GError **error)
{
	struct breaking *breaking = data;
	*ticket = breaking->ticket;
	*outcome = breaking->size == 8 ? DD_FAIL : DD_PASS;
	if (breaking->tests < 3)
		return DD_WAIT_DONE;
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
		TEST(the_test_that_is_asked_for_is_always_among_those_that_run),
		TEST(takes_any_number_of_jobs),
		TEST(keeps_its_workers_busy_where_the_way_is_clear),
		TEST(stopped_and_resumed_with_any_jobs_it_repeats_no_test),
		TEST(a_time_limit_cuts_tests_that_are_running),
		TEST(workers_that_break_end_the_search_with_their_error),
	};
	return run_tests("dd in parallel", tests, G_N_ELEMENTS(tests));
}
