/* The message that goes with an exit status: programs end with the same status
 * for many reasons, and say on stderr which one it was. */
#include "oracle-inside.h"

#include <string.h>

/* What closes a quotation that begins with this character; 0: it is none. */
static char closing_quote(char opening)
{
	return opening == '"' || opening == '\'' ? opening
	       : opening == '`'                  ? '\''
						 : '\0';
}

/* How much of a line is quoted from here on; 0: nothing. An apostrophe inside
 * a word quotes nothing. */
static gsize quoted(const char *line, gsize at, gsize length)
{
	char closing = closing_quote(line[at]);
	if (!closing || (at > 0 && g_ascii_isalnum(line[at - 1])))
		return 0;
	const char *end = memchr(line + at + 1, closing, length - at - 1);
	return end ? (gsize) (end - line) + 1 - at : 0;
}

static gsize word_length(const char *line, gsize at, gsize length)
{
	gsize end = at;
	while (end < length && !g_ascii_isspace(line[end]) &&
		!closing_quote(line[end]))
		end++;
	return end - at;
}

/* A number, or a name of something outside: a path, a file, an address. */
static gboolean is_particular(const char *word, gsize n)
{
	while (n > 0 && strchr(",:;.!?)", word[n - 1]))
		n--;
	for (gsize i = 0; i < n; i++)
		if (g_ascii_isdigit(word[i]) || word[i] == '/' ||
			word[i] == '.')
			return TRUE;
	return FALSE;
}

/* A line without what differs between two of the same kind: numbers, names. */
static char *mask(const char *line, gsize length)
{
	GString *masked = g_string_new(NULL);
	for (gsize at = 0; at < length;) {
		gsize n = quoted(line, at, length);
		if (n) {
			g_string_append_c(masked, '*');
			at += n;
			continue;
		}
		n = MAX(word_length(line, at, length), 1);
		if (is_particular(line + at, n))
			g_string_append_c(masked, '*');
		else if (!g_ascii_isspace(line[at]))
			g_string_append_len(masked, line + at, (gssize) n);
		else if (masked->len && masked->str[masked->len - 1] != ' ')
			g_string_append_c(masked, ' ');
		at += n;
	}
	g_strchomp(masked->str);
	return g_string_free(masked, FALSE);
}

/* The next line of a stream, masked; NULL at its end. */
static char *next_line(GBytes *stream, gsize *at)
{
	gsize length;
	const char *data = g_bytes_get_data(stream, &length);
	if (*at >= length)
		return NULL;
	const char *line = data + *at;
	const char *newline = memchr(line, '\n', length - *at);
	gsize n = newline ? (gsize) (newline - line) : length - *at;
	*at += n + (newline != NULL);
	return mask(line, n);
}

static GHashTable *lines_of(GBytes *stream)
{
	GHashTable *lines =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	gsize at = 0;
	char *line;
	while ((line = next_line(stream, &at)))
		g_hash_table_add(lines, line);
	return lines;
}

static gboolean is_indented(GBytes *stream, gsize at)
{
	gsize length;
	const char *data = g_bytes_get_data(stream, &length);
	return at < length && (data[at] == ' ' || data[at] == '\t');
}

/* A line with a colon at its end, and indented lines below it: a traceback, say,
 * which begins in the same way whatever has happened. */
static gboolean is_heading(GBytes *stream, const char *line, gsize at)
{
	return g_str_has_suffix(line, ":") && is_indented(stream, at);
}

static char *skip_indented(GBytes *stream, gsize *at)
{
	while (is_indented(stream, *at))
		g_free(next_line(stream, at));
	return next_line(stream, at);
}

void hc_oracle_message_find(
	struct hc_message *message, GBytes *pass, GBytes *fail)
{
	g_autoptr(GHashTable) known = lines_of(pass);
	gsize at = 0;
	for (;;) {
		g_autofree char *line = next_line(fail, &at);
		if (!line)
			return;
		if (!*line || g_hash_table_contains(known, line))
			continue;
		gsize end = at;
		char *below = is_heading(fail, line, at)
				      ? skip_indented(fail, &end)
				      : NULL;
		if (below && *below && !g_hash_table_contains(known, below)) {
			g_free(line);
			line = g_steal_pointer(&below);
			at = end;
		}
		g_free(below);
		message->line = g_steal_pointer(&line);
		message->end = at;
		return;
	}
}

void hc_oracle_message_clear(struct hc_message *message)
{
	g_clear_pointer(&message->line, g_free);
}

gboolean hc_oracle_message_is_in(
	const struct hc_message *message, GBytes *stream)
{
	g_autoptr(GHashTable) lines = lines_of(stream);
	return g_hash_table_contains(lines, message->line);
}
