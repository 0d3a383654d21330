/* Commands, from files and from words, and programs that need no debug
 * information to be run. */
#include "command.h"
#include "program-files.h"
#include "runner.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct hc_args *from_words(const char *const *words)
{
	g_autoptr(GError) error = NULL;
	struct hc_args *args = hc_args_from_words(words, &error);
	ASSERT_NO_ERROR(error);
	return args;
}

static void words_are_taken_as_they_are(void)
{
	static const char *const words[] = {
		"./a b", "$x", "<", "in", "'", "", "#", "A=1", NULL};
	g_autoptr(hc_args) args = from_words(words);
	ASSERT_STR(args->program, "./a b");
	ASSERT_INT(g_strv_length(args->argv), 8);
	for (guint i = 0; words[i]; i++)
		ASSERT_STR(args->argv[i], words[i]);
	ASSERT_STR(args->input, NULL);
	ASSERT_INT(g_strv_length(args->env), 0);
	g_autofree char *shell = hc_args_to_shell(args);
	ASSERT_STR(shell, "'./a b' '$x' '<' in ''\\''' '' '#' A=1");
}

static void leading_assignments_set_variables(void)
{
	static const char *const words[] = {
		"A=1", "B=x y", "_c=", "A=2=3", "./a", "D=4", NULL};
	g_autoptr(hc_args) args = from_words(words);
	ASSERT_INT(g_strv_length(args->env), 3);
	ASSERT_STR(args->env[0], "A=2=3");
	ASSERT_STR(args->env[1], "B=x y");
	ASSERT_STR(args->env[2], "_c=");
	ASSERT_STR(args->program, "./a");
	ASSERT_STR(args->argv[1], "D=4");
	/* No names of variables. */
	static const char *const other[] = {"./a=b", NULL}, *const digit[] = {
								    "1=2",
								    NULL};
	g_autoptr(hc_args) path = from_words(other);
	g_autoptr(hc_args) number = from_words(digit);
	ASSERT_STR(path->program, "./a=b");
	ASSERT_STR(number->program, "1=2");
}

static void check_no_words(const char *first, const char *part)
{
	const char *const words[] = {first, NULL};
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_args) args = hc_args_from_words(words, &error);
	CU_ASSERT_PTR_NULL(args);
	ASSERT_ERROR(error, part);
	CU_ASSERT(g_error_matches(error, HC_ARGS_ERROR, HC_ARGS_ERROR_SYNTAX));
}

static void words_without_a_program_are_an_error(void)
{
	check_no_words(NULL, "names no program");
	check_no_words("A=1", "names no program");
	check_no_words("", "name is empty");
}

/* Finds it, and says of what kind it is. */
static struct hc_program *find(const char *name, enum hc_program_kind kind)
{
	g_autoptr(GError) error = NULL;
	struct hc_program *program = hc_program_new(name, &error);
	ASSERT_NO_ERROR(error);
	if (program)
		ASSERT_INT(program->kind, kind);
	return program;
}

static void check_not_debuggable(
	const char *name, enum hc_program_kind kind, int code)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_program) program = find(name, kind);
	if (!program)
		return;
	CU_ASSERT_FALSE(hc_program_check_debuggable(program, ".", &error));
	ASSERT_ERROR(error, name);
	ASSERT_INT(error ? error->code : -1, code);
}

static void what_cannot_be_debugged_can_be_found(void)
{
	start_empty();
	write_text("script", "#!/bin/sh\n");
	write_text("text", "exit 0\n");
	copy_program("with-g", "setuid", 04755);
	check_not_debuggable(
		"./script", HC_PROGRAM_SCRIPT, HC_PROGRAM_ERROR_SCRIPT);
	check_not_debuggable(
		"./text", HC_PROGRAM_OTHER, HC_PROGRAM_ERROR_NOT_ELF);
	check_not_debuggable(PROGRAMS "/without-g", HC_PROGRAM_ELF,
		HC_PROGRAM_ERROR_NO_DEBUG);
	check_not_debuggable(
		"./setuid", HC_PROGRAM_ELF, HC_PROGRAM_ERROR_PRIVILEGED);
}

/* Root may read everything, so this is seen by others alone. */
static void what_may_only_be_executed_can_be_found(void)
{
	start_empty();
	copy_program("with-g", "hidden", 0111);
	if (geteuid() == 0) {
		g_autoptr(hc_program) program =
			find("./hidden", HC_PROGRAM_ELF);
		return;
	}
	check_not_debuggable(
		"./hidden", HC_PROGRAM_OTHER, HC_PROGRAM_ERROR_UNREADABLE);
}

static void what_is_not_executable_is_told_by_what_it_is(void)
{
	static const struct {
		const char *text, *part;
	} cases[] = {
		{"#!/bin/sh\n", "chmod +x"},
		{"just text\n", "is not a program file"},
		{"", "is empty"},
	};
	start_empty();
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(GError) error = NULL;
		write_file("a", cases[i].text, strlen(cases[i].text), 0644);
		g_autoptr(hc_program) program = hc_program_new("./a", &error);
		CU_ASSERT_PTR_NULL(program);
		ASSERT_ERROR(error, cases[i].part);
	}
	g_autoptr(GError) error = NULL;
	copy_program("object.o", "a", 0644);
	g_autoptr(hc_program) object = hc_program_new("./a", &error);
	ASSERT_ERROR(error, "is an object file; link it");
}

static void a_command_is_ready_to_run(void)
{
	static const char *const words[] = {
		"A=1", "COLUMNS=7", "./script", "x y", NULL};
	g_autoptr(GError) error = NULL;
	start_empty();
	write_text("script", "#!/bin/sh\n");
	g_setenv("LINES", "5", TRUE);
	g_autoptr(hc_command) command = hc_command_from_words(words, &error);
	ASSERT_NO_ERROR(error);
	if (!command)
		return;
	ASSERT_STR(command->shell, "A=1 COLUMNS=7 ./script 'x y'");
	ASSERT_STR(command->argv[0], command->program->path);
	CU_ASSERT(g_path_is_absolute(command->argv[0]));
	ASSERT_STR(command->argv[1], "x y");
	ASSERT_STR(g_environ_getenv(command->env, "A"), "1");
	ASSERT_STR(g_environ_getenv(command->env, "COLUMNS"), "7");
	ASSERT_STR(g_environ_getenv(command->env, "LINES"), NULL);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(words_are_taken_as_they_are),
		TEST(leading_assignments_set_variables),
		TEST(words_without_a_program_are_an_error),
		TEST(what_cannot_be_debugged_can_be_found),
		TEST(what_may_only_be_executed_can_be_found),
		TEST(what_is_not_executable_is_told_by_what_it_is),
		TEST(a_command_is_ready_to_run),
	};
	return run_in_directory("command", tests, G_N_ELEMENTS(tests));
}
