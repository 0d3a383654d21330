#include "heap-inside.h"

/* Words of struct malloc_state, counted from its bins in both directions. What
 * comes before the bins is 8 bytes shorter up to glibc 2.26. */
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
	MOST_ARENAS = 1 << 12,
};

static const guint64 bins_offsets[] = {112, 104};

/* Both ends of an empty list are the list's head, which poses as a chunk: a
 * pattern that nothing else in memory has. A few may be wrong, if a thread was
 * stopped inside malloc or the program wrote there. */
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
		.size = 8 * (head + WORDS),
		.bins_offset = offset,
		.top = words[TOP],
		.next = words[NEXT],
		.system_memory = words[SYSTEM_MEMORY],
		.contiguous = !(all[0] >> 32 & NONCONTIGUOUS),
	};

	memcpy(arena->fastbins, words + FASTBINS, sizeof arena->fastbins);
	/* It has no memory yet: the top is the first list's head. */
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

/* Whether an arena other than main is there, perhaps a damaged one: it follows
 * a struct heap_info that knows it, or, if that is damaged too, one that is
 * where glibc puts them. */
static gboolean has_heap_info(struct hc_heap *heap, guint64 address)
{
	guint64 behind = address % HC_PAGE, owner;
	return (behind == HC_HEAP_INFO || behind == HC_HEAP_INFO_OLD) &&
	       hc_memory_read(
		       heap->memory, address - behind, &owner, sizeof owner) &&
	       (owner == address || (address - behind) % HC_HEAP_ALIGN == 0);
}

/* All arenas are linked in a circle, which also confirms the layout. */
static gboolean leads_on(struct hc_heap *heap, const struct hc_arena *arena)
{
	struct hc_arena next;
	return arena->next == arena->address ||
	       read_arena(heap, arena->next, arena->bins_offset, &next) ||
	       has_heap_info(heap, arena->next);
}

static gboolean add_main(struct hc_heap *heap, guint64 bins, guint64 offset)
{
	struct hc_arena arena;
	if (!read_arena(heap, bins - offset, offset, &arena) ||
		is_known(heap, arena.address) || !leads_on(heap, &arena))
		return FALSE;
	arena.is_main = TRUE;
	g_array_append_val(heap->arenas, arena);
	return TRUE;
}

/* One that is damaged is left out; the circle goes on through it. */
static void add_others(struct hc_heap *heap, const struct hc_arena *main_arena)
{
	guint64 offset = main_arena->bins_offset;
	guint64 at = main_arena->next;

	for (guint i = 0; i < MOST_ARENAS && !is_known(heap, at); i++) {
		struct hc_arena arena;
		guint64 next = at + offset + 8 * NEXT;
		if (read_arena(heap, at, offset, &arena))
			g_array_append_val(heap->arenas, arena);
		else
			heap->damaged++;
		if (!hc_memory_read(heap->memory, next, &at, sizeof at))
			return;
	}
}

static void try_last_bin(struct hc_heap *heap, guint64 last)
{
	guint64 bins = last - 16 * (HC_BINS - 1);
	for (guint i = 0; i < G_N_ELEMENTS(bins_offsets); i++) {
		if (add_main(heap, bins, bins_offsets[i]))
			return;
	}
}

/* Looks for empty lists. An arena's last list is always empty, so no other one
 * follows it for the length of an arena's lists. */
static void scan_for_arenas(struct hc_heap *heap, guint64 start, guint64 end)
{
	guint64 before = 0, last = 0;
	for (guint64 at = start;
		at < end && !hc_memory_is_stopped(heap->memory);) {
		gsize n;
		const guint64 *words =
			hc_memory_span(heap->memory, at, end - at, &n);
		if (!words) {
			at = hc_align_up(at + 1, HC_PAGE);
			continue;
		}
		for (gsize i = 0; i < n / 8; i++, at += 8) {
			if (words[i] == before && words[i] == at - 24)
				last = at - 8;
			before = words[i];
			if (G_UNLIKELY(last && at - last > 16 * HC_BINS))
				break;
		}
		/* This reads memory, so it can't be done while the span is in
		 * use. */
		if (last && at - last > 16 * HC_BINS) {
			try_last_bin(heap, last);
			last = 0;
		}
	}

	if (last)
		try_last_bin(heap, last);
}

/* In the initialised data of libc, or of a static program; a program may have
 * several libcs (dlmopen). */
static void scan_regions(struct hc_heap *heap)
{
	const GPtrArray *regions = hc_memory_regions(heap->memory);
	for (guint i = 0; i < regions->len; i++) {
		const struct hc_region *region = regions->pdata[i];
		if (region->readable && region->writable && !region->shared &&
			region->path && region->path[0] == '/')
			scan_for_arenas(heap, region->start, region->end);
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
		scan_regions(heap);
	guint mains = heap->arenas->len;
	for (guint i = 0; i < mains; i++) {
		/* A copy: the array grows. */
		struct hc_arena arena =
			g_array_index(heap->arenas, struct hc_arena, i);
		add_others(heap, &arena);
	}
}
