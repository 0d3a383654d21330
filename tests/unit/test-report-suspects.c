/* Where to look, and what only one run executes, as text and as JSON: findings
 * made by hand. */
#include "report-help.h"

#include <json-glib/json-glib.h>
#include <string.h>

/* x at main, then y at f. */
static struct test_story *make_story(void)
{
	struct test_story *story = story_new();
	story_add_cause(story, "main", 3, make_cause("x", "int", "1", "2"));
	story_add_cause(story, "f", 9, make_cause("y", "int", "3", "4"));
	return story;
}

static struct hc_suspect *add_suspect(struct test_story *story, int first,
	int last, guint reasons, gint from, gint to)
{
	struct hc_suspect *suspect = hc_suspect_new();
	suspect->lines.function = g_strdup("f");
	suspect->lines.file = g_strdup("/src/a.c");
	suspect->lines.first = first;
	suspect->lines.last = last;
	suspect->reasons = suspect->shared = reasons;
	suspect->from = from;
	suspect->to = to;
	suspect->source = HC_SOURCE_MISSING;
	g_ptr_array_add(story->result->suspects, suspect);
	return suspect;
}

static void set_text(struct hc_suspect *suspect, const char *text)
{
	suspect->source = HC_SOURCE_THERE;
	suspect->text = g_strsplit(text, "\n", -1);
}

static void a_suspect_is_told_with_its_source_and_its_reasons(void)
{
	g_autoptr(test_story) story = make_story();
	set_text(add_suspect(story, 7, 9,
			 1u << HC_SUSPICION_ONLY | 1u << HC_SUSPICION_SETS |
				 1u << HC_SUSPICION_BETWEEN |
				 1u << HC_SUSPICION_BOTH,
			 0, 1),
		"\tif (x)\t/* both */\n\n\t\ty = 4;");
	assert_tells(story,
		"all causes confirmed both ways.\n\n"
		"Where to look, best first:\n"
		"1. f (a.c:7-9)\n"
		"       7  if (x) /* both */\n"
		"       9      y = 4;\n"
		"   Only the failing run executes it; it sets the variable "
		"that decides; the cause moves around here: y is now 4 (was "
		"3), confirmed both ways.\n");
}

static void the_first_is_told_right_behind_the_question(void)
{
	g_autoptr(test_story) story = make_story();
	add_suspect(story, 7, 9, 1u << HC_SUSPICION_ONLY, -1, -1);
	add_suspect(story, 12, 12, 1u << HC_SUSPICION_ONLY, -1, -1);
	assert_tells(story, "passes?\n\n"
			    "Look first at f (a.c:7-9).\n\n"
			    "1. Execution reaches main");
}

static void what_is_true_of_one_line_is_not_said_of_all(void)
{
	g_autoptr(test_story) story = make_story();
	struct hc_suspect *suspect =
		add_suspect(story, 7, 9, 1u << HC_SUSPICION_ONLY, -1, -1);
	suspect->shared = 0;
	assert_tells(story, "1. f (a.c:7-9)\n"
			    "   Only the failing run executes a part of it.\n");
}

static void where_the_failure_follows_it_is_from_the_last_cause(void)
{
	g_autoptr(test_story) story = make_story();
	add_suspect(story, 12, 12, 1u << HC_SUSPICION_MOVES, 1, -1);
	assert_tells(story,
		"1. f (a.c:12)\n   The failure follows here: y was 4.\n");
}

static void source_that_is_not_there_is_mentioned_once(void)
{
	g_autoptr(test_story) story = make_story();
	add_suspect(story, 7, 7, 1u << HC_SUSPICION_MOVES, 0, 1);
	add_suspect(story, 8, 8, 1u << HC_SUSPICION_MOVES, 0, 1)->source =
		HC_SOURCE_NEWER;
	add_suspect(story, 9, 9, 1u << HC_SUSPICION_MOVES, 0, 1);
	g_autofree char *text = tell(story);
	CU_ASSERT(g_str_has_suffix(text,
		".\nSource that is newer than the program is not shown.\n"
		"Source that is no longer where the program was compiled is "
		"not shown.\n"));
}

static void without_suspects_nothing_is_said(void)
{
	g_autoptr(test_story) story = make_story();
	g_autofree char *text = tell(story);
	CU_ASSERT_PTR_NULL(strstr(text, "Where to look"));
	CU_ASSERT_PTR_NULL(strstr(text, "Look first"));
}

/* ---- What only one run executes ---- */

static void add_lines(
	struct hc_only *only, enum hc_side side, int first, int last)
{
	struct hc_passage *lines = hc_passage_new("f", "/src/a.c", first, last);
	lines->n = (guint) (last - first + 1);
	g_ptr_array_add(only->by[side], lines);
}

static struct hc_only *add_between(struct test_story *story, gint from, gint to)
{
	struct hc_only only;
	hc_only_init(&only);
	only.from = from;
	only.to = to;
	GArray *all = story->result->only_between;
	g_array_append_val(all, only);
	return &g_array_index(all, struct hc_only, all->len - 1);
}

static void what_only_one_run_executes_is_told_with_the_step(void)
{
	g_autoptr(test_story) story = make_story();
	struct hc_only *only = add_between(story, 0, 1);
	add_lines(only, HC_FAILING, 4, 6);
	add_lines(only, HC_FAILING, 8, 8);
	add_lines(only, HC_PASSING, 20, 20);
	assert_tells(story,
		"x is now 2 (was 1).\n"
		"   Only the failing run executes a.c:4-6 and a.c:8 here.\n"
		"   Only the passing run executes a.c:20 here.\n"
		"2. ");
}

static void of_many_ranges_the_first_are_told(void)
{
	g_autoptr(test_story) story = make_story();
	struct hc_only *only = add_between(story, 0, 1);
	for (int i = 0; i < 5; i++)
		add_lines(only, HC_FAILING, 10 * i + 1, 10 * i + 2);
	assert_tells(story,
		"   Only the failing run executes a.c:1-2, a.c:11-12, "
		"a.c:21-22 and 4 more lines here.\n");
	struct hc_text_options how = {.full = TRUE};
	g_autofree char *text = hc_report_chain_text(story_tell(story), &how);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "a.c:31-32 and a.c:41-42 here."));
}

static void it_is_not_told_with_another_step(void)
{
	g_autoptr(test_story) story = make_story();
	add_lines(add_between(story, 1, 0), HC_FAILING, 4, 6);
	g_autofree char *text = tell(story);
	CU_ASSERT_PTR_NULL(strstr(text, "Only the"));
}

/* ---- JSON ---- */

static char *generate(JsonObject *all, const char *member)
{
	g_autoptr(JsonGenerator) generator = json_generator_new();
	json_generator_set_root(generator, json_object_get_member(all, member));
	return json_generator_to_data(generator, NULL);
}

static JsonObject *parse(JsonParser *parser, struct test_story *story)
{
	g_autofree char *text =
		hc_report_chain_json(story_tell(story), "1", FALSE);
	CU_ASSERT_FATAL(json_parser_load_from_data(parser, text, -1, NULL));
	return json_node_get_object(json_parser_get_root(parser));
}

static void json_has_the_suspects_with_their_ranks(void)
{
	g_autoptr(test_story) story = make_story();
	g_autoptr(JsonParser) parser = json_parser_new();
	set_text(add_suspect(story, 7, 8,
			 1u << HC_SUSPICION_ONLY | 1u << HC_SUSPICION_BETWEEN,
			 0, 1),
		"a\n\377");
	add_suspect(story, 9, 9, 1u << HC_SUSPICION_MOVES, 1, -1);
	g_autofree char *text = generate(parse(parser, story), "suspects");
	ASSERT_STR(text,
		"[{\"rank\":1,\"function\":\"f\",\"file\":\"/src/a.c\","
		"\"lines\":[7,8],\"reasons\":[\"only-failing\",\"between\"],"
		"\"from\":0,\"to\":1,\"source\":\"there\","
		"\"text\":[\"a\",\"\\\\xff\"]},"
		"{\"rank\":2,\"function\":\"f\",\"file\":\"/src/a.c\","
		"\"lines\":[9,9],\"reasons\":[\"moves\"],"
		"\"from\":1,\"to\":null,\"source\":\"missing\",\"text\":[]}]");
}

static void json_has_what_only_one_run_executes(void)
{
	g_autoptr(test_story) story = make_story();
	g_autoptr(JsonParser) parser = json_parser_new();
	add_lines(add_between(story, 0, 1), HC_FAILING, 4, 6);
	add_lines(&story->result->only, HC_PASSING, 20, 20);
	JsonObject *all = parse(parser, story);
	g_autofree char *ever = generate(all, "only");
	ASSERT_STR(ever, "{\"pass\":[{\"function\":\"f\",\"file\":\"/src/a.c\","
			 "\"lines\":[20,20]}],\"fail\":[]}");
	g_autofree char *steps = generate(all, "steps");
	CU_ASSERT_PTR_NOT_NULL(strstr(steps,
		"\"only\":{\"pass\":[],\"fail\":[{\"function\":\"f\","
		"\"file\":\"/src/a.c\",\"lines\":[4,6]}]}"));
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_suspect_is_told_with_its_source_and_its_reasons),
		TEST(the_first_is_told_right_behind_the_question),
		TEST(what_is_true_of_one_line_is_not_said_of_all),
		TEST(where_the_failure_follows_it_is_from_the_last_cause),
		TEST(source_that_is_not_there_is_mentioned_once),
		TEST(without_suspects_nothing_is_said),
		TEST(what_only_one_run_executes_is_told_with_the_step),
		TEST(of_many_ranges_the_first_are_told),
		TEST(it_is_not_told_with_another_step),
		TEST(json_has_the_suspects_with_their_ranks),
		TEST(json_has_what_only_one_run_executes),
	};
	return run_tests("report-suspects", tests, G_N_ELEMENTS(tests));
}
