/* The functions of one mapped file get their jumps. The file's bytes are
 * changed in our copy of it first, and pages that changed are written back. */
#include "inside.h"
#include "stubs.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { PAGE = 4096 };

struct patch {
	struct run *run;
	struct map *map;
	struct stubs stubs;
	guint8 *changed; /* a byte for each page */
};

static gboolean read_image(guint64 address, void *bytes, gsize n, gpointer data)
{
	const struct map *map = data;
	if (address < map->start || address >= map->end ||
		n > map->end - address)
		return FALSE;
	memcpy(bytes, map->image + (address - map->start), n);
	return TRUE;
}

static gboolean is_inside(const struct map *map, const struct hc_range *range)
{
	return range->low >= map->start && range->high <= map->end &&
	       range->low < range->high;
}

/* How many bytes behind a function are padding where nothing begins. */
static gsize room_behind(
	struct patch *patch, const struct hc_range *range, guint64 next)
{
	gsize left = patch->map->end - range->high;
	gsize n = MIN(CODE_JUMP + CODE_LONGEST, left);
	if (next > range->high)
		n = MIN(n, next - range->high);
	else if (next)
		return 0;
	n = code_padding(
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

static void change(
	struct patch *patch, guint64 address, const guint8 *bytes, gsize n)
{
	gsize at = address - patch->map->start;
	memcpy(patch->map->image + at, bytes, n);
	for (gsize page = at / PAGE; page <= (at + n - 1) / PAGE; page++)
		patch->changed[page] = 1;
}

/* A loop that begins with the function's first instruction comes to the entry
 * without entering: its jumps are led past the note. All of them, or none. */
static gboolean lead_past(struct patch *patch, const struct code_text *text,
	const struct code_plan *plan, guint64 inner)
{
	const struct code_detour detour = {plan->address, inner};
	guint64 end = plan->address + MAX(plan->length, plan->needed);
	struct code_plan loops[CODE_LOOPS];
	guint8 jumps[CODE_LOOPS][CODE_JUMP];
	guint n = 0;
	for (guint i = 0; plan->all_loops && i < plan->n_loops; i++) {
		guint64 at = plan->loops[i];
		if (at >= plan->address && at < end)
			continue; /* moved, and led past already */
		/* From another piece of the function it may be. */
		if (at - text->pieces[0].low >= text->pieces[0].n ||
			(n > 0 && at < loops[n - 1].address +
						  MAX(loops[n - 1].length,
							  CODE_JUMP)) ||
			!code_plan(text, at, CODE_JUMP, &loops[n]))
			return FALSE;
		guint64 to =
			stubs_add_detour(&patch->stubs, &loops[n], &detour);
		if (!to || !code_jump(at, to, jumps[n]))
			return FALSE;
		n++;
	}
	for (guint i = 0; i < n; i++)
		change(patch, loops[i].address, jumps[i], CODE_JUMP);
	return plan->all_loops;
}

/* By a jump if possible, else by a trap. Gives the stub's address. */
static guint64 patch_text(struct patch *patch, const struct code_text *text,
	guint64 address, guint slot, enum stub_kind kind,
	struct code_plan *plan)
{
	guint64 stub = 0, inner;
	guint8 jump[CODE_JUMP];
	gboolean by_jump = code_plan(text, address, CODE_JUMP, plan);
	if (by_jump)
		stub = stubs_add(&patch->stubs, plan, slot, kind, &inner);
	by_jump = stub && code_jump(address, stub, jump);
	if (!by_jump) {
		if (kind != STUB_ENTRY ||
			!code_plan(text, address, CODE_TRAP, plan))
			return 0;
		stub = stubs_add(&patch->stubs, plan, slot, kind, &inner);
	}
	/* Before the code is changed: it is looked through again. */
	if (stub && plan->looped && lead_past(patch, text, plan, inner))
		plan->looped = FALSE;
	if (by_jump)
		change(patch, address, jump, sizeof jump);
	return stub;
}

static void patch_function(struct patch *patch, guint index)
{
	struct run *run = patch->run;
	const struct hc_code *code = run->codes->pdata[index];
	struct hc_trace_function *function =
		run->trace->functions->pdata[index];
	const struct hc_range *ranges = (void *) code->ranges->data;
	guint n = code->ranges->len;
	function->how = HC_TRACE_NOT;
	if (n == 0)
		return;
	g_autofree struct code_piece *pieces = g_new(struct code_piece, n);
	for (guint i = 0; i < n; i++) {
		if (!is_inside(patch->map, &ranges[i]))
			return;
		pieces[i] = (struct code_piece){ranges[i].low,
			patch->map->image + (ranges[i].low - patch->map->start),
			ranges[i].high - ranges[i].low};
	}
	struct code_text text = {.pieces = pieces,
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
	struct code_plan plan;
	guint64 stub = patch_text(
		patch, &text, code->entry, index + 1, STUB_ENTRY, &plan);
	if (!stub)
		return;
	function->how =
		plan.needed == CODE_JUMP ? HC_TRACE_JUMP : HC_TRACE_TRAP;
	function->looped = plan.looped;
	if (function->how == HC_TRACE_TRAP) {
		struct trap trap = {code->entry, stub, index};
		g_array_append_val(run->traps, trap);
	}
}

/* Functions of libc that write: only by a jump. */
static void patch_writer(
	struct patch *patch, guint64 address, guint64 size, enum stub_kind kind)
{
	struct hc_range range = {address, address + size};
	if (!address || !is_inside(patch->map, &range))
		return;
	struct code_piece piece = {address,
		patch->map->image + (address - patch->map->start), size};
	struct code_text text = {.pieces = &piece,
		.n_pieces = 1,
		.read = read_image,
		.data = patch->map};
	struct code_plan plan;
	patch_text(patch, &text, address, 0, kind, &plan);
}

static gboolean write_pages(struct patch *patch, GError **error)
{
	gsize pages = (patch->map->end - patch->map->start) / PAGE;
	for (gsize i = 0; i < pages; i++) {
		gsize first = i;
		while (i < pages && patch->changed[i])
			i++;
		if (i > first && !process_write(patch->run->pid,
					 patch->map->start + first * PAGE,
					 patch->map->image + first * PAGE,
					 (i - first) * PAGE, error))
			return FALSE;
	}
	return TRUE;
}

static gboolean map_area(struct run *run, guint64 at, gsize n, GError **error)
{
	const guint64 arguments[] = {at, n, PROT_READ | PROT_EXEC,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, (guint64) -1,
		0};
	gint64 result;
	if (!process_call(run->pid, SYS_mmap, arguments, &result, error))
		return FALSE;
	if ((guint64) result == at) {
		run->memory += (n + PAGE - 1) & ~(gsize) (PAGE - 1);
		return TRUE;
	}
	g_set_error(error, HC_TRACE_ERROR, HC_TRACE_ERROR_ROOM,
		"cannot trace the program: no memory near its code");
	return FALSE;
}

gboolean run_patch(struct run *run, const struct patch_task *task,
	const struct stubs_where *where, GError **error)
{
	struct map *map = task->map;
	gsize size = stubs_size(task->end - task->first + 2) + PAGE;
	g_autoptr(GPtrArray) maps = maps_read(run->pid, error);
	if (!maps)
		return FALSE;
	guint64 at = maps_room(maps, map, size);
	if (!at || !maps_load(map, run->pid)) {
		g_set_error(error, HC_TRACE_ERROR, HC_TRACE_ERROR_ROOM,
			"cannot trace the program: no room near the code of "
			"'%s'",
			map->path);
		return FALSE;
	}
	struct patch patch = {.run = run, .map = map};
	patch.changed = g_malloc0((map->end - map->start) / PAGE + 1);
	stubs_init(&patch.stubs, at, where);
	for (guint i = task->first; i < task->end; i++)
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
	gboolean ok = fits &&
		      map_area(run, at, patch.stubs.bytes->len, error) &&
		      process_write(run->pid, at, patch.stubs.bytes->data,
			      patch.stubs.bytes->len, error) &&
		      write_pages(&patch, error);
	stubs_clear(&patch.stubs);
	g_free(patch.changed);
	return ok;
}
