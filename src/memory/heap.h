/* The heap of a stopped program, as glibc's malloc keeps it: which blocks are
 * live, and how large they are.
 *
 *	g_autoptr(hc_heap) heap = hc_heap_new(memory, NULL, NULL);
 *	struct hc_block block;
 *	if (hc_heap_find(heap, pointer, &block) && block.live) ...
 *
 * Made once for each stop, from the chunks themselves: main arena, other
 * arenas, blocks with a mapping of their own. Free ones are known from their
 * neighbours, the fastbins and every thread's tcache. Needs neither symbols
 * nor debug information of libc. If the allocator is not glibc's, or its data
 * make no sense, there are just no blocks.
 *
 * A damaged chunk does not end the walk. If a header can't be true, the chunk
 * is taken to end at the next place from which eight chunks in a row, or all
 * up to the end, agree with each other; so an overrun header costs only the
 * word it was in. Old headers inside the damaged chunk can mislead the search,
 * and a size that was changed to another plausible one is believed:
 * hc_heap_damaged() tells that something was wrong.
 *
 * Knows the layout of glibc 2.26 to 2.41 on x86-64. */
#ifndef HC_HEAP_H
#define HC_HEAP_H

#include "process-memory.h"

struct hc_block {
	guint64 start; /* what malloc returned */
	guint64 size; /* bytes that the program may use */
	guint16 live; /* the program got it and did not free it */
	guint16 internal; /* malloc's own, a tcache in use: never live */
	guint16 listed; /* freed, in a list of its own size: as long as it was;
			   else a free one may be several that are now one */
	guint16 unused; /* free, at an arena's end */
};

/* What malloc keeps in a free block: so many bytes at its start and at its end.
 * The rest is as the program left it. */
void hc_block_taken(
	const struct hc_block *block, guint *at_start, guint *at_end);

struct hc_heap;

/* If the memory's flag says that the user wants it to end, it knows only a part
 * of the blocks. `symbol` returns the address of one of libc's symbols ("main_arena"), 0 if it
 * can't; without it (NULL) the arena is found by its contents. The memory must
 * outlive the heap. */
struct hc_heap *hc_heap_new(struct hc_memory *memory,
	guint64 (*symbol)(const char *name, gpointer data), gpointer data);
void hc_heap_free(struct hc_heap *heap);

/* The block that contains the address. FALSE if none does. */
gboolean hc_heap_find(
	const struct hc_heap *heap, guint64 address, struct hc_block *block);

/* The same, as one of hc_heap_blocks(); NULL if there is none. */
const struct hc_block *hc_heap_at(const struct hc_heap *heap, guint64 address);

/* All blocks by address, live and free; unused memory at an arena's end counts
 * as free. They belong to the heap. */
const struct hc_block *hc_heap_blocks(const struct hc_heap *heap, gsize *n);

/* Whether the address is in malloc's own data about an arena. Free blocks point
 * there, and so does what is left over in blocks that once were free. */
gboolean hc_heap_owns(const struct hc_heap *heap, guint64 address);

/* Whether glibc's allocator was found and is in use. */
gboolean hc_heap_found(const struct hc_heap *heap);
/* Places where the walk met nonsense and had to find its way again, and free
 * lists that lead nowhere. */
guint hc_heap_damaged(const struct hc_heap *heap);

typedef struct hc_heap hc_heap; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_heap, hc_heap_free)

#endif
