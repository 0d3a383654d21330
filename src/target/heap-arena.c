#include "heap-inside.h"

/* struct malloc_state, as words from its bins on and back; before them, the
 * head is 8 bytes shorter up to glibc 2.26. */
enum {
	TOP = -2,
	LAST_REMAINDER = -1,
	FASTBINS = TOP - HC_FASTBINS,
	BINMAP = 2 * HC_BINS,
	NEXT = BINMAP + 2,
	NEXT_FREE,
	ATTACHED_THREADS,
	SYSTEM_MEMORY,
	MAX_SYSTEM_MEMORY,
	WORDS,
	NONCONTIGUOUS = 2, /* in flags, at byte 4 */
	MOST_ODD = 4,
	MOST_ARENAS = 1 << 16,
};

static const guint64 bins_offsets[] = {112, 104};

/* Of an empty list both ends are the list's head, which pretends to be a
 * chunk: a pattern that nothing else in memory has. A few may be wrong: a
 * thread was stopped inside of malloc, or the program wrote there. */
static gboolean bins_plausible(const guint64 *words, guint64 bins)
{
	guint odd = 0;
	for (guint i = 0; i < HC_BINS; i++) {
		guint64 head = bins + 16 * i - HC_CHUNK_HEADER;
		guint64 forward = words[2 * i], back = words[2 * i + 1];
		odd += (forward == head) != (back == head) || !forward ||
		       !back || (forward | back) % 8;
	}
	/* No size belongs to the last list. */
	guint64 last = bins + 16 * (HC_BINS - 1) - HC_CHUNK_HEADER;
	return odd <= MOST_ODD && words[BINMAP - 2] == last;
}

static gboolean read_arena(struct hc_heap *heap, guint64 address,
	guint64 offset, struct hc_arena *arena)
{
	guint64 all[14 + WORDS];
	guint64 head = offset / 8;
	if (address % 8 ||
		!hc_memory_read(heap->memory, address, all, 8 * (head + WORDS)))
		return FALSE;
	const guint64 *words = all + head;
	if (!bins_plausible(words, address + offset) || !words[NEXT] ||
		!words[TOP] || words[TOP] % 8)
		return FALSE;
	*arena = (struct hc_arena){
		.address = address,
		.bins_offset = offset,
		.top = words[TOP],
		.next = words[NEXT],
		.system_memory = words[SYSTEM_MEMORY],
		.contiguous = !(all[0] >> 32 & NONCONTIGUOUS),
	};
	memcpy(arena->fastbins, words + FASTBINS, sizeof arena->fastbins);
	/* No memory yet: the top is the first list's head. */
	if (arena->top == address + offset - HC_CHUNK_HEADER)
		arena->top = 0;
	return TRUE;
}

static gboolean is_known(const struct hc_heap *heap, guint64 address)
{
	for (guint i = 0; i < heap->arenas->len; i++) {
		if (g_array_index(heap->arenas, struct hc_arena, i).address ==
			address)
			return TRUE;
	}
	return FALSE;
}

/* All arenas are linked in a circle; it tells the layout too, as it must lead
 * to another one, or back. */
static gboolean add_main(struct hc_heap *heap, guint64 bins, guint64 offset)
{
	struct hc_arena arena, next;
	if (!read_arena(heap, bins - offset, offset, &arena) ||
		is_known(heap, arena.address) ||
		(arena.next != arena.address &&
			!read_arena(heap, arena.next, offset, &next)))
		return FALSE;
	arena.is_main = TRUE;
	g_array_append_val(heap->arenas, arena);
	return TRUE;
}

static void add_others(struct hc_heap *heap, struct hc_arena arena)
{
	guint64 offset = arena.bins_offset;
	while (!is_known(heap, arena.next) && heap->arenas->len < MOST_ARENAS) {
		if (!read_arena(heap, arena.next, offset, &arena)) {
			heap->damaged++;
			return;
		}
		g_array_append_val(heap->arenas, arena);
	}
}

/* Looks for the last bin, which is always empty, hence points to itself. */
static void scan(struct hc_heap *heap, guint64 start, guint64 end)
{
	guint64 before = 0;
	for (guint64 at = start; at < end;) {
		gsize n;
		const guint64 *words =
			hc_memory_span(heap->memory, at, end - at, &n);
		if (!words || n < 8) {
			at = hc_align_up(at + 1, HC_PAGE);
			continue;
		}
		for (gsize i = 0; i < n / 8; i++, at += 8) {
			guint64 word = words[i];
			gboolean twice = word == before && word == at - 24;
			before = word;
			if (G_LIKELY(!twice))
				continue;
			guint64 bins = at - 8 - 16 * (HC_BINS - 1);
			for (guint j = 0; j < G_N_ELEMENTS(bins_offsets); j++)
				add_main(heap, bins, bins_offsets[j]);
			/* Reading an arena may have moved the cache on. */
			at += 8;
			break;
		}
	}
}

/* In libc's initialised data, or the program's if it is static; a program may
 * have several libcs (dlmopen). */
static void scan_all(struct hc_heap *heap)
{
	const GPtrArray *regions = hc_memory_regions(heap->memory);
	for (guint i = 0; i < regions->len; i++) {
		const struct hc_region *region = regions->pdata[i];
		if (region->readable && region->writable && !region->shared &&
			region->path && region->path[0] == '/')
			scan(heap, region->start, region->end);
	}
}

void hc_heap_find_arenas(struct hc_heap *heap,
	guint64 (*symbol)(const char *name, gpointer data), gpointer data)
{
	guint64 address = symbol ? symbol("main_arena", data) : 0;
	for (guint i = 0; address && i < G_N_ELEMENTS(bins_offsets); i++) {
		if (add_main(heap, address + bins_offsets[i], bins_offsets[i]))
			break;
	}
	if (heap->arenas->len == 0)
		scan_all(heap);
	guint mains = heap->arenas->len;
	for (guint i = 0; i < mains; i++)
		add_others(
			heap, g_array_index(heap->arenas, struct hc_arena, i));
}
