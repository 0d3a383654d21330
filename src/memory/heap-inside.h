/* Internal to memory: how glibc's malloc keeps its memory, and how we keep what
 * we read of it; for the files heap*.c alone.
 *
 * A chunk starts 16 bytes before what malloc returned: the size of the chunk
 * before, there only if that one is free; then its own size with three flags.
 * So a chunk's last 8 bytes belong to the one after it, and its state too. */
#ifndef HC_HEAP_INSIDE_H
#define HC_HEAP_INSIDE_H

#include "heap.h"

enum {
	HC_PREV_INUSE = 1, /* the chunk before is not in a bin */
	HC_IS_MMAPPED = 2, /* has a mapping of its own */
	HC_NON_MAIN = 4, /* in use, and not of the main arena */
	HC_CHUNK_FLAGS = 7,
	HC_CHUNK_ALIGN = 16,
	HC_CHUNK_HEADER = 16,
	HC_CHUNK_MIN = 32,
	HC_FASTBINS = 10,
	HC_BINS = 127,
	/* Bytes before an arena other than main, since 2.35 and before. */
	HC_HEAP_INFO = 48,
	HC_HEAP_INFO_OLD = 32,
	/* Where the memory of such an arena begins. */
	HC_HEAP_ALIGN = 64 << 20,
	/* Size of the chunk of a tcache, up to 2.41 and up to 2.29. */
	HC_TCACHE = 0x290,
	HC_TCACHE_OLD = 0x250,
};

struct hc_chunk {
	guint64 previous; /* size of the chunk before, if it is free */
	guint64 word; /* size and flags */
};

static inline guint64 hc_chunk_size(const struct hc_chunk *chunk)
{
	return chunk->word & ~(guint64) HC_CHUNK_FLAGS;
}

static inline guint64 hc_align_up(guint64 address, guint64 alignment)
{
	return (address + alignment - 1) & ~(alignment - 1);
}

/* A struct malloc_state, read. */
struct hc_arena {
	guint64 address, size;
	guint64 bins_offset; /* of bins[]: it differs between versions */
	guint64 fastbins[HC_FASTBINS];
	guint64 top;
	guint64 next;
	guint64 system_memory;
	gboolean is_main;
	gboolean contiguous; /* main: grows by sbrk alone */
};

/* Chunks one after the other, or one chunk with its own mapping. */
struct hc_piece {
	guint64 start, end;
	guint64 top; /* the arena's unused rest, 0 if it is elsewhere */
	gboolean is_main, mapped;
	guint32 first_block, blocks;
	guint32 pages; /* where its part of the index is */
};

struct hc_heap {
	struct hc_memory *memory;
	GArray *arenas; /* struct hc_arena; main arenas first */
	GArray *pieces; /* struct hc_piece, by address */
	struct hc_block *blocks;
	gsize n, room;
	GArray *pages; /* guint32: first block from each page of a piece on */
	GArray *tcaches; /* guint32: blocks that have a tcache's size */
	guint damaged;
};

static inline gboolean hc_chunk_read(
	const struct hc_heap *heap, guint64 at, struct hc_chunk *chunk)
{
	return hc_memory_read(heap->memory, at, chunk, sizeof *chunk);
}

/* heap-arena.c: all arenas, found by symbol or by their contents. */
void hc_heap_find_arenas(struct hc_heap *heap,
	guint64 (*symbol)(const char *name, gpointer data), gpointer data);

/* heap-pieces.c, heap-mapped.c: where chunks are; mapped ones after all others
 * are known. */
void hc_heap_find_pieces(struct hc_heap *heap);
void hc_heap_find_mapped(struct hc_heap *heap);

/* heap-check.c: whether the chunks from an address on agree with each other,
 * and the first place from `from` on where they do, else the piece's top or
 * end. */
gboolean hc_heap_piece_holds(
	const struct hc_heap *heap, const struct hc_piece *piece, guint64 at);
guint64 hc_heap_piece_resume(
	const struct hc_heap *heap, const struct hc_piece *piece, guint64 from);
gboolean hc_heap_chunk_plausible(
	const struct hc_piece *piece, guint64 at, const struct hc_chunk *chunk);
/* The end of the guards that malloc puts where a piece of its memory ends;
 * 0 if there are none at the address. */
guint64 hc_heap_piece_guards(
	const struct hc_heap *heap, const struct hc_piece *piece, guint64 at);
/* Where the chunks end for good: the top, or else the piece's end. */
static inline guint64 hc_piece_limit(const struct hc_piece *piece)
{
	return piece->top ? piece->top : piece->end;
}

/* heap-walk.c: the blocks of a piece, appended. */
void hc_heap_walk(struct hc_heap *heap, struct hc_piece *piece);

/* heap-free.c: marks what waits in fastbins and tcaches as free. */
void hc_heap_mark_free(struct hc_heap *heap);

/* heap.c: the block that starts there, NULL if none does. */
struct hc_block *hc_heap_block_at(const struct hc_heap *heap, guint64 start);

#endif
