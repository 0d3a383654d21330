#include "heap-inside.h"

/* So many bytes of chunks are no accident. */
enum { LARGE = 1 << 16 };

/* How much memory of unknown use is searched at most. */
static const guint64 most_unknown = (guint64) 64 << 30;

/* Whether it is the header of a block that has the mapping from `start` on to
 * itself, with the first `at` - `start` bytes unused. */
static gboolean is_mapped_chunk(const struct hc_heap *heap, guint64 start,
	guint64 at, guint64 end, struct hc_chunk *chunk)
{
	if (at >= end || !hc_chunk_read(heap, at, chunk))
		return FALSE;
	guint64 size = hc_chunk_size(chunk);
	return (chunk->word & HC_CHUNK_FLAGS) == HC_IS_MMAPPED &&
	       chunk->previous == at - start && size > HC_CHUNK_HEADER &&
	       size <= end - at && (at - start + size) % HC_PAGE == 0;
}

/* memalign makes a second header where the alignment wants it. The one at the
 * mapping's start stays as it was, and is wrong after a realloc. */
static guint64 find_mapped(const struct hc_heap *heap, guint64 start,
	guint64 end, struct hc_chunk *chunk)
{
	if (!hc_chunk_read(heap, start, chunk) || chunk->previous != 0 ||
		(chunk->word & (HC_PAGE - 1)) != HC_IS_MMAPPED)
		return 0;

	guint64 at = start;
	for (guint64 alignment = 2 * HC_CHUNK_ALIGN; at < end;
		alignment <<= 1) {
		at = hc_align_up(start + HC_CHUNK_HEADER, alignment) -
		     HC_CHUNK_HEADER;
		if (is_mapped_chunk(heap, start, at, end, chunk))
			return at;
	}

	return is_mapped_chunk(heap, start, start, end, chunk) ? start : 0;
}

/* The end of a mapping that malloc made for one block; 0 if it is not one. */
static guint64 add_mapped(struct hc_heap *heap, guint64 start, guint64 end)
{
	struct hc_chunk chunk;
	guint64 at = find_mapped(heap, start, end, &chunk);
	if (!at)
		return 0;

	struct hc_piece piece = {
		.start = at,
		.end = at + hc_chunk_size(&chunk),
		.mapped = TRUE,
	};
	g_array_append_val(heap->pieces, piece);

	return piece.end;
}

/* The first place behind the chunks from `start` on. */
static guint64 end_of_chunks(
	const struct hc_heap *heap, const struct hc_piece *piece)
{
	struct hc_chunk chunk;
	guint64 at = piece->start;
	while (at < hc_piece_limit(piece) &&
		!hc_memory_is_stopped(heap->memory) &&
		hc_chunk_read(heap, at, &chunk) &&
		hc_heap_chunk_plausible(piece, at, &chunk))
		at += hc_chunk_size(&chunk);
	return at;
}

/* A piece of the main arena that came from mmap, because the break could not be
 * moved. It ends with guards, or at the arena's top. If it does not, it is
 * taken for a damaged piece that ends there, provided that it is large. */
static guint64 add_main_piece(struct hc_heap *heap,
	const struct hc_arena *arena, guint64 start, guint64 end)
{
	struct hc_piece piece = {.start = start, .end = end, .is_main = TRUE};
	struct hc_chunk chunk;

	if (arena->top >= start && arena->top < end)
		piece.top = arena->top;
	if (!hc_chunk_read(heap, start, &chunk) ||
		!(chunk.word & HC_PREV_INUSE) ||
		!hc_heap_piece_holds(heap, &piece, start))
		return 0;

	guint64 at = end_of_chunks(heap, &piece);
	guint64 guards = hc_heap_piece_guards(heap, &piece, at);
	if (at == piece.top && hc_chunk_read(heap, at, &chunk)) {
		piece.end = at + MIN(hc_chunk_size(&chunk), end - at);
	} else if (guards) {
		piece.end = guards;
		piece.top = 0;
	} else if (at - start >= LARGE) {
		piece.end = at;
		piece.top = 0;
		heap->damaged++;
	} else {
		return 0;
	}

	g_array_append_val(heap->pieces, piece);
	return piece.end;
}

static guint64 add_at(struct hc_heap *heap, guint64 start, guint64 end)
{
	guint64 after = add_mapped(heap, start, end);
	for (guint i = 0; !after && i < heap->arenas->len; i++) {
		const struct hc_arena *arena =
			&g_array_index(heap->arenas, struct hc_arena, i);
		if (arena->is_main && !arena->contiguous)
			after = add_main_piece(heap, arena, start, end);
	}
	return after;
}

/* The end of the piece that has the address, among the first `n`; else 0. */
static guint64 known_end(const struct hc_heap *heap, guint n, guint64 address)
{
	for (guint i = 0; i < n; i++) {
		const struct hc_piece *piece =
			&g_array_index(heap->pieces, struct hc_piece, i);
		if (address >= (piece->start & ~(guint64) (HC_PAGE - 1)) &&
			address < piece->end)
			return piece->end;
	}
	return 0;
}

/* The kernel joins adjacent mappings, so every page may be the start of one.
 * Its header was written, so that page was touched. */
void hc_heap_find_mapped(struct hc_heap *heap)
{
	const GPtrArray *regions = hc_memory_regions(heap->memory);
	guint known = heap->pieces->len;
	guint64 unknown = 0;

	for (guint i = 0; i < regions->len; i++) {
		const struct hc_region *region = regions->pdata[i];
		if (!region->readable || !region->writable ||
			!hc_region_is_anonymous(region))
			continue;
		guint64 at = region->start;
		while (at < region->end && unknown < most_unknown &&
			!hc_memory_is_stopped(heap->memory)) {
			guint64 after = known_end(heap, known, at);
			if (!after)
				after = add_at(heap, at, region->end);
			if (!after) {
				after = hc_memory_touched(heap->memory,
					at + HC_PAGE, region->end);
				unknown += after - at;
			}
			at = hc_align_up(after, HC_PAGE);
		}
	}
}
