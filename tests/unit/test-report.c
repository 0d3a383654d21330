#include "report.h"
#include "runner.h"

#include <string.h>

static void check_safe(const char *text, const char *expected)
{
	g_autofree char *safe = hc_report_safe(text);
	ASSERT_STR(safe, expected);
}

static void text_from_outside_is_one_printable_line(void)
{
	check_safe("./a 'b c'", "./a 'b c'");
	check_safe("caf\303\251", "caf\303\251");
	check_safe("\377\033[2J\n", "\\xff\\x1b[2J\\x0a");
	check_safe("", "");
}

/* Two runs, as if observed. */
struct observed {
	struct hc_command commands[HC_SIDES];
	struct hc_run runs[HC_SIDES];
	struct hc_debuggees debuggees;
};

static void observe_side(struct observed *fake, enum hc_side side,
	const char *command, const char *out)
{
	struct hc_run *run = &fake->runs[side];
	struct hc_debuggee *debuggee = &fake->debuggees.run[side];
	fake->commands[side].shell = (char *) command;
	run->name = hc_side_name(side);
	run->command = &fake->commands[side];
	run->native = hc_outcome_new();
	g_bytes_unref(run->native->out);
	run->native->out = g_bytes_new_static(out, strlen(out));
	debuggee->run = run;
	debuggee->gdb = hc_outcome_copy(run->native);
	debuggee->facts.main_place = g_strdup("main (a.c:3)");
}

static struct observed *observed_new(void)
{
	struct observed *fake = g_new0(struct observed, 1);
	observe_side(fake, HC_PASSING, "./a 1", "1\n");
	observe_side(fake, HC_FAILING, "./a 2", "");
	return fake;
}

static void observed_free(struct observed *fake)
{
	for (guint i = 0; i < HC_SIDES; i++) {
		hc_outcome_free(fake->runs[i].native);
		hc_outcome_free(fake->debuggees.run[i].gdb);
		hc_gdb_facts_clear(&fake->debuggees.run[i].facts);
	}
	g_free(fake);
}
typedef struct observed observed; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(observed, observed_free)

static void a_run_is_told_by_its_end_and_its_output(void)
{
	g_autoptr(observed) fake = observed_new();
	g_autofree char *text = hc_report_runs(&fake->debuggees);
	ASSERT_STR(text, "The passing run, ./a 1\n"
			 "  exits with status 0.\n"
			 "    stdout: \"1\\n\"\n"
			 "The failing run, ./a 2\n"
			 "  exits with status 0.\n"
			 "Both reach main (a.c:3).\n");
}

static void what_differs_under_gdb_is_told(void)
{
	g_autoptr(observed) fake = observed_new();
	fake->debuggees.run[HC_FAILING].gdb->status = 3;
	g_autofree char *text = hc_report_runs(&fake->debuggees);
	CU_ASSERT_PTR_NOT_NULL(
		strstr(text, "  Under GDB it behaves differently: it exits "
			     "with status 3.\n"));
}

static void a_long_backtrace_is_cut(void)
{
	g_autoptr(observed) fake = observed_new();
	for (int i = 0; i < 20; i++)
		hc_outcome_add_frame(
			fake->debuggees.run[HC_FAILING].gdb, "f", "a.c", i + 1);
	g_autofree char *text = hc_report_runs(&fake->debuggees);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "called by f (a.c:8)\n"));
	CU_ASSERT_PTR_NULL(strstr(text, "f (a.c:9)"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "called by others ...\n"));
}

static void a_run_that_never_reaches_main_is_named(void)
{
	g_autoptr(observed) fake = observed_new();
	g_clear_pointer(
		&fake->debuggees.run[HC_FAILING].facts.main_place, g_free);
	g_autofree char *text = hc_report_runs(&fake->debuggees);
	CU_ASSERT_PTR_NOT_NULL(
		strstr(text, "The failing run never reaches main.\n"));
}

int main(void)
{
	static const struct test tests[] = {
		TEST(text_from_outside_is_one_printable_line),
		TEST(a_run_is_told_by_its_end_and_its_output),
		TEST(what_differs_under_gdb_is_told),
		TEST(a_long_backtrace_is_cut),
		TEST(a_run_that_never_reaches_main_is_named),
	};
	return run_tests("reports", tests, G_N_ELEMENTS(tests));
}
