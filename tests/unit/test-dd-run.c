/* Ends, limits, interruption, errors and groups. */
#include "dd-help.h"
#include "dd-order.h"
#include "runner.h"

#include <signal.h>
#include <string.h>

static void check_end(enum hc_verdict pass, enum hc_verdict fail,
	enum dd_error code, const char *message);

static enum hc_verdict end_outcomes[2];

static gboolean test_ends(const struct dd_set *configuration,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	*outcome = end_outcomes[configuration->size > 0];
	return TRUE;
}

static void check_end(enum hc_verdict pass, enum hc_verdict fail,
	enum dd_error code, const char *message)
{
	end_outcomes[0] = pass;
	end_outcomes[1] = fail;
	struct dd_task task = {.n = 5, .test = test_ends};
	g_auto(dd_result) result = {0};
	g_autoptr(GError) error = NULL;
	CU_ASSERT_FALSE(dd_run(&task, &result, &error));
	CU_ASSERT_TRUE(g_error_matches(error, DD_ERROR, (int) code));
	ASSERT_ERROR(error, message);
	CU_ASSERT_PTR_NULL(result.pass);
}

static void an_end_that_does_otherwise_is_an_error_that_names_it(void)
{
	check_end(HC_FAIL, HC_FAIL, DD_ERROR_PASSING_END,
		"the passing end (0 of 5 deltas) does not pass: its test is "
		"FAIL");
	check_end(HC_UNRESOLVED, HC_FAIL, DD_ERROR_PASSING_END, "UNRESOLVED");
	check_end(HC_PASS, HC_PASS, DD_ERROR_FAILING_END,
		"the failing end (5 of 5 deltas) does not fail: its test is "
		"PASS");
	check_end(HC_PASS, HC_UNRESOLVED, DD_ERROR_FAILING_END, "UNRESOLVED");
}

static gboolean must_not_run(const struct dd_set *configuration,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	CU_FAIL("a test ran");
	return FALSE;
}

static void an_empty_difference_is_a_result_without_a_test(void)
{
	g_autoptr(dd_set) both = dd_set_new_range(2, 4);
	for (int algorithm = DD_ISOLATE; algorithm <= DD_PLUS; algorithm++) {
		struct dd_task task = {.algorithm = algorithm,
			.n = 5,
			.pass = both,
			.fail = both,
			.test = must_not_run};
		g_auto(dd_result) result = {0};
		CU_ASSERT_TRUE(dd_run(&task, &result, NULL));
		ASSERT_INT(result.difference->size, 0);
		CU_ASSERT_TRUE(dd_set_equal(result.fail, both));
		task.pass = task.fail = NULL;
		task.n = 0;
		g_auto(dd_result) none = {0};
		CU_ASSERT_TRUE(dd_run(&task, &none, NULL));
		ASSERT_INT(none.difference->size, 0);
	}
}

static void a_single_delta_needs_no_test_but_the_ends(void)
{
	for (int algorithm = DD_ISOLATE; algorithm <= DD_PLUS; algorithm++) {
		g_autoptr(dd_oracle) oracle =
			oracle_new(ORACLE_ONE_CAUSE, 1, 0);
		struct dd_task task = {.algorithm = algorithm,
			.n = 1,
			.test = oracle_test,
			.test_data = oracle};
		g_auto(dd_result) result = {0};
		CU_ASSERT_TRUE(dd_run(&task, &result, NULL));
		ASSERT_INT(result.difference->size, 1);
		ASSERT_INT(oracle->tests, 2);
	}
}

static void check_task_error(const struct dd_task *task, const char *message)
{
	g_auto(dd_result) result = {0};
	g_autoptr(GError) error = NULL;
	CU_ASSERT_FALSE(dd_run(task, &result, &error));
	CU_ASSERT_TRUE(g_error_matches(error, DD_ERROR, DD_ERROR_TASK));
	ASSERT_ERROR(error, message);
}

static void a_task_that_contradicts_itself_is_an_error(void)
{
	g_autoptr(dd_set) low = dd_set_new_range(0, 3);
	g_autoptr(dd_set) high = dd_set_new_range(2, 6);
	struct dd_task task = {.n = 5, .test = must_not_run};
	task.fail = high;
	check_task_error(&task, "has deltas that do not exist");
	task.n = 6;
	task.pass = low;
	check_task_error(&task, "that the failing end does not have");
	struct dd_task idle = {.n = 5};
	check_task_error(&idle, "needs a test function");
}

static void groups_that_are_no_tree_are_an_error(void)
{
	static const guint32 group_of[] = {0, 1, DD_NO_GROUP};
	static const guint32 cycle[] = {1, 0};
	static const guint32 beyond[] = {DD_NO_GROUP, 7};
	struct dd_groups groups = {group_of, cycle, 2};
	struct dd_task task = {.n = 3, .test = must_not_run, .groups = &groups};
	check_task_error(&task, "their own ancestors");
	groups.parent_of = beyond;
	check_task_error(&task, "group 1 belongs to group 7, but there are 2");
	groups.n_groups = 1;
	check_task_error(&task, "delta 1 belongs to group 1, but there are 1");
	groups.n_groups = G_MAXUINT32 - 3;
	check_task_error(&task, "3 deltas in 4294967292 groups are too many");
}

static void a_limit_on_tests_stops_with_a_valid_pair(void)
{
	for (guint64 limit = 1; limit < 40; limit++) {
		g_autoptr(dd_oracle) oracle = oracle_new(ORACLE_CHAOS, 30, 7);
		struct dd_task task = {.n = 30,
			.test = oracle_test,
			.test_data = oracle,
			.limit_tests = limit};
		g_auto(dd_result) result = {0};
		CU_ASSERT_TRUE(dd_run(&task, &result, NULL));
		CU_ASSERT_TRUE(oracle->tests <= limit);
		CU_ASSERT_TRUE(
			result.status == DD_COMPLETE || oracle->tests == limit);
		if (result.status != DD_COMPLETE)
			ASSERT_INT(result.status, DD_STOPPED_BY_TESTS);
		ASSERT_INT(oracle_judge(oracle, result.pass), HC_PASS);
		ASSERT_INT(oracle_judge(oracle, result.fail), HC_FAIL);
	}
}

/* Where configurations are monotone, what is left to search and what was found
 * hold all of the cause. */
static void stopped_at_any_step_what_is_left_still_fails(void)
{
	for (int algorithm = DD_ISOLATE; algorithm <= DD_PLUS; algorithm++) {
		for (guint64 limit = 2; limit < 60; limit++) {
			g_autoptr(dd_oracle) oracle =
				oracle_new(ORACLE_INTERFERENCE, 40, 3);
			struct dd_task task = {.algorithm = algorithm,
				.n = 40,
				.test = oracle_test,
				.test_data = oracle,
				.limit_tests = limit};
			g_auto(dd_result) result = {0};
			CU_ASSERT_TRUE(dd_run(&task, &result, NULL));
			ASSERT_INT(oracle_judge(oracle, result.pass), HC_PASS);
			ASSERT_INT(oracle_judge(oracle, result.fail), HC_FAIL);
		}
	}
}

static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
	interrupted = 1;
}

struct raising {
	struct oracle *oracle;
	guint64 at;
};

static gboolean raising_test(const struct dd_set *configuration,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	struct raising *raising = data;
	if (raising->oracle->tests + 1 == raising->at) {
		raise(SIGUSR1);
		/* What a test reports that the signal hit as well. */
		g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INTR,
			"the test was killed");
		return FALSE;
	}
	return oracle_test(configuration, outcome, raising->oracle, error);
}

static void a_signal_handler_can_stop_it_and_the_pair_so_far_is_kept(void)
{
	struct sigaction action = {.sa_handler = on_signal}, old;
	sigaction(SIGUSR1, &action, &old);
	for (guint64 at = 1; at < 20; at++) {
		g_autoptr(dd_oracle) oracle =
			oracle_new(ORACLE_IMPLICATIONS, 30, 11);
		struct raising raising = {oracle, at};
		interrupted = 0;
		struct dd_task task = {.n = 30,
			.test = raising_test,
			.test_data = &raising,
			.stop = &interrupted};
		g_auto(dd_result) result = {0};
		g_autoptr(GError) error = NULL;
		CU_ASSERT_TRUE(dd_run(&task, &result, &error));
		ASSERT_NO_ERROR(error);
		if (result.status == DD_COMPLETE)
			break;
		ASSERT_INT(result.status, DD_STOPPED_BY_CALLER);
		ASSERT_INT(result.counts.tests, at - 1);
		ASSERT_INT(oracle_judge(oracle, result.pass), HC_PASS);
		ASSERT_INT(oracle_judge(oracle, result.fail), HC_FAIL);
	}
	sigaction(SIGUSR1, &old, NULL);
}

/* Knows every outcome, and is interrupted with the tenth. */
static gboolean predict_and_interrupt(
	const struct dd_set *configuration, gpointer data)
{
	guint *predictions = data;
	interrupted = ++*predictions == 10;
	return TRUE;
}

static void a_search_by_prediction_alone_can_be_stopped_too(void)
{
	guint predictions = 0;
	interrupted = 0;
	struct dd_task task = {.n = 1000,
		.pass_known = TRUE,
		.fail_known = TRUE,
		.test = must_not_run,
		.predict = predict_and_interrupt,
		.predict_data = &predictions,
		.stop = &interrupted};
	g_auto(dd_result) result = {0};
	CU_ASSERT_TRUE(dd_run(&task, &result, NULL));
	ASSERT_INT(result.status, DD_STOPPED_BY_CALLER);
	ASSERT_INT(result.counts.predicted, 10);
	ASSERT_INT(result.difference->size, 1000);
	task.stop = NULL;
	task.limit_seconds = 1e-6;
	g_auto(dd_result) late = {0};
	CU_ASSERT_TRUE(dd_run(&task, &late, NULL));
	ASSERT_INT(late.status, DD_STOPPED_BY_TIME);
}

static gboolean broken_test(const struct dd_set *configuration,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	if (configuration->size == 4) {
		g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_IO,
			"the disk is gone");
		return FALSE;
	}
	*outcome = configuration->size ? HC_FAIL : HC_PASS;
	return TRUE;
}

static void a_test_that_cannot_run_ends_the_search_with_its_error(void)
{
	struct dd_task task = {.n = 8, .test = broken_test};
	g_auto(dd_result) result = {0};
	g_autoptr(GError) error = NULL;
	CU_ASSERT_FALSE(dd_run(&task, &result, &error));
	ASSERT_ERROR(error, "the disk is gone");
}

/* "0-1|2-9": the parts of a split. */
static char *split_to_string(
	const struct dd_order *order, const struct dd_set *set, guint32 n)
{
	GString *text = g_string_new(NULL);
	g_autoptr(GArray) parts = dd_order_split(order, set, n);
	for (guint i = 0; i < parts->len; i++) {
		struct dd_range range =
			g_array_index(parts, struct dd_range, i);
		g_autoptr(dd_set) stretch =
			dd_set_new_range(range.lo, range.hi);
		g_autoptr(dd_set) part = dd_set_intersect(stretch, set);
		g_autofree char *name = dd_set_to_string(part);
		g_string_append_printf(text, "%s%s", i ? "|" : "", name);
	}
	return g_string_free(text, FALSE);
}

/* Two objects of different size, one with two members inside: 0 1 | 2 3 | 4 …
 * 9, and 2 3 and 4 … 9 belong together. */
static void splits_go_along_the_groups_first(void)
{
	static const guint32 group_of[] = {0, 0, 2, 2, 3, 3, 3, 3, 3, 3};
	static const guint32 parent_of[] = {DD_NO_GROUP, DD_NO_GROUP, 1, 1};
	struct dd_groups groups = {group_of, parent_of, 4};
	g_autoptr(dd_set) pass = dd_set_new_empty();
	g_autoptr(dd_set) fail = dd_set_new_range(0, 10);
	g_autoptr(dd_order) order = dd_order_new(pass, fail, 10, &groups, NULL);
	static const char *const expected[] = {"0-9", "0-1|2-9", "0-1|2-3|4-9",
		"0-1|2-3|4-6|7-9", "0-1|2-3|4-5|6-7|8-9"};
	for (guint n = 1; n <= G_N_ELEMENTS(expected); n++) {
		g_autofree char *text = split_to_string(order, fail, n);
		ASSERT_STR(text, expected[n - 1]);
	}
}

/* Three groups, 0 1 2 | 3 4 5 6 | 7 8 9, some of whose deltas are gone. */
static void splits_of_a_set_with_holes_go_along_the_groups_too(void)
{
	static const guint32 group_of[] = {0, 0, 0, 1, 1, 1, 1, 2, 2, 2};
	static const guint32 parent_of[] = {
		DD_NO_GROUP, DD_NO_GROUP, DD_NO_GROUP};
	struct dd_groups groups = {group_of, parent_of, 3};
	g_autoptr(dd_set) pass = dd_set_new_empty();
	g_autoptr(dd_set) fail = dd_set_new_range(0, 10);
	g_autoptr(dd_order) order = dd_order_new(pass, fail, 10, &groups, NULL);
	g_autoptr(dd_set) first = dd_set_new_range(1, 4);
	g_autoptr(dd_set) without_first = dd_set_minus(fail, first);
	g_autofree char *halves = split_to_string(order, without_first, 2);
	ASSERT_STR(halves, "0, 4-6|7-9");
	/* Here the boundary lies in the hole. */
	g_autoptr(dd_set) edge = dd_set_new_range(2, 4);
	g_autoptr(dd_set) without_edge = dd_set_minus(fail, edge);
	g_autofree char *thirds = split_to_string(order, without_edge, 3);
	ASSERT_STR(thirds, "0-1|4-6|7-9");
}

/* Members of a group that do not stand side by side are brought together. */
static void scattered_members_of_a_group_stay_together(void)
{
	static const guint32 group_of[] = {0, 1, 0, 1, 0, 1, 0, 1};
	static const guint32 parent_of[] = {DD_NO_GROUP, DD_NO_GROUP};
	struct dd_groups groups = {group_of, parent_of, 2};
	g_autoptr(dd_oracle) oracle = oracle_new(ORACLE_ONE_CAUSE, 8, 0);
	GString *log = g_string_new(NULL);
	struct dd_task task = {.n = 8,
		.groups = &groups,
		.test = oracle_test,
		.test_data = oracle,
		.observe = log_step,
		.observe_data = log};
	g_auto(dd_result) result = {0};
	CU_ASSERT_TRUE(dd_run(&task, &result, NULL));
	CU_ASSERT_TRUE(g_str_has_prefix(log->str, "c1 1 . 3 . 5 . 7 . "));
	CU_ASSERT_TRUE(dd_set_equal(result.difference, oracle->cause));
	g_string_free(log, TRUE);
}

/* Whatever the tree: n parts, none empty, that make up the whole, in order. */
static void splits_of_any_tree_are_partitions(void)
{
	for (guint seed = 0; seed < 2000; seed++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
		guint32 size = (guint32) g_rand_int_range(rand, 1, 60);
		g_autoptr(dd_groups) groups = groups_new(size, rand);
		g_autoptr(dd_set) pass = dd_set_new_empty();
		g_autoptr(dd_set) all = dd_set_new_range(0, size);
		g_autoptr(dd_order) order = dd_order_new(
			pass, all, size, seed % 4 ? groups : NULL, NULL);
		guint32 a = (guint32) g_rand_int_range(rand, 0, (gint32) size);
		g_autoptr(dd_set) hole = dd_set_new_range(a, a + size / 5);
		g_autoptr(dd_set) set = dd_set_minus(all, hole);
		if (set->size == 0)
			continue;
		guint32 n = (guint32) g_rand_int_range(
			rand, 1, (gint32) set->size + 1);
		g_autoptr(GArray) parts = dd_order_split(order, set, n);
		g_autoptr(dd_set) sum = dd_set_new_empty();
		guint32 end = 0;
		gboolean ok = parts->len == n;
		for (guint i = 0; i < parts->len; i++) {
			struct dd_range range =
				g_array_index(parts, struct dd_range, i);
			g_autoptr(dd_set) stretch =
				dd_set_new_range(range.lo, range.hi);
			g_autoptr(dd_set) part = dd_set_intersect(stretch, set);
			ok = ok && part->size > 0 && range.lo >= end;
			end = range.hi;
			struct dd_set *more = dd_set_union(sum, part);
			dd_set_unref(sum);
			sum = more;
		}
		if (!ok || !dd_set_equal(sum, set))
			test_fail("seed %u", seed);
	}
}

static void a_test_counts_once_and_for_its_outcome(void)
{
	struct dd_counts counts = {.cached = 9};
	dd_counts_add_test(&counts, HC_FAIL);
	dd_counts_add_test(&counts, HC_UNRESOLVED);
	dd_counts_add_test(&counts, HC_FAIL);
	dd_counts_add_test(&counts, HC_UNRESOLVED);
	dd_counts_add_test(&counts, HC_FAIL);
	dd_counts_add_test(&counts, HC_PASS);

	CU_ASSERT_EQUAL(counts.tests, 6);
	CU_ASSERT_EQUAL(counts.pass, 1);
	CU_ASSERT_EQUAL(counts.fail, 3);
	CU_ASSERT_EQUAL(counts.unresolved, 2);
	CU_ASSERT_EQUAL(counts.cached, 9);
}

/* By their bytes, so that a member added later is not forgotten. */
static void sums_of_counts_have_every_member(void)
{
	struct dd_counts sum, more;
	guint64 members[sizeof sum / sizeof(guint64)];
	const gsize n = G_N_ELEMENTS(members);
	G_STATIC_ASSERT(sizeof members == sizeof sum);

	for (gsize i = 0; i < n; i++)
		members[i] = i + 1;
	memcpy(&sum, members, sizeof sum);
	for (gsize i = 0; i < n; i++)
		members[i] = 100 * (i + 1);
	memcpy(&more, members, sizeof more);

	dd_counts_add(&sum, &more);
	memcpy(members, &sum, sizeof sum);
	for (gsize i = 0; i < n; i++)
		CU_ASSERT_EQUAL(members[i], 101 * (i + 1));
	CU_ASSERT_EQUAL(more.tests, 100);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(an_end_that_does_otherwise_is_an_error_that_names_it),
		TEST(an_empty_difference_is_a_result_without_a_test),
		TEST(a_single_delta_needs_no_test_but_the_ends),
		TEST(a_task_that_contradicts_itself_is_an_error),
		TEST(groups_that_are_no_tree_are_an_error),
		TEST(a_limit_on_tests_stops_with_a_valid_pair),
		TEST(stopped_at_any_step_what_is_left_still_fails),
		TEST(a_signal_handler_can_stop_it_and_the_pair_so_far_is_kept),
		TEST(a_search_by_prediction_alone_can_be_stopped_too),
		TEST(a_test_that_cannot_run_ends_the_search_with_its_error),
		TEST(splits_go_along_the_groups_first),
		TEST(splits_of_a_set_with_holes_go_along_the_groups_too),
		TEST(scattered_members_of_a_group_stay_together),
		TEST(splits_of_any_tree_are_partitions),
		TEST(a_test_counts_once_and_for_its_outcome),
		TEST(sums_of_counts_have_every_member),
	};
	return run_tests("dd runs", tests, G_N_ELEMENTS(tests));
}
