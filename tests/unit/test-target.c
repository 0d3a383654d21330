/* The program under GDB, compared with the same program without. */
#include "disposition.h"
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
	struct hc_outcome *outcome =
		hc_run_gdb(&launch, &options, &facts, &error);
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
		g_autoptr(hc_outcome) native = hc_run_native(&launch, NULL);
		g_autoptr(hc_outcome) gdb = run_gdb(commands[i], 30);
		g_autofree char *a = hc_outcome_describe(native);
		g_autofree char *b = hc_outcome_describe(gdb);
		if (!hc_outcome_same(native, gdb))
			test_fail("%s %s natively, %s under GDB",
				commands[i][0], a, b);
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

int main(void)
{
	static const struct test tests[] = {
		TEST(a_run_under_gdb_does_what_it_does_natively),
		TEST(a_crash_has_frames_and_an_endless_recursion_not_too_many),
		TEST(a_hang_is_cut_and_shows_where_it_is),
		TEST(signal_names_of_gdb_have_our_numbers),
		TEST(a_signal_is_fatal_unless_caught_ignored_or_harmless),
	};
	return run_tests("runs under GDB", tests, G_N_ELEMENTS(tests));
}
