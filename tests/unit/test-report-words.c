/* Names and values of findings made by hand, as the text tells them. */
#include "report-help.h"

#include <string.h>

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

int main(void)
{
	static const struct test tests[] = {
		TEST(long_names_keep_their_beginning_and_end),
		TEST(a_name_that_is_shortened_keeps_its_brackets_in_pairs),
		TEST(values_are_those_that_a_person_writes),
		TEST(members_of_a_new_object_are_told_once),
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
	};
	return run_tests("report-words", tests, G_N_ELEMENTS(tests));
}
