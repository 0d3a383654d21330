/* Which lines are recorded, and where they are. */
#include "trace-code.h"
#include "trace-inside.h"

enum { MAX_LINE = 1 << 16 }; /* bytes of code of a closing line, at most */

static const char many[] = ""; /* in the place of a module: there are several */

const struct hc_trace_place *hc_trace_run_place(
	const struct hc_trace_run *run, guint line)
{
	return &g_array_index(run->places, struct hc_trace_place, line);
}

guint hc_trace_run_places_begin(const struct hc_trace_run *run, guint function)
{
	guint low = 0, high = run->places->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (hc_trace_run_place(run, middle)->function < function)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

guint hc_trace_run_places_end(const struct hc_trace_run *run, guint function)
{
	return hc_trace_run_places_begin(run, function + 1);
}

/* The line of the closing brace; but a function need not have one, if it never
 * reaches its end. */
static gboolean is_closing(
	const struct hc_trace_run *run, const struct hc_statement *statement)
{
	gsize n = (gsize) (statement->high - statement->address);
	if (!statement->last || n > MAX_LINE)
		return FALSE;

	/* The whole file is loaded: it will be needed soon. */
	struct hc_trace_map *map =
		hc_trace_maps_at(run->maps, statement->address);
	return !map || !map->file || statement->high > map->end ||
	       !hc_trace_maps_load(map, run->pid) ||
	       hc_trace_code_returns(
		       map->image + (statement->address - map->start), n);
}

static void add_line(struct hc_trace_run *run, guint function,
	const struct hc_statement *statement)
{
	const struct hc_code *code = run->codes->pdata[function];
	const struct hc_trace_function *f =
		run->trace->functions->pdata[function];
	struct hc_trace_line *line = g_new0(struct hc_trace_line, 1);

	line->file = g_strdup(statement->file);
	line->line = statement->line;
	line->function = function;
	line->address = statement->address - code->entry + f->address;
	line->how = HC_TRACE_NOT;
	g_ptr_array_add(run->trace->lines, line);

	struct hc_trace_place place = {statement->address, function};
	g_array_append_val(run->places, place);
}

/* A breakpoint at FILE:LINE goes by the name of the file without its folders,
 * and stops in all modules that have one: file name → module, or `many`. */
static GHashTable *find_files(const struct hc_trace_run *run)
{
	GHashTable *files =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (guint i = 0; i < run->codes->len; i++) {
		const struct hc_code *code = run->codes->pdata[i];
		if (!code->file)
			continue;
		char *name = g_path_get_basename(code->file);
		gpointer known = g_hash_table_lookup(files, name);
		g_hash_table_replace(files, name,
			known && g_strcmp0(known, code->module) != 0
				? (gpointer) many
				: (gpointer) code->module);
	}
	return files;
}

static gboolean is_in_many(GHashTable *files, const char *file)
{
	g_autofree char *name = g_path_get_basename(file);
	return g_hash_table_lookup(files, name) == (gpointer) many;
}

/* Those that were found before another module came with a file of the same
 * name; NULL: none. */
gboolean *hc_trace_run_unsure_lines(const struct hc_trace_run *run)
{
	g_autoptr(GHashTable) files = find_files(run);
	gboolean *unsure = g_new0(gboolean, run->trace->lines->len + 1);
	guint n = 0;
	for (guint i = 0; i < run->trace->lines->len; i++) {
		const struct hc_trace_line *line = run->trace->lines->pdata[i];
		unsure[i] = is_in_many(files, line->file);
		n += unsure[i] != 0;
	}
	if (n == 0)
		g_clear_pointer(&unsure, g_free);
	return unsure;
}

/* From a function on; no more than there are slots for, if they are given out
 * by now. */
void hc_trace_run_find_places(struct hc_trace_run *run, guint first)
{
	g_autoptr(GHashTable) files = find_files(run);
	guint most = run->ring.slots ? run->ring.slots - 1 - run->ring.functions
				     : G_MAXUINT;
	for (guint i = first; run->options->lines && i < run->codes->len &&
			      !hc_stop_flag_is_set(run->launch->stop);
		i++) {
		g_autoptr(GArray) statements = hc_debuginfo_statements(
			run->info, run->codes->pdata[i]);
		for (guint j = 0; j < statements->len; j++) {
			const struct hc_statement *one = &g_array_index(
				statements, struct hc_statement, j);
			if (run->places->len < most &&
				!is_in_many(files, one->file) &&
				!is_closing(run, one))
				add_line(run, i, one);
		}
	}
}
