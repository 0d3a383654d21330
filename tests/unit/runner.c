#include "runner.h"

#include <CUnit/TestRun.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* CUnit's handlers take no user data, so what they count lives here. */
static struct {
	guint done;
	guint failed;
	gboolean setup_failed;
	char *skip_reason;
	GString *messages;
} run;

void test_skip(const char *reason)
{
	g_free(run.skip_reason);
	run.skip_reason = g_strdup(reason);
}

void test_fail(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	g_autofree char *message = g_strdup_vprintf(format, args);
	va_end(args);
	g_string_append_printf(run.messages, "# %s\n", message);
	CU_FAIL("see the message below the test's name");
}

static void print_failures(CU_pFailureRecord failure, CU_pTest test)
{
	for (; failure; failure = failure->pNext)
		if (failure->pTest == test &&
			!strstr(failure->strCondition, "see the message"))
			printf("# %s:%u: %s\n", failure->strFileName,
				failure->uiLineNumber, failure->strCondition);
	fputs(run.messages->str, stdout);
}

static void test_started(const CU_pTest test, const CU_pSuite suite)
{
	g_string_truncate(run.messages, 0);
	g_clear_pointer(&run.skip_reason, g_free);
}

static void test_done(const CU_pTest test, const CU_pSuite suite,
	const CU_pFailureRecord failure)
{
	g_autofree char *name = g_strdelimit(g_strdup(test->pName), "_", ' ');
	gboolean ok = failure == NULL;
	run.done++;
	run.failed += !ok;
	printf("%s %u - %s: %s", ok ? "ok" : "not ok", run.done, suite->pName,
		name);
	if (run.skip_reason)
		printf(" # SKIP %s", run.skip_reason);
	printf("\n");
	print_failures(failure, test);
	fflush(stdout);
}

static void setup_failed(const CU_pSuite suite)
{
	run.setup_failed = TRUE;
	printf("Bail out! %s: set-up failed\n", suite->pName);
}

int run_tests(const char *suite_name, const struct test *tests, gsize n)
{
	run.messages = g_string_new(NULL);
	if (CU_initialize_registry() != CUE_SUCCESS)
		return 1;
	CU_pSuite suite = CU_add_suite(suite_name, NULL, NULL);
	for (gsize i = 0; i < n; i++)
		CU_add_test(suite, tests[i].name, tests[i].run);
	CU_set_test_start_handler(test_started);
	CU_set_test_complete_handler(test_done);
	CU_set_suite_init_failure_handler(setup_failed);
	printf("1..%" G_GSIZE_FORMAT "\n", n);
	CU_ErrorCode code = CU_run_all_tests();
	CU_cleanup_registry();
	g_string_free(run.messages, TRUE);
	g_free(run.skip_reason);
	/* CU_run_all_tests() says success for a failed test, and the failure
	 * count says zero for a failed set-up: neither alone is enough. */
	return code != CUE_SUCCESS || run.failed || run.setup_failed ||
	       run.done != n || n == 0;
}
