#include "args-word.h"

#include <string.h>

/* Linux takes no argument of more than 32 pages, its NUL included
 * (MAX_ARG_STRLEN); we only work where pages have 4 KiB. */
enum { MAX_WORD = 32 * 4096 - 1 };

void hc_args_word_init(struct hc_args_word *word)
{
	*word = (struct hc_args_word){.text = g_string_new(NULL)};
}

void hc_args_word_clear(struct hc_args_word *word)
{
	g_string_free(word->text, TRUE);
}

gboolean hc_args_word_is_operator(int c)
{
	return c > 0 && strchr("|&;()<>", c) != NULL;
}

gboolean hc_args_word_is_name(const char *text, gsize length)
{
	if (length == 0 || g_ascii_isdigit(text[0]))
		return FALSE;
	for (gsize i = 0; i < length; i++)
		if (!g_ascii_isalnum(text[i]) && text[i] != '_')
			return FALSE;
	return TRUE;
}

static gboolean fail_special(
	struct hc_args_scan *scan, const char *does, GError **error)
{
	char c = scan->text[scan->pos];
	return hc_args_scan_fail(scan, scan->pos, HC_ARGS_ERROR_SYNTAX, error,
		"%c %s, which an args file doesn't do; to mean the character "
		"itself, write \\%c",
		c, does, c);
}

/* A $ that expands nothing is a plain character to every shell: "^a$". */
static gboolean read_dollar(struct hc_args_word *word,
	struct hc_args_scan *scan, gboolean in_quotes, GError **error)
{
	struct hc_args_scan ahead = *scan;
	ahead.pos++;
	int c = hc_args_scan_peek(&ahead);
	/* $[ is arithmetic and $'..', $".." are quotes to some shells. */
	const char *more = in_quotes ? "_{([@*#?-$!" : "_{([@*#?-$!'\"";
	if (c > 0 && (g_ascii_isalnum(c) || strchr(more, c)))
		return fail_special(scan, "expands a variable", error);
	g_string_append_c(word->text, '$');
	scan->pos++;
	return TRUE;
}

static gboolean fail_open_quote(
	const struct hc_args_scan *scan, gsize open, GError **error)
{
	return hc_args_scan_fail(scan, open, HC_ARGS_ERROR_SYNTAX, error,
		"the quote %c that opens here is never closed",
		scan->text[open]);
}

static gboolean read_single_quoted(
	struct hc_args_word *word, struct hc_args_scan *scan, GError **error)
{
	const char *open = scan->text + scan->pos;
	const char *end = scan->text + scan->length;
	const char *close = memchr(open + 1, '\'', end - open - 1);
	if (!close)
		return fail_open_quote(scan, scan->pos, error);
	g_string_append_len(word->text, open + 1, close - open - 1);
	scan->pos = close + 1 - scan->text;
	return TRUE;
}

static gboolean read_double_quoted(
	struct hc_args_word *word, struct hc_args_scan *scan, GError **error)
{
	gsize open = scan->pos++;
	for (;;) {
		int c = hc_args_scan_peek(scan);
		switch (c) {
		case SCAN_END:
			return fail_open_quote(scan, open, error);
		case '"':
			scan->pos++;
			return TRUE;
		case '`':
			return fail_special(scan, "runs a command", error);
		case '$':
			if (!read_dollar(word, scan, TRUE, error))
				return FALSE;
			continue;
		case '\\':
			/* Before anything else it stands for itself. */
			if (scan->pos + 1 < scan->length &&
				strchr("$`\"\\", scan->text[scan->pos + 1]))
				c = (guchar) scan->text[++scan->pos];
			break;
		}
		g_string_append_c(word->text, (char) c);
		scan->pos++;
	}
}

static gboolean read_backslash(
	struct hc_args_word *word, struct hc_args_scan *scan, GError **error)
{
	if (scan->pos + 1 == scan->length)
		return hc_args_scan_fail(scan, scan->pos, HC_ARGS_ERROR_SYNTAX,
			error,
			"the file ends after this \\; to mean the "
			"character itself, write \\\\");
	g_string_append_c(word->text, scan->text[scan->pos + 1]);
	scan->pos += 2;
	return TRUE;
}

/* An unquoted byte. *at_tilde says whether ~ would be a home directory here,
 * and is brought up to date: at the start of a word, and in an assignment
 * after its = and each : too. */
static gboolean read_plain(struct hc_args_word *word, struct hc_args_scan *scan,
	int c, gboolean may_assign, gboolean *at_tilde, GError **error)
{
	if (c == '~' && *at_tilde)
		return fail_special(scan, "expands to a home directory", error);
	/* No shell looks for files in the value of an assignment. */
	if (!word->assignment && (c == '*' || c == '?' || c == '['))
		return fail_special(scan, "matches file names", error);
	gboolean assigns =
		c == '=' && may_assign && !word->assignment && !word->quoted &&
		hc_args_word_is_name(word->text->str, word->text->len);
	word->assignment |= assigns;
	*at_tilde = assigns || (c == ':' && word->assignment);
	g_string_append_c(word->text, (char) c);
	scan->pos++;
	return TRUE;
}

static gboolean read_piece(struct hc_args_word *word, struct hc_args_scan *scan,
	int c, gboolean may_assign, gboolean *at_tilde, GError **error)
{
	if (c == '`')
		return fail_special(scan, "runs a command", error);
	if (c != '\'' && c != '"' && c != '\\' && c != '$')
		return read_plain(word, scan, c, may_assign, at_tilde, error);
	*at_tilde = FALSE;
	if (c == '$')
		return read_dollar(word, scan, FALSE, error);
	word->quoted = TRUE;
	if (c == '\'')
		return read_single_quoted(word, scan, error);
	if (c == '"')
		return read_double_quoted(word, scan, error);
	return read_backslash(word, scan, error);
}

gboolean hc_args_word_read(struct hc_args_word *word, struct hc_args_scan *scan,
	gboolean may_assign, GError **error)
{
	gboolean at_tilde = TRUE;
	int c = hc_args_scan_peek_unquoted(scan);
	word->start = scan->pos;
	while (c != SCAN_END && c != ' ' && c != '\t' && c != '\n' &&
		!hc_args_word_is_operator(c)) {
		if (!read_piece(word, scan, c, may_assign, &at_tilde, error))
			return FALSE;
		c = hc_args_scan_peek_unquoted(scan);
	}
	if (word->text->len > MAX_WORD)
		return hc_args_scan_fail(scan, word->start, HC_ARGS_ERROR_LIMIT,
			error,
			"this word has %" G_GSIZE_FORMAT
			" bytes; the system takes no more than %d",
			word->text->len, MAX_WORD);
	return TRUE;
}
