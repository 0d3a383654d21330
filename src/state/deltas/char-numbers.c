/* Arrays of char that hold numbers: digits, flags, the code of a machine. As
 * text they would be read by nobody. */
#include "delta-words.h"

#include <string.h>

/* How many elements are shown, and how many of them before the difference. */
enum { MOST = 12, LEAD = 2 };

/* From the NUL before a difference to the one behind it. */
static void find_text(const guint8 *bytes, guint64 n, guint64 first,
	guint64 *from, guint64 *end)
{
	*from = *end = first;
	while (*from > 0 && bytes[*from - 1] != 0)
		--*from;
	while (*end < n && bytes[*end] != 0)
		++*end;
}

/* How much of a text can be read, and how much can't, in characters. Spaces of
 * any kind but ' ' tell nothing: they may well be 9, 10 or 13. */
static void count_readable(
	const guint8 *text, const guint8 *end, guint *readable, guint * not )
{
	while (text < end) {
		gunichar c = g_utf8_get_char_validated(
			(const char *) text, (gssize) (end - text));
		gboolean valid = c != (gunichar) -1 && c != (gunichar) -2;
		gboolean space = c != ' ' && valid && g_unichar_isspace(c);
		if (valid && g_unichar_isprint(c))
			++*readable;
		else if (!space)
			++*not ;
		text = valid ? (const guint8 *) g_utf8_next_char(
				       (const char *) text)
			     : text + 1;
	}
}

gboolean hc_delta_holds_numbers(
	const guint8 *a, const guint8 *b, guint64 n, guint64 first)
{
	guint readable = 0, not = 0;
	const guint8 *bytes[2] = {a, b};
	for (guint i = 0; i < 2; i++) {
		guint64 from, end;
		find_text(bytes[i], n, first, &from, &end);
		count_readable(
			bytes[i] + from, bytes[i] + end, &readable, &not );
	}
	return not > readable;
}

char *hc_delta_char_numbers(const guint8 *bytes, const guint8 *other, guint64 n,
	guint64 first, gboolean is_signed)
{
	guint64 from = first > LEAD ? first - LEAD : 0;
	guint64 end = MIN(n, from + MOST);
	/* What is behind the last difference was there before. */
	while (end > first + 1 && bytes[end - 1] == other[end - 1])
		end--;

	GString *text = g_string_new(from ? "{…" : "{");
	for (guint64 i = from; i < end; i++)
		g_string_append_printf(text, "%s%d", i ? ", " : "",
			is_signed ? (gint8) bytes[i] : bytes[i]);
	g_string_append(text, end < n ? ", …}" : "}");
	return g_string_free(text, FALSE);
}
