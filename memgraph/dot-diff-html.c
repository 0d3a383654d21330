/* Labels that look like HTML, so that rows can have colours of their own. */
#include "dot-diff-inside.h"
#include "value-words.h"

#include <string.h>

/* Names and values with more characters than this would not look good. */
enum { MOST_NAME = 30, MOST_VALUE = 26, MOST_ONLY_VALUE = 44 };

#define CHANGED_FILL "#fff2b3"
#define HEAD_FILL "#eeeeee"

const char *mg_dot_diff_colour(enum mg_dot_diff_mark mark)
{
	static const char *const colours[] = {
		"gray40", "black", "#0072b2", "#d55e00"};
	return colours[mark];
}

/* ---- Text ---- */

/* One character, or one byte that is not part of one. Backslashes have a
 * meaning in labels of this kind, too. */
static const char *append_one(GString *label, const char *text)
{
	gunichar c = g_utf8_get_char_validated(text, -1);
	if (c == (gunichar) -1 || c == (gunichar) -2 || !g_unichar_isprint(c)) {
		g_string_append_printf(label, "\\\\x%02x", (guint8) *text);
		return text + 1;
	}

	const char *next = g_utf8_next_char(text);
	if (c == '\\')
		g_string_append(label, "\\\\");
	else if (c == '&')
		g_string_append(label, "&amp;");
	else if (c == '<')
		g_string_append(label, "&lt;");
	else if (c == '>')
		g_string_append(label, "&gt;");
	else if (c == '"')
		g_string_append(label, "&quot;");
	else
		g_string_append_len(label, text, next - text);

	return next;
}

void mg_dot_diff_append_text(GString *label, const char *text, guint most)
{
	g_autoptr(GString) scrap = g_string_new(NULL);
	guint n = 0;

	for (const char *at = text; *at; n++) {
		g_string_truncate(scrap, 0);
		at = append_one(scrap, at);
	}

	guint head = n > most ? most / 2 : n;
	guint tail = n > most ? most - head - 1 : 0;
	const char *at = text;
	gboolean space = TRUE;
	for (guint i = 0; i < n; i++) {
		g_string_truncate(scrap, 0);
		/* Otherwise several spaces would become one, and those at the
		 * ends would vanish. */
		gboolean fixed = *at == ' ' && (space || !at[1]);
		space = *at == ' ';
		at = append_one(scrap, at);
		if (fixed)
			g_string_assign(scrap, "&#160;");
		if (i < head || i >= n - tail)
			g_string_append_len(
				label, scrap->str, (gssize) scrap->len);
		else if (i == head)
			g_string_append(label, "…");
	}
}

/* ---- Boxes ---- */

/* An element without text is an error. */
static void append_bold(GString *label, const char *text, guint most)
{
	if (!*text)
		return;
	g_string_append(label, "<B>");
	mg_dot_diff_append_text(label, text, most);
	g_string_append(label, "</B>");
}

static void append_head(GString *label, const struct mg_dot_diff_box *box,
	enum mg_dot_diff_mark mark)
{
	static const char *const signs[] = {"", "", "+ ", "− "};

	g_string_append_printf(label,
		"<TR><TD PORT=\"h\" COLSPAN=\"2\" BGCOLOR=\"%s\">"
		"<FONT COLOR=\"%s\">%s",
		HEAD_FILL, mg_dot_diff_colour(MAX(mark, MG_DOT_DIFF_CHANGED)),
		signs[mark]);
	append_bold(label, box->name, MOST_NAME);
	if (*box->name)
		g_string_append(label, "<BR/>");
	mg_dot_diff_append_text(label, *box->type ? box->type : " ", MOST_NAME);
	g_string_append(label, "</FONT></TD></TR>");
}

static void append_value(GString *label, const struct mg_dot_diff_row *row)
{
	if (!row->after) {
		mg_dot_diff_append_text(label, *row->before ? row->before : " ",
			MOST_ONLY_VALUE);
		return;
	}
	mg_dot_diff_append_text(label, row->before, MOST_VALUE);
	g_string_append(label, " → ");
	append_bold(label, row->after, MOST_VALUE);
}

static void append_row(
	GString *label, const struct mg_dot_diff_row *row, guint number)
{
	const char *fill = row->after ? " BGCOLOR=\"" CHANGED_FILL "\"" : "";

	g_string_append(label, "<TR>");
	if (*row->path) {
		g_string_append_printf(label,
			"<TD ALIGN=\"LEFT\" PORT=\"l%u\"%s>", number, fill);
		mg_dot_diff_append_text(label, row->path, MOST_NAME);
		g_string_append(label, "</TD>");
	}

	g_string_append_printf(label, "<TD ALIGN=\"LEFT\" PORT=\"r%u\"%s%s>",
		number, fill, *row->path ? "" : " COLSPAN=\"2\"");
	append_value(label, row);
	g_string_append(label, "</TD></TR>");
}

static void append_more(GString *label, const char *text)
{
	g_string_append_printf(label,
		"<TR><TD COLSPAN=\"2\" ALIGN=\"LEFT\">"
		"<FONT COLOR=\"gray40\">%s</FONT></TD></TR>",
		text);
}

static void append_rest(GString *label, const struct mg_dot_diff_box *box)
{
	if (box->hidden) {
		g_autofree char *more = mg_more_text(box->hidden);
		append_more(label, more);
	}
	if (box->hidden_changes) {
		g_autofree char *n = mg_number_text(box->hidden_changes);
		g_autofree char *more = g_strdup_printf("… %s changed", n);
		append_more(label, more);
	}
}

char *mg_dot_diff_box_label(
	const struct mg_dot_diff_box *box, enum mg_dot_diff_mark mark)
{
	GString *label = g_string_new(NULL);

	g_string_append_printf(label,
		"<TABLE BORDER=\"%d\" CELLBORDER=\"0\" CELLSPACING=\"0\" "
		"CELLPADDING=\"2\" COLOR=\"%s\"%s>",
		mark == MG_DOT_DIFF_INSERTED ? 3 : 1, mg_dot_diff_colour(mark),
		mark == MG_DOT_DIFF_DELETED ? " STYLE=\"DASHED\"" : "");
	append_head(label, box, mark);
	for (guint i = 0; i < box->rows->len; i++)
		append_row(label,
			&g_array_index(box->rows, struct mg_dot_diff_row, i),
			i);

	append_rest(label, box);
	g_string_append(label, "</TABLE>");
	return g_string_free(label, FALSE);
}

char *mg_dot_diff_fold_label(const guint32 *folded)
{
	static const char *const words[] = {"", "changed", "+", "−"};
	GString *label = g_string_new(NULL);
	guint64 all = 0;

	for (guint i = 0; i < MG_DOT_DIFF_N_MARKS; i++)
		all += folded[i];

	g_autofree char *more = mg_more_text(all);
	g_string_append(label, more);

	gboolean any = FALSE;
	for (guint i = MG_DOT_DIFF_CHANGED; i < MG_DOT_DIFF_N_MARKS; i++) {
		if (!folded[i])
			continue;
		g_autofree char *n = mg_number_text(folded[i]);
		g_string_append(label, any ? ", " : "<BR/>");
		any = TRUE;
		if (i == MG_DOT_DIFF_CHANGED)
			g_string_append_printf(label, "%s %s", n, words[i]);
		else
			g_string_append_printf(label,
				"<FONT COLOR=\"%s\">%s %s</FONT>",
				mg_dot_diff_colour(i), words[i], n);
	}

	return g_string_free(label, FALSE);
}

/* ---- The legend ---- */

static void append_count(
	GString *label, guint64 n, const char *one, const char *many)
{
	g_autofree char *number = mg_number_text(n);
	g_string_append_printf(label, "%s %s", number, n == 1 ? one : many);
}

static void append_sample(
	GString *label, enum mg_dot_diff_mark mark, const char *text)
{
	g_string_append_printf(label,
		"<TD BORDER=\"%d\" COLOR=\"%s\"%s%s><FONT COLOR=\"%s\">%s"
		"</FONT></TD>",
		mark == MG_DOT_DIFF_INSERTED  ? 3
		: mark == MG_DOT_DIFF_CHANGED ? 0
					      : 1,
		mg_dot_diff_colour(mark),
		mark == MG_DOT_DIFF_DELETED ? " STYLE=\"DASHED\"" : "",
		mark == MG_DOT_DIFF_CHANGED ? " BGCOLOR=\"" CHANGED_FILL "\""
					    : "",
		mg_dot_diff_colour(MAX(mark, MG_DOT_DIFF_CHANGED)), text);
}

char *mg_dot_diff_legend(const struct mg_diff *diff)
{
	GString *label = g_string_new(
		"<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"6\" "
		"CELLPADDING=\"2\"><TR><TD COLSPAN=\"5\" ALIGN=\"LEFT\">");

	append_count(label, diff->values, "value changed", "values changed");
	g_string_append(label, ", ");
	append_count(label, diff->links, "pointer leads elsewhere",
		"pointers lead elsewhere");
	g_string_append(label, ", ");
	append_count(
		label, diff->inserted, "object inserted", "objects inserted");
	g_string_append(label, ", ");
	append_count(label, diff->deleted, "object deleted", "objects deleted");
	g_string_append(label, "</TD></TR><TR>");
	append_sample(label, MG_DOT_DIFF_EQUAL, "in both");
	append_sample(label, MG_DOT_DIFF_CHANGED, "before → <B>after</B>");
	append_sample(label, MG_DOT_DIFF_INSERTED, "+ inserted");
	append_sample(label, MG_DOT_DIFF_DELETED, "− deleted");
	g_string_append(label,
		"<TD BORDER=\"1\" COLOR=\"gray40\" STYLE=\"DOTTED\">"
		"<FONT COLOR=\"gray40\">… N more</FONT> objects</TD>"
		"</TR></TABLE>");

	return g_string_free(label, FALSE);
}
