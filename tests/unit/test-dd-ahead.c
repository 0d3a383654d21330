/* Which tests run ahead, seen from a pool that decides itself which of them is
 * done first. */
#include "dd-help.h"
#include "runner.h"

#include <string.h>

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
};

struct drawn {
	guint64 ticket;
	char *text;
	enum hc_verdict outcome;
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
	enum hc_verdict *outcome, gpointer data, GError **error)
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
	g_hash_table_add(drawing->done, g_steal_pointer(&drawn->text));
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
	enum hc_verdict *outcome, gpointer data, GError **error)
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

int main(void)
{
	static const struct test tests[] = {
		TEST(the_test_that_is_asked_for_is_always_among_those_that_run),
		TEST(takes_any_number_of_jobs),
		TEST(keeps_its_workers_busy_where_the_way_is_clear),
	};
	return run_tests("dd ahead", tests, G_N_ELEMENTS(tests));
}
