/* Differences as text and as JSON. */
#include "mg-world.h"
#include "report-diff.h"
#include "runner.h"

#include <string.h>

typedef char *(*report_func)(const struct hc_diff_report *report);

static char *report(
	struct world *a, struct world *b, guint most, report_func func)
{
	g_autoptr(mg_graph) first = mg_fake_extract(a->fake);
	g_autoptr(mg_graph) second = mg_fake_extract(b->fake);
	struct mg_match_options options = {.way = MG_MATCH_TRAVERSAL};
	g_autoptr(mg_match) match = mg_match_new(first, second, &options);
	g_autoptr(mg_diff) diff = mg_diff_new(match);
	struct hc_diff_report what = {.diff = diff, .most = most};
	return func(&what);
}

/* FSE 2002, Figure 5, and a number. */
static void fill(struct world *a, struct world *b)
{
	world_pointer(a, "list", a->node, world_list(a, "14 18 20 22"));
	world_pointer(b, "list", b->node, world_list(b, "14 15 18 22"));
	world_variable(a, "n", a->integer, 1);
	world_variable(b, "n", b->integer, 2);
}

static void the_text_counts_and_lists_changes(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	fill(a, b);
	g_autofree char *text = report(a, b, 0, hc_report_diff_text);
	ASSERT_STR(text,
		"Before: 15 vertices, 14 edges, in 6 objects\n"
		"After: 15 vertices, 14 edges, in 6 objects\n"
		"           8  vertices say the same in both\n"
		"           1  value changed\n"
		"           2  pointers lead elsewhere\n"
		"           1  object inserted\n"
		"           1  object deleted\n"
		"n: 1 → 2\n"
		"list->next: list->next → a struct node\n"
		"list->next->next: a struct node → list->next->next->next\n");
}

static void a_list_that_is_cut_off_says_so(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	fill(a, b);
	g_autofree char *text = report(a, b, 1, hc_report_diff_text);
	CU_ASSERT_TRUE(g_str_has_suffix(text, "\nn: 1 → 2\n… 2 more\n"));
}

static void equal_states_have_no_list(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	world_variable(a, "n", a->integer, 1);
	world_variable(b, "n", b->integer, 1);
	g_autofree char *text = report(a, b, 0, hc_report_diff_text);
	ASSERT_STR(text, "Before: 2 vertices, 1 edges, in 1 objects\n"
			 "After: 2 vertices, 1 edges, in 1 objects\n"
			 "           1  vertex says the same in both\n"
			 "           0  values changed\n"
			 "           0  pointers lead elsewhere\n"
			 "           0  objects inserted\n"
			 "           0  objects deleted\n");
}

static void json_has_the_keys_of_the_contract(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	world_variable(a, "caf\303\251 \377\n", a->integer, 1);
	world_variable(b, "caf\303\251 \377\n", b->integer, 2);
	g_autofree char *text = report(a, b, 0, hc_report_diff_json);
	ASSERT_STR(text, "{\n"
			 "  \"a\" : {\n"
			 "    \"vertices\" : 2,\n"
			 "    \"edges\" : 1\n"
			 "  },\n"
			 "  \"b\" : {\n"
			 "    \"vertices\" : 2,\n"
			 "    \"edges\" : 1\n"
			 "  },\n"
			 "  \"common\" : {\n"
			 "    \"vertices\" : 0\n"
			 "  },\n"
			 "  \"changes\" : {\n"
			 "    \"values\" : 1,\n"
			 "    \"links\" : 0,\n"
			 "    \"inserted\" : 0,\n"
			 "    \"deleted\" : 0\n"
			 "  },\n"
			 "  \"list\" : [\n"
			 "    {\n"
			 "      \"name\" : \"caf\303\251 \\\\xff\\\\x0a\",\n"
			 "      \"before\" : \"1\",\n"
			 "      \"after\" : \"2\",\n"
			 "      \"kind\" : \"value\"\n"
			 "    }\n"
			 "  ]\n"
			 "}\n");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(the_text_counts_and_lists_changes),
		TEST(a_list_that_is_cut_off_says_so),
		TEST(equal_states_have_no_list),
		TEST(json_has_the_keys_of_the_contract),
	};
	return run_tests("differences", tests, G_N_ELEMENTS(tests));
}
