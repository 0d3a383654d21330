/* The program under GDB, compared with the same program without. */
#include "process-signals.h"
#include "runner.h"
#include "target.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct hc_launch launch_of(const char *const *argv)
{
	static char **env;
	if (!env)
		env = g_environ_unsetenv(
			g_environ_unsetenv(g_get_environ(), "LINES"),
			"COLUMNS");
	return (struct hc_launch){
		.path = argv[0],
		.argv = argv,
		.env = (const char *const *) env,
		.limits = HC_LIMITS_INIT,
		.timeout = 30,
	};
}

static struct hc_outcome *run_gdb(const char *const *argv, double timeout)
{
	struct hc_launch launch = launch_of(argv);
	struct hc_gdb_options options = {.most_frames = 16};
	g_auto(hc_gdb_facts) facts = {0};
	g_autoptr(GError) error = NULL;
	launch.timeout = timeout;
	g_autoptr(hc_target) target = hc_target_new(&launch, &options, &error);
	struct hc_outcome *outcome =
		target ? hc_target_observe(target, &facts, &error) : NULL;
	ASSERT_NO_ERROR(error);
	return outcome ? outcome : hc_outcome_new();
}

static void a_run_under_gdb_does_what_it_does_natively(void)
{
	static const char *const commands[][4] = {
		{DEBUGGEES "count", NULL},
		{DEBUGGEES "output", NULL},
		{DEBUGGEES "forks", NULL},
		{DEBUGGEES "threads", NULL},
		{DEBUGGEES "crash", NULL},
		{DEBUGGEES "recurse", NULL},
	};
	for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
		struct hc_launch launch = launch_of(commands[i]);
		g_autoptr(hc_outcome) native = hc_launch_native(&launch, NULL);
		g_autoptr(hc_outcome) gdb = run_gdb(commands[i], 30);
		g_autofree char *a = hc_outcome_describe(native);
		g_autofree char *b = hc_outcome_describe(gdb);
		if (!hc_outcome_same(native, gdb))
			test_fail("%s %s natively, %s under GDB",
				commands[i][0], a, b);
	}
}

static void a_gdb_observes_any_number_of_runs_alike(void)
{
	static const char *const commands[][3] = {
		{DEBUGGEES "count", NULL},
		{DEBUGGEES "forks", NULL},
		{DEBUGGEES "crash", NULL},
		{DEBUGGEES "signals", NULL},
	};
	for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
		struct hc_launch launch = launch_of(commands[i]);
		struct hc_gdb_options options = {.most_frames = 16};
		g_autoptr(GError) error = NULL;
		g_autoptr(hc_outcome) native = hc_launch_native(&launch, NULL);
		g_autoptr(hc_target) target =
			hc_target_start(&launch, &options, &error);
		for (guint k = 0; target && k < 3; k++) {
			g_auto(hc_gdb_facts) facts = {0};
			g_autoptr(hc_outcome) outcome =
				hc_target_observe(target, &facts, &error);
			if (!outcome || !hc_outcome_same(native, outcome))
				test_fail("%s is not the same the %uth time",
					commands[i][0], k + 1);
			hc_target_end(target, &error);
		}
		ASSERT_NO_ERROR(error);
	}
}

static void a_crash_has_frames_and_an_endless_recursion_not_too_many(void)
{
	static const char *const crash[] = {DEBUGGEES "crash", NULL};
	g_autoptr(hc_outcome) first = run_gdb(crash, 30);
	CU_ASSERT_TRUE(first->frames->len > 0);
	CU_ASSERT_FALSE(first->more_frames);
	static const char *const recurse[] = {DEBUGGEES "recurse", NULL};
	g_autoptr(hc_outcome) second = run_gdb(recurse, 30);
	ASSERT_INT(second->frames->len, 16);
	CU_ASSERT_TRUE(second->more_frames);
}

static void a_hang_is_cut_and_shows_where_it_is(void)
{
	static const char *const spin[] = {DEBUGGEES "spin", NULL};
	g_autoptr(hc_outcome) outcome = run_gdb(spin, 0.3);
	ASSERT_INT(outcome->end, HC_END_HANG);
	CU_ASSERT_TRUE(outcome->frames->len > 0);
	ASSERT_INT(waitpid(-1, NULL, WNOHANG), -1);
}

static void signal_names_of_gdb_have_our_numbers(void)
{
	ASSERT_INT(hc_signal_number("SIGSEGV"), SIGSEGV);
	ASSERT_INT(hc_signal_number("SIG34"), 34);
	ASSERT_INT(hc_signal_number("SIGNONE"), 0);
	ASSERT_INT(hc_signal_number("0"), 0);
	ASSERT_INT(hc_signal_number(NULL), 0);
}

static void a_signal_is_fatal_unless_caught_ignored_or_harmless(void)
{
	signal(SIGUSR1, SIG_IGN);
	CU_ASSERT_FALSE(hc_signal_is_fatal(getpid(), SIGUSR1));
	signal(SIGUSR1, SIG_DFL);
	CU_ASSERT_TRUE(hc_signal_is_fatal(getpid(), SIGUSR1));
	CU_ASSERT_FALSE(hc_signal_is_fatal(getpid(), SIGCHLD));
	CU_ASSERT_FALSE(hc_signal_is_fatal(getpid(), SIGSTOP));
	CU_ASSERT_TRUE(hc_signal_is_fatal(getpid(), SIGKILL));
}

static volatile sig_atomic_t stop;

static void on_alarm(int number)
{
	stop = 1;
}

static void a_signal_handler_can_end_the_way_to_a_place(void)
{
	static const char *const argv[] = {DEBUGGEES "spin", NULL};
	struct hc_launch launch = launch_of(argv);
	struct hc_gdb_options options = {0};
	struct hc_place place = {.function = (char *) "main", .hit = 2};
	g_autoptr(GError) error = NULL;
	launch.stop = &stop;
	launch.timeout = 1000;
	signal(SIGALRM, on_alarm);
	g_autoptr(hc_target) target = hc_target_new(&launch, &options, &error);
	ualarm(300 * 1000, 0);
	CU_ASSERT_FALSE(hc_target_run_to(target, &place, &error));
	CU_ASSERT_TRUE(g_error_matches(
		error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_STOPPED));
	signal(SIGALRM, SIG_DFL);
}

static struct hc_target *stop_at(
	const struct hc_launch *launch, const char *function)
{
	struct hc_gdb_options options = {0};
	struct hc_place place = {.function = (char *) function, .hit = 1};
	g_autoptr(GError) error = NULL;
	struct hc_target *target = hc_target_new(launch, &options, &error);
	if (target)
		hc_target_run_to(target, &place, &error);
	ASSERT_NO_ERROR(error);
	return target;
}

static char *ask(struct hc_target *target, const char *expression)
{
	const char *const expressions[] = {expression, NULL};
	char **answers = hc_target_evaluate(target, expressions, NULL);
	char *answer = answers ? answers[0] : NULL;
	g_free(answers);
	return answer;
}

static void a_stopped_program_can_be_changed(void)
{
	static const char *const argv[] = {DEBUGGEES "count", NULL};
	struct hc_launch launch = launch_of(argv);
	g_autoptr(hc_target) target = stop_at(&launch, "add");
	g_autoptr(GError) error = NULL;
	const int wanted = 77;
	g_autofree char *address = ask(target, "(unsigned long) &total");
	guint64 at = address ? g_ascii_strtoull(address, NULL, 10) : 0;
	CU_ASSERT_TRUE(
		hc_target_write(target, at, &wanted, sizeof wanted, &error));
	g_autofree char *total = ask(target, "total");
	ASSERT_STR(total, "77");
	/* The stack, which GDB has read already. */
	g_autofree char *before = ask(target, "n");
	g_autofree char *local = ask(target, "(unsigned long) &n");
	at = local ? g_ascii_strtoull(local, NULL, 10) : 0;
	CU_ASSERT_TRUE(
		hc_target_write(target, at, &wanted, sizeof wanted, &error));
	g_autofree char *n = ask(target, "n");
	ASSERT_STR(before, "1");
	ASSERT_STR(n, "77");
	CU_ASSERT_TRUE(hc_target_set_register(target, 3, 1234, &error));
	struct hc_target_registers registers;
	CU_ASSERT_TRUE(hc_target_registers(target, &registers, &error));
	ASSERT_INT(registers.values[3], 1234);
	const guint64 sizes[] = {10, 1000};
	guint64 blocks[2] = {0, 0};
	CU_ASSERT_TRUE(hc_target_allocate(target, sizes, 2, blocks, &error));
	CU_ASSERT_TRUE(blocks[0] && blocks[1] >= blocks[0] + 10);
	ASSERT_NO_ERROR(error);
	CU_ASSERT_FALSE(hc_target_write(target, 8, &wanted, 4, &error));
	CU_ASSERT_PTR_NOT_NULL(error);
}

static void a_program_can_be_left_stopped_and_run_again(void)
{
	static const char *const argv[] = {DEBUGGEES "count", NULL};
	struct hc_launch launch = launch_of(argv);
	g_autoptr(hc_target) target = stop_at(&launch, "add");
	struct hc_place place = {.function = (char *) "add", .hit = 3};
	for (int i = 0; i < 3; i++) {
		g_autoptr(GError) error = NULL;
		pid_t pid = hc_target_leave(target, &error);
		ASSERT_NO_ERROR(error);
		CU_ASSERT_TRUE(pid > 0);
		ASSERT_INT(kill(pid, 0), 0);
		ASSERT_INT(hc_target_leave(target, NULL), 0);
		kill(pid, SIGKILL);
		CU_ASSERT_TRUE(hc_target_rewind(target, &error));
		CU_ASSERT_TRUE(hc_target_run_to(target, &place, &error));
		ASSERT_NO_ERROR(error);
		g_autofree char *n = ask(target, "n");
		ASSERT_STR(n, "3");
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_run_under_gdb_does_what_it_does_natively),
		TEST(a_gdb_observes_any_number_of_runs_alike),
		TEST(a_crash_has_frames_and_an_endless_recursion_not_too_many),
		TEST(a_hang_is_cut_and_shows_where_it_is),
		TEST(signal_names_of_gdb_have_our_numbers),
		TEST(a_signal_is_fatal_unless_caught_ignored_or_harmless),
		TEST(a_signal_handler_can_end_the_way_to_a_place),
		TEST(a_stopped_program_can_be_changed),
		TEST(a_program_can_be_left_stopped_and_run_again),
	};
	return run_tests("runs under GDB", tests, G_N_ELEMENTS(tests));
}
