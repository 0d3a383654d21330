#include "inside.h"

#include "object.h"

#include <string.h>
#include <sys/stat.h>

/* Where glibc's FILE has the beginning and the end of what was not written
 * yet. */
enum { WRITE_BASE = 32, WRITE_POINTER = 40 };
/* Calls of a crash that are looked at. */
enum { MOST_FRAMES = 64 };

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

/* ---- The stage ---- */

static const struct hc_side *side_of(const struct hc_stage *stage, guint run)
{
	return run == HC_RUN_PASS ? &stage->runs->pass : &stage->runs->fail;
}

struct hc_stage *hc_stage_new(
	const struct hc_runs *runs, const struct hc_isolate_options *options)
{
	struct hc_stage *stage = g_new0(struct hc_stage, 1);
	stage->runs = runs;
	stage->options = options;
	for (guint i = 0; i < HC_RUNS; i++) {
		stage->target[i] = side_of(stage, i)->target;
		hc_target_set_timeout(stage->target[i], 2 * runs->timeout);
	}
	return stage;
}

void hc_stage_free(struct hc_stage *stage)
{
	for (guint i = 0; i < HC_RUNS; i++)
		g_clear_pointer(&stage->own[i], hc_target_free);
	g_free(stage);
}

/* Another GDB for what is left to do. */
static gboolean replace(struct hc_stage *stage, guint run, GError **error)
{
	struct hc_target *other =
		hc_target_new(hc_target_launch(stage->target[run]),
			hc_target_options(stage->target[run]), error);
	if (!other)
		return FALSE;
	g_clear_pointer(&stage->own[run], hc_target_free);
	stage->own[run] = stage->target[run] = other;
	return TRUE;
}

static gboolean go_to(struct hc_stage *stage, guint run,
	const struct hc_spot *place, GError **error)
{
	if (!hc_target_end(stage->target[run], NULL) &&
		!replace(stage, run, error))
		return FALSE;
	return hc_target_run_to(stage->target[run], place, error);
}

/* ---- Moments ---- */

gboolean hc_moment_reach(struct hc_moment *moment, struct hc_stage *stage,
	guint run, const struct hc_spot *place, GError **error)
{
	const struct hc_side *side = side_of(stage, run);
	struct hc_snapshot_options how = {
		.debug_dir = side->program->debug_path ? NULL : "",
	};
	gint64 begin = g_get_monotonic_time();
	moment->side = side;
	if (!go_to(stage, run, place, error)) {
		g_prefix_error(error, "%s run: ", side->name);
		return FALSE;
	}
	moment->target = stage->target[run];
	moment->stop = seconds_since(begin);
	begin = g_get_monotonic_time();
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
	moment->extract = seconds_since(begin);
	return TRUE;
}

void hc_moment_clear(struct hc_moment *moment)
{
	g_clear_pointer(&moment->snapshot, hc_snapshot_free);
	moment->target = NULL;
}
