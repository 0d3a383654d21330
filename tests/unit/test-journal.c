/* The file that keeps outcomes, whatever happens to it. */
#include "journal.h"
#include "runner.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

enum { N_OUTCOMES = 12 };

static const struct hc_journal_fact facts[] = {
	{"the program", "0123abcd"},
	{"the failing command", "./sample 11 14; 100% of it"},
};

/* A folder of its own, and a journal in it. */
static char *folder;
static char *file;

static void begin(void)
{
	g_autoptr(GError) error = NULL;
	folder = g_dir_make_tmp("howcome-XXXXXX", &error);
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

static struct hc_journal *open_journal(GError **error)
{
	return hc_journal_open(file, facts, G_N_ELEMENTS(facts), error);
}

static void make_digest(guint i, guint8 digest[HC_JOURNAL_DIGEST])
{
	g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_MD5);
	gsize n = HC_JOURNAL_DIGEST;
	g_checksum_update(checksum, (const guchar *) &i, sizeof i);
	g_checksum_get_digest(checksum, digest, &n);
}

static enum hc_verdict verdict_of(guint i)
{
	return i % 3;
}

static gboolean add_outcome(struct hc_journal *journal, guint i, GError **error)
{
	guint8 digest[HC_JOURNAL_DIGEST];
	make_digest(i, digest);
	return hc_journal_add(journal, digest, verdict_of(i),
		i % 2 ? "exits with status 1, \"x\"\n" : NULL, error);
}

/* How many outcomes are known; a wrong one is a failure. */
static guint count_known(const struct hc_journal *journal)
{
	guint known = 0;
	for (guint i = 0; i < N_OUTCOMES; i++) {
		guint8 digest[HC_JOURNAL_DIGEST];
		enum hc_verdict verdict;
		const char *words;
		make_digest(i, digest);
		if (!hc_journal_lookup(journal, digest, &verdict, &words))
			continue;
		known++;
		ASSERT_INT(verdict, verdict_of(i));
		ASSERT_STR(
			words, i % 2 ? "exits with status 1, \"x\"\n" : NULL);
	}
	return known;
}

/* A journal with all outcomes, as text. */
static char *good_journal(gsize *length)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_journal) journal = open_journal(&error);
	ASSERT_NO_ERROR(error);
	for (guint i = 0; journal && i < N_OUTCOMES; i++)
		CU_ASSERT_TRUE(add_outcome(journal, i, NULL));

	char *text = NULL;
	g_file_get_contents(file, &text, length, NULL);
	return text;
}

static void what_was_added_is_there_when_it_is_opened_again(void)
{
	begin();
	gsize length;
	g_free(good_journal(&length));
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_journal) journal = open_journal(&error);
	ASSERT_NO_ERROR(error);
	ASSERT_INT(count_known(journal), N_OUTCOMES);
	ASSERT_INT(hc_journal_known(journal), N_OUTCOMES);
	ASSERT_INT(hc_journal_damaged(journal), 0);
	end();
}

static void a_journal_cut_off_anywhere_is_used_as_far_as_it_goes(void)
{
	begin();
	gsize length = 0;
	g_autofree char *text = good_journal(&length);
	for (gsize cut = 0; cut < length; cut++) {
		g_autoptr(GError) error = NULL;
		write_file(text, cut);
		g_autoptr(hc_journal) journal = open_journal(&error);
		ASSERT_NO_ERROR(error);
		if (!journal)
			continue;
		/* Adding what is missing makes it whole again. */
		for (guint i = count_known(journal); i < N_OUTCOMES; i++)
			add_outcome(journal, i, NULL);
		g_autofree char *mended = NULL;
		gsize size = 0;
		g_file_get_contents(file, &mended, &size, NULL);
		CU_ASSERT_TRUE(
			size == length && memcmp(mended, text, length) == 0);
	}
	end();
}

static void a_journal_with_any_byte_changed_never_gives_a_wrong_outcome(void)
{
	begin();
	gsize length = 0;
	g_autofree char *text = good_journal(&length);
	static const char masks[] = {1, 2, 16, 32, 64, (char) 128, (char) 255};
	for (gsize i = 0; i < length; i++)
		for (guint k = 0; k < G_N_ELEMENTS(masks); k++) {
			g_autoptr(GError) error = NULL;
			text[i] ^= masks[k];
			write_file(text, length);
			g_autoptr(hc_journal) journal = open_journal(&error);
			/* Right or refused, but never wrong. */
			if (journal) {
				CU_ASSERT_TRUE(
					count_known(journal) < N_OUTCOMES);
			} else {
				ASSERT_ERROR(error, file);
			}
			text[i] ^= masks[k];
		}
	end();
}

static void damaged_lines_are_counted(void)
{
	begin();
	gsize length = 0;
	g_autofree char *text = good_journal(&length);
	text[length - 2] ^= 1;
	write_file(text, length);
	g_autoptr(hc_journal) journal = open_journal(NULL);
	ASSERT_INT(hc_journal_damaged(journal), 1);
	ASSERT_INT(hc_journal_known(journal), N_OUTCOMES - 1);
	end();
}

/* The limit on a file's size stands for a full disk: it too cuts off the line
 * that hits it. */
static void a_full_disk_is_an_error_and_what_was_written_is_used(void)
{
	begin();
	gsize length = 0;
	g_free(good_journal(&length));
	struct rlimit old;
	getrlimit(RLIMIT_FSIZE, &old);
	struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
	sigaction(SIGXFSZ, &ignore, &before);
	for (gsize size = 0; size < length; size += 7) {
		g_unlink(file);
		g_autoptr(GError) full = NULL, error = NULL;
		struct rlimit limit = {size, old.rlim_max};
		setrlimit(RLIMIT_FSIZE, &limit);
		struct hc_journal *journal = open_journal(&full);
		guint written = 0;
		while (journal && written < N_OUTCOMES &&
			add_outcome(journal, written, &full))
			written++;
		setrlimit(RLIMIT_FSIZE, &old);
		g_clear_pointer(&journal, hc_journal_close);
		ASSERT_ERROR(full, "cannot write journal");

		g_autoptr(hc_journal) again = open_journal(&error);
		ASSERT_NO_ERROR(error);
		ASSERT_INT(count_known(again), written);
	}
	sigaction(SIGXFSZ, &before, NULL);
	end();
}

static void check_refused(const char *contents, const char *message)
{
	begin();
	g_autoptr(GError) error = NULL;
	write_file(contents, strlen(contents));
	g_autoptr(hc_journal) journal = open_journal(&error);
	CU_ASSERT_PTR_NULL(journal);
	ASSERT_ERROR(error, message);
	ASSERT_ERROR(error, file);
	CU_ASSERT_TRUE(error && error->domain == HC_JOURNAL_ERROR);

	g_autofree char *after = NULL;
	g_file_get_contents(file, &after, NULL, NULL);
	ASSERT_STR(after, contents);
	end();
}

static void a_file_that_is_no_journal_is_refused_and_kept(void)
{
	check_refused("int main(void) { return 0; }\n", "is no journal");
	check_refused("no newline", "is no journal");
	check_refused("\n", "is no journal");
	/* Its check sum is right, but it is no journal's. */
	g_autofree char *sum =
		g_compute_checksum_for_string(G_CHECKSUM_MD5, "word", -1);
	g_autofree char *sealed = g_strdup_printf("word %.8s\n", sum);
	check_refused(sealed, "is no journal");
}

static void a_journal_about_something_else_is_refused_with_the_reason(void)
{
	begin();
	static const struct hc_journal_fact others[] = {
		{"the program", "0123abcd"},
		{"the failing command", "./sample 11 15"},
	};
	g_autoptr(hc_journal) journal = hc_journal_open(file, others, 2, NULL);
	g_clear_pointer(&journal, hc_journal_close);
	g_autofree char *text = NULL;
	g_file_get_contents(file, &text, NULL, NULL);
	end();
	check_refused(text, "the failing command is not the same "
			    "(./sample 11 15 there, ./sample 11 14;");
}

static void two_outcomes_for_one_test_are_refused(void)
{
	begin();
	gsize length = 0;
	g_autofree char *text = good_journal(&length);
	/* The same test as the first line's, which passed. */
	const char *first = strstr(text, "\ntest ") + 1;
	g_autofree char *other = g_strdup_printf("%.37s FAIL", first);
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
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(open_journal(&error));
	ASSERT_ERROR(error, "cannot lock journal");
	close(fd);
	end();
}

static void a_folder_or_a_device_is_refused(void)
{
	g_autoptr(GError) first = NULL, second = NULL;
	CU_ASSERT_PTR_NULL(hc_journal_open("/dev/null", facts, 2, &first));
	ASSERT_ERROR(first, "not a regular file");
	CU_ASSERT_PTR_NULL(hc_journal_open("/", facts, 2, &second));
	ASSERT_ERROR(second, "cannot open journal '/'");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(what_was_added_is_there_when_it_is_opened_again),
		TEST(a_journal_cut_off_anywhere_is_used_as_far_as_it_goes),
		TEST(a_journal_with_any_byte_changed_never_gives_a_wrong_outcome),
		TEST(damaged_lines_are_counted),
		TEST(a_full_disk_is_an_error_and_what_was_written_is_used),
		TEST(a_file_that_is_no_journal_is_refused_and_kept),
		TEST(a_journal_about_something_else_is_refused_with_the_reason),
		TEST(two_outcomes_for_one_test_are_refused),
		TEST(a_journal_in_use_is_refused),
		TEST(a_folder_or_a_device_is_refused),
	};
	return run_tests("the journal", tests, G_N_ELEMENTS(tests));
}
