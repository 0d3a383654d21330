/* Findings made by hand, told as JSON. */
#include "report-help.h"

#include <json-glib/json-glib.h>
#include <string.h>

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

static JsonObject *first_cause(JsonObject *all)
{
	JsonObject *event = json_array_get_object_element(
		json_object_get_array_member(all, "events"), 0);
	return json_array_get_object_element(
		json_object_get_array_member(event, "cause"), 0);
}

static struct hc_written *make_written(enum hc_written_how how, guint count)
{
	struct hc_written *written = hc_written_new();
	written->how = how;
	written->function = g_strdup("f");
	written->file = g_strdup("a.c");
	written->line = 7;
	written->count = count;
	g_ptr_array_add(written->backtrace, g_strdup("f (a.c:7)"));
	return written;
}

static void who_wrote_a_cause_has_keys_of_its_own(void)
{
	g_autoptr(test_story) story = story_new();
	g_autoptr(JsonParser) parser = json_parser_new();
	struct hc_cause *cause = make_cause("x", "int", "1", "2");
	cause->written[HC_PASSING] = make_written(HC_WRITTEN_NEVER, 0);
	cause->written[HC_FAILING] = make_written(HC_WRITTEN_CALLED, 3);
	cause->written[HC_FAILING]->library = g_strdup("strcpy");
	story_add_cause(story, "main", 3, cause);
	JsonObject *written = json_object_get_object_member(
		first_cause(parse(parser, story_tell(story))), "written");
	assert_keys(written, "pass fail");
	assert_keys(json_object_get_object_member(written, "pass"), "how");
	JsonObject *fail = json_object_get_object_member(written, "fail");
	assert_keys(fail, "how function file line backtrace library count");
	ASSERT_STR(json_object_get_string_member(fail, "how"), "library");
	ASSERT_STR(json_object_get_string_member(fail, "library"), "strcpy");
	ASSERT_INT(json_object_get_int_member(fail, "line"), 7);
	ASSERT_INT(json_object_get_int_member(fail, "count"), 3);
}

static void the_keys_are_those_that_are_promised(void)
{
	g_autoptr(test_story) story = story_new();
	g_autoptr(JsonParser) parser = json_parser_new();
	story_add_cause(story, "main", 3, make_cause("x", "int", "1", "2"));
	JsonObject *all = parse(parser, story_tell(story));
	assert_keys(all, "schema version program pass fail events steps "
			 "suspects failure engine seconds");
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

int main(void)
{
	static const struct test tests[] = {
		TEST(the_keys_are_those_that_are_promised),
		TEST(who_wrote_a_cause_has_keys_of_its_own),
		TEST(json_has_the_steps_that_the_text_tells),
		TEST(json_is_utf_8_whatever_the_bytes),
		TEST(json_has_no_control_characters_whatever_is_printed),
		TEST(long_values_are_cut_between_characters_and_say_so),
		TEST(long_lists_are_cut_and_say_so),
		TEST(nothing_is_cut_in_full),
		TEST(an_interrupted_finding_is_json_too),
	};
	return run_tests("report-json", tests, G_N_ELEMENTS(tests));
}
