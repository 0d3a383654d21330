/* When a run comes to a place that somebody named. */
#include "alignment.h"

#include <string.h>

/* Whether a name that GDB takes stands for a function: its name, with or
 * without what it is in, and without parameters. */
static gboolean names_function(const char *given, const char *function)
{
	gsize n = strcspn(given, "("), m = strcspn(function, "(");
	if (n > m || strncmp(given, function + m - n, n) != 0)
		return FALSE;
	return n == m || (m - n >= 2 && function[m - n - 1] == ':');
}

/* Whether a file that GDB takes is a file as compiled: the end of its path. */
static gboolean names_file(const char *given, const char *file)
{
	gsize n = strlen(given), m = strlen(file);
	return n <= m && strcmp(given, file + m - n) == 0 &&
	       (n == m || file[m - n - 1] == '/');
}

/* The last line that is recorded, up to this one of the file; 0: none. */
static int find_line(const struct hc_trace *trace, const struct hc_place *place)
{
	int best = 0;
	for (guint i = 0; i < trace->lines->len; i++) {
		const struct hc_trace_line *line =
			g_ptr_array_index(trace->lines, i);
		if (line->line <= place->line && line->line > best &&
			names_file(place->file, line->file))
			best = line->line;
	}
	return best;
}

/* Which functions, or lines, are the place: names are compared once, not at
 * each entry. */
static gboolean *find_there(
	const struct hc_trace *trace, const struct hc_place *place)
{
	int best = place->function ? 0 : find_line(trace, place);
	guint n = place->function ? trace->functions->len : trace->lines->len;
	gboolean *there = g_new0(gboolean, n + 1);
	for (guint i = 0; i < n && place->function; i++) {
		const struct hc_trace_function *f = trace->functions->pdata[i];
		there[i] = names_function(place->function, f->name);
	}
	for (guint i = 0; i < n && !place->function; i++) {
		const struct hc_trace_line *line = trace->lines->pdata[i];
		there[i] = line->line == best &&
			   names_file(place->file, line->file);
	}
	return there;
}

gboolean hc_alignment_when(const struct hc_trace *trace,
	const struct hc_place *place, guint32 *when)
{
	g_autofree gboolean *there = find_there(trace, place);
	guint hit = 0;
	for (guint32 i = 0;
		i < trace->entries->len && !hc_stop_flag_is_set(trace->stop);
		i++) {
		const struct hc_trace_entry *entry = &g_array_index(
			trace->entries, struct hc_trace_entry, i);
		gboolean is_line = entry->line != HC_TRACE_NONE;
		if (is_line == (place->function != NULL) ||
			!there[is_line ? entry->line : entry->function])
			continue;
		*when = i;
		if (++hit == place->hit)
			return TRUE;
	}
	return FALSE;
}
