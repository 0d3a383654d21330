/* What must hold for every test function, on thousands of random ones. A
 * failing case prints its seed: the same seed makes the same case. */
#include "dd-help.h"
#include "runner.h"

#include <math.h>

enum { CASES = 5000, LARGEST = 40 };

/* A random case of some kind, with or without groups and a passing end that
 * has deltas of its own. */
struct instance {
	guint seed;
	struct oracle *oracle;
	struct dd_groups *groups;
	struct dd_set *pass;
	struct dd_set *fail;
};

static void instance_clear(struct instance *instance)
{
	oracle_free(instance->oracle);
	g_clear_pointer(&instance->groups, groups_free);
	dd_set_unref(instance->pass);
	dd_set_unref(instance->fail);
}

typedef struct instance instance_t;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(instance_t, instance_clear)

/* Some deltas that are in both ends, if the ends stay as claimed. */
static void move_passing_end(struct instance *instance, GRand *rand)
{
	guint32 n = instance->oracle->n;
	guint32 lo = (guint32) g_rand_int_range(rand, 0, (gint32) n);
	guint32 hi = (guint32) g_rand_int_range(rand, 0, (gint32) n + 1);
	g_autoptr(dd_set) pass = dd_set_new_range(MIN(lo, hi), MAX(lo, hi));
	if (pass->size < n && oracle_judge(instance->oracle, pass) == HC_PASS)
		instance->pass = g_steal_pointer(&pass);
}

static struct instance instance_new(enum oracle_kind kind, guint seed)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	guint32 n = (guint32) g_rand_int_range(rand, 1, LARGEST + 1);
	struct instance instance = {.seed = seed};
	instance.oracle = oracle_new(kind, n, seed);
	if (g_rand_boolean(rand))
		instance.groups = groups_new(n, rand);
	if (g_rand_boolean(rand))
		move_passing_end(&instance, rand);
	if (!instance.pass)
		instance.pass = dd_set_new_empty();
	instance.fail = dd_set_new_range(0, n);
	return instance;
}

static void run_instance(const struct instance *instance,
	enum dd_algorithm algorithm, struct dd_result *result)
{
	struct dd_task task = {
		.algorithm = algorithm,
		.n = instance->oracle->n,
		.pass = instance->pass,
		.fail = instance->fail,
		.pass_known = TRUE,
		.fail_known = TRUE,
		.groups = instance->groups,
		.test = oracle_test,
		.test_data = instance->oracle,
	};
	g_autoptr(GError) error = NULL;
	if (!dd_run(&task, result, &error))
		test_fail("seed %u: %s", instance->seed, error->message);
}

#define CHECK(instance, condition)                                             \
	do {                                                                   \
		if (!(condition))                                              \
			test_fail("seed %u, n %u: not %s", (instance).seed,    \
				(instance).oracle->n, #condition);             \
	} while (0)

static enum hc_verdict judge_with(const struct instance *instance,
	const struct dd_set *set, guint32 delta, gboolean add)
{
	g_autoptr(dd_set) one = dd_set_new_range(delta, delta + 1);
	g_autoptr(dd_set) changed =
		add ? dd_set_union(set, one) : dd_set_minus(set, one);
	return oracle_judge(instance->oracle, changed);
}

/* No single delta can be added to c'✔ to make it fail, nor taken from c'✘ to
 * make it pass; and none moves either end without changing its outcome. */
static gboolean is_1_minimal(
	const struct instance *instance, const struct dd_result *result)
{
	if (result->difference->size == 1)
		return TRUE;
	for (guint32 d = 0; d < instance->oracle->n; d++) {
		if (!dd_set_contains(result->difference, d))
			continue;
		if (judge_with(instance, result->pass, d, TRUE) !=
				HC_UNRESOLVED ||
			judge_with(instance, result->fail, d, FALSE) !=
				HC_UNRESOLVED)
			return FALSE;
	}
	return TRUE;
}

static void dd_isolates_a_1_minimal_difference_of_any_function(void)
{
	for (guint seed = 0; seed < CASES; seed++) {
		g_auto(instance_t) instance =
			instance_new(seed % N_ORACLE_KINDS, seed);
		guint64 size = instance.fail->size - instance.pass->size;
		g_auto(dd_result) result = {0};
		run_instance(&instance, DD_ISOLATE, &result);
		CHECK(instance, result.status == DD_COMPLETE);
		CHECK(instance, dd_set_is_subset(instance.pass, result.pass));
		CHECK(instance, dd_set_is_subset(result.pass, result.fail));
		CHECK(instance, dd_set_is_subset(result.fail, instance.fail));
		CHECK(instance, result.difference->size > 0);
		CHECK(instance,
			oracle_judge(instance.oracle, result.pass) == HC_PASS);
		CHECK(instance,
			oracle_judge(instance.oracle, result.fail) == HC_FAIL);
		CHECK(instance, is_1_minimal(&instance, &result));
		CHECK(instance, instance.oracle->repeated == 0);
		CHECK(instance, result.counts.tests <= size * size + 7 * size);
		CHECK(instance, result.counts.tests == instance.oracle->tests);
	}
}

static void dd_needs_log2_tests_for_one_cause_without_unresolved(void)
{
	for (guint seed = 0; seed < CASES; seed++) {
		guint32 n = 1 + seed % 300;
		g_autoptr(dd_oracle) oracle =
			oracle_new(ORACLE_ONE_CAUSE, n, seed);
		struct dd_task task = {
			.n = n, .test = oracle_test, .test_data = oracle};
		g_auto(dd_result) result = {0};
		dd_run(&task, &result, NULL);
		gboolean found = dd_set_equal(result.difference, oracle->cause);
		guint64 most = (guint64) ceil(log2(n)) + 2;
		if (!found || result.counts.tests > most)
			test_fail("seed %u, n %u: %" G_GUINT64_FORMAT
				  " tests, at most %" G_GUINT64_FORMAT,
				seed, n, result.counts.tests, most);
	}
}

static gboolean fails_without_each(
	const struct instance *instance, const struct dd_result *result)
{
	for (guint32 d = 0; d < instance->oracle->n; d++)
		if (dd_set_contains(result->difference, d) &&
			judge_with(instance, result->fail, d, FALSE) == HC_FAIL)
			return TRUE;
	return FALSE;
}

static void ddmin_finds_a_1_minimal_failing_set_of_any_function(void)
{
	for (guint seed = 0; seed < CASES; seed++) {
		g_auto(instance_t) instance =
			instance_new(seed % N_ORACLE_KINDS, seed);
		guint64 size = instance.fail->size - instance.pass->size;
		g_auto(dd_result) result = {0};
		run_instance(&instance, DD_MINIMISE, &result);
		CHECK(instance, dd_set_equal(result.pass, instance.pass));
		CHECK(instance,
			oracle_judge(instance.oracle, result.fail) == HC_FAIL);
		CHECK(instance, !fails_without_each(&instance, &result));
		CHECK(instance, instance.oracle->repeated == 0);
		CHECK(instance, result.counts.tests <= size * size + 3 * size);
	}
}

/* The report's appendix: at most 2|c| − 2 tests for any function. */
static void dd_of_1999_needs_at_most_2c_minus_2_tests(void)
{
	for (guint seed = 0; seed < CASES; seed++) {
		g_auto(instance_t) instance =
			instance_new(seed % N_ORACLE_KINDS, seed);
		guint64 size = instance.fail->size - instance.pass->size;
		g_auto(dd_result) result = {0};
		run_instance(&instance, DD_1999, &result);
		CHECK(instance, result.counts.tests <= 2 * size - 2);
		CHECK(instance, instance.oracle->repeated == 0);
	}
}

/* Monotone, unambiguous, consistent: the exact answer, and 2m·log₂|c| tests
 * (the proof halves c exactly; otherwise its logarithm is rounded up). */
static void check_exact(enum dd_algorithm algorithm)
{
	for (guint seed = 0; seed < CASES; seed++) {
		g_auto(instance_t) instance = instance_new(
			seed % 2 ? ORACLE_ONE_CAUSE : ORACLE_INTERFERENCE,
			seed);
		g_auto(dd_result) result = {0};
		run_instance(&instance, algorithm, &result);
		g_autoptr(dd_set) cause =
			dd_set_minus(instance.oracle->cause, instance.pass);
		CHECK(instance, dd_set_equal(result.difference, cause));
		if (instance.groups)
			continue;
		guint32 size = instance.fail->size - instance.pass->size;
		double most = 2.0 * cause->size * ceil(log2(size));
		CHECK(instance, (double) result.counts.tests <= most);
	}
}

static void dd_of_1999_finds_exactly_the_interfering_changes(void)
{
	check_exact(DD_1999);
}

static void dd_plus_finds_exactly_the_interfering_changes(void)
{
	check_exact(DD_PLUS);
}

/* A change is safe if it can be applied or left out without an inconsistency:
 * here, if it belongs to no implied group. */
static void dd_plus_keeps_a_safe_cause_and_no_other_safe_change(void)
{
	for (guint seed = 0; seed < CASES; seed++) {
		g_auto(instance_t) instance =
			instance_new(ORACLE_IMPLICATIONS, seed);
		g_autoptr(dd_set) unsafe = dd_set_new_empty();
		for (guint i = 0; i < instance.oracle->implied->len; i++) {
			struct dd_set *both = dd_set_union(unsafe,
				g_ptr_array_index(instance.oracle->implied, i));
			dd_set_unref(unsafe);
			unsafe = both;
		}
		g_autoptr(dd_set) open =
			dd_set_minus(instance.fail, instance.pass);
		g_autoptr(dd_set) safe = dd_set_minus(open, unsafe);
		if (instance.oracle->cause->size != 1 ||
			!dd_set_is_subset(instance.oracle->cause, safe))
			continue;
		g_auto(dd_result) result = {0};
		run_instance(&instance, DD_PLUS, &result);
		g_autoptr(dd_set) kept =
			dd_set_intersect(result.difference, safe);
		CHECK(instance, dd_set_equal(kept, instance.oracle->cause));
		CHECK(instance, instance.oracle->repeated == 0);
	}
}

static void dd_plus_ends_on_any_function_and_repeats_no_test(void)
{
	for (guint seed = 0; seed < CASES; seed++) {
		g_auto(instance_t) instance =
			instance_new(seed % N_ORACLE_KINDS, seed);
		guint64 size = instance.fail->size - instance.pass->size;
		g_auto(dd_result) result = {0};
		run_instance(&instance, DD_PLUS, &result);
		CHECK(instance, instance.oracle->repeated == 0);
		CHECK(instance, result.counts.tests <= size * size + 7 * size);
		CHECK(instance, dd_set_is_subset(result.fail, instance.fail));
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(dd_isolates_a_1_minimal_difference_of_any_function),
		TEST(dd_needs_log2_tests_for_one_cause_without_unresolved),
		TEST(ddmin_finds_a_1_minimal_failing_set_of_any_function),
		TEST(dd_of_1999_needs_at_most_2c_minus_2_tests),
		TEST(dd_of_1999_finds_exactly_the_interfering_changes),
		TEST(dd_plus_finds_exactly_the_interfering_changes),
		TEST(dd_plus_keeps_a_safe_cause_and_no_other_safe_change),
		TEST(dd_plus_ends_on_any_function_and_repeats_no_test),
	};
	return run_tests("dd properties", tests, G_N_ELEMENTS(tests));
}
