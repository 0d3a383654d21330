/* The runner itself: a test that fails must fail the program. Each case runs
 * in a child process, since the runner keeps its counts in one place. */
#include "runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void passes(void)
{
	CU_ASSERT_TRUE(TRUE);
}

static void fails(void)
{
	CU_ASSERT_EQUAL(1, 2);
}

static void fails_with_message(void)
{
	ASSERT_INT(1 + 1, 3);
}

static int status_of(const struct test *tests, gsize n)
{
	fflush(stdout);
	pid_t pid = fork();
	if (pid == 0) {
		if (!freopen("/dev/null", "w", stdout))
			_exit(99);
		CU_cleanup_registry();
		_exit(run_tests("inner", tests, n));
	}
	int status = 0;
	waitpid(pid, &status, 0);
	return WEXITSTATUS(status);
}

int main(void)
{
	static const struct test good[] = {TEST(passes)};
	static const struct test bad[] = {TEST(passes), TEST(fails)};
	static const struct test message[] = {TEST(fails_with_message)};
	struct {
		const char *name;
		gboolean ok;
	} checks[] = {
		{"succeeds when all tests pass", status_of(good, 1) == 0},
		{"fails when one of two tests fails", status_of(bad, 2) == 1},
		{"fails when a test fails with its own message",
			status_of(message, 1) == 1},
		{"fails when no test ran", status_of(good, 0) == 1},
	};
	int failed = 0;
	printf("1..%d\n", (int) G_N_ELEMENTS(checks));
	for (guint i = 0; i < G_N_ELEMENTS(checks); i++) {
		printf("%s %u - runner: %s\n", checks[i].ok ? "ok" : "not ok",
			i + 1, checks[i].name);
		failed += !checks[i].ok;
	}
	return failed != 0;
}
