#include "report.h"

#include <string.h>

char *hc_report_safe(const char *text)
{
	GString *safe = g_string_new(NULL);
	gsize left = strlen(text);
	while (left > 0) {
		gunichar c = g_utf8_get_char_validated(text, (gssize) left);
		gsize n = 1;
		if (c == (gunichar) -1 || c == (gunichar) -2 ||
			!g_unichar_isprint(c)) {
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
