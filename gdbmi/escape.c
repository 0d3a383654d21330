/* C strings, from GDB and to GDB. */
#include "gdbmi-private.h"

#include <string.h>

/* One decoded byte, or -1 if the bytes after the backslash are not an escape.
 * GDB writes \n, \t, \", \\, \e and so on, and three octal digits for the rest;
 * \x is accepted since other programs that speak MI write it. */
static int decode_octal(const char **cursor)
{
	const char *p = *cursor;
	int byte = 0;
	for (int i = 0; i < 3 && *p >= '0' && *p <= '7'; i++)
		byte = byte * 8 + (*p++ - '0');
	*cursor = p;
	return byte <= 0xff ? byte : -1;
}

static int decode_hex(const char **cursor)
{
	const char *p = *cursor;
	int byte = 0, n = 0;
	for (; n < 2 && g_ascii_isxdigit(*p); n++)
		byte = byte * 16 + g_ascii_xdigit_value(*p++);
	*cursor = p;
	return n > 0 ? byte : -1;
}

static int decode_escape(const char **cursor)
{
	static const char from[] = "ntr\"\\'?eabfv";
	static const char to[] = "\n\t\r\"\\'?\033\a\b\f\v";
	char c = **cursor;
	if (c >= '0' && c <= '7')
		return decode_octal(cursor);

	(*cursor)++;
	if (c == 'x')
		return decode_hex(cursor);

	const char *found = c ? strchr(from, c) : NULL;
	return found ? to[found - from] : -1;
}

char *mi_unescape(
	char **cursor, char *end, struct mi_value *value, const char **why)
{
	char *p = *cursor, *out;

	value->text = p;
	while (*p != '"' && *p != '\\')
		p++;
	/* Nothing moves until the first escape; most strings have none. */
	out = p;
	while (*p == '\\' && p < end) {
		*cursor = p;
		const char *escape = p + 1;
		int byte = escape < end ? decode_escape(&escape) : -1;
		if (byte < 0 || escape > end) {
			*why = "unknown escape in a string";
			return NULL;
		}
		*out++ = byte;
		p += escape - p;
		char *run = p;
		while (*p != '"' && *p != '\\')
			p++;
		memmove(out, run, p - run);
		out += p - run;
	}

	if (p >= end) {
		*cursor = end;
		*why = "string without closing quote";
		return NULL;
	}

	*out = '\0';
	value->kind = MI_CONST;
	value->length = out - value->text;

	return p + 1;
}

char *mi_excerpt(const char *bytes, gsize n)
{
	GString *text = g_string_new(NULL);
	for (gsize i = 0; i < n; i++)
		if (g_ascii_isprint(bytes[i]))
			g_string_append_c(text, bytes[i]);
		else
			g_string_append_printf(
				text, "\\x%02x", (guchar) bytes[i]);
	return g_string_free(text, FALSE);
}

char *mi_quote(const char *text)
{
	GString *quoted = g_string_new("\"");

	for (const char *p = text; *p; p++)
		if (*p == '"' || *p == '\\')
			g_string_append_printf(quoted, "\\%c", *p);
		else if ((guchar) *p < 0x20 || *p == 0x7f)
			g_string_append_printf(quoted, "\\%03o", (guchar) *p);
		else
			g_string_append_c(quoted, *p);

	g_string_append_c(quoted, '"');
	return g_string_free(quoted, FALSE);
}
