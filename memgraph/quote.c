#include "memgraph.h"

#include <string.h>

/* The letter of an escape that C, and so GDB, knows; 0 if there is none. \e is
 * GNU only, and \0 could swallow a digit that follows. */
static char letter_escape(guint8 byte)
{
	static const char escaped[] = "\a\b\f\n\r\t\v\\\"";
	static const char letters[] = "abfnrtv\\\"";
	const char *at = byte ? strchr(escaped, byte) : NULL;
	return at ? letters[at - escaped] : 0;
}

/* How many bytes the printable character at `text` has, 0 if there is none. */
static gsize printable_length(const char *text, gsize length)
{
	gunichar c = g_utf8_get_char_validated(text, (gssize) length);
	if (c == (gunichar) -1 || c == (gunichar) -2 || !g_unichar_isprint(c))
		return 0;
	return (gsize) (g_utf8_next_char(text) - text);
}

static void append_escaped(GString *text, guint8 byte)
{
	char letter = letter_escape(byte);
	if (letter)
		g_string_append_printf(text, "\\%c", letter);
	else
		g_string_append_printf(text, "\\%03o", byte);
}

char *mg_quote(const void *bytes, gsize length, gsize limit)
{
	const char *from = bytes;
	GString *text = g_string_new("\"");
	gsize at = 0;

	while (at < length) {
		gsize n = printable_length(from + at, length - at);
		if (at + MAX(n, 1) > limit)
			break;
		if (n == 0 || letter_escape((guint8) from[at])) {
			append_escaped(text, (guint8) from[at]);
			at++;
		} else {
			g_string_append_len(text, from + at, (gssize) n);
			at += n;
		}
	}

	g_string_append(text, at < length ? "\"..." : "\"");
	return g_string_free(text, FALSE);
}
