/* The Nth hit of a place: counted in the program, by us and by GDB, with the
 * same result. */
#include "runner.h"
#include "target.h"

#include <string.h>

static const char *const kinds[] = {"plain", "fixed", "marked", "optimised",
	"optimised-marked", "optimised-fixed", "small", "static", "large"};

/* A stopped program, as one would look at it. */
struct seen {
	char *place; /* NULL: not reached */
	char *error;
	char *maps;
	char *i; /* what GDB says of it */
	const char *way; /* how it was counted */
	guint8 code[64];
	struct hc_target_registers registers;
};

static void seen_clear(struct seen *seen)
{
	g_free(seen->place);
	g_free(seen->error);
	g_free(seen->maps);
	g_free(seen->i);
}

static void look(struct hc_target *target, struct seen *seen)
{
	g_autofree char *maps =
		g_strdup_printf("/proc/%d/maps", (int) hc_target_pid(target));
	static const char *const expressions[] = {"i", NULL};
	char **values = hc_target_evaluate(target, expressions, NULL);
	seen->i = values ? values[0] : NULL;
	g_free(values);
	seen->way = hc_target_way(target);
	seen->place = g_strdup(hc_target_place(target));
	g_file_get_contents(maps, &seen->maps, NULL, NULL);
	hc_target_registers(target, &seen->registers, NULL);
	hc_target_read(seen->registers.values[16], seen->code,
		sizeof seen->code, target);
}

/* Directly, GDB counting, with a pause at main, or without GDB. */
enum way { FAST, SLOW, PAUSE, HOLD };

static gboolean go(struct hc_target *target, const struct hc_place *place,
	enum way way, GError **error)
{
	return way == PAUSE ? hc_target_set_off(target, place, error) &&
				      hc_target_arrive(target, error)
			    : hc_target_run_to(target, place, error);
}

static struct seen run_to(
	const char *const *argv, const char *where, enum way way)
{
	g_autofree char *folder = g_get_current_dir();
	g_auto(GStrv) env = g_environ_unsetenv(
		g_environ_unsetenv(g_get_environ(), "LINES"), "COLUMNS");
	/* The shell by which GDB starts programs sets this right. */
	env = g_environ_setenv(env, "PWD", folder, TRUE);
	struct hc_launch launch = {
		.path = argv[0],
		.argv = argv,
		.env = (const char *const *) env,
		.limits = HC_LIMITS_INIT,
		.timeout = 60,
	};
	struct hc_gdb_options options = {
		.slow_count = way == SLOW,
		.hold = way == HOLD,
	};
	struct seen seen = {0};
	g_auto(hc_place) place = {0};
	g_autoptr(GError) error = NULL;
	if (!hc_place_parse(&place, where, &error)) {
		test_fail("%s", error->message);
		return seen;
	}
	g_autoptr(hc_target) target = hc_target_new(&launch, &options, &error);
	if (target && go(target, &place, way, &error))
		look(target, &seen);
	else
		seen.error = g_strdup(error->message);
	return seen;
}

static struct seen run_kind(const char *kind, const char *what,
	const char *how_often, const char *where, enum way way)
{
	g_autofree char *path = g_strconcat(TRACES "trace-", kind, NULL);
	const char *argv[] = {path, what, how_often, NULL};
	return run_to(argv, where, way);
}

static void assert_same(
	const char *what, const struct seen *a, const struct seen *b)
{
	if (g_strcmp0(a->place, b->place) != 0 ||
		g_strcmp0(a->error, b->error) != 0)
		test_fail("%s: %s %s and %s %s", what, a->place, a->error,
			b->place, b->error);
	if (g_strcmp0(a->maps, b->maps) != 0)
		test_fail("%s: other memory is mapped", what);
	if (memcmp(&a->registers, &b->registers, sizeof a->registers) != 0 ||
		memcmp(a->code, b->code, sizeof a->code) != 0)
		test_fail("%s: another state", what);
}

/* hot() is entered with 0, 1, 2 …: its argument tells which time it is. */
static void the_hit_is_the_one_that_was_asked_for(void)
{
	enum { RDI = 5 };
	/* So many that GDB could not do it in time. */
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
		struct seen first =
			run_kind(kinds[i], "hot", "1000000", "hot", FAST);
		struct seen late = run_kind(
			kinds[i], "hot", "1000000", "hot#777777", FAST);
		struct seen held = run_kind(
			kinds[i], "hot", "1000000", "hot#777777", HOLD);
		if (late.error)
			test_fail("%s: %s", kinds[i], late.error);
		ASSERT_STR(late.place, first.place);
		ASSERT_STR(late.way, "jump");
		ASSERT_STR(held.way, "jump");
		assert_same(kinds[i], &late, &held);
		ASSERT_STR(first.way, "GDB");
		ASSERT_INT((guint32) late.registers.values[RDI], 777776);
		ASSERT_INT((guint32) first.registers.values[RDI], 0);
		CU_ASSERT_TRUE(
			memcmp(first.code, late.code, sizeof first.code) == 0);
		seen_clear(&first);
		seen_clear(&late);
		seen_clear(&held);
	}
}

static int line_of(const char *source, const char *mark)
{
	g_autofree char *text = NULL;
	g_autofree char *path = g_strconcat(DEBUGGEE_SOURCES, source, NULL);
	g_file_get_contents(path, &text, NULL, NULL);
	g_autofree char *comment = g_strconcat("MARK: ", mark, NULL);
	int line = 1;
	for (const char *at = text, *end = strstr(text, comment); at < end;
		at++)
		line += *at == '\n';
	return line;
}

static void the_state_is_that_of_a_breakpoint(void)
{
	g_autofree char *inside = g_strdup_printf(
		"trace.c:%d#40", line_of("trace/trace.c", "hot"));
	const char *const places[] = {"hot#40", "hot#32", inside, "hot#51",
		"nothing#33", "main", "hot"};
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i += 2)
		for (guint j = 0; j < G_N_ELEMENTS(places); j++) {
			struct seen fast = run_kind(
				kinds[i], "hot", "50", places[j], FAST);
			struct seen slow = run_kind(
				kinds[i], "hot", "50", places[j], SLOW);
			struct seen held = run_kind(
				kinds[i], "hot", "50", places[j], HOLD);
			g_autofree char *what = g_strdup_printf(
				"%s at %s", kinds[i], places[j]);
			assert_same(what, &fast, &slow);
			assert_same(what, &held, &slow);
			if (held.place)
				ASSERT_STR(held.way, "stop");
			seen_clear(&fast);
			seen_clear(&slow);
			seen_clear(&held);
		}
}

static void a_place_without_room_for_a_jump_is_counted(void)
{
	static const char *const argv[] = {DEBUGGEES "inner", NULL};
	int line = line_of("inner.c", "next");
	g_autofree char *late = g_strdup_printf("inner.c:%d#5000", line);
	g_autofree char *early = g_strdup_printf("inner.c:%d#40", line);
	g_autofree char *never = g_strdup_printf("inner.c:%d#20001", line);
	struct seen seen = run_to(argv, late, FAST);
	ASSERT_STR(seen.i, "4999");
	/* Not everybody is allowed to watch. */
	CU_ASSERT_TRUE(g_strcmp0(seen.way, "jump") != 0);
	seen_clear(&seen);
	struct seen fast = run_to(argv, early, FAST);
	struct seen slow = run_to(argv, early, SLOW);
	struct seen held = run_to(argv, early, HOLD);
	assert_same("inner", &fast, &slow);
	assert_same("inner", &held, &slow);
	seen_clear(&held);
	held = run_to(argv, late, HOLD);
	ASSERT_STR(held.way, "stop");
	ASSERT_STR(held.error, NULL);
	seen_clear(&held);
	seen_clear(&fast);
	seen_clear(&slow);
	struct seen beyond = run_to(argv, never, FAST);
	CU_ASSERT_PTR_NULL(beyond.place);
	seen_clear(&beyond);
}

/* Below and above what is worth counting in the program. */
static void all_threads_count_together(void)
{
	static const enum way counting[] = {FAST, HOLD};
	for (guint i = 0; i < G_N_ELEMENTS(counting); i++) {
		enum way way = counting[i];
		struct seen early =
			run_kind("plain", "race", NULL, "hot#150", way);
		struct seen last =
			run_kind("plain", "race", NULL, "hot#4000", way);
		struct seen beyond =
			run_kind("plain", "race", NULL, "hot#4001", way);
		ASSERT_STR(early.error, NULL);
		ASSERT_STR(last.error, NULL);
		ASSERT_STR(beyond.error,
			"the run does not reach 'hot#4001' before it exits");
		seen_clear(&early);
		seen_clear(&last);
		seen_clear(&beyond);
	}
}

static void children_do_not_count(void)
{
	static const enum way counting[] = {FAST, HOLD};
	for (guint i = 0; i < G_N_ELEMENTS(counting); i++) {
		struct seen seen = run_kind(
			"plain", "fork", NULL, "recurse#60", counting[i]);
		ASSERT_STR(seen.error,
			"the run does not reach 'recurse#60' before it exits");
		seen_clear(&seen);
	}
}

/* Also where the place is main, or never reached, and where the
 * program becomes another one. */
static void a_pause_at_main_changes_nothing(void)
{
	static const char *const hot[] = {
		TRACES "trace-plain", "hot", "50", NULL};
	static const char *const becomes[] = {TRACES "trace-plain", "exec",
		TRACES "trace-plain", "hot", "50", NULL};
	static const char *const places[] = {
		"hot", "hot#2", "hot#40", "hot#51", "main", "main#2"};
	for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
		struct seen fast = run_to(hot, places[i], FAST);
		struct seen pause = run_to(hot, places[i], PAUSE);
		assert_same(places[i], &fast, &pause);
		ASSERT_STR(pause.way, fast.way);
		seen_clear(&fast);
		seen_clear(&pause);
	}
	struct seen fast = run_to(becomes, "hot#40", FAST);
	struct seen pause = run_to(becomes, "hot#40", PAUSE);
	assert_same("after exec", &fast, &pause);
	seen_clear(&fast);
	seen_clear(&pause);
}

static void a_program_that_becomes_another_is_counted_by_gdb(void)
{
	static const char *const argv[] = {TRACES "trace-plain", "exec",
		TRACES "trace-plain", "hot", "50", NULL};
	struct seen fast = run_to(argv, "hot#40", FAST);
	struct seen slow = run_to(argv, "hot#40", SLOW);
	struct seen held = run_to(argv, "hot#40", HOLD);
	assert_same("after exec", &fast, &slow);
	assert_same("after exec", &held, &slow);
	ASSERT_STR(fast.error, NULL);
	ASSERT_STR(fast.way, "GDB");
	ASSERT_STR(held.way, "GDB");
	seen_clear(&held);
	seen_clear(&fast);
	seen_clear(&slow);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(the_hit_is_the_one_that_was_asked_for),
		TEST(the_state_is_that_of_a_breakpoint),
		TEST(a_place_without_room_for_a_jump_is_counted),
		TEST(all_threads_count_together),
		TEST(children_do_not_count),
		TEST(a_pause_at_main_changes_nothing),
		TEST(a_program_that_becomes_another_is_counted_by_gdb),
	};
	return run_tests("the Nth hit", tests, G_N_ELEMENTS(tests));
}
