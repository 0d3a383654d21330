/* What is mapped into a process, file by file, and where there is room near
 * it. Internal to the trace.
 *
 *	g_autoptr(GPtrArray) maps = hc_trace_maps_read(pid, &error);
 *	struct hc_trace_map *program = hc_trace_maps_at(maps, entry);
 *	guint64 room = hc_trace_maps_room(maps, program, 1 << 20);
 */
#ifndef HC_TRACE_MAPS_H
#define HC_TRACE_MAPS_H

#include <glib.h>
#include <sys/types.h>

/* A file with all of its mappings, or one mapping without a file. */
struct hc_trace_map {
	char *path; /* "" if there is none */
	guint64 start, end;
	gboolean file;
	guint8 *image; /* its bytes, from hc_trace_maps_load; 0 where nothing is
			  mapped */
};

/* In the order of addresses. Elements: struct hc_trace_map *. */
GPtrArray *hc_trace_maps_read(pid_t pid, GError **error);
/* The one that contains this address, or NULL. */
struct hc_trace_map *hc_trace_maps_at(const GPtrArray *maps, guint64 address);

/* Copies its bytes out of the process; FALSE if it is too large. */
gboolean hc_trace_maps_load(struct hc_trace_map *map, pid_t pid);

/* The address of n free bytes, near enough for jumps to and from all of the
 * map, where neither the heap nor later mappings are likely to grow; 0 if there
 * are none. */
guint64 hc_trace_maps_room(
	const GPtrArray *maps, const struct hc_trace_map *near, guint64 n);

#endif
