#include "dd-journal.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "howcome-dd-journal 1"

struct dd_journal {
	char *file;
	int fd;
};

static gboolean fail_errno(const char *file, const char *what, GError **error)
{
	g_set_error(error, DD_ERROR, DD_ERROR_JOURNAL,
		"cannot %s journal '%s': %s", what, file, g_strerror(errno));
	return FALSE;
}

/* A line with its checksum and the newline. */
static char *seal(const char *text)
{
	g_autofree char *sum =
		g_compute_checksum_for_string(G_CHECKSUM_MD5, text, -1);
	return g_strdup_printf("%s %.8s\n", text, sum);
}

/* The text of a line without its checksum, or NULL if that is wrong. */
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

static char *header_for(guint32 n, const char *key)
{
	g_autofree char *escaped =
		g_uri_escape_string(key ? key : "", NULL, FALSE);
	return g_strdup_printf(MAGIC " %u %s", n, escaped);
}

static gboolean check_header(const char *file, const char *line,
	const char *expected, GError **error)
{
	g_autofree char *text = unseal(line);
	if (!text || !g_str_has_prefix(text, MAGIC " ")) {
		g_set_error(error, DD_ERROR, DD_ERROR_JOURNAL,
			"'%s' is not a journal of delta debugging, or its "
			"first line is damaged; name another file or remove "
			"this one",
			file);
		return FALSE;
	}
	if (strcmp(text, expected) == 0)
		return TRUE;

	g_set_error(error, DD_ERROR, DD_ERROR_JOURNAL,
		"journal '%s' belongs to another search (\"%s\", not \"%s\")",
		file, text + strlen(MAGIC " "), expected + strlen(MAGIC " "));
	return FALSE;
}

static gboolean parse_digest(const char *text, guint8 digest[DD_DIGEST_SIZE])
{
	for (guint i = 0; i < DD_DIGEST_SIZE; i++) {
		int high = g_ascii_xdigit_value(text[2 * i]);
		if (high < 0)
			return FALSE;
		int low = g_ascii_xdigit_value(text[2 * i + 1]);
		if (low < 0)
			return FALSE;
		digest[i] = (guint8) (high << 4 | low);
	}

	return text[2 * DD_DIGEST_SIZE] == ' ';
}

static gboolean parse_outcome(const char *name, enum hc_verdict *outcome)
{
	for (int o = HC_PASS; o <= HC_UNRESOLVED; o++)
		if (strcmp(name, hc_verdict_name(o)) == 0) {
			*outcome = o;
			return TRUE;
		}
	return FALSE;
}

/* Two lines that disagree can't both be true, and nothing says which one is. */
static gboolean take_line(const char *file, const char *line,
	struct dd_cache *cache, guint *dropped, GError **error)
{
	guint8 digest[DD_DIGEST_SIZE];
	enum hc_verdict outcome;
	g_autofree char *text = unseal(line);
	if (!text || !parse_digest(text, digest) ||
		!parse_outcome(text + 2 * DD_DIGEST_SIZE + 1, &outcome)) {
		(*dropped)++;
		return TRUE;
	}

	struct dd_cache_entry *known = dd_cache_lookup(cache, digest);
	if (known && known->outcome != outcome) {
		g_set_error(error, DD_ERROR, DD_ERROR_JOURNAL,
			"journal '%s' has both %s and %s for one "
			"configuration: the test is not repeatable",
			file, hc_verdict_name(known->outcome),
			hc_verdict_name(outcome));
		return FALSE;
	}

	dd_cache_add(cache, digest, outcome, DD_SOURCE_JOURNAL);
	return TRUE;
}

/* Reads the complete lines; *length becomes the offset where they end. */
static gboolean take_lines(const char *file, char *text, gsize *length,
	const char *header, struct dd_cache *cache, guint *dropped,
	GError **error)
{
	gsize at = 0;

	while (at < *length) {
		char *line = text + at;
		char *end = memchr(line, '\n', *length - at);
		if (!end)
			break;
		*end = '\0';
		gboolean ok =
			at == 0 ? check_header(file, line, header, error)
				: take_line(file, line, cache, dropped, error);
		if (!ok)
			return FALSE;
		at = (gsize) (end + 1 - text);
	}

	*dropped += at < *length;
	*length = at;
	return TRUE;
}

static gboolean write_whole(
	struct dd_journal *journal, const char *text, GError **error)
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
static gboolean check_regular(struct dd_journal *journal, GError **error)
{
	struct stat status;
	if (fstat(journal->fd, &status) < 0)
		return fail_errno(journal->file, "read", error);
	if (S_ISREG(status.st_mode))
		return TRUE;
	g_set_error(error, DD_ERROR, DD_ERROR_JOURNAL,
		"journal '%s' is not a regular file", journal->file);
	return FALSE;
}

static gboolean load(struct dd_journal *journal, const char *header,
	struct dd_cache *cache, guint *dropped, GError **error)
{
	g_autofree char *text = NULL;
	gsize length = 0;
	g_autoptr(GError) reading = NULL;
	if (!g_file_get_contents(journal->file, &text, &length, &reading)) {
		g_set_error(error, DD_ERROR, DD_ERROR_JOURNAL,
			"cannot read journal: %s", reading->message);
		return FALSE;
	}

	g_autofree char *first = seal(header);
	/* A run that ended while it wrote its first line knew nothing yet. */
	if (length < strlen(first) && memcmp(text, first, length) == 0)
		length = 0;
	else if (!take_lines(journal->file, text, &length, header, cache,
			 dropped, error))
		return FALSE;
	else if (length == 0) {
		text[0] = '\0';
		return check_header(journal->file, text, header, error);
	}

	if (ftruncate(journal->fd, (off_t) length) < 0)
		return fail_errno(journal->file, "repair", error);

	return length > 0 || write_whole(journal, first, error);
}

struct dd_journal *dd_journal_open(const char *file, guint32 n, const char *key,
	struct dd_cache *cache, guint *dropped, GError **error)
{
	int fd = g_open(
		file, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666);
	if (fd < 0) {
		fail_errno(file, "open", error);
		return NULL;
	}

	struct dd_journal *journal = g_new0(struct dd_journal, 1);
	journal->file = g_strdup(file);
	journal->fd = fd;

	g_autofree char *header = header_for(n, key);
	if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
		fail_errno(file, "lock", error);
	} else if (check_regular(journal, error) &&
		   load(journal, header, cache, dropped, error)) {
		return journal;
	}

	dd_journal_close(journal);
	return NULL;
}

void dd_journal_close(struct dd_journal *journal)
{
	close(journal->fd);
	g_free(journal->file);
	g_free(journal);
}

gboolean dd_journal_add(struct dd_journal *journal,
	const guint8 digest[DD_DIGEST_SIZE], enum hc_verdict outcome,
	GError **error)
{
	char text[2 * DD_DIGEST_SIZE + 1 + 16];
	for (guint i = 0; i < DD_DIGEST_SIZE; i++)
		g_snprintf(text + 2 * i, 3, "%02x", digest[i]);
	g_snprintf(
		text + 2 * DD_DIGEST_SIZE, 16, " %s", hc_verdict_name(outcome));
	g_autofree char *line = seal(text);
	return write_whole(journal, line, error);
}
