/* What may be wrong with an output, as regular expressions: for those who find
 * that all of it together says too little. */
#include "oracle-inside.h"

#include <string.h>

/* More are not worth it. */
enum { MOST = 5 };

/* A line of a stream, without its newline; or a word of one. */
struct piece {
	const char *text;
	gsize length;
};

struct criteria {
	struct hc_given given; /* what says nothing */
	GArray *pass, *fail; /* struct piece: lines */
	GPtrArray *found; /* char * */
};

static GArray *lines_of(GBytes *stream)
{
	GArray *lines = g_array_new(FALSE, FALSE, sizeof(struct piece));
	gsize n;
	const char *data = g_bytes_get_data(stream, &n);
	for (gsize at = 0; at < n;) {
		const char *newline = memchr(data + at, '\n', n - at);
		gsize end = newline ? (gsize) (newline - data) : n;
		struct piece line = {data + at, end - at};
		g_array_append_val(lines, line);
		at = end + 1;
	}
	return lines;
}

static const struct piece *line_at(const GArray *lines, guint i)
{
	return &g_array_index(lines, struct piece, i);
}

static gboolean same(const struct piece *a, const struct piece *b)
{
	return a->length == b->length &&
	       memcmp(a->text, b->text, a->length) == 0;
}

/* ---- One line ---- */

static void append_literally(GString *pattern, const struct piece *piece)
{
	g_autofree char *escaped =
		g_regex_escape_string(piece->text, (int) piece->length);
	g_string_append(pattern, escaped);
}

/* Takes blanks, or a word, off the front of a line. */
static struct piece take(struct piece *line, gboolean blanks)
{
	struct piece taken = {line->text, 0};
	while (taken.length < line->length &&
		(g_ascii_isspace(line->text[taken.length]) != 0) == blanks)
		taken.length++;
	line->text += taken.length;
	line->length -= taken.length;
	return taken;
}

/* How wide a column is, is chance. */
static void append_blanks(GString *pattern, const struct piece *blanks)
{
	if (blanks->length == 1)
		append_literally(pattern, blanks);
	else if (blanks->length > 1)
		g_string_append(pattern, "\\s+");
}

static gboolean is_given(const struct criteria *c, const struct piece *word)
{
	return hc_oracle_is_given(&c->given, word->text, word->length);
}

static gboolean is_number(const struct piece *word)
{
	gsize digits = 0;
	for (gsize i = word->text[0] == '-'; i < word->length; i++) {
		if (!g_ascii_isdigit(word->text[i]) && word->text[i] != '.')
			return FALSE;
		digits += word->text[i] != '.';
	}
	return digits > 0;
}

/* The line as it is. */
static char *by_line(const struct piece *line)
{
	if (!g_utf8_validate_len(line->text, line->length, NULL))
		return NULL;
	GString *pattern = g_string_new("^");
	append_literally(pattern, line);
	return g_string_free(g_string_append_c(pattern, '$'), FALSE);
}

/* Up to the first word that differs from the passing run's line and that the
 * program was not given; NULL: there is none. */
static char *by_word(const struct criteria *c, const struct piece *fail,
	const struct piece *pass)
{
	struct piece ours = *fail, theirs = *pass;
	if (!g_utf8_validate_len(fail->text, fail->length, NULL))
		return NULL;

	g_autoptr(GString) pattern = g_string_new("^");
	while (ours.length) {
		struct piece blanks = take(&ours, TRUE);
		take(&theirs, TRUE);
		struct piece word = take(&ours, FALSE);
		struct piece other = take(&theirs, FALSE);
		if (word.length == 0)
			break;
		append_blanks(pattern, &blanks);
		if (same(&word, &other)) {
			append_literally(pattern, &word);
			continue;
		}
		if (is_given(c, &word)) {
			g_string_append(pattern, "\\S+");
			continue;
		}
		append_literally(pattern, &word);
		g_string_append(pattern, ours.length ? "(\\s|$)" : "$");
		return g_strdup(pattern->str);
	}
	/* It ends where the other goes on. */
	return theirs.length ? by_line(fail) : NULL;
}

/* All of it, whatever numbers are in it and whatever was given. */
static char *by_kind(const struct criteria *c, const struct piece *line)
{
	struct piece rest = *line;
	gboolean worded = FALSE;
	if (!g_utf8_validate_len(line->text, line->length, NULL))
		return NULL;

	g_autoptr(GString) pattern = g_string_new("^");
	while (rest.length) {
		struct piece blanks = take(&rest, TRUE);
		struct piece word = take(&rest, FALSE);
		append_blanks(pattern, &blanks);
		if (word.length && (is_number(&word) || is_given(c, &word))) {
			g_string_append(pattern, "\\S+");
			continue;
		}
		append_literally(pattern, &word);
		for (gsize i = 0; i < word.length; i++)
			worded |= g_ascii_isalpha(word.text[i]);
	}
	g_string_append_c(pattern, '$');
	return worded ? g_strdup(pattern->str) : NULL;
}

/* ---- Which lines ---- */

/* Takes the pattern. */
static void add(struct criteria *c, char *pattern)
{
	if (pattern && c->found->len < MOST &&
		!g_ptr_array_find_with_equal_func(
			c->found, pattern, g_str_equal, NULL))
		g_ptr_array_add(c->found, pattern);
	else
		g_free(pattern);
}

/* Takes the next word off the front of a line; it is empty at the end. */
static struct piece next_word(struct piece *line)
{
	take(line, TRUE);
	struct piece word = take(line, FALSE);
	hc_oracle_trim(&word.text, &word.length);
	return word;
}

/* In letters alone: hexadecimal numbers are numbers, and one letter is a name. */
static gboolean is_text(const struct piece *word)
{
	for (gsize i = 0; i < word->length; i++)
		if (!g_ascii_isalpha(word->text[i]))
			return FALSE;
	return word->length > 1;
}

static GHashTable *words_of(const GArray *lines)
{
	GHashTable *words =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (guint i = 0; i < lines->len; i++)
		for (struct piece line = *line_at(lines, i); line.length;) {
			struct piece word = next_word(&line);
			g_hash_table_add(
				words, g_strndup(word.text, word.length));
		}
	return words;
}

/* The first word that the passing run never prints: BAD, say, wherever it
 * stands. Numbers differ anyway. */
static void add_new_word(struct criteria *c)
{
	g_autoptr(GHashTable) known = words_of(c->pass);
	for (guint i = 0; i < c->fail->len; i++)
		for (struct piece line = *line_at(c->fail, i); line.length;) {
			struct piece word = next_word(&line);
			g_autofree char *text =
				g_strndup(word.text, word.length);
			if (is_text(&word) &&
				!g_hash_table_contains(known, text) &&
				!is_given(c, &word)) {
				add(c, g_strdup_printf("\\b%s\\b", text));
				return;
			}
		}
}

/* The first line of a kind that the passing run has none of: a message, say. */
static void add_new_kind(struct criteria *c)
{
	g_autoptr(GHashTable) known =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (guint i = 0; i < c->pass->len; i++) {
		char *kind = by_kind(c, line_at(c->pass, i));
		if (kind)
			g_hash_table_add(known, kind);
	}
	for (guint i = 0; i < c->fail->len; i++) {
		char *kind = by_kind(c, line_at(c->fail, i));
		if (kind && !g_hash_table_contains(known, kind)) {
			add(c, kind);
			return;
		}
		g_free(kind);
	}
}

/* The last line that differs, the first, and those in between as far as one
 * can tell which of the passing run's lines they stand for. What a program
 * finds out, it mostly prints last. */
static void add_lines(struct criteria *c)
{
	const struct piece none = {"", 0};
	guint first = 0, last = 0, n = c->fail->len, m = c->pass->len;
	guint least = MIN(n, m);
	while (first < least &&
		same(line_at(c->pass, first), line_at(c->fail, first)))
		first++;
	while (last < least && same(line_at(c->pass, m - 1 - last),
				       line_at(c->fail, n - 1 - last)))
		last++;
	if (first == n)
		return;

	if (last < least && n - 1 - last > first)
		add(c, by_word(c, line_at(c->fail, n - 1 - last),
			       line_at(c->pass, m - 1 - last)));
	char *word = by_word(c, line_at(c->fail, first),
		first < m ? line_at(c->pass, first) : &none);
	gboolean echo = !word;
	add(c, word);
	for (guint i = first + 1; n == m && i + last + 1 < n; i++)
		if (!same(line_at(c->pass, i), line_at(c->fail, i)))
			add(c, by_word(c, line_at(c->fail, i),
				       line_at(c->pass, i)));
	if (!echo)
		add(c, by_line(line_at(c->fail, first)));
}

GPtrArray *hc_oracle_criteria_of(
	GBytes *pass, GBytes *fail, const char *const *given)
{
	struct criteria c = {
		.pass = lines_of(pass),
		.fail = lines_of(fail),
		.found = g_ptr_array_new_with_free_func(g_free),
	};
	hc_oracle_given_init(&c.given, given);
	add_new_word(&c);
	add_new_kind(&c);
	add_lines(&c);
	hc_oracle_given_clear(&c.given);
	g_array_unref(c.pass);
	g_array_unref(c.fail);
	return c.found;
}
