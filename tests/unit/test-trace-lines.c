/* Traces of lines: in the frames that the program is in, and without a trace in
 * what it does. */
#include "mi-helper.h"
#include "trace.h"

#include <string.h>
#include <sys/resource.h>

enum { NEVER = 1 << 30 };

static struct hc_launch launch_of(const char *const *argv)
{
	static char **env;
	if (!env)
		env = g_get_environ();
	return (struct hc_launch){
		.path = argv[0],
		.argv = argv,
		.env = (const char *const *) env,
		.limits = HC_LIMITS_INIT,
		.timeout = 60,
	};
}

static struct hc_trace *run_with(
	const char *const *argv, const struct hc_trace_options *options)
{
	struct hc_launch launch = launch_of(argv);
	g_autoptr(GError) error = NULL;
	struct hc_trace *trace = hc_trace_run(&launch, options, &error);
	ASSERT_NO_ERROR(error);
	return trace;
}

static struct hc_trace *run(const char *const *argv, guint hot)
{
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	options.lines = TRUE;
	options.hot_line = hot;
	return run_with(argv, &options);
}

static const struct hc_trace_entry *entry_at(
	const struct hc_trace *trace, guint i)
{
	return &g_array_index(trace->entries, struct hc_trace_entry, i);
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
		n += entry_at(trace, i)->line == line;
	return n;
}

/* ---- The run itself ------------------------------------------------ */

static void check_outcome(const char *const *argv, const struct hc_trace *trace)
{
	struct hc_launch launch = launch_of(argv);
	g_autoptr(hc_outcome) native = hc_launch_native(&launch, NULL);
	if (!trace || !native)
		return;
	g_autofree char *a = hc_outcome_describe(native);
	g_autofree char *b = hc_outcome_describe(trace->outcome);
	if (!hc_outcome_same(native, trace->outcome))
		test_fail("%s %s: %s natively, %s traced", argv[0], argv[1], a,
			b);
}

static void the_outcome_is_that_of_a_native_run(void)
{
	static const char *const kinds[] = {"plain", "fixed", "marked",
		"optimised", "optimised-marked", "optimised-fixed", "small",
		"static", "large", "separate"};
	static const char *const commands[][4] = {
		{DEBUGGEES "count"},
		{DEBUGGEES "output"},
		{DEBUGGEES "forks"},
		{DEBUGGEES "threads"},
		{DEBUGGEES "crash"},
		{DEBUGGEES "recurse"},
		{DEBUGGEES "execs", "/bin/echo", "hello"},
		{TRACES "trace-small", "threads"},
		{TRACES "trace-small", "fork"},
		{TRACES "trace-small", "vfork"},
		{TRACES "trace-small", "exec", DEBUGGEES "count"},
		{TRACES "trace-small", "crash"},
		{TRACES "trace-static", "endless"},
		{TRACES "trace-optimised", "hot", "200000"},
	};
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
		g_autofree char *lines =
			g_strconcat(TRACES "lines-", kinds[i], NULL);
		g_autofree char *throws =
			g_strconcat(TRACES "throws-", kinds[i], NULL);
		const char *argv[] = {lines, "5000", NULL};
		g_autoptr(hc_trace) trace = run(argv, 200);
		check_outcome(argv, trace);
		argv[0] = throws;
		argv[1] = NULL;
		if (!g_file_test(throws, G_FILE_TEST_IS_EXECUTABLE))
			continue;
		g_autoptr(hc_trace) thrown = run(argv, 200);
		check_outcome(argv, thrown);
	}
	for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
		g_autoptr(hc_trace) trace = run(commands[i], 50);
		check_outcome(commands[i], trace);
	}
}

/* ---- Entries ------------------------------------------------------- */

static guint find_mark_in(
	const struct hc_trace *trace, const char *file, const char *mark)
{
	int number = mark_line(file, mark);
	for (guint i = 0; i < trace->lines->len; i++)
		if (line_at(trace, i)->line == number)
			return i;
	test_fail("there is no line with %s", mark);
	return 0;
}

static guint find_mark(const struct hc_trace *trace, const char *mark)
{
	return find_mark_in(trace, "trace/lines.c", mark);
}

static void check_frames(const struct hc_trace *trace, const char *kind,
	guint function, guint line)
{
	g_autofree guint *times = g_new0(guint, trace->entries->len);
	for (guint i = 0; i < trace->entries->len; i++) {
		const struct hc_trace_entry *e = entry_at(trace, i);
		if (e->line != line)
			continue;
		if (e->parent >= i) {
			test_fail("%s: no frame", kind);
			continue;
		}
		ASSERT_INT(entry_at(trace, e->parent)->line, HC_TRACE_NONE);
		ASSERT_INT(e->stack, entry_at(trace, e->parent)->stack);
		times[e->parent]++;
	}
	for (guint i = 0; i < trace->entries->len; i++) {
		const struct hc_trace_entry *e = entry_at(trace, i);
		if (e->function != function || e->line != HC_TRACE_NONE)
			continue;
		if (times[i] != 1)
			test_fail("%s: a frame comes %u times to line %d", kind,
				times[i], line_at(trace, line)->line);
	}
}

static void a_line_belongs_to_its_frame_in_a_recursion(void)
{
	static const char *const kinds[] = {"plain", "marked", "fixed"};
	static const char *const marks[] = {"before", "after", "late"};
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
		g_autofree char *path =
			g_strconcat(TRACES "lines-", kinds[i], NULL);
		const char *argv[] = {path, NULL};
		g_autoptr(hc_trace) trace = run(argv, 200);
		for (guint j = 0; trace && j < G_N_ELEMENTS(marks); j++) {
			guint line = find_mark(trace, marks[j]);
			CU_ASSERT_TRUE(line_at(trace, line)->count > 10);
			check_frames(trace, kinds[i],
				line_at(trace, line)->function, line);
		}
	}
}

/* Of functions with code that moves the stack pointer, too. */
static void all_lines_of_optimised_code_have_a_frame(void)
{
	static const char *const kinds[] = {"optimised", "small", "large"};
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
		g_autofree char *path =
			g_strconcat(TRACES "lines-", kinds[i], NULL);
		const char *argv[] = {path, NULL};
		g_autoptr(hc_trace) trace = run(argv, 200);
		guint lines = 0, lost = 0;
		for (guint j = 0; trace && j < trace->entries->len; j++) {
			const struct hc_trace_entry *e = entry_at(trace, j);
			if (e->line == HC_TRACE_NONE)
				continue;
			lines++;
			if (e->parent == HC_TRACE_NONE) {
				lost++;
				continue;
			}
			ASSERT_INT(entry_at(trace, e->parent)->function,
				e->function);
		}
		CU_ASSERT_TRUE(lines > 100);
		ASSERT_INT(lost, 0);
	}
}

static void a_loop_at_the_beginning_is_one_entry_and_many_lines(void)
{
	static const char *const kinds[] = {
		"plain", "optimised", "optimised-fixed", "small", "static"};
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
		g_autofree char *path =
			g_strconcat(TRACES "lines-", kinds[i], NULL);
		const char *argv[] = {path, NULL};
		g_autoptr(hc_trace) trace = run(argv, 200);
		if (!trace)
			continue;
		guint number = find_mark(trace, "round");
		const struct hc_trace_line *line = line_at(trace, number);
		const struct hc_trace_function *function =
			trace->functions->pdata[line->function];
		ASSERT_INT(line->how, HC_TRACE_JUMP);
		ASSERT_INT(line->count, 9);
		ASSERT_INT(entries_of(trace, number), 9);
		ASSERT_INT(function->count, 1);
		CU_ASSERT_FALSE(function->looped);
		number = find_mark(trace, "behind");
		ASSERT_INT(line_at(trace, number)->count, 1);
		check_frames(trace, kinds[i], line->function, number);
	}
}

/* It is come to 2,500 times. */
static void a_hot_line_counts_once_too_often_and_has_no_entries(void)
{
	const char *argv[] = {TRACES "lines-plain", "5000", NULL};
	g_autoptr(hc_trace) trace = run(argv, 200);
	guint hot = find_mark(trace, "hot");
	ASSERT_INT(line_at(trace, hot)->count, 201);
	CU_ASSERT_TRUE(line_at(trace, hot)->dropped);
	ASSERT_INT(entries_of(trace, hot), 0);
	guint before = find_mark(trace, "before");
	CU_ASSERT_FALSE(line_at(trace, before)->dropped);
	ASSERT_INT(entries_of(trace, before), line_at(trace, before)->count);
	argv[1] = "10";
	g_autoptr(hc_trace) cold = run(argv, 2);
	for (guint i = 0; i < cold->lines->len; i++) {
		const struct hc_trace_line *line = line_at(cold, i);
		ASSERT_INT(line->dropped, line->count > 2);
		CU_ASSERT_TRUE(line->count <= 3);
	}
}

static long stops(void)
{
	struct rusage usage;
	getrusage(RUSAGE_CHILDREN, &usage);
	return usage.ru_nvcsw;
}

/* `continue` is one byte; what leads there is a jump. */
static void a_statement_without_room_stops_nothing(void)
{
	static const char *const kinds[] = {"plain", "fixed", "marked"};
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
		g_autofree char *path =
			g_strconcat(TRACES "trace-", kinds[i], NULL);
		const char *argv[] = {path, "skips", "2000", NULL};
		long before = stops();
		g_autoptr(hc_trace) trace = run(argv, NEVER);
		CU_ASSERT_TRUE(stops() - before < 500);
		guint skip = find_mark_in(trace, "trace/trace.c", "skip");
		ASSERT_INT(line_at(trace, skip)->how, HC_TRACE_TRAP);
		ASSERT_INT(line_at(trace, skip)->count, 1000);
		ASSERT_INT(entries_of(trace, skip), 1000);
	}
}

/* Not by a jump either: those that come to its breakpoint would be missing. */
static void a_statement_without_room_ends_with_the_first_thread(void)
{
	const char *argv[] = {TRACES "trace-plain", "threads", NULL};
	g_autoptr(hc_trace) trace = run(argv, NEVER);
	guint skip = find_mark_in(trace, "trace/trace.c", "skip");
	CU_ASSERT_TRUE(line_at(trace, skip)->partly);
	ASSERT_INT(line_at(trace, skip)->count, 5);
	ASSERT_INT(entries_of(trace, skip), 5);
}

static void a_full_trace_loses_the_lines_with_the_most_entries(void)
{
	const char *argv[] = {TRACES "lines-plain", "5000", NULL};
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	options.lines = TRUE;
	options.hot_line = NEVER;
	options.entries = 1000;
	g_autoptr(hc_trace) trace = run_with(argv, &options);
	guint hot = find_mark(trace, "hot"), last = find_mark(trace, "exit");
	CU_ASSERT_TRUE(line_at(trace, hot)->dropped);
	CU_ASSERT_TRUE(line_at(trace, hot)->count <= 2500);
	ASSERT_INT(entries_of(trace, hot), 0);
	ASSERT_INT(entries_of(trace, last), 1);
	CU_ASSERT_TRUE(trace->entries->len < 1000);
	check_outcome(argv, trace);
}

static void opening_and_closing_lines_are_left_out(void)
{
	const char *argv[] = {TRACES "lines-plain", NULL};
	g_autofree char *text = NULL;
	g_file_get_contents(
		DEBUGGEE_SOURCES "trace/lines.c", &text, NULL, NULL);
	g_auto(GStrv) source = g_strsplit(text, "\n", -1);
	g_autoptr(hc_trace) trace = run(argv, 200);
	for (guint i = 0; i < trace->lines->len; i++) {
		const struct hc_trace_line *line = line_at(trace, i);
		const struct hc_trace_function *function =
			trace->functions->pdata[line->function];
		CU_ASSERT_STRING_NOT_EQUAL(source[line->line - 1], "}");
		CU_ASSERT_TRUE(line->line > function->line);
	}
	/* The last line of a function that never returns is a statement. */
	ASSERT_INT(line_at(trace, find_mark(trace, "exit"))->count, 1);
}

static void what_was_written_is_known_at_each_line(void)
{
	const char *argv[] = {TRACES "lines-plain", NULL};
	g_autoptr(hc_trace) trace = run(argv, 200);
	guint last = find_mark(trace, "exit");
	CU_ASSERT_TRUE(trace->written_known);
	for (guint i = 0; i < trace->entries->len; i++) {
		const struct hc_trace_entry *e = entry_at(trace, i);
		if (e->line == last)
			ASSERT_INT(
				e->out, g_bytes_get_size(trace->outcome->out));
	}
}

static void dropped_lines_leave_all_else_as_it_was(void)
{
	const char *argv[] = {TRACES "lines-plain", NULL};
	g_autoptr(hc_trace) trace = run(argv, 200);
	guint before = find_mark(trace, "before");
	guint late = find_mark(trace, "late");
	guint function = line_at(trace, late)->function;
	g_autofree gboolean *drop = g_new0(gboolean, trace->lines->len);
	drop[before] = TRUE;
	hc_trace_drop_lines(trace, drop);
	ASSERT_INT(entries_of(trace, before), 0);
	CU_ASSERT_TRUE(line_at(trace, before)->dropped);
	check_frames(trace, "dropped", function, late);
	/* With a function go its lines. */
	g_autofree gboolean *gone = g_new0(gboolean, trace->functions->len);
	gone[function] = TRUE;
	hc_trace_drop(trace, gone);
	ASSERT_INT(entries_of(trace, late), 0);
	CU_ASSERT_TRUE(line_at(trace, late)->dropped);
}

static void without_being_asked_for_there_are_no_lines(void)
{
	const char *argv[] = {TRACES "lines-plain", NULL};
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	g_autoptr(hc_trace) trace = run_with(argv, &options);
	ASSERT_INT(trace->lines->len, 0);
	CU_ASSERT_TRUE(trace->entries->len > 0);
	for (guint i = 0; i < trace->entries->len; i++)
		ASSERT_INT(entry_at(trace, i)->line, HC_TRACE_NONE);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(the_outcome_is_that_of_a_native_run),
		TEST(a_line_belongs_to_its_frame_in_a_recursion),
		TEST(all_lines_of_optimised_code_have_a_frame),
		TEST(a_loop_at_the_beginning_is_one_entry_and_many_lines),
		TEST(a_statement_without_room_stops_nothing),
		TEST(a_statement_without_room_ends_with_the_first_thread),
		TEST(a_hot_line_counts_once_too_often_and_has_no_entries),
		TEST(a_full_trace_loses_the_lines_with_the_most_entries),
		TEST(opening_and_closing_lines_are_left_out),
		TEST(what_was_written_is_known_at_each_line),
		TEST(dropped_lines_leave_all_else_as_it_was),
		TEST(without_being_asked_for_there_are_no_lines),
	};
	return run_tests("trace-lines", tests, G_N_ELEMENTS(tests));
}
