#include "clock.h"
#include "state-problem-inside.h"

#include "object.h"
#include "process-status.h"

#include <string.h>
#include <sys/stat.h>

/* Where glibc's FILE has the beginning and the end of what was not written
 * yet. */
enum { WRITE_BASE = 32, WRITE_POINTER = 40 };
/* At a moment: each run's, and that of another run like it. */
enum { MOST_STATES = 2 * HC_SIDES };

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

static const struct hc_debuggee *debuggee_of(
	const struct hc_stage *stage, enum hc_side side)
{
	return &stage->debuggees->run[side];
}

struct hc_stage *hc_stage_new(const struct hc_debuggees *debuggees,
	const struct hc_state_options *options)
{
	struct hc_stage *stage = g_new0(struct hc_stage, 1);
	stage->debuggees = debuggees;
	stage->options = options;
	stage->lines =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	for (guint i = 0; i < HC_SIDES; i++) {
		stage->target[i] = debuggee_of(stage, i)->target;
		hc_target_set_timeout(
			stage->target[i], 2 * debuggees->runs->timeout);
	}
	return stage;
}

void hc_stage_free(struct hc_stage *stage)
{
	for (guint i = 0; i < HC_SIDES; i++)
		g_clear_pointer(&stage->own[i], hc_target_free);
	g_hash_table_unref(stage->lines);
	g_free(stage);
}

/* Another GDB for what is left to do. */
static gboolean replace(
	struct hc_stage *stage, enum hc_side side, GError **error)
{
	struct hc_target *other =
		hc_target_new(hc_target_launch(stage->target[side]),
			hc_target_options(stage->target[side]), error);
	if (!other)
		return FALSE;
	g_clear_pointer(&stage->own[side], hc_target_free);
	stage->own[side] = stage->target[side] = other;
	return TRUE;
}

/* Ready for another run. A GDB ends with the thread that started it, so this is
 * for the thread that lives as long as the stage. */
static gboolean make_ready(
	struct hc_stage *stage, enum hc_side side, GError **error)
{
	return hc_target_end(stage->target[side], NULL) ||
	       replace(stage, side, error);
}

/* ---- Moments ---- */

/* One run's way to its moment. */
struct way {
	struct hc_stop *stop;
	const struct hc_debuggee *debuggee;
	struct hc_target *target;
	const struct hc_place *place;
	guint64 memory; /* for its state; 0: no limit */
	gboolean freed; /* with what is left in memory that was freed */
	gint64 begin;
	GError *error;
};

static gpointer set_off(gpointer data)
{
	struct way *way = data;
	way->begin = g_get_monotonic_time();
	hc_target_set_off(way->target, way->place, &way->error);
	way->stop->seconds = hc_clock_seconds_since(way->begin);
	return NULL;
}

static void arrive(struct way *way)
{
	way->begin = g_get_monotonic_time();
	if (!way->error && hc_target_arrive(way->target, &way->error))
		way->stop->target = way->target;
	way->stop->seconds += hc_clock_seconds_since(way->begin);
}

static gpointer take_state(gpointer data)
{
	struct way *way = data;
	struct hc_stop *stop = way->stop;
	struct hc_snapshot_options how = {
		.debug_dir = hc_program_debug_dir(
			way->debuggee->run->command->program),
		.memory = way->memory,
		.freed = way->freed,
	};
	way->begin = g_get_monotonic_time();
	stop->debuggee = way->debuggee;
	stop->snapshot = hc_snapshot_new(way->target, &how, &way->error);
	if (!stop->snapshot)
		return NULL;
	const struct mg_graph *graph = hc_snapshot_graph(stop->snapshot);
	const struct hc_streams *streams = hc_target_streams(way->target);
	stop->pending.out = pending_in(graph, "stdout");
	stop->pending.err = pending_in(graph, "stderr");
	stop->written.out = stop->pending.out + size_of(streams->out);
	stop->written.err = stop->pending.err + size_of(streams->err);
	stop->extract = hc_clock_seconds_since(way->begin);
	return NULL;
}

/* Neither touches anything of the other's. */
static void at_once(GThreadFunc step, struct way ways[HC_SIDES])
{
	GThread *other = g_thread_new("passing", step, &ways[HC_PASSING]);
	step(&ways[HC_FAILING]);
	g_thread_join(other);
}

/* The first thread may be over before the others. */
static gboolean is_alive(pid_t pid)
{
	g_autoptr(GArray) threads = hc_process_threads(pid);
	for (guint i = 0; i < threads->len; i++)
		if (hc_process_size(g_array_index(threads, pid_t, i)) > 0)
			return TRUE;
	return FALSE;
}

/* A program that ends while it is looked at, as one does in which another
 * thread crashes, is not there: whatever was wrong then, that is the reason. */
static void explain_end(struct way *way)
{
	pid_t pid = hc_target_pid(way->target);
	if (way->error->domain == HC_TARGET_ERROR || pid <= 0 || is_alive(pid))
		return;

	g_clear_error(&way->error);
	g_set_error(&way->error, HC_TARGET_ERROR, HC_TARGET_ERROR_NOT_REACHED,
		"the program ended while it was stopped there");
}

/* The first that there is. */
static gboolean has_error(struct way ways[HC_SIDES], GError **error)
{
	GError *first = NULL;
	for (guint i = 0; i < HC_SIDES; i++) {
		if (!ways[i].error)
			continue;
		explain_end(&ways[i]);
		g_prefix_error(&ways[i].error,
			"%s run: ", ways[i].debuggee->run->name);
		if (!first)
			first = g_steal_pointer(&ways[i].error);
		g_clear_error(&ways[i].error);
	}
	if (first)
		g_propagate_error(error, first);
	return first != NULL;
}

gboolean hc_stops_reach(struct hc_stop stops[HC_SIDES], struct hc_stage *stage,
	const struct hc_place *const places[HC_SIDES], gboolean freed,
	GError **error)
{
	struct way ways[HC_SIDES];
	for (guint i = 0; i < HC_SIDES; i++) {
		if (!make_ready(stage, i, error))
			return FALSE;
		ways[i] = (struct way){
			.stop = &stops[i],
			.debuggee = debuggee_of(stage, i),
			.target = stage->target[i],
			.place = places[i],
			.memory = stage->options->memory / MOST_STATES,
			.freed = freed,
		};
	}
	at_once(set_off, ways);
	for (guint i = 0; i < HC_SIDES; i++)
		arrive(&ways[i]);
	if (has_error(ways, error))
		return FALSE;
	at_once(take_state, ways);
	return !has_error(ways, error);
}

void hc_stop_clear(struct hc_stop *stop)
{
	g_clear_pointer(&stop->snapshot, hc_snapshot_free);
	stop->target = NULL;
}
