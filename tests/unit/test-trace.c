/* Traces of a debuggee that says itself how often it enters what. */
#include "runner.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const kinds[] = {"plain", "fixed", "marked", "optimised",
	"optimised-marked", "optimised-fixed", "small", "static", "large",
	"separate"};

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
	ASSERT_INT(waitpid(-1, NULL, WNOHANG), -1);
	return trace;
}

/* One kind of the debuggee, with more arguments. */
static struct hc_trace *run(const char *kind, const char *a, const char *b)
{
	g_autofree char *path = g_strconcat(TRACES "trace-", kind, NULL);
	const char *argv[] = {path, a, b, NULL};
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	return run_with(argv, &options);
}

static const struct hc_trace_function *find(
	const struct hc_trace *trace, const char *name, guint *index)
{
	for (guint i = 0; i < trace->functions->len; i++) {
		const struct hc_trace_function *f = trace->functions->pdata[i];
		if (strcmp(f->name, name) == 0) {
			*index = i;
			return f;
		}
	}
	test_fail("there is no function %s", name);
	*index = 0;
	return NULL;
}

static const struct hc_trace_entry *entry_at(
	const struct hc_trace *trace, guint i)
{
	return &g_array_index(trace->entries, struct hc_trace_entry, i);
}

static guint64 entries_of(const struct hc_trace *trace, guint function)
{
	guint64 n = 0;
	for (guint i = 0; i < trace->entries->len; i++)
		n += entry_at(trace, i)->function == function &&
		     entry_at(trace, i)->line == HC_TRACE_NONE;
	return n;
}

static void check_count(const struct hc_trace *trace, const char *kind,
	const char *name, guint64 expected)
{
	guint index = 0;
	const struct hc_trace_function *f = find(trace, name, &index);
	if (!f || f->count != expected || f->how == HC_TRACE_NOT ||
		(!f->dropped && entries_of(trace, index) != expected))
		test_fail("%s: %s is entered %" G_GUINT64_FORMAT
			  " times, not %" G_GUINT64_FORMAT,
			kind, name, f ? f->count : 0, expected);
}

static void check_parent(const struct hc_trace *trace, const char *kind,
	const char *name, const char *expected)
{
	guint index = 0;
	find(trace, name, &index);
	for (guint i = 0; i < trace->entries->len; i++) {
		const struct hc_trace_entry *e = entry_at(trace, i);
		if (e->function != index || e->line != HC_TRACE_NONE)
			continue;
		const struct hc_trace_function *parent =
			e->parent == HC_TRACE_NONE
				? NULL
				: trace->functions
					  ->pdata[entry_at(trace, e->parent)
							  ->function];
		if (!parent || strcmp(parent->name, expected) != 0)
			test_fail("%s: %s is called by %s, not by %s", kind,
				name, parent ? parent->name : "nobody",
				expected);
	}
}

/* What the debuggee said, line by line. */
static guint check_said(const struct hc_trace *trace, const char *kind)
{
	gsize n;
	const char *out = g_bytes_get_data(trace->outcome->out, &n);
	g_autofree char *text = g_strndup(out ? out : "", n);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	guint checked = 0;
	for (guint i = 0; lines[i]; i++) {
		g_auto(GStrv) words = g_strsplit(lines[i], " ", -1);
		if (g_strv_length(words) != 3)
			continue;
		checked++;
		if (strcmp(words[0], "count") == 0)
			check_count(trace, kind, words[1],
				g_ascii_strtoull(words[2], NULL, 10));
		else
			check_parent(trace, kind, words[1], words[2]);
	}
	return checked;
}

static void counts_and_callers_are_those_of_the_program(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
		g_autoptr(hc_trace) trace = run(kinds[i], NULL, NULL);
		if (trace && check_said(trace, kinds[i]) < 20)
			test_fail("%s: it said nothing", kinds[i]);
	}
}

static void they_are_the_same_with_lines(void)
{
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	options.lines = TRUE;
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
		g_autofree char *path =
			g_strconcat(TRACES "trace-", kinds[i], NULL);
		const char *argv[] = {path, NULL};
		g_autoptr(hc_trace) trace = run_with(argv, &options);
		if (trace && check_said(trace, kinds[i]) < 20)
			test_fail("%s: it said nothing", kinds[i]);
	}
}

static void the_outcome_is_that_of_a_native_run(void)
{
	static const char *const commands[][4] = {
		{DEBUGGEES "count"},
		{DEBUGGEES "output"},
		{DEBUGGEES "forks"},
		{DEBUGGEES "forks", "leave"},
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
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
		struct hc_launch launch = launch_of(commands[i]);
		g_autoptr(hc_outcome) native = hc_launch_native(&launch, NULL);
		g_autoptr(hc_trace) trace = run_with(commands[i], &options);
		if (!trace || !native)
			continue;
		/* `forks leave` prints a process id. */
		if (g_strcmp0(commands[i][1], "leave") == 0) {
			ASSERT_INT(trace->outcome->status, native->status);
			continue;
		}
		g_autofree char *a = hc_outcome_describe(native);
		g_autofree char *b = hc_outcome_describe(trace->outcome);
		if (!hc_outcome_same(native, trace->outcome))
			test_fail("%s %s: %s natively, %s traced",
				commands[i][0], commands[i][1], a, b);
	}
}

static void other_threads_and_children_are_not_recorded(void)
{
	static const char *const how[] = {"threads", "fork", "vfork"};
	for (guint i = 0; i < G_N_ELEMENTS(how); i++) {
		g_autoptr(hc_trace) trace = run("optimised", how[i], NULL);
		CU_ASSERT_TRUE(trace && check_said(trace, how[i]) > 20);
	}
	/* Functions that need a breakpoint, in a program that forks. */
	g_autoptr(hc_trace) small = run("small", "fork", NULL);
	CU_ASSERT_TRUE(small && check_said(small, "small fork") > 20);
	g_autoptr(hc_trace) vforked = run("small", "vfork", NULL);
	CU_ASSERT_TRUE(vforked && check_said(vforked, "small vfork") > 20);
}

static void a_function_too_short_for_a_jump_gets_a_breakpoint(void)
{
	guint index;
	g_autoptr(hc_trace) trace = run("small", NULL, NULL);
	const struct hc_trace_function *f = find(trace, "zero", &index);
	ASSERT_INT(f->how, HC_TRACE_TRAP);
	CU_ASSERT_FALSE(f->partly);
	f = find(trace, "main", &index);
	ASSERT_INT(f->how, HC_TRACE_JUMP);
	g_autoptr(hc_trace) threads = run("small", "threads", NULL);
	f = find(threads, "zero", &index);
	CU_ASSERT_TRUE(f->partly);
}

static void a_hot_function_has_a_count_and_no_entries(void)
{
	guint index;
	const char *argv[] = {TRACES "trace-plain", "hot", "5000", NULL};
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	options.hot = 1000;
	g_autoptr(hc_trace) trace = run_with(argv, &options);
	const struct hc_trace_function *f = find(trace, "hot", &index);
	ASSERT_INT(f->count, 5000);
	CU_ASSERT_TRUE(f->dropped);
	ASSERT_INT(entries_of(trace, index), 0);
	check_said(trace, "hot");
}

static void a_full_trace_loses_the_functions_with_the_most_entries(void)
{
	guint index;
	const char *argv[] = {TRACES "trace-plain", "hot", "5000", NULL};
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	options.entries = 1000;
	g_autoptr(hc_trace) trace = run_with(argv, &options);
	const struct hc_trace_function *f = find(trace, "hot", &index);
	ASSERT_INT(f->count, 5000);
	CU_ASSERT_TRUE(f->dropped);
	CU_ASSERT_TRUE(trace->entries->len < 1000);
	/* What was there before, and what comes after, is there. */
	CU_ASSERT_TRUE(check_said(trace, "full") > 20);
	/* An endless recursion, too. */
	const char *endless[] = {TRACES "trace-plain", "endless", NULL};
	g_autoptr(hc_trace) deep = run_with(endless, &options);
	ASSERT_INT(deep->outcome->signal, SIGSEGV);
	find(deep, "jumps", &index);
	ASSERT_INT(entries_of(deep, index), 1);
}

static void what_was_written_is_known_at_each_entry(void)
{
	const char *argv[] = {TRACES "trace-plain", "crash", NULL};
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	g_autoptr(hc_trace) trace = run_with(argv, &options);
	CU_ASSERT_TRUE(trace->written_known);
	static const char *const output[] = {DEBUGGEES "forks", "wait", NULL};
	g_autoptr(hc_trace) forked = run_with(output, &options);
	CU_ASSERT_TRUE(forked->written_known);
	static const char *const steps[] = {DEBUGGEES "steps", NULL};
	g_autoptr(hc_trace) stepped = run_with(steps, &options);
	CU_ASSERT_TRUE(stepped->written_known);
	guint index = 0, n = 0;
	find(stepped, "step", &index);
	for (guint i = 0; i < stepped->entries->len; i++) {
		const struct hc_trace_entry *e = entry_at(stepped, i);
		if (e->function != index)
			continue;
		/* Three bytes a step; the fourth also wrote to stderr. */
		ASSERT_INT(e->out, 3 * n);
		ASSERT_INT(e->err, n > 3 ? 5 : 0);
		n++;
	}
	ASSERT_INT(n, 6);
}

static void call_sites_are_the_same_in_two_runs(void)
{
	g_autoptr(hc_trace) a = run("optimised", NULL, NULL);
	g_autoptr(hc_trace) b = run("optimised", NULL, NULL);
	ASSERT_INT(a->entries->len, b->entries->len);
	for (guint i = 0; i < MIN(a->entries->len, b->entries->len); i++) {
		const struct hc_trace_entry *x = entry_at(a, i);
		const struct hc_trace_entry *y = entry_at(b, i);
		ASSERT_INT(x->function, y->function);
		ASSERT_INT(x->parent, y->parent);
		ASSERT_INT(x->module, y->module);
		ASSERT_INT(x->from, y->from);
	}
}

static void libraries_are_recorded_on_request(void)
{
	guint index = 0;
	const char *argv[] = {TRACES "trace-shared", NULL};
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	g_autoptr(hc_trace) without = run_with(argv, &options);
	check_count(without, "without", "called_back", 5);
	check_parent(without, "without", "called_back", "main");
	options.libraries = TRUE;
	g_autoptr(hc_trace) with = run_with(argv, &options);
	check_count(with, "with", "called_back", 5);
	check_count(with, "with", "from_library", 1);
	check_count(with, "with", "inside_library", 5);
	check_parent(with, "with", "called_back", "from_library");
	check_parent(with, "with", "inside_library", "from_library");
	const struct hc_trace_function *f = find(with, "from_library", &index);
	const struct hc_trace_module *module = with->modules->pdata[f->module];
	CU_ASSERT_TRUE(g_str_has_suffix(module->path, "libtrace.so"));
	CU_ASSERT_TRUE(check_said(with, "with libraries") > 20);
}

static struct hc_trace *run_loader(const char *mode)
{
	const char *argv[] = {
		DEBUGGEES "loader", mode, "100", "200", "300", "400", NULL};
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	options.libraries = TRUE;
	options.lines = TRUE;
	struct hc_trace *trace = run_with(argv, &options);
	CU_ASSERT_TRUE(trace->outcome->end == HC_END_EXIT);
	ASSERT_INT(trace->outcome->status, strcmp(mode, "none") != 0);
	return trace;
}

/* The line of a MARK in the plugin. */
static int marked_line(const char *mark)
{
	g_autofree char *text = NULL, *words = NULL;
	if (!g_file_get_contents(
		    DEBUGGEE_SOURCES "library/plugin.c", &text, NULL, NULL))
		return 0;
	words = g_strconcat("MARK: ", mark, " ", NULL);
	const char *found = strstr(text, words);
	int line = 1;
	for (const char *at = text; found && at < found; at++)
		line += *at == '\n';
	return found ? line : 0;
}

/* How often the line of the plugin is recorded that says its percentage. */
static guint count_percent(const struct hc_trace *trace, gboolean *partly)
{
	int line = marked_line("percent");
	guint n = 0;
	*partly = FALSE;
	for (guint i = 0; i < trace->entries->len; i++) {
		guint32 number = entry_at(trace, i)->line;
		if (number == HC_TRACE_NONE)
			continue;
		const struct hc_trace_line *one = trace->lines->pdata[number];
		if (one->line == line &&
			g_str_has_suffix(one->file, "plugin.c")) {
			n++;
			*partly |= one->partly;
		}
	}
	return n;
}

static void libraries_that_come_later_are_recorded(void)
{
	static const struct {
		const char *mode;
		guint times;
	} cases[] = {{"keep", 1}, {"close", 1}, {"again", 2}, {"fork", 2}};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		gboolean partly;
		guint index;
		g_autoptr(hc_trace) trace = run_loader(cases[i].mode);
		check_count(trace, cases[i].mode, "rebate_of", cases[i].times);
		check_parent(trace, cases[i].mode, "rebate_of", "plugin_price");
		check_parent(trace, cases[i].mode, "plugin_price", "main");
		ASSERT_INT(count_percent(trace, &partly), cases[i].times);
		CU_ASSERT_FALSE(partly);
		const struct hc_trace_function *f =
			find(trace, "rebate_of", &index);
		const struct hc_trace_module *module =
			trace->modules->pdata[f->module];
		CU_ASSERT(g_str_has_suffix(module->path, "plugin.so"));
	}
}

static void a_library_that_comes_back_elsewhere_is_recorded_in_part(void)
{
	gboolean partly;
	g_autoptr(hc_trace) trace = run_loader("move");
	check_count(trace, "move", "rebate_of", 1);
	ASSERT_INT(count_percent(trace, &partly), 1);
	CU_ASSERT_TRUE(partly);
}

static gboolean has_function(const struct hc_trace *trace, const char *name)
{
	for (guint i = 0; i < trace->functions->len; i++) {
		const struct hc_trace_function *f = trace->functions->pdata[i];
		if (strcmp(f->name, name) == 0)
			return TRUE;
	}
	return FALSE;
}

static void a_library_that_does_not_come_changes_nothing(void)
{
	g_autoptr(hc_trace) none = run_loader("none");
	check_count(none, "none", "load", 1);
	CU_ASSERT_FALSE(has_function(none, "rebate_of"));
	/* Other threads would run into the breakpoints. */
	g_autoptr(hc_trace) thread = run_loader("thread");
	check_count(thread, "thread", "load", 1);
	CU_ASSERT_FALSE(has_function(thread, "rebate_of"));
}

static void libraries_of_others_are_not_recorded(void)
{
	const char *argv[] = {TRACES "trace-foreign", NULL};
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	options.libraries = TRUE;
	/* Its debug information can be found, but is not in the file. */
	g_autoptr(hc_trace) trace = run_with(argv, &options);
	for (guint i = 0; i < trace->functions->len; i++) {
		const struct hc_trace_function *f = trace->functions->pdata[i];
		CU_ASSERT_STRING_NOT_EQUAL(f->name, "from_library");
	}
	check_count(trace, "foreign", "called_back", 5);
	check_parent(trace, "foreign", "called_back", "main");
}

static void dropping_a_function_gives_its_callees_to_its_callers(void)
{
	guint index = 0, handler = 0;
	g_autoptr(hc_trace) trace = run("plain", NULL, NULL);
	find(trace, "handler", &handler);
	g_autofree gboolean *drop = g_new0(gboolean, trace->functions->len);
	drop[handler] = TRUE;
	guint before = trace->entries->len;
	hc_trace_drop(trace, drop);
	ASSERT_INT(trace->entries->len, before - 3);
	ASSERT_INT(entries_of(trace, handler), 0);
	find(trace, "area", &index);
	check_parent(trace, "dropped", "area", "main");
	drop[handler] = FALSE;
	find(trace, "signals", &index);
	drop[index] = TRUE;
	hc_trace_drop(trace, drop);
	check_parent(trace, "dropped", "jumps", "main");
}

static void a_hang_is_cut(void)
{
	const char *argv[] = {DEBUGGEES "spin", NULL};
	struct hc_launch launch = launch_of(argv);
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	launch.timeout = 0.3;
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_trace) trace = hc_trace_run(&launch, &options, &error);
	ASSERT_NO_ERROR(error);
	ASSERT_INT(trace->outcome->end, HC_END_HANG);
	CU_ASSERT_TRUE(trace->entries->len > 0);
}

static volatile sig_atomic_t stop;

static void on_alarm(int number)
{
	stop = 1;
}

static void a_signal_handler_can_end_a_traced_run(void)
{
	const char *argv[] = {DEBUGGEES "spin", NULL};
	struct hc_launch launch = launch_of(argv);
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	launch.stop = &stop;
	signal(SIGALRM, on_alarm);
	ualarm(100 * 1000, 0);
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(hc_trace_run(&launch, &options, &error));
	CU_ASSERT_TRUE(g_error_matches(
		error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_STOPPED));
	signal(SIGALRM, SIG_DFL);
	ASSERT_INT(waitpid(-1, NULL, WNOHANG), -1);
}

static int number_in(GBytes *bytes)
{
	gsize n;
	const char *text = g_bytes_get_data(bytes, &n);
	g_autofree char *copy = g_strndup(text, n);
	const char *digit = strpbrk(copy, "0123456789");
	return digit ? atoi(digit) : -1;
}

/* It allocates until there is no more. */
static void limits_are_the_same_in_a_traced_run(void)
{
	const char *argv[] = {TRACES "trace-fixed", "memory", NULL};
	struct hc_launch launch = launch_of(argv);
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	launch.limits.memory = 200 << 20;
	launch.limits.cpu = 10;
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_outcome) native = hc_launch_native(&launch, &error);
	ASSERT_NO_ERROR(error);
	CU_ASSERT_TRUE(g_bytes_get_size(native->out) > 10);
	for (guint i = 0; i < 2; i++) {
		options.lines = i == 1;
		g_autoptr(hc_trace) trace =
			hc_trace_run(&launch, &options, &error);
		ASSERT_NO_ERROR(error);
		ASSERT_INT(trace->outcome->end, native->end);
		ASSERT_INT(trace->outcome->status, native->status);
		/* Where the kernel puts things moves the limit by a page. */
		int blocks = number_in(trace->outcome->out);
		CU_ASSERT_TRUE(abs(blocks - number_in(native->out)) <= 1);
	}
}

static void a_program_without_debug_information_is_an_error(void)
{
	const char *argv[] = {"/bin/true", NULL};
	struct hc_launch launch = launch_of(argv);
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	options.debug_dir = "";
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(hc_trace_run(&launch, &options, &error));
	ASSERT_ERROR(error, "has no debug information");
	g_clear_error(&error);
	launch.path = "/nonexistent/x";
	CU_ASSERT_PTR_NULL(hc_trace_run(&launch, &options, &error));
	ASSERT_ERROR(error, "cannot start '/nonexistent/x'");
	ASSERT_INT(waitpid(-1, NULL, WNOHANG), -1);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(counts_and_callers_are_those_of_the_program),
		TEST(they_are_the_same_with_lines),
		TEST(the_outcome_is_that_of_a_native_run),
		TEST(other_threads_and_children_are_not_recorded),
		TEST(a_function_too_short_for_a_jump_gets_a_breakpoint),
		TEST(a_hot_function_has_a_count_and_no_entries),
		TEST(a_full_trace_loses_the_functions_with_the_most_entries),
		TEST(what_was_written_is_known_at_each_entry),
		TEST(call_sites_are_the_same_in_two_runs),
		TEST(libraries_are_recorded_on_request),
		TEST(libraries_that_come_later_are_recorded),
		TEST(a_library_that_comes_back_elsewhere_is_recorded_in_part),
		TEST(a_library_that_does_not_come_changes_nothing),
		TEST(libraries_of_others_are_not_recorded),
		TEST(dropping_a_function_gives_its_callees_to_its_callers),
		TEST(a_hang_is_cut),
		TEST(a_signal_handler_can_end_a_traced_run),
		TEST(limits_are_the_same_in_a_traced_run),
		TEST(a_program_without_debug_information_is_an_error),
	};
	return run_tests("traces", tests, G_N_ELEMENTS(tests));
}
