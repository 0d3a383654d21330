#include "heap-inside.h"

enum { TCACHE_BINS = 64 };

/* Since glibc 2.32 a link is stored xor the page number of its own address.
 * Where it leads tells which kind it is. */
static gboolean next_in_list(
	const struct hc_heap *heap, guint64 at, guint64 shift, guint64 *next)
{
	guint64 stored;
	if (!hc_memory_read(heap->memory, at, &stored, sizeof stored))
		return FALSE;
	*next = stored ^ at >> HC_PAGE_SHIFT;
	if (*next == 0 || hc_heap_block_at(heap, *next + shift))
		return TRUE;
	*next = stored;
	return *next == 0 || hc_heap_block_at(heap, *next + shift);
}

/* Marks the blocks of a list as free; all of its chunks have one size. Links
 * lead to chunks (fastbins) or to blocks (tcache): `shift` bytes before the
 * block. Ends at the first that can't be right. */
static void free_list(
	struct hc_heap *heap, guint64 head, guint64 shift, guint64 size)
{
	while (head && !hc_memory_is_stopped(heap->memory)) {
		struct hc_block *block = hc_heap_block_at(heap, head + shift);
		guint64 next;
		/* It is free already: the list is a circle. */
		if (!block || !block->live || block->size + 8 != size) {
			heap->damaged++;
			return;
		}
		block->live = FALSE;
		block->listed = TRUE;
		if (!next_in_list(heap, block->start, shift, &next)) {
			heap->damaged++;
			return;
		}
		head = next;
	}
}

struct tcache {
	guint16 counts[TCACHE_BINS];
	guint64 entries[TCACHE_BINS];
};

static gboolean read_tcache(const struct hc_heap *heap, guint64 start,
	guint64 size, struct tcache *t)
{
	guint8 old[TCACHE_BINS];
	if (size + 8 >= HC_TCACHE)
		return hc_memory_read(heap->memory, start, t, sizeof *t);
	if (!hc_memory_read(heap->memory, start, old, sizeof old) ||
		!hc_memory_read(heap->memory, start + sizeof old, t->entries,
			sizeof t->entries))
		return FALSE;
	for (guint i = 0; i < TCACHE_BINS; i++)
		t->counts[i] = old[i];
	return TRUE;
}

static guint64 tcache_size(guint bin)
{
	return HC_CHUNK_MIN + HC_CHUNK_ALIGN * bin;
}

/* A list has entries exactly if its count is not 0, and the first is a block of
 * the list's size: nothing else looks like that. A few lists may be wrong: a
 * thread may be inside malloc, chunks may be damaged. A tcache without entries
 * is all zeros and is taken for a block of the program, since it may be one. */
static gboolean is_tcache(
	const struct hc_heap *heap, const struct tcache *tcache)
{
	guint right = 0, wrong = 0;
	for (guint i = 0; i < TCACHE_BINS; i++) {
		if (!tcache->counts[i] && !tcache->entries[i])
			continue;
		const struct hc_block *block =
			hc_heap_block_at(heap, tcache->entries[i]);
		if (block && tcache->counts[i] &&
			block->size + 8 == tcache_size(i))
			right++;
		else if (++wrong > TCACHE_BINS / 4)
			return FALSE;
	}

	return right > 0 && wrong * 4 <= right;
}

static void free_tcaches(struct hc_heap *heap)
{
	for (guint i = 0; i < heap->tcaches->len; i++) {
		struct hc_block *block =
			&heap->blocks[g_array_index(heap->tcaches, guint32, i)];
		struct tcache tcache;
		if (!block->live ||
			!read_tcache(
				heap, block->start, block->size, &tcache) ||
			!is_tcache(heap, &tcache))
			continue;
		block->live = FALSE;
		block->internal = TRUE;
		for (guint j = 0; j < TCACHE_BINS; j++)
			free_list(heap, tcache.entries[j], 0, tcache_size(j));
	}
}

static void free_fastbins(struct hc_heap *heap)
{
	for (guint i = 0; i < heap->arenas->len; i++) {
		const struct hc_arena *arena =
			&g_array_index(heap->arenas, struct hc_arena, i);
		for (guint j = 0; j < HC_FASTBINS; j++)
			free_list(heap, arena->fastbins[j], HC_CHUNK_HEADER,
				tcache_size(j));
	}
}

void hc_heap_mark_free(struct hc_heap *heap)
{
	free_fastbins(heap);
	free_tcaches(heap);
}
