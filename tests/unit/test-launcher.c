/* Native runs, several at a time, mostly of the shell: it can do all that a
 * program can do wrong. */
#include "launcher.h"
#include "process-children.h"
#include "runner.h"
#include "victim.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *folder;

/* What a run may want to say while it goes on is said by files. */
static char *path_of(const char *name)
{
	return g_build_filename(folder, name, NULL);
}

static void make_folder(void)
{
	folder = g_dir_make_tmp("howcome-launcher-XXXXXX", NULL);
}

static void remove_folder(void)
{
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	const char *name;
	while ((name = g_dir_read_name(dir))) {
		g_autofree char *path = path_of(name);
		g_unlink(path);
	}
	g_rmdir(folder);
	g_clear_pointer(&folder, g_free);
}

static pid_t read_pid(const char *name)
{
	g_autofree char *path = path_of(name);
	g_autofree char *text = NULL;
	return g_file_get_contents(path, &text, NULL, NULL) &&
			       strchr(text, '\n')
		       ? (pid_t) g_ascii_strtoll(text, NULL, 10)
		       : 0;
}

static gboolean is_gone(pid_t pid)
{
	return kill(pid, 0) < 0 && errno == ESRCH;
}

static void assert_nothing_left(void)
{
	g_autoptr(GArray) children = hc_process_children();
	ASSERT_INT(children->len, 0);
	ASSERT_INT(waitpid(-1, NULL, WNOHANG | __WALL), -1);
	ASSERT_INT(errno, ECHILD);
}

/* Runs a script that finds the folder in $1; the rest of `how` is the
 * launch's. */
static void submit(struct hc_launcher *launcher, guint64 ticket,
	const char *script, struct hc_launch how)
{
	const char *argv[] = {
		"/bin/sh", "-c", script, "sh", folder ? folder : "", NULL};
	g_auto(GStrv) env = g_get_environ();
	how.path = argv[0];
	how.argv = argv;
	how.env = (const char *const *) env;
	if (how.timeout == 0)
		how.timeout = 60;
	hc_launcher_submit(launcher, ticket, &how);
}

static const struct hc_launch usual = {.limits = HC_LIMITS_INIT};

/* The next one that is over must be this one. */
static struct hc_outcome *expect(struct hc_launcher *launcher, guint64 expected)
{
	g_autoptr(GError) error = NULL;
	guint64 ticket = 0;
	struct hc_outcome *outcome = NULL;
	enum hc_launcher_wait got =
		hc_launcher_wait(launcher, -1, &ticket, &outcome, &error);
	ASSERT_NO_ERROR(error);
	ASSERT_INT(got, HC_LAUNCHER_DONE);
	ASSERT_INT(ticket, expected);
	return outcome ? outcome : hc_outcome_new();
}

static void expect_error(
	struct hc_launcher *launcher, guint64 expected, int code)
{
	g_autoptr(GError) error = NULL;
	guint64 ticket = 0;
	struct hc_outcome *outcome = NULL;
	ASSERT_INT(hc_launcher_wait(launcher, -1, &ticket, &outcome, &error),
		HC_LAUNCHER_FAILED);
	ASSERT_INT(ticket, expected);
	CU_ASSERT_PTR_NULL(outcome);
	CU_ASSERT_TRUE(g_error_matches(error, HC_LAUNCH_ERROR, code));
}

static void expect_nothing(struct hc_launcher *launcher, gint64 until)
{
	guint64 ticket = 0;
	struct hc_outcome *outcome = NULL;
	ASSERT_INT(hc_launcher_wait(launcher, until, &ticket, &outcome, NULL),
		HC_LAUNCHER_NOTHING);
	CU_ASSERT_PTR_NULL(outcome);
}

/* Looks after the runs until a file has a number, and none of them ends. */
static pid_t await_pid(struct hc_launcher *launcher, const char *name)
{
	pid_t pid = 0;
	for (int i = 0; i < 3000 && !(pid = read_pid(name)); i++) {
		guint64 ticket;
		struct hc_outcome *outcome;
		hc_launcher_wait(launcher, g_get_monotonic_time() + 10000,
			&ticket, &outcome, NULL);
	}
	return pid;
}

/* Each waits for all others: one after the other they would never end. */
static void four_run_at_a_time(void)
{
	make_folder();
	g_autoptr(hc_launcher) launcher = hc_launcher_new(4);
	for (guint i = 0; i < 4; i++) {
		g_autofree char *script = g_strdup_printf(
			"touch $1/%u; until [ -e $1/0 -a -e $1/1 -a -e $1/2 "
			"-a -e $1/3 ]; do sleep 0.01; done; echo %u; exit %u",
			i, i, i);
		submit(launcher, 100 + i, script, usual);
	}
	guint seen = 0;
	for (guint i = 0; i < 4; i++) {
		guint64 ticket = 0;
		g_autoptr(hc_outcome) outcome = NULL;
		ASSERT_INT(
			hc_launcher_wait(launcher, -1, &ticket, &outcome, NULL),
			HC_LAUNCHER_DONE);
		if (!outcome)
			continue;
		ASSERT_INT(outcome->end, HC_END_EXIT);
		ASSERT_INT(outcome->status, ticket - 100);
		const char *text = g_bytes_get_data(outcome->out, NULL);
		ASSERT_INT(g_bytes_get_size(outcome->out), 2);
		ASSERT_INT(text ? text[0] - '0' : -1, ticket - 100);
		seen |= 1u << (ticket - 100);
	}
	ASSERT_INT(seen, 15);
	expect_nothing(launcher, -1);
	assert_nothing_left();
	remove_folder();
}

static void no_more_run_than_there_are_jobs(void)
{
	make_folder();
	g_autoptr(hc_launcher) launcher = hc_launcher_new(2);
	/* A third finds no folder to be had. */
	for (guint i = 0; i < 6; i++)
		submit(launcher, i,
			"for d in a b; do mkdir $1/$d 2>/dev/null && break; "
			"d=; done; [ $d ] || exit 9; sleep 0.05; rmdir $1/$d",
			usual);
	for (guint i = 0; i < 6; i++) {
		guint64 ticket = 0;
		g_autoptr(hc_outcome) outcome = NULL;
		ASSERT_INT(
			hc_launcher_wait(launcher, -1, &ticket, &outcome, NULL),
			HC_LAUNCHER_DONE);
		ASSERT_INT(outcome ? outcome->status : -1, 0);
	}
	remove_folder();
}

/* In another session, and in another process group; their parents are gone. */
#define DAEMONS(name)                                                          \
	"setsid sh -c 'sleep 1000 & echo $! >$0/" name "-session' $1;"         \
	"(set -m; sleep 1000 & echo $! >$1/" name "-group);"

static void a_run_ends_with_its_descendants_and_no_others(void)
{
	make_folder();
	g_autoptr(hc_launcher) launcher = hc_launcher_new(4);
	submit(launcher, 2, DAEMONS("first") "exec sleep 1000", usual);
	pid_t session = await_pid(launcher, "first-session");
	pid_t group = await_pid(launcher, "first-group");
	CU_ASSERT_TRUE(session > 0 && group > 0);
	submit(launcher, 3, DAEMONS("second") "exit 3", usual);
	g_autoptr(hc_outcome) outcome = expect(launcher, 3);
	ASSERT_INT(outcome->status, 3);
	CU_ASSERT_TRUE(is_gone(read_pid("second-session")));
	CU_ASSERT_TRUE(is_gone(read_pid("second-group")));
	CU_ASSERT_FALSE(is_gone(session));
	CU_ASSERT_FALSE(is_gone(group));
	g_clear_pointer(&launcher, hc_launcher_free);
	CU_ASSERT_TRUE(is_gone(session));
	CU_ASSERT_TRUE(is_gone(group));
	assert_nothing_left();
	remove_folder();
}

static void what_is_cancelled_is_never_named(void)
{
	make_folder();
	g_autoptr(hc_launcher) launcher = hc_launcher_new(2);
	submit(launcher, 1, "exit 1", usual);
	submit(launcher, 2, DAEMONS("second") "exec sleep 1000", usual);
	submit(launcher, 3, "exit 3", usual);
	submit(launcher, 4, "exit 4", usual);
	pid_t pid = 0;
	/* The first of them is over then, but nobody has asked. */
	for (int i = 0; i < 3000 && !(pid = read_pid("second-group")); i++)
		g_usleep(10000);
	hc_launcher_cancel(launcher, 1);
	hc_launcher_cancel(launcher, 2);
	hc_launcher_cancel(launcher, 3);
	hc_launcher_cancel(launcher, 77);
	g_autoptr(hc_outcome) outcome = expect(launcher, 4);
	ASSERT_INT(outcome->status, 4);
	expect_nothing(launcher, -1);
	g_clear_pointer(&launcher, hc_launcher_free);
	CU_ASSERT_TRUE(pid > 0 && is_gone(pid));
	assert_nothing_left();
	remove_folder();
}

static void a_deadline_ends_one_run_alone(void)
{
	make_folder();
	g_autoptr(hc_launcher) launcher = hc_launcher_new(2);
	struct hc_launch brief = usual;
	brief.timeout = 0.3;
	submit(launcher, 1, "sleep 1; exit 5", usual);
	submit(launcher, 2, "echo x; " DAEMONS("late") "sleep 1000", brief);
	g_autoptr(hc_outcome) late = expect(launcher, 2);
	ASSERT_INT(late->end, HC_END_HANG);
	ASSERT_INT(g_bytes_get_size(late->out), 2);
	CU_ASSERT_TRUE(is_gone(read_pid("late-group")));
	g_autoptr(hc_outcome) other = expect(launcher, 1);
	ASSERT_INT(other->end, HC_END_EXIT);
	ASSERT_INT(other->status, 5);
	remove_folder();
}

/* By its own work, or by that of a child; who sleeps is not busy. */
static void who_takes_too_much_cpu_time_hangs(void)
{
	g_autoptr(hc_launcher) launcher = hc_launcher_new(1);
	struct hc_launch busy = usual;
	busy.busy = 0.2;
	submit(launcher, 1, "while :; do :; done", busy);
	submit(launcher, 2, "(while :; do :; done) & wait", busy);
	submit(launcher, 3,
		"i=0; while :; do (j=0; while [ $j -lt 9999 ]; do "
		"j=$((j+1)); done); done",
		busy);
	submit(launcher, 4, "sleep 0.6; exit 4", busy);
	for (guint i = 1; i <= 4; i++) {
		g_autoptr(hc_outcome) outcome = expect(launcher, i);
		ASSERT_INT(outcome->end, i < 4 ? HC_END_HANG : HC_END_EXIT);
		CU_ASSERT_TRUE(outcome->seconds < 30);
	}
}

static volatile sig_atomic_t stop;

static void on_alarm(int number)
{
	stop = 1;
}

static void a_stop_flag_ends_those_who_have_it(void)
{
	g_autoptr(hc_launcher) launcher = hc_launcher_new(2);
	struct hc_launch stopped = usual;
	stopped.stop = &stop;
	submit(launcher, 1, "sleep 1; exit 6", usual);
	submit(launcher, 2, "sleep 1000", stopped);
	signal(SIGALRM, on_alarm);
	ualarm(200 * 1000, 0);
	expect_error(launcher, 2, HC_LAUNCH_ERROR_STOPPED);
	signal(SIGALRM, SIG_DFL);
	g_autoptr(hc_outcome) other = expect(launcher, 1);
	ASSERT_INT(other->status, 6);
	assert_nothing_left();
}

static void a_time_to_return_is_kept(void)
{
	g_autoptr(hc_launcher) launcher = hc_launcher_new(1);
	submit(launcher, 1, "sleep 1; exit 7", usual);
	gint64 start = g_get_monotonic_time();
	expect_nothing(launcher, start + 100000);
	CU_ASSERT_TRUE(g_get_monotonic_time() - start >= 100000);
	CU_ASSERT_TRUE(g_get_monotonic_time() - start < 900000);
	g_autoptr(hc_outcome) outcome = expect(launcher, 1);
	ASSERT_INT(outcome->status, 7);
}

static void what_cannot_start_is_an_error_of_its_own(void)
{
	g_autoptr(hc_launcher) launcher = hc_launcher_new(1);
	const char *argv[] = {"/nonexistent/x", NULL};
	struct hc_launch wrong = {
		.path = argv[0], .argv = argv, .env = argv + 1, .timeout = 10};
	struct hc_launch deaf = usual;
	deaf.input = "/nonexistent/y";
	hc_launcher_submit(launcher, 1, &wrong);
	submit(launcher, 2, "exit 2", deaf);
	submit(launcher, 3, "exit 3", usual);
	expect_error(launcher, 1, HC_LAUNCH_ERROR_START);
	expect_error(launcher, 2, HC_LAUNCH_ERROR_INPUT);
	g_autoptr(hc_outcome) outcome = expect(launcher, 3);
	ASSERT_INT(outcome->status, 3);
}

static void who_closes_its_streams_runs_on(void)
{
	g_autoptr(hc_launcher) launcher = hc_launcher_new(1);
	submit(launcher, 1, "echo a; exec 0<&- 1>&- 2>&-; sleep 0.2; exit 8",
		usual);
	g_autoptr(hc_outcome) outcome = expect(launcher, 1);
	ASSERT_INT(outcome->end, HC_END_EXIT);
	ASSERT_INT(outcome->status, 8);
	ASSERT_INT(g_bytes_get_size(outcome->out), 2);
}

static void whose_guard_is_killed_dies_with_it(void)
{
	make_folder();
	g_autoptr(hc_launcher) launcher = hc_launcher_new(1);
	submit(launcher, 1, "echo $$ >$1/pid; exec sleep 1000", usual);
	pid_t pid = await_pid(launcher, "pid");
	CU_ASSERT_TRUE(pid > 0);
	g_autoptr(GArray) children = hc_process_children();
	ASSERT_INT(children->len, 1);
	kill(g_array_index(children, pid_t, 0), SIGKILL);
	expect_error(launcher, 1, HC_LAUNCH_ERROR_SYSTEM);
	for (int i = 0; i < 500 && !is_gone(pid); i++)
		g_usleep(10000);
	CU_ASSERT_TRUE(is_gone(pid));
	remove_folder();
}

/* Strays of others are none of a run's, nor its guard one of theirs. */
static void strays_are_told_from_guards(void)
{
	make_folder();
	hc_process_adopt_orphans();
	g_autoptr(hc_launcher) launcher = hc_launcher_new(1);
	g_autoptr(GArray) before = hc_process_children();
	submit(launcher, 1, "until [ -e $1/go ]; do sleep 0.01; done; exit 9",
		usual);
	g_autofree char *script =
		g_strdup_printf("sleep 1000 & echo $! >%s/stray", folder);
	const char *argv[] = {"/bin/sh", "-c", script, NULL};
	CU_ASSERT_TRUE(g_spawn_sync(NULL, (char **) argv, NULL, 0, NULL, NULL,
		NULL, NULL, NULL, NULL));
	pid_t stray = read_pid("stray");
	CU_ASSERT_FALSE(is_gone(stray));
	hc_process_kill_strays(before);
	CU_ASSERT_TRUE(is_gone(stray));
	g_autofree char *go = path_of("go");
	g_file_set_contents(go, "", 0, NULL);
	g_autoptr(hc_outcome) outcome = expect(launcher, 1);
	ASSERT_INT(outcome->status, 9);
	remove_folder();
}

static gpointer run_many(gpointer data)
{
	guint wrong = 0;
	for (int i = 0; i < 40; i++) {
		g_autofree char *script = g_strdup_printf(
			"(setsid sleep 1000 &) ; echo %d; exit %d", i, i);
		const char *argv[] = {"/bin/sh", "-c", script, NULL};
		const char *env[] = {"PATH=/usr/bin:/bin", NULL};
		struct hc_launch launch = {.path = argv[0],
			.argv = argv,
			.env = env,
			.timeout = 60};
		g_autoptr(hc_outcome) outcome = hc_launch_native(&launch, NULL);
		wrong += !outcome || outcome->end != HC_END_EXIT ||
			 outcome->status != i ||
			 g_bytes_get_size(outcome->out) != (i < 10 ? 2 : 3);
	}
	return GUINT_TO_POINTER(wrong);
}

static void several_threads_run_at_once(void)
{
	GThread *threads[4];
	for (guint i = 0; i < G_N_ELEMENTS(threads); i++)
		threads[i] = g_thread_new("runs", run_many, NULL);
	for (guint i = 0; i < G_N_ELEMENTS(threads); i++)
		ASSERT_INT(GPOINTER_TO_UINT(g_thread_join(threads[i])), 0);
	assert_nothing_left();
}

/* Without a warden: each guard sees that we are no more. */
static void nothing_is_left_if_we_are_killed(void)
{
	static const char *const words[] = {"victim", NULL};
	for (int i = 0; i < 5; i++) {
		g_auto(victim_t) victim = {0};
		if (!victim_start(&victim, words) ||
			!victim_says(&victim, "ready"))
			return;
		victim_signal(&victim, VICTIM_FIRST, SIGKILL);
		victim_wait(&victim);
		g_autofree char *left = victim_left(&victim);
		ASSERT_STR(left, NULL);
		if (left)
			return;
	}
}

static int be_victim(void)
{
	make_folder();
	g_autoptr(hc_launcher) launcher = hc_launcher_new(4);
	submit(launcher, 1, DAEMONS("a") "exec sleep 1000", usual);
	submit(launcher, 2, DAEMONS("b") "exec sleep 1000", usual);
	await_pid(launcher, "a-group");
	await_pid(launcher, "b-group");
	/* Who kills us leaves the folder to us. */
	remove_folder();
	puts("ready");
	fflush(stdout);
	sleep(1000);
	return 0;
}

int main(int argc, char **argv)
{
	static const struct test tests[] = {
		TEST(four_run_at_a_time),
		TEST(no_more_run_than_there_are_jobs),
		TEST(a_run_ends_with_its_descendants_and_no_others),
		TEST(what_is_cancelled_is_never_named),
		TEST(a_deadline_ends_one_run_alone),
		TEST(who_takes_too_much_cpu_time_hangs),
		TEST(a_stop_flag_ends_those_who_have_it),
		TEST(a_time_to_return_is_kept),
		TEST(what_cannot_start_is_an_error_of_its_own),
		TEST(who_closes_its_streams_runs_on),
		TEST(whose_guard_is_killed_dies_with_it),
		TEST(strays_are_told_from_guards),
		TEST(several_threads_run_at_once),
		TEST(nothing_is_left_if_we_are_killed),
	};
	if (argc > 1 && strcmp(argv[1], "victim") == 0)
		return be_victim();
	return run_tests("runs at a time", tests, G_N_ELEMENTS(tests));
}
