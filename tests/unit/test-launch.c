/* Native runs, of the shell: it can do all that a program can do wrong. */
#include "launch.h"
#include "runner.h"

#include <dirent.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static struct hc_outcome *run_shell(const char *script, const char *input,
	struct hc_limits limits, double timeout, GError **error)
{
	const char *argv[] = {"/bin/sh", "-c", script, NULL};
	const char *env[] = {"PATH=/usr/bin:/bin", "X=1 2", NULL};
	struct hc_launch launch = {
		.path = "/bin/sh",
		.argv = argv,
		.env = env,
		.input = input,
		.limits = limits,
		.timeout = timeout,
	};
	return hc_launch_native(&launch, error);
}

static struct hc_outcome *run(const char *script)
{
	g_autoptr(GError) error = NULL;
	struct hc_limits limits = HC_LIMITS_INIT;
	struct hc_outcome *outcome =
		run_shell(script, NULL, limits, 30, &error);
	ASSERT_NO_ERROR(error);
	return outcome ? outcome : hc_outcome_new();
}

static void assert_text(GBytes *bytes, const char *expected)
{
	gsize length;
	const char *data = g_bytes_get_data(bytes, &length);
	g_autofree char *text = g_strndup(data ? data : "", length);
	ASSERT_STR(text, expected);
}

static void every_exit_status_is_seen(void)
{
	for (int status = 0; status < 256; status++) {
		g_autofree char *script = g_strdup_printf("exit %d", status);
		g_autoptr(hc_outcome) outcome = run(script);
		ASSERT_INT(outcome->end, HC_END_EXIT);
		ASSERT_INT(outcome->status, status);
	}
}

static void death_by_a_signal_is_seen(void)
{
	static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGABRT,
		SIGBUS, SIGFPE, SIGKILL, SIGSEGV, SIGPIPE, SIGALRM, SIGTERM,
		SIGUSR1};
	for (guint i = 0; i < G_N_ELEMENTS(signals); i++) {
		g_autofree char *script =
			g_strdup_printf("kill -%d $$", signals[i]);
		g_autoptr(hc_outcome) outcome = run(script);
		ASSERT_INT(outcome->end, HC_END_SIGNAL);
		ASSERT_INT(outcome->signal, signals[i]);
	}
}

static void streams_are_kept_apart_and_stdin_is_empty(void)
{
	g_autoptr(hc_outcome) outcome =
		run("cat; echo out; echo err >&2; printf '%s' \"$X\"");
	assert_text(outcome->out, "out\n1 2");
	assert_text(outcome->err, "err\n");
}

static void stdin_is_the_file_that_is_named(void)
{
	g_autofree char *file = NULL;
	int fd = g_file_open_tmp("howcome-XXXXXX", &file, NULL);
	CU_ASSERT_TRUE(write(fd, "hello", 5) == 5);
	close(fd);
	struct hc_limits limits = HC_LIMITS_INIT;
	g_autoptr(hc_outcome) outcome =
		run_shell("cat", file, limits, 30, NULL);
	assert_text(outcome->out, "hello");
	g_unlink(file);
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(run_shell("cat", file, limits, 30, &error));
	CU_ASSERT_TRUE(
		g_error_matches(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_INPUT));
	ASSERT_ERROR(error, file);
}

static void a_hang_is_cut_with_all_that_it_started(void)
{
	struct hc_limits limits = HC_LIMITS_INIT;
	gint64 start = g_get_monotonic_time();
	g_autoptr(hc_outcome) outcome = run_shell(
		"echo before; sleep 1000 & wait", NULL, limits, 0.2, NULL);
	ASSERT_INT(outcome->end, HC_END_HANG);
	assert_text(outcome->out, "before\n");
	CU_ASSERT_TRUE(g_get_monotonic_time() - start < 20 * G_USEC_PER_SEC);
	ASSERT_INT(waitpid(-1, NULL, WNOHANG), -1);
	ASSERT_INT(errno, ECHILD);
}

/* What left the process group, and whose parent is gone, is ours to end. */
static void what_a_run_leaves_behind_is_killed(void)
{
	g_autoptr(hc_outcome) outcome =
		run("setsid sh -c 'sleep 1000 & echo $!'; exit 3");
	ASSERT_INT(outcome->status, 3);
	gsize length;
	const char *text = g_bytes_get_data(outcome->out, &length);
	pid_t pid = length ? (pid_t) g_ascii_strtoll(text, NULL, 10) : 0;
	CU_ASSERT_TRUE(pid > 0);
	ASSERT_INT(kill(pid, 0), -1);
	ASSERT_INT(waitpid(-1, NULL, WNOHANG), -1);
}

static void limits_hold(void)
{
	struct hc_limits limits = HC_LIMITS_INIT;
	limits.cpu = 1;
	g_autoptr(hc_outcome) busy =
		run_shell("while :; do :; done", NULL, limits, 60, NULL);
	ASSERT_INT(busy->end, HC_END_LIMIT);
	limits.file = 1 << 20;
	g_autoptr(hc_outcome) chatty =
		run_shell("exec yes", NULL, limits, 60, NULL);
	ASSERT_INT(chatty->end, HC_END_LIMIT);
	ASSERT_INT(g_bytes_get_size(chatty->out), 1 << 20);
	g_autoptr(hc_outcome) stack = run("ulimit -s; ulimit -c");
	assert_text(stack->out, "8192\n0\n");
}

static void the_program_starts_with_default_signals(void)
{
	signal(SIGUSR1, SIG_IGN);
	sigset_t set, old;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, &old);
	g_autoptr(hc_outcome) outcome =
		run("exec grep -E '^Sig(Blk|Ign)' /proc/self/status");
	sigprocmask(SIG_SETMASK, &old, NULL);
	signal(SIGUSR1, SIG_DFL);
	assert_text(outcome->out,
		"SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

static int open_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int n = 0;
	while (readdir(folder))
		n++;
	closedir(folder);
	return n;
}

static void no_descriptor_leaks_into_the_run_or_out_of_it(void)
{
	int before = open_descriptors();
	g_autoptr(hc_outcome) outcome =
		run("for f in /proc/self/fd/*; do echo ${f##*/}; done | wc -l");
	/* 0, 1, 2 and the folder itself, at most. */
	gsize length;
	const char *text = g_bytes_get_data(outcome->out, &length);
	CU_ASSERT_TRUE(length > 0 && g_ascii_strtoll(text, NULL, 10) <= 4);
	for (int i = 0; i < 20; i++) {
		g_autoptr(hc_outcome) again = run(":");
		ASSERT_INT(again->status, 0);
	}
	ASSERT_INT(open_descriptors(), before);
}

static void a_program_that_cannot_start_is_an_error(void)
{
	const char *argv[] = {"/nonexistent/x", NULL};
	const char *env[] = {NULL};
	struct hc_launch launch = {
		.path = argv[0], .argv = argv, .env = env, .timeout = 10};
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(hc_launch_native(&launch, &error));
	CU_ASSERT_TRUE(
		g_error_matches(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_START));
	ASSERT_ERROR(error,
		"cannot start '/nonexistent/x': No such file or directory");
}

static volatile sig_atomic_t stop;

static void on_alarm(int number)
{
	stop = 1;
}

static void a_signal_handler_can_end_the_wait(void)
{
	const char *argv[] = {"/bin/sh", "-c", "sleep 1000", NULL};
	const char *env[] = {"PATH=/usr/bin:/bin", NULL};
	struct hc_launch launch = {.path = argv[0],
		.argv = argv,
		.env = env,
		.timeout = 100,
		.stop = &stop};
	signal(SIGALRM, on_alarm);
	ualarm(100 * 1000, 0);
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(hc_launch_native(&launch, &error));
	CU_ASSERT_TRUE(g_error_matches(
		error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_STOPPED));
	signal(SIGALRM, SIG_DFL);
	ASSERT_INT(waitpid(-1, NULL, WNOHANG), -1);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(every_exit_status_is_seen),
		TEST(death_by_a_signal_is_seen),
		TEST(streams_are_kept_apart_and_stdin_is_empty),
		TEST(stdin_is_the_file_that_is_named),
		TEST(a_hang_is_cut_with_all_that_it_started),
		TEST(what_a_run_leaves_behind_is_killed),
		TEST(limits_hold),
		TEST(the_program_starts_with_default_signals),
		TEST(no_descriptor_leaks_into_the_run_or_out_of_it),
		TEST(a_program_that_cannot_start_is_an_error),
		TEST(a_signal_handler_can_end_the_wait),
	};
	return run_tests("native runs", tests, G_N_ELEMENTS(tests));
}
