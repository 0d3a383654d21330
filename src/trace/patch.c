/* The functions of one mapped file get their jumps. The file's bytes are
 * changed in our copy of it first, and pages that changed are written back. */
#include "trace-inside.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { PAGE = 4096 };

static gboolean read_image(guint64 address, void *bytes, gsize n, gpointer data)
{
	const struct hc_trace_map *map = data;
	if (address < map->start || address >= map->end ||
		n > map->end - address)
		return FALSE;
	memcpy(bytes, map->image + (address - map->start), n);
	return TRUE;
}

static gboolean is_inside(
	const struct hc_trace_map *map, const struct hc_range *range)
{
	return range->low >= map->start && range->high <= map->end &&
	       range->low < range->high;
}

/* How many bytes after a function are padding where nothing begins. */
static gsize room_behind(struct hc_trace_patch *patch,
	const struct hc_range *range, guint64 next)
{
	gsize left = patch->map->end - range->high;
	gsize n = MIN(CODE_JUMP + CODE_LONGEST, left);

	if (next > range->high)
		n = MIN(n, next - range->high);
	else if (next)
		return 0;
	n = hc_trace_code_padding(
		patch->map->image + (range->high - patch->map->start), n);
	n = MIN(n, CODE_JUMP);

	for (gsize i = 0; i < n; i++) {
		guint64 offset = 1;
		if (hc_debuginfo_function_at(
			    patch->run->info, range->high + i, &offset) &&
			offset == 0)
			return i;
	}

	return n;
}

void hc_trace_patch_change(struct hc_trace_patch *patch, guint64 address,
	const guint8 *bytes, gsize n)
{
	gsize at = address - patch->map->start;
	memcpy(patch->map->image + at, bytes, n);
	for (gsize page = at / PAGE; page <= (at + n - 1) / PAGE; page++)
		patch->changed[page] = 1;
}

void hc_trace_patch_set_trap(
	struct hc_trace_patch *patch, guint64 address, guint64 stub, guint slot)
{
	static const guint8 code = 0xcc;
	struct hc_trace_trap trap = {.address = address,
		.stub = stub,
		.slot = slot,
		.before = patch->map->image[address - patch->map->start]};
	g_array_append_val(patch->run->traps, trap);
	hc_trace_patch_change(patch, address, &code, sizeof code);
}

static void patch_function(struct hc_trace_patch *patch, guint index)
{
	struct hc_trace_run *run = patch->run;
	const struct hc_code *code = run->codes->pdata[index];
	struct hc_trace_function *function =
		run->trace->functions->pdata[index];
	const struct hc_range *ranges = (void *) code->ranges->data;
	guint n = code->ranges->len;

	function->how = HC_TRACE_NOT;
	if (n == 0)
		return;

	g_autofree struct hc_trace_code_piece *pieces =
		g_new(struct hc_trace_code_piece, n);
	for (guint i = 0; i < n; i++) {
		if (!is_inside(patch->map, &ranges[i]))
			return;
		pieces[i] = (struct hc_trace_code_piece){ranges[i].low,
			patch->map->image + (ranges[i].low - patch->map->start),
			ranges[i].high - ranges[i].low};
	}

	struct hc_trace_code_text text = {.pieces = pieces,
		.n_pieces = n,
		.read = read_image,
		.data = patch->map};
	const struct hc_code *next = index + 1 < run->codes->len
					     ? run->codes->pdata[index + 1]
					     : NULL;
	if (ranges[0].high - code->entry < CODE_MOST) {
		text.room =
			room_behind(patch, &ranges[0], next ? next->entry : 0);
		text.behind = patch->map->image +
			      (ranges[0].high - patch->map->start);
	}

	struct lines *lines =
		hc_trace_run_places_end(run, index) >
				hc_trace_run_places_begin(run, index)
			? hc_trace_lines_new(patch, index, &text)
			: NULL;
	text.flags = lines ? hc_trace_lines_flags(lines) : NULL;

	const struct hc_trace_entry_site entry = {.text = &text,
		.address = code->entry,
		.slot = index + 1,
		.kind = STUB_ENTRY,
		.lines = lines};
	function->how = hc_trace_entry_patch(patch, &entry, &function->looped);
	if (lines)
		hc_trace_lines_patch(lines);
	hc_trace_lines_free(lines);
}

/* Functions of libc that write: by a jump or not at all. */
static void patch_writer(struct hc_trace_patch *patch, guint64 address,
	guint64 size, enum hc_trace_stub_kind kind)
{
	struct hc_range range = {address, address + size};
	if (!address || !is_inside(patch->map, &range))
		return;

	struct hc_trace_code_piece piece = {address,
		patch->map->image + (address - patch->map->start), size};
	struct hc_trace_code_text text = {.pieces = &piece,
		.n_pieces = 1,
		.read = read_image,
		.data = patch->map};
	const struct hc_trace_entry_site entry = {
		.text = &text, .address = address, .kind = kind};
	gboolean looped;
	hc_trace_entry_patch(patch, &entry, &looped);
}

static gboolean write_pages(struct hc_trace_patch *patch, GError **error)
{
	gsize pages = (patch->map->end - patch->map->start) / PAGE;
	for (gsize i = 0; i < pages; i++) {
		gsize first = i;
		while (i < pages && patch->changed[i])
			i++;
		if (i > first && !hc_trace_process_write(patch->run->pid,
					 patch->map->start + first * PAGE,
					 patch->map->image + first * PAGE,
					 (i - first) * PAGE, error))
			return FALSE;
	}

	return TRUE;
}

static gboolean map_area(
	struct hc_trace_run *run, guint64 at, gsize n, GError **error)
{
	/* Writable, since notes of lines remove themselves. */
	const guint64 arguments[] = {at, n, PROT_READ | PROT_WRITE | PROT_EXEC,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, (guint64) -1,
		0};
	gint64 result;

	if (!hc_trace_process_call(
		    run->pid, SYS_mmap, arguments, &result, error))
		return FALSE;
	if ((guint64) result == at) {
		run->memory += (n + PAGE - 1) & ~(gsize) (PAGE - 1);
		return TRUE;
	}

	g_set_error(error, HC_TRACE_ERROR, HC_TRACE_ERROR_ROOM,
		"cannot trace the program: no memory near its code");
	return FALSE;
}

static gsize task_size(
	const struct hc_trace_run *run, const struct hc_trace_patch_task *task)
{
	guint lines = 0;
	gsize code = 0;

	for (guint i = task->first; i < task->end; i++) {
		const struct hc_code *one = run->codes->pdata[i];
		guint n = hc_trace_run_places_end(run, i) -
			  hc_trace_run_places_begin(run, i);
		lines += n;
		for (guint j = 0; n > 0 && j < one->ranges->len; j++) {
			const struct hc_range *range =
				&g_array_index(one->ranges, struct hc_range, j);
			code += range->high - range->low;
		}
	}

	return hc_trace_stubs_size(task->end - task->first + 2, lines, code) +
	       PAGE;
}

gboolean hc_trace_run_patch(struct hc_trace_run *run,
	const struct hc_trace_patch_task *task,
	const struct hc_trace_stubs_where *where, GError **error)
{
	struct hc_trace_map *map = task->map;
	gsize size = task_size(run, task);

	g_autoptr(GPtrArray) maps = hc_trace_maps_read(run->pid, error);
	if (!maps)
		return FALSE;

	guint64 at = hc_trace_maps_room(maps, map, size);
	if (!at || !hc_trace_maps_load(map, run->pid)) {
		g_set_error(error, HC_TRACE_ERROR, HC_TRACE_ERROR_ROOM,
			"cannot trace the program: no room near the code of "
			"'%s'",
			map->path);
		return FALSE;
	}

	struct hc_trace_patch patch = {.run = run, .map = map};
	patch.changed = g_malloc0((map->end - map->start) / PAGE + 1);
	hc_trace_stubs_init(&patch.stubs, at, where);

	for (guint i = task->first;
		i < task->end && !hc_stop_flag_is_set(run->launch->stop); i++)
		patch_function(&patch, i);

	patch_writer(&patch, task->write, task->write_size, STUB_WRITE);
	patch_writer(&patch, task->writev, task->writev_size, STUB_WRITEV);

	struct hc_range area = {at, at + patch.stubs.bytes->len};
	g_array_append_val(run->areas, area);

	gboolean fits = patch.stubs.bytes->len <= size;
	if (!fits)
		g_set_error(error, HC_TRACE_ERROR, HC_TRACE_ERROR_ROOM,
			"cannot trace the program: too much code in '%s'",
			map->path);

	gboolean ok =
		fits && map_area(run, at, patch.stubs.bytes->len, error) &&
		hc_trace_process_write(run->pid, at, patch.stubs.bytes->data,
			patch.stubs.bytes->len, error) &&
		write_pages(&patch, error);
	hc_trace_stubs_clear(&patch.stubs);
	g_free(patch.changed);

	return ok;
}
