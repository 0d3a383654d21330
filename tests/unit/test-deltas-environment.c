/* Deltas of the environment: by the names of variables, whatever their places
 * in the arrays. */
#include "pair-help.h"
#include "runner.h"

#include <string.h>

#define PAIRS DEBUGGEES "pairs"

struct expected {
	const char *pass[6], *fail[6]; /* variables */
	const char *changes[6]; /* as they are told, in any order */
};

/* "X: "2" > unset" of all deltas of the environment. */
static GPtrArray *tell(const struct pair *pair)
{
	GPtrArray *told = g_ptr_array_new_with_free_func(g_free);
	for (guint i = 0; i < hc_deltas_n(pair->deltas); i++) {
		g_autofree char *name = hc_delta_shown(pair->deltas, i);
		g_autofree char *before = hc_delta_text(pair->deltas, i, 0);
		g_autofree char *after = hc_delta_text(pair->deltas, i, 1);
		const char *word = "environment variable ";
		if (!g_str_has_prefix(name, word))
			test_fail("%s: %s > %s", name, before, after);
		else
			g_ptr_array_add(told,
				g_strdup_printf("%s: %s > %s",
					name + strlen(word), before, after));
	}
	return told;
}

static void stop_and_tell(const struct expected *expected,
	const char *const *argv, const char *place)
{
	struct pair_run pass = {argv, expected->pass};
	struct pair_run fail = {argv, expected->fail};
	g_auto(pair_t) pair = {0};
	if (!pair_compare(&pair, &pass, &fail, place, TRUE))
		return;
	g_autoptr(GPtrArray) told = tell(&pair);
	guint n = g_strv_length((char **) expected->changes);
	for (guint i = 0; i < n; i++)
		if (!g_ptr_array_find_with_equal_func(
			    told, expected->changes[i], g_str_equal, NULL))
			test_fail("there is no %s", expected->changes[i]);
	for (guint i = 0; i < told->len; i++)
		if (!g_strv_contains((const char *const *) expected->changes,
			    g_ptr_array_index(told, i)))
			test_fail("not expected: %s",
				(char *) g_ptr_array_index(told, i));
	CU_ASSERT_EQUAL(hc_deltas_refused(pair.deltas)->len, 0);
}

static void variables_are_compared_by_name(void)
{
	static const char *const argv[] = {PAIRS, "arguments", NULL};
	static const struct expected cases[] = {
		{{"PAIRS_A=1"}, {"PAIRS_A=2"}, {"PAIRS_A: \"1\" > \"2\""}},
		{{"PAIRS_A=1"}, {"PAIRS_A=a longer one"},
			{"PAIRS_A: \"1\" > \"a longer one\""}},
		{{"PAIRS_A=a longer one"}, {"PAIRS_A="},
			{"PAIRS_A: \"a longer one\" > \"\""}},
		{{NULL}, {"PAIRS_A=1"}, {"PAIRS_A: unset > \"1\""}},
		{{"PAIRS_A=1"}, {NULL}, {"PAIRS_A: \"1\" > unset"}},
		{{"PAIRS_A=1", "PAIRS_B=2", "PAIRS_C=3"},
			{"PAIRS_C=3", "PAIRS_D=4", "PAIRS_B=longer",
				"PAIRS_E=5"},
			{"PAIRS_A: \"1\" > unset",
				"PAIRS_B: \"2\" > \"longer\"",
				"PAIRS_D: unset > \"4\"",
				"PAIRS_E: unset > \"5\""}},
		/* Another order alone is no difference. */
		{{"PAIRS_X=1", "PAIRS_B=x=y", "PAIRS_A=1"},
			{"PAIRS_A=1", "PAIRS_X=2", "PAIRS_B=x=y"},
			{"PAIRS_X: \"1\" > \"2\""}},
	};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
		stop_and_tell(&cases[i], argv, "main");
}

/* Its main takes none, and it has no type that the array could have. */
static void a_program_without_arguments_has_an_environment(void)
{
	static const char *const argv[] = {DEBUGGEES "steps", NULL};
	static const struct expected cases[] = {
		{{"PAIRS_A=1", "PAIRS_B=2"}, {"PAIRS_B=3", "PAIRS_C=4"},
			{"PAIRS_A: \"1\" > unset", "PAIRS_B: \"2\" > \"3\"",
				"PAIRS_C: unset > \"4\""}},
	};
	stop_and_tell(&cases[0], argv, "main");
}

/* setenv has moved the array to the heap by then. */
static void what_the_program_sets_itself_is_compared_by_name(void)
{
	static const char *const argv[] = {
		PAIRS, "environments", "PAIRS_M=1", "PAIRS_Z", NULL};
	static const struct expected cases[] = {
		{{"PAIRS_A=1"}, {"PAIRS_A=2", "PAIRS_B=3"},
			{"PAIRS_A: \"1\" > \"2\"", "PAIRS_B: unset > \"3\""}},
		{{"PAIRS_A=1", "PAIRS_B=3"}, {"PAIRS_B=3"},
			{"PAIRS_A: \"1\" > unset"}},
	};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
		stop_and_tell(&cases[i], argv, "stop");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(variables_are_compared_by_name),
		TEST(a_program_without_arguments_has_an_environment),
		TEST(what_the_program_sets_itself_is_compared_by_name),
	};
	return run_tests(
		"deltas of the environment", tests, G_N_ELEMENTS(tests));
}
