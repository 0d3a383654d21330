/* The client: answers, stops, deadlines, and a GDB that is not there, not a
 * GDB, too old, silent or suddenly dead. */
#include "mi-helper.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Starts with a program in GDB's place and expects the error. */
static void assert_start_fails(
	const char *path, int timeout, enum mi_error code, const char *part)
{
	struct mi_options options = MI_OPTIONS_INIT;
	g_autoptr(GError) error = NULL;
	guint before = count_descriptors();
	options.gdb = path;
	options.timeout = timeout;
	g_autoptr(mi_client) gdb = mi_client_new(&options, &error);
	CU_ASSERT_PTR_NULL(gdb);
	ASSERT_ERROR(error, part);
	if (error)
		ASSERT_INT(error->code, code);
	ASSERT_INT(count_descriptors(), before);
}

static void assert_fake_fails(
	const char *script, int timeout, enum mi_error code, const char *part)
{
	g_autofree char *path = fake_gdb(script);
	assert_start_fails(path, timeout, code, part);
	unlink(path);
}

static void reports_a_missing_gdb(void)
{
	assert_start_fails("no-such-gdb", 5000, MI_ERROR_NO_GDB,
		"there is no 'no-such-gdb' in PATH");
	assert_start_fails("/no/such/gdb", 5000, MI_ERROR_NO_GDB,
		"there is no GDB at '/no/such/gdb'");
	assert_start_fails("/etc", 5000, MI_ERROR_NO_GDB, "/etc");
	g_autofree char *path = fake_gdb("");
	g_file_set_contents_full(path, "not a program\n", -1,
		G_FILE_SET_CONTENTS_NONE, 0755, NULL);
	assert_start_fails(path, 5000, MI_ERROR_NO_GDB, "Exec format error");
	unlink(path);
}

static void reports_a_gdb_that_ends_at_once(void)
{
	assert_fake_fails("echo some trouble >&2; exit 3", 5000, MI_ERROR_DIED,
		"GDB ended (exit status 3); it said: some trouble");
	assert_fake_fails("kill -9 $$", 5000, MI_ERROR_DIED,
		"GDB ended (killed by signal 9");
}

static void reports_an_old_gdb(void)
{
	assert_fake_fails("read l; echo '~\"GNU gdb (GDB) 8.3.1\"'; "
			  "echo '1^done'; cat >/dev/null",
		5000, MI_ERROR_OLD_GDB,
		"this is GDB 8.3.1; version 9 or later is needed");
	assert_fake_fails("echo \"Interpreter \\`mi3' unrecognized\" >&2; "
			  "exit 1",
		5000, MI_ERROR_OLD_GDB, "version 9 or later is needed");
}

static void reports_what_is_no_gdb(void)
{
	assert_fake_fails("read l; echo '~\"Some shell 3.0\"'; "
			  "echo '1^done'; cat >/dev/null",
		5000, MI_ERROR_ANSWER, "does not look like GDB");
}

static void gives_up_on_a_gdb_that_says_nothing(void)
{
	gint64 start = g_get_monotonic_time();
	assert_fake_fails("exec sleep 100", 200, MI_ERROR_TIMEOUT,
		"not answered in time");
	CU_ASSERT_TRUE(seconds_since(start) < 5);
	assert_fake_fails("while :; do echo junk; sleep 0.01; done", 1000,
		MI_ERROR_TIMEOUT, "not an MI record, near 'junk'");
	assert_fake_fails("exec yes '=x,y=\"1\"'", 200, MI_ERROR_TIMEOUT,
		"not answered in time");
}

static void fails_the_command_whose_answer_is_malformed(void)
{
	g_autofree char *path = fake_gdb(
		"echo '~\"GNU gdb (GDB) 13.1\"'; for i in 1 2 3 4 5; do "
		"echo \"$i^done\"; done; echo '6^done,x={'; "
		"echo '7^done,x=\"y\"'; cat >/dev/null");
	struct mi_options options = MI_OPTIONS_INIT;
	g_autoptr(GError) error = NULL;
	options.gdb = path;
	g_autoptr(mi_client) gdb = mi_client_new(&options, &error);
	ASSERT_NO_ERROR(error);
	unlink(path);
	if (!gdb)
		return;
	ASSERT_STR(mi_client_version(gdb), "13.1");
	CU_ASSERT_PTR_NULL(mi_client_command(gdb, &error, "-first"));
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_SYNTAX));
	ASSERT_ERROR(error, "-first: GDB's output, byte");
	g_clear_error(&error);
	g_autoptr(mi_record) record = mi_client_command(gdb, &error, "-second");
	ASSERT_NO_ERROR(error);
	ASSERT_STR(record ? mi_value_text(&record->value, "x") : NULL, "y");
}

static void matches_answers_of_many_commands_under_way(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("count"), NULL))
		return;
	enum { N = 1000 };
	gint64 tokens[N];
	g_autoptr(GError) error = NULL;
	for (int i = 0; i < N; i++) {
		g_autofree char *command =
			g_strdup_printf("-data-evaluate-expression %d", i);
		tokens[i] = mi_client_send(s.gdb, command, &error);
	}
	for (int i = N - 1; i >= 0; i--) {
		g_autoptr(mi_record) record =
			mi_client_wait(s.gdb, tokens[i], 10000, &error);
		int value = -1;
		if (record)
			mi_value_int(&record->value, "value", &value);
		ASSERT_INT(value, i);
	}
	CU_ASSERT_PTR_NULL(mi_client_wait(s.gdb, tokens[0], 100, NULL));
	ASSERT_NO_ERROR(error);
	session_end(&s);
}

/* More than both sockets hold, in both directions. */
static void does_not_lock_up_when_nobody_reads(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("count"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_autofree char *expression = g_strnfill(2000, '1');
	g_autofree char *command = g_strdup_printf(
		"-data-evaluate-expression \"\\\"%s\\\"\"", expression);
	gint64 last = 0;
	for (int i = 0; i < 300 && last >= 0; i++)
		last = mi_client_send(s.gdb, command, &error);
	ASSERT_NO_ERROR(error);
	mi_record_free(mi_client_wait(s.gdb, last, 30000, &error));
	ASSERT_NO_ERROR(error);
	session_end(&s);
}

static void names_the_command_that_gdb_refused(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("count"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(mi_evaluate(s.gdb, "no_such + 1", &error));
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_COMMAND));
	ASSERT_ERROR(error,
		"-data-evaluate-expression \"no_such + 1\": No symbol "
		"\"no_such\" in current context.");
	g_clear_error(&error);
	CU_ASSERT_PTR_NULL(mi_client_command(s.gdb, &error, "-no-such"));
	ASSERT_ERROR(error, "-no-such: Undefined MI command");
	g_clear_error(&error);
	CU_ASSERT_PTR_NULL(mi_client_command(s.gdb, &error, "-a\n-b"));
	ASSERT_ERROR(error, "newline");
	g_clear_error(&error);
	CU_ASSERT_FALSE(mi_continue(s.gdb, &error));
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_RUNNING));
	g_auto(mi_stop) stop = MI_STOP_INIT;
	CU_ASSERT_FALSE(mi_wait_stop(s.gdb, 10000, &stop, NULL));
	session_end(&s);
}

static void captures_what_a_console_command_prints(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("count"), NULL))
		return;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	g_autofree char *one =
		mi_console(s.gdb, "echo one\\n\\033\\377 \"x\"", NULL);
	ASSERT_STR(one, "one\n\033\377 \"x\"");
	g_autofree char *nothing = mi_console(s.gdb, "echo", NULL);
	ASSERT_STR(nothing, "");
	/* What the stop printed is not the next command's. */
	mi_run_to_main(s.gdb, &stop, NULL);
	g_autofree char *two = mi_console(s.gdb, "output 1 + 1", NULL);
	ASSERT_STR(two, "2");
	session_end(&s);
}

static void keeps_a_stop_that_arrives_before_the_wait(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("finish"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	CU_ASSERT_TRUE(mi_run(s.gdb, &error));
	/* Until the client itself has seen the end. */
	for (int i = 0; i < 1000 && mi_client_running(s.gdb); i++) {
		g_usleep(2000);
		gint64 token = mi_client_send(s.gdb, "-gdb-version", NULL);
		mi_record_free(mi_client_wait(s.gdb, token, 5000, NULL));
	}
	CU_ASSERT_FALSE(mi_client_running(s.gdb));
	CU_ASSERT_TRUE(mi_wait_stop(s.gdb, 0, &stop, &error));
	ASSERT_NO_ERROR(error);
	ASSERT_INT(stop.reason, MI_STOP_EXITED);
	session_end(&s);
}

static void hands_out_async_records_in_order(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("finish"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	static const char *const expected[] = {"thread-group-started",
		"running", "thread-group-exited", "stopped"};
	guint found = 0;
	mi_run(s.gdb, &error);
	while (found < G_N_ELEMENTS(expected)) {
		g_autoptr(mi_record) record =
			mi_client_next_async(s.gdb, 5000, &error);
		if (!record)
			break;
		found += strcmp(record->class, expected[found]) == 0;
	}
	ASSERT_NO_ERROR(error);
	ASSERT_INT(found, G_N_ELEMENTS(expected));
	session_end(&s);
}

static void refuses_commands_while_the_program_runs(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("spin"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	mi_run(s.gdb, &error);
	CU_ASSERT_PTR_NULL(mi_evaluate(s.gdb, "1", &error));
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_RUNNING));
	CU_ASSERT_PTR_NULL(mi_registers(s.gdb, NULL, NULL));
	session_end(&s);
}

static void swallows_an_interrupt_that_came_too_late(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("count"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_breakpoint) b = MI_BREAKPOINT_INIT;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	/* The program stops by itself about when it is interrupted; the last
	 * times surely before, and nobody has looked. */
	for (int i = 0; i < 30; i++) {
		mi_break(s.gdb,
			&(struct mi_place){
				.function = "add", .temporary = TRUE},
			&b, &error);
		mi_run(s.gdb, &error);
		g_usleep(i < 28 ? i * 200 : 200000);
		CU_ASSERT_TRUE(mi_interrupt(s.gdb, 5000, &stop, &error));
		ASSERT_NO_ERROR(error);
		if (i >= 28)
			ASSERT_INT(stop.reason, MI_STOP_BREAKPOINT);
		gboolean at_end = FALSE;
		for (int k = 0; k < 4 && !at_end; k++) {
			gboolean hit = stop.reason == MI_STOP_BREAKPOINT;
			if (!session_continue(&s, &stop))
				break;
			at_end = stop.reason == MI_STOP_EXITED;
			if (hit)
				CU_ASSERT_TRUE(at_end);
		}
		CU_ASSERT_TRUE(at_end);
		g_free(mi_console(s.gdb, "delete", NULL));
	}
	session_end(&s);
}

static void notices_the_death_of_gdb_while_the_program_runs(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("spin"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	mi_run(s.gdb, &error);
	pid_t gdb = mi_client_gdb_pid(s.gdb), pid = mi_client_pid(s.gdb);
	CU_ASSERT_TRUE(process_lives(pid));
	kill(gdb, SIGKILL);
	gint64 start = g_get_monotonic_time();
	CU_ASSERT_FALSE(mi_wait_stop(s.gdb, 20000, &stop, &error));
	CU_ASSERT_TRUE(seconds_since(start) < 1);
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_DIED));
	ASSERT_ERROR(error, "GDB ended (killed by signal 9, Killed)");
	CU_ASSERT_FALSE(process_lives(pid));
	CU_ASSERT_FALSE(process_lives(gdb));
	g_clear_error(&error);
	/* And it stays so. */
	CU_ASSERT_PTR_NULL(mi_evaluate(s.gdb, "1", &error));
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_DIED));
	session_end(&s);
}

/* Kills GDB once it has a second child besides the program, which is given
 * back. */
static gint64 killed_at;

static gpointer kill_in_command(gpointer data)
{
	struct mi_client *gdb = data;
	pid_t pid = mi_client_gdb_pid(gdb), child = 0;
	g_autofree char *path = g_strdup_printf(
		"/proc/%d/task/%d/children", (int) pid, (int) pid);
	for (int i = 0; i < 1000 && child == 0; i++) {
		g_autofree char *text = NULL;
		int a = 0, b = 0;
		g_usleep(2000);
		if (g_file_get_contents(path, &text, NULL, NULL) &&
			sscanf(text, "%d %d", &a, &b) == 2)
			child = a == mi_client_pid(gdb) ? b : a;
	}
	killed_at = g_get_monotonic_time();
	kill(pid, SIGKILL);
	return GINT_TO_POINTER(child);
}

static void notices_the_death_of_gdb_in_the_middle_of_a_command(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("count"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	mi_run_to_main(s.gdb, &stop, &error);
	pid_t pid = mi_client_pid(s.gdb);
	GThread *killer = g_thread_new("killer", kill_in_command, s.gdb);
	/* The child that sleeps holds GDB's end of the connection open. */
	CU_ASSERT_PTR_NULL(mi_console(s.gdb, "shell sleep 20", &error));
	CU_ASSERT_TRUE(seconds_since(killed_at) < 1);
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_DIED));
	ASSERT_ERROR(error, "shell sleep 20");
	CU_ASSERT_FALSE(process_lives(pid));
	pid_t child = GPOINTER_TO_INT(g_thread_join(killer));
	CU_ASSERT_TRUE(child > 0 && process_ends(child, 1000));
	session_end(&s);
}

static void gives_up_on_a_stuck_gdb_and_removes_it(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("count"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	pid_t gdb = mi_client_gdb_pid(s.gdb);
	kill(gdb, SIGSTOP);
	gint64 token = mi_client_send(s.gdb, "-gdb-version", &error);
	CU_ASSERT_PTR_NULL(mi_client_wait(s.gdb, token, 200, &error));
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_TIMEOUT));
	g_clear_error(&error);
	/* The answer may still come: nothing is lost by giving up. */
	kill(gdb, SIGCONT);
	mi_record *late = mi_client_wait(s.gdb, token, 30000, &error);
	ASSERT_STR(late ? late->class : NULL, "done");
	mi_record_free(late);
	kill(gdb, SIGSTOP);
	session_end(&s);
	CU_ASSERT_FALSE(process_lives(gdb));
}

static void leaves_nothing_when_we_are_killed(void)
{
	if (!can_debug())
		return;
	pid_t *pids = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t child = fork();
	if (child == 0) {
		struct session s;
		if (!session_start(&s, DEBUGGEE("spin"), NULL) ||
			!mi_run(s.gdb, NULL))
			_exit(1);
		pids[1] = mi_client_pid(s.gdb);
		pids[0] = mi_client_gdb_pid(s.gdb);
		pause();
	}
	for (int i = 0; i < 1000 && !*(volatile pid_t *) pids; i++)
		g_usleep(10000);
	CU_ASSERT_TRUE(pids[0] > 0 && process_lives(pids[1]));
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	CU_ASSERT_TRUE(process_ends(pids[0], 2000));
	CU_ASSERT_TRUE(process_ends(pids[1], 2000));
	munmap(pids, 4096);
}

static void leaves_no_descriptor_and_no_process(void)
{
	struct session s;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	if (!can_debug())
		return;
	guint before = count_descriptors();
	for (int i = 0; i < 3; i++) {
		if (!session_start(&s, DEBUGGEE("spin"), NULL))
			return;
		mi_run_to_main(s.gdb, &stop, NULL);
		pid_t gdb = mi_client_gdb_pid(s.gdb);
		pid_t pid = mi_client_pid(s.gdb);
		session_end(&s);
		CU_ASSERT_FALSE(process_lives(gdb));
		CU_ASSERT_FALSE(process_lives(pid));
	}
	ASSERT_INT(count_descriptors(), before);
	CU_ASSERT_EQUAL(waitpid(-1, NULL, WNOHANG), -1);
	CU_ASSERT_EQUAL(errno, ECHILD);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(reports_a_missing_gdb),
		TEST(reports_a_gdb_that_ends_at_once),
		TEST(reports_an_old_gdb),
		TEST(reports_what_is_no_gdb),
		TEST(gives_up_on_a_gdb_that_says_nothing),
		TEST(fails_the_command_whose_answer_is_malformed),
		TEST(matches_answers_of_many_commands_under_way),
		TEST(does_not_lock_up_when_nobody_reads),
		TEST(names_the_command_that_gdb_refused),
		TEST(captures_what_a_console_command_prints),
		TEST(keeps_a_stop_that_arrives_before_the_wait),
		TEST(hands_out_async_records_in_order),
		TEST(refuses_commands_while_the_program_runs),
		TEST(swallows_an_interrupt_that_came_too_late),
		TEST(notices_the_death_of_gdb_while_the_program_runs),
		TEST(notices_the_death_of_gdb_in_the_middle_of_a_command),
		TEST(gives_up_on_a_stuck_gdb_and_removes_it),
		TEST(leaves_nothing_when_we_are_killed),
		TEST(leaves_no_descriptor_and_no_process),
	};
	return run_tests("mi-client", tests, G_N_ELEMENTS(tests));
}
