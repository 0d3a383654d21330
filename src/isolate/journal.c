#include "journal.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "howcome-journal 2"

struct outcome {
	guint8 digest[HC_JOURNAL_DIGEST];
	enum hc_verdict verdict;
	char *words; /* NULL: none */
};

struct hc_journal {
	char *file;
	int fd;
	GHashTable *outcomes; /* digest → struct outcome */
	guint known, damaged;
};

GQuark hc_journal_error_quark(void)
{
	return g_quark_from_static_string("hc-journal-error");
}

static gboolean fail_errno(const char *file, const char *what, GError **error)
{
	g_set_error(error, HC_JOURNAL_ERROR, HC_JOURNAL_ERROR_FILE,
		"cannot %s journal '%s': %s", what, file, g_strerror(errno));
	return FALSE;
}

/* ---- Lines ---- */

/* A line with its check sum and the newline. */
static char *seal(const char *text)
{
	g_autofree char *sum =
		g_compute_checksum_for_string(G_CHECKSUM_MD5, text, -1);
	return g_strdup_printf("%s %.8s\n", text, sum);
}

/* The text of a line without its check sum, or NULL if that is wrong. */
static char *unseal(const char *line)
{
	const char *space = strrchr(line, ' ');
	if (!space)
		return NULL;
	g_autofree char *text = g_strndup(line, space - line);
	g_autofree char *sealed = seal(text);
	sealed[strlen(sealed) - 1] = '\0';
	return strcmp(sealed, line) == 0 ? g_steal_pointer(&text) : NULL;
}

static char *escape(const char *text)
{
	return g_uri_escape_string(text, "/=:,;!", TRUE);
}

/* All that comes before the tests. */
static char *make_header(const struct hc_journal_fact *facts, guint n)
{
	g_autofree char *first = seal(MAGIC);
	GString *header = g_string_new(first);

	for (guint i = 0; i < n; i++) {
		g_autofree char *name = escape(facts[i].name);
		g_autofree char *value = escape(facts[i].value);
		g_autofree char *text =
			g_strdup_printf("fact %s %s", name, value);
		g_autofree char *line = seal(text);
		g_string_append(header, line);
	}
	return g_string_free(header, FALSE);
}

/* ---- The facts ---- */

static gboolean refuse_damaged(const char *file, GError **error)
{
	g_set_error(error, HC_JOURNAL_ERROR, HC_JOURNAL_ERROR_FILE,
		"'%s' is no journal of this version of howcome, or its "
		"beginning is damaged; name another file, or remove this one",
		file);
	return FALSE;
}

/* A fact of the file, as it is for people. */
static char *value_in(char **lines, const char *name)
{
	g_autofree char *escaped = escape(name);
	g_autofree char *beginning = g_strdup_printf("fact %s ", escaped);

	for (guint i = 0; lines[i]; i++) {
		g_autofree char *text = unseal(lines[i]);
		if (text && g_str_has_prefix(text, beginning))
			return g_uri_unescape_string(
				text + strlen(beginning), NULL);
	}
	return NULL;
}

/* Says which fact it is that differs. */
static gboolean refuse_other(const char *file, const char *text,
	const struct hc_journal_fact *facts, guint n, GError **error)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	g_autofree char *magic = lines[0] ? unseal(lines[0]) : NULL;
	if (g_strcmp0(magic, MAGIC) != 0)
		return refuse_damaged(file, error);

	for (guint i = 0; i < n; i++) {
		g_autofree char *value = value_in(lines, facts[i].name);
		if (!value)
			return refuse_damaged(file, error);
		if (strcmp(value, facts[i].value) == 0)
			continue;
		g_set_error(error, HC_JOURNAL_ERROR, HC_JOURNAL_ERROR_OTHER,
			"journal '%s' is about something else: %s is not the "
			"same (%.100s there, %.100s now); name another file, "
			"or remove this one",
			file, facts[i].name, value, facts[i].value);
		return FALSE;
	}
	return refuse_damaged(file, error);
}

/* ---- The tests ---- */

static gboolean parse_digest(const char *text, guint8 digest[HC_JOURNAL_DIGEST])
{
	for (guint i = 0; i < HC_JOURNAL_DIGEST; i++) {
		int high = g_ascii_xdigit_value(text[2 * i]);
		if (high < 0)
			return FALSE;
		int low = g_ascii_xdigit_value(text[2 * i + 1]);
		if (low < 0)
			return FALSE;
		digest[i] = (guint8) (high << 4 | low);
	}

	return text[2 * HC_JOURNAL_DIGEST] == ' ';
}

static gboolean parse_verdict(const char *name, enum hc_verdict *verdict)
{
	for (int v = HC_PASS; v <= HC_UNRESOLVED; v++)
		if (strcmp(name, hc_verdict_name(v)) == 0) {
			*verdict = v;
			return TRUE;
		}
	return FALSE;
}

static void outcome_free(struct outcome *outcome)
{
	g_free(outcome->words);
	g_free(outcome);
}

/* NULL if the line is damaged. */
static struct outcome *parse_test(const char *line)
{
	static const char beginning[] = "test ";
	g_autofree char *text = unseal(line);
	if (!text || !g_str_has_prefix(text, beginning))
		return NULL;

	struct outcome outcome = {.words = NULL};
	char *rest = text + strlen(beginning);
	if (!parse_digest(rest, outcome.digest))
		return NULL;

	char *name = rest + 2 * HC_JOURNAL_DIGEST + 1;
	char *words = strchr(name, ' ');
	if (words)
		*words++ = '\0';
	if (!parse_verdict(name, &outcome.verdict))
		return NULL;
	if (words)
		outcome.words = g_uri_unescape_string(words, NULL);
	return g_memdup2(&outcome, sizeof outcome);
}

/* Two lines that disagree can't both be true, and nothing tells which is. */
static gboolean take_line(
	struct hc_journal *journal, const char *line, GError **error)
{
	enum hc_verdict known;
	struct outcome *outcome = parse_test(line);
	if (!outcome) {
		journal->damaged++;
		return TRUE;
	}

	if (hc_journal_lookup(journal, outcome->digest, &known, NULL) &&
		known != outcome->verdict) {
		g_set_error(error, HC_JOURNAL_ERROR, HC_JOURNAL_ERROR_FILE,
			"journal '%s' has both %s and %s for one test: it is "
			"not repeatable",
			journal->file, hc_verdict_name(known),
			hc_verdict_name(outcome->verdict));
		outcome_free(outcome);
		return FALSE;
	}

	g_hash_table_replace(journal->outcomes, outcome->digest, outcome);
	journal->known++;
	return TRUE;
}

/* Reads the lines that are whole, from `at` on; *length becomes where they
 * end. */
static gboolean take_lines(struct hc_journal *journal, char *text, gsize at,
	gsize *length, GError **error)
{
	while (at < *length) {
		char *line = text + at;
		char *end = memchr(line, '\n', *length - at);
		if (!end)
			break;
		*end = '\0';
		if (!take_line(journal, line, error))
			return FALSE;
		at = (gsize) (end + 1 - text);
	}

	journal->damaged += at < *length;
	*length = at;
	return TRUE;
}

/* ---- The file ---- */

static gboolean write_whole(
	struct hc_journal *journal, const char *text, GError **error)
{
	gsize length = strlen(text);

	while (length > 0) {
		gssize n = write(journal->fd, text, length);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fail_errno(journal->file, "write", error);
		text += n;
		length -= (gsize) n;
	}

	return TRUE;
}

/* Reading a terminal, a pipe or /dev/zero would never end. */
static gboolean check_regular(struct hc_journal *journal, GError **error)
{
	struct stat status;
	if (fstat(journal->fd, &status) < 0)
		return fail_errno(journal->file, "read", error);
	if (S_ISREG(status.st_mode))
		return TRUE;
	g_set_error(error, HC_JOURNAL_ERROR, HC_JOURNAL_ERROR_FILE,
		"journal '%s' is not a regular file", journal->file);
	return FALSE;
}

static gboolean load(struct hc_journal *journal,
	const struct hc_journal_fact *facts, guint n, GError **error)
{
	g_autofree char *text = NULL;
	gsize length = 0;
	g_autoptr(GError) reading = NULL;
	if (!g_file_get_contents(journal->file, &text, &length, &reading)) {
		g_set_error(error, HC_JOURNAL_ERROR, HC_JOURNAL_ERROR_FILE,
			"cannot read journal: %s", reading->message);
		return FALSE;
	}

	g_autofree char *header = make_header(facts, n);
	gsize n_header = strlen(header);
	/* One that died while it wrote the facts knew nothing yet. */
	if (length < n_header && memcmp(text, header, length) == 0)
		length = 0;
	else if (length < n_header || memcmp(text, header, n_header) != 0)
		return refuse_other(journal->file, text, facts, n, error);
	else if (!take_lines(journal, text, n_header, &length, error))
		return FALSE;

	/* What was cut off must not run into the next line. */
	if (ftruncate(journal->fd, (off_t) length) < 0)
		return fail_errno(journal->file, "repair", error);
	return length > 0 || write_whole(journal, header, error);
}

static guint digest_hash(gconstpointer digest)
{
	guint hash;
	memcpy(&hash, digest, sizeof hash);
	return hash;
}

static gboolean digest_equal(gconstpointer a, gconstpointer b)
{
	return memcmp(a, b, HC_JOURNAL_DIGEST) == 0;
}

struct hc_journal *hc_journal_open(const char *file,
	const struct hc_journal_fact *facts, guint n, GError **error)
{
	int fd = g_open(
		file, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666);
	if (fd < 0) {
		fail_errno(file, "open", error);
		return NULL;
	}

	g_autoptr(hc_journal) journal = g_new0(struct hc_journal, 1);
	journal->file = g_strdup(file);
	journal->fd = fd;
	journal->outcomes = g_hash_table_new_full(
		digest_hash, digest_equal, NULL, (GDestroyNotify) outcome_free);

	if (flock(fd, LOCK_EX | LOCK_NB) < 0)
		fail_errno(file, "lock", error);
	else if (check_regular(journal, error) &&
		 load(journal, facts, n, error))
		return g_steal_pointer(&journal);
	return NULL;
}

void hc_journal_close(struct hc_journal *journal)
{
	close(journal->fd);
	g_hash_table_unref(journal->outcomes);
	g_free(journal->file);
	g_free(journal);
}

/* ---- Outcomes ---- */

gboolean hc_journal_lookup(const struct hc_journal *journal,
	const guint8 digest[HC_JOURNAL_DIGEST], enum hc_verdict *verdict,
	const char **words)
{
	const struct outcome *known =
		g_hash_table_lookup(journal->outcomes, digest);
	if (!known)
		return FALSE;

	*verdict = known->verdict;
	if (words)
		*words = known->words;
	return TRUE;
}

gboolean hc_journal_add(struct hc_journal *journal,
	const guint8 digest[HC_JOURNAL_DIGEST], enum hc_verdict verdict,
	const char *words, GError **error)
{
	struct outcome *outcome = g_new0(struct outcome, 1);
	memcpy(outcome->digest, digest, HC_JOURNAL_DIGEST);
	outcome->verdict = verdict;
	outcome->words = g_strdup(words);
	g_hash_table_replace(journal->outcomes, outcome->digest, outcome);

	g_autoptr(GString) text = g_string_new("test ");
	for (guint i = 0; i < HC_JOURNAL_DIGEST; i++)
		g_string_append_printf(text, "%02x", digest[i]);
	g_string_append_printf(text, " %s", hc_verdict_name(verdict));
	if (words) {
		g_autofree char *escaped = escape(words);
		g_string_append_printf(text, " %s", escaped);
	}

	g_autofree char *line = seal(text->str);
	return write_whole(journal, line, error);
}

guint hc_journal_known(const struct hc_journal *journal)
{
	return journal->known;
}

guint hc_journal_damaged(const struct hc_journal *journal)
{
	return journal->damaged;
}
