#include "clock.h"
#include "object.h"
#include "state-problem-inside.h"

const char *const hc_states_written_streams[] = {"stdout", "stderr", NULL};

static void add_seconds(struct hc_states *states, const struct hc_stop *stops)
{
	for (guint i = 0; i < HC_SIDES; i++) {
		states->seconds.stop += stops[i].seconds;
		states->seconds.extract += stops[i].extract;
	}
}

struct hc_states *hc_states_new(struct hc_stage *stage,
	const struct hc_place *const places[HC_SIDES], guint how,
	GError **error)
{
	g_autoptr(hc_states) states = g_new0(struct hc_states, 1);
	gboolean freed = (how & HC_STATES_FREED) != 0;
	states->stage = stage;

	/* Runs that don't get there each time are no reason to stop. */
	if (how & HC_STATES_TWICE) {
		hc_stops_reach(states->again, stage, places, freed, NULL);
		add_seconds(states, states->again);
	}

	if (!hc_stops_reach(states->stops, stage, places, freed, error))
		return NULL;
	add_seconds(states, states->stops);
	return g_steal_pointer(&states);
}

void hc_states_free(struct hc_states *states)
{
	g_clear_pointer(&states->back_deltas, hc_deltas_free);
	g_clear_pointer(&states->back_diff, mg_diff_free);
	g_clear_pointer(&states->back_match, mg_match_free);
	g_clear_pointer(&states->deltas, hc_deltas_free);
	g_clear_pointer(&states->diff, mg_diff_free);
	g_clear_pointer(&states->match, mg_match_free);
	for (guint i = 0; i < HC_SIDES; i++) {
		g_clear_pointer(&states->noise_diff[i], mg_diff_free);
		g_clear_pointer(&states->noise_match[i], mg_match_free);
		hc_stop_clear(&states->again[i]);
		hc_stop_clear(&states->stops[i]);
	}
	g_free(states);
}

const struct hc_target *hc_states_target(
	const struct hc_states *states, enum hc_side side)
{
	return states->stops[side].target;
}

const struct hc_snapshot *hc_states_snapshot(
	const struct hc_states *states, enum hc_side side)
{
	return states->stops[side].snapshot;
}

const struct hc_states_seconds *hc_states_seconds(
	const struct hc_states *states)
{
	return &states->seconds;
}

/* ---- The calls ---- */

gboolean hc_states_comparable(const struct hc_states *states)
{
	return hc_snapshot_comparable(states->stops[HC_PASSING].snapshot,
		states->stops[HC_FAILING].snapshot);
}

guint hc_states_common_frames(const struct hc_states *states)
{
	guint n, m, i = 0;
	const struct hc_stack_frame *p =
		hc_snapshot_stack(states->stops[HC_PASSING].snapshot, &n);
	const struct hc_stack_frame *q =
		hc_snapshot_stack(states->stops[HC_FAILING].snapshot, &m);

	while (i < n && i < m && p[i].offset == q[i].offset &&
		g_strcmp0(p[i].module, q[i].module) == 0)
		i++;
	return i;
}

/* ---- The differences ---- */

static gboolean is_stopped(const struct hc_states *states)
{
	return hc_stop_flag_is_set(
		hc_target_launch(states->stops[HC_PASSING].target)->stop);
}

/* What differs between two runs of the same invocation. */
static void find_noise(struct hc_states *states, enum hc_side side)
{
	struct mg_match_options how = {.way = MG_MATCH_TRAVERSAL};
	if (!states->again[side].snapshot)
		return;

	const struct mg_graph *one =
		hc_snapshot_graph(states->stops[side].snapshot);
	const struct mg_graph *other =
		hc_snapshot_graph(states->again[side].snapshot);
	states->same[side] = mg_graphs_are_same(one, other);
	if (states->same[side])
		return;
	states->noise_match[side] = mg_match_new(one, other, &how);
	if (states->noise_match[side])
		states->noise_diff[side] =
			mg_diff_new(states->noise_match[side]);
}

const struct mg_diff *hc_states_compare(struct hc_states *states)
{
	struct mg_match_options how = {.way = states->stage->options->match};
	gint64 start = g_get_monotonic_time();

	states->match = mg_match_new(
		hc_snapshot_graph(states->stops[HC_PASSING].snapshot),
		hc_snapshot_graph(states->stops[HC_FAILING].snapshot), &how);
	states->diff = states->match ? mg_diff_new(states->match) : NULL;
	find_noise(states, HC_PASSING);
	find_noise(states, HC_FAILING);
	states->seconds.compare = hc_clock_seconds_since(start);

	/* Without what is noise, noise would be taken for differences. */
	return is_stopped(states) ? NULL : states->diff;
}

/* Where addresses vary, so does what is left of them on the stack, here and
 * there. */
static gboolean is_quiet(const struct hc_states *states, enum hc_side side)
{
	const struct mg_diff *noise = states->noise_diff[side];
	return (states->same[side] || (noise && noise->changes->len == 0)) &&
	       hc_snapshot_same_addresses(states->stops[side].snapshot,
		       states->again[side].snapshot);
}

/* What only looks like a pointer to freed memory counts for nothing. */
static gboolean has_freed(const struct mg_graph *graph)
{
	return graph->ends[MG_END_DEAD] > 0;
}

gboolean hc_states_have_freed(const struct hc_states *states)
{
	return has_freed(
		       hc_snapshot_graph(states->stops[HC_PASSING].snapshot)) &&
	       has_freed(hc_snapshot_graph(states->stops[HC_FAILING].snapshot));
}

gboolean hc_states_differ_in_freed(const struct hc_states *states)
{
	const GArray *changes = states->diff->changes;
	const struct mg_graph *graph =
		hc_snapshot_graph(states->stops[HC_PASSING].snapshot);
	for (guint i = 0; i < changes->len; i++) {
		const struct mg_vertex *v =
			&g_array_index(changes, struct mg_change, i).before;
		if (v->object != MG_NO_MATE &&
			mg_graph_object(graph, v->object)->home ==
				MG_HOME_FREED)
			return TRUE;
	}
	return FALSE;
}

gboolean hc_states_are_quiet(const struct hc_states *states)
{
	return is_quiet(states, HC_PASSING) && is_quiet(states, HC_FAILING);
}

const struct hc_deltas *hc_states_make_deltas(
	struct hc_states *states, gboolean with_noise)
{
	struct hc_noise noise = {
		.pass = with_noise ? NULL : states->noise_diff[HC_PASSING],
		.fail = with_noise ? NULL : states->noise_diff[HC_FAILING],
		.streams = hc_states_written_streams,
		.process = hc_target_pid(states->stops[HC_FAILING].target),
	};
	g_clear_pointer(&states->deltas, hc_deltas_free);
	states->deltas = hc_deltas_new(states->diff, &noise);
	return states->deltas;
}

static struct hc_oracle_event event_of(const struct hc_states *states)
{
	return (struct hc_oracle_event){
		.pass = states->stops[HC_PASSING].written,
		.fail = states->stops[HC_FAILING].written,
	};
}

gboolean hc_states_are_late(const struct hc_states *states)
{
	struct hc_oracle_event event = event_of(states);
	return !hc_oracle_can_judge(states->stage->debuggees->oracle, &event);
}

char *hc_states_describe_failure(const struct hc_states *states)
{
	struct hc_oracle_event event = event_of(states);
	return hc_oracle_describe_from(
		states->stage->debuggees->oracle, &event);
}
