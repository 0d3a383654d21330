/* The zoo of tests/debuggees/engine, run natively: four at a time they do what
 * they do one at a time, and nothing of them is left. */
#include "launcher.h"
#include "process-children.h"
#include "runner.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUNS = 500, JOBS = 4 };

struct act {
	const char *name;
	const char *argument; /* or NULL */
	gboolean reads; /* its argument, or stdin, is a file */
	struct hc_limits limits; /* instead of the usual, where not 0 */
	double timeout; /* seconds; 0: enough */
};

/* Those that write to a file that they are given are left out: they would do
 * it all at once. */
static const struct act acts[] = {
	{"plain"},
	{"line"},
	{"unbuffered"},
	{"position"},
	{"twins"},
	{"temporary"},
	{"directory"},
	{"descriptors"},
	{"environment"},
	{"closed"},
	{"jumps"},
	{"deep"},
	{"floats"},
	{"registers"},
	{"vectors"},
	{"group"},
	{"loads"},
	{"handled"},
	{"alarmed"},
	{"killed"},
	{"trapped"},
	{"aborts"},
	{"asserts"},
	{"leaves"},
	{"overflows"},
	{"crashes"},
	{"forks"},
	{"system"},
	{"execs"},
	{"threads"},
	{"threaded"},
	{"threaded-event"},
	{"parent"},
	{"pipes"},
	{"sockets"},
	{"shares"},
	{"large", "16"},
	{"chatty", "1"},
	{"reads", .reads = TRUE},
	{"maps", .reads = TRUE},
	{"input", .reads = TRUE},
	{"buffered-input", .reads = TRUE},
	{"hangs", .timeout = 0.5},
	{"hog", .limits = {.memory = 256 << 20}},
	{"chatty", "9", .limits = {.file = 1 << 20}},
};
enum { ACTS = G_N_ELEMENTS(acts) };

static char *input;
/* In the environment of all that comes from us. */
static char *mark;

/* A launch is only good as long as its arguments. */
static struct hc_launch launch_for(
	const struct act *act, const char **argv, char **env)
{
	gboolean by_argument = act->reads && !strstr(act->name, "input");
	argv[0] = DEBUGGEES "acts";
	argv[1] = act->name;
	argv[2] = by_argument ? input : act->argument;
	argv[3] = NULL;
	struct hc_launch launch = {
		.path = argv[0],
		.argv = argv,
		.env = (const char *const *) env,
		.input = act->reads && !by_argument ? input : NULL,
		.limits = HC_LIMITS_INIT,
		.timeout = act->timeout > 0 ? act->timeout : 60,
	};
	if (act->limits.memory)
		launch.limits.memory = act->limits.memory;
	if (act->limits.file)
		launch.limits.file = act->limits.file;
	return launch;
}

static void compare(const struct act *act, const struct hc_outcome *alone,
	const struct hc_outcome *among)
{
	if (hc_outcome_same(alone, among))
		return;
	g_autofree char *a = hc_outcome_describe(alone);
	g_autofree char *b = hc_outcome_describe(among);
	test_fail("%s alone %s (%u and %u bytes), among others %s (%u and %u)",
		act->name, a, (guint) g_bytes_get_size(alone->out),
		(guint) g_bytes_get_size(alone->err), b,
		(guint) g_bytes_get_size(among->out),
		(guint) g_bytes_get_size(among->err));
}

static void many_at_a_time_do_what_one_does(void)
{
	struct hc_outcome *alone[ACTS];
	const char *argv[4];
	g_auto(GStrv) env =
		g_environ_setenv(g_get_environ(), "HOWCOME_ZOO", mark, TRUE);
	for (guint i = 0; i < ACTS; i++) {
		g_autoptr(GError) error = NULL;
		struct hc_launch launch = launch_for(&acts[i], argv, env);
		alone[i] = hc_launch_native(&launch, &error);
		ASSERT_NO_ERROR(error);
		if (!alone[i])
			return;
	}
	g_autoptr(hc_launcher) launcher = hc_launcher_new(JOBS);
	/* 7 has no divisor in common with their number: all neighbours. */
	for (guint i = 0; i < RUNS; i++) {
		struct hc_launch launch =
			launch_for(&acts[7 * i % ACTS], argv, env);
		hc_launcher_submit(launcher, i, &launch);
	}
	guint done = 0;
	for (;; done++) {
		guint64 ticket;
		g_autoptr(hc_outcome) outcome = NULL;
		g_autoptr(GError) error = NULL;
		enum hc_launcher_wait got = hc_launcher_wait(
			launcher, -1, &ticket, &outcome, &error);
		if (got == HC_LAUNCHER_NOTHING)
			break;
		ASSERT_NO_ERROR(error);
		if (outcome)
			compare(&acts[7 * ticket % ACTS],
				alone[7 * ticket % ACTS], outcome);
	}
	ASSERT_INT(done, RUNS);
	for (guint i = 0; i < ACTS; i++)
		hc_outcome_free(alone[i]);
}

/* Not even one that nobody has waited for. */
static void nothing_is_left_of_them(void)
{
	g_autoptr(GArray) children = hc_process_children();
	ASSERT_INT(children->len, 0);
	ASSERT_INT(waitpid(-1, NULL, WNOHANG | __WALL), -1);
	ASSERT_INT(errno, ECHILD);
	g_autoptr(GDir) processes = g_dir_open("/proc", 0, NULL);
	const char *pid;
	while ((pid = g_dir_read_name(processes))) {
		g_autofree char *file =
			g_strdup_printf("/proc/%s/environ", pid);
		g_autofree char *text = NULL;
		gsize n = 0;
		if (g_file_get_contents(file, &text, &n, NULL) &&
			memmem(text, n, mark, strlen(mark)))
			test_fail("process %s is still there", pid);
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(many_at_a_time_do_what_one_does),
		TEST(nothing_is_left_of_them),
	};
	int fd = g_file_open_tmp("howcome-zoo-XXXXXX", &input, NULL);
	if (fd < 0 || write(fd, "first line\nsecond line\n", 23) != 23)
		return 1;
	close(fd);
	mark = g_strdup_printf("zoo of %d", (int) getpid());
	int status = run_tests("a zoo of runs", tests, G_N_ELEMENTS(tests));
	g_unlink(input);
	g_free(input);
	g_free(mark);
	return status;
}
