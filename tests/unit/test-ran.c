/* What only one of two runs executes: traces made by hand. */
#include "ran.h"
#include "run-help.h"
#include "runner.h"

/* "a 12-14, b 20", in the order that is told. */
static char *say(const GPtrArray *ranges)
{
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < ranges->len; i++) {
		const struct hc_passage *lines = ranges->pdata[i];
		g_string_append_printf(text, "%s%s %d", i ? ", " : "",
			lines->function, lines->first);
		if (lines->last != lines->first)
			g_string_append_printf(text, "-%d", lines->last);
	}
	return g_string_free(text, FALSE);
}

static void assert_only(
	const struct hc_only *only, const char *pass, const char *fail)
{
	g_autofree char *passing = say(only->by[HC_PASSING]);
	g_autofree char *failing = say(only->by[HC_FAILING]);
	ASSERT_STR(passing, pass);
	ASSERT_STR(failing, fail);
}

static void assert_ever(const char *pass, const char *fail,
	const char *only_pass, const char *only_fail)
{
	g_autoptr(hc_trace) a = run_of(pass), b = run_of(fail);
	g_autoptr(hc_ran) ran = hc_ran_new(a, b);
	struct hc_only only;
	hc_only_init(&only);
	hc_ran_only_ever(ran, &only);
	assert_only(&only, only_pass, only_fail);
	hc_only_clear(&only);
}

static void what_both_execute_is_not_told(void)
{
	assert_ever("a 10 11", "a 10 11 10 11", "", "");
}

static void lines_one_after_the_other_are_one_range(void)
{
	assert_ever("a 10", "a 10 13 11 12 b 20", "", "a 11-13, b 20");
}

static void a_line_that_both_or_none_execute_divides_a_range(void)
{
	assert_ever("a 10 12", "a 10 11 12 13 15", "", "a 11, a 13, a 15");
}

static void lines_of_two_functions_are_two_ranges(void)
{
	assert_ever("a 10", "a 10 19 b 20", "", "a 19, b 20");
}

static void each_run_has_its_own_in_the_order_of_the_run(void)
{
	assert_ever(
		"a 10 b 29 25", "a 10 c 31 b 21", "b 29, b 25", "c 31, b 21");
}

static void what_is_executed_too_often_is_known_of_the_whole_run(void)
{
	assert_ever("a 10", "a 10 !15 11", "", "a 11, a 15");
	assert_ever("a 10 15", "a 10 !15 11", "", "a 11");
}

static void assert_between(const char *pass, const char *fail,
	const struct hc_span *span, const char *only_pass,
	const char *only_fail)
{
	g_autoptr(hc_trace) a = run_of(pass), b = run_of(fail);
	g_autoptr(hc_ran) ran = hc_ran_new(a, b);
	struct hc_only only;
	hc_only_init(&only);
	hc_ran_only(ran, span, &only);
	assert_only(&only, only_pass, only_fail);
	hc_only_clear(&only);
}

static void between_two_moments_other_times_do_not_count(void)
{
	/* Both execute 12, but only the failing run does there. */
	struct hc_span span = {{1, 1}, {2, 3}};
	assert_between("a 10 12 13", "a 10 12 13", &span, "", "a 12");
}

static void between_two_moments_the_last_is_left_out(void)
{
	struct hc_span span = {{0, 0}, {2, 2}};
	assert_between("a 10 11", "a 12 13", &span, "a 10", "a 12");
}

static void nobody_knows_when_what_is_hot_was_executed(void)
{
	struct hc_span span = {{0, 0}, {9, 9}};
	assert_between("a 10", "a 10 !11 12", &span, "", "a 12");
	assert_between("a 10 11", "a 10 !11 12", &span, "", "a 12");
}

static void a_span_may_go_beyond_the_end(void)
{
	struct hc_span span = {{0, 0}, {G_MAXUINT32, G_MAXUINT32}};
	assert_between("a 10", "a 10 11", &span, "", "a 11");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(what_both_execute_is_not_told),
		TEST(lines_one_after_the_other_are_one_range),
		TEST(a_line_that_both_or_none_execute_divides_a_range),
		TEST(lines_of_two_functions_are_two_ranges),
		TEST(each_run_has_its_own_in_the_order_of_the_run),
		TEST(what_is_executed_too_often_is_known_of_the_whole_run),
		TEST(between_two_moments_other_times_do_not_count),
		TEST(between_two_moments_the_last_is_left_out),
		TEST(nobody_knows_when_what_is_hot_was_executed),
		TEST(a_span_may_go_beyond_the_end),
	};
	return run_tests("ran", tests, G_N_ELEMENTS(tests));
}
