#include "heap-inside.h"

/* A heap of an arena that is not main: a struct heap_info at an address that
 * is a multiple of the largest size of a heap, which is 64 MiB or, with huge
 * pages, another power of two. In its first heap the arena itself follows. */
struct heap_info {
	guint64 arena;
	guint64 previous;
	guint64 size;
};

enum {
	MALLOC_STATE_AFTER_BINS = 2 * 8 * HC_BINS + 16 + 5 * 8,
	MOST_HEAPS = 1 << 20,
};

static gboolean is_brk(const struct hc_region *region)
{
	return region && region->readable && region->writable &&
	       g_strcmp0(region->path, "[heap]") == 0;
}

/* From the first to the last region that the kernel calls heap: mprotect may
 * have split it. */
static gboolean brk_range(
	struct hc_memory *memory, guint64 *start, guint64 *end)
{
	const GPtrArray *regions = hc_memory_regions(memory);
	*end = 0;

	for (guint i = 0; i < regions->len; i++) {
		const struct hc_region *region = regions->pdata[i];
		if (g_strcmp0(region->path, "[heap]") != 0)
			continue;
		if (*end == 0)
			*start = region->start;
		*end = region->end;
	}

	return *end != 0;
}

/* The end of the chunk at the arena's top. It ends where the memory does;
 * nothing else tells if its header was overrun. */
static guint64 top_end(
	struct hc_heap *heap, const struct hc_arena *arena, guint64 end)
{
	struct hc_chunk top;
	if (hc_chunk_read(heap, arena->top, &top) && top.word & HC_PREV_INUSE &&
		!(top.word & HC_IS_MMAPPED) &&
		hc_chunk_size(&top) >= HC_CHUNK_HEADER &&
		hc_chunk_size(&top) <= end - arena->top)
		return arena->top + hc_chunk_size(&top);
	heap->damaged++;
	return end;
}

/* Where the chunks start. malloc knows how much it got from the system,
 * including what others got by sbrk in between. Before that there may be memory
 * of other users of sbrk, such as the thread-local storage of a static program.
 */
static guint64 brk_first(const struct hc_heap *heap,
	const struct hc_piece *piece, const struct hc_arena *arena)
{
	guint64 start = hc_align_up(piece->start, HC_CHUNK_ALIGN);
	if (arena->contiguous && piece->top) {
		guint64 exact = hc_align_up(
			piece->end - arena->system_memory, HC_CHUNK_ALIGN);
		if (exact >= start && exact < piece->end)
			return exact;
	}
	return hc_heap_piece_resume(heap, piece, start);
}

static void add_brk(struct hc_heap *heap, const struct hc_arena *arena)
{
	struct hc_piece piece = {.is_main = TRUE};
	for (guint i = 0; i < heap->pieces->len; i++) {
		/* With several libcs, the first one that has it owns it. */
		if (g_array_index(heap->pieces, struct hc_piece, i).is_main)
			return;
	}

	if (!arena->system_memory ||
		!brk_range(heap->memory, &piece.start, &piece.end))
		return;

	if (arena->top >= piece.start && arena->top < piece.end &&
		is_brk(hc_memory_region_at(heap->memory, arena->top))) {
		piece.top = arena->top;
		piece.end = top_end(heap, arena, piece.end);
	} else if (arena->contiguous) {
		heap->damaged++;
	}

	piece.start = brk_first(heap, &piece, arena);
	if (piece.start < piece.end)
		g_array_append_val(heap->pieces, piece);
}

static gboolean read_heap_info(struct hc_heap *heap, guint64 address,
	const struct hc_arena *arena, struct heap_info *info)
{
	const struct hc_region *region =
		hc_memory_region_at(heap->memory, address);
	return region && region->writable && address % HC_PAGE == 0 &&
	       hc_memory_read(heap->memory, address, info, sizeof *info) &&
	       info->arena == arena->address && info->size % HC_PAGE == 0 &&
	       info->size > 0 && info->size <= G_MAXUINT32;
}

/* The heap that an address of the arena lies in, 0 if none does. */
static guint64 heap_of(
	struct hc_heap *heap, guint64 address, const struct hc_arena *arena)
{
	struct heap_info info;
	static const guint most[] = {26, 23, 32};
	for (guint i = 0; i < G_N_ELEMENTS(most); i++) {
		guint64 at = address >> most[i] << most[i];
		if (read_heap_info(heap, at, arena, &info) &&
			address - at < info.size)
			return at;
	}
	return 0;
}

static void add_heap(struct hc_heap *heap, guint64 address,
	const struct heap_info *info, const struct hc_arena *arena,
	guint64 info_size)
{
	struct hc_piece piece = {
		.start = address + info_size,
		.end = address + info->size,
	};

	if (piece.start == arena->address) {
		piece.start += arena->bins_offset + MALLOC_STATE_AFTER_BINS;
	}
	piece.start = hc_align_up(piece.start, HC_CHUNK_ALIGN);
	if (arena->top > piece.start - 1 && arena->top < piece.end)
		piece.top = arena->top;
	if (piece.start < piece.end)
		g_array_append_val(heap->pieces, piece);
}

/* From the newest heap, which has the top, back to the first. */
static void add_heaps(struct hc_heap *heap, const struct hc_arena *arena)
{
	struct heap_info info;
	guint64 first = heap_of(heap, arena->address, arena);
	guint64 info_size = arena->address - first;
	guint64 at = heap_of(heap, arena->top, arena);
	if (!first ||
		(info_size != HC_HEAP_INFO && info_size != HC_HEAP_INFO_OLD)) {
		heap->damaged++;
		return;
	}

	gboolean complete = FALSE;
	for (guint i = 0; at && i < MOST_HEAPS && !complete; i++) {
		if (!read_heap_info(heap, at, arena, &info))
			break;
		add_heap(heap, at, &info, arena, info_size);
		complete = at == first;
		at = info.previous;
	}

	if (complete)
		return;

	/* The chain is broken, but its other end is known. */
	heap->damaged++;
	if (read_heap_info(heap, first, arena, &info))
		add_heap(heap, first, &info, arena, info_size);
}

void hc_heap_find_pieces(struct hc_heap *heap)
{
	for (guint i = 0; i < heap->arenas->len; i++) {
		const struct hc_arena *arena =
			&g_array_index(heap->arenas, struct hc_arena, i);
		if (arena->is_main)
			add_brk(heap, arena);
		else if (arena->top)
			add_heaps(heap, arena);
	}
}
