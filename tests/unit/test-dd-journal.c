#include "dd-help.h"
#include "runner.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

/* A folder of its own, and a journal in it. */
static char *folder;
static char *file;

static void begin(void)
{
	g_autoptr(GError) error = NULL;
	folder = g_dir_make_tmp("howcome-dd-XXXXXX", &error);
	ASSERT_NO_ERROR(error);
	file = g_build_filename(folder, "journal", NULL);
}

static void end(void)
{
	g_unlink(file);
	g_rmdir(folder);
	g_clear_pointer(&file, g_free);
	g_clear_pointer(&folder, g_free);
}

/* Without the fsync of g_file_set_contents: thousands are written here. */
static void write_file(const char *text, gsize length)
{
	g_file_set_contents_full(file, text, (gssize) length,
		G_FILE_SET_CONTENTS_NONE, 0600, NULL);
}

/* Tests with an oracle, and is interrupted in the middle of the k-th test, as
 * by Ctrl-C, which also spoils that test. */
struct interrupted {
	struct oracle *oracle;
	guint64 at; /* counted from 1; 0: never */
	guint64 now;
	volatile sig_atomic_t stop;
};

static gboolean interrupted_test(const struct dd_set *configuration,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	struct interrupted *run = data;
	run->now++;
	if (run->now == run->at) {
		run->stop = 1;
		*outcome = HC_PASS;
		return TRUE;
	}
	return oracle_test(configuration, outcome, run->oracle, error);
}

static gboolean run_once(enum dd_algorithm algorithm, struct interrupted *run,
	const char *journal, struct dd_result *result, GError **error)
{
	run->now = 0;
	run->stop = 0;
	struct dd_task task = {
		.algorithm = algorithm,
		.n = run->oracle->n,
		.test = interrupted_test,
		.test_data = run,
		.journal = journal,
		.journal_key = "a key, 100% of it",
		.stop = &run->stop,
	};
	return dd_run(&task, result, error);
}

static gboolean same_pair(const struct dd_result *a, const struct dd_result *b)
{
	return dd_set_equal(a->pass, b->pass) && dd_set_equal(a->fail, b->fail);
}

/* Interrupted after every k tests, again and again, until it is done. */
static void resume_until_done(
	enum dd_algorithm algorithm, guint seed, guint64 k)
{
	g_autoptr(dd_oracle) oracle =
		oracle_new(seed % N_ORACLE_KINDS, 20, seed);
	struct interrupted run = {.oracle = oracle};
	g_auto(dd_result) whole = {0};
	run_once(algorithm, &run, NULL, &whole, NULL);
	guint64 tests = oracle->tests;
	oracle->tests = 0;
	g_hash_table_remove_all(oracle->tested);
	run.at = k + 1;
	for (guint i = 0; i <= tests; i++) {
		g_auto(dd_result) result = {0};
		g_autoptr(GError) error = NULL;
		run_once(algorithm, &run, file, &result, &error);
		ASSERT_NO_ERROR(error);
		if (error || result.status != DD_COMPLETE)
			continue;
		CU_ASSERT_TRUE(same_pair(&whole, &result));
		break;
	}
	ASSERT_INT(oracle->tests, tests);
	ASSERT_INT(oracle->repeated, 0);
	g_unlink(file);
}

static void resumed_at_every_step_it_repeats_no_test(void)
{
	begin();
	for (guint seed = 0; seed < 48; seed++)
		for (guint64 k = 1; k < 12; k++)
			resume_until_done(seed % 4, seed, k);
	end();
}

static void interrupted_once_at_every_step_it_gives_the_same_pair(void)
{
	begin();
	for (guint seed = 0; seed < 24; seed++) {
		g_autoptr(dd_oracle) oracle =
			oracle_new(seed % N_ORACLE_KINDS, 16, seed);
		struct interrupted run = {.oracle = oracle};
		g_auto(dd_result) whole = {0};
		run_once(DD_ISOLATE, &run, NULL, &whole, NULL);
		for (guint64 k = 1; k <= whole.counts.tests; k++) {
			g_auto(dd_result) part = {0}, rest = {0};
			run.at = k;
			run_once(DD_ISOLATE, &run, file, &part, NULL);
			ASSERT_INT(part.status, DD_STOPPED_BY_CALLER);
			run.at = 0;
			run_once(DD_ISOLATE, &run, file, &rest, NULL);
			CU_ASSERT_TRUE(same_pair(&whole, &rest));
			ASSERT_INT(part.counts.tests, k - 1);
			ASSERT_INT(rest.counts.journal, k - 1);
			ASSERT_INT(rest.counts.tests + rest.counts.journal,
				whole.counts.tests);
			g_unlink(file);
		}
	}
	end();
}

/* A journal with a dozen outcomes or more, and the result it leads to. */
static char *good_journal(
	struct oracle *oracle, struct dd_result *result, gsize *length)
{
	struct interrupted run = {.oracle = oracle};
	g_autoptr(GError) error = NULL;
	run_once(DD_ISOLATE, &run, file, result, &error);
	ASSERT_NO_ERROR(error);
	char *text = NULL;
	g_file_get_contents(file, &text, length, NULL);
	return text;
}

/* Right or refused, but never wrong. */
static void check_damaged(struct oracle *oracle, const struct dd_result *whole,
	const char *text, gsize length)
{
	struct interrupted run = {.oracle = oracle};
	write_file(text, length);
	g_auto(dd_result) result = {0};
	g_autoptr(GError) error = NULL;
	if (run_once(DD_ISOLATE, &run, file, &result, &error)) {
		CU_ASSERT_TRUE(same_pair(whole, &result));
	} else {
		ASSERT_ERROR(error, file);
	}
}

static void a_journal_cut_off_anywhere_is_used_as_far_as_it_goes(void)
{
	begin();
	g_autoptr(dd_oracle) oracle = oracle_new(ORACLE_CHAOS, 12, 3);
	g_auto(dd_result) whole = {0};
	gsize length = 0;
	g_autofree char *text = good_journal(oracle, &whole, &length);
	for (gsize cut = 0; cut < length; cut++) {
		struct interrupted run = {.oracle = oracle};
		write_file(text, cut);
		g_auto(dd_result) result = {0};
		g_autoptr(GError) error = NULL;
		run_once(DD_ISOLATE, &run, file, &result, &error);
		ASSERT_NO_ERROR(error);
		CU_ASSERT_TRUE(!error && same_pair(&whole, &result));
		g_autofree char *mended = NULL;
		gsize size = 0;
		g_file_get_contents(file, &mended, &size, NULL);
		CU_ASSERT_TRUE(
			size == length && memcmp(mended, text, length) == 0);
	}
	end();
}

static void a_journal_with_any_byte_changed_never_gives_a_wrong_result(void)
{
	begin();
	g_autoptr(dd_oracle) oracle = oracle_new(ORACLE_CHAOS, 12, 3);
	g_auto(dd_result) whole = {0};
	gsize length = 0;
	g_autofree char *text = good_journal(oracle, &whole, &length);
	static const char masks[] = {1, 2, 16, 32, 64, (char) 128, (char) 255};
	for (gsize i = 0; i < length; i++)
		for (guint k = 0; k < G_N_ELEMENTS(masks); k++) {
			text[i] ^= masks[k];
			check_damaged(oracle, &whole, text, length);
			text[i] ^= masks[k];
		}
	end();
}

static void damaged_lines_are_counted(void)
{
	begin();
	g_autoptr(dd_oracle) oracle = oracle_new(ORACLE_CHAOS, 12, 3);
	g_auto(dd_result) whole = {0};
	gsize length = 0;
	g_autofree char *text = good_journal(oracle, &whole, &length);
	text[length - 2] ^= 1;
	write_file(text, length);
	struct interrupted run = {.oracle = oracle};
	g_auto(dd_result) result = {0};
	run_once(DD_ISOLATE, &run, file, &result, NULL);
	ASSERT_INT(result.journal_dropped, 1);
	ASSERT_INT(result.counts.tests, 1);
	end();
}

/* The limit on a file's size stands for a full disk: it too cuts off the line
 * that hits it. */
static void a_full_disk_is_an_error_and_what_was_written_is_used(void)
{
	begin();
	g_autoptr(dd_oracle) oracle = oracle_new(ORACLE_CHAOS, 12, 3);
	g_auto(dd_result) whole = {0};
	gsize length = 0;
	g_free(good_journal(oracle, &whole, &length));
	struct rlimit old;
	getrlimit(RLIMIT_FSIZE, &old);
	struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
	sigaction(SIGXFSZ, &ignore, &before);
	for (gsize size = 0; size < length; size += 7) {
		g_unlink(file);
		struct interrupted run = {.oracle = oracle};
		g_auto(dd_result) part = {0}, rest = {0};
		g_autoptr(GError) full = NULL, error = NULL;
		struct rlimit limit = {size, old.rlim_max};
		setrlimit(RLIMIT_FSIZE, &limit);
		gboolean ok = run_once(DD_ISOLATE, &run, file, &part, &full);
		setrlimit(RLIMIT_FSIZE, &old);
		CU_ASSERT_FALSE(ok);
		ASSERT_ERROR(full, "cannot write journal");
		CU_ASSERT_PTR_NULL(part.pass);
		run_once(DD_ISOLATE, &run, file, &rest, &error);
		ASSERT_NO_ERROR(error);
		CU_ASSERT_TRUE(!error && same_pair(&whole, &rest));
		ASSERT_INT(rest.counts.tests + rest.counts.journal,
			whole.counts.tests);
	}
	sigaction(SIGXFSZ, &before, NULL);
	end();
}

static void check_refused(const char *contents, const char *message)
{
	begin();
	if (contents)
		write_file(contents, strlen(contents));
	g_autoptr(dd_oracle) oracle = oracle_new(ORACLE_ONE_CAUSE, 8, 1);
	struct interrupted run = {.oracle = oracle};
	g_auto(dd_result) result = {0};
	g_autoptr(GError) error = NULL;
	CU_ASSERT_FALSE(run_once(DD_ISOLATE, &run, file, &result, &error));
	ASSERT_ERROR(error, message);
	ASSERT_ERROR(error, file);
	CU_ASSERT_TRUE(g_error_matches(error, DD_ERROR, DD_ERROR_JOURNAL));
	ASSERT_INT(oracle->tests, 0);
	if (contents) {
		g_autofree char *after = NULL;
		g_file_get_contents(file, &after, NULL, NULL);
		ASSERT_STR(after, contents);
	}
	end();
}

static void a_file_that_is_no_journal_is_refused_and_kept(void)
{
	check_refused("int main(void) { return 0; }\n", "is not a journal");
	check_refused("no newline", "is not a journal");
	check_refused("\n", "is not a journal");
	/* Its check sum is right, but it is no journal's. */
	g_autofree char *sum =
		g_compute_checksum_for_string(G_CHECKSUM_MD5, "word", -1);
	g_autofree char *sealed = g_strdup_printf("word %.8s\n", sum);
	check_refused(sealed, "is not a journal");
}

static void a_journal_of_another_search_is_refused(void)
{
	begin();
	g_autoptr(dd_oracle) oracle = oracle_new(ORACLE_ONE_CAUSE, 9, 1);
	g_auto(dd_result) result = {0};
	gsize length = 0;
	g_autofree char *text = good_journal(oracle, &result, &length);
	end();
	check_refused(text, "belongs to another search");
}

static void two_outcomes_for_one_configuration_are_refused(void)
{
	begin();
	g_autoptr(dd_oracle) oracle = oracle_new(ORACLE_ONE_CAUSE, 8, 1);
	g_auto(dd_result) result = {0};
	gsize length = 0;
	g_autofree char *text = good_journal(oracle, &result, &length);
	/* The same configuration as the first line's, which passed. */
	g_auto(GStrv) lines = g_strsplit(text, "\n", 3);
	g_autofree char *other = g_strdup_printf("%.32s FAIL", lines[1]);
	g_autofree char *sum =
		g_compute_checksum_for_string(G_CHECKSUM_MD5, other, -1);
	g_autofree char *both =
		g_strdup_printf("%s%s %.8s\n", text, other, sum);
	end();
	check_refused(both, "not repeatable");
}

static void a_journal_in_use_is_refused(void)
{
	begin();
	int fd = g_open(file, O_RDWR | O_CREAT, 0600);
	CU_ASSERT_EQUAL(flock(fd, LOCK_EX), 0);
	g_autoptr(dd_oracle) oracle = oracle_new(ORACLE_ONE_CAUSE, 8, 1);
	struct interrupted run = {.oracle = oracle};
	g_auto(dd_result) result = {0};
	g_autoptr(GError) error = NULL;
	CU_ASSERT_FALSE(run_once(DD_ISOLATE, &run, file, &result, &error));
	ASSERT_ERROR(error, "cannot lock journal");
	close(fd);
	end();
}

static void a_folder_or_a_device_is_refused(void)
{
	g_autoptr(dd_oracle) oracle = oracle_new(ORACLE_ONE_CAUSE, 8, 1);
	struct interrupted run = {.oracle = oracle};
	g_auto(dd_result) result = {0};
	g_autoptr(GError) error = NULL;
	CU_ASSERT_FALSE(
		run_once(DD_ISOLATE, &run, "/dev/null", &result, &error));
	ASSERT_ERROR(error, "not a regular file");
	g_autoptr(GError) second = NULL;
	CU_ASSERT_FALSE(run_once(DD_ISOLATE, &run, "/", &result, &second));
	ASSERT_ERROR(second, "cannot open journal '/'");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(resumed_at_every_step_it_repeats_no_test),
		TEST(interrupted_once_at_every_step_it_gives_the_same_pair),
		TEST(a_journal_cut_off_anywhere_is_used_as_far_as_it_goes),
		TEST(a_journal_with_any_byte_changed_never_gives_a_wrong_result),
		TEST(damaged_lines_are_counted),
		TEST(a_full_disk_is_an_error_and_what_was_written_is_used),
		TEST(a_file_that_is_no_journal_is_refused_and_kept),
		TEST(a_journal_of_another_search_is_refused),
		TEST(two_outcomes_for_one_configuration_are_refused),
		TEST(a_journal_in_use_is_refused),
		TEST(a_folder_or_a_device_is_refused),
	};
	return run_tests("dd journal", tests, G_N_ELEMENTS(tests));
}
