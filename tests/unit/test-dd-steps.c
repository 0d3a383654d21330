/* What an observer is told, step by step. */
#include "dd-help.h"
#include "runner.h"

#include <string.h>

/* A test of eight deltas by a list, "345678 FAIL": what is not in it is
 * UNRESOLVED. */
static gboolean listed_test(const struct dd_set *configuration,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	char text[9] = "";
	for (guint32 i = 0, n = 0; i < 8; i++)
		if (dd_set_contains(configuration, i))
			text[n++] = (char) ('1' + i);
	*outcome = HC_UNRESOLVED;
	for (const char *const *line = data; *line; line++) {
		gsize length = strcspn(*line, " ");
		if (strlen(text) != length || strncmp(text, *line, length) != 0)
			continue;
		*outcome = strcmp(*line + length, " PASS") == 0 ? HC_PASS
								: HC_FAIL;
	}
	return TRUE;
}

/* As log_step, with the number of subsets and how many deltas are left. */
static void log_step_and_rest(const struct dd_step *step, gpointer data)
{
	GString *log = data;
	if (step->role != DD_ROLE_SEARCH)
		return;
	log_step(step, log);
	g_string_truncate(log, log->len - 1);
	g_string_append_printf(log, " [%u, %u]%s\n", step->n, step->remaining,
		step->source == DD_SOURCE_CACHE ? " known" : "");
}

static char *steps_of(enum dd_algorithm algorithm, const char *const *lines)
{
	GString *log = g_string_new(NULL);
	struct dd_task task = {
		.algorithm = algorithm,
		.n = 8,
		.pass_known = TRUE,
		.fail_known = TRUE,
		.test = listed_test,
		.test_data = (gpointer) lines,
		.observe = log_step_and_rest,
		.observe_data = log,
	};
	g_auto(dd_result) result = {0};
	g_autoptr(GError) error = NULL;
	dd_run(&task, &result, &error);
	ASSERT_NO_ERROR(error);
	return g_string_free(log, FALSE);
}

#define ISOLATE_STEPS                                                          \
	"c1 1 2 3 4 . . . . UNRESOLVED [2, 8]\n"                               \
	"c2 . . . . 5 6 7 8 UNRESOLVED: increase granularity [2, 8]\n"         \
	"~c1 . . 3 4 5 6 7 8 FAIL [4, 8]\n"                                    \
	"c1 1 2 . . . . . . UNRESOLVED: reduce to all but c1 [4, 6]\n"         \
	"~c1 . . . . 5 6 7 8 UNRESOLVED [3, 6] known\n"                        \
	"c1 . . 3 4 . . . . UNRESOLVED [3, 6]\n"                               \
	"~c2 . . 3 4 . . 7 8 UNRESOLVED [3, 6]\n"                              \
	"c2 . . . . 5 6 . . PASS: increase by c2 [3, 4]\n"                     \
	"c1 . . 3 4 5 6 . . UNRESOLVED [2, 4]\n"                               \
	"c2 . . . . 5 6 7 8 UNRESOLVED: increase granularity [2, 4] known\n"   \
	"~c1 . . . 4 5 6 7 8 UNRESOLVED [4, 4]\n"                              \
	"c1 . . 3 . 5 6 . . UNRESOLVED [4, 4]\n"

/* FSE 2002, Figure 2: one run for each of its first two cases at the end, and
 * the other four on the way there. */
static void dd_tells_which_case_of_the_figure_holds(void)
{
	static const char *const passing[] = {
		"345678 FAIL", "56 PASS", "35678 PASS", NULL};
	g_autofree char *increased = steps_of(DD_ISOLATE, passing);
	ASSERT_STR(increased,
		ISOLATE_STEPS "~c2 . . 3 . 5 6 7 8 PASS: increase to all but "
			      "c2, minimal [4, 1]\n");
	static const char *const failing[] = {
		"345678 FAIL", "56 PASS", "456 FAIL", NULL};
	g_autofree char *reduced = steps_of(DD_ISOLATE, failing);
	ASSERT_STR(reduced,
		ISOLATE_STEPS "~c2 . . 3 . 5 6 7 8 UNRESOLVED [4, 4]\n"
			      "c2 . . . 4 5 6 . . FAIL: reduce to c2, minimal "
			      "[4, 1]\n");
}

/* One test a round while all is resolved; the other half's when it is not. */
static void dd_tells_both_halves_by_one_test(void)
{
	static const char *const resolved[] = {
		"1234 PASS", "123456 PASS", "1234567 FAIL", NULL};
	g_autofree char *binary = steps_of(DD_ISOLATE, resolved);
	ASSERT_STR(binary,
		"c1 1 2 3 4 . . . . PASS: increase to all but c2 [2, 4]\n"
		"c1 1 2 3 4 5 6 . . PASS: increase to all but c2 [2, 2]\n"
		"c1 1 2 3 4 5 6 7 . FAIL: reduce to c1, minimal [2, 1]\n");
	static const char *const half[] = {"5678 PASS", "125678 FAIL", NULL};
	g_autofree char *second = steps_of(DD_ISOLATE, half);
	CU_ASSERT_TRUE(g_str_has_prefix(second,
		"c1 1 2 3 4 . . . . UNRESOLVED [2, 8]\n"
		"c2 . . . . 5 6 7 8 PASS: increase to all but c1 [2, 4]\n"
		"c1 1 2 . . 5 6 7 8 FAIL: reduce to c1 [2, 2]\n"));
}

#define MINIMISE_STEPS                                                         \
	"c1 1 2 3 4 . . . . UNRESOLVED [2, 8]\n"                               \
	"c2 . . . . 5 6 7 8 UNRESOLVED: increase granularity [2, 8]\n"         \
	"c1 1 2 . . . . . . UNRESOLVED [4, 8]\n"                               \
	"c2 . . 3 4 . . . . PASS [4, 8]\n"                                     \
	"c3 . . . . 5 6 . . UNRESOLVED [4, 8]\n"                               \
	"c4 . . . . . . 7 8 UNRESOLVED [4, 8]\n"                               \
	"~c1 . . 3 4 5 6 7 8 UNRESOLVED [4, 8]\n"                              \
	"~c2 1 2 . . 5 6 7 8 FAIL: reduce to all but c2 [4, 6]\n"              \
	"~c2 1 2 . . . . 7 8 UNRESOLVED [3, 6]\n"                              \
	"~c3 1 2 . . 5 6 . . UNRESOLVED [3, 6]\n"                              \
	"~c1 . . . . 5 6 7 8 UNRESOLVED: increase granularity [3, 6] known\n"  \
	"c1 1 . . . . . . . UNRESOLVED [6, 6]\n"                               \
	"c2 . 2 . . . . . . UNRESOLVED [6, 6]\n"

static void ddmin_tells_what_it_drops(void)
{
	static const char *const subset[] = {
		"34 PASS", "125678 FAIL", "5 FAIL", NULL};
	g_autofree char *short_one = steps_of(DD_MINIMISE, subset);
	ASSERT_STR(short_one,
		MINIMISE_STEPS "c3 . . . . 5 . . . FAIL: reduce to c3, minimal "
			       "[6, 1]\n");
	static const char *const complement[] = {
		"34 PASS", "125678 FAIL", "25678 FAIL", NULL};
	g_autofree char *long_one = steps_of(DD_MINIMISE, complement);
	ASSERT_STR(long_one, MINIMISE_STEPS
		"c3 . . . . 5 . . . UNRESOLVED [6, 6]\n"
		"c4 . . . . . 6 . . UNRESOLVED [6, 6]\n"
		"c5 . . . . . . 7 . UNRESOLVED [6, 6]\n"
		"c6 . . . . . . . 8 UNRESOLVED [6, 6]\n"
		"~c1 . 2 . . 5 6 7 8 FAIL: reduce to all but c1 [6, 5]\n"
		"~c1 . . . . 5 6 7 8 UNRESOLVED [5, 5] known\n"
		"~c2 . 2 . . . 6 7 8 UNRESOLVED [5, 5]\n"
		"~c3 . 2 . . 5 . 7 8 UNRESOLVED [5, 5]\n"
		"~c4 . 2 . . 5 6 . 8 UNRESOLVED [5, 5]\n"
		"~c5 . 2 . . 5 6 7 . UNRESOLVED: minimal [5, 5]\n");
}

/* ESEC/FSE 1999, Table 1, where what is left halves. */
static void dd_of_1999_tells_how_many_are_left(void)
{
	static const char *const lines[] = {
		"1234 PASS", "5678 FAIL", "56 PASS", "78 FAIL", "7 FAIL", NULL};
	g_autofree char *steps = steps_of(DD_1999, lines);
	ASSERT_STR(steps, "c1 1 2 3 4 . . . . PASS [2, 8]\n"
			  "c2 . . . . 5 6 7 8 FAIL: in c2 [2, 4]\n"
			  "c1 . . . . 5 6 . . PASS [2, 4]\n"
			  "c2 . . . . . . 7 8 FAIL: in c2 [2, 2]\n"
			  "c1 . . . . . . 7 . FAIL: in c1, found 7 [2, 0]\n");
}

/* In the last round c = {1 2 5 6 7 8} and r = {3 4}. */
static void dd_plus_tests_complements_with_what_remains_applied(void)
{
	static const char *const lines[] = {
		"34 PASS", "125678 FAIL", "2345678 FAIL", NULL};
	g_autofree char *steps = steps_of(DD_PLUS, lines);
	ASSERT_STR(steps,
		"c1 1 2 3 4 . . . . UNRESOLVED [2, 8]\n"
		"c2 . . . . 5 6 7 8 UNRESOLVED: try again [2, 8]\n"
		"c1 1 2 . . . . . . UNRESOLVED [4, 8]\n"
		"c2 . . 3 4 . . . . PASS [4, 8]\n"
		"c3 . . . . 5 6 . . UNRESOLVED [4, 8]\n"
		"c4 . . . . . . 7 8 UNRESOLVED [4, 8]\n"
		"~c1 . . 3 4 5 6 7 8 UNRESOLVED [4, 8]\n"
		"~c2 1 2 . . 5 6 7 8 FAIL [4, 8]\n"
		"~c3 1 2 3 4 . . 7 8 UNRESOLVED [4, 8]\n"
		"~c4 1 2 3 4 5 6 . . UNRESOLVED: try again [4, 6]\n"
		"c1 1 . 3 4 . . . . UNRESOLVED [6, 6]\n"
		"c2 . 2 3 4 . . . . UNRESOLVED [6, 6]\n"
		"c3 . . 3 4 5 . . . UNRESOLVED [6, 6]\n"
		"c4 . . 3 4 . 6 . . UNRESOLVED [6, 6]\n"
		"c5 . . 3 4 . . 7 . UNRESOLVED [6, 6]\n"
		"c6 . . 3 4 . . . 8 UNRESOLVED [6, 6]\n"
		"~c1 . 2 3 4 5 6 7 8 FAIL [6, 6]\n"
		"~c2 1 . 3 4 5 6 7 8 UNRESOLVED [6, 6]\n"
		"~c3 1 2 3 4 . 6 7 8 UNRESOLVED [6, 6]\n"
		"~c4 1 2 3 4 5 . 7 8 UNRESOLVED [6, 6]\n"
		"~c5 1 2 3 4 5 6 . 8 UNRESOLVED [6, 6]\n"
		"~c6 1 2 3 4 5 6 7 . UNRESOLVED: nothing left, found 2 5 6 7 8 "
		"[6, 0]\n");
}

/* An interference of a later subset goes before the preference of an earlier
 * one, and a preference is known when no interference can come any more. */
static void dd_plus_looks_for_an_interference_before_it_prefers(void)
{
	static const char *const preferred[] = {
		"34 PASS", "345678 PASS", "123456 FAIL", NULL};
	g_autofree char *prefers = steps_of(DD_PLUS, preferred);
	CU_ASSERT_PTR_NOT_NULL(strstr(prefers,
		"~c1 . . 3 4 5 6 7 8 PASS [4, 8]\n"
		"~c2 1 2 . . 5 6 7 8 UNRESOLVED: prefer c1 [4, 2]\n"));
	static const char *const both[] = {
		"34 PASS", "345678 PASS", "125678 PASS", NULL};
	g_autofree char *interferes = steps_of(DD_PLUS, both);
	CU_ASSERT_PTR_NOT_NULL(strstr(interferes,
		"~c1 . . 3 4 5 6 7 8 PASS [4, 8]\n"
		"~c2 1 2 . . 5 6 7 8 PASS: interference [4, 8]\n"
		"c1 1 2 3 . 5 6 7 8 UNRESOLVED [2, 8]\n"));
}

/* What the steps amount to. */
struct sum {
	struct dd_counts counts;
	struct dd_set *found;
};

static void add_step(const struct dd_step *step, gpointer data)
{
	struct sum *sum = data;
	gboolean tested = step->source == DD_SOURCE_TEST;
	sum->counts.tests += tested;
	sum->counts.pass += tested && step->outcome == HC_PASS;
	sum->counts.fail += tested && step->outcome == HC_FAIL;
	sum->counts.unresolved += tested && step->outcome == HC_UNRESOLVED;
	sum->counts.cached += step->source == DD_SOURCE_CACHE;
	sum->counts.predicted += step->source == DD_SOURCE_PREDICTION;
	CU_ASSERT_EQUAL(
		step->found != NULL, (step->conclusions & DD_FOUND) != 0);
	if (!step->found)
		return;
	struct dd_set *more = dd_set_union(sum->found, step->found);
	dd_set_unref(sum->found);
	sum->found = more;
}

/* With groups and a passing end of its own, positions are not deltas. */
static void counts_and_deltas_found_are_those_of_the_steps(void)
{
	for (guint seed = 0; seed < 600; seed++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
		guint32 n = 2 + seed % 30;
		g_autoptr(dd_groups) groups = groups_new(n, rand);
		g_autoptr(dd_oracle) oracle =
			oracle_new(seed % N_ORACLE_KINDS, n, seed);
		g_autoptr(dd_set) pass = dd_set_new_range(seed % n / 2, n / 2);
		if (oracle_judge(oracle, pass) != HC_PASS)
			continue;
		struct sum sum = {.found = dd_set_new_empty()};
		struct dd_task task = {
			.algorithm = seed / N_ORACLE_KINDS % 4,
			.n = n,
			.pass = pass,
			.groups = groups,
			.test = oracle_test,
			.test_data = oracle,
			.predict = seed % 3 ? NULL : oracle_predict,
			.predict_data = oracle,
			.observe = add_step,
			.observe_data = &sum,
		};
		g_auto(dd_result) result = {0};
		g_autoptr(GError) error = NULL;
		dd_run(&task, &result, &error);
		ASSERT_NO_ERROR(error);
		if (memcmp(&sum.counts, &result.counts, sizeof sum.counts) != 0)
			test_fail("seed %u: the steps count otherwise", seed);
		if (task.algorithm >= DD_1999 && result.counts.tests > 2 &&
			!dd_set_equal(sum.found, result.difference))
			test_fail("seed %u: the steps found otherwise", seed);
		dd_set_unref(sum.found);
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(dd_tells_which_case_of_the_figure_holds),
		TEST(dd_tells_both_halves_by_one_test),
		TEST(ddmin_tells_what_it_drops),
		TEST(dd_of_1999_tells_how_many_are_left),
		TEST(dd_plus_tests_complements_with_what_remains_applied),
		TEST(dd_plus_looks_for_an_interference_before_it_prefers),
		TEST(counts_and_deltas_found_are_those_of_the_steps),
	};
	return run_tests("dd steps", tests, G_N_ELEMENTS(tests));
}
