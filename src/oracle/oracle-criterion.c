/* What may be wrong with an output, as regular expressions: for those who find
 * that all of it together says too little. */
#include "oracle-inside.h"

#include <string.h>

/* A line of a stream, without its newline. */
struct line {
	const char *text;
	gsize length;
};

static GArray *lines_of(GBytes *stream)
{
	GArray *lines = g_array_new(FALSE, FALSE, sizeof(struct line));
	gsize n;
	const char *data = g_bytes_get_data(stream, &n);
	for (gsize at = 0; at < n;) {
		const char *newline = memchr(data + at, '\n', n - at);
		gsize end = newline ? (gsize) (newline - data) : n;
		struct line line = {data + at, end - at};
		g_array_append_val(lines, line);
		at = end + 1;
	}
	return lines;
}

static const struct line *line_at(const GArray *lines, guint i)
{
	return &g_array_index(lines, struct line, i);
}

static gboolean same_line(const struct line *a, const struct line *b)
{
	return a->length == b->length &&
	       memcmp(a->text, b->text, a->length) == 0;
}

/* ---- One line ---- */

/* A beginning of a line, up to the end of a word. */
static char *begins_with(const struct line *line, gsize n)
{
	if (!g_utf8_validate_len(line->text, line->length, NULL))
		return NULL;
	g_autofree char *escaped = g_regex_escape_string(line->text, (int) n);
	return g_strdup_printf(
		"^%s%s", escaped, n < line->length ? "(\\s|$)" : "$");
}

/* Up to the first word that differs from the passing run's line. */
static char *by_word(const struct line *fail, const struct line *pass)
{
	gsize n = 0, least = pass ? MIN(fail->length, pass->length) : 0;
	while (n < least && fail->text[n] == pass->text[n])
		n++;
	/* Blanks at the end of what both have lead to the word. */
	while (n < fail->length && g_ascii_isspace(fail->text[n]))
		n++;
	while (n < fail->length && !g_ascii_isspace(fail->text[n]))
		n++;
	return begins_with(fail, n);
}

/* All of it, whatever numbers are in it. */
static char *by_kind(const struct line *line)
{
	if (!g_utf8_validate_len(line->text, line->length, NULL))
		return NULL;
	GString *text = g_string_new("^");
	for (gsize i = 0; i < line->length;) {
		gsize n = 0;
		while (i + n < line->length &&
			g_ascii_isdigit(line->text[i + n]))
			n++;
		if (n) {
			g_string_append(text, "\\d+");
			i += n;
			continue;
		}
		while (i + n < line->length &&
			!g_ascii_isdigit(line->text[i + n]))
			n++;
		g_autofree char *escaped =
			g_regex_escape_string(line->text + i, (int) n);
		g_string_append(text, escaped);
		i += n;
	}
	return g_string_free(g_string_append_c(text, '$'), FALSE);
}

/* ---- Which lines ---- */

static void add(GPtrArray *found, char *pattern)
{
	if (pattern && !g_ptr_array_find_with_equal_func(
			       found, pattern, g_str_equal, NULL))
		g_ptr_array_add(found, pattern);
	else
		g_free(pattern);
}

/* The first line of a kind that the passing run has none of: a message, say. */
static void add_new_kind(
	GPtrArray *found, const GArray *pass, const GArray *fail)
{
	g_autoptr(GHashTable) known =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (guint i = 0; i < pass->len; i++) {
		char *kind = by_kind(line_at(pass, i));
		if (kind)
			g_hash_table_add(known, kind);
	}
	for (guint i = 0; i < fail->len; i++) {
		const struct line *line = line_at(fail, i);
		g_autofree char *kind = by_kind(line);
		gboolean worded = FALSE;
		for (gsize k = 0; k < line->length; k++)
			worded |= g_ascii_isalpha(line->text[k]);
		if (kind && worded && !g_hash_table_contains(known, kind)) {
			add(found, g_steal_pointer(&kind));
			return;
		}
	}
}

/* The first line that differs, and the last. */
static void add_differing(
	GPtrArray *found, const GArray *pass, const GArray *fail)
{
	guint first = 0, last = 0, least = MIN(pass->len, fail->len);
	while (first < least &&
		same_line(line_at(pass, first), line_at(fail, first)))
		first++;
	if (first == fail->len)
		return;
	add(found, by_word(line_at(fail, first),
			   first < pass->len ? line_at(pass, first) : NULL));

	while (last < least && same_line(line_at(pass, pass->len - 1 - last),
				       line_at(fail, fail->len - 1 - last)))
		last++;
	if (last < least && fail->len - 1 - last > first)
		add(found, by_word(line_at(fail, fail->len - 1 - last),
				   line_at(pass, pass->len - 1 - last)));
	add(found, begins_with(
			   line_at(fail, first), line_at(fail, first)->length));
}

GPtrArray *hc_oracle_criteria_of(GBytes *pass, GBytes *fail)
{
	GPtrArray *found = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GArray) pass_lines = lines_of(pass);
	g_autoptr(GArray) fail_lines = lines_of(fail);
	add_differing(found, pass_lines, fail_lines);
	add_new_kind(found, pass_lines, fail_lines);
	return found;
}
