/* Transcripts: written by a client with a real GDB, played by one without.
 * The same scenes run live and from tests/data/mi; how to record these anew
 * stands in its README. */
#include "mi-helper.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Where the programs were when the transcripts were recorded. */
#define RECORDED "/debuggees/debuggee-"
#define RECORDED_VERSION "13.1"

static void play_crash(struct mi_client *gdb, GError **error)
{
	g_auto(mi_stop) stop = MI_STOP_INIT;
	if (!mi_run(gdb, error) || !mi_wait_stop(gdb, 10000, &stop, error))
		return;
	ASSERT_STR(stop.signal, "SIGSEGV");
	g_autoptr(mi_backtrace_t) b = mi_backtrace(gdb, 2, error);
	if (!b)
		return;
	ASSERT_INT(b->n, 2);
	CU_ASSERT_TRUE(b->more);
	ASSERT_STR(b->frames[1].function, "middle");
	g_autoptr(mi_registers_t) r = mi_registers(
		gdb, (const char *const[]){"rip", "rsp", "st0", NULL}, error);
	ASSERT_INT(r ? r->n : 0, 3);
	CU_ASSERT_PTR_NULL(mi_read_memory(gdb, 0, 4, NULL));
	if (mi_continue(gdb, error) && mi_wait_stop(gdb, 10000, &stop, error))
		ASSERT_INT(stop.reason, MI_STOP_KILLED);
}

static void play_hang(struct mi_client *gdb, GError **error)
{
	g_auto(mi_stop) stop = MI_STOP_INIT;
	g_autoptr(GError) expected = NULL;
	if (!mi_run(gdb, error))
		return;
	CU_ASSERT_FALSE(mi_wait_stop(gdb, 100, &stop, &expected));
	CU_ASSERT_TRUE(g_error_matches(expected, MI_ERROR, MI_ERROR_TIMEOUT));
	if (!mi_interrupt(gdb, 5000, &stop, error))
		return;
	ASSERT_STR(stop.signal, "SIGINT");
	if (mi_set_variable(gdb, "go_on = 0", error) &&
		mi_continue(gdb, error) &&
		mi_wait_stop(gdb, 10000, &stop, error))
		ASSERT_INT(stop.status, 7);
}

/* Shapes of answers beyond what the typed commands use. */
static void ask_around(struct mi_client *gdb)
{
	static const char *const commands[] = {
		"-stack-list-variables --all-values",
		"-stack-list-arguments --simple-values 0 5",
		"-stack-info-depth",
		"-break-list",
		"-list-features",
		"-list-thread-groups --recurse 1",
		"-data-list-register-values N 0 1 2 16",
		"-data-disassemble -s $pc -e \"$pc + 40\" -- 2",
		"-var-create v * origin",
		"-var-list-children --all-values v",
		"-var-update --all-values *",
		"-var-delete v",
		"-symbol-info-variables",
		"-symbol-list-lines count.c",
		"-data-read-memory-bytes &bytes 3000",
		"-data-evaluate-expression text",
		"-data-evaluate-expression no_such",
		"-no-such-command",
		"-interpreter-exec console \"info signals\"",
		"-interpreter-exec console \"info functions -n\"",
		"-interpreter-exec console \"info sharedlibrary\"",
		("-interpreter-exec console \"echo "
		 "\\\\033[1m\\\\377\\\\001\\n\""),
		"-interpreter-exec console \"print/x $_siginfo\"",
		"-interpreter-exec console \"file /no/such\"",
		"-inferior-tty-show",
		"-gdb-show language",
	};
	for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
		mi_record_free(mi_client_command(gdb, NULL, "%s", commands[i]));
}

static void play_count(struct mi_client *gdb, GError **error)
{
	g_auto(mi_stop) stop = MI_STOP_INIT;
	g_auto(mi_breakpoint) b = MI_BREAKPOINT_INIT;
	const char *words[] = {"a b", "\303\244'", NULL};
	if (!mi_set_arguments(gdb, words, error) ||
		!mi_break(gdb,
			&(struct mi_place){.function = "add", .ignore = 2}, &b,
			error) ||
		!mi_run(gdb, error) || !mi_wait_stop(gdb, 10000, &stop, error))
		return;
	ASSERT_INT(stop.breakpoint, b.number);
	g_autofree char *n = mi_evaluate(gdb, "n", error);
	ASSERT_STR(n, "3");
	g_autofree char *first = mi_evaluate(gdb, "text", error);
	ASSERT_STR(first, "\"a \\\"b\\\"\\n\\303\\244\"");
	ask_around(gdb);
	g_autoptr(mi_threads_t) t = mi_threads(gdb, error);
	ASSERT_INT(t ? t->n : 0, 1);
	if (!t || !mi_finish(gdb, error) ||
		!mi_wait_stop(gdb, 10000, &stop, error))
		return;
	ASSERT_INT(stop.reason, MI_STOP_FINISHED);
	ASSERT_STR(stop.value, "6");
	int watch = mi_watch(gdb, "total", error);
	if (!mi_continue(gdb, error) || !mi_wait_stop(gdb, 10000, &stop, error))
		return;
	if (stop.reason == MI_STOP_BREAKPOINT && mi_continue(gdb, error))
		mi_wait_stop(gdb, 10000, &stop, error);
	ASSERT_INT(stop.reason, MI_STOP_WATCHPOINT);
	ASSERT_STR(stop.value, "10");
	if (mi_break_delete(gdb, watch, error) &&
		mi_break_delete(gdb, b.number, error) && mi_step(gdb, error) &&
		mi_wait_stop(gdb, 10000, &stop, error))
		ASSERT_INT(stop.reason, MI_STOP_STEP);
	if (mi_continue(gdb, error) && mi_wait_stop(gdb, 10000, &stop, error))
		ASSERT_INT(stop.status, 15);
}

static const struct scene {
	const char *name, *program;
	void (*play)(struct mi_client *gdb, GError **error);
} scenes[] = {
	{"crash", "crash", play_crash},
	{"hang", "spin", play_hang},
	{"count", "count", play_count},
};

/* One scene with whatever the options stand for. */
static void play(const struct scene *scene, const struct mi_options *options,
	const char *prefix)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *program = g_strconcat(prefix, scene->program, NULL);
	g_autoptr(mi_client) gdb = mi_client_new(options, &error);
	if (gdb && mi_load(gdb, program, NULL, &error)) {
		scene->play(gdb, &error);
		CU_ASSERT_PTR_NOT_NULL(mi_client_version(gdb));
	}
	if (error)
		test_fail("scene %s: %s", scene->name, error->message);
}

static void plays_recorded_transcripts_without_gdb(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(scenes); i++) {
		struct mi_options options = MI_OPTIONS_INIT;
		g_autofree char *path = g_strdup_printf(MI_DATA
			"gdb-" RECORDED_VERSION "-%s.transcript",
			scenes[i].name);
		options.replay = path;
		play(&scenes[i], &options, RECORDED);
	}
}

/* With MI_RECORD=FOLDER the transcripts stay there. */
static void plays_what_it_has_just_written(void)
{
	if (!can_debug())
		return;
	const char *record = g_getenv("MI_RECORD");
	const char *prefix = record ? RECORDED : DEBUGGEES;
	for (guint i = 0; i < G_N_ELEMENTS(scenes); i++) {
		struct mi_options options = MI_OPTIONS_INIT;
		g_autofree char *path =
			record ? g_strdup_printf("%s/gdb-" RECORDED_VERSION
						 "-%s.transcript",
					 record, scenes[i].name)
			       : g_strdup_printf("%s/transcript-%d-%s",
					 g_get_tmp_dir(), (int) getpid(),
					 scenes[i].name);
		unlink(path);
		options.debug_directory = "";
		options.log = path;
		play(&scenes[i], &options, prefix);
		options.log = NULL;
		options.replay = path;
		play(&scenes[i], &options, prefix);
		if (!record)
			unlink(path);
	}
}

static void logs_where_the_environment_says(void)
{
	if (!can_debug())
		return;
	g_autofree char *path = g_strdup_printf(
		"%s/mi-log-%d", g_get_tmp_dir(), (int) getpid());
	g_autofree char *text = NULL;
	struct mi_options options = MI_OPTIONS_INIT;
	g_setenv("HOWCOME_MI_LOG", path, TRUE);
	for (int i = 0; i < 2; i++) {
		g_autoptr(mi_client) gdb = mi_client_new(&options, NULL);
		g_free(mi_console(gdb, "echo 100%\\t\\n", NULL));
	}
	g_setenv("HOWCOME_MI_LOG", "/no/such/folder/log", TRUE);
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(mi_client_new(&options, &error));
	ASSERT_ERROR(error, "cannot write the MI log '/no/such/folder/log'");
	g_unsetenv("HOWCOME_MI_LOG");
	CU_ASSERT_TRUE(g_file_get_contents(path, &text, NULL, NULL));
	g_auto(GStrv) parts = g_strsplit(text, "-gdb-version", -1);
	ASSERT_INT(g_strv_length(parts), 3);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, " ~\"100%25\\t\\n\"\n"));
	unlink(path);
}

/* A transcript that a test writes itself: what follows GDB's greeting. */
static char *transcript(const char *rest)
{
	g_autofree char *text = g_strconcat(
		"# 0.0 1 by hand\n> 0.1 1 1-gdb-version\n"
		"} 0.1 1 2x\n} 0.1 1 3x\n} 0.1 1 4x\n} 0.1 1 5x\n"
		"< 0.2 1 ~\"GNU gdb (GDB) 13.1\\n\"\n< 0.2 1 1^done\n"
		"< 0.2 1 2^done\n< 0.2 1 3^done\n< 0.2 2 junk of another\n"
		"< 0.2 1 4^done\n< 0.2 1 5^done%0D\n",
		rest, NULL);
	char *path = NULL;
	close(g_file_open_tmp("transcript-XXXXXX", &path, NULL));
	g_file_set_contents(path, text, -1, NULL);
	return path;
}

static struct mi_client *replay(const char *rest, GError **error)
{
	g_autofree char *path = transcript(rest);
	struct mi_options options = MI_OPTIONS_INIT;
	options.replay = path;
	struct mi_client *gdb = mi_client_new(&options, error);
	unlink(path);
	return gdb;
}

static void says_where_the_transcript_differs(void)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(mi_client) gdb =
		replay("> 1 1 6-this\n< 1 1 6^done,a=\"%25\"\n"
		       "> 1 1 7-that\n",
			&error);
	ASSERT_NO_ERROR(error);
	g_autoptr(mi_record) record = mi_client_command(gdb, &error, "-this");
	ASSERT_NO_ERROR(error);
	ASSERT_STR(mi_value_text(&record->value, "a"), "%");
	CU_ASSERT_PTR_NULL(mi_client_command(gdb, &error, "-other"));
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_REPLAY));
	ASSERT_ERROR(error,
		":16: the transcript has '7-that' where '7-other' is sent now");
	g_clear_error(&error);
	CU_ASSERT_PTR_NULL(mi_client_next_async(gdb, 10000, &error));
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_TIMEOUT));
	ASSERT_ERROR(error, "GDB wrote nothing more before '7-that' was sent");
}

static void says_where_the_transcript_ends(void)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(mi_client) ends = replay("> 1 1 6-this\n", &error);
	CU_ASSERT_PTR_NULL(mi_client_command(ends, &error, "-this"));
	ASSERT_ERROR(error, "-this: GDB ended (the transcript ends here)");
	g_clear_error(&error);
	g_autoptr(mi_client) dies = replay(
		"> 1 1 6-this\n| 1 1 6^do\n! 1 1 killed by signal 9\n", &error);
	CU_ASSERT_PTR_NULL(mi_client_command(dies, &error, "-this"));
	ASSERT_ERROR(error, "-this: GDB ended (killed by signal 9)");
	g_clear_error(&error);
	CU_ASSERT_PTR_NULL(mi_client_command(dies, &error, "-that"));
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_REPLAY));
}

static void refuses_what_is_no_transcript(void)
{
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(replay("what is this\n", &error));
	ASSERT_ERROR(error, ":14: not a line of an MI transcript");
	g_clear_error(&error);
	struct mi_options options = MI_OPTIONS_INIT;
	options.replay = "/no/such/transcript";
	CU_ASSERT_PTR_NULL(mi_client_new(&options, &error));
	ASSERT_ERROR(error, "/no/such/transcript");
}

static void drops_old_notices_but_no_stop(void)
{
	GString *text = g_string_new("> 1 1 6-exec-run\n< 1 1 6^running\n"
				     "< 1 1 =thread-group-started,id=\"i1\","
				     "pid=\"99999999\"\n"
				     "< 1 1 *running,thread-id=\"all\"\n"
				     "< 1 1 *stopped,reason=\"exited\","
				     "exit-code=\"010\"\n");
	for (int i = 0; i < 10000; i++)
		g_string_append(text, "< 1 1 =breakpoint-modified,n=\"1\"\n");
	g_string_append(text, "> 1 1 7-x\n< 1 1 7^done\n");
	g_autoptr(GError) error = NULL;
	g_autoptr(mi_client) gdb = replay(text->str, &error);
	g_string_free(text, TRUE);
	mi_record_free(mi_client_command(gdb, &error, "-exec-run"));
	gint64 token = mi_client_send(gdb, "-x", &error);
	mi_record_free(mi_client_wait(gdb, token, 1000, &error));
	ASSERT_NO_ERROR(error);
	g_auto(mi_stop) stop = MI_STOP_INIT;
	CU_ASSERT_TRUE(mi_wait_stop(gdb, 0, &stop, &error));
	ASSERT_INT(stop.status, 8);
	guint left = 0;
	for (struct mi_record *r; (r = mi_client_next_async(gdb, 0, NULL));
		left++)
		mi_record_free(r);
	ASSERT_INT(left, 4095);
}

/* One stop, from the record that GDB would write. */
static void assert_stop(const char *record, struct mi_stop *stop)
{
	g_autofree char *text = g_strdup_printf(
		"> 1 1 6-exec-continue\n< 1 1 6^running\n< 1 1 *running\n"
		"< 1 1 (gdb)\n< 1 1 *stopped,%s,thread-id=\"1\"\n",
		record);
	g_autoptr(GError) error = NULL;
	g_autoptr(mi_client) gdb = replay(text, &error);
	mi_record_free(mi_client_command(gdb, &error, "-exec-continue"));
	CU_ASSERT_TRUE(mi_wait_stop(gdb, 0, stop, &error));
	ASSERT_NO_ERROR(error);
}

static void reads_every_stop_reason(void)
{
	static const struct {
		const char *record;
		enum mi_stop_reason reason;
		int breakpoint, status;
		const char *expression, *old_value, *value, *signal;
	} cases[] = {
		{"reason=\"breakpoint-hit\",bkptno=\"3\"", MI_STOP_BREAKPOINT,
			3},
		{"reason=\"watchpoint-trigger\",wpt={number=\"2\",exp=\"x\"},"
		 "value={old=\"1\",new=\"2\"}",
			MI_STOP_WATCHPOINT, 2, 0, "x", "1", "2"},
		{"reason=\"read-watchpoint-trigger\",hw-rwpt={number=\"4\","
		 "exp=\"y\"},value={value=\"7\"}",
			MI_STOP_WATCHPOINT, 4, 0, "y", NULL, "7"},
		{"reason=\"access-watchpoint-trigger\",hw-awpt={number=\"5\","
		 "exp=\"z\"},value={old=\"1\",new=\"3\"}",
			MI_STOP_WATCHPOINT, 5, 0, "z", "1", "3"},
		{"reason=\"watchpoint-scope\",wpnum=\"6\"", MI_STOP_WATCH_SCOPE,
			6},
		{"reason=\"end-stepping-range\"", MI_STOP_STEP},
		{"reason=\"function-finished\",gdb-result-var=\"$1\","
		 "return-value=\"9\"",
			MI_STOP_FINISHED, 0, 0, NULL, NULL, "9"},
		{"reason=\"location-reached\"", MI_STOP_LOCATION},
		{"reason=\"signal-received\",signal-name=\"SIGFPE\"",
			MI_STOP_SIGNAL, 0, 0, NULL, NULL, NULL, "SIGFPE"},
		{"reason=\"exited\",exit-code=\"0377\"", MI_STOP_EXITED, 0,
			255},
		{"reason=\"exited-normally\"", MI_STOP_EXITED},
		/* Seen at the end of a checkpoint: the first one counts. */
		{"reason=\"exited\",exit-code=\"02\","
		 "reason=\"signal-received\"",
			MI_STOP_EXITED, 0, 2},
		{"reason=\"exited-signalled\",signal-name=\"SIGKILL\"",
			MI_STOP_KILLED, 0, 0, NULL, NULL, NULL, "SIGKILL"},
		{"reason=\"fork\",bkptno=\"1\",newpid=\"77\"", MI_STOP_FORK, 1},
		{"reason=\"vfork\",bkptno=\"2\",newpid=\"77\"", MI_STOP_FORK,
			2},
		{"reason=\"exec\",bkptno=\"1\",new-exec=\"/bin/x\"",
			MI_STOP_EXEC, 1, 0, "/bin/x"},
		{"reason=\"syscall-entry\",bkptno=\"1\",syscall-name=\"read\"",
			MI_STOP_SYSCALL, 1, 0, "read"},
		{"reason=\"solib-event\"", MI_STOP_SOLIB},
		{"reason=\"no-history\"", MI_STOP_NO_HISTORY},
		{"reason=\"something-new\"", MI_STOP_UNKNOWN},
		{"frame={addr=\"0x10\",func=\"f\"}", MI_STOP_UNKNOWN},
	};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_auto(mi_stop) stop = MI_STOP_INIT;
		assert_stop(cases[i].record, &stop);
		ASSERT_INT(stop.reason, cases[i].reason);
		ASSERT_INT(stop.breakpoint, cases[i].breakpoint);
		ASSERT_INT(stop.status, cases[i].status);
		ASSERT_STR(stop.expression, cases[i].expression);
		ASSERT_STR(stop.old_value, cases[i].old_value);
		ASSERT_STR(stop.value, cases[i].value);
		ASSERT_STR(stop.signal, cases[i].signal);
		ASSERT_INT(stop.thread, 1);
		ASSERT_INT(stop.child, stop.reason == MI_STOP_FORK ? 77 : 0);
		CU_ASSERT_PTR_NOT_NULL(mi_stop_reason_name(stop.reason));
	}
}

static void reads_breakpoints_with_several_locations(void)
{
	static const char *const shapes[] = {
		"{number=\"2\",enabled=\"y\",addr=\"<MULTIPLE>\",times=\"3\","
		"locations=[{number=\"2.1\",addr=\"0x10\",func=\"f\","
		"line=\"7\"},{number=\"2.2\",addr=\"0x20\"}]}",
		"{number=\"2\",enabled=\"y\",addr=\"<MULTIPLE>\",times=\"3\"},"
		"{number=\"2.1\",addr=\"0x10\",func=\"f\",line=\"7\"},"
		"{number=\"2.2\",addr=\"0x20\"}",
	};
	for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
		g_autofree char *text = g_strdup_printf(
			"> 1 1 6-break-insert --function \"f\"\n"
			"< 1 1 6^done,bkpt=%s\n",
			shapes[i]);
		g_autoptr(GError) error = NULL;
		g_autoptr(mi_client) gdb = replay(text, &error);
		g_auto(mi_breakpoint) b = MI_BREAKPOINT_INIT;
		mi_break(gdb, &(struct mi_place){.function = "f"}, &b, &error);
		ASSERT_NO_ERROR(error);
		ASSERT_INT(b.number, 2);
		ASSERT_INT(b.locations, 2);
		ASSERT_INT(b.address, 0x10);
		ASSERT_INT(b.line, 7);
		ASSERT_INT(b.hits, 3);
		ASSERT_STR(b.function, "f");
	}
}

static void reports_answers_that_lack_what_they_should_have(void)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(mi_client) gdb =
		replay("> 1 1 6-break-insert *0x10\n< 1 1 6^done\n"
		       "> 1 1 7-data-evaluate-expression \"x\"\n< 1 1 7^done\n"
		       "> 1 1 8-data-read-memory-bytes 0x10 4\n"
		       "< 1 1 8^done,memory=[{begin=\"0x10\",end=\"0x14\","
		       "contents=\"0011zz\"}]\n"
		       "> 1 1 9-stack-list-frames 0 3\n< 1 1 9^done\n"
		       "> 1 1 10-thread-info\n< 1 1 10^done\n"
		       "> 1 1 11-x\n< 1 1 11^error\n",
			&error);
	g_auto(mi_breakpoint) b = MI_BREAKPOINT_INIT;
	CU_ASSERT_FALSE(
		mi_break(gdb, &(struct mi_place){.address = 0x10}, &b, &error));
	ASSERT_ERROR(error, "did not say which");
	g_clear_error(&error);
	CU_ASSERT_PTR_NULL(mi_evaluate(gdb, "x", &error));
	ASSERT_ERROR(error, "no value for 'x'");
	g_clear_error(&error);
	CU_ASSERT_PTR_NULL(mi_read_memory(gdb, 0x10, 4, &error));
	ASSERT_ERROR(error, "cannot access memory at 0x10");
	g_clear_error(&error);
	g_autoptr(mi_backtrace_t) frames = mi_backtrace(gdb, 3, &error);
	ASSERT_INT(frames ? frames->n : 1, 0);
	g_autoptr(mi_threads_t) threads = mi_threads(gdb, &error);
	ASSERT_INT(threads ? threads->n : 1, 0);
	ASSERT_NO_ERROR(error);
	CU_ASSERT_PTR_NULL(mi_client_command(gdb, &error, "-x"));
	ASSERT_ERROR(error, "-x: GDB refused this");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(plays_recorded_transcripts_without_gdb),
		TEST(plays_what_it_has_just_written),
		TEST(logs_where_the_environment_says),
		TEST(says_where_the_transcript_differs),
		TEST(says_where_the_transcript_ends),
		TEST(refuses_what_is_no_transcript),
		TEST(drops_old_notices_but_no_stop),
		TEST(reads_every_stop_reason),
		TEST(reads_breakpoints_with_several_locations),
		TEST(reports_answers_that_lack_what_they_should_have),
	};
	return run_tests("mi-replay", tests, G_N_ELEMENTS(tests));
}
