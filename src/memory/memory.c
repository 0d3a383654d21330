#include "memory-inside.h"

#include <unistd.h>

/* Finds the first way that is open by reading a byte. */
static gboolean try_ways(struct hc_memory_inside *inside, GError **error)
{
	char byte;
	for (guint i = 0; i < inside->regions->len; i++) {
		const struct hc_region *region = inside->regions->pdata[i];
		if (region->readable && hc_memory_source_read(&inside->source,
						region->start, &byte, 1) == 1)
			return TRUE;
		if (inside->source.way == HC_MEMORY_BY_NOTHING)
			break;
	}
	g_set_error(error, HC_PROCESS_ERROR, HC_PROCESS_ERROR_REFUSED,
		"the memory of process %d may not be read",
		(int) inside->source.pid);
	return FALSE;
}

struct hc_memory *hc_memory_new_with(
	pid_t pid, const struct hc_memory_options *options, GError **error)
{
	g_autoptr(hc_memory) memory = g_new0(struct hc_memory, 1);
	struct hc_memory_inside *inside = g_new0(struct hc_memory_inside, 1);

	memory->inside = inside;
	memory->stop = options->stop;
	inside->source = (struct hc_source){
		.pid = pid,
		.way = options->way,
		.file = -1,
		.ask = options->ask,
		.data = options->data,
	};
	inside->pagemap.file = -1;
	hc_memory_cache_init(memory, options->limit);
	inside->regions = hc_regions_read(pid, error);
	if (!inside->regions || !try_ways(inside, error))
		return NULL;

	return g_steal_pointer(&memory);
}

struct hc_memory *hc_memory_new(pid_t pid, GError **error)
{
	return hc_memory_new_with(pid, &(struct hc_memory_options){0}, error);
}

static void close_pagemap(struct hc_pagemap *pagemap)
{
	if (pagemap->file >= 0)
		close(pagemap->file);
	pagemap->file = -1;
	pagemap->n = 0;
}

void hc_memory_free(struct hc_memory *memory)
{
	if (!memory)
		return;
	hc_memory_cache_clear(memory);
	hc_memory_source_forget(&memory->inside->source);
	close_pagemap(&memory->inside->pagemap);
	g_clear_pointer(&memory->inside->regions, g_ptr_array_unref);
	g_free(memory->inside);
	g_free(memory);
}

gboolean hc_memory_forget(struct hc_memory *memory, GError **error)
{
	struct hc_memory_inside *inside = memory->inside;
	hc_memory_cache_forget(memory);
	hc_memory_source_forget(&inside->source);
	close_pagemap(&inside->pagemap);
	GPtrArray *regions = hc_regions_read(inside->source.pid, error);
	g_ptr_array_unref(inside->regions);
	inside->regions = regions ? regions : g_ptr_array_new();
	return regions != NULL;
}

gsize hc_memory_read_some(
	struct hc_memory *memory, guint64 address, void *bytes, gsize n)
{
	gsize done = 0;
	while (done < n && !hc_memory_is_stopped(memory)) {
		gsize got;
		const void *span =
			hc_memory_span(memory, address + done, n - done, &got);
		if (!span)
			break;
		memcpy((char *) bytes + done, span, got);
		done += got;
		if (address + done < address)
			break;
	}

	return done;
}

/* Whether all of the range is mapped and readable, as far as the map tells. */
static gboolean is_mapped(
	const struct hc_memory *memory, guint64 address, gsize n)
{
	const GPtrArray *regions = memory->inside->regions;
	guint64 last = address + (n - 1);
	if (last < address)
		return FALSE;

	for (guint i = hc_regions_above(regions, address); i < regions->len;
		i++) {
		const struct hc_region *region = regions->pdata[i];
		if (region->start > address || !region->readable)
			return FALSE;
		if (region->end - 1 >= last)
			return TRUE;
		address = region->end;
	}

	return FALSE;
}

gboolean hc_memory_read_slowly(
	struct hc_memory *memory, guint64 address, void *bytes, gsize n)
{
	return n == 0 ||
	       (is_mapped(memory, address, n) &&
		       hc_memory_read_some(memory, address, bytes, n) == n);
}

const GPtrArray *hc_memory_regions(const struct hc_memory *memory)
{
	return memory->inside->regions;
}

const struct hc_region *hc_memory_region_at(
	const struct hc_memory *memory, guint64 address)
{
	const GPtrArray *regions = memory->inside->regions;
	return hc_regions_at(regions, address);
}

guint64 hc_memory_bytes_read(const struct hc_memory *memory)
{
	return memory->inside->source.bytes_read;
}

enum hc_memory_way hc_memory_way(const struct hc_memory *memory)
{
	return memory->inside->source.way;
}
