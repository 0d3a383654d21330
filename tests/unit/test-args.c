/* The args file reader on what people write, and on what they shouldn't. */
#include "args.h"
#include "runner.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* {A=1}[program][argument]<input> */
static char *render(const struct hc_args *args)
{
	GString *out = g_string_new(NULL);
	for (char **env = args->env; *env; env++)
		g_string_append_printf(out, "{%s}", *env);
	for (char **arg = args->argv; *arg; arg++)
		g_string_append_printf(out, "[%s]", *arg);
	if (args->input)
		g_string_append_printf(out, "<%s>", args->input);
	return g_string_free(out, FALSE);
}

struct reading {
	const char *text;
	const char *expected;
};

static void check_readings(const struct reading *cases, gsize n)
{
	for (gsize i = 0; i < n; i++) {
		g_autoptr(GError) error = NULL;
		g_autoptr(hc_args) args = hc_args_parse(
			"f", cases[i].text, strlen(cases[i].text), &error);
		ASSERT_NO_ERROR(error);
		if (!args)
			continue;
		ASSERT_STR(args->program, args->argv[0]);
		g_autofree char *got = render(args);
		ASSERT_STR(got, cases[i].expected);
	}
}
#define CHECK_READINGS(...)                                                    \
	do {                                                                   \
		static const struct reading cases_[] = {__VA_ARGS__};          \
		check_readings(cases_, G_N_ELEMENTS(cases_));                  \
	} while (0)

static void check_errors(const struct reading *cases, gsize n)
{
	for (gsize i = 0; i < n; i++) {
		g_autoptr(GError) error = NULL;
		g_autoptr(hc_args) args = hc_args_parse(
			"f", cases[i].text, strlen(cases[i].text), &error);
		if (args)
			test_fail("no error for: %s", cases[i].text);
		ASSERT_ERROR(error, cases[i].expected);
		if (error && !g_error_matches(error, HC_ARGS_ERROR,
				     HC_ARGS_ERROR_SYNTAX))
			test_fail("another kind of error: %s", error->message);
	}
}
#define CHECK_ERRORS(...)                                                      \
	do {                                                                   \
		static const struct reading cases_[] = {__VA_ARGS__};          \
		check_errors(cases_, G_N_ELEMENTS(cases_));                    \
	} while (0)

static void words_end_at_blanks(void)
{
	CHECK_READINGS({"./sample 11 14\n", "[./sample][11][14]"},
		{"./sample", "[./sample]"}, {"  \t./a\t b  \t\n", "[./a][b]"},
		{"a b\vc\fd", "[a][b\vc\fd]"},
		{"p {a,b} {} } if !", "[p][{a,b}][{}][}][if][!]"},
		{"p a~ --x=~/y B=1 % ^ ] a#b", "[p][a~][--x=~/y][B=1][%][^]"
					       "[]][a#b]"});
}

static void quotes_keep_what_they_hold(void)
{
	CHECK_READINGS({"p 'a b' \"c d\" e'f'\"g\"h", "[p][a b][c d][efgh]"},
		{"p '' \"\" ''\"\"", "[p][][][]"},
		{"p '\\' 'a\\nb' '$x`*?'", "[p][\\][a\\nb][$x`*?]"},
		{"p 'a\nb' \"c\nd\"", "[p][a\nb][c\nd]"},
		{"p \"'\" '\"' \"it's\"", "[p]['][\"][it's]"},
		{"p '#a' \"#b\" \\#c", "[p][#a][#b][#c]"},
		{"'p q' x", "[p q][x]"});
}

static void backslash_quotes_one_byte(void)
{
	CHECK_READINGS({"p a\\ b \\' \\\" \\\\ \\$x \\` \\* \\a",
			       "[p][a b]['][\"][\\][$x][`][*][a]"},
		{"p \\| \\< \\; \\~ \\(", "[p][|][<][;][~][(]"});
}

static void backslash_in_double_quotes_follows_posix(void)
{
	CHECK_READINGS({"p \"\\$a\\`b\\\"c\\\\d\"", "[p][$a`b\"c\\d]"},
		{"p \"\\a\\n\\'\\*\"", "[p][\\a\\n\\'\\*]"},
		{"p \"a\\\nb\"", "[p][ab]"});
}

static void dollar_that_expands_nothing_is_itself(void)
{
	CHECK_READINGS({"p a$ $ \"^a$\" \"$ \" a$/b \"$'\" $% $",
		"[p][a$][$][^a$][$ ][a$/b][$'][$%][$]"});
}

static void lines_are_joined_by_a_trailing_backslash(void)
{
	CHECK_READINGS({"p a \\\n b \\\n\\\n c", "[p][a][b][c]"},
		{"p ab\\\ncd", "[p][abcd]"}, {"\\\np", "[p]"},
		{"p \\\n", "[p]"}, {"p '\\\n'", "[p][\\\n]"},
		{"p a\\\n#b \\\n#c", "[p][a#b]"}, {"p \\\\\n", "[p][\\]"});
}

static void comments_and_blank_lines_may_surround_the_command(void)
{
	CHECK_READINGS(
		{"# says 'why\n\n  \t\n./p a # \"and\n\n# end\n  ", "[./p][a]"},
		{"#\n#\\\np #", "[p]"}, {"p a#\n", "[p][a#]"});
}

static void leading_assignments_are_the_environment(void)
{
	CHECK_READINGS({"A=1 _b2='x y' ./p C=3", "{A=1}{_b2=x y}[./p][C=3]"},
		{"A= p", "{A=}[p]"}, {"A=b=c p", "{A=b=c}[p]"},
		{"A=1 B=2 A=3 p", "{A=3}{B=2}[p]"},
		{"A=* B=a?[b] p", "{A=*}{B=a?[b]}[p]"},
		{"A=b~ B=\\~ C=':'~ p", "{A=b~}{B=~}{C=:~}[p]"},
		{"'A'=1 p", "[A=1][p]"}, {"\\A=1", "[A=1]"},
		{"2=1 p", "[2=1][p]"}, {"=1 p", "[=1][p]"},
		{"a-b=1 p", "[a-b=1][p]"}, {"A=1 if", "{A=1}[if]"});
}

static void input_may_stand_anywhere(void)
{
	CHECK_READINGS({"p a < in b", "[p][a][b]<in>"},
		{"p a <in", "[p][a]<in>"}, {"p a<in", "[p][a]<in>"},
		{"<in p a", "[p][a]<in>"},
		{"A=1 <in B=2 p", "{A=1}{B=2}[p]<in>"}, {"p 0<in", "[p]<in>"},
		{"p 0 <in", "[p][0]<in>"}, {"p '0'<in", "[p][0]<in>"},
		{"p a0<in", "[p][a0]<in>"},
		{"p < \\\n 'my file'.txt", "[p]<my file.txt>"},
		{"p <2", "[p]<2>"});
}

static void line_ends_of_other_systems_are_line_ends(void)
{
	CHECK_READINGS({"# a\r\n\r\np a\r\n# b\r\n", "[p][a]"},
		{"p a \\\r\n b\r\n", "[p][a][b]"}, {"p a\r", "[p][a]"},
		{"p 'a\r\nb' c\rd", "[p][a\r\nb][c\rd]"},
		{"\xef\xbb\xbfp a", "[p][a]"});
}

static void bytes_that_are_not_utf8_are_kept(void)
{
	CHECK_READINGS({"p \xff\xfe \x81'\x82'\"\x83\"\\\x84 \xc3\xa4",
		"[p][\xff\xfe][\x81\x82\x83\x84][\xc3\xa4]"});
}

static void expansion_is_an_error_with_a_way_out(void)
{
	CHECK_ERRORS({"p $HOME", "f:1:3: $ expands a variable"},
		{"p a\nb", "f:2:1: a second command"},
		{"p $HOME", "to mean the character itself, write \\$"},
		{"p \\\n  \"a ${x}\"", "f:2:6: $ expands"},
		{"p $(x)", "f:1:3: $"}, {"p $1", "f:1:3: $"},
		{"p $$", "f:1:3: $"}, {"p $'a'", "f:1:3: $"},
		{"p $\"a\"", "f:1:3: $"}, {"p $\\\nHOME", "f:1:3: $"},
		{"p `x`", "f:1:3: ` runs a command"},
		{"p \"`x`\"", "f:1:4: ` runs a command"},
		{"p a*", "f:1:4: * matches file names"},
		{"p a?", "to mean the character itself, write \\?"},
		{"p [a]", "f:1:3: [ matches"}, {"p < *", "f:1:5: * matches"},
		{"p ~/x", "f:1:3: ~ expands to a home directory"},
		{"p \\\n~", "f:2:1: ~ expands"}, {"p < ~", "f:1:5: ~"},
		{"A=~ p", "f:1:3: ~"}, {"A=b:~ p", "f:1:5: ~"});
}

static void operators_are_errors_that_name_themselves(void)
{
	CHECK_ERRORS({"p a | q", "f:1:5: '|' begins a pipe"},
		{"p a | q", "write '|', with the quotes"},
		{"p && q", "f:1:3: '&&' joins two commands"},
		{"p || q", "'||' joins"}, {"p &", "'&' runs a command in the"},
		{"p; q", "f:1:2: ';' ends a command"},
		{"(p)", "f:1:1: '(' begins a subshell"}, {"p)", "')' ends"},
		{"p > out", "f:1:3: '>' redirects output"},
		{"p >> out", "'>' redirects"}, {"p 2>&1", "f:1:4: '>' redir"},
		{"p << E", "'<<' begins a here-document"},
		{"p <\\\n< E", "f:1:3: '<<' begins a here-document"},
		{"p <<< E", "'<<<' is a here-string"},
		{"p <&3", "'<&' duplicates"}, {"p <> f", "'<>' opens a file"},
		{"p <(q)", "'<(' substitutes"},
		{"p 3< f", "f:1:3: '3<' redirects descriptor 3"},
		{"p 10< f", "redirects descriptor 10"});
}

static void input_needs_one_file_name(void)
{
	CHECK_ERRORS({"p <", "f:1:3: no file name after '<'"},
		{"p < # in", "f:1:3: no file name after '<'"},
		{"p < \nin", "f:1:3: no file name after '<'"},
		{"p < ''", "f:1:3: no file name after '<'"},
		{"p < | q", "f:1:3: no file name after '<'"},
		{"p <a \\\n <b",
			"f:2:2: a second '<': stdin already has a file "
			"(line 1, column 3)"});
}

static void unclosed_quote_is_named_where_it_opened(void)
{
	CHECK_ERRORS({"p 'a\nb\n", "f:1:3: the quote ' that opens here"},
		{"# '\np a \"b\n", "f:2:5: the quote \" that opens here"},
		{"p \"a\\\"", "f:1:3: the quote \""},
		{"p \"a\\", "f:1:3: the quote \""}, {"p '", "f:1:3: the quote"},
		{"p 'a' 'b' '", "f:1:11: the quote '"});
}

static void file_must_hold_one_command(void)
{
	CHECK_ERRORS({"", "f:1:1: no command here"},
		{"\n \t\n# only this\n", "f:1:1: no command here"},
		{"\\\n", "f:1:1: no command here"},
		{"p\n\n# x\n q", "f:4:2: a second command"},
		{"p # x \\\nq", "f:2:1: a second command"},
		{"\n A=1", "f:2:2: this command names no program"},
		{"< in", "f:1:1: this command names no program"},
		{"'' a", "f:1:1: the program's name is empty"},
		{"A=1 \"\" a", "f:1:5: the program's name is empty"},
		{"p \\", "f:1:3: the file ends after this \\"});
}

static void words_of_the_shells_language_are_no_programs(void)
{
	CHECK_ERRORS({"if true", "f:1:1: 'if' belongs to the shell's language"},
		{"! p", "f:1:1: '!' belongs"}, {"{ p", "'{' belongs"},
		{"\n while p", "f:2:2: 'while' belongs"});
	CHECK_READINGS(
		{"'if' a", "[if][a]"}, {"\\! a", "[!][a]"}, {"ifs", "[ifs]"});
}

static void columns_count_bytes(void)
{
	CHECK_ERRORS({"\xc3\xa4 \t|", "f:1:5: '|'"});
}

static void nul_bytes_are_errors(void)
{
	static const char text[] = "p a\n# b\0c\n";
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(hc_args_parse("f", text, sizeof text - 1, &error));
	ASSERT_ERROR(error, "f:2:4: a NUL byte");
}

static struct hc_args *parse_repeated(
	const char *start, const char *part, gsize times, GError **error)
{
	g_autoptr(GString) text = g_string_new(start);
	for (gsize i = 0; i < times; i++)
		g_string_append(text, part);
	return hc_args_parse("f", text->str, text->len, error);
}

static void commands_the_system_would_refuse_are_errors(void)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_args) longest = parse_repeated("p ", "x", 131071, &error);
	ASSERT_NO_ERROR(error);
	CU_ASSERT_PTR_NULL(parse_repeated("p ", "x", 131072, &error));
	ASSERT_ERROR(error, "f:1:3: this word has 131072 bytes");
	CU_ASSERT(g_error_matches(error, HC_ARGS_ERROR, HC_ARGS_ERROR_LIMIT));
	g_clear_error(&error);

	gsize room = (gsize) sysconf(_SC_ARG_MAX);
	if (room > 64 << 20)
		return;
	CU_ASSERT_PTR_NULL(parse_repeated("p", " x", room / 10, &error));
	ASSERT_ERROR(error, "the command is too long from here");
	CU_ASSERT(g_error_matches(error, HC_ARGS_ERROR, HC_ARGS_ERROR_LIMIT));
}

static void check_load_error(const char *path, int code, const char *part)
{
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(hc_args_load(path, &error));
	ASSERT_ERROR(error, part);
	if (error && !g_error_matches(error, HC_ARGS_ERROR, code))
		test_fail("code %d, not %d", error->code, code);
}

static void files_that_cannot_be_read_are_errors(void)
{
	g_autofree char *dir = g_dir_make_tmp("args-XXXXXX", NULL);
	g_autofree char *file = g_build_filename(dir, "a.args", NULL);
	check_load_error(file, HC_ARGS_ERROR_READ, "No such file");
	check_load_error("", HC_ARGS_ERROR_READ, "No such file");
	check_load_error(dir, HC_ARGS_ERROR_READ, "Is a directory");
	check_load_error(
		"/dev/zero", HC_ARGS_ERROR_LIMIT, "larger than 16 MiB");
	CU_ASSERT(g_file_set_contents(file, "p a | b\n", -1, NULL));
	g_autofree char *place = g_strconcat(file, ":1:5: '|'", NULL);
	check_load_error(file, HC_ARGS_ERROR_SYNTAX, place);
	CU_ASSERT_EQUAL(truncate(file, 17 << 20), 0);
	check_load_error(file, HC_ARGS_ERROR_LIMIT, "larger than 16 MiB");
	CU_ASSERT_EQUAL(truncate(file, 0), 0);
	check_load_error(file, HC_ARGS_ERROR_SYNTAX, ":1:1: no command here");
	g_unlink(file);
	g_rmdir(dir);
}

static void file_is_read_whole(void)
{
	g_autofree char *dir = g_dir_make_tmp("args-XXXXXX", NULL);
	g_autofree char *file = g_build_filename(dir, "a.args", NULL);
	CU_ASSERT(g_file_set_contents(file, "A=1 p 'b c' <in\n", -1, NULL));
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_args) args = hc_args_load(file, &error);
	ASSERT_NO_ERROR(error);
	if (args) {
		g_autofree char *got = render(args);
		ASSERT_STR(got, "{A=1}[p][b c]<in>");
	}
	g_unlink(file);
	g_rmdir(dir);
}

static const char *const samples[] = {
	"# why\nA=1 B='x y' ./prog \\\n  -n \"a\\\"b$\" 'c d'\\''e' < in # z\n",
	"\xef\xbb\xbf"
	"0<in ./p\r\n",
	"p $HOME `a` *? ~x | y && z > w; (q) <<E\n2",
};

/* Whatever the text: a command, or an error with a place inside of it. */
static void check_any(const char *text, gsize length)
{
	g_autoptr(GError) error = NULL;
	/* A copy of its exact size, for the sanitizer to guard its end. */
	g_autofree char *copy = g_memdup2(text, length);
	g_autoptr(hc_args) args = hc_args_parse("f", copy, length, &error);
	guint line = 0, column = 0;
	if ((args == NULL) == (error == NULL))
		test_fail("neither a command nor an error");
	else if (error &&
		 sscanf(error->message, "f:%u:%u: ", &line, &column) != 2)
		test_fail("no place: %s", error->message);
	else if (error && (line < 1 || line > length + 1 || column < 1 ||
				  column > length + 1))
		test_fail("no such place: %s", error->message);
}

static void every_truncation_is_a_command_or_an_error(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(samples); i++)
		for (gsize n = 0; n <= strlen(samples[i]); n++)
			check_any(samples[i], n);
}

static void every_mutation_is_a_command_or_an_error(void)
{
	static const char bytes[] = "\0\n\r\t '\"\\$`*?[~#|&;<>()=0aA{!\xff";
	g_autoptr(GRand) random = g_rand_new_with_seed(3);
	for (guint round = 0; round < 100000; round++) {
		const char *sample = samples[round % G_N_ELEMENTS(samples)];
		g_autoptr(GString) text = g_string_new(sample);
		guint times = (guint) g_rand_int_range(random, 1, 6);
		for (guint i = 0; i < times; i++) {
			gssize at = g_rand_int_range(random, 0, text->len);
			char c = bytes[g_rand_int_range(
				random, 0, sizeof bytes - 1)];
			switch (g_rand_int_range(random, 0, 3)) {
			case 0:
				text->str[at] = c;
				break;
			case 1:
				g_string_insert_c(text, at, c);
				break;
			default:
				g_string_erase(text, at, text->len > 1);
			}
		}
		check_any(text->str, text->len);
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(words_end_at_blanks),
		TEST(quotes_keep_what_they_hold),
		TEST(backslash_quotes_one_byte),
		TEST(backslash_in_double_quotes_follows_posix),
		TEST(dollar_that_expands_nothing_is_itself),
		TEST(lines_are_joined_by_a_trailing_backslash),
		TEST(comments_and_blank_lines_may_surround_the_command),
		TEST(leading_assignments_are_the_environment),
		TEST(input_may_stand_anywhere),
		TEST(line_ends_of_other_systems_are_line_ends),
		TEST(bytes_that_are_not_utf8_are_kept),
		TEST(expansion_is_an_error_with_a_way_out),
		TEST(operators_are_errors_that_name_themselves),
		TEST(input_needs_one_file_name),
		TEST(unclosed_quote_is_named_where_it_opened),
		TEST(file_must_hold_one_command),
		TEST(words_of_the_shells_language_are_no_programs),
		TEST(columns_count_bytes),
		TEST(nul_bytes_are_errors),
		TEST(commands_the_system_would_refuse_are_errors),
		TEST(files_that_cannot_be_read_are_errors),
		TEST(file_is_read_whole),
		TEST(every_truncation_is_a_command_or_an_error),
		TEST(every_mutation_is_a_command_or_an_error),
	};
	return run_tests("args", tests, G_N_ELEMENTS(tests));
}
