#include "inside.h"

#include "object.h"

#include <string.h>
#include <sys/stat.h>

/* Where glibc's FILE has the beginning and the end of what was not written
 * yet. */
enum { WRITE_BASE = 32, WRITE_POINTER = 40 };

static double seconds_since(gint64 start)
{
	return (double) (g_get_monotonic_time() - start) / 1e6;
}

static gsize pending_in(const struct mg_graph *graph, const char *key)
{
	for (guint32 i = 0; i < mg_graph_n_objects(graph); i++) {
		const struct mg_object *o = mg_graph_object(graph, i);
		if (!o->root || !o->readable || o->size < WRITE_POINTER + 8 ||
			strcmp(mg_root_key(&graph->roots[o->root - 1]), key) !=
				0)
			continue;
		guint64 base, end;
		memcpy(&base, mg_graph_bytes(graph, o) + WRITE_BASE, 8);
		memcpy(&end, mg_graph_bytes(graph, o) + WRITE_POINTER, 8);
		return end > base ? end - base : 0;
	}
	return 0;
}

static gsize size_of(int file)
{
	struct stat stat;
	return fstat(file, &stat) == 0 ? (gsize) stat.st_size : 0;
}

gboolean hc_moment_reach(struct hc_moment *moment, const struct hc_runs *runs,
	const struct hc_side *side, const struct hc_spot *place,
	const struct hc_isolate_options *options, GError **error)
{
	gboolean separate = side->program->debug_path != NULL;
	struct hc_gdb_options gdb = {
		.gdb = options->gdb,
		.separate_debug = separate,
		.randomize = runs->randomize,
		.most_frames = 64,
	};
	struct hc_snapshot_options how = {
		.debug_dir = separate ? NULL : "",
	};
	gint64 start = g_get_monotonic_time();
	moment->side = side;
	moment->launch = hc_side_launch(side, 2 * runs->timeout, options->stop);
	moment->target = hc_target_new(&moment->launch, &gdb, error);
	if (!moment->target ||
		!hc_target_run_to(moment->target, place, error)) {
		g_prefix_error(error, "%s run: ", side->name);
		return FALSE;
	}
	moment->stop = seconds_since(start);
	start = g_get_monotonic_time();
	moment->snapshot = hc_snapshot_new(moment->target, &how, error);
	if (!moment->snapshot) {
		g_prefix_error(error, "%s run: ", side->name);
		return FALSE;
	}
	const struct mg_graph *graph = hc_snapshot_graph(moment->snapshot);
	moment->pending.out = pending_in(graph, "stdout");
	moment->pending.err = pending_in(graph, "stderr");
	const struct hc_streams *streams = hc_target_streams(moment->target);
	moment->written.out = moment->pending.out + size_of(streams->out);
	moment->written.err = moment->pending.err + size_of(streams->err);
	moment->extract = seconds_since(start);
	return TRUE;
}

void hc_moment_clear(struct hc_moment *moment)
{
	g_clear_pointer(&moment->snapshot, hc_snapshot_free);
	g_clear_pointer(&moment->target, hc_target_free);
}
