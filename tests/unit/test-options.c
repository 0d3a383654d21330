/* What all commands take, and the statuses that all of them end with. */
#include "exit-status.h"
#include "options-common.h"
#include "runner.h"
#include "target.h"

#include <string.h>

static const struct hc_usage usage = {.name = "howcome x", .arguments = "FILE"};

/* Parses `howcome x …`, split at blanks. */
static gboolean parse(struct hc_common_options *options, guint commands,
	const char *line, GError **error)
{
	g_autofree char *whole = g_strconcat("x ", line, NULL);
	g_auto(GStrv) words = g_strsplit(whole, " ", -1);
	guint n = g_strv_length(words);
	/* GOption moves them about. */
	g_autofree char **argv = g_memdup2(words, (n + 1) * sizeof *words);
	memset(options, 0, sizeof *options);
	return hc_common_options_parse(
		options, &usage, commands, (int) n, argv, error);
}

static void check_words(guint commands, const char *line,
	const char *const *expected, const char *files)
{
	struct hc_common_options options;
	g_autoptr(GError) error = NULL;
	CU_ASSERT(parse(&options, commands, line, &error));
	ASSERT_NO_ERROR(error);
	guint n = options.words ? options.words->len : 0;
	ASSERT_INT(n, expected ? g_strv_length((char **) expected) : 0);
	for (guint i = 0; expected && expected[i] && i < n; i++) {
		g_autofree char *joined =
			g_strjoinv("|", options.words->pdata[i]);
		ASSERT_STR(joined, expected[i]);
	}
	g_autofree char *left =
		options.files ? g_strjoinv("|", options.files) : NULL;
	ASSERT_STR(left, files);
	hc_common_options_clear(&options);
}

static void commands_follow_two_dashes(void)
{
	static const char *const two[] = {"./a|-q|b", "A=1|./a", NULL};
	static const char *const empty[] = {"", "./a", NULL};
	static const char *const one[] = {"./a|--|b", NULL};
	check_words(2, "-v -- ./a -q b -- A=1 ./a", two, NULL);
	check_words(2, "-- -- ./a", empty, NULL);
	check_words(1, "-v -- ./a -- b", one, NULL);
}

static void one_command_may_do_where_two_may_be(void)
{
	static const char *const alone[] = {"./a|b", NULL};
	check_words(2, "-v -- ./a b", alone, NULL);
}

static void files_are_named_without_them(void)
{
	check_words(2, "a.args b.args", NULL, "a.args|b.args");
	check_words(2, "./-a.args", NULL, "./-a.args");
	check_words(0, "-- a -- b", NULL, "a|--|b");
}

static void check_mistake(const char *line, const char *part)
{
	struct hc_common_options options;
	g_autoptr(GError) error = NULL;
	CU_ASSERT_FALSE(parse(&options, 2, line, &error));
	ASSERT_ERROR(error, part);
	if (error)
		ASSERT_INT(hc_exit_status_of(error), HC_STATUS_USAGE);
	hc_common_options_clear(&options);
}

static void mistakes_are_told(void)
{
	check_mistake("-- a -- b -- c", "more '--' than commands");
	check_mistake("f.args -- a -- b", "not both");
	check_mistake("--timeout=-1", "--timeout takes");
	check_mistake("--timeout=nan", "--timeout");
	check_mistake("--jobs=257", "--jobs takes");
	check_mistake("--limit-tests=-1", "--limit-tests");
	check_mistake("--limit-time=-1", "--limit-time");
	check_mistake("--format=xml", "--format takes");
	check_mistake("--color=blue", "--color takes");
	check_mistake("-q -v", "contradict");
	check_mistake("--fail-if=a --test=b", "use one of them");
	check_mistake("--expect=a --test=b", "for outputs that are compared");
	check_mistake("--expect=/nowhere/a", "/nowhere/a");
	check_mistake("--frob", "--frob");
}

static void words_of_options_have_a_meaning(void)
{
	struct hc_common_options options;
	g_autoptr(GError) error = NULL;
	CU_ASSERT(parse(&options, 2,
		"--jobs 3 --format json --color always -o f a b", &error));
	ASSERT_NO_ERROR(error);
	ASSERT_INT(hc_common_options_jobs(&options), 3);
	CU_ASSERT(hc_common_options_json(&options));
	CU_ASSERT(hc_common_options_in_colour(&options));
	ASSERT_STR(options.output, "f");
	hc_common_options_clear(&options);
}

static void help_has_the_options_and_asks_for_nothing_else(void)
{
	struct hc_common_options options;
	g_autoptr(GError) error = NULL;
	CU_ASSERT(parse(&options, 2, "--help --jobs=-1", &error));
	ASSERT_NO_ERROR(error);
	CU_ASSERT(options.help && g_str_has_prefix(options.help,
					  "Usage:\n  howcome x [OPTION...] "
					  "FILE\n"));
	CU_ASSERT(options.help && strstr(options.help, "--fail-if=REGEX"));
	hc_common_options_clear(&options);
}

static void each_error_has_its_status(void)
{
	const struct {
		GQuark domain;
		int code, status;
	} cases[] = {
		{G_OPTION_ERROR, G_OPTION_ERROR_FAILED, 2},
		{HC_ARGS_ERROR, HC_ARGS_ERROR_READ, 2},
		{HC_ARGS_ERROR, HC_ARGS_ERROR_SYNTAX, 2},
		{HC_PLACE_ERROR, HC_PLACE_ERROR_SYNTAX, 2},
		{HC_PROGRAM_ERROR, HC_PROGRAM_ERROR_DIFFERENT, 2},
		{HC_PROGRAM_ERROR, HC_PROGRAM_ERROR_NO_DEBUG, 4},
		{HC_PROGRAM_ERROR, HC_PROGRAM_ERROR_SCRIPT, 4},
		{HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_INPUT, 2},
		{HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_START, 4},
		{HC_TARGET_ERROR, HC_TARGET_ERROR_NO_PLACE, 2},
		{HC_TARGET_ERROR, HC_TARGET_ERROR_NOT_REACHED, 1},
		{HC_TARGET_ERROR, HC_TARGET_ERROR_CHANGE, 4},
		{HC_ORACLE_ERROR, HC_ORACLE_ERROR_CLAIM, 3},
		{HC_ORACLE_ERROR, HC_ORACLE_ERROR_REGEX, 2},
		{HC_ORACLE_ERROR, HC_ORACLE_ERROR_COMMAND, 2},
		{HC_RUNS_ERROR, HC_RUNS_ERROR_CLAIM, 3},
		{G_FILE_ERROR, G_FILE_ERROR_IO, 4},
	};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		GError error = {
			.domain = cases[i].domain, .code = cases[i].code};
		ASSERT_INT(hc_exit_status_of(&error), cases[i].status);
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(commands_follow_two_dashes),
		TEST(one_command_may_do_where_two_may_be),
		TEST(files_are_named_without_them),
		TEST(mistakes_are_told),
		TEST(words_of_options_have_a_meaning),
		TEST(help_has_the_options_and_asks_for_nothing_else),
		TEST(each_error_has_its_status),
	};
	return run_tests("options", tests, G_N_ELEMENTS(tests));
}
