#include "report.h"

#include <string.h>

static char *escape(const char *text, gsize left, gboolean printable)
{
	GString *safe = g_string_new(NULL);
	while (left > 0) {
		gunichar c = g_utf8_get_char_validated(text, (gssize) left);
		gsize n = 1;
		if (c == 0 || c == (gunichar) -1 || c == (gunichar) -2 ||
			(printable && !g_unichar_isprint(c))) {
			g_string_append_printf(safe, "\\x%02x", (guint8) *text);
		} else {
			n = (gsize) (g_utf8_next_char(text) - text);
			g_string_append_len(safe, text, (gssize) n);
		}
		text += n;
		left -= n;
	}
	return g_string_free(safe, FALSE);
}

char *hc_report_safe(const char *text)
{
	return escape(text, strlen(text), TRUE);
}

char *hc_report_utf8(const char *bytes, gsize n)
{
	return escape(bytes, n, FALSE);
}
