/* What two commands do, seen without any debugger: the programs are scripts. */
#include "runner.h"
#include "runs.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char script[] = "#!/bin/sh\n"
			     "case $1 in\n"
			     "say) echo \"$2\" ;;\n"
			     "exit) exit \"$2\" ;;\n"
			     "crash) kill -SEGV $$ ;;\n"
			     "hang) sleep 100 ;;\n"
			     "pid) echo $$ >&2; exit \"$2\" ;;\n"
			     "time) date +%T >&2; exit \"$2\" ;;\n"
			     "stamp) date +%s; echo \"$2\" >&2 ;;\n"
			     "noon) echo 12:00:00; echo \"$2\" >&2 ;;\n"
			     "turns) test -e flag && rm flag && exit 1;\n"
			     "\ttouch flag ;;\n"
			     "esac\n";

/* Two runs of the script, and what they are told to do. */
struct pair {
	struct hc_runs *runs;
	GError *error;
	gboolean ok;
};

static struct hc_command *command(const char *words, GError **error)
{
	g_autofree char *line = g_strconcat("./script ", words, NULL);
	g_auto(GStrv) split = g_strsplit(line, " ", -1);
	return hc_command_from_words((const char *const *) split, error);
}

static void pair_observe(struct pair *pair, const char *pass, const char *fail,
	const struct hc_runs_options *options)
{
	g_unlink("flag");
	memset(pair, 0, sizeof *pair);
	pair->runs = hc_runs_new(
		command(pass, &pair->error), command(fail, &pair->error));
	ASSERT_NO_ERROR(pair->error);
	pair->ok = hc_runs_observe(pair->runs, options, &pair->error);
}

static void pair_clear(struct pair *pair)
{
	g_clear_pointer(&pair->runs, hc_runs_free);
	g_clear_error(&pair->error);
}
typedef struct pair pair; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(pair, pair_clear)

static const struct hc_runs_options plain = {0};

static void scripts_are_observed(void)
{
	g_auto(pair) two;
	pair_observe(&two, "say a", "exit 3", &plain);
	ASSERT_NO_ERROR(two.error);
	CU_ASSERT(two.ok && two.runs->repeatable);
	if (!two.ok)
		return;
	const struct hc_run *run = two.runs->run;
	ASSERT_STR(run[HC_PASSING].name, "passing");
	ASSERT_STR(run[HC_FAILING].command->shell, "./script exit 3");
	ASSERT_INT(run[HC_PASSING].native->status, 0);
	ASSERT_INT(g_bytes_get_size(run[HC_PASSING].native->out), 2);
	ASSERT_INT(run[HC_FAILING].native->status, 3);
	ASSERT_INT(hc_oracle_failure(two.runs->oracle)->kind, HC_FAILURE_EXIT);
	ASSERT_STR(two.runs->varying, NULL);
	ASSERT_INT(two.runs->notes->len, 0);
	CU_ASSERT(two.runs->timeout >= 1 && two.runs->busy > 0);
}

static void a_hang_is_a_failure_like_others(void)
{
	struct hc_runs_options options = {.timeout = 0.3};
	g_auto(pair) two;
	pair_observe(&two, "say a", "hang", &options);
	ASSERT_NO_ERROR(two.error);
	CU_ASSERT(two.ok && two.runs->repeatable);
	if (two.ok)
		ASSERT_INT(hc_oracle_failure(two.runs->oracle)->kind,
			HC_FAILURE_HANG);
	CU_ASSERT(two.runs->timeout == 0.3 && two.runs->busy == 0);
}

static void what_varies_is_named_and_not_compared(void)
{
	g_auto(pair) two;
	pair_observe(&two, "pid 0", "pid 1", &plain);
	ASSERT_NO_ERROR(two.error);
	CU_ASSERT(two.ok && two.runs->repeatable);
	ASSERT_STR(two.runs->varying, "stderr");
}

static void what_varies_by_the_second_is_seen_to_vary(void)
{
	g_auto(pair) two;
	pair_observe(&two, "stamp a", "stamp b", &plain);
	ASSERT_NO_ERROR(two.error);
	CU_ASSERT(two.ok && two.runs->repeatable);
	ASSERT_STR(two.runs->varying, "stdout");
	CU_ASSERT(two.runs->timed_out && !two.runs->timed_err);

	/* A time that never changes counts. */
	g_auto(pair) fixed;
	pair_observe(&fixed, "noon a", "noon b", &plain);
	ASSERT_STR(fixed.runs->varying, NULL);
	CU_ASSERT(!fixed.runs->timed_out && !fixed.runs->timed_err);

	/* It is all that differs. */
	g_auto(pair) only;
	pair_observe(&only, "time 0", "time 0", &plain);
	CU_ASSERT(!only.ok || !only.runs->repeatable);
}

static void a_failure_that_comes_and_goes_is_not_repeatable(void)
{
	struct hc_runs_options options = {.test = "exit $HOWCOME_STATUS"};
	g_auto(pair) two;
	pair_observe(&two, "say a", "turns", &options);
	ASSERT_NO_ERROR(two.error);
	CU_ASSERT(two.ok && !two.runs->repeatable);
	/* The one that fails is shown. */
	if (two.ok)
		ASSERT_INT(two.runs->run[HC_FAILING].native->status, 1);
}

static void check_claim(const char *pass, const char *fail,
	const struct hc_runs_options *options, const char *part, gboolean hint)
{
	g_auto(pair) two;
	pair_observe(&two, pass, fail, options);
	CU_ASSERT_FALSE(two.ok);
	ASSERT_ERROR(two.error, part);
	if (!two.error)
		return;
	CU_ASSERT(
		g_error_matches(two.error, HC_RUNS_ERROR, HC_RUNS_ERROR_CLAIM));
	if (g_str_has_suffix(two.error->message,
		    "; are the two commands in the wrong order?") != hint)
		test_fail("%s hint: %s", hint ? "no" : "a", two.error->message);
}

static void runs_that_do_the_same_are_an_error(void)
{
	check_claim("exit 0", "exit 0", &plain,
		"the failing run does not fail: ./script exit 0 exits with "
		"status 0 and writes the same",
		FALSE);
}

static void swapped_commands_get_a_hint(void)
{
	struct hc_runs_options match = {.fail_if = "bad"};
	struct hc_runs_options test = {.test = "exit $HOWCOME_STATUS"};
	struct hc_runs_options soon = {.timeout = 0.3};
	check_claim("crash", "exit 0", &plain, "the passing run does not pass",
		TRUE);
	check_claim("hang", "exit 0", &soon, "use --timeout; are", TRUE);
	check_claim("say bad", "say good", &match, "run", TRUE);
	check_claim("exit 1", "exit 0", &test, "run", TRUE);
}

static void two_that_fail_get_no_hint(void)
{
	struct hc_runs_options match = {.fail_if = "bad"};
	struct hc_runs_options test = {.test = "exit $HOWCOME_STATUS"};
	struct hc_runs_options soon = {.timeout = 0.3};
	check_claim("crash", "exit 1", &plain, "does not pass", FALSE);
	check_claim("crash", "hang", &soon, "does not pass", FALSE);
	check_claim("hang", "exit 1", &soon, "use --timeout", FALSE);
	check_claim("say bad", "say bad", &match, "run", FALSE);
	check_claim("say good", "say good", &match, "run", FALSE);
	check_claim("exit 1", "exit 2", &test, "run", FALSE);
}

/* There are programs that fail by succeeding. */
static void a_failing_run_that_exits_with_0_is_a_note(void)
{
	g_auto(pair) two;
	pair_observe(&two, "exit 1", "exit 0", &plain);
	ASSERT_NO_ERROR(two.error);
	ASSERT_INT(two.runs->notes->len, 1);
	if (two.runs->notes->len)
		ASSERT_STR(g_ptr_array_index(two.runs->notes, 0),
			"the passing run exits with status 1, the failing run "
			"with 0; are the two commands in the wrong order?");
	g_auto(pair) other;
	pair_observe(&other, "exit 1", "exit 2", &plain);
	ASSERT_INT(other.runs->notes->len, 0);
}

static void what_cannot_be_started_is_named(void)
{
	g_autoptr(GError) error = NULL;
	g_file_set_contents("text", "no script\n", -1, NULL);
	chmod("text", 0755);
	static const char *const words[] = {"./text", NULL};
	g_autoptr(hc_runs) runs = hc_runs_new(
		hc_command_from_words(words, &error), command("say a", NULL));
	ASSERT_NO_ERROR(error);
	CU_ASSERT_FALSE(hc_runs_observe(runs, &plain, &error));
	ASSERT_ERROR(error, "passing run: cannot start '/");
	g_unlink("text");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(scripts_are_observed),
		TEST(a_hang_is_a_failure_like_others),
		TEST(what_varies_is_named_and_not_compared),
		TEST(what_varies_by_the_second_is_seen_to_vary),
		TEST(a_failure_that_comes_and_goes_is_not_repeatable),
		TEST(runs_that_do_the_same_are_an_error),
		TEST(swapped_commands_get_a_hint),
		TEST(two_that_fail_get_no_hint),
		TEST(a_failing_run_that_exits_with_0_is_a_note),
		TEST(what_cannot_be_started_is_named),
	};
	g_autofree char *folder = g_dir_make_tmp("howcome-runs-XXXXXX", NULL);
	if (!folder || chdir(folder) < 0 ||
		!g_file_set_contents("script", script, -1, NULL) ||
		chmod("script", 0755) < 0)
		return 1;
	int status = run_tests("runs", tests, G_N_ELEMENTS(tests));
	g_unlink("flag");
	g_unlink("script");
	g_rmdir(folder);
	return status;
}
