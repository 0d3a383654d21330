/* What alterations do, what a test may not do, and how tests are waited for. */
#include "dd.h"
#include "engine-help.h"
#include "process-children.h"
#include "runner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Every way in which a test can come about. */
static const struct way {
	enum hc_engine_kind kind;
	gboolean randomize;
	gboolean by_gdb;
} ways[] = {
	{HC_ENGINE_FORK, FALSE, FALSE},
	{HC_ENGINE_RERUN, FALSE, FALSE},
	{HC_ENGINE_FORK, TRUE, FALSE},
	{HC_ENGINE_RERUN, TRUE, FALSE},
	{HC_ENGINE_FORK, FALSE, TRUE},
	{HC_ENGINE_RERUN, TRUE, TRUE},
};

static gboolean start(struct act *act, const struct way *way)
{
	act->randomize = way->randomize;
	act->by_gdb = way->by_gdb;
	act->no_native = TRUE;
	return act_start(act, way->kind);
}

static void assert_out(struct act *act, const struct hc_alteration *alteration,
	int status, const char *expected)
{
	g_autoptr(hc_outcome) outcome = act_run(act, alteration);
	g_autofree char *out = act_out(outcome);
	ASSERT_INT(outcome->end, HC_END_EXIT);
	ASSERT_INT(outcome->status, status);
	ASSERT_STR(out, expected);
}

static void altered_variables_show_in_the_output(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
		g_auto(act_t) act = {.name = "plain"};
		if (!start(&act, &ways[i]))
			continue;
		g_autoptr(hc_alteration) a = hc_alteration_new();
		guint64 text = act_address(&act, "&text");
		guint64 number = act_address(&act, "&number");
		const int nine = 9;
		hc_alteration_write(a, text, "changed!", 9);
		hc_alteration_write(a, text + 2, "oo", 2);
		hc_alteration_write(a, number, &nine, sizeof nine);
		hc_alteration_point(a, act_address(&act, "&pointer"), text + 2);
		assert_out(&act, a, 9, "before\nafter 5 9 chooged! ooged!\n");
		/* And what one test did, the next does not see. */
		assert_out(&act, NULL, 7,
			"before\nafter 5 7 unchanged unchanged\n");
	}
}

static void stack_variables_are_found_wherever_they_are(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
		g_auto(act_t) act = {.name = "registers"};
		if (!start(&act, &ways[i]))
			continue;
		g_autoptr(hc_alteration) a = hc_alteration_new();
		guint64 local = 6;
		/* The frame around event()'s. */
		hc_alteration_write(a, act_value(&act, "&registers::where"),
			&local, sizeof local);
		hc_alteration_set_register(a, 12, 12, FALSE);
		assert_out(&act, a, 7, "12 6\n");
		hc_alteration_set_register(
			a, 12, act_address(&act, "&text"), TRUE);
		g_autoptr(hc_outcome) outcome = act_run(&act, a);
		g_autofree char *out = act_out(outcome);
		CU_ASSERT_TRUE(g_str_has_suffix(out, " 6\nunchanged\n"));
	}
}

static void vector_and_stack_registers_can_be_set(void)
{
	const double values[2] = {0.5, 0.25};
	const long double third = 8.0L;
	for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
		g_auto(act_t) act = {.name = "floats"};
		if (!start(&act, &ways[i]))
			continue;
		g_autoptr(hc_alteration) a = hc_alteration_new();
		hc_alteration_set_register_bytes(
			a, HC_ALTER_XMM + 14, values, sizeof values);
		hc_alteration_set_register_bytes(a, HC_ALTER_ST, &third, 10);
		assert_out(&act, a, 7, "0.5 0.25 3e+100 0.1 8\n");
	}
}

static void new_blocks_are_the_programs_own(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
		g_auto(act_t) act = {.name = "plain"};
		if (!start(&act, &ways[i]))
			continue;
		g_autoptr(GError) error = NULL;
		/* One of them large enough to have a mapping of its own. */
		const guint64 sizes[3] = {16, 16, 1 << 20};
		guint64 nodes[3];
		CU_ASSERT_TRUE(hc_engine_allocate(
			act.engine, sizes, 2, nodes, &error));
		CU_ASSERT_TRUE(hc_engine_allocate(
			act.engine, sizes + 2, 1, nodes + 2, &error));
		ASSERT_NO_ERROR(error);
		g_autoptr(hc_alteration) a = hc_alteration_new();
		hc_alteration_point(a, act_address(&act, "&list"), nodes[0]);
		for (guint j = 0; j < 3; j++) {
			guint64 value = 100 + j;
			hc_alteration_point(
				a, nodes[j], j < 2 ? nodes[j + 1] : 0);
			hc_alteration_write(
				a, nodes[j] + 8, &value, sizeof value);
		}
		assert_out(&act, a, 7,
			"before\nafter 5 7 unchanged unchanged\nnode 100\n"
			"node 101\nnode 102\n");
		CU_ASSERT_FALSE(hc_engine_allocate(
			act.engine, sizes, 1, nodes, &error));
		ASSERT_ERROR(error, "after the first test");
	}
}

static void make_list(
	struct act *act, const guint64 *nodes, guint n, const char *expected)
{
	g_autoptr(hc_alteration) a = hc_alteration_new();
	hc_alteration_point(a, act_address(act, "&list"), nodes[0]);
	for (guint i = 0; i < n; i++)
		hc_alteration_point(a, nodes[i], i + 1 < n ? nodes[i + 1] : 0);
	assert_out(act, a, 7, expected);
}

static void a_hundred_thousand_blocks_are_no_work(void)
{
	enum { BLOCKS = 100000 };
	g_autofree guint64 *sizes = g_new(guint64, BLOCKS);
	g_autofree guint64 *nodes = g_new(guint64, BLOCKS);
	for (guint i = 0; i < BLOCKS; i++)
		sizes[i] = 16;
	for (guint i = 0; i < 2; i++) {
		g_auto(act_t) act = {.name = "length"};
		if (!start(&act, &ways[i]))
			continue;
		CU_ASSERT_TRUE(hc_engine_allocate(
			act.engine, sizes, BLOCKS, nodes, NULL));
		make_list(&act, nodes, BLOCKS, "100000\n");
	}
}

static void blocks_can_be_kept_out_of_freed_memory(void)
{
	enum { BLOCKS = 30, FREED = 20 };
	guint64 sizes[BLOCKS], nodes[BLOCKS], freed[FREED];
	for (guint i = 0; i < BLOCKS; i++)
		sizes[i] = 16;
	for (guint i = 0; i < 2 * G_N_ELEMENTS(ways); i++) {
		g_auto(act_t) act = {.name = "dangling"};
		gboolean avoid = i % 2;
		if (!start(&act, &ways[i / 2]))
			continue;
		for (guint j = 0; j < FREED; j++) {
			g_autofree char *word =
				g_strdup_printf("&dangling::freed[%u]", j);
			/* To anywhere inside. */
			freed[j] = act_value(&act, word) + j % 16;
		}
		if (avoid)
			hc_engine_avoid(act.engine, freed, FREED);
		CU_ASSERT_TRUE(hc_engine_allocate(
			act.engine, sizes, BLOCKS, nodes, NULL));
		make_list(&act, nodes, BLOCKS,
			avoid ? "30 nodes, 0 freed before, 20 still free\n"
			      : "30 nodes, 20 freed before, 0 still free\n");
	}
}

static void a_block_that_malloc_refuses_is_an_error(void)
{
	g_auto(act_t) act = {.name = "plain"};
	if (!start(&act, &ways[0]))
		return;
	g_autoptr(GError) error = NULL;
	const guint64 sizes[2] = {16, (guint64) 1 << 60};
	guint64 addresses[2];
	CU_ASSERT_FALSE(
		hc_engine_allocate(act.engine, sizes, 2, addresses, &error));
	ASSERT_ERROR(error, "malloc has no 1152921504606846976 bytes");
	assert_out(&act, NULL, 7, "before\nafter 5 7 unchanged unchanged\n");
}

static void a_descriptor_becomes_another_file(void)
{
	const char *input = act_file("input", "a line\nanother\n");
	const char *other = act_file("other", "zero\none\ntwo\n");
	for (guint i = 0; i < 2; i++) {
		g_auto(act_t) act = {.name = "input", .input = input};
		if (!start(&act, &ways[i]))
			continue;
		g_autoptr(hc_alteration) a = hc_alteration_new();
		hc_alteration_set_file(a, 0, other, O_RDONLY, 5);
		assert_out(&act, a, 7, "first a line\nthen one\nthen two\n");
		hc_alteration_set_file(a, 0, NULL, 0, 0);
		assert_out(&act, a, 7, "first a line\n");
		assert_out(&act, NULL, 7, "first a line\nthen another\n");
		g_autoptr(GError) error = NULL;
		hc_alteration_set_file(a, 0, "/nonexistent/x", O_RDONLY, 0);
		CU_ASSERT_PTR_NULL(hc_engine_run(act.engine, a, &error));
		ASSERT_ERROR(error,
			"descriptor 0 can't become '/nonexistent/x': No such "
			"file or directory");
	}
	act_remove_files();
}

static void what_cannot_be_applied_is_an_error_and_no_more(void)
{
	for (guint i = 0; i < 2; i++) {
		g_auto(act_t) act = {.name = "plain"};
		if (!start(&act, &ways[i]))
			continue;
		g_autoptr(GError) error = NULL;
		g_autoptr(hc_alteration) a = hc_alteration_new();
		hc_alteration_write(a, 0x10, "x", 1);
		CU_ASSERT_PTR_NULL(hc_engine_run(act.engine, a, &error));
		CU_ASSERT_TRUE(g_error_matches(
			error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_ALTERATION));
		ASSERT_ERROR(error, "0x10");
		assert_out(&act, NULL, 7,
			"before\nafter 5 7 unchanged unchanged\n");
	}
}

static void code_can_be_written(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
		g_auto(act_t) act = {.name = "leaves"};
		if (!start(&act, &ways[i]))
			continue;
		g_autoptr(hc_alteration) a = hc_alteration_new();
		/* ret: the function does nothing. */
		hc_alteration_write(
			a, act_address(&act, "&at_exit"), "\xc3", 1);
		assert_out(&act, a, 42, "before\n");
		assert_out(&act, NULL, 42, "before\nat exit\n");
	}
}

/* ---- crashes, hangs, limits --------------------------------------------- */

static int line_of(const char *mark)
{
	g_autofree char *text = NULL;
	g_file_get_contents(
		DEBUGGEE_SOURCES "engine/acts.c", &text, NULL, NULL);
	g_autofree char *comment = g_strdup_printf("MARK: %s ", mark);
	const char *end = text ? strstr(text, comment) : NULL;
	int line = 1;
	for (const char *at = text; end && at < end; at++)
		line += *at == '\n';
	return end ? line : -1;
}

static void assert_frame(const struct hc_outcome *outcome, guint index,
	const char *function, const char *mark)
{
	if (outcome->frames->len <= index) {
		test_fail("there are only %u frames", outcome->frames->len);
		return;
	}
	const struct hc_frame *frame = outcome->frames->pdata[index];
	ASSERT_STR(frame->function, function);
	if (mark)
		ASSERT_INT(frame->line, line_of(mark));
}

static void a_crash_shows_where_it_is(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
		g_auto(act_t) act = {.name = "crashes"};
		if (!start(&act, &ways[i]))
			continue;
		g_autoptr(hc_outcome) outcome = act_run(&act, NULL);
		ASSERT_INT(outcome->end, HC_END_SIGNAL);
		ASSERT_INT(outcome->signal, SIGSEGV);
		assert_frame(outcome, 0, "crashes", "crash");
		assert_frame(outcome, 1, "main", NULL);
	}
}

static void an_endless_recursion_costs_no_more_frames_than_asked_for(void)
{
	for (guint i = 0; i < 2; i++) {
		g_auto(act_t) act = {.name = "overflows", .no_native = TRUE};
		struct hc_engine_options options = {
			.kind = ways[i].kind, .most_frames = 10};
		if (!act_start_with(&act, &options))
			continue;
		g_autoptr(hc_outcome) outcome = act_run(&act, NULL);
		ASSERT_INT(outcome->signal, SIGSEGV);
		ASSERT_INT(outcome->frames->len, 10);
		CU_ASSERT_TRUE(outcome->more_frames);
		assert_frame(outcome, 5, "recurse", "recurse");
	}
}

static void a_hang_is_cut_and_shows_where_it_is(void)
{
	static const char *const names[] = {"hangs", "sleeps", "stops"};
	for (guint i = 0; i < 2 * G_N_ELEMENTS(names); i++) {
		g_auto(act_t) act = {.name = names[i / 2], .no_native = TRUE};
		struct hc_engine_options options = {
			.kind = ways[i % 2].kind, .timeout = 0.2};
		if (!act_start_with(&act, &options))
			continue;
		g_autoptr(hc_outcome) outcome = act_run(&act, NULL);
		g_autofree char *out = act_out(outcome);
		ASSERT_INT(outcome->end, HC_END_HANG);
		if (i / 2 == 0) {
			ASSERT_STR(out, "until here\n");
			assert_frame(outcome, 0, "hangs", "hang");
		}
		if (i / 2 == 1)
			CU_ASSERT_TRUE(outcome->frames->len >= 3);
	}
}

/* Long before the time is over; who waits for something is not busy. */
static void what_is_busy_for_too_long_hangs(void)
{
	static const char *const names[] = {"hangs", "sleeps"};
	for (guint i = 0; i < 2 * G_N_ELEMENTS(names); i++) {
		g_auto(act_t) act = {.name = names[i / 2], .no_native = TRUE};
		struct hc_engine_options options = {
			.kind = ways[i % 2].kind,
			.timeout = i / 2 ? 0.5 : 1000,
			.busy = 0.1,
		};
		if (!act_start_with(&act, &options))
			continue;
		g_autoptr(hc_outcome) outcome = act_run(&act, NULL);
		ASSERT_INT(outcome->end, HC_END_HANG);
		if (i / 2 == 0)
			assert_frame(outcome, 0, "hangs", "hang");
		else
			CU_ASSERT_TRUE(outcome->seconds >= 0.5);
	}
}

static void limits_hold(void)
{
	static const struct {
		const char *name, *argument;
		struct hc_limits limits;
		enum hc_end end;
		int status, signal;
	} cases[] = {
		{"bomb", NULL, {0}, HC_END_LIMIT, 0, 0},
		{"hog", NULL, {.memory = 256 << 20}, HC_END_EXIT, 13, 0},
		{"spins", NULL, {.cpu = 1}, HC_END_LIMIT, 0, SIGXCPU},
		{"chatty", "9", {.file = 1 << 20}, HC_END_LIMIT, 0, SIGXFSZ},
	};
	for (guint i = 0; i < 2 * G_N_ELEMENTS(cases); i++) {
		g_auto(act_t) act = {.name = cases[i / 2].name,
			.argument = cases[i / 2].argument,
			.no_native = TRUE};
		struct hc_engine_options options = {.kind = ways[i % 2].kind,
			.limits = cases[i / 2].limits,
			.processes = 20};
		if (!act_start_with(&act, &options))
			continue;
		g_autoptr(hc_outcome) outcome = act_run(&act, NULL);
		g_autofree char *text = hc_outcome_describe(outcome);
		if (outcome->end != cases[i / 2].end ||
			outcome->status != cases[i / 2].status ||
			outcome->signal != cases[i / 2].signal)
			test_fail("%s %s", act.name, text);
	}
}

/* Tests are its copies, and have its limits. */
static void a_template_has_limits_even_if_nobody_said_so(void)
{
	g_auto(act_t) act = {.name = "plain"};
	struct hc_engine_options options = {
		.kind = HC_ENGINE_FORK, .timeout = 3};
	if (!act_start_with(&act, &options))
		return;
	/* The program's guard has the program, and its copy. */
	const struct hc_brought *program =
		hc_hold_program(hc_target_hold(act.target));
	g_autoptr(GArray) children =
		hc_process_children_of(hc_held_guard(program->held));
	pid_t template = 0;
	for (guint i = 0; i < children->len; i++)
		if (g_array_index(children, pid_t, i) != program->pid)
			template = g_array_index(children, pid_t, i);
	ASSERT_INT(children->len, 2);
	CU_ASSERT_TRUE(template > 0);
	static const int limited[] = {
		RLIMIT_CORE, RLIMIT_STACK, RLIMIT_AS, RLIMIT_FSIZE, RLIMIT_CPU};
	for (guint i = 0; i < G_N_ELEMENTS(limited); i++) {
		struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
		prlimit(template, limited[i], NULL, &limit);
		CU_ASSERT_NOT_EQUAL(limit.rlim_max, RLIM_INFINITY);
		/* Enough to get to its deadline. */
		if (limited[i] == RLIMIT_CPU)
			CU_ASSERT_TRUE(limit.rlim_cur >= 4);
	}
}

static void what_a_test_leaves_behind_is_killed(void)
{
	for (guint i = 0; i < 2; i++) {
		g_auto(act_t) act = {.name = "daemon"};
		if (!start(&act, &ways[i]))
			continue;
		g_autoptr(hc_outcome) outcome = act_run(&act, NULL);
		g_autofree char *out = act_out(outcome);
		pid_t pid = (pid_t) g_ascii_strtoll(out, NULL, 10);
		CU_ASSERT_TRUE(pid > 1);
		ASSERT_INT(kill(pid, 0), -1);
		ASSERT_INT(errno, ESRCH);
	}
}

/* ---- which way, and why -------------------------------------------------- */

static void auto_forks_where_it_is_sound_and_says_why_not(void)
{
	static const char *const cases[][2] = {
		{"plain", NULL},
		{"threads", NULL}, /* none yet */
		{"threaded", "the program has 2 threads"},
		{"pipes", "descriptor 3 (pipe:"},
		{"sockets", "descriptor 3 (socket:"},
		{"shares", "memory is shared"},
		{"parent", "children of its own"},
	};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_auto(act_t) act = {.name = cases[i][0], .no_native = TRUE};
		if (!act_start(&act, HC_ENGINE_AUTO))
			continue;
		const char *wanted =
			cases[i][1] ? cases[i][1] : "a fork is sound";
		ASSERT_INT(hc_engine_kind(act.engine),
			cases[i][1] ? HC_ENGINE_RERUN : HC_ENGINE_FORK);
		if (!strstr(hc_engine_reason(act.engine), wanted))
			test_fail("%s: %s", act.name,
				hc_engine_reason(act.engine));
		g_autoptr(GError) error = NULL;
		struct hc_engine_options options = {.kind = HC_ENGINE_FORK};
		if (!cases[i][1])
			continue;
		CU_ASSERT_PTR_NULL(hc_engine_new(act.target, &options, &error));
		CU_ASSERT_TRUE(g_error_matches(
			error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_UNSOUND));
	}
}

/* It is counted by code that is patched into the program. */
static void a_late_hit_is_as_good_as_the_first(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
		g_auto(act_t) act = {.name = "counts", .hit = 500};
		if (!start(&act, &ways[i]))
			continue;
		assert_out(&act, NULL, 7, "499500 1000\n");
		g_autoptr(hc_alteration) a = hc_alteration_new();
		const int zero = 0;
		/* 499 times it was there before. */
		hc_alteration_write(
			a, act_address(&act, "&seen"), &zero, sizeof zero);
		assert_out(&act, a, 7, "499500 501\n");
	}
}

static void the_target_stays_as_it_was(void)
{
	g_auto(act_t) act = {.name = "plain"};
	if (!start(&act, &ways[0]))
		return;
	struct hc_target_registers before, after;
	CU_ASSERT_TRUE(hc_target_registers(act.target, &before, NULL));
	for (guint i = 0; i < 3; i++) {
		g_autoptr(hc_outcome) outcome = act_run(&act, NULL);
	}
	g_clear_pointer(&act.engine, hc_engine_free);
	CU_ASSERT_TRUE(hc_target_registers(act.target, &after, NULL));
	ASSERT_INT(memcmp(&before, &after, sizeof before), 0);
	/* A second engine from the same stop. */
	struct hc_engine_options options = {.kind = HC_ENGINE_FORK};
	act.engine = hc_engine_new(act.target, &options, NULL);
	CU_ASSERT_PTR_NOT_NULL_FATAL(act.engine);
	assert_out(&act, NULL, 7, "before\nafter 5 7 unchanged unchanged\n");
}

static void output_before_and_after_the_event_are_kept_apart(void)
{
	for (guint i = 0; i < 2; i++) {
		g_auto(act_t) act = {.name = "unbuffered"};
		if (!start(&act, &ways[i]))
			continue;
		gsize n;
		const char *out =
			g_bytes_get_data(hc_engine_out_before(act.engine), &n);
		CU_ASSERT_TRUE(n == 3 && memcmp(out, "out", 3) == 0);
		const char *err =
			g_bytes_get_data(hc_engine_err_before(act.engine), &n);
		CU_ASSERT_TRUE(n == 3 && memcmp(err, "err", 3) == 0);
		assert_out(&act, NULL, 7, "out");
	}
}

/* ---- several at a time --------------------------------------------------- */

static gboolean start_two(struct act *act, enum hc_engine_kind kind)
{
	struct hc_engine_options options = {
		.kind = kind, .jobs = 2, .timeout = 20};
	act->no_native = TRUE;
	return act_start_with(act, &options);
}

static struct hc_alteration *set_number(struct act *act, int value)
{
	struct hc_alteration *a = hc_alteration_new();
	hc_alteration_write(
		a, act_address(act, "&number"), &value, sizeof value);
	return a;
}

static void tests_at_the_same_time_do_not_mix(void)
{
	enum { TESTS = 20 };
	for (enum hc_engine_kind kind = HC_ENGINE_FORK; kind <= HC_ENGINE_RERUN;
		kind++) {
		g_auto(act_t) act = {.name = "work", .argument = "2"};
		if (!start_two(&act, kind))
			continue;
		ASSERT_INT(hc_engine_jobs(act.engine), 2);
		for (int i = 0; i < TESTS; i++) {
			g_autoptr(hc_alteration) a = set_number(&act, 50 + i);
			CU_ASSERT_TRUE(hc_engine_submit(
				act.engine, (guint64) i, a, NULL));
		}
		guint seen = 0;
		for (int i = 0; i < TESTS; i++) {
			guint64 ticket = 99;
			g_autoptr(hc_outcome) outcome = NULL;
			ASSERT_INT(hc_engine_wait(act.engine, -1, &ticket,
					   &outcome, NULL),
				HC_ENGINE_DONE);
			if (!outcome)
				return;
			g_autofree char *out = act_out(outcome);
			g_autofree char *expected =
				g_strdup_printf("%d\n", 50 + (int) ticket);
			ASSERT_STR(out, expected);
			ASSERT_INT(outcome->status, 50 + (int) ticket);
			seen |= 1u << ticket;
		}
		ASSERT_INT(seen, (1u << TESTS) - 1);
	}
}

static void files_that_tests_would_share_make_them_wait(void)
{
	const char *output = act_file("output", "");
	g_auto(act_t) act = {.name = "writes", .argument = output};
	if (start_two(&act, HC_ENGINE_FORK))
		ASSERT_INT(hc_engine_jobs(act.engine), 1);
	act_remove_files();
}

static void a_cancelled_test_is_never_named(void)
{
	for (enum hc_engine_kind kind = HC_ENGINE_FORK; kind <= HC_ENGINE_RERUN;
		kind++) {
		g_auto(act_t) act = {.name = "hangs"};
		if (!start_two(&act, kind))
			continue;
		g_autoptr(hc_alteration) nothing = hc_alteration_new();
		guint64 ticket;
		struct hc_outcome *outcome = NULL;
		for (guint64 i = 0; i < 5; i++)
			hc_engine_submit(act.engine, i, nothing, NULL);
		gint64 soon = g_get_monotonic_time() + 100000;
		ASSERT_INT(hc_engine_wait(
				   act.engine, soon, &ticket, &outcome, NULL),
			HC_ENGINE_NOTHING);
		for (guint64 i = 0; i < 5; i++)
			hc_engine_cancel(act.engine, i);
		ASSERT_INT(
			hc_engine_wait(act.engine, -1, &ticket, &outcome, NULL),
			HC_ENGINE_NOTHING);
		/* And the engine has not lost its workers. */
		hc_engine_submit(act.engine, 7, nothing, NULL);
		soon = g_get_monotonic_time() + 100000;
		ASSERT_INT(hc_engine_wait(
				   act.engine, soon, &ticket, &outcome, NULL),
			HC_ENGINE_NOTHING);
	}
}

static volatile sig_atomic_t stop;

static void a_signal_handler_can_end_the_wait(void)
{
	g_auto(act_t) act = {.name = "sleeps", .no_native = TRUE};
	struct hc_engine_options options = {.kind = HC_ENGINE_FORK};
	stop = 0;
	act.stop = &stop;
	if (!act_start_with(&act, &options))
		return;
	stop = 1;
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_alteration) nothing = hc_alteration_new();
	CU_ASSERT_PTR_NULL(hc_engine_run(act.engine, nothing, &error));
	CU_ASSERT_TRUE(g_error_matches(
		error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_STOPPED));
}

/* ---- under dd ------------------------------------------------------------ */

/* Delta i: text[i] becomes '!'. It fails if text[3] and text[5] are. */
static struct hc_alteration *alter(
	struct act *act, guint64 text, const struct dd_set *configuration)
{
	struct hc_alteration *a = hc_alteration_new();
	for (guint32 i = 0; i < 8; i++)
		if (dd_set_contains(configuration, i))
			hc_alteration_write(a, text + i, "!", 1);
	return a;
}

struct search {
	struct act *act;
	guint64 text;
};

static gboolean submit(guint64 ticket, const struct dd_set *configuration,
	gpointer data, GError **error)
{
	struct search *search = data;
	g_autoptr(hc_alteration) a =
		alter(search->act, search->text, configuration);
	return hc_engine_submit(search->act->engine, ticket, a, error);
}

static enum dd_wait wait_for(gint64 until, guint64 *ticket,
	enum hc_verdict *verdict, gpointer data, GError **error)
{
	struct search *search = data;
	g_autoptr(hc_outcome) outcome = NULL;
	switch (hc_engine_wait(
		search->act->engine, until, ticket, &outcome, error)) {
	case HC_ENGINE_NOTHING:
		return DD_WAIT_NOTHING;
	case HC_ENGINE_FAILED:
		return DD_WAIT_ERROR;
	case HC_ENGINE_DONE:
		break;
	}
	g_autofree char *out = act_out(outcome);
	const char *word = strrchr(out, ' ');
	*verdict = word && strlen(word) > 6 && word[4] == '!' && word[6] == '!'
			   ? HC_FAIL
			   : HC_PASS;
	return DD_WAIT_DONE;
}

static void cancel(guint64 ticket, gpointer data)
{
	struct search *search = data;
	hc_engine_cancel(search->act->engine, ticket);
}

static void dd_needs_three_lines_to_use_it(void)
{
	g_auto(act_t) act = {.name = "plain"};
	if (!start_two(&act, HC_ENGINE_FORK))
		return;
	struct search search = {&act, act_address(&act, "&text")};
	struct dd_workers workers = {
		.jobs = hc_engine_jobs(act.engine),
		.submit = submit,
		.wait = wait_for,
		.cancel = cancel,
		.data = &search,
	};
	struct dd_task task = {
		.algorithm = DD_MINIMISE, .n = 8, .workers = &workers};
	g_auto(dd_result) result = {0};
	g_autoptr(GError) error = NULL;
	CU_ASSERT_TRUE(dd_run(&task, &result, &error));
	ASSERT_NO_ERROR(error);
	if (error)
		return;
	ASSERT_INT(result.difference->size, 2);
	CU_ASSERT_TRUE(dd_set_contains(result.difference, 3));
	CU_ASSERT_TRUE(dd_set_contains(result.difference, 5));
}

int main(void)
{
	static const struct test tests[] = {
		TEST(altered_variables_show_in_the_output),
		TEST(stack_variables_are_found_wherever_they_are),
		TEST(vector_and_stack_registers_can_be_set),
		TEST(new_blocks_are_the_programs_own),
		TEST(a_hundred_thousand_blocks_are_no_work),
		TEST(blocks_can_be_kept_out_of_freed_memory),
		TEST(a_block_that_malloc_refuses_is_an_error),
		TEST(a_descriptor_becomes_another_file),
		TEST(what_cannot_be_applied_is_an_error_and_no_more),
		TEST(code_can_be_written),
		TEST(a_crash_shows_where_it_is),
		TEST(an_endless_recursion_costs_no_more_frames_than_asked_for),
		TEST(a_hang_is_cut_and_shows_where_it_is),
		TEST(what_is_busy_for_too_long_hangs),
		TEST(limits_hold),
		TEST(a_template_has_limits_even_if_nobody_said_so),
		TEST(what_a_test_leaves_behind_is_killed),
		TEST(auto_forks_where_it_is_sound_and_says_why_not),
		TEST(a_late_hit_is_as_good_as_the_first),
		TEST(the_target_stays_as_it_was),
		TEST(output_before_and_after_the_event_are_kept_apart),
		TEST(tests_at_the_same_time_do_not_mix),
		TEST(files_that_tests_would_share_make_them_wait),
		TEST(a_cancelled_test_is_never_named),
		TEST(a_signal_handler_can_end_the_wait),
		TEST(dd_needs_three_lines_to_use_it),
	};
	return run_tests("altered executions", tests, G_N_ELEMENTS(tests));
}
