#include "graph.h"

enum { FIRST_SIZE = 1024 };

void mg_map_init(struct mg_map *map)
{
	map->size = FIRST_SIZE;
	map->used = 0;
	map->keys = g_new0(guint64, map->size);
	map->values = g_new(guint32, map->size);
}

void mg_map_clear(struct mg_map *map)
{
	g_free(map->keys);
	g_free(map->values);
}

/* Addresses differ in their middle bits; multiplying brings these up. */
static gsize slot_of(const struct mg_map *map, guint64 key)
{
	gsize at =
		(gsize) ((key * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15)) >> 20) &
		(map->size - 1);
	while (map->keys[at] != 0 && map->keys[at] != key)
		at = (at + 1) & (map->size - 1);
	return at;
}

guint32 mg_map_get(const struct mg_map *map, guint64 key)
{
	if (key == 0)
		return MG_NO_OBJECT;
	gsize at = slot_of(map, key);
	return map->keys[at] ? map->values[at] : MG_NO_OBJECT;
}

static void grow(struct mg_map *map)
{
	struct mg_map old = *map;
	map->size *= 2;
	map->keys = g_new0(guint64, map->size);
	map->values = g_new(guint32, map->size);
	for (gsize i = 0; i < old.size; i++) {
		if (old.keys[i] == 0)
			continue;
		gsize at = slot_of(map, old.keys[i]);
		map->keys[at] = old.keys[i];
		map->values[at] = old.values[i];
	}
	mg_map_clear(&old);
}

void mg_map_put(struct mg_map *map, guint64 key, guint32 value)
{
	if (key == 0)
		return;
	if (2 * map->used >= map->size)
		grow(map);
	gsize at = slot_of(map, key);
	map->used += map->keys[at] == 0;
	map->keys[at] = key;
	map->values[at] = value;
}
