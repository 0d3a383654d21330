/* The heap of a stopped program, as glibc's malloc keeps it: which blocks are
 * live, and how large they are.
 *
 *	g_autoptr(hc_heap) heap = hc_heap_new(memory, NULL, NULL);
 *	struct hc_block block;
 *	if (hc_heap_find(heap, pointer, &block) && block.live) ...
 *
 * Made once for a stop, from the chunks themselves: main arena, other arenas,
 * blocks with a mapping of their own; free ones are known by their
 * neighbours, the fastbins and every thread's tcache. Needs neither symbols
 * nor debug information of libc. Where the allocator is not glibc's, or its
 * data make no sense, there are just no blocks.
 *
 * A damaged chunk does not end the walk. Where a header can't be true, the
 * chunk is taken to end at the next place from which eight chunks in a row,
 * or all up to the end, hold together; so a header that was overrun costs
 * nothing but the word it was in. Old headers inside of the damaged chunk can
 * mislead the search, and a size that was changed to another plausible one is
 * believed: hc_heap_damaged() tells that there was something.
 *
 * Knows the layout of glibc 2.26 to 2.41 on x86-64. */
#ifndef HC_HEAP_H
#define HC_HEAP_H

#include "process-memory.h"

struct hc_block {
	guint64 start; /* what malloc returned */
	guint64 size; /* bytes that the program may use */
	guint32 live; /* the program got it and did not free it */
	guint32 internal; /* malloc's own, a tcache in use: never live */
};

struct hc_heap;

/* `symbol` finds the address of a symbol of libc's for us ("main_arena"), 0
 * if it can't; NULL if there is nobody to ask: it is found by its looks then.
 * The memory must outlive the heap. */
struct hc_heap *hc_heap_new(struct hc_memory *memory,
	guint64 (*symbol)(const char *name, gpointer data), gpointer data);
void hc_heap_free(struct hc_heap *heap);

/* The block that the address lies in. FALSE if it is in none. */
gboolean hc_heap_find(
	const struct hc_heap *heap, guint64 address, struct hc_block *block);

/* The same, as one of hc_heap_blocks(); NULL if it is in none. */
const struct hc_block *hc_heap_at(const struct hc_heap *heap, guint64 address);

/* All blocks by address, live and free, unused memory at an arena's end
 * among the free ones; the heap's own. */
const struct hc_block *hc_heap_blocks(const struct hc_heap *heap, gsize *n);

/* Whether the address is in what malloc keeps about an arena. Free blocks point
 * there, and so does what was left behind in blocks that were free once. */
gboolean hc_heap_owns(const struct hc_heap *heap, guint64 address);

/* Whether glibc's allocator was found, and in use. */
gboolean hc_heap_found(const struct hc_heap *heap);
/* Places where the walk met nonsense and had to find its way again, and free
 * lists that lead nowhere. */
guint hc_heap_damaged(const struct hc_heap *heap);

typedef struct hc_heap hc_heap; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_heap, hc_heap_free)

#endif
