/* Lines of traces are reached as often as GDB's breakpoints there are hit. */
#include "mi-helper.h"
#include "trace.h"

#include <stdio.h>

enum { NEVER = 1 << 30 };

static struct hc_trace *run(const char *const *argv)
{
	g_auto(GStrv) env = g_get_environ();
	struct hc_launch launch = {
		.path = argv[0],
		.argv = argv,
		.env = (const char *const *) env,
		.limits = HC_LIMITS_INIT,
		.timeout = 60,
	};
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	options.lines = TRUE;
	options.hot_line = NEVER;
	g_autoptr(GError) error = NULL;
	struct hc_trace *trace = hc_trace_run(&launch, &options, &error);
	ASSERT_NO_ERROR(error);
	return trace;
}

static const struct hc_trace_line *line_at(
	const struct hc_trace *trace, guint i)
{
	return trace->lines->pdata[i];
}

static guint64 entries_of(const struct hc_trace *trace, guint line)
{
	guint64 n = 0;
	for (guint i = 0; i < trace->entries->len; i++)
		n += g_array_index(trace->entries, struct hc_trace_entry, i)
			     .line == line;
	return n;
}

/* Breakpoints at all lines that are never stopped at: their numbers. */
static GArray *set_breakpoints(
	struct session *session, const struct hc_trace *trace)
{
	GArray *numbers = g_array_new(FALSE, FALSE, sizeof(int));
	for (guint i = 0; i < trace->lines->len; i++) {
		const struct hc_trace_line *line = line_at(trace, i);
		struct mi_place place = {.file = line->file,
			.line = line->line,
			.ignore = NEVER};
		g_auto(mi_breakpoint) one = MI_BREAKPOINT_INIT;
		g_autoptr(GError) error = NULL;
		if (!mi_break(session->gdb, &place, &one, &error))
			test_fail("%s:%d: %s", line->file, line->line,
				error->message);
		if (one.locations != 1)
			test_fail("%s:%d has %u places", line->file, line->line,
				one.locations);
		g_array_append_val(numbers, one.number);
	}
	return numbers;
}

static void compare_counts(struct session *session,
	const struct hc_trace *trace, const GArray *numbers, const char *what)
{
	guint jumps = 0, traps = 0, not_recorded = 0;
	for (guint i = 0; i < trace->lines->len; i++) {
		const struct hc_trace_line *line = line_at(trace, i);
		g_auto(mi_breakpoint) one = MI_BREAKPOINT_INIT;
		mi_break_info(session->gdb, g_array_index(numbers, int, i),
			&one, NULL);
		jumps += line->how == HC_TRACE_JUMP;
		traps += line->how == HC_TRACE_TRAP;
		not_recorded += line->how == HC_TRACE_NOT;
		if (line->how == HC_TRACE_NOT) {
			ASSERT_INT(line->count, 0);
			continue;
		}
		if (one.hits != line->count ||
			entries_of(trace, i) != line->count)
			test_fail("%s: %s:%d (%s) is reached %" G_GUINT64_FORMAT
				  " times, with %" G_GUINT64_FORMAT
				  " entries, not %" G_GUINT64_FORMAT,
				what, line->file, line->line,
				line->how == HC_TRACE_JUMP ? "jump" : "trap",
				line->count, entries_of(trace, i), one.hits);
	}
	printf("# %s: %u lines by a jump, %u by a trap, %u not\n", what, jumps,
		traps, not_recorded);
	CU_ASSERT_TRUE(jumps > 10 * not_recorded);
}

static void compare_with_gdb(const char *const *argv)
{
	struct session session;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	g_autoptr(hc_trace) trace = run(argv);
	if (!trace || !session_start(&session, argv[0], argv + 1))
		return;
	g_autofree char *what = g_strjoinv(" ", (char **) (void *) argv);
	g_autoptr(GArray) numbers = set_breakpoints(&session, trace);
	g_free(mi_console(session.gdb, "handle SIGUSR1 nostop noprint", NULL));
	if (session_run(&session, &stop))
		compare_counts(&session, trace, numbers, what);
	session_end(&session);
}

/* A debuggee, compiled in some ways. */
static void compare_kinds(const char *name, const char *const *kinds)
{
	if (!can_debug())
		return;
	for (guint i = 0; kinds[i]; i++) {
		g_autofree char *path =
			g_strconcat(TRACES, name, "-", kinds[i], NULL);
		const char *argv[] = {path, NULL};
		if (g_file_test(path, G_FILE_TEST_IS_EXECUTABLE))
			compare_with_gdb(argv);
	}
}

static const char *const plain[] = {"plain", "fixed", "marked", NULL};
static const char *const optimised[] = {"optimised", "optimised-marked",
	"optimised-fixed", "small", "static", "large", NULL};

static void lines_are_counted_as_gdb_does(void)
{
	compare_kinds("trace", plain);
	compare_kinds("lines", plain);
}

static void optimised_lines_too(void)
{
	compare_kinds("trace", optimised);
	compare_kinds("lines", optimised);
}

static void lines_of_cplusplus_too(void)
{
	static const char *const kinds[] = {
		"plain", "optimised", "small", NULL};
	compare_kinds("throws", kinds);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(lines_are_counted_as_gdb_does),
		TEST(optimised_lines_too),
		TEST(lines_of_cplusplus_too),
	};
	return run_tests("trace-lines-gdb", tests, G_N_ELEMENTS(tests));
}
