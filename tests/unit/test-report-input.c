/* What of an input decides, in sentences and as JSON. */
#include "report-chain.h"
#include "report-input.h"
#include "runner.h"

#include <string.h>

static struct hc_result_input *result_of(const char *fail)
{
	struct hc_result_input *result = hc_result_input_new();
	struct hc_result_part *part = g_new0(struct hc_result_part, 1);
	part->said = g_strdup("in.txt");
	part->base_fail = g_bytes_new(fail, strlen(fail));
	part->base_pass = g_bytes_new("old", 3);
	part->fail = g_bytes_ref(part->base_fail);
	part->pass = g_bytes_ref(part->base_pass);
	g_ptr_array_add(result->parts, part);
	result->command = g_strdup("./p in.txt");
	result->argv = g_strsplit("./p in.txt", " ", -1);
	result->passing = g_strdup("an empty input");
	result->failure_kind = HC_FAILURE_EXIT;
	result->failure_text = g_strdup("exits with status 1");
	result->passes_text = g_strdup("exits with status 0");
	result->narrowed = TRUE;
	result->confirmed = HC_CONFIRMED_BOTH;
	return result;
}

static void mark(
	struct hc_result_input *result, const char *word, guint64 pass_length)
{
	const struct hc_result_part *part = result->parts->pdata[0];
	gsize n;
	const char *data = g_bytes_get_data(part->base_fail, &n);
	const char *at = memmem(data, n, word, strlen(word));
	const struct hc_result_change change = {
		.pass_length = pass_length,
		.fail_from = (guint64) (at - data),
		.fail_length = strlen(word),
	};
	g_array_append_val(result->changes, change);
}

static char *text_of(const struct hc_result_input *result)
{
	const struct hc_input_text_options how = {.pair = "dir"};
	return hc_report_input_text(result, &how);
}

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		test_fail("\"%s\" is not in \"%s\"", part, text);
}

static void a_difference_is_marked_in_its_line(void)
{
	g_autoptr(hc_result_input) result =
		result_of("a\nb\nc\n\t\xc3\xa4 BAD \xe4\xb8\xad x\nd\n");
	mark(result, "BAD ", 0);
	g_autofree char *text = text_of(result);
	assert_has(text, "What makes './p in.txt' fail, while it passes on an "
			 "empty input?");
	assert_has(text, "in.txt:4:4:\n     2  b\n     3  c\n"
			 "     4          \xc3\xa4 BAD \xe4\xb8\xad x\n"
			 "                  ^^^\n     5  d\n");
	assert_has(text, "With \"BAD\", the program exits with status 1; "
			 "without, it exits with status 0.");
	assert_has(text, "The whole failing input passes without it, too.");
	assert_has(text, "howcome dir/pass.args dir/fail.args");
}

static void differences_of_one_line_are_shown_together(void)
{
	g_autoptr(hc_result_input) result = result_of("f(one, two)\n");
	mark(result, "one", 3);
	mark(result, "two", 0);
	g_autofree char *text = text_of(result);
	assert_has(text, "     1  f(one, two)\n          ^^^  ^^^\n"
			 "        The passing input has \"old\" in place of "
			 "\"one\".\n");
	assert_has(text, "With these differences,");
}

static void long_lines_are_cut_around_what_is_marked(void)
{
	g_autofree char *blanks = g_strnfill(1000, 'x');
	g_autofree char *line = g_strconcat(blanks, " BAD ", blanks, NULL);
	g_autoptr(hc_result_input) result = result_of(line);
	mark(result, "BAD", 0);
	g_autofree char *text = text_of(result);
	assert_has(text, "     1  ...xxx");
	assert_has(text, " BAD xxx");
	assert_has(text, "xxx...\n");
	CU_ASSERT_TRUE(strlen(text) < 1000);
}

static void bytes_that_are_no_text_are_told_by_their_codes(void)
{
	g_autoptr(hc_result_input) result =
		result_of("0123456789abcdefgh\x01z");
	struct hc_result_part *part = result->parts->pdata[0];
	part->binary = TRUE;
	mark(result, "\x01", 1);
	g_autofree char *text = text_of(result);
	assert_has(text, "in.txt, byte 18:\n00000010  67 68 01 7a\n"
			 "                ^^\n");
	assert_has(text, "has 6f in place of 01");
}

static void what_is_in_doubt_is_said(void)
{
	g_autoptr(hc_result_input) result = result_of("BAD");
	mark(result, "BAD", 0);
	result->confirmed = HC_OVERDETERMINED;
	result->limited = result->interrupted = result->doubtful = TRUE;
	result->repeat = 5;
	result->tests = (struct dd_counts){.tests = 4, .unresolved = 3};
	g_autofree char *text = text_of(result);
	assert_has(text, "there is more that makes it fail");
	assert_has(text, "up to 5 times");
	assert_has(text, "did something else");
	assert_has(text, "3 of the tests neither passed nor failed");
	assert_has(text, "A limit on tests or time came first");
	assert_has(text, "Interrupted:");
}

static void where_nothing_was_narrowed_the_report_says_so(void)
{
	g_autoptr(hc_result_input) result = hc_result_input_new();
	result->command = g_strdup("./p");
	result->interrupted = TRUE;
	g_autofree char *text = text_of(result);
	g_autofree char *json = hc_report_input_json(result, "1");
	assert_has(text, "Nothing was narrowed.");
	assert_has(json, "\"status\" : \"unresolved\"");
	assert_has(json, "\"interrupted\" : true");
}

static void json_tells_places_and_contents(void)
{
	g_autoptr(hc_result_input) result = result_of("a\nb BAD\xff\n");
	mark(result, "BAD\xff", 3);
	g_autofree char *json = hc_report_input_json(result, "1");
	assert_has(json, "\"line\" : 2,\n        \"column\" : 3,");
	assert_has(json, "\"pass\" : \"old\",");
	assert_has(json, "\"fail\" : \"BAD\\\\xff\"");
	assert_has(json, "\"confirmed\" : \"both\"");
	assert_has(json, "\"kind\" : \"exit\"");
}

static void why_there_is_no_chain_is_said(void)
{
	g_autoptr(hc_result_input) result = result_of("BAD");
	mark(result, "BAD", 0);
	result->no_chain = g_strdup("no debug\ninformation");
	g_autofree char *text = text_of(result);
	g_autofree char *json = hc_report_input_json(result, "1");
	assert_has(text, "\nWhat that does in the program is not known: no "
			 "debug\\x0ainformation.\n");
	assert_has(json, "\"no_chain\" : \"no debug\\ninformation\"");
}

static void a_chain_begins_with_what_of_the_input_decides(void)
{
	g_autoptr(hc_result) result = hc_result_new();
	result->input = result_of("BAD");
	mark(result->input, "BAD", 0);
	result->pass.command = g_strdup("./p dir/in.txt");
	result->fail.command = g_strdup("./p in.txt");
	struct hc_text_options how = {.pair = "dir", .pair_gone = TRUE};
	g_autofree char *gone = hc_report_chain_text(result, &how);
	assert_has(gone, "What makes './p in.txt' fail");
	assert_has(gone, "\n\ndir has the failing input without the difference "
			 "while howcome runs; --pair DIR keeps it.\n\n"
			 "Why does './p in.txt' fail while './p dir/in.txt' "
			 "passes?\n");
	how.pair_gone = FALSE;
	result->input->confirmed = HC_OVERDETERMINED;
	g_autofree char *kept = hc_report_chain_text(result, &how);
	assert_has(kept, "\n\ndir has the closest input that passes.\n\nWhy");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_difference_is_marked_in_its_line),
		TEST(differences_of_one_line_are_shown_together),
		TEST(long_lines_are_cut_around_what_is_marked),
		TEST(bytes_that_are_no_text_are_told_by_their_codes),
		TEST(what_is_in_doubt_is_said),
		TEST(where_nothing_was_narrowed_the_report_says_so),
		TEST(json_tells_places_and_contents),
		TEST(why_there_is_no_chain_is_said),
		TEST(a_chain_begins_with_what_of_the_input_decides),
	};
	return run_tests("report-input", tests, G_N_ELEMENTS(tests));
}
