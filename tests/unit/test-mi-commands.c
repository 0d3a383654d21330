/* Stopping a real program and looking at it: breakpoints, steps, values. */
#include "mi-helper.h"

#include <string.h>

static void stops_at_the_nth_hit_of_a_function(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("count"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_breakpoint) b = MI_BREAKPOINT_INIT;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	mi_break(s.gdb, &(struct mi_place){.function = "add", .ignore = 3}, &b,
		&error);
	ASSERT_NO_ERROR(error);
	ASSERT_INT(b.number, 1);
	ASSERT_INT(b.line, mark_line("count.c", "add"));
	ASSERT_STR(b.function, "add");
	CU_ASSERT_TRUE(g_str_has_suffix(b.fullname, "/count.c"));
	ASSERT_INT(b.locations, 1);
	CU_ASSERT_TRUE(b.enabled);
	if (session_run(&s, &stop)) {
		ASSERT_INT(stop.reason, MI_STOP_BREAKPOINT);
		ASSERT_INT(stop.breakpoint, 1);
		ASSERT_INT(stop.thread, 1);
		ASSERT_STR(stop.frame.function, "add");
		g_autofree char *n = mi_evaluate(s.gdb, "n", &error);
		ASSERT_STR(n, "4");
		CU_ASSERT_TRUE(mi_break_info(s.gdb, 1, &b, &error));
		ASSERT_INT(b.hits, 4);
		CU_ASSERT_NOT_EQUAL(b.address, 0);
		ASSERT_INT(b.address, stop.frame.address);
	}
	ASSERT_NO_ERROR(error);
	session_end(&s);
}

static void stops_at_lines_and_addresses_and_on_conditions(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("count"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_breakpoint) b = MI_BREAKPOINT_INIT;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	int line = mark_line("count.c", "sum");
	CU_ASSERT_TRUE(mi_break(s.gdb,
		&(struct mi_place){.file = "count.c",
			.line = line,
			.condition = "n == 2 && \"x\"[0] == 'x'",
			.temporary = TRUE},
		&b, &error));
	session_run(&s, &stop);
	ASSERT_INT(stop.reason, MI_STOP_BREAKPOINT);
	CU_ASSERT_TRUE(stop.temporary);
	ASSERT_INT(stop.frame.line, line);
	guint64 here = stop.frame.address;
	CU_ASSERT_TRUE(mi_break(
		s.gdb, &(struct mi_place){.address = here}, &b, &error));
	ASSERT_INT(b.address, here);
	session_continue(&s, &stop);
	ASSERT_INT(stop.frame.address, here);
	CU_ASSERT_TRUE(mi_break_enable(s.gdb, b.number, FALSE, &error));
	CU_ASSERT_TRUE(mi_break_info(s.gdb, b.number, &b, &error));
	CU_ASSERT_FALSE(b.enabled);
	CU_ASSERT_TRUE(mi_break_enable(s.gdb, b.number, TRUE, &error));
	session_continue(&s, &stop);
	ASSERT_INT(stop.breakpoint, b.number);
	CU_ASSERT_TRUE(mi_break_delete(s.gdb, b.number, &error));
	ASSERT_NO_ERROR(error);
	session_continue(&s, &stop);
	ASSERT_INT(stop.reason, MI_STOP_EXITED);
	ASSERT_INT(stop.status, 15);
	session_end(&s);
}

static void steps_and_finishes_with_the_value(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("count"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	CU_ASSERT_TRUE(mi_run_to_main(s.gdb, &stop, &error));
	ASSERT_STR(stop.frame.function, "main");
	g_auto(mi_breakpoint) b = MI_BREAKPOINT_INIT;
	mi_break(s.gdb,
		&(struct mi_place){.file = "count.c",
			.line = mark_line("count.c", "call"),
			.temporary = TRUE},
		&b, &error);
	session_continue(&s, &stop);
	CU_ASSERT_TRUE(mi_step(s.gdb, &error));
	CU_ASSERT_TRUE(mi_wait_stop(s.gdb, 5000, &stop, &error));
	ASSERT_INT(stop.reason, MI_STOP_STEP);
	ASSERT_STR(stop.frame.function, "add");
	CU_ASSERT_TRUE(mi_next(s.gdb, &error));
	CU_ASSERT_TRUE(mi_wait_stop(s.gdb, 5000, &stop, &error));
	ASSERT_INT(stop.frame.line, mark_line("count.c", "sum"));
	CU_ASSERT_TRUE(mi_finish(s.gdb, &error));
	CU_ASSERT_TRUE(mi_wait_stop(s.gdb, 5000, &stop, &error));
	ASSERT_INT(stop.reason, MI_STOP_FINISHED);
	ASSERT_STR(stop.value, "1");
	ASSERT_STR(stop.frame.function, "main");
	ASSERT_NO_ERROR(error);
	session_end(&s);
}

static void watches_a_variable_change(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("count"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	mi_run_to_main(s.gdb, &stop, &error);
	int number = mi_watch(s.gdb, "origin.x", &error);
	CU_ASSERT_TRUE(number > 0);
	session_continue(&s, &stop);
	ASSERT_INT(stop.reason, MI_STOP_WATCHPOINT);
	ASSERT_INT(stop.breakpoint, number);
	ASSERT_STR(stop.expression, "origin.x");
	ASSERT_STR(stop.old_value, "3");
	ASSERT_STR(stop.value, "4");
	ASSERT_NO_ERROR(error);
	session_end(&s);
}

static void reads_registers_memory_and_expressions(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("count"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	mi_run_to_main(s.gdb, &stop, &error);
	g_autoptr(mi_registers_t) r = mi_registers(s.gdb, NULL, &error);
	ASSERT_NO_ERROR(error);
	CU_ASSERT_TRUE(r->n > 16);
#ifdef __x86_64__
	ASSERT_INT(mi_registers_get(r, "rip")->value, stop.frame.address);
	ASSERT_INT(strlen(mi_registers_get(r, "rsp")->text), 18);
	g_autoptr(mi_registers_t) two = mi_registers(
		s.gdb, (const char *const[]){"rsp", "rip", NULL}, &error);
	ASSERT_INT(two ? two->n : 0, 2);
	ASSERT_INT(mi_registers_get(two, "rip")->value, stop.frame.address);
#endif
	CU_ASSERT_PTR_NULL(mi_registers_get(r, "no-such"));
	CU_ASSERT_PTR_NULL(mi_registers(
		s.gdb, (const char *const[]){"no-such", NULL}, &error));
	ASSERT_ERROR(error, "GDB does not know a register 'no-such'");
	g_clear_error(&error);
	g_autofree char *point = mi_evaluate(s.gdb, "origin", &error);
	ASSERT_STR(point, "{x = 3, y = 4}");
	g_autofree char *text = mi_evaluate(s.gdb, "text", &error);
	ASSERT_STR(text, "\"a \\\"b\\\"\\n\\303\\244\"");
	CU_ASSERT_TRUE(mi_set_variable(s.gdb, "origin.y = 77", &error));
	g_autofree char *address =
		mi_evaluate(s.gdb, "(unsigned long) &origin", &error);
	guint64 at = g_ascii_strtoull(address, NULL, 10);
	g_autoptr(GBytes) bytes = mi_read_memory(s.gdb, at, 8, &error);
	ASSERT_NO_ERROR(error);
	const int *numbers = g_bytes_get_data(bytes, NULL);
	ASSERT_INT(numbers[0], 3);
	ASSERT_INT(numbers[1], 77);
	session_end(&s);
}

static void writes_and_reads_large_memory(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("count"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	mi_run_to_main(s.gdb, &stop, &error);
	g_autofree char *address =
		mi_evaluate(s.gdb, "(unsigned long) bytes", &error);
	guint64 at = g_ascii_strtoull(address, NULL, 10);
	guint8 bytes[70000];
	for (guint i = 0; i < sizeof bytes; i++)
		bytes[i] = i * 7 + i / 251;
	CU_ASSERT_TRUE(mi_write_memory(s.gdb, at, bytes, sizeof bytes, &error));
	g_autoptr(GBytes) back =
		mi_read_memory(s.gdb, at, sizeof bytes, &error);
	ASSERT_NO_ERROR(error);
	g_autoptr(GBytes) expected = g_bytes_new(bytes, sizeof bytes);
	CU_ASSERT_TRUE(g_bytes_equal(back, expected));
	CU_ASSERT_PTR_NULL(mi_read_memory(s.gdb, 0x18, 8, &error));
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_MEMORY));
	ASSERT_ERROR(error, "cannot access memory at 0x18");
	g_clear_error(&error);
	CU_ASSERT_FALSE(mi_write_memory(s.gdb, 0x18, bytes, 8, &error));
	ASSERT_ERROR(error, "cannot access memory at 0x18");
	g_clear_error(&error);
	/* The program's data ends somewhere: part of it is not enough. */
	CU_ASSERT_PTR_NULL(mi_read_memory(s.gdb, at, 4 << 20, &error));
	ASSERT_ERROR(error, "cannot access memory at");
	session_end(&s);
}

static void lists_threads_and_selects_frames(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("threads"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_breakpoint) b = MI_BREAKPOINT_INIT;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	mi_break(s.gdb,
		&(struct mi_place){.file = "threads.c",
			.line = mark_line("threads.c", "both")},
		&b, &error);
	session_run(&s, &stop);
	g_autoptr(mi_threads_t) t = mi_threads(s.gdb, &error);
	ASSERT_NO_ERROR(error);
	ASSERT_INT(t->n, 2);
	guint current = 0;
	for (guint i = 0; i < t->n; i++) {
		current += t->threads[i].current;
		CU_ASSERT_TRUE(t->threads[i].tid > 0);
		CU_ASSERT_FALSE(t->threads[i].running);
		CU_ASSERT_TRUE(t->threads[i].frame.address > 0);
		if (t->threads[i].current)
			ASSERT_INT(t->threads[i].tid, mi_client_pid(s.gdb));
	}
	ASSERT_INT(current, 1);
	CU_ASSERT_TRUE(mi_select_frame(s.gdb, 0, &error));
	CU_ASSERT_FALSE(mi_select_frame(s.gdb, 500, &error));
	ASSERT_ERROR(error, "-stack-select-frame 500: ");
	session_end(&s);
}

static void reports_that_the_program_could_not_go_on(void)
{
	struct session s;
	if (!can_debug() || !session_start(&s, DEBUGGEE("count"), NULL))
		return;
	g_autoptr(GError) error = NULL;
	g_auto(mi_breakpoint) b = MI_BREAKPOINT_INIT;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	mi_run_to_main(s.gdb, &stop, &error);
	mi_break(s.gdb, &(struct mi_place){.address = 0x1234}, &b, &error);
	ASSERT_NO_ERROR(error);
	/* GDB says ^running first, and ^error after it. */
	gboolean ok = mi_continue(s.gdb, &error) &&
		      mi_wait_stop(s.gdb, 5000, &stop, &error);
	CU_ASSERT_FALSE(ok);
	CU_ASSERT_TRUE(g_error_matches(error, MI_ERROR, MI_ERROR_COMMAND));
	ASSERT_ERROR(error, "-exec-continue: ");
	g_clear_error(&error);
	CU_ASSERT_TRUE(mi_break_delete(s.gdb, b.number, &error));
	session_continue(&s, &stop);
	ASSERT_INT(stop.status, 15);
	session_end(&s);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(stops_at_the_nth_hit_of_a_function),
		TEST(stops_at_lines_and_addresses_and_on_conditions),
		TEST(steps_and_finishes_with_the_value),
		TEST(watches_a_variable_change),
		TEST(reads_registers_memory_and_expressions),
		TEST(writes_and_reads_large_memory),
		TEST(lists_threads_and_selects_frames),
		TEST(reports_that_the_program_could_not_go_on),
	};
	return run_tests("mi-commands", tests, G_N_ELEMENTS(tests));
}
