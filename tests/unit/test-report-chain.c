/* Findings made by hand, told as text and as JSON. */
#include "chain-help.h"
#include "report-chain.h"
#include "runner.h"

#include <json-glib/json-glib.h>
#include <string.h>

static char *tell(struct test_story *story)
{
	struct hc_text_options how = {0};
	return hc_report_chain_text(story_tell(story), &how);
}

static void assert_tells(struct test_story *story, const char *part)
{
	g_autofree char *text = tell(story);
	if (!strstr(text, part))
		test_fail("no \"%s\" in \"%s\"", part, text);
}

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

static void long_names_keep_their_beginning_and_end(void)
{
	g_autoptr(test_story) story = story_new();
	g_autofree char *steps = g_strnfill(60, 'x');
	g_autofree char *name =
		g_strdup_printf("first_%s.y->%s->last", steps, steps);
	g_autofree char *kept = g_strdup_printf(
		"first_%.44s…%.44s->last is now 2", steps, steps);
	story_add_cause(story, "main", 3, make_cause(name, "int", "1", "2"));
	assert_tells(story, kept);
	story_add_cause(story, "f", 9,
		make_cause("table[53]->next->next->next->next->next->next->"
			   "next->nextlike->n",
			"int", "3", "4"));
	assert_tells(story, "table[53](->next, 7 times)->nextlike->n is now 4");
	story_add_cause(story, "g", 9,
		make_cause("list->next->next->next->next->n", "int", "5", "6"));
	assert_tells(story, ", list->next->next->next->next->n is now 6");
}

/* The name as the report shows it; the caller frees it. */
static char *shown_name(const char *name)
{
	g_autoptr(test_story) story = story_new();
	story_add_cause(story, "main", 3, make_cause(name, "int", "1", "2"));
	g_autofree char *text = tell(story);
	g_auto(GStrv) parts = g_strsplit(text, "as './a 2', ", 2);
	g_auto(GStrv) words = g_strsplit(parts[1], " is now 2", 2);
	return g_strdup(words[0]);
}

static void a_name_that_is_shortened_keeps_its_brackets_in_pairs(void)
{
	g_autofree char *x = g_strnfill(30, 'x');
	g_autofree char *z = g_strnfill(60, 'z');
	struct {
		char *name, *shown;
	} names[] = {
		/* The cut would be inside of [ ] on the left, of ( ) on the
		 * right, and of both. */
		{g_strdup_printf("a%s[b%s]%s%s", x, z, x, x),
			g_strdup_printf("a%s…%s%.20s", x, x, x)},
		{g_strdup_printf("%s%s%s(%s)", x, x, x, z),
			g_strdup_printf("%s%.20s…", x, x)},
		{g_strdup_printf("a[%s%s%s]", x, z, x),
			g_strdup_printf("a[%s%.18s…%.19s%s]", x, z, z, x)},
	};
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *shown = shown_name(names[i].name);
		ASSERT_STR(shown, names[i].shown);
		g_free(names[i].name);
		g_free(names[i].shown);
	}
}

static void values_are_those_that_a_person_writes(void)
{
	static const struct {
		const char *variable, *type, *pass, *fail, *sentence;
	} values[] = {
		{"*argv[1]@8", "char [8]", "\"a\"", "\"b\"",
			"argv[1] is now \"b\" (was \"a\")"},
		{"*(char (*)[24]) ((char *) p->name)", "char [24]", "\"a\"",
			"\"b\"", "p->name is now \"b\" (was \"a\")"},
		{"p", "void *", "NULL", "a 40 bytes",
			"p is now a new block of 40 bytes (was NULL)"},
		{"*(char (*)[8]) p", "char [8]", "a 40 bytes", "NULL",
			"is now NULL (was a block of 40 bytes)"},
		{"<fd 0>", "descriptor", "\"/x/a, offset 0, flags 0100000\"",
			"\"/x/b, offset 7, flags 0100000\"",
			"stdin is now '/x/b' from byte 7 on (was '/x/a')"},
		{"<fd 5>", "descriptor", "closed",
			"\"/x/b, offset 0, flags 0100000\"",
			"descriptor 5 is now '/x/b' (was closed)"},
		{"p", "struct node *", "NULL", "a struct node {value = 1}",
			"p is now a new struct node {value = 1} (was NULL)"},
		{"p", "int *", "a 3 x int", "a 4 x int",
			"p is now a new array of 4 int (was an array of 3 "
			"int)"},
		{"p", "int *", "x", "0x1234",
			"p is now the wild pointer 0x1234 (was x)"},
		{"n", "int", "0x12", "0x34", "n is now 0x34 (was 0x12)"},
		{"argv[3]", "char *", "\"c\"", "not there",
			"argv[3] is no longer there (was \"c\")"},
		{"s", "char *", "\"\"", "\"\033[2J\"",
			"s is now \"\\x1b[2J\" (was \"\")"},
	};
	for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
		g_autoptr(test_story) story = story_new();
		story_add_cause(story, "main", 3,
			make_cause(values[i].variable, values[i].type,
				values[i].pass, values[i].fail));
		assert_tells(story, values[i].sentence);
	}
}

static void members_of_a_new_object_are_told_once(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_cause(story, "main", 3,
		make_cause("p", "struct node *", "NULL",
			"a struct node {name = \"a, b\", next = NULL}"));
	assert_tells(story, "Since p was a new struct node {name = \"a, b\", "
			    "…}, the program");
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

static void long_values_are_cut_around_the_difference(void)
{
	g_autofree char *many = g_strnfill(150, 'x');
	g_autofree char *pass = g_strdup_printf("\"%sA%s\"", many, many);
	g_autofree char *fail = g_strdup_printf("\"%sB%s\"", many, many);
	g_autoptr(test_story) story = story_new();
	story_add_cause(
		story, "main", 3, make_cause("s", "char *", pass, fail));
	assert_tells(story, "s is now \"…xxxxxxxxxxxxxxxxxxxxxxxxBxxx");
	assert_tells(story, "x…\" (was \"…xxxxxxxxxxxxxxxxxxxxxxxxAxxx");
}

static void what_is_cut_says_how_long_it_is_unless_it_is_told_in_full(void)
{
	g_autofree char *many = g_strnfill(150, 'z');
	g_autofree char *pass = g_strdup_printf("\"%sA%s\"", many, many);
	g_autofree char *fail = g_strdup_printf("\"%sB%s!\"", many, many);
	g_autofree char *name = g_strdup_printf("%s.%s", many, many);
	g_autoptr(test_story) story = story_new();
	story_add_cause(
		story, "main", 3, make_cause(name, "char *", pass, fail));
	story_add_cause(story, "f", 9, make_cause("s", "char *", "1", pass));
	assert_tells(story, "zzz…\"; cut from 304 and 303 characters).\n");
	assert_tells(story, "zzz…\" (was 1; cut from 303 characters).\n");

	struct hc_text_options how = {.full = TRUE};
	g_autofree char *all = hc_report_chain_text(story_tell(story), &how);
	g_autofree char *whole =
		g_strdup_printf("%s is now %s (was %s).\n", name, fail, pass);
	CU_ASSERT_PTR_NOT_NULL(strstr(all, whole));
	CU_ASSERT_PTR_NULL(strstr(all, "…"));
	CU_ASSERT_PTR_NULL(strstr(all, "cut from"));
}

static void in_full_all_causes_are_told(void)
{
	g_autoptr(test_story) story = story_new();
	struct hc_event *event = story_add(story, "f", 3);
	event->isolated = TRUE;
	for (guint i = 0; i < 20; i++)
		g_ptr_array_add(
			event->causes, make_cause("x", "int", "1", "2"));
	g_ptr_array_add(event->causes, make_cause("last", "int", "1", "2"));
	assert_tells(story, " and 16 more");

	struct hc_text_options how = {.full = TRUE};
	g_autofree char *all = hc_report_chain_text(story_tell(story), &how);
	CU_ASSERT_PTR_NOT_NULL(strstr(all, " and last is now 2 (was 1).\n"));
}

static void members_that_are_cut_keep_what_they_are_of(void)
{
	g_autofree char *many = g_strnfill(150, 'z');
	g_autofree char *pass =
		g_strdup_printf("the struct node {name = %s, n = 2}", many);
	g_autofree char *fail =
		g_strdup_printf("the struct node {name = %s, n = 3}", many);
	g_autoptr(test_story) story = story_new();
	story_add_cause(
		story, "main", 3, make_cause("p", "struct node *", pass, fail));
	assert_tells(story, "p is now the struct node {…zzz");
	assert_tells(story, "n = 3} (was the struct node {…zzz");
}

static void what_is_cut_keeps_its_braces_and_quotes(void)
{
	g_autofree char *many = g_strnfill(150, 'z');
	g_autofree char *pass = g_strdup_printf(
		"a struct node {n = 2, name = \"}%s\", m = 1}", many);
	g_autofree char *fail = g_strdup_printf(
		"a struct node {n = 3, name = \"}%s\", m = 1}", many);
	g_autoptr(test_story) story = story_new();
	story_add_cause(
		story, "main", 3, make_cause("p", "struct node *", pass, fail));
	assert_tells(story, "p is now a new struct node {n = 3, name = \"}z");
	assert_tells(story, "zz…\"} (was {n = 2, name = \"}zz");
	assert_tells(story, "zz…\"}; cut from");
}

static void long_commands_are_cut_around_the_difference(void)
{
	g_autofree char *many = g_strnfill(2000, 'w');
	g_autoptr(test_story) story = story_new();
	story_add_cause(story, "main", 3, make_cause("x", "int", "1", "2"));
	g_free(story->result->pass.command);
	g_free(story->result->fail.command);
	story->result->pass.command =
		g_strdup_printf("./a --long=%s good %s", many, many);
	story->result->fail.command =
		g_strdup_printf("./a --long=%s bad %s", many, many);
	g_autofree char *text = tell(story);
	CU_ASSERT(strlen(text) < 2000);
	assert_tells(story, "Why does './a --long=www");
	assert_tells(story, "w bad www");
	assert_tells(story, "w…' fail while './a --long=www");
	assert_tells(story, "w good www");
	assert_tells(story, "Since the program was invoked as './a --long=www");

	struct hc_text_options whole = {.full = TRUE};
	g_autofree char *full = hc_report_chain_text(story_tell(story), &whole);
	CU_ASSERT_PTR_NOT_NULL(strstr(full, story->result->fail.command));
}

static void a_pointer_that_closes_a_circle_is_told_as_one(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_cause(story, "main", 3,
		make_cause(
			"list->next->next", "struct node *", "NULL", "list"));
	story_add_cause(story, "f", 4,
		make_cause("ring.next", "struct node *", "NULL", "&ring"));
	/* Neither of these does. */
	story_add_cause(story, "f", 5,
		make_cause("list_of->next", "struct node *", "NULL", "list"));
	story_add_cause(
		story, "f", 6, make_cause("list->n", "int", "1", "list"));
	assert_tells(
		story, "list->next->next now points back to list (was NULL)");
	assert_tells(story,
		"Since list->next->next pointed back to list, ring.next now "
		"points back to ring (was NULL)");
	assert_tells(story, "list_of->next is now list (was NULL)");
	assert_tells(story, "list->n is now list (was 1)");
}

static void a_pointer_into_the_middle_is_told_without_a_cast(void)
{
	g_autoptr(test_story) story = story_new();
	story_add_cause(story, "main", 3,
		make_cause("p", "struct node *", "list + 2",
			"(char *) list->next + 12"));
	story_add_cause(story, "f", 4,
		make_cause("q", "struct node *", "NULL", "(char *) &x - 4"));
	assert_tells(
		story, "p is now 12 bytes after list->next (was list + 2)");
	assert_tells(story, "q is now 4 bytes before &x (was NULL)");
}

static void bytes_are_several(void)
{
	g_autoptr(test_story) story = story_new();
	struct hc_cause *cause =
		make_cause("*(char (*)[8]) p", "char [8]", "0x3", "0x1e");
	g_free(cause->shown);
	cause->shown = g_strdup("bytes 8 to 15 of *p");
	story_add_cause(story, "main", 3, cause);
	assert_tells(story, "bytes 8 to 15 of *p are now 0x1e (were 0x3)");
	assert_tells(story, "Since bytes 8 to 15 of *p were 0x1e, the program");
}

static void an_escape_is_never_cut_in_two(void)
{
	GString *pass = g_string_new("\"");
	for (guint i = 0; i < 200; i++)
		g_string_append(pass, "\\377");
	g_autofree char *fail = g_strdup_printf("%sB\"", pass->str);
	g_string_append(pass, "A\"");
	g_autoptr(test_story) story = story_new();
	story_add_cause(
		story, "main", 3, make_cause("s", "char *", pass->str, fail));
	assert_tells(story, "s is now \"…\\377\\377");
	assert_tells(story, "\\377B\" (was \"…\\377");
	g_string_free(pass, TRUE);
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

/* ---- JSON ---- */

static JsonObject *parse_all(
	JsonParser *parser, const struct hc_result *result, gboolean full)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *text = hc_report_chain_json(result, "1.2.3", full);
	json_parser_load_from_data(parser, text, -1, &error);
	ASSERT_NO_ERROR(error);
	return json_node_get_object(json_parser_get_root(parser));
}

static JsonObject *parse(JsonParser *parser, const struct hc_result *result)
{
	return parse_all(parser, result, FALSE);
}

static char *keys_of(JsonObject *object)
{
	GString *text = g_string_new(NULL);
	g_autoptr(GList) keys = json_object_get_members(object);
	for (GList *key = keys; key; key = key->next)
		g_string_append_printf(
			text, "%s%s", text->len ? " " : "", (char *) key->data);
	return g_string_free(text, FALSE);
}

static void assert_keys(JsonObject *object, const char *expected)
{
	g_autofree char *keys = keys_of(object);
	ASSERT_STR(keys, expected);
}

static void the_keys_are_those_that_are_promised(void)
{
	g_autoptr(test_story) story = story_new();
	g_autoptr(JsonParser) parser = json_parser_new();
	story_add_cause(story, "main", 3, make_cause("x", "int", "1", "2"));
	JsonObject *all = parse(parser, story_tell(story));
	assert_keys(all, "schema version program pass fail events steps "
			 "failure engine seconds");
	ASSERT_INT(json_object_get_int_member(all, "schema"), 2);
	assert_keys(json_array_get_object_element(
			    json_object_get_array_member(all, "steps"), 0),
		"event holds_to moves_to left_out");
	assert_keys(
		json_object_get_object_member(all, "pass"), "command outcome");
	assert_keys(json_object_get_object_member(all, "failure"), "kind text");
	JsonObject *event = json_array_get_object_element(
		json_object_get_array_member(all, "events"), 0);
	assert_keys(event, "location graph deltas tests status reason cause "
			   "confirmed context relaxed seconds");
	assert_keys(json_object_get_object_member(event, "location"),
		"function file line hit backtrace");
	assert_keys(json_object_get_object_member(event, "graph"),
		"pass fail common");
	assert_keys(json_object_get_object_member(event, "tests"),
		"total pass fail unresolved cached");
	assert_keys(json_object_get_object_member(event, "seconds"),
		"stop extract compare narrow");
	assert_keys(json_array_get_object_element(
			    json_object_get_array_member(event, "cause"), 0),
		"variable name type pass fail commands");
	ASSERT_STR(json_object_get_string_member(event, "status"), "isolated");
	ASSERT_STR(json_object_get_string_member(event, "confirmed"), "both");
}

static void json_has_the_steps_that_the_text_tells(void)
{
	g_autoptr(test_story) story = story_new();
	g_autoptr(JsonParser) parser = json_parser_new();
	story_add(story, "f", 2);
	story_add_placed(story, 3, "stack+1", "sum", "1");
	story_add_placed(story, 4, "stack+1", "sum", "1");
	story_add_placed(story, 5, "stack+1", "sum", "2");
	story_add_placed(story, 6, "stack+9", "other", "2")->confirmed =
		HC_OVERDETERMINED;
	story_add_placed(story, 7, "stack+1", "sum", "3");
	JsonArray *steps = json_object_get_array_member(
		parse(parser, story_tell(story)), "steps");
	g_autoptr(JsonGenerator) generator = json_generator_new();
	g_autoptr(JsonNode) root = json_node_new(JSON_NODE_ARRAY);
	json_node_set_array(root, steps);
	json_generator_set_root(generator, root);
	g_autofree char *text = json_generator_to_data(generator, NULL);
	ASSERT_STR(text,
		"[{\"event\":1,\"holds_to\":2,\"moves_to\":5,\"left_out\":["
		"{\"event\":2,\"why\":\"same-cause\"},"
		"{\"event\":3,\"why\":\"other-values\"},"
		"{\"event\":4,\"why\":\"one-of-several\"}]},"
		"{\"event\":5,\"holds_to\":5,\"moves_to\":null,"
		"\"left_out\":[]}]");
}

static void json_is_utf_8_whatever_the_bytes(void)
{
	g_autoptr(test_story) story = story_new();
	g_autoptr(JsonParser) parser = json_parser_new();
	g_bytes_unref(story->result->fail.outcome->out);
	story->result->fail.outcome->out = g_bytes_new_static("a\377\0b\n", 5);
	story_add_cause(story, "main", 3,
		make_cause("x", "int", "caf\303\251", "\303"));
	JsonObject *all = parse(parser, story_tell(story));
	JsonObject *out = json_object_get_object_member(
		json_object_get_object_member(
			json_object_get_object_member(all, "fail"), "outcome"),
		"stdout");
	ASSERT_STR(
		json_object_get_string_member(out, "text"), "a\\xff\\x00b\n");
	ASSERT_INT(json_object_get_int_member(out, "bytes"), 5);
	JsonObject *event = json_array_get_object_element(
		json_object_get_array_member(all, "events"), 0);
	JsonObject *cause = json_array_get_object_element(
		json_object_get_array_member(event, "cause"), 0);
	ASSERT_STR(json_object_get_string_member(cause, "pass"), "caf\303\251");
	ASSERT_STR(json_object_get_string_member(cause, "fail"), "\\xc3");
}

/* Each byte by itself, between two letters. JSON allows no control character in
 * a string; json-glib reads them nevertheless. */
static void json_has_no_control_characters_whatever_is_printed(void)
{
	for (guint byte = 0; byte < 256; byte++) {
		g_autoptr(test_story) story = story_new();
		g_autoptr(JsonParser) parser = json_parser_new();
		const char text[] = {'a', (char) byte, 'b'};
		g_bytes_unref(story->result->fail.outcome->out);
		story->result->fail.outcome->out =
			g_bytes_new(text, sizeof text);
		g_autofree char *json =
			hc_report_chain_json(story_tell(story), "1", FALSE);
		for (const char *at = json; *at; at++)
			if ((guchar) *at < ' ' && *at != '\n')
				test_fail("byte %u is in the JSON", byte);
		CU_ASSERT(g_utf8_validate(json, -1, NULL));

		const char *told = json_object_get_string_member(
			json_object_get_object_member(
				json_object_get_object_member(
					json_object_get_object_member(
						parse(parser,
							story_tell(story)),
						"fail"),
					"outcome"),
				"stdout"),
			"text");
		g_autofree char *hex = g_strdup_printf("a\\x%02xb", byte);
		g_autofree char *plain =
			g_strdup_printf("a%cb", byte ? (char) byte : '?');
		ASSERT_STR(told, byte && byte < 0x80 ? plain : hex);
	}
}

/* The first event, and the first difference in one of its lists. */
static JsonObject *first_event(JsonObject *all)
{
	return json_array_get_object_element(
		json_object_get_array_member(all, "events"), 0);
}

static JsonObject *first_of(JsonObject *event, const char *list)
{
	return json_array_get_object_element(
		json_object_get_array_member(event, list), 0);
}

/* Values with a character of two bytes where they are cut, and more commands
 * than anybody wants to read. */
static struct hc_cause *make_long_cause(void)
{
	g_autofree char *many = g_strnfill(999, 'x');
	g_autofree char *pass = g_strdup_printf("%s\303\251\303\251", many);
	g_autofree char *fail = g_strdup_printf("x%s\303\251", many);
	struct hc_cause *cause = make_cause("x", "int", pass, fail);
	g_strfreev(cause->commands);
	cause->commands = g_new0(char *, 11);
	for (guint i = 0; i < 10; i++)
		cause->commands[i] = g_strdup(many);
	return cause;
}

static void long_values_are_cut_between_characters_and_say_so(void)
{
	g_autoptr(test_story) story = story_new();
	g_autoptr(JsonParser) parser = json_parser_new();
	g_autofree char *many = g_strnfill(999, 'x');
	g_autofree char *pass = g_strconcat(many, "…", NULL);
	g_autofree char *fail = g_strconcat("x", many, "…", NULL);
	story_add_cause(story, "main", 3, make_long_cause());
	JsonObject *cause = first_of(
		first_event(parse(parser, story_tell(story))), "cause");
	assert_keys(cause, "variable name type pass fail commands cut");
	ASSERT_STR(json_object_get_string_member(cause, "pass"), pass);
	ASSERT_STR(json_object_get_string_member(cause, "fail"), fail);
	ASSERT_INT(json_array_get_length(
			   json_object_get_array_member(cause, "commands")),
		4);
	JsonObject *cut = json_object_get_object_member(cause, "cut");
	assert_keys(cut, "pass fail commands");
	ASSERT_INT(json_object_get_int_member(cut, "pass"), 1003);
	ASSERT_INT(json_object_get_int_member(cut, "fail"), 1002);
	ASSERT_INT(json_object_get_int_member(cut, "commands"), 10);
}

static void long_lists_are_cut_and_say_so(void)
{
	g_autoptr(test_story) story = story_new();
	g_autoptr(JsonParser) parser = json_parser_new();
	struct hc_event *made = story_add_cause(
		story, "main", 3, make_cause("x", "int", "1", "2"));
	for (guint i = 0; i < 101; i++)
		g_ptr_array_add(
			made->context, make_cause("y", "int", "1", "2"));
	JsonObject *event = first_event(parse(parser, story_tell(story)));
	assert_keys(event, "location graph deltas tests status reason cause "
			   "confirmed context cut relaxed seconds");
	ASSERT_INT(json_array_get_length(
			   json_object_get_array_member(event, "context")),
		100);
	JsonObject *cut = json_object_get_object_member(event, "cut");
	assert_keys(cut, "context");
	ASSERT_INT(json_object_get_int_member(cut, "context"), 101);
}

static void nothing_is_cut_in_full(void)
{
	g_autoptr(test_story) story = story_new();
	g_autoptr(JsonParser) parser = json_parser_new();
	struct hc_event *made =
		story_add_cause(story, "main", 3, make_long_cause());
	for (guint i = 0; i < 101; i++)
		g_ptr_array_add(
			made->context, make_cause("y", "int", "1", "2"));
	JsonObject *event =
		first_event(parse_all(parser, story_tell(story), TRUE));
	CU_ASSERT_FALSE(json_object_has_member(event, "cut"));
	ASSERT_INT(json_array_get_length(
			   json_object_get_array_member(event, "context")),
		101);
	JsonObject *cause = first_of(event, "cause");
	assert_keys(cause, "variable name type pass fail commands");
	const char *pass = json_object_get_string_member(cause, "pass");
	ASSERT_INT(strlen(pass), 1003);
	ASSERT_INT(json_array_get_length(
			   json_object_get_array_member(cause, "commands")),
		10);
}

static void an_interrupted_finding_is_json_too(void)
{
	g_autoptr(hc_result) result = hc_result_new();
	g_autoptr(JsonParser) parser = json_parser_new();
	result->interrupted = TRUE;
	JsonObject *all = parse(parser, result);
	ASSERT_INT(json_array_get_length(
			   json_object_get_array_member(all, "events")),
		0);
	CU_ASSERT_TRUE(json_object_get_null_member(all, "engine"));
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
		TEST(the_same_cause_is_told_once_with_the_places_where_it_moves),
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
		TEST(long_names_keep_their_beginning_and_end),
		TEST(a_name_that_is_shortened_keeps_its_brackets_in_pairs),
		TEST(values_are_those_that_a_person_writes),
		TEST(members_of_a_new_object_are_told_once),
		TEST(of_a_value_that_grows_the_first_and_the_last_are_told),
		TEST(what_is_handed_on_by_its_name_is_the_same_cause),
		TEST(long_values_are_cut_around_the_difference),
		TEST(what_is_cut_says_how_long_it_is_unless_it_is_told_in_full),
		TEST(in_full_all_causes_are_told),
		TEST(members_that_are_cut_keep_what_they_are_of),
		TEST(what_is_cut_keeps_its_braces_and_quotes),
		TEST(long_commands_are_cut_around_the_difference),
		TEST(a_pointer_that_closes_a_circle_is_told_as_one),
		TEST(bytes_are_several),
		TEST(a_pointer_into_the_middle_is_told_without_a_cast),
		TEST(an_escape_is_never_cut_in_two),
		TEST(hits_are_counted),
		TEST(where_nothing_was_isolated_is_told_only_if_asked_or_needed),
		TEST(an_interrupted_analysis_says_so),
		TEST(reasons_are_summed_up_where_there_is_no_cause),
		TEST(who_has_said_what_a_failure_is_is_not_told_to),
		TEST(unclear_outcomes_lead_to_advice),
		TEST(a_relaxed_event_is_marked),
		TEST(colours_are_there_only_on_request),
		TEST(the_keys_are_those_that_are_promised),
		TEST(json_has_the_steps_that_the_text_tells),
		TEST(json_is_utf_8_whatever_the_bytes),
		TEST(json_has_no_control_characters_whatever_is_printed),
		TEST(long_values_are_cut_between_characters_and_say_so),
		TEST(long_lists_are_cut_and_say_so),
		TEST(nothing_is_cut_in_full),
		TEST(an_interrupted_finding_is_json_too),
		TEST(files_are_named_by_number_and_function),
	};
	return run_tests("report-chain", tests, G_N_ELEMENTS(tests));
}
