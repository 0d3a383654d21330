#include "snapshot-inside.h"

#include <string.h>

/* A leaf function may keep its locals below the stack pointer. */
enum { RED_ZONE = 128 };

static gboolean read_memory(
	guint64 address, void *bytes, gsize n, gpointer data)
{
	struct hc_snapshot *snapshot = data;
	return hc_memory_read(snapshot->memory, address, bytes, n);
}

/* Only anonymous memory is zero where it was never touched. */
static guint64 find_touched(guint64 address, guint64 end, gpointer data)
{
	struct hc_snapshot *snapshot = data;
	const struct hc_region *region =
		hc_memory_region_at(snapshot->memory, address);
	if (!region || region->shared ||
		(region->path && region->path[0] == '/'))
		return address;
	return hc_memory_touched(
		snapshot->memory, address, MIN(end, region->end));
}

static const char *find_function(guint64 address, gpointer data)
{
	struct hc_snapshot *snapshot = data;
	guint64 offset = 0;
	const char *name =
		hc_debuginfo_function_at(snapshot->info, address, &offset);
	return offset == 0 ? name : NULL;
}

static const GPtrArray *find_structs(guint64 size, gpointer data)
{
	struct hc_snapshot *snapshot = data;
	return hc_debuginfo_structs(snapshot->info, size);
}

static const struct mg_type *find_class(
	guint64 address, guint64 *start, gpointer data)
{
	struct hc_snapshot *snapshot = data;
	return hc_debuginfo_class_of(snapshot->info, address, start);
}

static const struct mg_type *find_nodes(
	const struct mg_type *type, gpointer data)
{
	struct hc_snapshot *snapshot = data;
	return hc_debuginfo_nodes(snapshot->info, type);
}

static const struct hc_area *find_area(
	const struct hc_snapshot *snapshot, guint64 address)
{
	guint lo = 0, hi = snapshot->areas->len;
	while (lo < hi) {
		guint middle = lo + (hi - lo) / 2;
		const struct hc_area *area =
			&g_array_index(snapshot->areas, struct hc_area, middle);
		if (address < area->start)
			hi = middle;
		else if (address >= area->end)
			lo = middle + 1;
		else
			return area;
	}

	return NULL;
}

static gboolean is_stack(
	const struct hc_snapshot *snapshot, const struct hc_region *region)
{
	return snapshot->stack_pointer >= region->start &&
	       snapshot->stack_pointer < region->end;
}

/* Writable memory that is in no block. */
static enum mg_place_kind kind_of_data(const struct hc_snapshot *snapshot,
	const struct hc_region *region, guint64 address)
{
	if (is_stack(snapshot, region) &&
		address < snapshot->stack_pointer - RED_ZONE)
		return MG_PLACE_DEAD;
	/* It is the allocator's own, or was never handed out. */
	if (g_strcmp0(region->path, "[heap]") == 0 &&
		hc_heap_found(snapshot->heap))
		return MG_PLACE_DEAD;
	return MG_PLACE_DATA;
}

static void find_region(const struct hc_snapshot *snapshot, guint64 address,
	struct mg_place *place)
{
	const struct hc_region *region =
		hc_memory_region_at(snapshot->memory, address);
	if (!region || !region->readable) {
		place->kind = MG_PLACE_NOWHERE;
		return;
	}

	place->start = region->start;
	place->size = region->end - region->start;
	place->kind = region->executable ? MG_PLACE_CODE
		      : !region->writable
			      ? MG_PLACE_CONSTANT
			      : kind_of_data(snapshot, region, address);
}

static void find_place(guint64 address, struct mg_place *place, gpointer data)
{
	const struct hc_snapshot *snapshot = data;
	const struct hc_area *area;

	place->block = 0;
	const struct hc_block *block = hc_heap_at(snapshot->heap, address);
	if (block) {
		place->kind = block->live ? MG_PLACE_BLOCK : MG_PLACE_DEAD;
		place->start = block->start;
		place->size = block->size;
		place->block = (guint32) (block - snapshot->blocks) + 1;
		guint first, last;
		hc_block_taken(block, &first, &last);
		place->taken_first = (guint8) first;
		place->taken_last = (guint8) last;
		place->whole = block->listed;
	} else if ((area = find_area(snapshot, address))) {
		place->kind = MG_PLACE_AREA;
		place->start = area->start;
		place->size = area->end - area->start;
	} else {
		find_region(snapshot, address, place);
		if (place->kind == MG_PLACE_DATA &&
			hc_heap_owns(snapshot->heap, address))
			place->kind = MG_PLACE_DEAD;
	}
}

/* Regions of one file are adjacent; what a module has beyond its file (.bss)
 * follows directly. */
static void add_modules(struct hc_snapshot *snapshot)
{
	const GPtrArray *regions = hc_memory_regions(snapshot->memory);
	struct mg_module *last = NULL;

	for (guint i = 0; i < regions->len; i++) {
		const struct hc_region *region = g_ptr_array_index(regions, i);
		gboolean same =
			last &&
			(region->path ? strcmp(region->path, last->name) == 0
				      : region->start == last->end);
		if (same) {
			last->end = region->end;
		} else if (region->path &&
			   (region->path[0] == '/' ||
				   strcmp(region->path, "[vdso]") == 0)) {
			struct mg_module module = {
				g_string_chunk_insert(
					snapshot->names, region->path),
				region->start, region->end};
			g_array_append_val(snapshot->modules, module);
			last = &g_array_index(snapshot->modules,
				struct mg_module, snapshot->modules->len - 1);
		} else {
			last = NULL;
		}
	}
}

static void add_mapped(struct hc_snapshot *snapshot)
{
	const GPtrArray *regions = hc_memory_regions(snapshot->memory);
	for (guint i = 0; i < regions->len; i++) {
		const struct hc_region *region = g_ptr_array_index(regions, i);
		struct mg_mapped mapped = {region->start, region->end};
		g_array_append_val(snapshot->mapped, mapped);
	}
}

void hc_snapshot_init_reader(struct hc_snapshot *snapshot)
{
	add_modules(snapshot);
	add_mapped(snapshot);
	snapshot->reader = (struct mg_reader){
		.read = read_memory,
		.place = find_place,
		.touched = find_touched,
		.function = find_function,
		.structs = find_structs,
		.class_of = find_class,
		.nodes = find_nodes,
		.data = snapshot,
		.modules = (const struct mg_module *) (void *)
				   snapshot->modules->data,
		.n_modules = snapshot->modules->len,
		.mapped = (const struct mg_mapped *) (void *)
				  snapshot->mapped->data,
		.n_mapped = snapshot->mapped->len,
		.stop = snapshot->stop,
		.room = snapshot->room,
		.freed = snapshot->freed,
	};
}
