#include "memory-inside.h"

#include <fcntl.h>
#include <unistd.h>

#define TOUCHED                                                                \
	(G_GUINT64_CONSTANT(1) << HC_PAGE_PRESENT |                            \
		G_GUINT64_CONSTANT(1) << HC_PAGE_SWAPPED)

static gboolean load_pagemap(struct hc_memory_inside *inside, guint64 page)
{
	struct hc_pagemap *map = &inside->pagemap;
	if (page >= map->first && page - map->first < map->n)
		return TRUE;

	if (map->file == -1) {
		g_autofree char *path = g_strdup_printf(
			"/proc/%d/pagemap", (int) inside->source.pid);
		map->file = open(path, O_RDONLY | O_CLOEXEC);
		if (map->file < 0)
			map->file = -2;
	}

	if (map->file < 0)
		return FALSE;

	gssize got = pread(map->file, map->words, sizeof map->words,
		(off_t) (page * sizeof *map->words));
	map->first = page;
	map->n = got > 0 ? got / sizeof *map->words : 0;
	return map->n > 0;
}

guint64 hc_memory_touched(
	struct hc_memory *memory, guint64 address, guint64 end)
{
	struct hc_pagemap *map = &memory->inside->pagemap;
	while (address < end && !hc_memory_is_stopped(memory)) {
		guint64 page = address >> HC_PAGE_SHIFT;
		if (!load_pagemap(memory->inside, page) ||
			map->words[page - map->first] & TOUCHED)
			return address;
		address = (page + 1) << HC_PAGE_SHIFT;
		if (address == 0)
			break;
	}

	return end;
}
