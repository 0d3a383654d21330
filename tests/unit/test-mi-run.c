/* Running real programs: how they are started, what they do to us and to
 * themselves, how they end. */
#include "mi-helper.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void gives_a_crash_with_its_backtrace(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("crash"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	session_run(&s, &stop);
	ASSERT_INT(stop.reason, MI_STOP_SIGNAL);
	ASSERT_STR(stop.signal, "SIGSEGV");
	ASSERT_STR(stop.meaning, "Segmentation fault");
	g_autoptr(mi_backtrace_t) b = mi_backtrace(s.gdb, 10, &error);
	ASSERT_NO_ERROR(error);
	static const char *const functions[] = {"inner", "middle", "main"};
	static const char *const marks[] = {"crash", "middle", "main"};
	ASSERT_INT(b->n, 3);
	CU_ASSERT_FALSE(b->more);
	for (guint i = 0; i < MIN(b->n, 3); i++) {
		ASSERT_INT(b->frames[i].level, i);
		ASSERT_STR(b->frames[i].function, functions[i]);
		ASSERT_INT(b->frames[i].line, mark_line("crash.c", marks[i]));
	}
	session_continue(&s, &stop);
	ASSERT_INT(stop.reason, MI_STOP_KILLED);
	ASSERT_STR(stop.signal, "SIGSEGV");
	session_end(&s);
}

static void tells_every_exit_status(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("finish"), NULL))
		return;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	for (int status = 0; status <= 255; status++) {
		g_autofree char *word = g_strdup_printf("%d", status);
		const char *words[] = {"exit", word, NULL};
		mi_set_arguments(s.gdb, words, NULL);
		if (!session_run(&s, &stop))
			break;
		ASSERT_INT(stop.reason, MI_STOP_EXITED);
		ASSERT_INT(stop.status, status);
	}
	CU_ASSERT_FALSE(mi_client_running(s.gdb));
	ASSERT_INT(mi_client_pid(s.gdb), 0);
	session_end(&s);
}

static void tells_death_by_every_common_signal(void)
{
	static const struct {
		int number;
		const char *name;
	} signals[] = {
		{SIGHUP, "SIGHUP"},
		{SIGINT, "SIGINT"},
		{SIGQUIT, "SIGQUIT"},
		{SIGILL, "SIGILL"},
		{SIGTRAP, "SIGTRAP"},
		{SIGABRT, "SIGABRT"},
		{SIGBUS, "SIGBUS"},
		{SIGFPE, "SIGFPE"},
		{SIGUSR1, "SIGUSR1"},
		{SIGSEGV, "SIGSEGV"},
		{SIGUSR2, "SIGUSR2"},
		{SIGPIPE, "SIGPIPE"},
		{SIGTERM, "SIGTERM"},
		{SIGXCPU, "SIGXCPU"},
		{SIGXFSZ, "SIGXFSZ"},
		{SIGSYS, "SIGSYS"},
	};
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("finish"), NULL))
		return;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	for (guint i = 0; i < G_N_ELEMENTS(signals); i++) {
		g_autofree char *word =
			g_strdup_printf("%d", signals[i].number);
		const char *words[] = {"signal", word, NULL};
		mi_set_arguments(s.gdb, words, NULL);
		session_run(&s, &stop);
		ASSERT_INT(stop.reason, MI_STOP_SIGNAL);
		ASSERT_STR(stop.signal, signals[i].name);
		/* GDB keeps these two from the program unless told. */
		g_autofree char *command =
			g_strdup_printf("signal %s", signals[i].name);
		g_free(mi_console(s.gdb, command, NULL));
		mi_wait_stop(s.gdb, 5000, &stop, NULL);
		ASSERT_INT(stop.reason, MI_STOP_KILLED);
		ASSERT_STR(stop.signal, signals[i].name);
	}
	const char *words[] = {"signal", "9", NULL};
	mi_set_arguments(s.gdb, words, NULL);
	session_run(&s, &stop);
	ASSERT_INT(stop.reason, MI_STOP_KILLED);
	ASSERT_STR(stop.signal, "SIGKILL");
	session_end(&s);
}

static void stops_an_endless_loop_at_the_deadline(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("spin"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	mi_run(s.gdb, &error);
	ASSERT_NO_ERROR(error);
	gint64 start = g_get_monotonic_time();
	CU_ASSERT_FALSE(mi_wait_stop(s.gdb, 100, &stop, &error));
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_TIMEOUT));
	CU_ASSERT_TRUE(seconds_since(start) >= 0.1);
	g_clear_error(&error);
	CU_ASSERT_TRUE(mi_client_running(s.gdb));
	CU_ASSERT_TRUE(mi_interrupt(s.gdb, 5000, &stop, &error));
	ASSERT_NO_ERROR(error);
	ASSERT_STR(stop.signal, "SIGINT");
	ASSERT_STR(stop.frame.function, "main");
	/* It goes on as if nothing had been. */
	CU_ASSERT_TRUE(mi_set_variable(s.gdb, "go_on = 0", &error));
	session_continue(&s, &stop);
	ASSERT_INT(stop.reason, MI_STOP_EXITED);
	ASSERT_INT(stop.status, 7);
	session_end(&s);
}

static void interrupts_a_program_that_blocks_all_signals(void)
{
	struct session s;
	const char *words[] = {"block", NULL};
	if (!can_debug() || !session_start(&s, DEBUGGEE("spin"), words))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	mi_run(s.gdb, &error);
	mi_wait_stop(s.gdb, 100, &stop, NULL);
	CU_ASSERT_TRUE(mi_interrupt(s.gdb, 5000, &stop, &error));
	ASSERT_NO_ERROR(error);
	ASSERT_STR(stop.signal, "SIGSTOP");
	CU_ASSERT_TRUE(mi_set_variable(s.gdb, "go_on = 0", &error));
	session_continue(&s, &stop);
	ASSERT_INT(stop.reason, MI_STOP_EXITED);
	ASSERT_INT(stop.status, 7);
	session_end(&s);
}

static void kills_running_and_stopped_programs(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("spin"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	mi_run(s.gdb, &error);
	pid_t pid = mi_client_pid(s.gdb);
	CU_ASSERT_TRUE(mi_kill(s.gdb, &error));
	ASSERT_NO_ERROR(error);
	CU_ASSERT_FALSE(process_lives(pid));
	ASSERT_INT(mi_client_pid(s.gdb), 0);
	CU_ASSERT_TRUE(mi_kill(s.gdb, &error));
	mi_run_to_main(s.gdb, &stop, &error);
	pid = mi_client_pid(s.gdb);
	CU_ASSERT_TRUE(process_lives(pid));
	CU_ASSERT_TRUE(mi_kill(s.gdb, &error));
	CU_ASSERT_FALSE(process_lives(pid));
	ASSERT_NO_ERROR(error);
	/* At a breakpoint that nobody has waited for. */
	g_auto(mi_breakpoint) b = MI_BREAKPOINT_INIT;
	mi_break(s.gdb, &(struct mi_place){.function = "main"}, &b, &error);
	mi_run(s.gdb, &error);
	pid = mi_client_pid(s.gdb);
	g_usleep(200000);
	CU_ASSERT_TRUE(mi_client_running(s.gdb));
	CU_ASSERT_TRUE(mi_kill(s.gdb, &error));
	CU_ASSERT_FALSE(process_lives(pid));
	CU_ASSERT_TRUE(mi_break_delete(s.gdb, b.number, &error));
	ASSERT_NO_ERROR(error);
	/* Running again ends the one before. */
	mi_run(s.gdb, &error);
	pid = mi_client_pid(s.gdb);
	mi_run(s.gdb, &error);
	CU_ASSERT_NOT_EQUAL(pid, mi_client_pid(s.gdb));
	CU_ASSERT_FALSE(process_lives(pid));
	ASSERT_NO_ERROR(error);
	session_end(&s);
}

static void caps_the_backtrace_of_an_endless_recursion(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("recurse"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	session_run(&s, &stop);
	ASSERT_STR(stop.signal, "SIGSEGV");
	/* The innermost frame may lie beyond the stack that is there. */
	CU_ASSERT_TRUE(mi_select_frame(s.gdb, 1, &error));
	g_autofree char *depth = mi_evaluate(s.gdb, "n", &error);
	CU_ASSERT_TRUE(depth && atoi(depth) > 50000 && atoi(depth) < 600000);
	gint64 start = g_get_monotonic_time();
	g_autoptr(mi_backtrace_t) b = mi_backtrace(s.gdb, 50, &error);
	ASSERT_NO_ERROR(error);
	ASSERT_INT(b->n, 50);
	CU_ASSERT_TRUE(b->more);
	ASSERT_STR(b->frames[49].function, "down");
	/* All 180,000 frames would take a minute. */
	CU_ASSERT_TRUE(seconds_since(start) < 10);
	session_end(&s);
}

static void follows_the_parent_of_a_fork(void)
{
	struct session s;
	const char *words[] = {"wait", NULL};
	if (!can_debug() || !session_start(&s, DEBUGGEE("forks"), words))
		return;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	session_run(&s, &stop);
	ASSERT_INT(stop.reason, MI_STOP_EXITED);
	ASSERT_INT(stop.status, 5);
	g_free(mi_console(s.gdb, "catch fork", NULL));
	session_run(&s, &stop);
	ASSERT_INT(stop.reason, MI_STOP_FORK);
	CU_ASSERT_TRUE(stop.child > 0);
	session_end(&s);
	CU_ASSERT_TRUE(process_ends(stop.child, 1000));
}

static void ends_children_that_the_program_left_behind(void)
{
	struct session s;
	const char *words[] = {"leave", NULL};
	if (!can_debug() || !session_start(&s, DEBUGGEE("forks"), words))
		return;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	session_run(&s, &stop);
	ASSERT_INT(stop.status, 6);
	g_autofree char *out = file_contents(s.out);
	pid_t child = atoi(out);
	CU_ASSERT_TRUE(child > 0 && process_lives(child));
	session_end(&s);
	CU_ASSERT_TRUE(process_ends(child, 1000));
}

static void follows_the_program_into_another(void)
{
	struct session s;
	const char *words[] = {DEBUGGEE("finish"), "exit", "44", NULL};
	if (!can_debug() || !session_start(&s, DEBUGGEE("execs"), words))
		return;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	session_run(&s, &stop);
	ASSERT_INT(stop.reason, MI_STOP_EXITED);
	ASSERT_INT(stop.status, 44);
	/* GDB knows the other program now; the next run is of the first. */
	g_free(mi_console(s.gdb, "catch exec", NULL));
	session_run(&s, &stop);
	ASSERT_INT(stop.reason, MI_STOP_EXEC);
	CU_ASSERT_TRUE(stop.expression &&
		       g_str_has_suffix(stop.expression, "debuggee-finish"));
	session_end(&s);
}

static void survives_a_flood_of_output(void)
{
	struct session s;
	const char *words[] = {"flood", NULL};
	if (!can_debug() || !session_start(&s, DEBUGGEE("output"), words))
		return;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	session_run(&s, &stop);
	ASSERT_INT(stop.reason, MI_STOP_EXITED);
	ASSERT_INT(stop.status, 0);
	ASSERT_INT(lseek(s.out, 0, SEEK_END), 100 << 20);
	session_end(&s);
}

static void lets_the_program_close_its_output(void)
{
	struct session s;
	const char *words[] = {"close", NULL};
	if (!can_debug() || !session_start(&s, DEBUGGEE("output"), words))
		return;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	session_run(&s, &stop);
	ASSERT_INT(stop.status, 4);
	session_end(&s);
}

static void assert_shown(const char *output, const char *line)
{
	g_autofree char *whole = g_strdup_printf("\n%s\n", line);
	if (!strstr(output, whole))
		test_fail("'%s' is not in the output:\n%s", line, output);
}

static void keeps_the_programs_descriptors_apart_from_mi(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("show"), NULL))
		return;
	CU_ASSERT_TRUE(write(s.in, "from stdin\n", 11) == 11);
	lseek(s.in, 0, SEEK_SET);
	g_auto(mi_stop) stop = MI_STOP_INIT;
	session_run(&s, &stop);
	ASSERT_INT(stop.reason, MI_STOP_EXITED);
	ASSERT_INT(stop.status, 0);
	g_autofree char *out = file_contents(s.out);
	g_autofree char *err = file_contents(s.err);
	CU_ASSERT_TRUE(g_str_has_prefix(out, "^done\n(gdb) \n*stopped"));
	assert_shown(out, "from stdin");
	assert_shown(out, "descriptors=3");
	ASSERT_STR(err, "to stderr\n");
	session_end(&s);
}

static void passes_arguments_environment_and_directory_exactly(void)
{
	struct session s;
	const char *words[] = {"", "a b", "it's", "$HOME", "*", "a\nb", "\\n",
		"\"q\"", ">&1", "#", "\303\244\377", "-x", "~", NULL};
	if (!can_debug() || !session_start(&s, DEBUGGEE("show"), words))
		return;
	g_autoptr(GError) error = NULL;
	static const struct {
		const char *name, *value;
	} variables[] = {
		{"SHOW", "PLAIN,BLANKS,AGAIN,GONE,LINES,COLUMNS,NEWLINE,EMPTY,"
			 "SHELL,"
			 "LC_ALL,HOME"},
		{"PLAIN", "x=1 'y' \"z\" $HOME"},
		{"BLANKS", "  both 'ends' \t"},
		{"AGAIN", "no longer blank"},
		{"GONE", NULL},
		{"NEWLINE", "a\nb"},
		{"EMPTY", ""},
		{"HOME", NULL},
	};
	CU_ASSERT_TRUE(mi_set_environment(s.gdb, "AGAIN", " blank", &error));
	CU_ASSERT_TRUE(mi_set_environment(s.gdb, "GONE", " blank", &error));
	for (guint i = 0; i < G_N_ELEMENTS(variables); i++)
		CU_ASSERT_TRUE(mi_set_environment(
			s.gdb, variables[i].name, variables[i].value, &error));
	CU_ASSERT_TRUE(mi_set_directory(s.gdb, "/usr/lib", &error));
	ASSERT_NO_ERROR(error);
	CU_ASSERT_FALSE(mi_set_environment(s.gdb, "A B", "x", &error));
	ASSERT_ERROR(error, "'A B' cannot be the name");
	g_auto(mi_stop) stop = MI_STOP_INIT;
	session_run(&s, &stop);
	g_autofree char *out = file_contents(s.out);
	for (guint i = 0; words[i]; i++) {
		g_autofree char *line =
			g_strdup_printf("argument=[%s]", words[i]);
		assert_shown(out, line);
	}
	for (guint i = 1; i < G_N_ELEMENTS(variables); i++) {
		g_autofree char *line = g_strdup_printf("%s=[%s]",
			variables[i].name,
			variables[i].value ? variables[i].value : "(unset)");
		assert_shown(out, line);
	}
	/* As without GDB: ours, whatever GDB itself was given. */
	static const char *const own[] = {
		"LINES", "COLUMNS", "SHELL", "LC_ALL"};
	for (guint i = 0; i < G_N_ELEMENTS(own); i++) {
		const char *value = g_getenv(own[i]);
		g_autofree char *line = g_strdup_printf(
			"%s=[%s]", own[i], value ? value : "(unset)");
		assert_shown(out, line);
	}
	assert_shown(out, "directory=/usr/lib");
	session_end(&s);
}

static void limits_the_program_and_not_gdb(void)
{
	struct session s;
	struct mi_options options = MI_OPTIONS_INIT;
	options.limits = (struct hc_limits){.stack = 4 << 20,
		.memory = 64 << 20,
		.file = 1 << 20,
		.cpu = 3};
	if (!can_debug() ||
		!session_start_with(&s, &options, DEBUGGEE("show"), NULL))
		return;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	session_run(&s, &stop);
	g_autofree char *out = file_contents(s.out);
	assert_shown(out, "stack=4194304");
	assert_shown(out, "memory=67108864");
	assert_shown(out, "file=1048576");
	assert_shown(out, "cpu=3");
	assert_shown(out, "core=0");
	/* Other limits for the next run; GDB has been free of them all. */
	mi_set_limits(s.gdb, &(struct hc_limits){.stack = 2 << 20});
	session_run(&s, &stop);
	g_autofree char *again = file_contents(s.out);
	assert_shown(again, "stack=2097152");
	session_end(&s);
}

static void says_why_a_program_cannot_start(void)
{
	if (!can_debug())
		return;
	g_autoptr(GError) error = NULL;
	struct mi_options options = MI_OPTIONS_INIT;
	g_autoptr(mi_client) gdb = mi_client_new(&options, &error);
	CU_ASSERT_FALSE(mi_load(gdb, "/no/such file", NULL, &error));
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_COMMAND));
	ASSERT_ERROR(error, "/no/such file: No such file");
	g_clear_error(&error);
	CU_ASSERT_FALSE(mi_load(gdb, DEBUGGEE_SOURCES "count.c", NULL, &error));
	ASSERT_ERROR(error, "file format not recognized");
	g_clear_error(&error);
	CU_ASSERT_FALSE(mi_run(gdb, &error));
	CU_ASSERT_PTR_NOT_NULL(error);
	g_clear_error(&error);
	/* Not executable, under a name that needs quoting. */
	g_autofree char *copy = g_strdup_printf(
		"%s/a 'b\" \\c %d", g_get_tmp_dir(), (int) getpid());
	g_autofree char *contents = NULL;
	gsize n;
	g_file_get_contents(DEBUGGEE("finish"), &contents, &n, NULL);
	g_file_set_contents_full(
		copy, contents, n, G_FILE_SET_CONTENTS_NONE, 0644, NULL);
	gboolean debug_info = FALSE;
	CU_ASSERT_TRUE(mi_load(gdb, copy, &debug_info, &error));
	CU_ASSERT_TRUE(debug_info);
	CU_ASSERT_FALSE(mi_run(gdb, &error));
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_STARTUP));
	ASSERT_ERROR(error, "the file cannot be executed");
	unlink(copy);
}

static void reports_what_the_system_refuses(void)
{
	if (!can_debug())
		return;
	struct session s;
	struct mi_options options = MI_OPTIONS_INIT;
	g_autoptr(GError) error = NULL;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	options.gdb = DEBUGGEE("deny");
	g_setenv("DENY", "personality", TRUE);
	if (session_start_with(&s, &options, DEBUGGEE("finish"), NULL)) {
		session_run(&s, &stop);
		CU_ASSERT_TRUE(mi_client_randomized(s.gdb));
		ASSERT_INT(stop.reason, MI_STOP_EXITED);
		session_end(&s);
	}
	g_setenv("DENY", "ptrace", TRUE);
	if (session_start_with(&s, &options, DEBUGGEE("finish"), NULL)) {
		CU_ASSERT_FALSE(mi_run(s.gdb, &error));
		CU_ASSERT_TRUE(
			g_error_matches(error, MI_ERROR, MI_ERROR_PTRACE));
		ASSERT_ERROR(error, "SYS_PTRACE");
		session_end(&s);
	}
	g_unsetenv("DENY");
	options.gdb = NULL;
	if (session_start_with(&s, &options, DEBUGGEE("finish"), NULL)) {
		session_run(&s, &stop);
		CU_ASSERT_FALSE(mi_client_randomized(s.gdb));
		session_end(&s);
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(gives_a_crash_with_its_backtrace),
		TEST(tells_every_exit_status),
		TEST(tells_death_by_every_common_signal),
		TEST(stops_an_endless_loop_at_the_deadline),
		TEST(interrupts_a_program_that_blocks_all_signals),
		TEST(kills_running_and_stopped_programs),
		TEST(caps_the_backtrace_of_an_endless_recursion),
		TEST(follows_the_parent_of_a_fork),
		TEST(ends_children_that_the_program_left_behind),
		TEST(follows_the_program_into_another),
		TEST(survives_a_flood_of_output),
		TEST(lets_the_program_close_its_output),
		TEST(keeps_the_programs_descriptors_apart_from_mi),
		TEST(passes_arguments_environment_and_directory_exactly),
		TEST(limits_the_program_and_not_gdb),
		TEST(says_why_a_program_cannot_start),
		TEST(reports_what_the_system_refuses),
	};
	return run_tests("mi-run", tests, G_N_ELEMENTS(tests));
}
