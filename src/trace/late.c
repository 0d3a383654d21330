/* Libraries that the program loads while it runs: plugins. The loader calls a
 * function that does nothing, for debuggers, whenever it has mapped or removed
 * something. A breakpoint there lets us patch what is new before any of it
 * runs. */
#include "trace-dynamic.h"
#include "trace-inside.h"

#include <string.h>

enum {
	/* Places that the ring has for what comes. */
	MORE_FUNCTIONS = 4096,
	MORE_LINES = 32768,
	/* A program may load and remove a library again and again. */
	MOST_LATE = 64,
};

/* ---- Whether anything may come ---- */

static gboolean is_foreign(const struct hc_trace_map *map)
{
	return !map->file || hc_debuginfo_is_system(map->path);
}

static gboolean asks_for_dlopen(
	const struct hc_trace_run *run, struct hc_trace_map *map)
{
	static const char name[] = "\0dlopen";
	return !is_foreign(map) && hc_trace_maps_load(map, run->pid) &&
	       memmem(map->image, map->end - map->start, name, sizeof name);
}

void hc_trace_run_expect_libraries(
	const struct hc_trace_run *run, guint *functions, guint *lines)
{
	*functions = *lines = 0;
	for (guint i = 0; run->options->libraries && i < run->maps->len; i++)
		if (asks_for_dlopen(run, run->maps->pdata[i])) {
			*functions = MORE_FUNCTIONS;
			*lines = run->options->lines ? MORE_LINES : 0;
			return;
		}
}

/* ---- The loader ---- */

static const struct hc_trace_map *find_loader(const struct hc_trace_run *run)
{
	for (guint i = 0; i < run->maps->len; i++) {
		const struct hc_trace_map *one = run->maps->pdata[i];
		g_autofree char *file = g_path_get_basename(one->path);
		if (one->file && (g_str_has_prefix(file, "ld-linux") ||
					 g_str_has_prefix(file, "ld-2")))
			return one;
	}
	return NULL;
}

/* A function that only returns: then we can do that for it. */
static gboolean only_returns(const struct hc_trace_run *run, guint64 at)
{
	static const guint8 plain[] = {0xc3};
	static const guint8 marked[] = {0xf3, 0x0f, 0x1e, 0xfa, 0xc3};
	guint8 code[sizeof marked];
	return hc_process_peek(run->pid, at, code, sizeof code) &&
	       (memcmp(code, plain, sizeof plain) == 0 ||
		       memcmp(code, marked, sizeof marked) == 0);
}

gboolean hc_trace_run_watch_loader(struct hc_trace_run *run, GError **error)
{
	static const guint8 code = 0xcc;
	const struct hc_trace_map *loader = find_loader(run);
	guint64 size, at = loader ? hc_trace_dynamic_symbol(run->pid, loader,
					    "_dl_debug_state", &size)
				  : 0;
	struct hc_trace_trap trap = {.address = at};
	if (!at || !only_returns(run, at) ||
		!hc_process_peek(run->pid, at, &trap.before, 1))
		return TRUE;
	g_array_append_val(run->traps, trap);
	return hc_trace_process_write(run->pid, at, &code, 1, error);
}

/* ---- Libraries that come and go ---- */

static struct hc_trace_late *late_at(const struct hc_trace_run *run, guint i)
{
	return &g_array_index(run->late, struct hc_trace_late, i);
}

static struct hc_trace_map *find_map(
	const GPtrArray *maps, const char *path, guint64 start)
{
	struct hc_trace_map *map = hc_trace_maps_at(maps, start);
	return map && map->start == start && strcmp(map->path, path) == 0
		       ? map
		       : NULL;
}

/* Its breakpoints are gone with it. */
static void forget_traps(
	struct hc_trace_run *run, const struct hc_trace_late *late)
{
	for (guint i = run->traps->len; i-- > 0;) {
		const struct hc_trace_trap *trap =
			&g_array_index(run->traps, struct hc_trace_trap, i);
		if (trap->address >= late->start && trap->address < late->stop)
			g_array_remove_index(run->traps, i);
	}
}

/* It is somewhere else this time, and not recorded there. */
static void tell_partly(
	struct hc_trace_run *run, const struct hc_trace_late *late)
{
	for (guint i = late->first; i < late->end; i++) {
		struct hc_trace_function *f = run->trace->functions->pdata[i];
		f->partly = TRUE;
	}
	for (guint i = 0; i < run->trace->lines->len; i++) {
		struct hc_trace_line *line = run->trace->lines->pdata[i];
		if (line->function >= late->first && line->function < late->end)
			line->partly = TRUE;
	}
}

/* Their addresses in the trace are relative to files, and where another file
 * was before, nobody could tell which is meant. */
static gboolean is_in_the_way(
	const struct hc_trace_run *run, const struct hc_trace_map *map)
{
	for (guint i = 0; i < run->trace->modules->len; i++) {
		const struct hc_trace_module *m = run->trace->modules->pdata[i];
		if (map->start < m->end && m->start < map->end)
			return TRUE;
	}
	return FALSE;
}

/* The new functions, behind those that are known. */
static void add_functions(
	struct hc_trace_run *run, const struct hc_trace_map *map)
{
	g_autoptr(GPtrArray) codes = hc_debuginfo_functions(run->info, TRUE);
	for (guint i = 0; i < codes->len;) {
		const struct hc_code *code = codes->pdata[i];
		if (code->entry < map->start || code->entry >= map->end ||
			run->codes->len == run->ring.functions) {
			i++;
			continue;
		}
		g_ptr_array_add(run->codes, g_ptr_array_steal_index(codes, i));
		hc_trace_run_add_function(
			run, run->codes->pdata[run->codes->len - 1]);
	}
}

/* What can't be recorded is left as it is. */
static void patch(struct hc_trace_run *run, struct hc_trace_map *map)
{
	hc_trace_run_patch_functions(run, map, NULL);
	hc_trace_run_sort_traps(run);
	hc_trace_run_limit_memory(run, NULL);
}

/* With what is there now. */
static gboolean read_info_again(struct hc_trace_run *run)
{
	if (run->old_info->len == MOST_LATE)
		return FALSE;
	struct hc_debuginfo *info = hc_trace_run_read_info(run, NULL);
	if (!info)
		return FALSE;

	g_ptr_array_add(run->old_info, run->info);
	run->info = info;
	return TRUE;
}

static void add_library(struct hc_trace_run *run, struct hc_trace_map *map)
{
	if (is_in_the_way(run, map) || !read_info_again(run))
		return;

	hc_trace_run_add_module(run, map);
	struct hc_trace_late late = {
		.path = g_strdup(map->path),
		.start = map->start,
		.stop = map->end,
		.first = run->codes->len,
		.there = TRUE,
	};
	add_functions(run, map);
	late.end = run->codes->len;
	g_array_append_val(run->late, late);
	hc_trace_run_find_places(run, late.first);
	patch(run, map);
}

static void take_back(struct hc_trace_run *run, struct hc_trace_late *late,
	struct hc_trace_map *map)
{
	if (late->start != map->start) {
		tell_partly(run, late);
	} else if (!late->there && read_info_again(run)) {
		late->there = TRUE;
		patch(run, map);
	}
}

static void take_map(struct hc_trace_run *run, struct hc_trace_map *map)
{
	for (guint i = 0; i < run->trace->modules->len; i++) {
		const struct hc_trace_module *m = run->trace->modules->pdata[i];
		struct hc_trace_late *late = NULL;
		if (strcmp(m->path, map->path) != 0)
			continue;
		for (guint k = 0; k < run->late->len && !late; k++)
			if (strcmp(late_at(run, k)->path, map->path) == 0)
				late = late_at(run, k);
		if (late)
			take_back(run, late, map);
		return;
	}
	add_library(run, map);
}

static void look_around(struct hc_trace_run *run)
{
	GPtrArray *maps = hc_trace_maps_read(run->pid, NULL);
	if (!maps)
		return;

	g_ptr_array_unref(run->maps);
	run->maps = maps;
	for (guint i = 0; i < run->late->len; i++) {
		struct hc_trace_late *late = late_at(run, i);
		if (!late->there || find_map(maps, late->path, late->start))
			continue;
		late->there = FALSE;
		forget_traps(run, late);
	}
	for (guint i = 0; i < maps->len; i++)
		if (!is_foreign(maps->pdata[i]))
			take_map(run, maps->pdata[i]);
}

gboolean hc_trace_run_take_loader(
	struct hc_trace_run *run, struct user_regs_struct *registers)
{
	guint64 back;
	if (!hc_process_peek(run->pid, registers->rsp, &back, sizeof back))
		return FALSE;
	registers->rip = back;
	registers->rsp += sizeof back;
	if (!hc_trace_process_set_registers(run->pid, registers, NULL))
		return FALSE;
	look_around(run);
	return TRUE;
}

void hc_trace_run_free_late(struct hc_trace_run *run)
{
	for (guint i = 0; run->late && i < run->late->len; i++)
		g_free(late_at(run, i)->path);
	g_clear_pointer(&run->late, g_array_unref);
}
