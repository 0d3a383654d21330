#include "args-scan.h"

#include <string.h>

/* How many bytes of a line end stand at pos: 0 for none. */
static gsize line_end(const struct hc_args_scan *scan, gsize pos)
{
	if (pos >= scan->length)
		return 0;
	if (scan->text[pos] == '\n')
		return 1;
	if (scan->text[pos] != '\r')
		return 0;
	if (pos + 1 == scan->length)
		return 1;
	return scan->text[pos + 1] == '\n' ? 2 : 0;
}

int hc_args_scan_peek(struct hc_args_scan *scan)
{
	while (scan->pos < scan->length && scan->text[scan->pos] == '\\') {
		gsize n = line_end(scan, scan->pos + 1);
		if (n == 0)
			break;
		scan->pos += 1 + n;
	}
	if (scan->pos >= scan->length)
		return SCAN_END;
	return (guchar) scan->text[scan->pos];
}

int hc_args_scan_peek_unquoted(struct hc_args_scan *scan)
{
	int c = hc_args_scan_peek(scan);
	return line_end(scan, scan->pos) ? '\n' : c;
}

void hc_args_scan_skip_line_end(struct hc_args_scan *scan)
{
	scan->pos += line_end(scan, scan->pos);
}

void hc_args_scan_place(
	const struct hc_args_scan *scan, gsize pos, guint *line, guint *column)
{
	*line = 1;
	const char *start = scan->text, *at = scan->text + pos, *newline;
	while (start < at && (newline = memchr(start, '\n', at - start))) {
		start = newline + 1;
		(*line)++;
	}
	*column = (guint) (at - start) + 1;
}

gboolean hc_args_scan_fail(const struct hc_args_scan *scan, gsize pos,
	enum hc_args_error code, GError **error, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	g_autofree char *message = g_strdup_vprintf(format, list);
	va_end(list);
	guint line, column;
	hc_args_scan_place(scan, pos, &line, &column);
	g_set_error(error, HC_ARGS_ERROR, code, "%s:%u:%u: %s", scan->name,
		line, column, message);
	return FALSE;
}
