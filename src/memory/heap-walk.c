#include "heap-inside.h"

/* malloc's struct for a thread's free blocks. A chunk may be 16 bytes larger
 * than asked for, if the rest would be too small for a chunk. */
static gboolean has_tcache_size(guint64 size)
{
	return size == HC_TCACHE || size == HC_TCACHE + HC_CHUNK_ALIGN ||
	       size == HC_TCACHE_OLD || size == HC_TCACHE_OLD + HC_CHUNK_ALIGN;
}

static void add_block(
	struct hc_heap *heap, guint64 chunk, guint64 size, gboolean live)
{
	if (heap->n == heap->room) {
		heap->room = MAX(2 * heap->room, 1024);
		heap->blocks =
			g_renew(struct hc_block, heap->blocks, heap->room);
	}
	heap->blocks[heap->n++] = (struct hc_block){
		.start = chunk + HC_CHUNK_HEADER,
		.size = size - 8,
		.live = live,
	};
}

/* A free chunk's list leads back to it. */
static gboolean is_in_bin(const struct hc_heap *heap, guint64 chunk)
{
	guint64 links[2], back, forward;
	return hc_memory_read(heap->memory, chunk + HC_CHUNK_HEADER, links,
		       sizeof links) &&
	       hc_memory_read(heap->memory, links[0] + 24, &back, 8) &&
	       hc_memory_read(heap->memory, links[1] + 16, &forward, 8) &&
	       back == chunk && forward == chunk;
}

/* A chunk is free if the one after it says so. */
static void settle_last(
	struct hc_heap *heap, const struct hc_piece *piece, guint64 word)
{
	if (heap->n > piece->first_block && !(word & HC_PREV_INUSE))
		heap->blocks[heap->n - 1].live = FALSE;
}

/* The header at `at` can't be true. The chunk goes to the next place that
 * holds together, which may know that a free one stands just before it. */
static guint64 walk_damage(
	struct hc_heap *heap, const struct hc_piece *piece, guint64 at)
{
	heap->damaged++;
	if (heap->n > piece->first_block &&
		is_in_bin(heap,
			heap->blocks[heap->n - 1].start - HC_CHUNK_HEADER))
		heap->blocks[heap->n - 1].live = FALSE;

	guint64 good = hc_heap_piece_resume(heap, piece, at + HC_CHUNK_MIN);
	struct hc_chunk chunk = {0};
	gboolean free =
		good < piece->end && hc_chunk_read(heap, good, &chunk) &&
		!(chunk.word & HC_PREV_INUSE) &&
		chunk.previous >= HC_CHUNK_MIN && chunk.previous <= good - at &&
		chunk.previous % HC_CHUNK_ALIGN == 0;
	guint64 between = free ? good - chunk.previous : good;
	if (between > at)
		add_block(heap, at, between - at, TRUE);
	if (free)
		add_block(heap, between, good - between, FALSE);

	return good;
}

/* What follows guards: nothing, or, if somebody else called sbrk, foreign
 * memory and then more chunks. */
static guint64 walk_guards(struct hc_heap *heap, const struct hc_piece *piece,
	guint64 at, guint64 after)
{
	struct hc_chunk chunk;
	if (hc_chunk_read(heap, at, &chunk))
		settle_last(heap, piece, chunk.word);
	if (!piece->is_main || after >= hc_piece_limit(piece))
		return hc_piece_limit(piece);
	return hc_heap_piece_resume(heap, piece, after);
}

/* Chunks that an arena other than main gave out have a flag; one without it is
 * free, or the rest of an old top. */
static void add_chunk(struct hc_heap *heap, const struct hc_piece *piece,
	guint64 at, const struct hc_chunk *chunk)
{
	guint64 size = hc_chunk_size(chunk);
	if (G_UNLIKELY(has_tcache_size(size))) {
		guint32 index = heap->n;
		g_array_append_val(heap->tcaches, index);
	}
	add_block(heap, at, size, piece->is_main || chunk->word & HC_NON_MAIN);
}

static void walk_chunks(struct hc_heap *heap, const struct hc_piece *piece)
{
	guint64 at = piece->start, limit = hc_piece_limit(piece);
	guint64 before = 0; /* size of the chunk before, 0: not known */

	while (at < limit && !hc_memory_is_stopped(heap->memory)) {
		struct hc_chunk chunk;
		gboolean there = hc_chunk_read(heap, at, &chunk);
		if (G_UNLIKELY(!there ||
			       !hc_heap_chunk_plausible(piece, at, &chunk) ||
			       (!(chunk.word & HC_PREV_INUSE) && before &&
				       chunk.previous != before))) {
			guint64 after = hc_heap_piece_guards(heap, piece, at);
			at = after ? walk_guards(heap, piece, at, after)
				   : walk_damage(heap, piece, at);
			before = 0;
			continue;
		}
		settle_last(heap, piece, chunk.word);
		add_chunk(heap, piece, at, &chunk);
		before = hc_chunk_size(&chunk);
		at += before;
	}
}

static void walk_top(struct hc_heap *heap, const struct hc_piece *piece)
{
	struct hc_chunk chunk;
	if (!piece->top)
		return;
	if (hc_chunk_read(heap, piece->top, &chunk) &&
		hc_chunk_size(&chunk) == piece->end - piece->top)
		settle_last(heap, piece, chunk.word);
	if (piece->end - piece->top < HC_CHUNK_MIN)
		return;
	add_block(heap, piece->top, piece->end - piece->top, FALSE);
	heap->blocks[heap->n - 1].unused = TRUE;
}

void hc_heap_walk(struct hc_heap *heap, struct hc_piece *piece)
{
	piece->first_block = heap->n;
	if (piece->mapped) {
		add_block(heap, piece->start, piece->end - piece->start, TRUE);
		heap->blocks[heap->n - 1].size -= 8;
	} else {
		walk_chunks(heap, piece);
		walk_top(heap, piece);
	}
	piece->blocks = heap->n - piece->first_block;
}
