#include "heap-inside.h"

static gint by_start(gconstpointer a, gconstpointer b)
{
	const struct hc_piece *left = a, *right = b;
	return (left->start > right->start) - (left->start < right->start);
}

/* Damage may make pieces overlap; blocks never do. */
static void sort_pieces(struct hc_heap *heap)
{
	g_array_sort(heap->pieces, by_start);
	guint64 end = 0;
	guint n = 0;
	for (guint i = 0; i < heap->pieces->len; i++) {
		struct hc_piece piece =
			g_array_index(heap->pieces, struct hc_piece, i);
		if (piece.start < end) {
			heap->damaged++;
			continue;
		}
		end = piece.end;
		g_array_index(heap->pieces, struct hc_piece, n++) = piece;
	}
	g_array_set_size(heap->pieces, n);
}

/* For each page of a piece, the first block that starts there or later: so the
 * time to find a block does not depend on how many there are. */
static void index_piece(struct hc_heap *heap, struct hc_piece *piece)
{
	guint32 block = piece->first_block;
	guint32 end = piece->first_block + piece->blocks;
	piece->pages = heap->pages->len;
	for (guint64 page = piece->start; page < piece->end; page += HC_PAGE) {
		while (block < end && heap->blocks[block].start < page)
			block++;
		g_array_append_val(heap->pages, block);
	}
	g_array_append_val(heap->pages, end);
}

struct hc_heap *hc_heap_new(struct hc_memory *memory,
	guint64 (*symbol)(const char *name, gpointer data), gpointer data)
{
	struct hc_heap *heap = g_new0(struct hc_heap, 1);
	heap->memory = memory;
	heap->arenas = g_array_new(FALSE, FALSE, sizeof(struct hc_arena));
	heap->pieces = g_array_new(FALSE, FALSE, sizeof(struct hc_piece));
	heap->pages = g_array_new(FALSE, FALSE, sizeof(guint32));
	heap->tcaches = g_array_new(FALSE, FALSE, sizeof(guint32));
	hc_heap_find_arenas(heap, symbol, data);
	if (!hc_heap_found(heap))
		return heap;

	hc_heap_find_pieces(heap);
	hc_heap_find_mapped(heap);
	sort_pieces(heap);
	for (guint i = 0; i < heap->pieces->len; i++) {
		struct hc_piece *piece =
			&g_array_index(heap->pieces, struct hc_piece, i);
		hc_heap_walk(heap, piece);
		if (!piece->mapped)
			index_piece(heap, piece);
	}

	hc_heap_mark_free(heap);
	return heap;
}

void hc_heap_free(struct hc_heap *heap)
{
	if (!heap)
		return;
	g_array_unref(heap->arenas);
	g_array_unref(heap->pieces);
	g_array_unref(heap->pages);
	g_array_unref(heap->tcaches);
	g_free(heap->blocks);
	g_free(heap);
}

/* The last piece that starts at or before the address. */
static const struct hc_piece *piece_at(
	const struct hc_heap *heap, guint64 address)
{
	guint low = 0, high = heap->pieces->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (g_array_index(heap->pieces, struct hc_piece, middle)
				.start <= address)
			low = middle + 1;
		else
			high = middle;
	}

	if (low == 0)
		return NULL;

	const struct hc_piece *piece =
		&g_array_index(heap->pieces, struct hc_piece, low - 1);
	return address < piece->end ? piece : NULL;
}

/* The last block that starts at or before the address, if it contains it. */
static struct hc_block *block_in(const struct hc_heap *heap, guint64 address)
{
	const struct hc_piece *piece = piece_at(heap, address);
	if (!piece || piece->blocks == 0)
		return NULL;

	guint32 low = piece->first_block;
	guint32 high = piece->first_block + piece->blocks;
	if (!piece->mapped) {
		guint64 page = (address - piece->start) >> HC_PAGE_SHIFT;
		low = g_array_index(heap->pages, guint32, piece->pages + page);
		high = g_array_index(
			heap->pages, guint32, piece->pages + page + 1);
	}

	while (low < high) {
		guint32 middle = low + (high - low) / 2;
		if (heap->blocks[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}

	if (low == piece->first_block)
		return NULL;

	struct hc_block *block = &heap->blocks[low - 1];
	return address - block->start < block->size ? block : NULL;
}

struct hc_block *hc_heap_block_at(const struct hc_heap *heap, guint64 start)
{
	if (start % HC_CHUNK_ALIGN)
		return NULL;
	struct hc_block *block = block_in(heap, start);
	return block && block->start == start ? block : NULL;
}

const struct hc_block *hc_heap_at(const struct hc_heap *heap, guint64 address)
{
	return block_in(heap, address);
}

gboolean hc_heap_find(
	const struct hc_heap *heap, guint64 address, struct hc_block *block)
{
	const struct hc_block *found = block_in(heap, address);
	if (found)
		*block = *found;
	return found != NULL;
}

/* Links, and in a list of its own size a key; between chunks of two or more
 * sizes also links to the next size, and the size again behind the chunk. */
void hc_block_taken(
	const struct hc_block *block, guint *at_start, guint *at_end)
{
	enum { LINKS = 16, LARGE = 1024, WORD = 8 };
	gboolean large = !block->listed && block->size + WORD >= LARGE;
	*at_start = block->unused ? 0 : large ? 2 * LINKS : LINKS;
	*at_end = block->unused || block->listed ? 0 : WORD;
}

const struct hc_block *hc_heap_blocks(const struct hc_heap *heap, gsize *n)
{
	*n = heap->n;
	return heap->blocks;
}

gboolean hc_heap_owns(const struct hc_heap *heap, guint64 address)
{
	for (guint i = 0; i < heap->arenas->len; i++) {
		const struct hc_arena *arena =
			&g_array_index(heap->arenas, struct hc_arena, i);
		if (address - arena->address < arena->size)
			return TRUE;
	}
	return FALSE;
}

gboolean hc_heap_found(const struct hc_heap *heap)
{
	return heap->arenas->len > 0;
}

guint hc_heap_damaged(const struct hc_heap *heap)
{
	return heap->damaged;
}
