#include "heap-inside.h"

/* How many chunks in a row must agree before a place is believed. */
enum { IN_A_ROW = 8 };

gboolean hc_heap_chunk_plausible(
	const struct hc_piece *piece, guint64 at, const struct hc_chunk *chunk)
{
	guint64 size = hc_chunk_size(chunk);
	guint64 wrong = HC_IS_MMAPPED | (piece->is_main ? HC_NON_MAIN : 0);
	return size >= HC_CHUNK_MIN && size % HC_CHUNK_ALIGN == 0 &&
	       !(chunk->word & wrong) && size <= hc_piece_limit(piece) - at;
}

/* In the main arena two or three chunks of 16 bytes; in others at most one of
 * 16 bytes, then one of size 0. */
guint64 hc_heap_piece_guards(
	const struct hc_heap *heap, const struct hc_piece *piece, guint64 at)
{
	struct hc_chunk chunk;
	guint n = 0, most = piece->is_main ? 3 : 1;
	guint64 limit = hc_piece_limit(piece);

	while (n < most && at < limit && hc_chunk_read(heap, at, &chunk) &&
		hc_chunk_size(&chunk) == HC_CHUNK_HEADER) {
		at += HC_CHUNK_HEADER;
		n++;
	}

	if (piece->is_main)
		return n >= 2 ? at : 0;

	return at < limit && hc_chunk_read(heap, at, &chunk) &&
			       chunk.word == HC_PREV_INUSE
		       ? at + HC_CHUNK_HEADER
		       : 0;
}

gboolean hc_heap_piece_holds(
	const struct hc_heap *heap, const struct hc_piece *piece, guint64 at)
{
	guint64 limit = hc_piece_limit(piece), size = 0;
	for (guint i = 0; i < IN_A_ROW && at < limit; i++) {
		struct hc_chunk chunk;
		if (!hc_chunk_read(heap, at, &chunk))
			return FALSE;
		gboolean agrees = chunk.word & HC_PREV_INUSE || i == 0 ||
				  chunk.previous == size;
		if (!agrees || !hc_heap_chunk_plausible(piece, at, &chunk))
			return i > 0 && agrees &&
			       hc_heap_piece_guards(heap, piece, at);
		size = hc_chunk_size(&chunk);
		at += size;
	}

	return TRUE;
}

guint64 hc_heap_piece_resume(
	const struct hc_heap *heap, const struct hc_piece *piece, guint64 from)
{
	guint64 limit = hc_piece_limit(piece);
	for (guint64 at = from;
		at < limit && !hc_memory_is_stopped(heap->memory);
		at += HC_CHUNK_ALIGN) {
		struct hc_chunk chunk;
		if (!hc_chunk_read(heap, at, &chunk)) {
			at = hc_align_up(at + 1, HC_PAGE) - HC_CHUNK_ALIGN;
			continue;
		}
		if (hc_heap_chunk_plausible(piece, at, &chunk) &&
			hc_heap_piece_holds(heap, piece, at))
			return at;
	}

	return limit;
}
