/* Tables 1 to 7 of "Yesterday, my program worked. Today, it does not. Why?"
 * (ESEC/FSE 1999, and report 99-01), step for step: configuration, outcome and
 * conclusion. c1 is the first subset, ~c1 its complement. */
#include "dd-help.h"
#include "runner.h"

static struct oracle *oracle_for_table(struct dd_set *cause)
{
	struct oracle *oracle = oracle_new(ORACLE_ONE_CAUSE, 8, 0);
	dd_set_unref(oracle->cause);
	oracle->cause = cause;
	return oracle;
}

/* The steps of a run on eight changes, as log_step writes them. */
static char *steps_of(enum dd_algorithm algorithm, struct oracle *oracle,
	dd_predict_func predict, char **result)
{
	GString *log = g_string_new(NULL);
	struct dd_task task = {
		.algorithm = algorithm,
		.n = 8,
		.test = oracle_test,
		.test_data = oracle,
		.pass_known = TRUE,
		.fail_known = TRUE,
		.predict = predict,
		.predict_data = oracle,
		.observe = log_step,
		.observe_data = log,
	};
	g_auto(dd_result) answer = {0};
	g_autoptr(GError) error = NULL;
	dd_run(&task, &answer, &error);
	ASSERT_NO_ERROR(error);
	*result = dd_set_to_string(answer.difference);
	ASSERT_INT(oracle->repeated, 0);
	return g_string_free(log, FALSE);
}

static void table_1_finds_a_single_change(void)
{
	g_autoptr(dd_oracle) oracle = oracle_for_table(set_of(7, -1));
	g_autofree char *result = NULL;
	g_autofree char *steps = steps_of(DD_1999, oracle, NULL, &result);
	ASSERT_STR(steps, "c1 1 2 3 4 . . . . PASS\n"
			  "c2 . . . . 5 6 7 8 FAIL: in c2\n"
			  "c1 . . . . 5 6 . . PASS\n"
			  "c2 . . . . . . 7 8 FAIL: in c2\n"
			  "c1 . . . . . . 7 . FAIL: in c1, found 7\n");
	ASSERT_STR(result, "6");
}

/* The printed table stops at step 7, where 6 is found. Algorithm 1 has to test
 * c2 once more: were 5 needed as well, only that would tell. */
static void table_2_finds_two_interfering_changes(void)
{
	g_autoptr(dd_oracle) oracle = oracle_for_table(set_of(3, 6, -1));
	g_autofree char *result = NULL;
	g_autofree char *steps = steps_of(DD_1999, oracle, NULL, &result);
	ASSERT_STR(steps, "c1 1 2 3 4 . . . . PASS\n"
			  "c2 . . . . 5 6 7 8 PASS: interference\n"
			  "c1 1 2 . . 5 6 7 8 PASS\n"
			  "c2 . . 3 4 5 6 7 8 FAIL: in c2\n"
			  "c1 . . 3 . 5 6 7 8 FAIL: in c1, found 3\n"
			  "c1 1 2 3 4 5 6 . . FAIL: in c1\n"
			  "c1 1 2 3 4 5 . . . PASS: found 6\n"
			  "c2 1 2 3 4 . 6 . . FAIL: in c2\n");
	ASSERT_STR(result, "2, 5");
}

static void table_3_finds_eight_interfering_changes(void)
{
	g_autoptr(dd_oracle) oracle =
		oracle_for_table(set_of(1, 2, 3, 4, 5, 6, 7, 8, -1));
	g_autofree char *result = NULL;
	g_autofree char *steps = steps_of(DD_1999, oracle, NULL, &result);
	ASSERT_STR(steps, "c1 1 2 3 4 . . . . PASS\n"
			  "c2 . . . . 5 6 7 8 PASS: interference\n"
			  "c1 1 2 . . 5 6 7 8 PASS\n"
			  "c2 . . 3 4 5 6 7 8 PASS: interference\n"
			  "c1 1 . 3 4 5 6 7 8 PASS: found 2\n"
			  "c2 . 2 3 4 5 6 7 8 PASS: interference, found 1\n"
			  "c1 1 2 3 . 5 6 7 8 PASS: found 4\n"
			  "c2 1 2 . 4 5 6 7 8 PASS: interference, found 3\n"
			  "c1 1 2 3 4 5 6 . . PASS\n"
			  "c2 1 2 3 4 . . 7 8 PASS: interference\n"
			  "c1 1 2 3 4 5 . 7 8 PASS: found 6\n"
			  "c2 1 2 3 4 . 6 7 8 PASS: interference, found 5\n"
			  "c1 1 2 3 4 5 6 7 . PASS: found 8\n"
			  "c2 1 2 3 4 5 6 . 8 PASS: interference, found 7\n");
	ASSERT_STR(result, "0-7");
}

/* Change 2 needs change 6, so the first half alone can't be tested; 3 is to be
 * found. The printed table ends with the third configuration. */
static gboolean has_2_without_6(
	const struct dd_set *configuration, gpointer data)
{
	return dd_set_contains(configuration, 1) &&
	       !dd_set_contains(configuration, 5);
}

static gboolean test_table_4(const struct dd_set *configuration,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	if (has_2_without_6(configuration, NULL))
		*outcome = HC_UNRESOLVED;
	else
		*outcome =
			dd_set_contains(configuration, 2) ? HC_FAIL : HC_PASS;
	return TRUE;
}

static void table_4_prefers_the_half_whose_complement_passes(void)
{
	GString *log = g_string_new(NULL);
	struct dd_task task = {
		.algorithm = DD_PLUS,
		.n = 8,
		.test = test_table_4,
		.observe = log_step,
		.observe_data = log,
	};
	g_auto(dd_result) result = {0};
	g_autoptr(GError) error = NULL;
	dd_run(&task, &result, &error);
	ASSERT_NO_ERROR(error);
	const char *expected = "c1 1 2 3 4 . . . . UNRESOLVED\n"
			       "c2 . . . . 5 6 7 8 PASS: prefer c1\n"
			       "c1 1 2 . . 5 6 7 8 ";
	CU_ASSERT_TRUE(g_str_has_prefix(log->str, expected));
	g_autofree char *text = dd_set_to_string(result.difference);
	ASSERT_STR(text, "2");
	g_string_free(log, TRUE);
}

/* Changes 2, 3 and 7 imply each other; 8 is to be found. */
static void tables_5_and_6_try_again_with_more_subsets(void)
{
	g_autoptr(dd_oracle) oracle = oracle_for_table(set_of(8, -1));
	g_ptr_array_add(oracle->implied, set_of(2, 3, 7, -1));
	g_autofree char *result = NULL;
	g_autofree char *steps = steps_of(DD_PLUS, oracle, NULL, &result);
	ASSERT_STR(steps, "c1 1 2 3 4 . . . . UNRESOLVED\n"
			  "c2 . . . . 5 6 7 8 UNRESOLVED: try again\n"
			  "c1 1 2 . . . . . . UNRESOLVED\n"
			  "c2 . . 3 4 . . . . UNRESOLVED\n"
			  "c3 . . . . 5 6 . . PASS\n"
			  "c4 . . . . . . 7 8 UNRESOLVED\n"
			  "~c1 . . 3 4 5 6 7 8 UNRESOLVED\n"
			  "~c2 1 2 . . 5 6 7 8 UNRESOLVED\n"
			  "~c3 1 2 3 4 . . 7 8 FAIL\n"
			  "~c4 1 2 3 4 5 6 . . UNRESOLVED: try again\n"
			  "c1 1 . . . 5 6 . . PASS\n"
			  "c2 . 2 . . 5 6 . . UNRESOLVED\n"
			  "c3 . . 3 . 5 6 . . UNRESOLVED\n"
			  "c4 . . . 4 5 6 . . PASS\n"
			  "c5 . . . . 5 6 7 . UNRESOLVED\n"
			  "c6 . . . . 5 6 . 8 FAIL: in c6, found 8\n");
	ASSERT_STR(result, "7");
}

static void table_5_takes_5_of_16_tests_when_implications_are_predicted(void)
{
	g_autoptr(dd_oracle) oracle = oracle_for_table(set_of(8, -1));
	g_ptr_array_add(oracle->implied, set_of(2, 3, 7, -1));
	g_autofree char *result = NULL;
	g_autofree char *steps =
		steps_of(DD_PLUS, oracle, oracle_predict, &result);
	ASSERT_INT(oracle->tests, 5);
	ASSERT_STR(result, "7");
}

/* Each change implies all earlier ones. */
static gboolean has_gap(const struct dd_set *configuration, gpointer data)
{
	return configuration->n_ranges > 1 ||
	       (configuration->n_ranges == 1 &&
		       configuration->ranges[0].lo > 0);
}

static void table_7_searches_ordered_changes_with_predictions(void)
{
	g_autoptr(dd_oracle) oracle = oracle_for_table(set_of(7, -1));
	g_autofree char *result = NULL;
	g_autofree char *steps = steps_of(DD_PLUS, oracle, has_gap, &result);
	ASSERT_STR(steps, "c1 1 2 3 4 . . . . PASS\n"
			  "c2 . . . . 5 6 7 8 (UNRESOLVED): prefer c2\n"
			  "c1 1 2 3 4 5 6 . . PASS\n"
			  "c2 1 2 3 4 . . 7 8 (UNRESOLVED): prefer c2\n"
			  "c1 1 2 3 4 5 6 7 . FAIL: in c1, found 7\n");
	ASSERT_STR(result, "6");
	ASSERT_INT(oracle->tests, 3);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(table_1_finds_a_single_change),
		TEST(table_2_finds_two_interfering_changes),
		TEST(table_3_finds_eight_interfering_changes),
		TEST(table_4_prefers_the_half_whose_complement_passes),
		TEST(tables_5_and_6_try_again_with_more_subsets),
		TEST(table_5_takes_5_of_16_tests_when_implications_are_predicted),
		TEST(table_7_searches_ordered_changes_with_predictions),
	};
	return run_tests("dd tables of 1999", tests, G_N_ELEMENTS(tests));
}
