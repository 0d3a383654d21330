#include "graph.h"

enum { FIRST_BITS = 10 };

static void allocate(struct mg_map *map, guint bits)
{
	map->size = (gsize) 1 << bits;
	map->shift = 64 - bits;
	map->entries = g_new0(struct mg_map_entry, map->size);
}

void mg_map_init(struct mg_map *map)
{
	map->used = 0;
	allocate(map, FIRST_BITS);
}

void mg_map_clear(struct mg_map *map)
{
	g_free(map->entries);
}

/* Addresses differ in their low and middle bits; the highest bits of the
 * product depend on all of these. */
static struct mg_map_entry *entry_of(const struct mg_map *map, guint64 key)
{
	gsize at = (gsize) ((key * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15)) >>
			    map->shift);
	while (map->entries[at].key != 0 && map->entries[at].key != key)
		at = (at + 1) & (map->size - 1);
	return &map->entries[at];
}

guint32 mg_map_get(const struct mg_map *map, guint64 key)
{
	if (key == 0)
		return MG_NO_OBJECT;
	const struct mg_map_entry *entry = entry_of(map, key);
	return entry->key ? entry->value : MG_NO_OBJECT;
}

static void grow(struct mg_map *map)
{
	struct mg_map old = *map;
	allocate(map, 64 - old.shift + 1);
	for (gsize i = 0; i < old.size; i++)
		if (old.entries[i].key)
			*entry_of(map, old.entries[i].key) = old.entries[i];
	mg_map_clear(&old);
}

void mg_map_put(struct mg_map *map, guint64 key, guint32 value)
{
	if (key == 0)
		return;
	if (2 * map->used >= map->size)
		grow(map);
	struct mg_map_entry *entry = entry_of(map, key);
	map->used += entry->key == 0;
	entry->key = key;
	entry->value = value;
}
