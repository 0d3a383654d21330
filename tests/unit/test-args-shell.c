/* Args files against the shell itself: what we read as one command, sh reads
 * to the same words, and what we write, both read back. Many commands go to
 * one sh, through read-back.sh. */
#include "args.h"
#include "runner.h"

#include <glib/gstdio.h>
#include <string.h>

enum { ROUNDS = 5000 };

/* What the shell is to make of a command: see read-back.sh. */
static void append_expected(GPtrArray *expected, const struct hc_args *args)
{
	const char *a = "", *b = "";
	for (char **env = args->env; *env; env++) {
		a = g_str_has_prefix(*env, "A=") ? *env + 2 : a;
		b = g_str_has_prefix(*env, "B=") ? *env + 2 : b;
	}
	g_ptr_array_add(expected, g_strdup(a));
	g_ptr_array_add(expected, g_strdup(b));
	guint n = g_strv_length(args->argv) - 1;
	g_ptr_array_add(expected, g_strdup_printf("%u", n));
	for (char **arg = args->argv + 1; *arg; arg++)
		g_ptr_array_add(expected, g_strdup(*arg));
}

/* Runs sh in a directory of its own; the caller frees what it wrote. */
static char *run_shell(const char *script, gsize *length)
{
	g_autofree char *dir = g_dir_make_tmp("args-XXXXXX", NULL);
	g_autofree char *commands = g_build_filename(dir, "commands", NULL);
	g_autofree char *out = g_build_filename(dir, "out", NULL);
	g_autoptr(GError) error = NULL;
	const char *argv[] = {
		"sh", UNIT_DIR "/read-back.sh", commands, out, NULL};
	int status = 0;
	char *text = NULL;
	if (g_file_set_contents(commands, script, -1, &error) &&
		g_spawn_sync(dir, (char **) argv, NULL, G_SPAWN_SEARCH_PATH,
			NULL, NULL, NULL, NULL, &status, &error) &&
		g_spawn_check_wait_status(status, &error))
		g_file_get_contents(out, &text, length, &error);
	ASSERT_NO_ERROR(error);
	g_unlink(commands);
	g_unlink(out);
	g_rmdir(dir);
	return text;
}

static void check_shell(const char *script, const GPtrArray *expected)
{
	gsize length = 0, at = 0;
	g_autofree char *text = run_shell(script, &length);
	guint i = 0;
	for (; text && i < expected->len && at < length; i++) {
		const char *e = expected->pdata[i];
		if (strcmp(text + at, e) != 0) {
			test_fail("word %u: sh reads '%s', we '%s'", i,
				text + at, e);
			return;
		}
		at += strlen(e) + 1;
	}
	ASSERT_INT(i, expected->len);
	ASSERT_INT(at, length);
}

/* Any bytes but NUL, those that mean something to a shell more often. */
static char *random_word(GRand *random)
{
	static const char special[] = "  \t\n\r'\"\\$`*?[]{}~#|&;<>()=!%^-/:,.";
	GString *word = g_string_new(NULL);
	int length = g_rand_int_range(random, 0, 9);
	for (int i = 0; i < length; i++) {
		int c = g_rand_int_range(random, 1, 256);
		if (g_rand_boolean(random))
			c = special[c % (sizeof special - 1)];
		g_string_append_c(word, (char) c);
	}
	return g_string_free(word, FALSE);
}

static struct hc_args *random_args(GRand *random)
{
	g_autoptr(GPtrArray) env = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) argv = g_ptr_array_new_with_free_func(g_free);
	for (const char *name = "AB"; *name; name++) {
		g_autofree char *value = random_word(random);
		if (g_rand_boolean(random))
			g_ptr_array_add(
				env, g_strdup_printf("%c=%s", *name, value));
	}
	int n = g_rand_int_range(random, 1, 7);
	while (argv->len < n) {
		char *word = random_word(random);
		if (argv->len == 0 && *word == '\0')
			g_free(word); /* no program is called '' */
		else
			g_ptr_array_add(argv, word);
	}
	g_autofree char *input = random_word(random);
	g_ptr_array_add(env, NULL);
	g_ptr_array_add(argv, NULL);
	return hc_args_new((const char *const *) env->pdata,
		(const char *const *) argv->pdata, *input ? input : NULL);
}

static void check_same(const struct hc_args *a, const struct hc_args *b)
{
	if (!g_strv_equal((const char *const *) a->env,
		    (const char *const *) b->env) ||
		!g_strv_equal((const char *const *) a->argv,
			(const char *const *) b->argv) ||
		strcmp(a->program, b->program) != 0 ||
		g_strcmp0(a->input, b->input) != 0)
		test_fail("'%s' came back as another command", a->program);
}

static void any_command_is_read_back_by_us(void)
{
	g_autoptr(GRand) random = g_rand_new_with_seed(5);
	for (guint i = 0; i < 10 * ROUNDS; i++) {
		g_autoptr(hc_args) args = random_args(random);
		g_autofree char *line = hc_args_to_shell(args);
		g_autoptr(GError) error = NULL;
		g_autoptr(hc_args) back =
			hc_args_parse("f", line, strlen(line), &error);
		ASSERT_NO_ERROR(error);
		if (back)
			check_same(args, back);
	}
}

static void set_program(struct hc_args *args, const char *program)
{
	g_free(args->program);
	g_free(args->argv[0]);
	args->program = g_strdup(program);
	args->argv[0] = g_strdup(program);
}

static void any_command_is_read_back_by_the_shell(void)
{
	g_autoptr(GRand) random = g_rand_new_with_seed(7);
	g_autoptr(GPtrArray) expected = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GString) script = g_string_new(NULL);
	for (guint i = 0; i < ROUNDS; i++) {
		g_autoptr(hc_args) args = random_args(random);
		set_program(args, "show");
		g_clear_pointer(&args->input, g_free);
		if (i % 100 == 0)
			args->input = g_strdup("/dev/null");
		append_expected(expected, args);
		g_autofree char *line = hc_args_to_shell(args);
		g_string_append_printf(script, "%s\n", line);
	}
	check_shell(script->str, expected);
}

static void any_program_name_is_read_back_by_the_shell(void)
{
	g_autoptr(GRand) random = g_rand_new_with_seed(11);
	g_autoptr(GPtrArray) expected = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GString) script = g_string_new(NULL);
	for (guint i = 0; i < ROUNDS; i++) {
		g_autofree char *word = random_word(random);
		const char *argv[] = {"show", *word ? word : "if", NULL};
		g_autoptr(hc_args) named = hc_args_new(NULL, argv + 1, NULL);
		g_autofree char *line = hc_args_to_shell(named);
		g_string_append_printf(script, "show %s\n", line);
		g_autoptr(hc_args) shown = hc_args_new(NULL, argv, NULL);
		append_expected(expected, shown);
	}
	check_shell(script->str, expected);
}

/* Text in which much is a command, and all else an error that keeps it from
 * the shell: there is no other program than show to run. No comma, since some
 * that call themselves sh expand {a,b}. */
static char *random_text(GRand *random)
{
	static const char *const pieces[] = {" ", " ", " ", "a", "b", "c", "0",
		"'", "'", "\"", "\"", "\\", "\\\n", "$", "*", "?", "[", "]",
		"{", "}", "~", "#", "=", "!", ":", "%", "^", "\t", "\v", "-",
		" show ", "\x81", "\x88", "\xc3\xa4", "\n", "a=", "`", "\\a",
		"$\""};
	static const char *const programs[] = {"show", "show ",
		"A=", "B=a show", "A=a:", "B='a'A=", "'show' ", "sh\\\now",
		"s\"ho\"w ", "\n#a\n show "};
	GString *text = g_string_new(
		programs[g_rand_int_range(random, 0, G_N_ELEMENTS(programs))]);
	int length = g_rand_int_range(random, 0, 16);
	for (int i = 0; i < length; i++)
		g_string_append(text, pieces[g_rand_int_range(random, 0,
					      G_N_ELEMENTS(pieces))]);
	return g_string_free(text, FALSE);
}

static void what_we_accept_the_shell_reads_alike(void)
{
	g_autoptr(GRand) random = g_rand_new_with_seed(13);
	g_autoptr(GPtrArray) expected = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GString) script = g_string_new(NULL);
	guint accepted = 0;
	for (guint i = 0; accepted < ROUNDS && i < 1000 * ROUNDS; i++) {
		g_autofree char *text = random_text(random);
		g_autoptr(hc_args) args =
			hc_args_parse("f", text, strlen(text), NULL);
		if (!args || strcmp(args->program, "show") != 0)
			continue;
		accepted++;
		append_expected(expected, args);
		g_string_append_printf(script, "%s\n", text);
	}
	ASSERT_INT(accepted, ROUNDS);
	check_shell(script->str, expected);
}

static void check_line(const char *text, const char *line)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_args) args =
		hc_args_parse("f", text, strlen(text), &error);
	ASSERT_NO_ERROR(error);
	g_autofree char *got = args ? hc_args_to_shell(args) : NULL;
	ASSERT_STR(got, line);
}

static void plain_words_stay_unquoted(void)
{
	check_line("  <in A='1'  ./p --x=y 'a b'", "A=1 ./p --x=y 'a b' < in");
	check_line("A=\"\" 'B=1' '' it\\'s", "A= 'B=1' '' 'it'\\''s'");
	check_line("'if' if ä", "'if' if 'ä'");
	check_line("p \\~ '{a,b}' 5%", "p '~' '{a,b}' 5%");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(plain_words_stay_unquoted),
		TEST(any_command_is_read_back_by_us),
		TEST(any_command_is_read_back_by_the_shell),
		TEST(any_program_name_is_read_back_by_the_shell),
		TEST(what_we_accept_the_shell_reads_alike),
	};
	return run_tests("args", tests, G_N_ELEMENTS(tests));
}
