/* PASS, FAIL or UNRESOLVED, of real executions: of the shell, which can end and
 * write in any way. */
#include "oracle-help.h"
#include "runner.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void another_status_is_the_failure(void)
{
	g_autoptr(hc_oracle) oracle = make(NULL, "echo a; exit 3", "exit 4");
	ASSERT_STR(judge(oracle, "exit 4"), "FAIL");
	ASSERT_STR(judge(oracle, "echo other; exit 4"), "FAIL");
	ASSERT_STR(judge(oracle, "exit 3"), "PASS");
	ASSERT_STR(judge(oracle, "exit 0"), "UNRESOLVED");
	ASSERT_STR(judge(oracle, "kill -11 $$"), "UNRESOLVED");
	check_failure(oracle, "exit", "exits with status 4");
}

static void a_message_belongs_to_the_status(void)
{
	g_autoptr(hc_oracle) oracle = make(NULL, "echo note: 5 >&2",
		"echo note: 6 >&2; echo \"3: can't create 'a' in /tmp/x.c\" "
		">&2; exit 2");
	ASSERT_STR(judge(oracle, "echo note: 7 >&2; echo \"12: can't create "
				 "'b c' in y.c\" >&2; exit 2"),
		"FAIL");
	ASSERT_STR(judge(oracle, "echo \"3: syntax error in 'a'\" >&2; exit 2"),
		"UNRESOLVED");
	ASSERT_STR(judge(oracle, "exit 2"), "UNRESOLVED");
	ASSERT_STR(judge(oracle, "echo anything >&2"), "PASS");
	check_failure(oracle, "exit", "exits with status 2");

	/* Where it is written before the event, the status is all there is. */
	struct hc_oracle_event event = {.fail = {.err = 1000}};
	ASSERT_STR(judge_at(oracle, &event, "exit 2"), "FAIL");
	event.fail.err = 8;
	ASSERT_STR(judge_at(oracle, &event, "exit 2"), "UNRESOLVED");

	/* What varies, or what the passing run says as well, is none. */
	struct hc_oracle_options options = {.ignore_err = TRUE};
	g_autoptr(hc_oracle) varies =
		make(&options, ":", "echo no >&2; exit 2");
	ASSERT_STR(judge(varies, "exit 2"), "FAIL");
	g_autoptr(hc_oracle) same = make(
		NULL, "echo read 5 lines >&2", "echo read 0 lines >&2; exit 2");
	ASSERT_STR(judge(same, "exit 2"), "FAIL");
}

static void the_message_of_a_traceback_is_below_it(void)
{
	g_autoptr(hc_oracle) oracle = make(NULL, ":",
		"printf 'Traceback:\\n  line 3\\n    f()\\nTypeError: x\\n' "
		">&2; "
		"exit 1");
	ASSERT_STR(judge(oracle, "printf 'Traceback:\\n  line 4\\nTypeError: x"
				 "\\n' >&2; exit 1"),
		"FAIL");
	ASSERT_STR(judge(oracle, "printf 'Traceback:\\n  line 3\\n    f()\\n"
				 "SyntaxError: x\\n' >&2; exit 1"),
		"UNRESOLVED");

	/* With nothing below it, it is all that there is. */
	g_autoptr(hc_oracle) heading =
		make(NULL, ":", "printf 'wrong:\\n  a\\n' >&2; exit 1");
	ASSERT_STR(judge(heading, "echo wrong: >&2; exit 1"), "FAIL");
	ASSERT_STR(judge(heading, "exit 1"), "UNRESOLVED");
}

static void a_signal_is_the_failure(void)
{
	g_autoptr(hc_oracle) oracle = make(NULL, "exit 2", "kill -11 $$");
	ASSERT_STR(judge(oracle, "kill -11 $$"), "FAIL");
	ASSERT_STR(judge(oracle, "kill -6 $$"), "UNRESOLVED");
	ASSERT_STR(judge(oracle, "exit 139"), "UNRESOLVED");
	ASSERT_STR(judge(oracle, "echo other; exit 2"), "PASS");
	check_failure(oracle, "signal", "is killed by SIGSEGV");
}

static void output_is_compared_where_the_end_is_the_same(void)
{
	g_autoptr(hc_oracle) oracle =
		make(NULL, "echo 7 8; exit 1", "echo '0 11 '; exit 1");
	ASSERT_STR(judge(oracle, "echo '0 11 '; exit 1"), "FAIL");
	ASSERT_STR(judge(oracle, "echo 7 8; exit 1"), "PASS");
	ASSERT_STR(judge(oracle, "echo '0 11 '; exit 2"), "UNRESOLVED");
	ASSERT_STR(judge(oracle, "echo '0 11 '; echo x >&2; exit 1"),
		"UNRESOLVED");
	ASSERT_STR(judge(oracle, "echo '0 11'; exit 1"), "UNRESOLVED");
	ASSERT_STR(judge(oracle, "exit 1"), "UNRESOLVED");
	check_failure(oracle, "output", "prints \"0 11\"");
}

static void the_first_line_that_differs_is_told(void)
{
	static const struct {
		const char *pass, *fail, *text;
	} cases[] = {
		{"echo a; echo b; echo c", "echo a; echo B; echo c",
			"prints \"B\""},
		{"echo a; echo b", "echo a", "prints nothing after \"a\""},
		{"echo a", "echo a; echo b", "prints \"b\""},
		{"echo a", "printf a", "prints nothing after \"a\""},
		{"echo a", ":", "prints nothing"},
		{":", "echo a >&2", "prints \"a\" to stderr"},
		{":", "printf '\\033[2J\\n'", "prints \"\\033[2J\""},
	};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(hc_oracle) oracle =
			make(NULL, cases[i].pass, cases[i].fail);
		check_failure(oracle, "output", cases[i].text);
	}
}

static void only_what_is_written_after_the_event_counts(void)
{
	g_autoptr(hc_oracle) oracle = make(
		NULL, "printf 'in: 1\\nok\\n'", "printf 'in: 22\\nbad\\n'");
	/* 3 bytes were written, the rest of the line was pending. */
	struct hc_oracle_event event = {
		.pass = {.out = 3 + 3},
		.fail = {.out = 3 + 4},
		.execution = {.out = 3 + 3},
	};
	CU_ASSERT_TRUE(hc_oracle_can_judge(oracle, &event));
	ASSERT_STR(judge_at(oracle, &event, "printf 'in: 1\\nbad\\n'"), "FAIL");
	/* It ended before it had written that much. */
	ASSERT_STR(judge_at(oracle, &event, "printf in"), "UNRESOLVED");

	/* An execution that has only what came after the event. */
	event.execution.out = 0;
	ASSERT_STR(judge_at(oracle, &event, "echo bad"), "FAIL");
	ASSERT_STR(judge_at(oracle, &event, "echo ok"), "PASS");
	ASSERT_STR(judge_at(oracle, &event, "printf 'in: 22\\nbad\\n'"),
		"UNRESOLVED");
	/* The oracle itself does not remember the event. */
	ASSERT_STR(judge(oracle, "printf 'in: 22\\nbad\\n'"), "FAIL");
}

static void an_event_after_all_differences_tells_nothing(void)
{
	g_autoptr(hc_oracle) oracle =
		make(NULL, "printf '1\\nend\\n'", "printf '22\\nend\\n'");
	struct hc_oracle_event event = {.pass = {.out = 2}, .fail = {.out = 3}};
	CU_ASSERT_FALSE(hc_oracle_can_judge(oracle, &event));
	ASSERT_STR(judge_at(oracle, &event, "echo end"), "UNRESOLVED");

	/* An exit status comes after everything. */
	g_autoptr(hc_oracle) status = make(NULL, "echo", "exit 1");
	CU_ASSERT_TRUE(hc_oracle_can_judge(status, &event));
	ASSERT_STR(judge_at(status, &event, "exit 1"), "FAIL");
}

static void check_from(const struct hc_oracle *oracle, gsize pass, gsize fail,
	const char *expected)
{
	struct hc_oracle_event event = {
		.pass = {.out = pass}, .fail = {.out = fail}};
	g_autofree char *text = hc_oracle_describe_from(oracle, &event);
	ASSERT_STR(text, expected);
}

static void what_is_told_is_what_comes_after_the_event(void)
{
	g_autoptr(hc_oracle) oracle =
		make(NULL, "printf 'in: 1\\nsum 5\\nend\\n'",
			"printf 'in: 22\\nsum 7\\nend\\n'");
	check_from(oracle, 0, 0, NULL);
	/* The whole line is told, also where a part of it was written. */
	check_from(oracle, 4, 4, NULL);
	check_from(oracle, 6, 7, "prints \"sum 7\"");
	check_from(oracle, 10, 11, "prints \"sum 7\"");

	struct hc_oracle_options options = {.fail_if = "^sum 7|2"};
	g_autoptr(hc_oracle) pattern =
		make(&options, "echo sum 5", "echo 22; echo sum 7; exit 1");
	check_from(pattern, 0, 2, NULL);
	check_from(pattern, 0, 3, "prints \"sum 7\"");
	check_from(pattern, 0, 9, NULL);

	g_autoptr(hc_oracle) status = make(NULL, "echo a", "echo b; exit 1");
	check_from(status, 2, 2, NULL);
}

static void once_the_pattern_has_been_written_there_is_nothing_to_judge(void)
{
	struct hc_oracle_options options = {.fail_if = "^bad"};
	g_autoptr(hc_oracle) oracle =
		make(&options, "printf 'in: 1\\nok\\nend\\n'",
			"printf 'in: 22\\nbad\\nend\\n'");
	/* The line before it differs, too, but decides nothing. */
	struct hc_oracle_event event = {.pass = {.out = 6}, .fail = {.out = 7}};
	CU_ASSERT_TRUE(hc_oracle_can_judge(oracle, &event));
	/* A part of it is missing. */
	event = (struct hc_oracle_event){.pass.out = 6, .fail.out = 9};
	CU_ASSERT_FALSE(hc_oracle_can_judge(oracle, &event));
	event = (struct hc_oracle_event){.pass.out = 9, .fail.out = 11};
	CU_ASSERT_FALSE(hc_oracle_can_judge(oracle, &event));

	/* It comes once more. */
	g_autoptr(hc_oracle) twice =
		make(&options, "printf 'ok\\nok\\n'", "printf 'bad\\nbad\\n'");
	event = (struct hc_oracle_event){.pass.out = 3, .fail.out = 4};
	CU_ASSERT_TRUE(hc_oracle_can_judge(twice, &event));
}

static void the_same_goes_for_what_a_command_looks_at(void)
{
	struct hc_oracle_options options = {
		.test = "! grep -q bad \"$HOWCOME_STDOUT\""};
	g_autoptr(hc_oracle) oracle =
		make(&options, "printf 'ok\\nend\\n'", "printf 'bad\\nend\\n'");
	struct hc_oracle_event event = {.pass.out = 3, .fail.out = 4};
	CU_ASSERT_FALSE(hc_oracle_can_judge(oracle, &event));
	event = (struct hc_oracle_event){.pass.out = 0, .fail.out = 0};
	CU_ASSERT_TRUE(hc_oracle_can_judge(oracle, &event));

	/* What it goes by is not what was written. */
	options.test = "test $HOWCOME_STATUS = 0";
	g_autoptr(hc_oracle) status =
		make(&options, "echo a", "echo bb; exit 1");
	event = (struct hc_oracle_event){.pass.out = 2, .fail.out = 3};
	CU_ASSERT_TRUE(hc_oracle_can_judge(status, &event));
}

static void parts_of_the_output_are_offered_as_patterns(void)
{
	static const char *const given[] = {"./prog", "nut", "12", NULL};
	static const struct {
		const char *pass, *fail, *patterns;
	} cases[] = {
		{"echo 7 8 9", "echo '0 11 '", "^0(\\s|$) ^0 11 $"},
		{"echo sum: 7 of 9", "echo sum: 11 of 9",
			"^sum: 11(\\s|$) ^sum: 11 of 9$"},
		/* A line that ends early, and one that goes on. */
		{"echo a b c", "echo a b", "^a b$"},
		{"echo a b", "echo a b c", "^a b c$"},
		/* A word that is new first, then a line of a new kind, and the
		 * last line that differs. */
		{"printf 'x 1\\n-\\ny 1\\nend\\n'",
			"printf 'x 2\\n-\\nbad!\\ny 2\\nend\\n'",
			"\\bbad\\b ^bad!$ ^y 2$ ^x 2$"},
		{"echo sum 1b2, good: ok",
			"echo sum 7f1, BAD: ok; echo sum 9, BAD",
			"\\bBAD\\b ^sum 7f1, BAD: ok$ ^sum 9,(\\s|$) "
			"^sum 7f1,(\\s|$)"},
		/* No new words: what was given, if only as a part; a letter; a
		 * number. */
		{"echo r 5", "echo r 6; echo nu 0x1f 7f1 -; echo x",
			"^\\S+ 0x1f 7f1 -$ ^x$ ^r 6$"},
		{"printf 'a 1\\nb 2\\nc 3\\nd\\ne 5\\n'",
			"printf 'a 1\\nb -2\\nc 3.5\\nd\\ne 6\\n'",
			"^e 6$ ^b -2$ ^c 3\\.5$"},
		/* What was given is no result. */
		{"echo nail 5 makes 5; echo nail",
			"echo nut  12 makes 7; echo nut",
			"^\\S+ \\S+ makes 7$ ^nut 12 makes 7$"},
		{"echo a.c", "echo a+c", "^a\\+c$"},
		{"echo a", "echo a; echo b 2 >&2", "^b \\S+$ ^b(\\s|$) ^b 2$"},
		/* What is not there can't be matched. */
		{"echo a; echo b", "echo a", ""},
		{"echo a", "printf 'b\\377\\n'", ""},
		/* Only where all of the output counts. */
		{"echo a", "echo b; exit 1", ""},
	};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(hc_oracle) oracle =
			make(NULL, cases[i].pass, cases[i].fail);
		g_autoptr(GPtrArray) found = hc_oracle_criteria(oracle, given);
		g_autoptr(GString) patterns = g_string_new(NULL);
		for (guint k = 0; k < found->len; k++)
			g_string_append_printf(patterns, "%s%s", k ? " " : "",
				hc_oracle_pattern(found->pdata[k]));
		ASSERT_STR(patterns->str, cases[i].patterns);
		ASSERT_STR(hc_oracle_pattern(oracle), NULL);
	}
}

static void what_should_be_written_passes(void)
{
	static const char right[] = "in: 22\nsum 4\nend\n";
	g_autoptr(GBytes) expect = g_bytes_new_static(right, strlen(right));
	struct hc_oracle_options options = {.expect = expect};
	g_autoptr(hc_oracle) oracle =
		make(&options, "printf 'in: 1\\nsum 1\\nend\\n'",
			"printf 'in: 22\\nsum 0\\nend\\n'; echo x >&2");
	/* The line that is wrong is told, not the first that differs. */
	check_failure(oracle, "output", "prints \"sum 0\"");
	ASSERT_STR(judge(oracle, "printf 'in: 22\\nsum 4\\nend\\n'"), "PASS");
	ASSERT_STR(
		judge(oracle, "printf 'in: 22\\nsum 4\\nend\\n'; echo x >&2"),
		"PASS");
	ASSERT_STR(
		judge(oracle, "printf 'in: 22\\nsum 4\\nend\\n'; echo y >&2"),
		"UNRESOLVED");
	ASSERT_STR(judge(oracle, "printf 'in: 22\\nsum 4\\nend\\n'; exit 1"),
		"UNRESOLVED");
	ASSERT_STR(judge(oracle, "printf 'in: 1\\nsum 1\\nend\\n'"), "PASS");
	ASSERT_STR(
		judge(oracle, "printf 'in: 1\\nsum 4\\nend\\n'"), "UNRESOLVED");

	/* From an event on, only what comes after it counts … */
	struct hc_oracle_event event = {.pass = {.out = 6},
		.fail = {.out = 7},
		.execution = {.out = 6}};
	ASSERT_STR(judge_at(oracle, &event, "printf 'in: 1\\nsum 4\\nend\\n'"),
		"PASS");
	/* … and if something was wrong by then, nobody knows what is right. */
	check_from(oracle, 12, 13, "prints \"x\" to stderr");
}

static void to_write_what_should_be_written_is_no_failure(void)
{
	g_autoptr(GBytes) expect = g_bytes_new_static("b\n", 2);
	struct hc_oracle_options options = {.expect = expect};
	g_autoptr(hc_outcome) pass = run("echo a"), fail = run("echo b");
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(hc_oracle_new(&options, pass, fail, &error));
	ASSERT_ERROR(error, "the failing run does not fail");
}

static void it_is_told_what_the_passing_run_does_not_do(void)
{
	g_autoptr(hc_oracle) oracle =
		make(NULL, "echo 1; echo 0.0 s", "echo 2; echo 0.0 s");
	g_autoptr(hc_outcome) slow = run("echo 1; echo 0.5 s");
	g_autoptr(hc_outcome) bad = run("echo 1; exit 3");
	g_autofree char *prints = hc_oracle_tell_apart(oracle, slow);
	g_autofree char *exits = hc_oracle_tell_apart(oracle, bad);
	ASSERT_STR(prints, "prints \"0.5 s\", which it does not by itself");
	ASSERT_STR(exits, "exits with status 3");
}

static void a_stream_that_varies_can_be_left_out(void)
{
	struct hc_oracle_options options = {.ignore_err = TRUE};
	g_autoptr(hc_oracle) oracle =
		make(&options, "echo a; date >&2", "echo b; echo 1 >&2");
	ASSERT_STR(judge(oracle, "echo b; echo 2 >&2"), "FAIL");
	ASSERT_STR(judge(oracle, "echo a; echo 3 >&2"), "PASS");
	ASSERT_STR(judge(oracle, "echo c"), "UNRESOLVED");
}

static void runs_that_do_the_same_are_an_error(void)
{
	static const struct {
		const char *pass, *fail, *message;
	} cases[] = {
		{"echo a", "echo a",
			"the failing run does not fail: it exits with status 0 "
			"and writes the same as the passing run"},
		{"kill -11 $$", "kill -11 $$",
			"the passing run does not pass: it is killed by"},
	};
	struct hc_oracle_options options = {0};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(hc_outcome) pass = run(cases[i].pass);
		g_autoptr(hc_outcome) fail = run(cases[i].fail);
		g_autoptr(GError) error = NULL;
		CU_ASSERT_PTR_NULL(hc_oracle_new(&options, pass, fail, &error));
		ASSERT_ERROR(error, cases[i].message);
		CU_ASSERT_TRUE(g_error_matches(
			error, HC_ORACLE_ERROR, HC_ORACLE_ERROR_CLAIM));
	}
}

static void a_pattern_decides_on_both_streams_line_by_line(void)
{
	struct hc_oracle_options options = {.fail_if = "^err: \\d+$"};
	g_autoptr(hc_oracle) oracle = make(&options, "echo fine; exit 3",
		"echo one; echo 'err: 12' >&2; exit 4");
	ASSERT_STR(judge(oracle, "echo 'err: 5'; echo two"), "FAIL");
	ASSERT_STR(judge(oracle, "printf 'x\\nerr: 5' >&2; exit 9"), "FAIL");
	ASSERT_STR(judge(oracle, "echo 'an err: 5'; exit 3"), "PASS");
	ASSERT_STR(judge(oracle, "echo 'err: 5 '; exit 3"), "PASS");
	ASSERT_STR(judge(oracle, "echo fine; exit 4"), "UNRESOLVED");
	ASSERT_STR(judge(oracle, "kill -9 $$"), "UNRESOLVED");
	check_failure(oracle, "output", "prints \"err: 12\" to stderr");
}

static void a_pattern_reads_utf_8_and_any_bytes(void)
{
	struct hc_oracle_options options = {.fail_if = "^caf.$"};
	g_autoptr(hc_oracle) oracle =
		make(&options, "echo tea", "echo 'caf\303\251'");
	ASSERT_STR(judge(oracle, "echo cafe"), "FAIL");
	ASSERT_STR(judge(oracle, "printf '\\377\\ncafe\\n'"), "FAIL");
	ASSERT_STR(judge(oracle, "printf '\\000\\ncafe\\n'"), "FAIL");
	ASSERT_STR(judge(oracle, "echo caf"), "PASS");
}

static void check_error(const struct hc_oracle_options *options,
	const char *pass, const char *fail, enum hc_oracle_error code,
	const char *message)
{
	g_autoptr(hc_outcome) passing = run(pass);
	g_autoptr(hc_outcome) failing = run(fail);
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(hc_oracle_new(options, passing, failing, &error));
	ASSERT_ERROR(error, message);
	CU_ASSERT_TRUE(g_error_matches(error, HC_ORACLE_ERROR, (gint) code));
}

static void a_pattern_must_tell_the_runs_apart(void)
{
	struct hc_oracle_options options = {.fail_if = "b"};
	check_error(&options, "echo b", "echo b", HC_ORACLE_ERROR_CLAIM,
		"the passing run does not pass: its output matches --fail-if "
		"'b'");
	check_error(&options, "echo a", "echo a", HC_ORACLE_ERROR_CLAIM,
		"the failing run does not fail: its output does not match "
		"--fail-if 'b'");
}

static void a_pattern_that_is_none_or_too_hard_is_an_error(void)
{
	struct hc_oracle_options options = {.fail_if = "a(b"};
	check_error(&options, "echo a", "echo b", HC_ORACLE_ERROR_REGEX,
		"--fail-if: ");
	options.fail_if = "^(a+)+$";
	check_error(&options, "echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
		"echo aa", HC_ORACLE_ERROR_REGEX, "--fail-if '^(a+)+$': ");
}

static void a_command_decides_by_its_status(void)
{
	struct hc_oracle_options options = {
		.test = "grep -q bad \"$HOWCOME_STDOUT\" && exit 7; "
			"test -s \"$HOWCOME_STDERR\" && exit 125; exit 0"};
	g_autoptr(hc_oracle) oracle = make(&options, "echo ok", "echo bad");
	ASSERT_STR(judge(oracle, "echo it is bad; exit 1"), "FAIL");
	ASSERT_STR(judge(oracle, "echo whatever; kill -9 $$"), "PASS");
	ASSERT_STR(judge(oracle, "echo ok; echo oh >&2"), "UNRESOLVED");
	check_failure(oracle, "test",
		"fails the test 'grep -q bad \"$HOWCOME_STDOUT\" && exit 7; "
		"test -s \"$HOWCOME_STDERR\" && exit 125; exit 0'");
}

static void a_command_sees_the_status_of_the_execution(void)
{
	struct hc_oracle_options options = {
		.test = "test $HOWCOME_STATUS -lt 100"};
	g_autoptr(hc_oracle) oracle = make(&options, "exit 99", "exit 100");
	ASSERT_STR(judge(oracle, "exit 0"), "PASS");
	ASSERT_STR(judge(oracle, "kill -9 $$"), "FAIL");
	struct hc_oracle_options exact = {
		.test = "test $HOWCOME_STATUS = 137 && exit 1; exit 0"};
	g_autoptr(hc_oracle) killed = make(&exact, ":", "kill -9 $$");
	g_autoptr(hc_outcome) hang = run_with("exec sleep 1000", 0.2, 0);
	ASSERT_STR(judge_outcome(killed, hang), "FAIL");
}

static void a_command_that_cannot_judge_is_an_error(void)
{
	static const struct {
		const char *command, *message;
	} cases[] = {
		{"no-such-command", "'no-such-command' ends with status 127"},
		{"no-such-command", "not found"},
		{"/etc/passwd", "'/etc/passwd' ends with status 126"},
		{"exit 128", "'exit 128' ends with status 128"},
		{"exit 255", "'exit 255' ends with status 255"},
		{"kill -11 $$", "'kill -11 $$' ends with status 139"},
	};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct hc_oracle_options options = {.test = cases[i].command};
		check_error(&options, "echo a", "echo b",
			HC_ORACLE_ERROR_COMMAND, cases[i].message);
	}
	struct hc_oracle_options options = {.test = "exit 125"};
	check_error(&options, "echo a", "echo b", HC_ORACLE_ERROR_CLAIM,
		"the passing run does not pass: the test command 'exit 125' "
		"says that it is unresolved");
	options.test = "exit 0";
	check_error(&options, "echo a", "echo b", HC_ORACLE_ERROR_CLAIM,
		"the failing run does not fail: the test command 'exit 0' says "
		"that it passes");
}

/* The process whose number is in the file, 0 if there is none. The file is
 * gone after that. */
static pid_t take_pid(const char *file)
{
	g_autofree char *text = NULL;
	pid_t pid = g_file_get_contents(file, &text, NULL, NULL)
			    ? (pid_t) g_ascii_strtoll(text, NULL, 10)
			    : 0;
	unlink(file);
	return pid;
}

static void check_is_gone(pid_t pid)
{
	CU_ASSERT_TRUE(pid > 0);
	CU_ASSERT_FALSE(pid > 0 && kill(pid, 0) == 0);
}

/* A command that leaves a process behind, which leaves its group as well, and
 * notes its number. */
static char *leaving_command(const char *file, const char *rest)
{
	return g_strdup_printf("setsid sh -c 'echo $$ >%s; sleep 1000' & "
			       "while ! test -s %s; do sleep 0.01; done; %s",
		file, file, rest);
}

/* A folder for the number, two runs, and another child of ours, which must not
 * be touched. */
struct scene {
	char *folder, *file;
	struct hc_outcome *pass, *fail;
	pid_t other;
};

static void set_up(struct scene *scene)
{
	scene->folder = g_dir_make_tmp("howcome-XXXXXX", NULL);
	scene->file = g_build_filename(scene->folder, "pid", NULL);
	scene->pass = hc_outcome_new();
	scene->fail = hc_outcome_new();
	scene->fail->status = 1;
	scene->other = fork();
	if (scene->other == 0) {
		pause();
		_exit(0);
	}
}

static void tear_down(struct scene *scene)
{
	ASSERT_INT(waitpid(scene->other, NULL, WNOHANG), 0);
	kill(scene->other, SIGKILL);
	ASSERT_INT(waitpid(scene->other, NULL, 0), scene->other);
	ASSERT_INT(waitpid(-1, NULL, WNOHANG), -1);
	/* No file but the one that the command itself made. */
	ASSERT_INT(rmdir(scene->folder), 0);
	hc_outcome_free(scene->pass);
	hc_outcome_free(scene->fail);
	g_free(scene->file);
	g_free(scene->folder);
}

static void nothing_is_left_of_a_command_that_ends(void)
{
	struct scene scene;
	set_up(&scene);
	g_autofree char *command =
		leaving_command(scene.file, "exit $HOWCOME_STATUS");
	struct hc_oracle_options options = {.test = command};
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_oracle) oracle =
		hc_oracle_new(&options, scene.pass, scene.fail, &error);
	ASSERT_NO_ERROR(error);
	check_is_gone(take_pid(scene.file));
	tear_down(&scene);
}

static void a_command_that_does_not_end_is_an_error(void)
{
	struct scene scene;
	set_up(&scene);
	g_autofree char *command = leaving_command(scene.file, "sleep 1000");
	struct hc_oracle_options options = {.test = command};
	pid_t pid = 0;
	/* On a busy machine it takes a while to get that far. */
	for (int seconds = 1; pid == 0 && seconds < 60; seconds *= 2) {
		g_autoptr(GError) error = NULL;
		options.test_timeout = seconds;
		CU_ASSERT_PTR_NULL(hc_oracle_new(
			&options, scene.pass, scene.fail, &error));
		ASSERT_ERROR(error, "does not end within");
		pid = take_pid(scene.file);
	}
	check_is_gone(pid);
	tear_down(&scene);
}

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
	stop = 1;
}

static void a_signal_handler_can_end_a_command(void)
{
	struct scene scene;
	set_up(&scene);
	g_autofree char *tell =
		g_strdup_printf("kill -USR1 %d; sleep 1000", (int) getpid());
	g_autofree char *command = leaving_command(scene.file, tell);
	struct hc_oracle_options options = {
		.test = command, .test_timeout = 1000, .stop = &stop};
	g_autoptr(GError) error = NULL;
	signal(SIGUSR1, on_signal);
	CU_ASSERT_PTR_NULL(
		hc_oracle_new(&options, scene.pass, scene.fail, &error));
	signal(SIGUSR1, SIG_DFL);
	CU_ASSERT_TRUE(g_error_matches(
		error, HC_ORACLE_ERROR, HC_ORACLE_ERROR_STOPPED));
	check_is_gone(take_pid(scene.file));
	tear_down(&scene);
}

static int open_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int n = 0;
	while (readdir(folder))
		n++;
	closedir(folder);
	return n;
}

#define COUNT_DESCRIPTORS                                                      \
	"n=0; for f in /proc/self/fd/*; do n=$((n + 1)); done; "

/* As many as a program has that is run natively: whoever runs the tests may
 * have left some open. */
static void a_command_gets_no_descriptor_and_leaves_none_open(void)
{
	int before = open_descriptors();
	g_autoptr(hc_outcome) native = run(COUNT_DESCRIPTORS "exit $n");
	g_autofree char *test =
		g_strdup_printf(COUNT_DESCRIPTORS "test $n -le %d || exit 126; "
						  "exit $HOWCOME_STATUS",
			native->status);
	struct hc_oracle_options options = {.test = test};
	g_autoptr(hc_oracle) oracle = make(&options, "exit 0", "exit 1");
	for (int i = 0; i < 20; i++)
		ASSERT_STR(judge(oracle, "exit 1"), "FAIL");
	ASSERT_INT(open_descriptors(), before);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(another_status_is_the_failure),
		TEST(a_message_belongs_to_the_status),
		TEST(the_message_of_a_traceback_is_below_it),
		TEST(a_signal_is_the_failure),
		TEST(output_is_compared_where_the_end_is_the_same),
		TEST(the_first_line_that_differs_is_told),
		TEST(only_what_is_written_after_the_event_counts),
		TEST(an_event_after_all_differences_tells_nothing),
		TEST(what_is_told_is_what_comes_after_the_event),
		TEST(once_the_pattern_has_been_written_there_is_nothing_to_judge),
		TEST(the_same_goes_for_what_a_command_looks_at),
		TEST(parts_of_the_output_are_offered_as_patterns),
		TEST(what_should_be_written_passes),
		TEST(to_write_what_should_be_written_is_no_failure),
		TEST(it_is_told_what_the_passing_run_does_not_do),
		TEST(a_stream_that_varies_can_be_left_out),
		TEST(runs_that_do_the_same_are_an_error),
		TEST(a_pattern_decides_on_both_streams_line_by_line),
		TEST(a_pattern_reads_utf_8_and_any_bytes),
		TEST(a_pattern_must_tell_the_runs_apart),
		TEST(a_pattern_that_is_none_or_too_hard_is_an_error),
		TEST(a_command_decides_by_its_status),
		TEST(a_command_sees_the_status_of_the_execution),
		TEST(a_command_that_cannot_judge_is_an_error),
		TEST(nothing_is_left_of_a_command_that_ends),
		TEST(a_command_that_does_not_end_is_an_error),
		TEST(a_signal_handler_can_end_a_command),
		TEST(a_command_gets_no_descriptor_and_leaves_none_open),
	};
	return run_tests("the oracle", tests, G_N_ELEMENTS(tests));
}
