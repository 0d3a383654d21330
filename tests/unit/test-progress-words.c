/* What the analysis says, made by hand, in words. */
#include "progress-words.h"
#include "runner.h"

static void check(struct hc_chain_progress progress, const char *expected)
{
	g_autofree char *text = hc_progress_words(&progress);
	ASSERT_STR(text, expected);
}

static void progress_says_where_it_is(void)
{
	check((struct hc_chain_progress){.phase = HC_CHAIN_NARROWING,
		      .moment = 5,
		      .moments = 14,
		      .causes = 3,
		      .tests = 12,
		      .remaining = 40},
		"moment 5 of 14, 3 causes so far: narrowing, 12 tests, 40 "
		"differences left");
	check((struct hc_chain_progress){.phase = HC_CHAIN_NARROWING,
		      .moment = 2,
		      .moments = 2,
		      .causes = 1,
		      .tests = 1,
		      .remaining = 1},
		"moment 2 of 2, 1 cause so far: narrowing, 1 test, 1 "
		"difference left");
}

static void what_is_not_known_yet_is_left_out(void)
{
	check((struct hc_chain_progress){.phase = HC_CHAIN_TRACING,
		      .moments = 14},
		"tracing both runs");
	check(
		(struct hc_chain_progress){
			.phase = HC_CHAIN_STOPPING, .moment = 1, .moments = 14},
		"moment 1 of 14: stopping both runs");
	check((struct hc_chain_progress){.phase = HC_CHAIN_NARROWING,
		      .moment = 1,
		      .moments = 14},
		"moment 1 of 14: narrowing");
}

static void each_phase_has_words(void)
{
	static const char *const phases[] = {
		[HC_CHAIN_TRACING] = "tracing both runs",
		[HC_CHAIN_STOPPING] = "stopping both runs",
		[HC_CHAIN_COMPARING] = "comparing both states",
		[HC_CHAIN_NEIGHBOURS] = "trying the cause of a moment nearby",
		[HC_CHAIN_NARROWING] = "narrowing",
		[HC_CHAIN_CONFIRMING] = "confirming the cause",
	};
	for (guint i = 0; i < G_N_ELEMENTS(phases); i++)
		check((struct hc_chain_progress){.phase = i}, phases[i]);
}

static void differences_are_left_while_narrowing_alone(void)
{
	check((struct hc_chain_progress){.phase = HC_CHAIN_CONFIRMING,
		      .moment = 3,
		      .moments = 4,
		      .tests = 30,
		      .remaining = 2},
		"moment 3 of 4: confirming the cause, 30 tests");
}

static void moments_beside_the_budget_are_not_counted_against_it(void)
{
	check((struct hc_chain_progress){.phase = HC_CHAIN_COMPARING,
		      .moment = 15,
		      .moments = 14,
		      .causes = 9},
		"moment 15, 9 causes so far: comparing both states");
}

static void a_test_is_one_line(void)
{
	struct hc_chain_tested tested = {
		.number = 3,
		.deltas = "{1-4}",
		.end = "exits with status 0",
		.verdict = HC_UNRESOLVED,
	};
	g_autofree char *text = hc_progress_words_tested(&tested);
	ASSERT_STR(
		text, "test 3: deltas {1-4}: exits with status 0: UNRESOLVED");
}

static struct hc_cause *make_cause(
	const char *variable, const char *pass, const char *fail)
{
	struct hc_cause *cause = g_new0(struct hc_cause, 1);
	cause->variable = g_strdup(variable);
	cause->type = g_strdup("int");
	cause->pass = g_strdup(pass);
	cause->fail = g_strdup(fail);
	return cause;
}

static void a_cause_is_one_line(void)
{
	g_autoptr(hc_event) event = hc_event_new();
	event->function = g_strdup("shell_sort");
	event->file = g_strdup("sample.c");
	event->line = 15;
	event->at_file = g_strdup("sample.c");
	event->at_line = 15;
	event->hit_pass = event->hit_fail = 2;
	event->isolated = TRUE;
	g_ptr_array_add(event->causes, make_cause("value", "7", "0"));
	g_autofree char *one = hc_progress_words_found(event);
	ASSERT_STR(one, "found: at shell_sort (sample.c:15#2), value is now 0 "
			"(was 7)");
	g_ptr_array_add(event->causes, make_cause("a[0]", "8", "11"));
	g_autofree char *two = hc_progress_words_found(event);
	ASSERT_STR(two, "found: at shell_sort (sample.c:15#2), value is now 0 "
			"(was 7) and a[0] is now 11 (was 8)");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(progress_says_where_it_is),
		TEST(what_is_not_known_yet_is_left_out),
		TEST(each_phase_has_words),
		TEST(differences_are_left_while_narrowing_alone),
		TEST(moments_beside_the_budget_are_not_counted_against_it),
		TEST(a_test_is_one_line),
		TEST(a_cause_is_one_line),
	};
	return run_tests("progress-words", tests, G_N_ELEMENTS(tests));
}
