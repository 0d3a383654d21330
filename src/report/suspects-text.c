#include "chain-suspects.h"
#include "report.h"

#include <string.h>

/* Ranges of lines that are told, and lines of source for each suspect. */
enum { MOST_RANGES = 3, MOST_SOURCE = 5 };

static const char *ending(guint n)
{
	return n == 1 ? "" : "s";
}

/* "a.c:3", "a.c:3-5" */
static char *say_lines(const struct hc_passage *lines)
{
	g_autofree char *name = g_path_get_basename(lines->file);
	g_autofree char *safe = hc_report_safe(name);
	return lines->first == lines->last
		       ? g_strdup_printf("%s:%d", safe, lines->first)
		       : g_strdup_printf(
				 "%s:%d-%d", safe, lines->first, lines->last);
}

/* ---- What only one run executes ---- */

static void tell_one(const GPtrArray *ranges, const char *who,
	const struct hc_report_paint *p, GString *text)
{
	guint most = p->full ? ranges->len : MIN(ranges->len, MOST_RANGES);
	guint left = 0;
	if (ranges->len == 0)
		return;
	for (guint i = most; i < ranges->len; i++)
		left += ((const struct hc_passage *) ranges->pdata[i])->n;
	g_string_append_printf(
		text, "   %sOnly the %s run executes ", p->dim, who);
	for (guint i = 0; i < most; i++) {
		g_autofree char *lines = say_lines(ranges->pdata[i]);
		g_string_append_printf(text, "%s%s",
			i == 0                       ? ""
			: i + 1 == most && left == 0 ? " and "
						     : ", ",
			lines);
	}
	if (left)
		g_string_append_printf(
			text, " and %u more line%s", left, ending(left));
	g_string_append_printf(text, " here.%s\n", p->end);
}

void hc_report_tell_only(const struct hc_only *only,
	const struct hc_report_paint *p, GString *text)
{
	tell_one(only->by[HC_FAILING], "failing", p, text);
	tell_one(only->by[HC_PASSING], "passing", p, text);
}

/* ---- Where to look ---- */

/* What all lines begin with, but for those with nothing else on them. */
static gsize find_indentation(char **lines)
{
	gsize least = G_MAXSIZE;
	for (guint i = 0; lines[i]; i++) {
		gsize n = strspn(lines[i], " \t");
		if (lines[i][n] && lines[i][n] != '\r')
			least = MIN(least, n);
	}
	return least;
}

/* "    80      sum = 0;", as it is indented in the source. */
static void tell_source(const struct hc_suspect *suspect,
	const struct hc_report_paint *p, GString *text)
{
	guint n = suspect->text ? g_strv_length(suspect->text) : 0;
	gsize skip = n ? find_indentation(suspect->text) : 0;
	for (guint i = 0; i < n && (i < MOST_SOURCE || p->full); i++) {
		const char *line = suspect->text[i];
		gsize all = strspn(line, " \t");
		if (!line[all] || line[all] == '\r')
			continue;
		/* A tab behind the text would be told as a strange letter. */
		g_autofree char *plain =
			g_strdelimit(g_strdup(line + all), "\t", ' ');
		g_autofree char *safe = hc_report_safe(plain);
		g_string_append_printf(
			text, "   %5d  ", suspect->lines.first + (int) i);
		for (gsize k = skip; k < all; k++)
			g_string_append(text, line[k] == '\t' ? "    " : " ");
		g_string_append_printf(text, "%s\n", safe);
	}
}

/* "the cause moves here: x is now 2 (was 1)" */
static void tell_move(const struct hc_result *result,
	const struct hc_suspect *suspect, const struct hc_report_paint *p,
	GString *text)
{
	gint at = suspect->to >= 0 ? suspect->to : suspect->from;
	gboolean exact = suspect->reasons & 1u << HC_SUSPICION_MOVES;
	if (at < 0)
		return;
	const struct hc_event *event =
		g_ptr_array_index(result->events, (guint) at);
	g_autofree char *what = suspect->to >= 0
					? hc_report_say_now(event->causes, p)
					: hc_report_say_was(event->causes, p);
	g_string_append_printf(text, "%s%s %s: %s", text->len ? "; " : "",
		suspect->to >= 0 ? "the cause moves" : "the failure follows",
		exact ? "here" : "around here", what);
	/* It may be so of another cause that its lines make. */
	if (suspect->reasons & 1u << HC_SUSPICION_BOTH &&
		event->confirmed == HC_CONFIRMED_BOTH)
		g_string_append(text, ", confirmed both ways");
}

static void tell_reasons(const struct hc_result *result,
	const struct hc_suspect *suspect, const struct hc_report_paint *p,
	GString *text)
{
	gboolean writes = suspect->reasons & 1u << HC_SUSPICION_WRITES;
	gboolean sets = suspect->reasons & 1u << HC_SUSPICION_SETS;
	gboolean wrote = suspect->reasons & 1u << HC_SUSPICION_WROTE;
	g_autoptr(GString) all = g_string_new(NULL);
	if (suspect->reasons & 1u << HC_SUSPICION_ONLY)
		g_string_append_printf(all, "only the failing run executes %s",
			suspect->shared & 1u << HC_SUSPICION_ONLY
				? "it"
				: "a part of it");
	/* What was seen to be written need not be read off the text. */
	if (writes || sets)
		g_string_append_printf(all, "%sit %s", all->len ? "; " : "",
			writes ? "writes the value that decides"
			       : "sets the variable that decides");
	else if (wrote)
		g_string_append_printf(all,
			"%sit writes the value that the passing run has",
			all->len ? "; " : "");
	tell_move(result, suspect, p, all);
	if (all->len == 0)
		return;
	all->str[0] = g_ascii_toupper(all->str[0]);
	g_string_append_printf(text, "   %s.\n", all->str);
}

/* "main (sample.c:32-36)" */
static char *say_suspect(
	const struct hc_suspect *suspect, const struct hc_report_paint *p)
{
	g_autofree char *lines = say_lines(&suspect->lines);
	g_autofree char *function = hc_report_safe(suspect->lines.function);
	return g_strdup_printf("%s%s (%s)%s", p->head, function, lines, p->end);
}

void hc_report_tell_first_suspect(const struct hc_result *result,
	const struct hc_report_paint *p, GString *text)
{
	if (result->suspects->len == 0)
		return;
	g_autofree char *first = say_suspect(result->suspects->pdata[0], p);
	g_string_append_printf(text, "Look first at %s.\n\n", first);
}

static void tell_suspect(const struct hc_result *result, guint rank,
	const struct hc_report_paint *p, GString *text)
{
	const struct hc_suspect *suspect = result->suspects->pdata[rank];
	g_autofree char *place = say_suspect(suspect, p);
	g_string_append_printf(text, "%u. %s\n", rank + 1, place);
	tell_source(suspect, p, text);
	tell_reasons(result, suspect, p, text);
}

/* Why there is no text, once. */
static void tell_missing(const struct hc_result *result, GString *text)
{
	gboolean missing = FALSE, newer = FALSE;
	for (guint i = 0; i < result->suspects->len; i++) {
		const struct hc_suspect *suspect = result->suspects->pdata[i];
		missing |= suspect->source == HC_SOURCE_MISSING;
		newer |= suspect->source == HC_SOURCE_NEWER;
	}
	if (newer)
		g_string_append(text, "Source that is newer than the program "
				      "is not shown.\n");
	if (missing)
		g_string_append(text, "Source that is no longer where the "
				      "program was compiled is not shown.\n");
}

void hc_report_tell_suspects(const struct hc_result *result,
	const struct hc_report_paint *p, GString *text)
{
	if (result->suspects->len == 0)
		return;
	g_string_append_printf(
		text, "\n%sWhere to look, best first:%s\n", p->head, p->end);
	for (guint i = 0; i < result->suspects->len; i++)
		tell_suspect(result, i, p, text);
	tell_missing(result, text);
}
