#include "trace-maps.h"

#include "peek.h"
#include "process-maps.h"

#include <string.h>

enum {
	PAGE = 4096,
	MAX_IMAGE = 512 << 20,
	FIRST = 1 << 16, /* the system lets nobody map below it */
};

static void map_free(gpointer data)
{
	struct hc_trace_map *map = data;
	g_free(map->path);
	g_free(map->image);
	g_free(map);
}

static char *path_of(const struct hc_region *region)
{
	return g_strconcat(region->path ? region->path : "",
		region->deleted ? " (deleted)" : NULL, NULL);
}

/* Mappings of a file follow each other, with anonymous ones (its zeros) at the
 * end and sometimes holes in between. */
static void add(GPtrArray *maps, const struct hc_region *region)
{
	struct hc_trace_map *last =
		maps->len ? maps->pdata[maps->len - 1] : NULL;
	g_autofree char *path = path_of(region);
	gboolean file = *path == '/';

	if (last && file && strcmp(last->path, path) == 0) {
		last->end = region->end;
		return;
	}
	if (last && last->file && !*path && last->end == region->start) {
		last->end = region->end;
		return;
	}

	struct hc_trace_map *map = g_new0(struct hc_trace_map, 1);
	map->path = g_steal_pointer(&path);
	map->start = region->start;
	map->end = region->end;
	map->file = file;
	g_ptr_array_add(maps, map);
}

GPtrArray *hc_trace_maps_read(pid_t pid, GError **error)
{
	g_autoptr(GPtrArray) regions = hc_regions_read(pid, error);
	if (!regions)
		return NULL;
	GPtrArray *maps = g_ptr_array_new_with_free_func(map_free);
	for (guint i = 0; i < regions->len; i++)
		add(maps, regions->pdata[i]);
	return maps;
}

struct hc_trace_map *hc_trace_maps_at(const GPtrArray *maps, guint64 address)
{
	for (guint i = 0; i < maps->len; i++) {
		struct hc_trace_map *map = maps->pdata[i];
		if (address >= map->start && address < map->end)
			return map;
	}
	return NULL;
}

gboolean hc_trace_maps_load(struct hc_trace_map *map, pid_t pid)
{
	if (map->image)
		return TRUE;
	if (map->end - map->start > MAX_IMAGE)
		return FALSE;

	gsize n = map->end - map->start;
	map->image = g_try_malloc0(n);
	if (!map->image)
		return FALSE;

	/* A read ends where something is not mapped: continue after that. */
	for (gsize done = 0; done < n;) {
		gssize got = hc_process_peek_some(
			pid, map->start + done, map->image + done, n - done);
		done += got > 0 ? (gsize) got : PAGE - done % PAGE;
	}

	return TRUE;
}

static gboolean is_free(const GPtrArray *maps, guint64 start, guint64 end)
{
	for (guint i = 0; i < maps->len; i++) {
		const struct hc_trace_map *map = maps->pdata[i];
		if (start < map->end + FIRST && map->start < end + FIRST)
			return FALSE;
	}
	return TRUE;
}

static gboolean reaches(
	const struct hc_trace_map *map, guint64 start, guint64 end)
{
	const guint64 far = (1u << 31) - (1 << 20);
	return MAX(map->end, end) - MIN(map->start, start) < far;
}

/* There is nothing below the program, and the heap is above it. Later mappings
 * of the program go below its libraries, growing down. */
guint64 hc_trace_maps_room(
	const GPtrArray *maps, const struct hc_trace_map *near, guint64 n)
{
	static const guint64 distances[] = {
		1 << 30, 1 << 29, 1 << 28, 1 << 26, 1 << 24, 1 << 21, 1 << 16};

	n = (n + PAGE - 1) & ~(guint64) (PAGE - 1);
	for (guint i = 0; i < G_N_ELEMENTS(distances); i++) {
		guint64 distance = distances[i] + n;
		guint64 start = near->start - distance;
		if (near->start > distance + FIRST &&
			is_free(maps, start, start + n) &&
			reaches(near, start, start + n))
			return start;
	}

	for (guint i = 0; i < G_N_ELEMENTS(distances); i++) {
		guint64 start = near->end + distances[i];
		if (is_free(maps, start, start + n) &&
			reaches(near, start, start + n))
			return start;
	}

	return 0;
}
