/* Findings made by hand, told as text and as JSON. */
#include "report-chain.h"
#include "runner.h"

#include <json-glib/json-glib.h>
#include <string.h>

static struct hc_cause *make_cause(const char *variable, const char *type,
	const char *pass, const char *fail)
{
	struct hc_cause *cause = g_new0(struct hc_cause, 1);
	cause->variable = g_strdup(variable);
	cause->type = g_strdup(type);
	cause->pass = g_strdup(pass);
	cause->fail = g_strdup(fail);
	cause->commands = g_strsplit("set variable x = 1", "\n", -1);
	return cause;
}

static struct hc_event *add_event(
	struct hc_result *result, const char *function, int line)
{
	struct hc_event *event = hc_event_new();
	event->function = g_strdup(function);
	event->file = g_strdup("a.c");
	event->line = line;
	event->at_function = g_strdup(function);
	g_ptr_array_add(result->events, event);
	return event;
}

static struct hc_event *add_isolated(struct hc_result *result,
	const char *function, int line, struct hc_cause *cause)
{
	struct hc_event *event = add_event(result, function, line);
	event->isolated = TRUE;
	event->confirmed = HC_CONFIRMED_BOTH;
	g_ptr_array_add(event->causes, cause);
	event->script = g_strsplit("set variable x = 1", "\n", -1);
	return event;
}

static struct hc_result *make_finding(void)
{
	struct hc_result *result = hc_result_new();
	result->program = g_strdup("/bin/a");
	result->pass.command = g_strdup("./a 1");
	result->fail.command = g_strdup("./a 2");
	result->pass.argv = g_strsplit("/bin/a 1", " ", -1);
	result->fail.argv = g_strsplit("/bin/a 2", " ", -1);
	result->pass.outcome = hc_outcome_new();
	result->fail.outcome = hc_outcome_new();
	result->failure_kind = HC_FAILURE_OUTPUT;
	result->failure_text = g_strdup("prints \"2\"");
	result->tests.tests = 7;
	return result;
}

static char *tell(const struct hc_result *result)
{
	struct hc_text_options how = {0};
	return hc_report_chain_text(result, &how);
}

static void assert_tells(const struct hc_result *result, const char *part)
{
	g_autofree char *text = tell(result);
	if (!strstr(text, part))
		test_fail("no \"%s\" in \"%s\"", part, text);
}

static void a_chain_leads_from_the_invocation_to_the_failure(void)
{
	g_autoptr(hc_result) result = make_finding();
	add_isolated(result, "main", 3, make_cause("argc", "int", "1", "2"));
	add_isolated(result, "f", 9, make_cause("x", "int", "3", "4"));
	g_autofree char *text = tell(result);
	ASSERT_STR(text,
		"Why does './a 2' fail, where './a 1' passes?\n\n"
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
	g_autoptr(hc_result) result = make_finding();
	add_isolated(result, "main", 3, make_cause("x", "int", "1", "2"));
	add_isolated(result, "f", 9, make_cause("main::x", "int", "1", "2"));
	struct hc_event *last =
		add_isolated(result, "g", 20, make_cause("y", "int", "1", "2"));
	last->hit_pass = last->hit_fail = 2;
	g_autofree char *text = tell(result);
	CU_ASSERT_PTR_NULL(strstr(text, "reaches f"));
	assert_tells(result,
		"   This holds up to f (a.c:9); between there and g#2 (a.c:20) "
		"the cause moves.\n"
		"2. Execution reaches g (a.c:20) for the 2nd time.\n");
}

/* Causes at f, g and h, where there are others at g. */
static struct hc_result *make_chance(void)
{
	struct hc_result *result = make_finding();
	add_isolated(result, "f", 3, make_cause("x", "int", "1", "2"));
	add_isolated(result, "g", 9, make_cause("y", "int", "1", "2"))
		->confirmed = HC_OVERDETERMINED;
	add_isolated(result, "h", 20, make_cause("z", "int", "1", "2"));
	return result;
}

static void one_of_many_causes_is_no_link_between_others(void)
{
	g_autoptr(hc_result) result = make_chance();
	assert_tells(result,
		"x is now 2 (was 1).\n"
		"   At 1 moment after that there are several causes, each "
		"enough by itself; -v shows it.\n"
		"2. Execution reaches h (a.c:20).\n"
		"   Since x was 2, z is now 2 (was 1).\n");
	struct hc_text_options verbose = {.verbose = TRUE};
	g_autofree char *all = hc_report_chain_text(result, &verbose);
	CU_ASSERT_PTR_NOT_NULL(strstr(all,
		"y is now 2 (was 1).\n   The failing run fails without it as "
		"well: there is another cause.\n3. "));
}

static void one_of_many_causes_is_told_where_nothing_better_follows(void)
{
	g_autoptr(hc_result) result = make_chance();
	g_ptr_array_remove_index(result->events, 2);
	assert_tells(result, "2. Execution reaches g (a.c:9).\n");
}

static void of_many_such_causes_the_first_and_the_last_are_told(void)
{
	g_autoptr(hc_result) result = make_chance();
	for (guint i = 0; i < result->events->len; i++)
		((struct hc_event *) g_ptr_array_index(result->events, i))
			->confirmed = HC_OVERDETERMINED;
	g_autofree char *text = tell(result);
	CU_ASSERT_PTR_NULL(strstr(text, "reaches g"));
	assert_tells(result, "1. Execution reaches f (a.c:3).\n");
	assert_tells(result, "2. Execution reaches h (a.c:20).\n");
}

static void many_such_causes_lead_to_advice(void)
{
	g_autoptr(hc_result) few = make_chance();
	g_autoptr(hc_result) many = make_chance();
	struct hc_event *first = g_ptr_array_index(many->events, 0);
	first->confirmed = HC_OVERDETERMINED;
	g_autofree char *text = tell(few);
	CU_ASSERT_PTR_NULL(strstr(text, "nearer to the failing one"));
	assert_tells(many, "A passing run that is nearer to the failing one");
}

static void a_line_is_counted_where_it_stands(void)
{
	g_autoptr(hc_result) result = make_finding();
	add_isolated(result, "main", 3, make_cause("x", "int", "1", "2"));
	struct hc_event *next =
		add_isolated(result, "f", 9, make_cause("x", "int", "1", "2"));
	next->at_file = g_strdup("a.c");
	next->hit_pass = next->hit_fail = 4;
	assert_tells(result, "   This holds up to f (a.c:9#4).\n");
}

static void several_causes_make_one_sentence(void)
{
	g_autoptr(hc_result) result = make_finding();
	struct hc_event *event = add_isolated(
		result, "main", 3, make_cause("x", "int", "1", "2"));
	g_ptr_array_add(event->causes, make_cause("y", "int", "3", "4"));
	g_ptr_array_add(event->causes, make_cause("z", "int", "5", "6"));
	g_ptr_array_add(event->context, make_cause("k", "int", "7", "8"));
	event->confirmed = HC_CONFIRMED_ONE;
	assert_tells(result,
		"x is now 2 (was 1), y is now 4 (was 3) and z is now 6 (was "
		"5).\n"
		"   It takes as well that k is 8.\n"
		"   Without them the failing run neither passes nor fails as "
		"before.\n");
	assert_tells(result, "Since x was 2, y was 4 and z was 6, the");
	assert_tells(result, "no cause could be confirmed both ways");
}

static void of_many_causes_the_first_are_told(void)
{
	g_autoptr(hc_result) result = make_finding();
	struct hc_event *event = add_isolated(
		result, "main", 3, make_cause("x", "int", "1", "2"));
	for (guint i = 0; i < 6; i++) {
		g_autofree char *name = g_strdup_printf("k%u", i);
		g_ptr_array_add(
			event->context, make_cause(name, "int", "0", "8"));
	}
	assert_tells(result, "that k0 is 8, k1 is 8, k2 is 8, k3 is 8, k4 is "
			     "8 and k5 is 8.\n");
	g_ptr_array_add(event->context, make_cause("last", "int", "0", "8"));
	assert_tells(result, "that k0 is 8, k1 is 8, k2 is 8, k3 is 8, k4 is "
			     "8 and 2 more.\n");
}

static void long_names_keep_their_beginning_and_end(void)
{
	g_autoptr(hc_result) result = make_finding();
	g_autofree char *steps = g_strnfill(60, 'x');
	g_autofree char *name =
		g_strdup_printf("first_%s.y->%s->last", steps, steps);
	g_autofree char *kept = g_strdup_printf(
		"first_%.44s…%.44s->last is now 2", steps, steps);
	add_isolated(result, "main", 3, make_cause(name, "int", "1", "2"));
	assert_tells(result, kept);
	add_isolated(result, "f", 9,
		make_cause("table[53]->next->next->next->next->next->next->"
			   "next->nextlike->n",
			"int", "3", "4"));
	assert_tells(
		result, "table[53](->next, 7 times)->nextlike->n is now 4");
	add_isolated(result, "g", 9,
		make_cause("list->next->next->next->next->n", "int", "5", "6"));
	assert_tells(result, ", list->next->next->next->next->n is now 6");
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
		g_autoptr(hc_result) result = make_finding();
		add_isolated(result, "main", 3,
			make_cause(values[i].variable, values[i].type,
				values[i].pass, values[i].fail));
		assert_tells(result, values[i].sentence);
	}
}

static void members_of_a_new_object_are_told_once(void)
{
	g_autoptr(hc_result) result = make_finding();
	add_isolated(result, "main", 3,
		make_cause("p", "struct node *", "NULL",
			"a struct node {name = \"a, b\", next = NULL}"));
	assert_tells(result, "Since p was a new struct node {name = \"a, b\", "
			     "…}, the program");
}

/* An event by its only cause, which is in a place. */
static struct hc_event *add_placed(struct hc_result *result, int line,
	const char *place, const char *variable, const char *fail)
{
	struct hc_event *event = add_isolated(
		result, "f", line, make_cause(variable, "int", "0", fail));
	event->identity = g_new0(char *, 2);
	event->identity[0] = g_strconcat(place, "=", fail, NULL);
	return event;
}

static void of_a_value_that_grows_the_first_and_the_last_are_told(void)
{
	g_autoptr(hc_result) result = make_finding();
	add_placed(result, 3, "stack+1", "sum", "1");
	add_placed(result, 4, "stack+1", "sum", "2");
	add_placed(result, 5, "stack+1", "sum", "2");
	add_placed(result, 6, "stack+1", "sum", "3");
	add_placed(result, 7, "stack+1", "sum", "4");
	add_placed(result, 8, "stack+1", "other", "5");
	g_autofree char *text = tell(result);
	ASSERT_STR(text,
		"Why does './a 2' fail, where './a 1' passes?\n\n"
		"1. Execution reaches f (a.c:3).\n"
		"   Since the program was invoked as './a 2', sum is now 1 "
		"(was 0).\n"
		"   At 3 moments after that it is the same with other values; "
		"-v shows them.\n"
		"2. Execution reaches f (a.c:7).\n"
		"   Since sum was 1, sum is now 4 (was 0).\n"
		"3. Execution reaches f (a.c:8).\n"
		"   Since sum was 4, other is now 5 (was 0).\n"
		"4. Execution ends.\n"
		"   Since other was 5, the program prints \"2\". The program "
		"fails.\n\n"
		"Proven by 7 test runs; all causes confirmed both ways.\n");
	struct hc_text_options how = {.verbose = TRUE};
	g_autofree char *all = hc_report_chain_text(result, &how);
	if (!strstr(all, "sum is now 3"))
		test_fail("not all in \"%s\"", all);
}

static void what_is_handed_on_by_its_name_is_the_same_cause(void)
{
	g_autoptr(hc_result) result = make_finding();
	add_placed(result, 3, "stack+1", "key", "5");
	add_placed(result, 9, "stack+9", "key", "5");
	assert_tells(result, "1. Execution reaches f (a.c:3).");
	assert_tells(result, "This holds up to f (a.c:9).");
	assert_tells(result, "2. Execution ends.");
}

static void long_values_are_cut_around_the_difference(void)
{
	g_autofree char *many = g_strnfill(150, 'x');
	g_autofree char *pass = g_strdup_printf("\"%sA%s\"", many, many);
	g_autofree char *fail = g_strdup_printf("\"%sB%s\"", many, many);
	g_autoptr(hc_result) result = make_finding();
	add_isolated(result, "main", 3, make_cause("s", "char *", pass, fail));
	assert_tells(result, "s is now \"…xxxxxxxxxxxxxxxxxxxxxxxxBxxx");
	assert_tells(result, "x…\" (was \"…xxxxxxxxxxxxxxxxxxxxxxxxAxxx");
}

static void members_that_are_cut_keep_what_they_are_of(void)
{
	g_autofree char *many = g_strnfill(150, 'x');
	g_autofree char *pass =
		g_strdup_printf("the struct node {name = %s, n = 2}", many);
	g_autofree char *fail =
		g_strdup_printf("the struct node {name = %s, n = 3}", many);
	g_autoptr(hc_result) result = make_finding();
	add_isolated(result, "main", 3,
		make_cause("p", "struct node *", pass, fail));
	assert_tells(result, "p is now the struct node {…xxx");
	assert_tells(result, "n = 3} (was the struct node {…xxx");
}

static void an_escape_is_never_cut_in_two(void)
{
	GString *pass = g_string_new("\"");
	for (guint i = 0; i < 200; i++)
		g_string_append(pass, "\\377");
	g_autofree char *fail = g_strdup_printf("%sB\"", pass->str);
	g_string_append(pass, "A\"");
	g_autoptr(hc_result) result = make_finding();
	add_isolated(
		result, "main", 3, make_cause("s", "char *", pass->str, fail));
	assert_tells(result, "s is now \"…\\377\\377");
	assert_tells(result, "\\377B\" (was \"…\\377");
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
		g_autoptr(hc_result) result = make_finding();
		struct hc_event *event = add_isolated(
			result, "main", 3, make_cause("x", "int", "1", "2"));
		event->hit_pass = hits[i].pass;
		event->hit_fail = hits[i].fail;
		assert_tells(result, hits[i].text);
	}
}

static void where_nothing_was_isolated_is_told_only_if_asked_or_needed(void)
{
	g_autoptr(hc_result) result = make_finding();
	struct hc_event *event = add_event(result, "f", 9);
	event->reason = g_strdup("both states are the same here");
	static const char reason[] = "   At f (a.c:9) no cause was isolated: "
				     "both states are the same here.\n";
	assert_tells(result, "No cause was found.\n");
	assert_tells(result, reason);
	add_isolated(result, "g", 20, make_cause("y", "int", "1", "2"));
	g_autofree char *text = tell(result);
	CU_ASSERT_PTR_NULL(strstr(text, "no cause was isolated"));
	struct hc_text_options how = {.verbose = TRUE};
	g_autofree char *more = hc_report_chain_text(result, &how);
	CU_ASSERT_PTR_NOT_NULL(strstr(more, reason));
}

static void an_interrupted_analysis_says_so(void)
{
	g_autoptr(hc_result) result = make_finding();
	g_clear_pointer(&result->failure_text, g_free);
	result->interrupted = TRUE;
	assert_tells(result, "No cause was found.\nInterrupted: there may be");
	add_isolated(result, "g", 20, make_cause("y", "int", "1", "2"));
	assert_tells(result, "Since y was 2, the program fails.");
	assert_tells(result, "Interrupted: there may be more to find.\n");
}

static void unclear_outcomes_lead_to_advice(void)
{
	g_autoptr(hc_result) result = make_finding();
	result->unclear = TRUE;
	assert_tells(result, "--fail-if REGEX or --test CMD");
}

static void a_relaxed_event_is_marked(void)
{
	g_autoptr(hc_result) result = make_finding();
	struct hc_event *event = add_isolated(
		result, "main", 3, make_cause("x", "int", "1", "2"));
	event->relaxed = TRUE;
	assert_tells(result, "not at the same moment here");
}

static void colours_are_there_only_on_request(void)
{
	g_autoptr(hc_result) result = make_finding();
	add_isolated(result, "main", 3, make_cause("x", "int", "1", "2"));
	struct hc_text_options how = {.colour = TRUE};
	g_autofree char *plain = tell(result);
	g_autofree char *coloured = hc_report_chain_text(result, &how);
	CU_ASSERT_PTR_NULL(strchr(plain, '\033'));
	CU_ASSERT_PTR_NOT_NULL(strstr(coloured, "\033[31m2\033[0m"));
}

/* ---- JSON ---- */

static JsonObject *parse(JsonParser *parser, const struct hc_result *result)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *text = hc_report_chain_json(result, "1.2.3");
	json_parser_load_from_data(parser, text, -1, &error);
	ASSERT_NO_ERROR(error);
	return json_node_get_object(json_parser_get_root(parser));
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
	g_autoptr(hc_result) result = make_finding();
	g_autoptr(JsonParser) parser = json_parser_new();
	add_isolated(result, "main", 3, make_cause("x", "int", "1", "2"));
	JsonObject *all = parse(parser, result);
	assert_keys(all, "version program pass fail events failure engine "
			 "seconds");
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
		"variable type pass fail commands");
	ASSERT_STR(json_object_get_string_member(event, "status"), "isolated");
	ASSERT_STR(json_object_get_string_member(event, "confirmed"), "both");
}

static void json_is_utf_8_whatever_the_bytes(void)
{
	g_autoptr(hc_result) result = make_finding();
	g_autoptr(JsonParser) parser = json_parser_new();
	g_bytes_unref(result->fail.outcome->out);
	result->fail.outcome->out = g_bytes_new_static("a\377\0b\n", 5);
	add_isolated(result, "main", 3,
		make_cause("x", "int", "caf\303\251", "\303"));
	JsonObject *all = parse(parser, result);
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
	g_autoptr(hc_result) result = make_finding();
	add_event(result, "main", 3);
	add_event(result, "ns::f(int)", 3);
	g_autofree char *first = hc_report_event_name(result, 0);
	g_autofree char *second = hc_report_event_name(result, 1);
	ASSERT_STR(first, "01-main");
	ASSERT_STR(second, "02-ns__f_int_");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_chain_leads_from_the_invocation_to_the_failure),
		TEST(the_same_cause_is_told_once_with_the_places_where_it_moves),
		TEST(one_of_many_causes_is_no_link_between_others),
		TEST(one_of_many_causes_is_told_where_nothing_better_follows),
		TEST(of_many_such_causes_the_first_and_the_last_are_told),
		TEST(many_such_causes_lead_to_advice),
		TEST(a_line_is_counted_where_it_stands),
		TEST(several_causes_make_one_sentence),
		TEST(of_many_causes_the_first_are_told),
		TEST(long_names_keep_their_beginning_and_end),
		TEST(values_are_those_that_a_person_writes),
		TEST(members_of_a_new_object_are_told_once),
		TEST(of_a_value_that_grows_the_first_and_the_last_are_told),
		TEST(what_is_handed_on_by_its_name_is_the_same_cause),
		TEST(long_values_are_cut_around_the_difference),
		TEST(members_that_are_cut_keep_what_they_are_of),
		TEST(an_escape_is_never_cut_in_two),
		TEST(hits_are_counted),
		TEST(where_nothing_was_isolated_is_told_only_if_asked_or_needed),
		TEST(an_interrupted_analysis_says_so),
		TEST(unclear_outcomes_lead_to_advice),
		TEST(a_relaxed_event_is_marked),
		TEST(colours_are_there_only_on_request),
		TEST(the_keys_are_those_that_are_promised),
		TEST(json_is_utf_8_whatever_the_bytes),
		TEST(an_interrupted_finding_is_json_too),
		TEST(files_are_named_by_number_and_function),
	};
	return run_tests("report-chain", tests, G_N_ELEMENTS(tests));
}
