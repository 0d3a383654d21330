#include "gxl-text.h"

#include <string.h>

static const char digits[] = "0123456789abcdef";

/* A byte that is repeated at least this many times is written once. */
enum { SHORTEST_RUN = 8 };

/* How many bytes the character at `text` has if it may stand for itself, else
 * 0. Control characters may not: XML has only three of them, and these are read
 * back from attributes as blanks. */
static gsize plain_length(const char *text)
{
	guint8 first = (guint8) *text;
	if (first < 0x80)
		return first >= ' ' && first != 0x7f && first != '\\';
	gunichar c = g_utf8_get_char_validated(text, -1);
	if (c == (gunichar) -1 || c == (gunichar) -2 || c < 0xa0 ||
		c == 0xfffe || c == 0xffff)
		return 0;
	return (gsize) (g_utf8_next_char(text) - text);
}

void mg_gxl_escape(GString *text, const char *string)
{
	while (*string) {
		gsize n = plain_length(string);
		if (n > 0) {
			g_string_append_len(text, string, (gssize) n);
			string += n;
			continue;
		}
		guint8 byte = (guint8) *string++;
		if (byte == '\\')
			g_string_append(text, "\\\\");
		else
			g_string_append_printf(text, "\\x%02x", byte);
	}
}

/* The value of a digit, and VALID. A table is twice as fast as comparisons,
 * since the digits of a program's bytes are as good as random. */
enum { VALID = 16 };
static const guint8 values[256] = {['0'] = VALID,
	17,
	18,
	19,
	20,
	21,
	22,
	23,
	24,
	25,
	['a'] = 26,
	27,
	28,
	29,
	30,
	31};

/* The byte of two digits; -1 if they are not digits. */
static int byte_of(const char *text)
{
	guint8 high = values[(guint8) text[0]];
	guint8 low = text[0] ? values[(guint8) text[1]] : 0;
	return high & low & VALID ? (high & 15) << 4 | (low & 15) : -1;
}

gboolean mg_gxl_unescape(char *text)
{
	char *to = text;

	for (const char *from = text; *from;) {
		if (*from != '\\') {
			*to++ = *from++;
		} else if (from[1] == '\\') {
			*to++ = '\\';
			from += 2;
		} else {
			int byte = from[1] == 'x' ? byte_of(from + 2) : -1;
			if (byte <= 0)
				return FALSE;
			*to++ = (char) byte;
			from += 4;
		}
	}

	*to = '\0';
	return TRUE;
}

static gsize run_length(const guint8 *bytes, gsize n)
{
	gsize length = 1;
	while (length < n && bytes[length] == bytes[0])
		length++;
	return length;
}

void mg_gxl_encode(GString *text, const guint8 *bytes, gsize n)
{
	/* Two digits a byte is the most: a run is never longer than that. */
	gsize start = text->len;
	g_string_set_size(text, start + 2 * n);

	char *to = text->str + start;
	for (gsize at = 0; at < n;) {
		gsize run = run_length(bytes + at, n - at);
		gboolean once = run >= SHORTEST_RUN;
		for (gsize i = 0; i < (once ? 1 : run); i++) {
			*to++ = digits[bytes[at] >> 4];
			*to++ = digits[bytes[at] & 15];
		}
		if (once)
			to += g_snprintf(to, 24, "*%" G_GSIZE_FORMAT ";", run);
		at += run;
	}

	g_string_set_size(text, (gsize) (to - text->str));
}

/* Reads one byte and how many times it occurs; returns the text after it, NULL
 * if it is wrong. */
static const char *take_run(const char *text, guint8 *byte, guint64 *times)
{
	int value = byte_of(text);
	if (value < 0)
		return NULL;

	*byte = (guint8) value;
	*times = 1;
	text += 2;
	if (*text != '*')
		return text;

	char *end;
	if (text[1] < '1' || text[1] > '9')
		return NULL;

	*times = g_ascii_strtoull(text + 1, &end, 10);
	return *end == ';' ? end + 1 : NULL;
}

gboolean mg_gxl_decoded_size(const char *text, guint64 most, guint64 *size)
{
	guint8 byte;
	guint64 times;

	*size = 0;
	while (*text) {
		text = take_run(text, &byte, &times);
		if (!text || times > most - *size)
			return FALSE;
		*size += times;
	}

	return TRUE;
}

gboolean mg_gxl_decode(
	const char *text, guint8 *bytes, gsize room, gsize *n_bytes)
{
	guint8 byte;
	guint64 times;

	*n_bytes = 0;
	while (*text) {
		text = take_run(text, &byte, &times);
		if (!text || times > room - *n_bytes)
			return FALSE;
		if (times == 1)
			bytes[*n_bytes] = byte;
		else
			memset(bytes + *n_bytes, byte, times);
		*n_bytes += times;
	}

	return TRUE;
}

gboolean mg_gxl_number(const char *text, guint64 most, guint64 *number)
{
	gsize n = strspn(text, "0123456789");
	if (n == 0 || n > 20 || text[n] || (text[0] == '0' && n > 1))
		return FALSE;
	return g_ascii_string_to_unsigned(text, 10, 0, most, number, NULL);
}

gboolean mg_gxl_signed(const char *text, gint64 *number)
{
	const char *first = text + (*text == '-');
	gsize n = strspn(first, "0123456789");
	if (n == 0 || first[n] || (first[0] == '0' && (n > 1 || *text == '-')))
		return FALSE;
	return g_ascii_string_to_signed(
		text, 10, G_MININT64, G_MAXINT64, number, NULL);
}

gboolean mg_gxl_address(const char *text, guint64 *address)
{
	if (!g_str_has_prefix(text, "0x"))
		return FALSE;
	text += 2;
	gsize n = strspn(text, digits);
	if (n == 0 || n > 16 || text[n] || (text[0] == '0' && n > 1))
		return FALSE;
	*address = g_ascii_strtoull(text, NULL, 16);
	return TRUE;
}
