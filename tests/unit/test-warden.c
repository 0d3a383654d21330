/* Three processes that look after each other: whatever happens to one of them,
 * nothing is left, and who started them sees only the first. */
#include "runner.h"
#include "victim.h"
#include "warden.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- what the worker does ------------------------------------------------ */

static void say(const char *line)
{
	g_autofree char *text = g_strdup_printf("%s\n", line);
	if (write(STDOUT_FILENO, text, strlen(text)) < 0)
		_exit(1);
}

static void on_signal(int number)
{
	_exit(100 + number);
}

G_GNUC_NORETURN static void trace(pid_t pid)
{
	ptrace(PTRACE_SEIZE, pid, 0, 0);
	ptrace(PTRACE_INTERRUPT, pid, 0, 0);
	for (;;)
		raise(SIGSTOP);
}

/* One process that another one traces, both stopped, both without their
 * parent: the first can be reaped only when the other is gone. */
static void leave_traced(void)
{
	pid_t parent = fork();
	if (parent > 0) {
		waitpid(parent, NULL, 0);
		return;
	}
	pid_t traced = fork();
	while (traced == 0)
		pause();
	pid_t tracer = fork();
	if (tracer == 0)
		trace(traced);
	waitpid(tracer, NULL, WUNTRACED);
	_exit(0);
}

static void leave_all_kinds(void)
{
	static const char script[] =
		"setsid sh -c 'sleep 1000 & exec sleep 1000' & "
		"(trap '' HUP INT TERM; sleep 1000) & "
		"(sleep 1000 & exit 0) & "
		"sh -c 'kill -STOP $$' & exit 0";
	if (system(script) != 0)
		_exit(1);
	leave_traced();
}

static int be_victim(char **words)
{
	pid_t group = getpgrp();
	sigset_t before, after;
	sigemptyset(&before);
	sigaddset(&before, SIGUSR2);
	sigprocmask(SIG_SETMASK, &before, NULL);
	hc_warden_enter();
	sigprocmask(SIG_BLOCK, NULL, &after);
	if (getpgrp() != group || getpgid(getppid()) == group)
		return 90;
	for (int i = 1; i < NSIG; i++)
		if (sigismember(&before, i) != sigismember(&after, i))
			return 91;
	if (g_str_equal(words[0], "exit"))
		return atoi(words[1]);
	if (g_str_equal(words[0], "die")) {
		/* A sanitizer has handlers of its own. */
		signal(atoi(words[1]), SIG_DFL);
		raise(atoi(words[1]));
	}
	if (g_str_equal(words[0], "leave"))
		leave_all_kinds();
	for (int i = 0; i < 3; i++)
		signal(((const int[]){SIGINT, SIGTERM, SIGHUP})[i], on_signal);
	say("ready");
	if (g_str_equal(words[0], "leave") && words[1])
		return atoi(words[1]);
	for (;;)
		pause();
}

/* ---- the tests ----------------------------------------------------------- */

static void ends_clean(struct victim *victim)
{
	g_autofree char *left = victim_left(victim);
	if (left)
		test_fail("left:%s", left);
}

static int run(const char *what, const char *number)
{
	const char *const words[] = {what, number, NULL};
	g_auto(victim_t) victim = {0};
	if (!victim_start(&victim, words))
		return -1;
	int status = victim_wait(&victim);
	ends_clean(&victim);
	return status;
}

static void the_workers_status_is_the_status(void)
{
	static const char *const statuses[] = {"0", "1", "7", "127", "255"};
	for (guint i = 0; i < G_N_ELEMENTS(statuses); i++) {
		int status = run("exit", statuses[i]);
		CU_ASSERT_TRUE(WIFEXITED(status));
		ASSERT_INT(WEXITSTATUS(status), atoi(statuses[i]));
	}
}

static void the_workers_signal_is_the_signal(void)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGSEGV, SIGABRT,
		SIGPIPE, SIGKILL, SIGALRM, SIGUSR1};
	for (guint i = 0; i < G_N_ELEMENTS(signals); i++) {
		g_autofree char *number = g_strdup_printf("%d", signals[i]);
		int status = run("die", number);
		CU_ASSERT_TRUE(WIFSIGNALED(status));
		ASSERT_INT(WTERMSIG(status), signals[i]);
	}
}

static void requests_to_end_reach_the_worker(void)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	static const char *const words[] = {"wait", NULL};
	for (guint i = 0; i < 2 * G_N_ELEMENTS(signals); i++) {
		g_auto(victim_t) victim = {0};
		int number = signals[i / 2];
		if (!victim_start(&victim, words) ||
			!victim_says(&victim, "ready"))
			return;
		/* As from a terminal, too. */
		victim_signal(
			&victim, i % 2 ? VICTIM_GROUP : VICTIM_FIRST, number);
		int status = victim_wait(&victim);
		CU_ASSERT_TRUE(WIFEXITED(status));
		ASSERT_INT(WEXITSTATUS(status), 100 + number);
		ends_clean(&victim);
	}
}

static void nothing_outlives_the_end(void)
{
	int status = run("leave", "5");
	CU_ASSERT_TRUE(WIFEXITED(status));
	ASSERT_INT(WEXITSTATUS(status), 5);
}

static void nothing_outlives_a_kill(void)
{
	static const char *const words[] = {"leave", NULL};
	for (int part = 0; part < VICTIM_PARTS; part++) {
		g_auto(victim_t) victim = {0};
		if (!victim_start(&victim, words) ||
			!victim_says(&victim, "ready"))
			return;
		victim_signal(&victim, (enum victim_part) part, SIGKILL);
		int status = victim_wait(&victim);
		CU_ASSERT_TRUE(WIFSIGNALED(status));
		ASSERT_INT(WTERMSIG(status), SIGKILL);
		ends_clean(&victim);
	}
}

/* From the first moment on. */
static void nothing_outlives_an_early_kill(void)
{
	static const char *const words[] = {"leave", NULL};
	for (guint i = 0; i < 40; i++) {
		g_auto(victim_t) victim = {0};
		if (!victim_start(&victim, words))
			return;
		g_usleep(i * 500);
		victim_signal(
			&victim, (enum victim_part)(i % VICTIM_PARTS), SIGKILL);
		victim_wait(&victim);
		ends_clean(&victim);
	}
}

/* Stopped and continued as a shell does it with a job. */
static void a_stop_is_no_end(void)
{
	static const char *const words[] = {"wait", NULL};
	g_auto(victim_t) victim = {0};
	int status;
	if (!victim_start(&victim, words) || !victim_says(&victim, "ready"))
		return;
	victim_signal(&victim, VICTIM_GROUP, SIGSTOP);
	ASSERT_INT(waitpid(victim.pid, &status, WUNTRACED), victim.pid);
	CU_ASSERT_TRUE(WIFSTOPPED(status));
	g_usleep(20000);
	victim_signal(&victim, VICTIM_GROUP, SIGCONT);
	victim_signal(&victim, VICTIM_FIRST, SIGTERM);
	status = victim_wait(&victim);
	CU_ASSERT_TRUE(WIFEXITED(status));
	ASSERT_INT(WEXITSTATUS(status), 100 + SIGTERM);
	ends_clean(&victim);
}

/* Who calls exec keeps its children: they are not ours to end. */
static int be_shell(char **words)
{
	if (fork() == 0)
		for (;;)
			pause();
	execv("/proc/self/exe", words);
	return 1;
}

static void children_from_before_are_spared(void)
{
	static const char *const words[] = {"shell", "wait", NULL};
	for (int part = VICTIM_WARDEN; part <= VICTIM_WORKER; part++) {
		g_auto(victim_t) victim = {0};
		if (!victim_start(&victim, words) ||
			!victim_says(&victim, "ready"))
			return;
		pid_t theirs = victim_child(victim.pid);
		/* It is the elder of two. */
		g_autofree char *name =
			g_strdup_printf("/proc/%d/task/%d/children",
				(int) victim.pid, (int) victim.pid);
		g_autofree char *text = NULL;
		g_file_get_contents(name, &text, NULL, NULL);
		const char *second = text ? strchr(text, ' ') : NULL;
		pid_t warden = second ? atoi(second) : 0;
		if (!warden) {
			test_fail("no warden in '%s'", text ? text : "");
			return;
		}
		kill(part == VICTIM_WARDEN ? warden : victim_child(warden),
			SIGKILL);
		victim_wait(&victim);
		ASSERT_INT(kill(theirs, SIGTERM), 0);
		ends_clean(&victim);
	}
}

int main(int argc, char **argv)
{
	static const struct test tests[] = {
		TEST(the_workers_status_is_the_status),
		TEST(the_workers_signal_is_the_signal),
		TEST(requests_to_end_reach_the_worker),
		TEST(nothing_outlives_the_end),
		TEST(nothing_outlives_a_kill),
		TEST(nothing_outlives_an_early_kill),
		TEST(a_stop_is_no_end),
		TEST(children_from_before_are_spared),
	};
	if (argc > 2 && g_str_equal(argv[1], "shell"))
		return be_shell(argv + 1);
	if (argc > 1)
		return be_victim(argv + 1);
	return run_tests("the warden", tests, G_N_ELEMENTS(tests));
}
