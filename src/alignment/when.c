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

static gboolean is_there(const struct hc_trace *trace,
	const struct hc_trace_entry *entry, const struct hc_place *place,
	int best)
{
	if (place->function) {
		const struct hc_trace_function *f =
			g_ptr_array_index(trace->functions, entry->function);
		return entry->line == HC_TRACE_NONE &&
		       names_function(place->function, f->name);
	}
	if (entry->line == HC_TRACE_NONE)
		return FALSE;
	const struct hc_trace_line *line =
		g_ptr_array_index(trace->lines, entry->line);
	return line->line == best && names_file(place->file, line->file);
}

gboolean hc_alignment_when(const struct hc_trace *trace,
	const struct hc_place *place, guint32 *when)
{
	int best = place->function ? 0 : find_line(trace, place);
	guint hit = 0;
	for (guint32 i = 0;
		i < trace->entries->len && !hc_stop_flag_is_set(trace->stop);
		i++) {
		const struct hc_trace_entry *entry = &g_array_index(
			trace->entries, struct hc_trace_entry, i);
		if (!is_there(trace, entry, place, best))
			continue;
		*when = i;
		if (++hit == place->hit)
			return TRUE;
	}
	return FALSE;
}
