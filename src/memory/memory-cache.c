#include "memory-inside.h"

#include <sys/mman.h>

enum {
	SLAB = 64, /* sheets: 16 MiB */
	FIRST_SLOTS_LOG2 = 8,
	AHEAD = 16, /* pages that a first look into a sheet reads: 64 KiB */
};

static void new_table(struct hc_memory *memory, guint log2)
{
	memory->shift = 64 - log2;
	memory->slots = g_new0(struct hc_memory_slot, (gsize) 1 << log2);
}

void hc_memory_cache_init(struct hc_memory *memory, guint64 limit)
{
	struct hc_memory_inside *inside = memory->inside;
	guint64 sheets = (limit ? limit : (guint64) 2 << 30) / HC_SHEET;
	inside->most = CLAMP(sheets, 1, G_MAXUINT / 4);
	inside->slabs = g_ptr_array_new();
	new_table(memory, FIRST_SLOTS_LOG2);
}

void hc_memory_cache_forget(struct hc_memory *memory)
{
	guint log2 = 64 - memory->shift;
	memset(memory->slots, 0, sizeof *memory->slots << log2);
	memory->inside->used = 0;
}

void hc_memory_cache_clear(struct hc_memory *memory)
{
	GPtrArray *slabs = memory->inside->slabs;
	for (guint i = 0; i < slabs->len; i++)
		munmap(slabs->pdata[i], (gsize) SLAB * HC_SHEET);
	g_ptr_array_unref(slabs);
	g_free(memory->slots);
}

/* The key's slot, or the empty one where it belongs. */
static struct hc_memory_slot *find_slot(
	const struct hc_memory *memory, guint64 key)
{
	guint64 mask = ((guint64) 1 << (64 - memory->shift)) - 1;
	guint64 at = hc_memory_hash(key, memory->shift);
	while (memory->slots[at].bytes && memory->slots[at].key != key)
		at = (at + 1) & mask;
	return &memory->slots[at];
}

/* Keeps the table at most a quarter full, so that the first slot is usually the
 * right one. */
static void grow_table(struct hc_memory *memory)
{
	guint log2 = 64 - memory->shift;
	if (memory->inside->used < (guint) 1 << log2 >> 2)
		return;
	g_autofree struct hc_memory_slot *old = memory->slots;
	new_table(memory, log2 + 1);
	for (gsize i = 0; i < (gsize) 1 << log2; i++) {
		if (old[i].bytes)
			*find_slot(memory, old[i].key) = old[i];
	}
}

static guint8 *new_sheet(struct hc_memory_inside *inside)
{
	if (inside->used / SLAB == inside->slabs->len) {
		/* Only the part in use costs memory. */
		void *slab = mmap(NULL, (gsize) SLAB * HC_SHEET,
			PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (slab == MAP_FAILED)
			return NULL;
		g_ptr_array_add(inside->slabs, slab);
	}

	guint8 *slab = inside->slabs->pdata[inside->used / SLAB];
	return slab + (gsize) (inside->used++ % SLAB) * HC_SHEET;
}

static struct hc_memory_slot *slot_for(struct hc_memory *memory, guint64 key)
{
	struct hc_memory_slot *slot = find_slot(memory, key);
	if (slot->bytes)
		return slot;

	/* Full: starting anew is as good as any other choice of what to drop,
	 * as it happens only once in gigabytes. */
	if (memory->inside->used >= memory->inside->most)
		hc_memory_cache_forget(memory);

	grow_table(memory);
	slot = find_slot(memory, key);
	slot->bytes = new_sheet(memory->inside);
	slot->key = key;
	return slot->bytes ? slot : NULL;
}

/* Pages of a sheet from `first` to before `end`; what can't be read is left
 * out and never tried again. */
static void fill_run(struct hc_memory *memory, struct hc_memory_slot *slot,
	guint64 first, guint64 end)
{
	const GPtrArray *regions = memory->inside->regions;
	guint64 base = slot->key << HC_SHEET_SHIFT;
	guint64 at = base + first * HC_PAGE, stop = end * HC_PAGE - 1 + base;
	guint i = hc_regions_above(regions, at);

	while (i < regions->len && at <= stop) {
		const struct hc_region *region = regions->pdata[i];
		if (region->start > stop)
			break;
		at = MAX(at, region->start);
		if (!region->readable || at >= region->end) {
			i++;
			continue;
		}
		guint64 n = MIN(region->end - 1, stop) - at + 1;
		guint64 got = hc_memory_source_read(&memory->inside->source, at,
			slot->bytes + (at - base), n);
		guint page = (at - base) >> HC_PAGE_SHIFT;
		got >>= HC_PAGE_SHIFT;
		if (got)
			slot->valid |= hc_memory_pages(page, page + got - 1);
		/* A page may be mapped but not readable, such as one past the
		 * end of its file: go on behind it. */
		at += (got + (got < n >> HC_PAGE_SHIFT)) << HC_PAGE_SHIFT;
		if (at < base)
			break;
	}
}

static void fill_pages(
	struct hc_memory *memory, struct hc_memory_slot *slot, guint64 pages)
{
	slot->tried |= pages;
	while (pages) {
		guint first = __builtin_ctzll(pages);
		guint64 gaps = ~pages & ~(guint64) 0 << first;
		guint end = gaps ? __builtin_ctzll(gaps) : 64;
		fill_run(memory, slot, first, end);
		pages &= end < 64 ? ~(guint64) 0 << end : 0;
	}
}

/* The first access to a sheet reads the neighbourhood, the next one all the
 * rest: a walk through memory reads large pieces, and a jump to a single place
 * costs little. */
static guint64 pages_ahead(const struct hc_memory_slot *slot, guint64 wanted)
{
	if (slot->tried)
		return ~slot->tried;
	guint first = __builtin_ctzll(wanted);
	guint last = 63 - __builtin_clzll(wanted);
	return hc_memory_pages(first / AHEAD * AHEAD, last | (AHEAD - 1));
}

const void *hc_memory_span(
	struct hc_memory *memory, guint64 address, gsize n, gsize *got)
{
	*got = 0;
	const struct hc_region *region = hc_memory_region_at(memory, address);
	if (n == 0 || !region || !region->readable)
		return NULL;

	struct hc_memory_slot *slot =
		slot_for(memory, address >> HC_SHEET_SHIFT);
	if (!slot)
		return NULL;

	guint64 offset = address & (HC_SHEET - 1);
	n = MIN(n, HC_SHEET - offset);
	guint first = offset >> HC_PAGE_SHIFT;
	guint last = (offset + n - 1) >> HC_PAGE_SHIFT;
	guint64 wanted = hc_memory_pages(first, last);
	if (wanted & ~slot->tried)
		fill_pages(memory, slot, pages_ahead(slot, wanted));

	guint64 holes = ~slot->valid & wanted;
	if (holes) {
		guint64 hole = (guint64) __builtin_ctzll(holes)
			       << HC_PAGE_SHIFT;
		if (hole <= offset)
			return NULL;
		n = hole - offset;
	}
	*got = n;

	return slot->bytes + offset;
}
