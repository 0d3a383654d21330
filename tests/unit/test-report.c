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
static void fill_side(
	struct hc_run *side, const char *name, char *command, const char *out)
{
	side->name = name;
	side->command = command;
	side->native = hc_outcome_new();
	side->gdb = hc_outcome_new();
	g_bytes_unref(side->native->out);
	g_bytes_unref(side->gdb->out);
	side->native->out = g_bytes_new_static(out, strlen(out));
	side->gdb->out = g_bytes_ref(side->native->out);
	side->facts.main_place = g_strdup("main (a.c:3)");
}

static struct hc_runs *make_runs(void)
{
	struct hc_runs *runs = g_new0(struct hc_runs, 1);
	fill_side(&runs->pass, "passing", g_strdup("./a 1"), "1\n");
	fill_side(&runs->fail, "failing", g_strdup("./a 2"), "");
	return runs;
}

static void a_run_is_told_by_its_end_and_its_output(void)
{
	g_autoptr(hc_runs) runs = make_runs();
	g_autofree char *text = hc_report_runs(runs);
	ASSERT_STR(text, "The passing run, ./a 1\n"
			 "  exits with status 0.\n"
			 "    stdout: \"1\\n\"\n"
			 "The failing run, ./a 2\n"
			 "  exits with status 0.\n"
			 "Both reach main (a.c:3).\n");
}

static void what_differs_under_gdb_is_told(void)
{
	g_autoptr(hc_runs) runs = make_runs();
	runs->fail.gdb->status = 3;
	g_autofree char *text = hc_report_runs(runs);
	CU_ASSERT_PTR_NOT_NULL(
		strstr(text, "  Under GDB it behaves differently: it exits "
			     "with status 3.\n"));
}

static void a_long_backtrace_is_cut(void)
{
	g_autoptr(hc_runs) runs = make_runs();
	for (int i = 0; i < 20; i++)
		hc_outcome_add_frame(runs->fail.gdb, "f", "a.c", i + 1);
	g_autofree char *text = hc_report_runs(runs);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "called by f (a.c:8)\n"));
	CU_ASSERT_PTR_NULL(strstr(text, "f (a.c:9)"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "called by others ...\n"));
}

static void a_run_that_never_reaches_main_is_named(void)
{
	g_autoptr(hc_runs) runs = make_runs();
	g_clear_pointer(&runs->fail.facts.main_place, g_free);
	g_autofree char *text = hc_report_runs(runs);
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
