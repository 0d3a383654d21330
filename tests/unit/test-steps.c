/* From what was seen at each moment to the steps of the chain. */
#include "chain-help.h"
#include "runner.h"

/* "step" for each event of a telling, or why it is none. */
static char *fates_of(const struct hc_telling *telling)
{
	static const char *const names[] = {
		[HC_FATE_UNRESOLVED] = "unresolved",
		[HC_FATE_STEP] = "step",
		[HC_FATE_HELD] = "held",
		[HC_FATE_SEVERAL] = "several",
		[HC_FATE_MOVING] = "moving",
	};
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < telling->told->len; i++) {
		const struct hc_told *told =
			&g_array_index(telling->told, struct hc_told, i);
		g_string_append_printf(text, "%s%s %d", i ? ", " : "",
			names[told->fate], told->step);
	}
	return g_string_free(text, FALSE);
}

/* "0..2 >3 +1 +0": its events, where it moves to, what is left out. */
static char *steps_of(const struct hc_telling *telling)
{
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < telling->steps->len; i++) {
		const struct hc_step *step =
			&g_array_index(telling->steps, struct hc_step, i);
		g_string_append_printf(text, "%s%u..%u >%d +%u +%u",
			i ? ", " : "", step->event, step->held, step->moves_to,
			step->several, step->moving);
	}
	return g_string_free(text, FALSE);
}

static void assert_steps(
	const struct hc_telling *telling, const char *fates, const char *steps)
{
	g_autofree char *told = fates_of(telling);
	g_autofree char *found = steps_of(telling);
	ASSERT_STR(told, fates);
	ASSERT_STR(found, steps);
}

static void no_moments_make_no_steps(void)
{
	g_autoptr(test_story) story = story_new();
	const struct hc_result *result = story_tell(story);
	assert_steps(&result->brief, "", "");
	CU_ASSERT_FALSE(result->several);
}

static void each_new_cause_is_a_step(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_placed(story, 3, "stack+1", "x", "1");
	story_add_placed(story, 4, "stack+9", "y", "1");
	const struct hc_result *result = story_tell(story);
	assert_steps(&result->brief, "step 0, step 1",
		"0..0 >1 +0 +0, 1..1 >-1 +0 +0");
	assert_steps(&result->full, "step 0, step 1",
		"0..0 >1 +0 +0, 1..1 >-1 +0 +0");
}

static void where_there_is_no_cause_there_is_no_step(void)
{
	g_autoptr(test_story) story = story_new();
	story_add(story, "f", 2);
	story_add_placed(story, 3, "stack+1", "x", "1");
	story_add(story, "f", 4);
	story_add_placed(story, 5, "stack+1", "x", "1");
	const struct hc_result *result = story_tell(story);
	assert_steps(&result->brief,
		"unresolved -1, step 0, unresolved 0, held 0",
		"1..3 >-1 +0 +0");
}

static void a_cause_holds_as_long_as_it_is_in_its_place(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_placed(story, 3, "stack+1", "x", "1");
	/* The same place by another name. */
	story_add_placed(story, 4, "stack+1", "*p", "1");
	story_add_placed(story, 5, "stack+9", "y", "1");
	const struct hc_result *result = story_tell(story);
	assert_steps(&result->brief, "step 0, held 0, step 1",
		"0..1 >2 +0 +0, 2..2 >-1 +0 +0");
}

/* With another name for the first cause of an event. */
static void call_also(struct hc_event *event, const char *name)
{
	struct hc_cause *cause = g_ptr_array_index(event->causes, 0);
	struct hc_alias *alias = g_new0(struct hc_alias, 1);
	alias->shown = g_strdup(name);
	if (!cause->aliases)
		cause->aliases = g_ptr_array_new_with_free_func(
			(GDestroyNotify) hc_alias_free);
	g_ptr_array_add(cause->aliases, alias);
}

static void place(struct hc_event *event, const char *where)
{
	struct hc_cause *cause = g_ptr_array_index(event->causes, 0);
	cause->place = g_strdup(where);
}

static const char *name_at(const struct test_story *story, guint index)
{
	const struct hc_cause *cause =
		g_ptr_array_index(story_event(story, index)->causes, 0);
	return cause->shown ? cause->shown : cause->variable;
}

static void what_has_a_name_keeps_it_as_long_as_it_leads_there(void)
{
	g_autoptr(test_story) story = story_new();
	place(story_add_placed(story, 3, "heap+1", "list->n", "1"), "heap+1");
	struct hc_event *event =
		story_add_placed(story, 4, "heap+1", "p->n", "1");
	place(event, "heap+1");
	call_also(event, "q->n");
	call_also(event, "list->n");
	/* Another value makes another step, which is called the same. */
	event = story_add_placed(story, 5, "heap+1", "p->n", "2");
	place(event, "heap+1");
	call_also(event, "main::list->n");
	const struct hc_result *result = story_tell(story);
	assert_steps(&result->brief, "step 0, held 0, step 1",
		"0..1 >2 +0 +0, 2..2 >-1 +0 +0");
	const struct hc_step *steps = (void *) result->brief.steps->data;
	CU_ASSERT_FALSE(steps[0].renamed);
	ASSERT_STR(name_at(story, 1), "list->n");
	ASSERT_STR(name_at(story, 2), "main::list->n");
}

static void a_name_that_leads_elsewhere_is_given_up(void)
{
	g_autoptr(test_story) story = story_new();
	place(story_add_placed(story, 3, "heap+1", "list->n", "1"), "heap+1");
	struct hc_event *event =
		story_add_placed(story, 4, "heap+1", "list->next->n", "1");
	place(event, "heap+1");
	call_also(event, "p->n");
	/* And where another thing has that name, it is nobody else's. */
	event = story_add_placed(story, 5, "heap+9", "p->n", "2");
	place(event, "heap+9");
	call_also(event, "list->next->n");
	const struct hc_result *result = story_tell(story);
	const struct hc_step *steps = (void *) result->brief.steps->data;
	CU_ASSERT_TRUE(steps[0].renamed);
	ASSERT_STR(name_at(story, 1), "list->next->n");
	ASSERT_STR(name_at(story, 2), "p->n");
}

static void a_pointer_that_is_told_by_a_name_keeps_its_own(void)
{
	g_autoptr(test_story) story = story_new();
	place(story_add_cause(story, "f", 3,
		      make_cause("list->next", "struct s *", "NULL", "list")),
		"heap+1");
	struct hc_event *event = story_add_cause(story, "g", 4,
		make_cause("p->next", "struct s *", "NULL", "p"));
	place(event, "heap+1");
	call_also(event, "list->next");
	story_tell(story);
	ASSERT_STR(name_at(story, 1), "p->next");
}

static void a_cause_holds_where_it_is_handed_on_by_its_name(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_placed(story, 3, "stack+1", "main::key", "5");
	story_add_placed(story, 4, "stack+9", "key", "5");
	assert_steps(
		&story_tell(story)->brief, "step 0, held 0", "0..1 >-1 +0 +0");
	/* Another value, another type, another number of parts. */
	story_add_placed(story, 5, "stack+17", "key", "6");
	struct hc_event *event =
		story_add_placed(story, 6, "stack+25", "key", "6");
	struct hc_cause *cause = g_ptr_array_index(event->causes, 0);
	g_free(cause->type);
	cause->type = g_strdup("long");
	event = story_add_placed(story, 7, "stack+33", "key", "6");
	g_ptr_array_add(event->causes, make_cause("n", "int", "0", "1"));
	assert_steps(&story_tell(story)->brief,
		"step 0, held 0, step 1, step 2, step 3",
		"0..1 >2 +0 +0, 2..2 >3 +0 +0, 3..3 >4 +0 +0, 4..4 >-1 +0 "
		"+0");
}

static void a_text_is_the_same_as_what_leads_to_it(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_cause(
		story, "f", 3, make_cause("name", "char *", "\"a\"", "\"b\""));
	story_add_cause(story, "g", 4,
		make_cause("name", "char [8]", "\"a\"", "\"b\""));
	assert_steps(
		&story_tell(story)->brief, "step 0, held 0", "0..1 >-1 +0 +0");
}

static void needs(
	struct hc_event *event, const char *variable, const char *fail)
{
	g_ptr_array_add(event->context, make_cause(variable, "int", "0", fail));
}

static void a_cause_that_needs_something_new_is_a_step(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_placed(story, 3, "stack+1", "x", "1");
	needs(story_add_placed(story, 4, "stack+1", "x", "1"), "y", "5");
	needs(story_add_placed(story, 5, "stack+1", "x", "1"), "y", "6");
	story_add_placed(story, 6, "stack+1", "x", "1");
	const struct hc_result *result = story_tell(story);
	assert_steps(&result->brief, "step 0, step 1, held 1, held 1",
		"0..0 >1 +0 +0, 1..3 >-1 +0 +0");
	const struct hc_step *steps = (void *) result->brief.steps->data;
	CU_ASSERT_FALSE(steps[0].still);
	CU_ASSERT_TRUE(steps[1].still);
}

static void what_was_handed_on_or_was_the_cause_is_nothing_new(void)
{
	g_autoptr(test_story) story = story_new();
	struct hc_event *event = story_add_placed(story, 3, "a", "x", "1");
	g_ptr_array_add(event->context,
		make_cause("list->next", "struct s *", "NULL", "the one {7}"));
	event = story_add_placed(story, 4, "a", "x", "1");
	g_ptr_array_add(event->context,
		make_cause("f::item", "struct s *", "NULL", "the one {7}"));
	needs(event, "x", "1");
	const struct hc_result *result = story_tell(story);
	assert_steps(&result->brief, "step 0, held 0", "0..1 >-1 +0 +0");
	/* A number that is the same is another variable. */
	needs(event, "n", "1");
	result = story_tell(story);
	assert_steps(&result->brief, "step 0, step 1",
		"0..0 >1 +0 +0, 1..1 >-1 +0 +0");
}

static void a_value_that_moves_on_is_told_where_it_needs_something_new(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_placed(story, 3, "stack+1", "sum", "1");
	needs(story_add_placed(story, 4, "stack+1", "sum", "2"), "by", "5");
	story_add_placed(story, 5, "stack+1", "sum", "3");
	const struct hc_result *result = story_tell(story);
	assert_steps(&result->brief, "step 0, step 1, step 2",
		"0..0 >1 +0 +0, 1..1 >2 +0 +0, 2..2 >-1 +0 +0");
	const struct hc_step *steps = (void *) result->brief.steps->data;
	CU_ASSERT_FALSE(steps[1].still);
}

static void one_of_several_causes_is_told_if_it_is_enough_all_alone(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_placed(story, 3, "stack+1", "x", "1");
	story_add_placed(story, 4, "stack+9", "y", "1")->confirmed =
		HC_OVERDETERMINED;
	story_add_placed(story, 5, "stack+17", "z", "1");
	assert_steps(&story_tell(story)->brief, "step 0, step 1, step 2",
		"0..0 >1 +0 +0, 1..1 >2 +0 +0, 2..2 >-1 +0 +0");
	/* Not if it is so nearly everywhere. */
	story_event(story, 2)->confirmed = HC_OVERDETERMINED;
	const struct hc_result *result = story_tell(story);
	assert_steps(&result->brief, "step 0, several 0, step 1",
		"0..0 >2 +1 +0, 2..2 >-1 +0 +0");
	CU_ASSERT_TRUE(result->several);
}

static void a_cause_does_not_hold_where_it_is_one_of_several(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_placed(story, 3, "stack+1", "x", "1");
	story_add_placed(story, 4, "stack+1", "x", "1")->confirmed =
		HC_OVERDETERMINED;
	story_add_placed(story, 5, "stack+17", "z", "1");
	assert_steps(&story_tell(story)->brief, "step 0, several 0, step 1",
		"0..0 >2 +1 +0, 2..2 >-1 +0 +0");
}

static void one_of_several_causes_is_left_out_between_others(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_placed(story, 3, "stack+1", "x", "1");
	struct hc_event *event =
		story_add_placed(story, 4, "stack+9", "y", "1");
	event->confirmed = HC_OVERDETERMINED;
	needs(event, "n", "1");
	story_add_placed(story, 5, "stack+17", "z", "1");
	const struct hc_result *result = story_tell(story);
	assert_steps(&result->brief, "step 0, several 0, step 1",
		"0..0 >2 +1 +0, 2..2 >-1 +0 +0");
	assert_steps(&result->full, "step 0, step 1, step 2",
		"0..0 >1 +0 +0, 1..1 >2 +0 +0, 2..2 >-1 +0 +0");
	CU_ASSERT_FALSE(result->several);
}

static void one_of_several_causes_is_told_at_either_end(void)
{
	g_autoptr(test_story) story = story_new();
	story_add(story, "f", 2);
	story_add_placed(story, 3, "stack+1", "x", "1")->confirmed =
		HC_OVERDETERMINED;
	story_add_placed(story, 4, "stack+9", "y", "1")->confirmed =
		HC_OVERDETERMINED;
	story_add(story, "f", 5);
	const struct hc_result *result = story_tell(story);
	assert_steps(&result->brief,
		"unresolved -1, step 0, step 1, unresolved 1",
		"1..1 >2 +0 +0, 2..2 >-1 +0 +0");
	CU_ASSERT_TRUE(result->several);
}

static void a_cause_may_hold_behind_what_is_left_out(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_placed(story, 3, "stack+1", "x", "1");
	story_add_placed(story, 4, "stack+9", "y", "1")->confirmed =
		HC_OVERDETERMINED;
	story_add_placed(story, 5, "stack+1", "x", "1");
	const struct hc_result *result = story_tell(story);
	assert_steps(
		&result->brief, "step 0, several 0, held 0", "0..2 >-1 +1 +0");
	assert_steps(&result->full, "step 0, step 1, step 2",
		"0..0 >1 +0 +0, 1..1 >2 +0 +0, 2..2 >-1 +0 +0");
}

static void of_a_value_that_moves_on_the_middle_is_left_out(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_placed(story, 3, "stack+1", "sum", "1");
	story_add_placed(story, 4, "stack+1", "sum", "2");
	story_add_placed(story, 5, "stack+1", "sum", "2");
	story_add_placed(story, 6, "stack+1", "sum", "3");
	story_add_placed(story, 7, "stack+1", "other", "4");
	const struct hc_result *result = story_tell(story);
	assert_steps(&result->brief,
		"step 0, moving 0, moving 0, step 1, step 2",
		"0..0 >3 +0 +2, 3..3 >4 +0 +0, 4..4 >-1 +0 +0");
	assert_steps(&result->full, "step 0, step 1, held 1, step 2, step 3",
		"0..0 >1 +0 +0, 1..2 >3 +0 +0, 3..3 >4 +0 +0, 4..4 >-1 +0 "
		"+0");
}

static void steps_are_found_anew_when_more_is_known(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_placed(story, 3, "stack+1", "x", "1");
	story_tell(story);
	story_add_placed(story, 4, "stack+9", "y", "1");
	assert_steps(&story_tell(story)->brief, "step 0, step 1",
		"0..0 >1 +0 +0, 1..1 >-1 +0 +0");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(no_moments_make_no_steps),
		TEST(each_new_cause_is_a_step),
		TEST(where_there_is_no_cause_there_is_no_step),
		TEST(a_cause_holds_as_long_as_it_is_in_its_place),
		TEST(what_has_a_name_keeps_it_as_long_as_it_leads_there),
		TEST(a_name_that_leads_elsewhere_is_given_up),
		TEST(a_pointer_that_is_told_by_a_name_keeps_its_own),
		TEST(a_cause_holds_where_it_is_handed_on_by_its_name),
		TEST(a_text_is_the_same_as_what_leads_to_it),
		TEST(a_cause_that_needs_something_new_is_a_step),
		TEST(what_was_handed_on_or_was_the_cause_is_nothing_new),
		TEST(a_value_that_moves_on_is_told_where_it_needs_something_new),
		TEST(one_of_several_causes_is_told_if_it_is_enough_all_alone),
		TEST(a_cause_does_not_hold_where_it_is_one_of_several),
		TEST(one_of_several_causes_is_left_out_between_others),
		TEST(one_of_several_causes_is_told_at_either_end),
		TEST(a_cause_may_hold_behind_what_is_left_out),
		TEST(of_a_value_that_moves_on_the_middle_is_left_out),
		TEST(steps_are_found_anew_when_more_is_known),
	};
	return run_tests("steps", tests, G_N_ELEMENTS(tests));
}
