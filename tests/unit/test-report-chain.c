/* Findings made by hand, told as text. */
#include "report-help.h"

#include <string.h>

static void a_chain_leads_from_the_invocation_to_the_failure(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_cause(story, "main", 3, make_cause("argc", "int", "1", "2"));
	story_add_cause(story, "f", 9, make_cause("x", "int", "3", "4"));
	g_autofree char *text = tell(story);
	ASSERT_STR(text,
		"Why does './a 2' fail while './a 1' passes?\n\n"
		"1. Execution reaches main (a.c:3).\n"
		"   Since the program was invoked as './a 2', argc is now 2 "
		"(was 1).\n"
		"2. Execution reaches f (a.c:9).\n"
		"   Since argc was 2, x is now 4 (was 3).\n"
		"3. Execution ends.\n"
		"   Since x was 4, the program prints \"2\". The program "
		"fails.\n\n"
		"Proven by 7 test runs; all causes confirmed both ways.\n");
}

static void the_same_cause_is_told_once_with_the_places_where_it_moves(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_cause(story, "main", 3, make_cause("x", "int", "1", "2"));
	story_add_cause(story, "f", 9, make_cause("main::x", "int", "1", "2"));
	struct hc_event *last = story_add_cause(
		story, "g", 20, make_cause("y", "int", "1", "2"));
	last->hit_pass = last->hit_fail = 2;
	g_autofree char *text = tell(story);
	CU_ASSERT_PTR_NULL(strstr(text, "reaches f"));
	assert_tells(story,
		"   This is still the cause at f (a.c:9), but no longer at "
		"g#2 (a.c:20).\n"
		"2. Execution reaches g (a.c:20) for the 2nd time.\n");
}

static void where_a_cause_is_called_otherwise_it_goes_on_by_that_name(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_placed(story, 3, "heap+1", "list->n", "1");
	story_add_placed(story, 9, "heap+1", "list->next->n", "1");
	assert_tells(story,
		"   This is still the cause at f (a.c:9), as list->next->n.\n");
	assert_tells(story, "Since list->next->n was 1, the program");
	story_add_placed(story, 20, "heap+5", "sum", "4");
	assert_tells(story, "   This is still the cause at f (a.c:9), as "
			    "list->next->n, but "
			    "no longer at f (a.c:20).\n");
	assert_tells(story, "Since list->next->n was 1, sum is now 4");
}

static struct hc_written *make_written(
	enum hc_written_how how, const char *function, int line)
{
	struct hc_written *written = hc_written_new();
	written->how = how;
	written->function = g_strdup(function);
	written->file = g_strdup("src/a.c");
	written->line = line;
	return written;
}

/* A chain with one cause, and who wrote it in both runs. */
static void assert_tells_writers(
	struct hc_written *pass, struct hc_written *fail, const char *expected)
{
	g_autoptr(test_story) story = story_new();
	struct hc_cause *cause = make_cause("x", "int", "1", "2");
	cause->written[HC_PASSING] = pass;
	cause->written[HC_FAILING] = fail;
	story_add_cause(story, "f", 9, cause);
	g_autofree char *text = tell(story);
	const char *at = strstr(text, "   x ");
	if (!expected && at)
		test_fail("%s", at);
	else if (expected && (!at || !g_str_has_prefix(at, expected)))
		test_fail("not %s but %s", expected, at ? at : text);
}

static void who_wrote_a_cause_is_told(void)
{
	assert_tells_writers(NULL, make_written(HC_WRITTEN_STORED, "f", 7),
		"   x was last written by f (a.c:7).\n");
	assert_tells_writers(make_written(HC_WRITTEN_STORED, "f", 7),
		make_written(HC_WRITTEN_STORED, "f", 7),
		"   x was last written by f (a.c:7).\n");
	assert_tells_writers(NULL, make_written(HC_WRITTEN_PASSED, "f", 7),
		"   x was passed by f (a.c:7).\n");
	struct hc_written *called = make_written(HC_WRITTEN_CALLED, "f", 7);
	called->library = g_strdup("strcpy");
	assert_tells_writers(NULL, called,
		"   x was last written by strcpy, called by f (a.c:7).\n");
	assert_tells_writers(NULL, make_written(HC_WRITTEN_CALLED, "f", 7),
		"   x was last written by a library, called by f (a.c:7).\n");
}

static void who_wrote_it_in_the_passing_run_is_told_if_it_is_another(void)
{
	assert_tells_writers(make_written(HC_WRITTEN_STORED, "f", 5),
		make_written(HC_WRITTEN_STORED, "f", 7),
		"   x was last written by f (a.c:7); in the passing run, by f "
		"(a.c:5).\n");
	assert_tells_writers(make_written(HC_WRITTEN_PASSED, "f", 5),
		make_written(HC_WRITTEN_PASSED, "f", 7),
		"   x was passed by f (a.c:7); in the passing run, by f "
		"(a.c:5).\n");
	assert_tells_writers(make_written(HC_WRITTEN_PASSED, "f", 5),
		make_written(HC_WRITTEN_STORED, "f", 7),
		"   x was last written by f (a.c:7); in the passing run, it "
		"was passed by f (a.c:5).\n");
	assert_tells_writers(make_written(HC_WRITTEN_NEVER, NULL, 0),
		make_written(HC_WRITTEN_STORED, "f", 7),
		"   x was last written by f (a.c:7); in the passing run, it "
		"was never written.\n");
	assert_tells_writers(make_written(HC_WRITTEN_STORED, "f", 7),
		make_written(HC_WRITTEN_NEVER, NULL, 0),
		"   x was never written; in the passing run, it was last "
		"written by f (a.c:7).\n");
}

static void nothing_is_told_of_writers_where_nobody_knows(void)
{
	assert_tells_writers(
		make_written(HC_WRITTEN_STORED, "f", 7), NULL, NULL);
	assert_tells_writers(
		NULL, make_written(HC_WRITTEN_NEVER, NULL, 0), NULL);
	assert_tells_writers(make_written(HC_WRITTEN_NEVER, NULL, 0),
		make_written(HC_WRITTEN_NEVER, NULL, 0), NULL);
}

/* Causes at f, g and h, where there are others at g. */
static struct test_story *make_chance(void)
{
	struct test_story *story = story_new();
	story_add_cause(story, "f", 3, make_cause("x", "int", "1", "2"));
	struct hc_event *event = story_add_cause(
		story, "g", 9, make_cause("y", "int", "1", "2"));
	event->confirmed = HC_OVERDETERMINED;
	g_ptr_array_add(event->context, make_cause("n", "int", "1", "2"));
	story_add_cause(story, "h", 20, make_cause("z", "int", "1", "2"));
	return story;
}

static void a_cause_that_needs_something_new_is_told_again(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_cause(story, "main", 3, make_cause("x", "int", "1", "2"));
	story_add_cause(story, "f", 4, make_cause("main::x", "int", "1", "2"));
	struct hc_event *event = story_add_cause(
		story, "g", 9, make_cause("main::x", "int", "1", "2"));
	g_ptr_array_add(event->context, make_cause("by", "int", "1", "5"));
	story_add_cause(story, "h", 20, make_cause("z", "int", "1", "2"));
	assert_tells(story,
		"   This is still the cause at f (a.c:4).\n"
		"2. Execution reaches g (a.c:9).\n"
		"   The cause is still that main::x is 2; it now also needs by "
		"to be 5.\n"
		"3. Execution reaches h (a.c:20).\n"
		"   Since main::x was 2, z is now 2 (was 1).\n");
}

static void one_of_many_causes_is_no_link_between_others(void)
{
	g_autoptr(test_story) story = make_chance();
	assert_tells(story,
		"x is now 2 (was 1).\n"
		"   At 1 later moment there are several causes, each "
		"sufficient on its own; -v shows it.\n"
		"2. Execution reaches h (a.c:20).\n"
		"   Since x was 2, z is now 2 (was 1).\n");
	struct hc_text_options verbose = {.verbose = TRUE};
	g_autofree char *all =
		hc_report_chain_text(story_tell(story), &verbose);
	CU_ASSERT_PTR_NOT_NULL(strstr(all,
		"y is now 2 (was 1).\n   The cause also needs n to be 2.\n"
		"   Without the cause, the failing run still fails: there is "
		"another one.\n3. "));
}

static void one_of_many_causes_is_told_where_nothing_better_follows(void)
{
	g_autoptr(test_story) story = make_chance();
	g_ptr_array_remove_index(story->looks, 2);
	assert_tells(story, "2. Execution reaches g (a.c:9).\n");
}

static void of_many_such_causes_the_first_and_the_last_are_told(void)
{
	g_autoptr(test_story) story = make_chance();
	for (guint i = 0; i < story->looks->len; i++)
		story_event(story, i)->confirmed = HC_OVERDETERMINED;
	g_autofree char *text = tell(story);
	CU_ASSERT_PTR_NULL(strstr(text, "reaches g"));
	assert_tells(story, "1. Execution reaches f (a.c:3).\n");
	assert_tells(story, "2. Execution reaches h (a.c:20).\n");
}

static void many_such_causes_lead_to_advice(void)
{
	g_autoptr(test_story) few = make_chance();
	g_autoptr(test_story) many = make_chance();
	struct hc_event *first = story_event(many, 0);
	first->confirmed = HC_OVERDETERMINED;
	g_autofree char *text = tell(few);
	CU_ASSERT_PTR_NULL(strstr(text, "closer to the failing one"));
	assert_tells(
		many, "take a passing run that is closer to the failing one");
}

static void a_line_is_counted_where_it_stands(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_cause(story, "main", 3, make_cause("x", "int", "1", "2"));
	struct hc_event *next = story_add_cause(
		story, "f", 9, make_cause("x", "int", "1", "2"));
	next->at_file = g_strdup("a.c");
	next->hit_pass = next->hit_fail = 4;
	assert_tells(story, "   This is still the cause at f (a.c:9#4).\n");
}

static void hits_that_differ_are_both_told(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_cause(story, "main", 3, make_cause("x", "int", "1", "2"));
	struct hc_event *next = story_add_cause(
		story, "f", 9, make_cause("x", "int", "1", "2"));
	next->at_file = g_strdup("a.c");
	next->hit_pass = 7;
	next->hit_fail = 3;
	assert_tells(story, "   This is still the cause at f (a.c:9#7/3).\n");
	next->hit_pass = 1;
	assert_tells(story, "   This is still the cause at f (a.c:9#1/3).\n");
	g_clear_pointer(&next->at_file, g_free);
	assert_tells(story, "   This is still the cause at f#1/3 (a.c:9).\n");
}

static void a_place_that_was_named_is_told_if_there_is_no_cause(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_cause(story, "main", 3, make_cause("x", "int", "1", "2"));
	struct hc_event *event = story_add(story, "f", 9);
	event->hit_pass = event->hit_fail = 2;
	event->reason = g_strdup("it is not reached");
	g_autofree char *text = tell(story);
	CU_ASSERT_PTR_NULL(strstr(text, "f#2"));
	story->result->named = TRUE;
	assert_tells(story, "   At f#2 (a.c:9) no cause was isolated: it is "
			    "not reached.\n");
}

static void a_place_that_was_missed_is_told_with_its_number(void)
{
	g_autoptr(test_story) story = story_new();
	struct hc_event *event = story_add(story, NULL, 9);
	event->at_file = g_strdup("a.c");
	event->hit_pass = event->hit_fail = 2;
	event->reason = g_strdup("it is not reached");
	assert_tells(story, "   At ? (a.c:9#2) no cause was isolated: it is "
			    "not reached.\n");
}

static void several_causes_make_one_sentence(void)
{
	g_autoptr(test_story) story = story_new();
	struct hc_event *event = story_add_cause(
		story, "main", 3, make_cause("x", "int", "1", "2"));
	g_ptr_array_add(event->causes, make_cause("y", "int", "3", "4"));
	g_ptr_array_add(event->causes, make_cause("z", "int", "5", "6"));
	g_ptr_array_add(event->context, make_cause("k", "int", "7", "8"));
	event->confirmed = HC_CONFIRMED_ONE;
	assert_tells(story,
		"x is now 2 (was 1), y is now 4 (was 3) and z is now 6 (was "
		"5).\n"
		"   The cause also needs k to be 8.\n"
		"   Without the cause, the failing run neither passes nor "
		"shows this failure.\n");
	assert_tells(story, "Since x was 2, y was 4 and z was 6, the");
	assert_tells(story, "no cause could be confirmed both ways");
}

static void a_cause_of_the_failing_run_is_told_as_one(void)
{
	g_autoptr(test_story) story = story_new();
	struct hc_event *event = story_add_cause(
		story, "main", 3, make_cause("n", "int", "3", "15"));
	event->confirmed = HC_CONFIRMED_REVERSE;
	assert_tells(story,
		"n is now 15 (was 3).\n"
		"   Without the cause, the failing run passes; but the cause "
		"alone can't make the passing run fail.\n");
	assert_tells(story, "; the cause is confirmed in the failing run only");

	event = story_add_cause(
		story, "f", 5, make_cause("k", "int", "4", "16"));
	event->confirmed = HC_CONFIRMED_REVERSE;
	assert_tells(story, "; all causes confirmed in the failing run only");
	event->confirmed = HC_CONFIRMED_BOTH;
	assert_tells(story, "; 1 of 2 causes confirmed both ways, 1 in the "
			    "failing run only.\n");
	event->confirmed = HC_CONFIRMED_ONE;
	assert_tells(story, "; no cause could be confirmed both ways, 1 in "
			    "the failing run only.\n");
}

static void a_context_may_be_that_something_is_not_there(void)
{
	g_autoptr(test_story) story = story_new();
	struct hc_event *event = story_add_cause(
		story, "main", 3, make_cause("x", "int", "1", "2"));
	g_ptr_array_add(event->context,
		make_cause("argv[3]", "char *", "\"c\"", "not there"));
	assert_tells(
		story, "   The cause also needs argv[3] not to be there.\n");
}

static void of_many_causes_the_first_are_told(void)
{
	g_autoptr(test_story) story = story_new();
	struct hc_event *event = story_add_cause(
		story, "main", 3, make_cause("x", "int", "1", "2"));
	for (guint i = 0; i < 6; i++) {
		g_autofree char *name = g_strdup_printf("k%u", i);
		g_ptr_array_add(
			event->context, make_cause(name, "int", "0", "8"));
	}
	assert_tells(story,
		"needs k0 to be 8, k1 to be 8, k2 to be 8, k3 to be "
		"8, k4 to be 8 and k5 to be 8.\n");
	g_ptr_array_add(event->context, make_cause("last", "int", "0", "8"));
	assert_tells(story,
		"needs k0 to be 8, k1 to be 8, k2 to be 8, k3 to be "
		"8, k4 to be 8 and 2 more.\n");
}

static void of_a_value_that_grows_the_first_and_the_last_are_told(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_placed(story, 3, "stack+1", "sum", "1");
	story_add_placed(story, 4, "stack+1", "sum", "2");
	story_add_placed(story, 5, "stack+1", "sum", "2");
	story_add_placed(story, 6, "stack+1", "sum", "3");
	story_add_placed(story, 7, "stack+1", "sum", "4");
	story_add_placed(story, 8, "stack+1", "other", "5");
	g_autofree char *text = tell(story);
	ASSERT_STR(text,
		"Why does './a 2' fail while './a 1' passes?\n\n"
		"1. Execution reaches f (a.c:3).\n"
		"   Since the program was invoked as './a 2', sum is now 1 "
		"(was 0).\n"
		"   At 3 later moments the cause has other values; -v shows "
		"them.\n"
		"2. Execution reaches f (a.c:7).\n"
		"   Since sum was 1, sum is now 4 (was 0).\n"
		"3. Execution reaches f (a.c:8).\n"
		"   Since sum was 4, other is now 5 (was 0).\n"
		"4. Execution ends.\n"
		"   Since other was 5, the program prints \"2\". The program "
		"fails.\n\n"
		"Proven by 7 test runs; all causes confirmed both ways.\n");
	struct hc_text_options how = {.verbose = TRUE};
	g_autofree char *all = hc_report_chain_text(story_tell(story), &how);
	if (!strstr(all, "sum is now 3"))
		test_fail("not all in \"%s\"", all);
}

static void what_is_handed_on_by_its_name_is_the_same_cause(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_placed(story, 3, "stack+1", "key", "5");
	story_add_placed(story, 9, "stack+9", "key", "5");
	assert_tells(story, "1. Execution reaches f (a.c:3).");
	assert_tells(story, "This is still the cause at f (a.c:9).");
	assert_tells(story, "2. Execution ends.");
}

static void hits_are_counted(void)
{
	static const struct {
		guint pass, fail;
		const char *text;
	} hits[] = {
		{1, 1, "main (a.c:3).\n"},
		{2, 2, "main (a.c:3) for the 2nd time.\n"},
		{13, 13, "main (a.c:3) for the 13th time.\n"},
		{21, 23,
			"main (a.c:3) for the 23rd time (in the passing run, "
			"the 21st).\n"},
	};
	for (guint i = 0; i < G_N_ELEMENTS(hits); i++) {
		g_autoptr(test_story) story = story_new();
		struct hc_event *event = story_add_cause(
			story, "main", 3, make_cause("x", "int", "1", "2"));
		event->hit_pass = hits[i].pass;
		event->hit_fail = hits[i].fail;
		assert_tells(story, hits[i].text);
	}
}

static void where_nothing_was_isolated_is_told_only_if_asked_or_needed(void)
{
	g_autoptr(test_story) story = story_new();
	struct hc_event *event = story_add(story, "f", 9);
	event->reason = g_strdup("both states are the same here");
	static const char reason[] = "   At f (a.c:9) no cause was isolated: "
				     "both states are the same here.\n";
	assert_tells(story, "No cause was found.\n");
	assert_tells(story, reason);
	story_add_cause(story, "g", 20, make_cause("y", "int", "1", "2"));
	g_autofree char *text = tell(story);
	CU_ASSERT_PTR_NULL(strstr(text, "no cause was isolated"));
	struct hc_text_options how = {.verbose = TRUE};
	g_autofree char *more = hc_report_chain_text(story_tell(story), &how);
	CU_ASSERT_PTR_NOT_NULL(strstr(more, reason));
}

static void an_interrupted_analysis_says_so(void)
{
	g_autoptr(test_story) story = story_new();
	g_clear_pointer(&story->result->failure_text, g_free);
	story->result->interrupted = TRUE;
	assert_tells(story, "No cause was found.\nInterrupted: there may be");
	story_add_cause(story, "g", 20, make_cause("y", "int", "1", "2"));
	assert_tells(story, "Since y was 2, the program fails.");
	assert_tells(story, "Interrupted: there may be more to find.\n");
}

/* A moment without a cause. */
static void give_up(struct test_story *story, int line, enum hc_why why,
	const char *reason, const char *summary)
{
	struct hc_event *event = story_add(story, "f", line);
	event->hit_pass = event->hit_fail = 1;
	event->why = why;
	event->reason = g_strdup(reason);
	event->summary = g_strdup(summary);
}

static void reasons_are_summed_up_where_there_is_no_cause(void)
{
	g_autoptr(test_story) story = story_new();
	give_up(story, 3, HC_WHY_PASSES, "passes with all 5", "passes");
	give_up(story, 4, HC_WHY_SAME, "the states are the same", NULL);
	give_up(story, 5, HC_WHY_PASSES, "passes with all 7", "passes");
	give_up(story, 6, HC_WHY_PASSES, "passes with all 8", "passes");
	assert_tells(story,
		"No cause was found.\n"
		"   At 3 moments, from f (a.c:3) to f (a.c:6), no cause was "
		"isolated: passes.\n"
		"   At f (a.c:4) no cause was isolated: the states are the "
		"same.\n"
		"Take a passing run that is closer to the failing "
		"one, or name a place next to the failure with --at.");
	struct hc_text_options verbose = {.verbose = TRUE};
	g_autofree char *all =
		hc_report_chain_text(story_tell(story), &verbose);
	CU_ASSERT_PTR_NOT_NULL(strstr(all, "f (a.c:5) no cause was isolated: "
					   "passes with all 7.\n"));
	CU_ASSERT_PTR_NULL(strstr(all, "3 moments"));
}

static void who_has_said_what_a_failure_is_is_not_told_to(void)
{
	static const char say[] = "--fail-if REGEX or --test CMD";
	g_autoptr(test_story) story = story_new();
	give_up(story, 3, HC_WHY_ELSE, "it exits with status 9", NULL);
	assert_tells(story, say);
	story->result->said = TRUE;
	g_autofree char *said = tell(story);
	CU_ASSERT_PTR_NULL(strstr(said, say));
	assert_tells(story, "Take a passing run that is closer");
	/* A crash is known by its place. */
	story->result->said = FALSE;
	story->result->failure_kind = HC_FAILURE_SIGNAL;
	g_autofree char *crash = tell(story);
	CU_ASSERT_PTR_NULL(strstr(crash, say));
}

static void unclear_outcomes_lead_to_advice(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_cause(story, "main", 3, make_cause("x", "int", "1", "2"));
	story->result->unclear = TRUE;
	assert_tells(story, "--fail-if REGEX or --test CMD");
	story->result->failure_kind = HC_FAILURE_SIGNAL;
	g_autofree char *crash = tell(story);
	CU_ASSERT_PTR_NULL(strstr(crash, "--fail-if"));
	assert_tells(story, "Most tests neither passed nor failed: the program "
			    "did something else. For a sharper answer, take a "
			    "passing run");
}

static void a_relaxed_event_is_marked(void)
{
	g_autoptr(test_story) story = story_new();
	struct hc_event *event = story_add_cause(
		story, "main", 3, make_cause("x", "int", "1", "2"));
	event->relaxed = TRUE;
	assert_tells(story, "get here by different calls");
}

static void colours_are_there_only_on_request(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_cause(story, "main", 3, make_cause("x", "int", "1", "2"));
	struct hc_text_options how = {.colour = TRUE};
	g_autofree char *plain = tell(story);
	g_autofree char *coloured =
		hc_report_chain_text(story_tell(story), &how);
	CU_ASSERT_PTR_NULL(strchr(plain, '\033'));
	CU_ASSERT_PTR_NOT_NULL(strstr(coloured, "\033[31m2\033[0m"));
}

static void files_are_named_by_number_and_function(void)
{
	g_autoptr(test_story) story = story_new();
	story_add(story, "main", 3);
	story_add(story, "ns::f(int)", 3);
	g_autofree char *first = hc_report_event_name(story_tell(story), 0);
	g_autofree char *second = hc_report_event_name(story_tell(story), 1);
	ASSERT_STR(first, "01-main");
	ASSERT_STR(second, "02-ns__f_int_");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_chain_leads_from_the_invocation_to_the_failure),
		TEST(who_wrote_a_cause_is_told),
		TEST(who_wrote_it_in_the_passing_run_is_told_if_it_is_another),
		TEST(nothing_is_told_of_writers_where_nobody_knows),
		TEST(the_same_cause_is_told_once_with_the_places_where_it_moves),
		TEST(where_a_cause_is_called_otherwise_it_goes_on_by_that_name),
		TEST(a_cause_that_needs_something_new_is_told_again),
		TEST(one_of_many_causes_is_no_link_between_others),
		TEST(one_of_many_causes_is_told_where_nothing_better_follows),
		TEST(of_many_such_causes_the_first_and_the_last_are_told),
		TEST(many_such_causes_lead_to_advice),
		TEST(a_line_is_counted_where_it_stands),
		TEST(hits_that_differ_are_both_told),
		TEST(a_place_that_was_named_is_told_if_there_is_no_cause),
		TEST(a_place_that_was_missed_is_told_with_its_number),
		TEST(several_causes_make_one_sentence),
		TEST(a_cause_of_the_failing_run_is_told_as_one),
		TEST(a_context_may_be_that_something_is_not_there),
		TEST(of_many_causes_the_first_are_told),
		TEST(of_a_value_that_grows_the_first_and_the_last_are_told),
		TEST(what_is_handed_on_by_its_name_is_the_same_cause),
		TEST(hits_are_counted),
		TEST(where_nothing_was_isolated_is_told_only_if_asked_or_needed),
		TEST(an_interrupted_analysis_says_so),
		TEST(reasons_are_summed_up_where_there_is_no_cause),
		TEST(who_has_said_what_a_failure_is_is_not_told_to),
		TEST(unclear_outcomes_lead_to_advice),
		TEST(a_relaxed_event_is_marked),
		TEST(colours_are_there_only_on_request),
		TEST(files_are_named_by_number_and_function),
	};
	return run_tests("report-chain", tests, G_N_ELEMENTS(tests));
}
