#include "input-excerpt.h"

#include "report-input.h"
#include "report.h"

#include <string.h>

enum {
	AROUND = 2, /* lines before and behind */
	MOST_LINES = 12, /* of a difference */
	MOST_BEFORE = 60, /* bytes of a line before what is marked … */
	MOST_LINE = 160, /* … and in all */
	MOST_QUOTED = 60,
	MOST_BYTES = 16,
	TAB = 8,
};

static const char *data_of(GBytes *bytes, gsize *n)
{
	const char *data = g_bytes_get_data(bytes, n);
	return data ? data : "";
}

void hc_report_input_place(
	GBytes *text, guint64 at, guint64 *line, guint64 *column)
{
	gsize n;
	const char *data = data_of(text, &n);
	*line = *column = 1;
	for (gsize i = 0; i < MIN(at, n); i++) {
		if (data[i] == '\n') {
			(*line)++;
			*column = 1;
		} else if (((guchar) data[i] & 0xc0) != 0x80) {
			/* Not inside of a character of UTF-8. */
			(*column)++;
		}
	}
}

/* ---- One line ------------------------------------------------------------ */

/* A line as it is shown, and what is below it. */
struct shown {
	GString *text, *marks;
	guint columns;
	gboolean painted;
	const struct hc_report_paint *p;
};

static void show(
	struct shown *s, const char *text, guint columns, gboolean marked)
{
	if (marked != s->painted)
		g_string_append(s->text, marked ? s->p->fail : s->p->end);
	s->painted = marked;
	g_string_append(s->text, text);
	for (guint i = 0; i < columns; i++)
		g_string_append_c(s->marks, marked ? '^' : ' ');
	s->columns += columns;
}

/* The character at `at`; how many bytes it has. */
static gsize show_one(
	struct shown *s, const char *at, gsize left, gboolean marked)
{
	gunichar c = g_utf8_get_char_validated(at, (gssize) left);
	if (*at == '\t') {
		guint columns = TAB - s->columns % TAB;
		g_autofree char *blanks = g_strnfill(columns, ' ');
		show(s, blanks, columns, marked);
		return 1;
	}
	if (c == 0 || c == (gunichar) -1 || c == (gunichar) -2 ||
		!g_unichar_isprint(c)) {
		g_autofree char *code =
			g_strdup_printf("\\x%02x", (guchar) *at);
		if (*at != '\r')
			show(s, code, 4, marked);
		return 1;
	}
	gsize n = (gsize) (g_utf8_next_char(at) - at);
	g_autofree char *one = g_strndup(at, n);
	show(s, one, g_unichar_iswide(c) ? 2 : !g_unichar_iszerowidth(c),
		marked);
	return n;
}

/* What is marked in an excerpt. */
struct marks {
	const struct hc_report_mark *all;
	guint n;
};

static gboolean is_marked(const struct marks *marks, gsize at)
{
	for (guint i = 0; i < marks->n; i++)
		if (at >= marks->all[i].from && at < marks->all[i].to)
			return TRUE;
	return FALSE;
}

static void add_line(GString *text, guint64 number, const char *data, gsize lo,
	gsize hi, const struct marks *marks, const struct hc_report_paint *p)
{
	struct shown s = {g_string_new(NULL), g_string_new(NULL), 0, FALSE, p};
	gsize at = lo, end = hi;
	if (hi - lo > MOST_LINE) {
		gsize first = CLAMP(marks->all[0].from, lo, hi);
		at = first - lo > MOST_BEFORE ? first - MOST_BEFORE : lo;
		end = MIN(hi, at + MOST_LINE);
	}
	if (at > lo)
		show(&s, "...", 3, FALSE);
	while (at < end)
		at += show_one(&s, data + at, hi - at, is_marked(marks, at));
	if (at < hi)
		show(&s, "...", 3, FALSE);
	if (s.painted)
		g_string_append(s.text, p->end);
	g_strchomp(s.text->str);
	g_strchomp(s.marks->str);
	g_string_append_printf(text, "%s%6" G_GUINT64_FORMAT "%s  %s\n", p->dim,
		number, p->end, s.text->str);
	if (*s.marks->str)
		g_string_append_printf(text, "        %s%s%s\n", p->fail,
			s.marks->str, p->end);
	g_string_free(s.text, TRUE);
	g_string_free(s.marks, TRUE);
}

/* ---- Lines --------------------------------------------------------------- */

static gsize line_start(const char *data, gsize at)
{
	while (at > 0 && data[at - 1] != '\n')
		at--;
	return at;
}

static gsize line_end(const char *data, gsize n, gsize at)
{
	const char *end = at < n ? memchr(data + at, '\n', n - at) : NULL;
	return end ? (gsize) (end - data) : n;
}

gboolean hc_report_same_line(GBytes *input, guint64 a, guint64 b)
{
	gsize n;
	const char *data = data_of(input, &n);
	return !memchr(data + MIN(a, b), '\n', MAX(a, b) - MIN(a, b));
}

void hc_report_excerpt(GString *text, GBytes *input,
	const struct hc_report_mark *all, guint n_marks,
	const struct hc_report_paint *p)
{
	const struct marks marks = {all, n_marks};
	guint64 from = all[0].from, to = all[n_marks - 1].to;
	gsize n;
	guint64 line = 1, column = 1;
	const char *data = data_of(input, &n);
	gsize lo = line_start(data, from), last;
	hc_report_input_place(input, from, &line, &column);
	for (guint i = 0; i < AROUND && lo > 0; i++, line--)
		lo = line_start(data, lo - 1);
	last = line_end(data, n, to > from ? to - 1 : from);
	for (guint i = 0; i < AROUND && last + 1 < n; i++)
		last = line_end(data, n, last + 1);
	guint most = MOST_LINES + 2 * AROUND;
	for (guint i = 0; lo <= last && (lo < n || i == 0); i++, line++) {
		gsize hi = line_end(data, n, lo);
		if (i == most && !p->full) {
			g_string_append(text, "        ...\n");
			return;
		}
		add_line(text, line, data, lo, hi, &marks, p);
		lo = hi + 1;
	}
}

void hc_report_dump(GString *text, GBytes *input, guint64 from, guint64 to,
	const struct hc_report_paint *p)
{
	gsize n;
	const char *data = data_of(input, &n);
	gsize lo = from / MOST_BYTES * MOST_BYTES, end = MIN(to, n);
	guint rows = 0;
	for (; lo < end; lo += MOST_BYTES) {
		if (rows++ == MOST_LINES && !p->full) {
			g_string_append(text, "          ...\n");
			return;
		}
		g_string_append_printf(text, "%s%08" G_GSIZE_MODIFIER "x%s ",
			p->dim, lo, p->end);
		for (gsize i = lo; i < MIN(lo + MOST_BYTES, n); i++) {
			gboolean marked = i >= from && i < to;
			g_string_append_printf(text, " %s%02x%s",
				marked ? p->fail : "", (guchar) data[i],
				marked ? p->end : "");
		}
		g_string_append(text, "\n         ");
		for (gsize i = lo; i < MIN(lo + MOST_BYTES, end); i++)
			g_string_append(text, i >= from ? " ^^" : "   ");
		g_string_append_c(text, '\n');
	}
}

/* ---- Words --------------------------------------------------------------- */

char *hc_report_quote_bytes(GBytes *input, guint64 from, guint64 length,
	gboolean binary, gboolean full)
{
	gsize n, most = full ? length : binary ? MOST_BYTES : MOST_QUOTED;
	const char *data = data_of(input, &n) + from;
	const char *rest = length > most ? " ..." : "";
	if (binary) {
		GString *bytes = g_string_new(NULL);
		for (guint64 i = 0; i < MIN(length, most); i++)
			g_string_append_printf(bytes, "%s%02x", i ? " " : "",
				(guchar) data[i]);
		g_string_append(bytes, rest);
		return g_string_free(bytes, FALSE);
	}
	/* Blanks at the ends and newlines say nothing. */
	g_autofree char *valid = hc_report_utf8(data, MIN(length, most));
	g_auto(GStrv) lines = g_strsplit_set(g_strstrip(valid), "\r\n\t", -1);
	GString *flat = g_string_new(NULL);
	for (char **line = lines; *line; line++) {
		g_strstrip(*line);
		if (**line && flat->len)
			g_string_append_c(flat, ' ');
		g_string_append(flat, *line);
	}
	g_autofree char *safe = hc_report_safe(flat->str);
	g_string_free(flat, TRUE);
	return g_strdup_printf("\"%s%s\"", safe, rest);
}
