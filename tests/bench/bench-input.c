/* What it takes to find what of an input decides: tests for one cause among some
 * 14,000 tokens of C, the processor time of a test over a bare start of the
 * program on an input that passes, two workers over one, and how fast a text
 * becomes a tree. */
#include "input-tree.h"
#include "input.h"

#include "clock.h"

#include <glib/gstdio.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum { FUNCTIONS = 190, STARTS = 40, TIMES = 3 };

static const char function[] =
	"double f%u(double z[], int n)\n{\n\tint i, j;\n\ti = 0;\n"
	"\tfor (j = 0; j < n; j = j + 1) {\n\t\ti = i + j + 1;\n"
	"\t\tz[i] = z[i] * (z[0] + %s);\n\t}\n\treturn z[n];\n}\n\n";

static char *make_text(guint functions, const char *cause)
{
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < functions; i++)
		g_string_append_printf(text, function, i,
			i == functions * 2 / 3 ? cause : "j");
	return g_string_free(text, FALSE);
}

static double seconds_of(int who)
{
	struct rusage usage;
	getrusage(who, &usage);
	return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* Processor time of ours and of what has ended: others may use the machine. */
static double cpu(void)
{
	return seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN);
}

/* Seconds; the number of tests, and their processor time. */
static double find(const char *file, guint jobs, guint64 *tests, double *busy)
{
	const char *const words[] = {DEBUGGEE_COMPILER, file, NULL};
	const struct hc_input_options how = {.jobs = jobs};
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_result_input) result = hc_result_input_new();
	struct hc_command *fail = hc_command_from_words(words, &error);
	g_autoptr(hc_input) input =
		fail ? hc_input_new(fail, NULL, &how, &error) : NULL;
	if (!input || !hc_input_observe(input, &error))
		g_error("%s", error->message);
	gint64 start = g_get_monotonic_time();
	double before = cpu();
	if (!hc_input_find(input, NULL, result, &error))
		g_error("%s", error->message);
	*tests = result->tests.tests;
	*busy = MIN(*busy, cpu() - before);
	return hc_clock_seconds_since(start);
}

static double best_find(
	const char *file, guint jobs, guint64 *tests, double *busy)
{
	double best = find(file, jobs, tests, busy);
	for (guint i = 1; i < TIMES; i++)
		best = MIN(best, find(file, jobs, tests, busy));
	return best;
}

/* Processor seconds for one start of the program that does nothing else. */
static double spawn(const char *file)
{
	char *argv[] = {(char *) DEBUGGEE_COMPILER, (char *) file, NULL};
	posix_spawn_file_actions_t quiet;
	double best = G_MAXDOUBLE;
	posix_spawn_file_actions_init(&quiet);
	posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1, 0);
	for (guint i = 0; i < TIMES; i++) {
		double start = cpu();
		for (guint k = 0; k < STARTS; k++) {
			pid_t pid;
			if (posix_spawn(&pid, argv[0], &quiet, NULL, argv,
				    NULL) != 0)
				g_error("cannot start %s", argv[0]);
			waitpid(pid, NULL, 0);
		}
		best = MIN(best, (cpu() - start) / STARTS);
	}
	posix_spawn_file_actions_destroy(&quiet);
	return best;
}

static double build(const char *text)
{
	struct hc_input_tree tree;
	gsize n = strlen(text);
	double start = cpu();
	g_autoptr(GArray) tokens = hc_input_tokens(text, n, HC_INPUT_TOKENS, 1);
	hc_input_tree_init(&tree, tokens, TRUE);
	double seconds = cpu() - start;
	hc_input_tree_clear(&tree);
	return (double) n / 1e6 / seconds;
}

int main(void)
{
	guint64 tests;
	double speed = 0, busy = G_MAXDOUBLE, others = G_MAXDOUBLE;
	g_autofree char *folder = g_dir_make_tmp("howcome-bench-XXXXXX", NULL);
	g_autofree char *file = g_build_filename(folder, "fail.c", NULL);
	g_autofree char *pass = g_build_filename(folder, "pass.c", NULL);
	g_autofree char *text = make_text(FUNCTIONS, "1.0");
	g_autofree char *fine = make_text(FUNCTIONS, "j");
	g_autofree char *large = make_text(40000, "1.0");
	if (!g_file_set_contents(file, text, -1, NULL) ||
		!g_file_set_contents(pass, fine, -1, NULL))
		g_error("cannot write to %s", folder);
	double one = best_find(file, 1, &tests, &busy);
	double two = best_find(file, 2, &tests, &others);
	printf("BENCH input.tests_14k_tokens %" G_GUINT64_FORMAT " tests\n",
		tests);
	printf("BENCH input.test_ms_over_spawn %.3g ratio\n",
		busy / (double) tests / spawn(pass));
	printf("BENCH input.two_workers %.3g ratio\n", one / two);
	for (guint i = 0; i < TIMES; i++)
		speed = MAX(speed, build(large));
	printf("BENCH input.build_mb_per_s %.4g MB/s\n", speed);
	g_unlink(file);
	g_unlink(pass);
	g_rmdir(folder);
	return 0;
}
