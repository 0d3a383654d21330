/* What delta debugging itself costs: tests asked for, time outside of the
 * tests, and what a second worker brings. */
#include "dd-threads.h"

#include <stdio.h>

enum { N = 100000 };

/* A test over 100,000 deltas that takes no time: fails with the cause; is
 * unresolved if two deltas that belong together are parted. */
struct problem {
	guint32 cause;
	GArray *pairs; /* of guint32[2]; NULL: nothing is unresolved */
	gint64 inside; /* ns spent in here */
};

static gint64 now_ns(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * G_GINT64_CONSTANT(1000000000) + time.tv_nsec;
}

static gboolean is_parted(
	const struct problem *problem, const struct dd_set *configuration)
{
	for (guint i = 0; problem->pairs && i < problem->pairs->len; i++) {
		const guint32 *pair =
			&g_array_index(problem->pairs, guint32, 2 * i);
		if (2 * i + 1 >= problem->pairs->len)
			break;
		if (dd_set_contains(configuration, pair[0]) !=
			dd_set_contains(configuration, pair[1]))
			return TRUE;
	}
	return FALSE;
}

static gboolean test_problem(const struct dd_set *configuration,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	struct problem *problem = data;
	gint64 start = now_ns();
	if (is_parted(problem, configuration))
		*outcome = HC_UNRESOLVED;
	else
		*outcome = dd_set_contains(configuration, problem->cause)
				   ? HC_FAIL
				   : HC_PASS;
	problem->inside += now_ns() - start;
	return TRUE;
}

static void bench_tests_one_cause(void)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	guint64 most = 0;
	gint64 outside = 0;
	guint64 tests = 0;
	for (int i = 0; i < 1000; i++) {
		struct problem problem = {
			.cause = (guint32) g_rand_int_range(rand, 0, N)};
		struct dd_task task = {.n = N,
			.test = test_problem,
			.test_data = &problem,
			.pass_known = TRUE,
			.fail_known = TRUE};
		g_auto(dd_result) result = {0};
		gint64 start = now_ns();
		dd_run(&task, &result, NULL);
		outside += now_ns() - start - problem.inside;
		tests += result.counts.tests;
		most = MAX(most, result.counts.tests);
		if (result.difference->size != 1 ||
			!dd_set_contains(result.difference, problem.cause))
			printf("wrong result for cause %u\n", problem.cause);
	}
	printf("BENCH dd.tests_one_cause_100k %" G_GUINT64_FORMAT " tests\n",
		most);
	printf("BENCH dd.overhead_one_cause_us_per_test %.2f us\n",
		(double) outside / 1e3 / (double) tests);
}

/* Scattered pairs that must not be parted: subsets get many and small, and
 * the ends ragged. */
static void bench_overhead(enum dd_algorithm algorithm, const char *name)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(2);
	struct problem problem = {.cause = 31415};
	problem.pairs = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (int i = 0; i < 2 * 40; i++) {
		guint32 delta = (guint32) g_rand_int_range(rand, 0, N);
		g_array_append_val(problem.pairs, delta);
	}
	struct dd_task task = {.algorithm = algorithm,
		.n = N,
		.test = test_problem,
		.test_data = &problem,
		.limit_tests = 50000};
	g_auto(dd_result) result = {0};
	gint64 start = now_ns();
	dd_run(&task, &result, NULL);
	gint64 outside = now_ns() - start - problem.inside;
	printf("BENCH %s %.2f us\n", name,
		(double) outside / 1e3 / (double) result.counts.tests);
	printf("# %s: %" G_GUINT64_FORMAT " tests, %" G_GUINT64_FORMAT
	       " cached, %u left\n",
		name, result.counts.tests, result.counts.cached,
		result.difference->size);
	g_array_unref(problem.pairs);
}

/* Sleeps 5 ms; half of the outcomes are unresolved, by a hash. */
static gboolean test_sleeping(const struct dd_set *configuration,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	guint8 digest[DD_DIGEST_SIZE];
	guint32 cause = GPOINTER_TO_UINT(data);
	g_usleep(5000);
	dd_set_digest(configuration, digest);
	gboolean end = configuration->size == 0 || configuration->size == 64;
	if (!end && digest[cause % DD_DIGEST_SIZE] % 2)
		*outcome = HC_UNRESOLVED;
	else
		*outcome = dd_set_contains(configuration, cause) ? HC_FAIL
								 : HC_PASS;
	return TRUE;
}

static double seconds_with(guint jobs)
{
	gint64 start = now_ns();
	for (guint32 cause = 0; cause < 64; cause += 2) {
		gpointer data = GUINT_TO_POINTER(cause);
		g_autoptr(dd_threads) threads =
			dd_threads_new(jobs, test_sleeping, data);
		struct dd_task task = {
			.n = 64, .workers = dd_threads_workers(threads)};
		g_auto(dd_result) result = {0};
		dd_run(&task, &result, NULL);
	}
	return (double) (now_ns() - start) / 1e9;
}

int main(void)
{
	bench_tests_one_cause();
	bench_overhead(DD_ISOLATE, "dd.overhead_us_per_test");
	bench_overhead(DD_MINIMISE, "dd.overhead_ddmin_us_per_test");
	bench_overhead(DD_1999, "dd.overhead_1999_us_per_test");
	bench_overhead(DD_PLUS, "dd.overhead_plus_us_per_test");
	double one = seconds_with(1);
	printf("BENCH dd.parallel_speedup_2 %.2f ratio\n",
		one / seconds_with(2));
	printf("BENCH dd.parallel_speedup_4 %.2f ratio\n",
		one / seconds_with(4));
	return 0;
}
