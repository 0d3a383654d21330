#include "isolation.h"

/* Calls shown of a stack, and refused differences. */
enum { MOST_CALLS = 50, MOST_REFUSED = 20 };

const char *const hc_written_streams[] = {"stdout", "stderr", NULL};

static double seconds_since(gint64 start)
{
	return (double) (g_get_monotonic_time() - start) / 1e6;
}

static void take_place(struct isolation *x)
{
	guint n;
	const struct hc_stack_frame *stack =
		hc_snapshot_stack(x->stops[HC_PASSING].snapshot, &n);
	struct hc_event *event = x->event;
	if (n) {
		event->function = g_strdup(stack[0].function);
		event->file = g_strdup(stack[0].file);
		event->line = stack[0].line;
	}
	for (guint i = 0; i < n && i < MOST_CALLS; i++) {
		struct hc_frame frame = {(char *) stack[i].function,
			(char *) stack[i].file, stack[i].line};
		if (stack[i].has_debug)
			g_ptr_array_add(
				event->backtrace, hc_frame_describe(&frame));
	}
}

static void count_graphs(struct isolation *x)
{
	for (guint i = 0; i < HC_SIDES; i++) {
		struct mg_summary sum;
		mg_graph_summary(hc_snapshot_graph(x->stops[i].snapshot), &sum);
		x->event->vertices[i] = sum.vertices;
		x->event->edges[i] = sum.edges;
	}
	x->event->common = mg_diff_common_vertices(x->diff);
}

static void add_seconds(struct isolation *x, const struct hc_stop *stops)
{
	for (guint i = 0; i < HC_SIDES; i++) {
		x->event->stop += stops[i].stop;
		x->event->extract += stops[i].extract;
	}
}

/* The states of other runs of the same invocations, for find_noise. Runs that
 * don't get there each time are no reason to stop. */
static void reach_before(
	struct isolation *x, const struct hc_place *const places[HC_SIDES])
{
	hc_stops_reach(x->again, x->stage, places, NULL);
	add_seconds(x, x->again);
}

gboolean hc_states_reach(
	struct isolation *x, const struct hc_pair *pair, GError **error)
{
	const struct hc_place *const places[] = {pair->pass, pair->fail};
	struct hc_event *event = x->event;
	hc_isolation_say(x, "stopping both runs");
	event->hit_pass = pair->pass->hit;
	event->hit_fail = pair->fail->hit;
	event->at_function = g_strdup(pair->pass->function);
	event->at_file = g_strdup(pair->pass->file);
	event->at_line = pair->pass->line;
	if (!pair->quiet && !x->options->compare_only)
		reach_before(x, places);
	if (!hc_stops_reach(x->stops, x->stage, places, error))
		return FALSE;
	add_seconds(x, x->stops);
	take_place(x);
	return TRUE;
}

/* What differs between two runs of the same invocation. */
static void find_noise(struct isolation *x, guint i)
{
	struct mg_match_options how = {.way = MG_MATCH_TRAVERSAL};
	if (!x->again[i].snapshot)
		return;
	x->noise_match[i] =
		mg_match_new(hc_snapshot_graph(x->stops[i].snapshot),
			hc_snapshot_graph(x->again[i].snapshot), &how);
	x->noise_diff[i] = mg_diff_new(x->noise_match[i]);
}

/* Where addresses vary, so does what is left of them on the stack, here and
 * there. */
static gboolean is_quiet(const struct isolation *x, guint i)
{
	return x->noise_diff[i] && x->noise_diff[i]->changes->len == 0 &&
	       hc_snapshot_same_addresses(
		       x->stops[i].snapshot, x->again[i].snapshot);
}

gboolean hc_states_compare(struct isolation *x, GError **error)
{
	struct mg_match_options how = {.way = x->options->match};
	hc_isolation_say(x, "comparing both states");
	gint64 start = g_get_monotonic_time();
	x->match =
		mg_match_new(hc_snapshot_graph(x->stops[HC_PASSING].snapshot),
			hc_snapshot_graph(x->stops[HC_FAILING].snapshot), &how);
	x->diff = mg_diff_new(x->match);
	count_graphs(x);
	x->event->compare = seconds_since(start);
	if (x->options->compared && !x->options->compared(x->diff, x->event,
					    x->options->data, error))
		return FALSE;
	find_noise(x, HC_PASSING);
	find_noise(x, HC_FAILING);
	x->look->quiet = is_quiet(x, HC_PASSING) && is_quiet(x, HC_FAILING);
	return TRUE;
}

guint hc_states_common_frames(const struct isolation *x)
{
	guint n, m, i = 0;
	const struct hc_stack_frame *p =
		hc_snapshot_stack(x->stops[HC_PASSING].snapshot, &n);
	const struct hc_stack_frame *q =
		hc_snapshot_stack(x->stops[HC_FAILING].snapshot, &m);
	while (i < n && i < m && p[i].offset == q[i].offset &&
		g_strcmp0(p[i].module, q[i].module) == 0)
		i++;
	return i;
}

gboolean hc_states_can_compare(struct isolation *x, gboolean relaxed)
{
	if (hc_snapshot_comparable(x->stops[HC_PASSING].snapshot,
		    x->stops[HC_FAILING].snapshot))
		return TRUE;
	/* The same place of the same function, whoever called it. */
	x->event->relaxed = relaxed && hc_states_common_frames(x) > 0;
	if (!x->event->relaxed)
		hc_isolation_give_up(x, "the runs get here by different calls");
	return x->event->relaxed;
}

void hc_states_make_deltas(struct isolation *x)
{
	struct hc_noise noise = {
		.pass = x->with_noise ? NULL : x->noise_diff[0],
		.fail = x->with_noise ? NULL : x->noise_diff[1],
		.streams = hc_written_streams,
		.process = hc_target_pid(x->stops[HC_FAILING].target),
	};
	g_clear_pointer(&x->deltas, hc_deltas_free);
	x->deltas = hc_deltas_new(x->diff, &noise);
	x->event->deltas = hc_deltas_n(x->deltas);
	x->look->noise = hc_deltas_n_noise(x->deltas);
	/* What varies by itself does not tell the runs apart. */
	x->event->common = mg_diff_common_vertices(x->diff) +
			   hc_deltas_noise_vertices(x->deltas);
	g_ptr_array_set_size(x->look->refused, 0);
	const GArray *refused = hc_deltas_refused(x->deltas);
	for (guint i = 0; i < refused->len && i < MOST_REFUSED; i++) {
		const struct hc_refused *r =
			&g_array_index(refused, struct hc_refused, i);
		g_ptr_array_add(x->look->refused,
			g_strdup_printf("%s %s", r->name, r->why));
	}
}
