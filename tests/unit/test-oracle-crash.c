/* Which crashes and hangs are the same failure. */
#include "oracle-help.h"
#include "runner.h"

#include <signal.h>

static void a_hang_and_a_limit_are_one_kind_of_failure(void)
{
	struct hc_oracle_options options = {0};
	g_autoptr(hc_outcome) pass = run("exit 1");
	g_autoptr(hc_outcome) hang = run_with("exec sleep 1000", 0.2, 0);
	g_autoptr(hc_outcome) busy = run_with("while :; do :; done", 60, 1);
	ASSERT_INT(busy->end, HC_END_LIMIT);
	g_autoptr(hc_oracle) one = hc_oracle_new(&options, pass, hang, NULL);
	ASSERT_STR(judge_outcome(one, hang), "FAIL");
	ASSERT_STR(judge_outcome(one, busy), "FAIL");
	ASSERT_STR(judge(one, "exit 1"), "PASS");
	ASSERT_STR(judge(one, "exit 0"), "UNRESOLVED");
	check_failure(one, "hang", "does not end in time");
	g_autoptr(hc_oracle) two = hc_oracle_new(&options, pass, busy, NULL);
	ASSERT_STR(judge_outcome(two, hang), "FAIL");
	check_failure(two, "limit", "runs into the limit on CPU time");
	/* To hang is no way to fail where the failing run does not. */
	g_autoptr(hc_oracle) three = make(NULL, "exit 1", "exit 2");
	ASSERT_STR(judge_outcome(three, hang), "UNRESOLVED");
}

/* The same crash with the line of one frame changed; -1: none. */
static struct hc_outcome *move_frame(
	const struct hc_outcome *crash, int frame, const char *function)
{
	struct hc_outcome *moved = hc_outcome_new();
	moved->end = crash->end;
	moved->signal = crash->signal;
	moved->more_frames = crash->more_frames;
	for (guint i = 0; i < crash->frames->len; i++) {
		const struct hc_frame *f = g_ptr_array_index(crash->frames, i);
		gboolean here = (int) i == frame;
		hc_outcome_add_frame(moved,
			here && function ? function : f->function, f->file,
			f->line + (here && !function));
	}
	return moved;
}

static void a_crash_is_known_by_its_innermost_frames(void)
{
	struct hc_oracle_options options = {0};
	g_autoptr(hc_outcome) pass = run("exit 0");
	g_autoptr(hc_outcome) crash = run_gdb(DEBUGGEES "crash", 16);
	ASSERT_INT(crash->frames->len, 3);
	g_autoptr(hc_oracle) oracle =
		hc_oracle_new(&options, pass, crash, NULL);
	check_failure(
		oracle, "signal", "is killed by SIGSEGV in inner (crash.c:6)");
	static const struct {
		int frame;
		const char *function;
		const char *verdict;
	} cases[] = {
		{-1, NULL, "FAIL"}, {0, NULL, "UNRESOLVED"},
		{0, "other", "UNRESOLVED"}, {1, NULL, "UNRESOLVED"},
		{2, NULL, "FAIL"}, /* main: far enough away */
	};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(hc_outcome) moved =
			move_frame(crash, cases[i].frame, cases[i].function);
		ASSERT_STR(judge_outcome(oracle, moved), cases[i].verdict);
	}
	/* Natively nobody looks at frames: the signal decides. */
	ASSERT_STR(judge(oracle, "kill -11 $$"), "FAIL");
	ASSERT_STR(judge(oracle, "kill -7 $$"), "UNRESOLVED");
}

static struct hc_outcome *hang_in(int line, gboolean waits)
{
	struct hc_outcome *hang = hc_outcome_new();
	hang->end = HC_END_HANG;
	hang->waits = waits;
	hc_outcome_add_frame(hang, "pthread_mutex_lock", NULL, 0);
	hc_outcome_add_frame(hang, "take", "a.c", line);
	hc_outcome_add_frame(hang, "main", "a.c", 30);
	return hang;
}

static void who_waits_for_ever_is_known_by_where_it_waits(void)
{
	struct hc_oracle_options options = {0};
	g_autoptr(hc_outcome) pass = run("exit 0");
	g_autoptr(hc_outcome) waits = hang_in(7, TRUE);
	g_autoptr(hc_outcome) elsewhere = hang_in(8, TRUE);
	g_autoptr(hc_outcome) busy = hang_in(8, FALSE);
	g_autoptr(hc_outcome) unseen = run_with("exec sleep 1000", 0.2, 0);

	g_autoptr(hc_oracle) oracle =
		hc_oracle_new(&options, pass, waits, NULL);
	ASSERT_STR(judge_outcome(oracle, waits), "FAIL");
	ASSERT_STR(judge_outcome(oracle, elsewhere), "UNRESOLVED");
	ASSERT_STR(judge_outcome(oracle, busy), "UNRESOLVED");
	/* Natively nobody looks at frames. */
	ASSERT_STR(judge_outcome(oracle, unseen), "FAIL");

	/* Where a loop is when its time is up is an accident. */
	g_autoptr(hc_oracle) loop = hc_oracle_new(&options, pass, busy, NULL);
	ASSERT_STR(judge_outcome(loop, waits), "FAIL");
}

static struct hc_outcome *abort_in(const char *library, const char *function)
{
	struct hc_outcome *crash = hc_outcome_new();
	hc_outcome_set_wait_status(crash, SIGABRT);
	hc_outcome_add_frame(crash, library, NULL, 0);
	hc_outcome_add_frame(crash, "abort", NULL, 0);
	if (!function)
		return crash;
	hc_outcome_add_frame(crash, function, "a.c", 7);
	hc_outcome_add_frame(crash, "qsort", NULL, 0);
	hc_outcome_add_frame(crash, "work", "a.c", 20);
	hc_outcome_add_frame(crash, "main", "a.c", 30);
	return crash;
}

static void library_frames_are_left_out_where_others_are_known(void)
{
	struct hc_oracle_options options = {0};
	g_autoptr(hc_outcome) pass = hc_outcome_new();
	g_autoptr(hc_outcome) crash = abort_in("raise", "check");
	g_autoptr(hc_oracle) oracle =
		hc_oracle_new(&options, pass, crash, NULL);
	static const char *const verdicts[] = {
		"FAIL", "FAIL", "UNRESOLVED", "FAIL", "UNRESOLVED", "FAIL"};
	for (int i = 0; i < 6; i++) {
		g_autoptr(hc_outcome) moved = move_frame(crash, i, "other");
		ASSERT_STR(judge_outcome(oracle, moved), verdicts[i]);
	}
	g_autoptr(hc_outcome) bare = abort_in("raise", NULL);
	ASSERT_STR(judge_outcome(oracle, bare), "UNRESOLVED");
	g_autoptr(hc_oracle) unknown =
		hc_oracle_new(&options, pass, bare, NULL);
	ASSERT_STR(judge_outcome(unknown, bare), "FAIL");
	g_autoptr(hc_outcome) other = abort_in("other", NULL);
	ASSERT_STR(judge_outcome(unknown, other), "UNRESOLVED");
	/* A frame without a name is not one that has a name. */
	g_autoptr(hc_outcome) nameless = abort_in(NULL, NULL);
	ASSERT_STR(judge_outcome(unknown, nameless), "UNRESOLVED");
}

static void an_endless_recursion_is_known_by_who_recurses(void)
{
	struct hc_oracle_options options = {0};
	g_autoptr(hc_outcome) pass = run("exit 0");
	g_autoptr(hc_outcome) sink = run_gdb(DEBUGGEES "recurse", 16);
	CU_ASSERT_TRUE(sink->more_frames);
	g_autoptr(hc_oracle) oracle = hc_oracle_new(&options, pass, sink, NULL);
	/* It ends in a function that the recursing one calls. */
	g_autoptr(hc_outcome) leaf = move_frame(sink, 0, "leaf");
	ASSERT_STR(judge_outcome(oracle, leaf), "FAIL");
	g_autoptr(hc_outcome) line = move_frame(sink, 0, NULL);
	ASSERT_STR(judge_outcome(oracle, line), "FAIL");
	/* Another function recurses. */
	g_autoptr(hc_outcome) other = hc_outcome_new();
	hc_outcome_set_wait_status(other, SIGSEGV);
	for (int i = 0; i < 16; i++)
		hc_outcome_add_frame(other, i % 2 ? "up" : "down", "a.c", 4);
	other->more_frames = TRUE;
	ASSERT_STR(judge_outcome(oracle, other), "UNRESOLVED");
	/* The same function, but no recursion without end. */
	g_autoptr(hc_outcome) once = hc_outcome_new();
	hc_outcome_set_wait_status(once, SIGSEGV);
	hc_outcome_add_frame(once, "down", "recurse.c", 3);
	hc_outcome_add_frame(once, "main", "recurse.c", 9);
	ASSERT_STR(judge_outcome(oracle, once), "UNRESOLVED");
}

/* A stack that was used up in the middle of a round of `n` functions, `phase`
 * calls into it, while a helper was calling itself. */
static struct hc_outcome *sink_at(guint n, guint phase, guint helpers)
{
	struct hc_outcome *sink = hc_outcome_new();
	hc_outcome_set_wait_status(sink, SIGSEGV);
	sink->more_frames = TRUE;
	for (guint i = 0; i < HC_OUTCOME_FRAMES; i++) {
		guint which = (phase + HC_OUTCOME_FRAMES - i) % n;
		g_autofree char *name = i < helpers
						? g_strdup("helper")
						: g_strdup_printf("f%u", which);
		hc_outcome_add_frame(
			sink, name, "a.c", i < helpers ? 1 : (int) which + 10);
	}
	return sink;
}

static void it_is_the_same_wherever_the_stack_ends(void)
{
	static const guint rounds[] = {1, 2, 7, 60, 100, 127, 200};
	struct hc_oracle_options options = {0};
	g_autoptr(hc_outcome) pass = run("exit 0");
	for (guint i = 0; i < G_N_ELEMENTS(rounds); i++) {
		guint n = rounds[i];
		g_autoptr(hc_outcome) first = sink_at(n, 0, 0);
		g_autoptr(hc_oracle) oracle =
			hc_oracle_new(&options, pass, first, NULL);
		g_auto(GStrv) who = hc_oracle_recursing(first);
		for (guint phase = 0; phase < n; phase++) {
			g_autoptr(hc_outcome) later =
				sink_at(n, phase, phase % 40);
			g_auto(GStrv) again = hc_oracle_recursing(later);
			ASSERT_STR(judge_outcome(oracle, later), "FAIL");
			/* Twice as much as a round was seen of each. */
			if (n < HC_OUTCOME_FRAMES / 2 - 40)
				CU_ASSERT_TRUE(
					g_strv_equal((const char *const *) who,
						(const char *const *) again));
		}
	}
	/* A function more is another recursion. */
	g_autoptr(hc_outcome) seven = sink_at(7, 0, 0);
	g_autoptr(hc_outcome) eight = sink_at(8, 0, 0);
	g_autoptr(hc_oracle) oracle =
		hc_oracle_new(&options, pass, seven, NULL);
	ASSERT_STR(judge_outcome(oracle, eight), "UNRESOLVED");
}

static void so_it_is_in_real_programs(void)
{
	struct hc_oracle_options options = {0};
	g_autoptr(hc_outcome) pass = run("exit 0");
	g_autoptr(hc_outcome) sink = run_gdb_with(
		DEBUGGEES "rounds", NULL, "PAD=", HC_OUTCOME_FRAMES);
	g_autoptr(hc_oracle) oracle = hc_oracle_new(&options, pass, sink, NULL);
	check_failure(oracle, "signal",
		"is killed by SIGSEGV in an endless recursion of enter, step, "
		"visit and walk");
	/* A round takes less than 6000 bytes. */
	for (guint i = 1; i < 8; i++) {
		g_autofree char *pad = g_strnfill(i * 710, 'x');
		g_autofree char *variable = g_strconcat("PAD=", pad, NULL);
		g_autoptr(hc_outcome) other = run_gdb_with(
			DEBUGGEES "rounds", NULL, variable, HC_OUTCOME_FRAMES);
		g_auto(GStrv) who = hc_oracle_recursing(other);
		ASSERT_STR(judge_outcome(oracle, other), "FAIL");
		ASSERT_INT(who ? g_strv_length(who) : 0, 4);
	}
	g_autoptr(hc_outcome) other = run_gdb_with(
		DEBUGGEES "rounds", "other", NULL, HC_OUTCOME_FRAMES);
	ASSERT_STR(judge_outcome(oracle, other), "UNRESOLVED");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_hang_and_a_limit_are_one_kind_of_failure),
		TEST(a_crash_is_known_by_its_innermost_frames),
		TEST(library_frames_are_left_out_where_others_are_known),
		TEST(who_waits_for_ever_is_known_by_where_it_waits),
		TEST(an_endless_recursion_is_known_by_who_recurses),
		TEST(it_is_the_same_wherever_the_stack_ends),
		TEST(so_it_is_in_real_programs),
	};
	return run_tests("oracle-crash", tests, G_N_ELEMENTS(tests));
}
