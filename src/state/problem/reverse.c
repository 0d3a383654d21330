#include "process-status.h"
#include "state-problem-inside.h"

/* From the failing state to the passing one. `with_noise`: also what varies by
 * itself. NULL only if the user wants it to end. */
static struct hc_deltas *make_deltas(const struct hc_states *states,
	const struct mg_diff *diff, gboolean with_noise)
{
	struct hc_noise noise = {
		.pass = with_noise ? NULL : states->noise_diff[HC_FAILING],
		.fail = with_noise ? NULL : states->noise_diff[HC_PASSING],
		.streams = hc_states_written_streams,
		.process = hc_target_pid(states->stops[HC_PASSING].target),
	};
	return diff ? hc_deltas_new(diff, &noise) : NULL;
}

/* ---- The opposite question ---- */

gboolean hc_states_can_go_back(const struct hc_states *states)
{
	const struct hc_failure *failure =
		hc_oracle_failure(states->stage->debuggees->oracle);
	const struct hc_skip *p = &states->stops[HC_PASSING].written;
	const struct hc_skip *q = &states->stops[HC_FAILING].written;
	/* With others, the thread that fails may do so on the way here. */
	g_autoptr(GArray) threads = hc_process_threads(
		hc_target_pid(states->stops[HC_FAILING].target));
	if (threads->len != 1)
		return FALSE;

	return (failure->kind != HC_FAILURE_OUTPUT &&
		       failure->kind != HC_FAILURE_TEST) ||
	       (p->out == q->out && p->err == q->err);
}

/* Matched anew: what has too little room one way has enough the other way. */
static const struct mg_diff *compare_back(struct hc_states *states)
{
	struct mg_match_options how = {.way = states->stage->options->match};
	if (!states->back_match)
		states->back_match = mg_match_new(
			hc_snapshot_graph(states->stops[HC_FAILING].snapshot),
			hc_snapshot_graph(states->stops[HC_PASSING].snapshot),
			&how);
	if (states->back_match && !states->back_diff)
		states->back_diff = mg_diff_new(states->back_match);
	return states->back_diff;
}

struct hc_problem *hc_states_problem_back(
	struct hc_states *states, gboolean with_noise, GError **error)
{
	g_clear_pointer(&states->back_deltas, hc_deltas_free);
	states->back_deltas =
		make_deltas(states, compare_back(states), with_noise);
	if (!states->back_deltas) {
		hc_stopped_fail(error);
		return NULL;
	}

	g_autoptr(hc_experiment) experiment = hc_experiment_new(
		states, HC_FAILING, states->back_deltas, error);
	return experiment ? hc_state_problem_new(
				    experiment, states->back_deltas, TRUE)
			  : NULL;
}

/* ---- One set, taken out of the failing run ---- */

/* Nothing but the set is as in the passing run. */
static gboolean take_back(const struct hc_state_problem *p,
	const struct dd_set *set, enum hc_verdict *verdict, GError **error)
{
	return hc_experiment_run(p->experiment, p->deltas, set, verdict, error);
}

/* The deltas that take the set back, in the failing run, and in which deltas
 * they are: where not all can be found among whole arrays, in their elements.
 */
static struct dd_set *find_mirror(const struct hc_state_problem *p,
	const struct dd_set *set, const struct hc_deltas *coarse,
	struct hc_deltas **fine)
{
	const guint32 *origin;
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(coarse));
	g_autoptr(dd_set) mirror = hc_deltas_mirror(p->deltas, set, coarse);
	if (mirror->size >= set->size)
		return g_steal_pointer(&mirror);

	*fine = hc_deltas_refine(coarse, all, &origin);
	return *fine ? hc_deltas_mirror(p->deltas, set, *fine)
		     : g_steal_pointer(&mirror);
}

gboolean hc_state_problem_reverse(struct hc_problem *problem,
	const struct dd_set *set, gboolean *tested, enum hc_verdict *verdict,
	GError **error)
{
	const struct hc_state_problem *p = (struct hc_state_problem *) problem;
	struct hc_states *states = p->experiment->states;
	*tested = p->back;
	if (p->back)
		return take_back(p, set, verdict, error);

	/* What varies may be a part of the set. */
	g_autoptr(mg_match) back = mg_match_reversed(states->match);
	g_autoptr(mg_diff) diff = back ? mg_diff_new(back) : NULL;
	g_autoptr(hc_deltas) coarse = make_deltas(states, diff, TRUE);
	if (!coarse)
		return hc_stopped_fail(error);

	g_autoptr(hc_deltas) fine = NULL;
	g_autoptr(dd_set) mirror = find_mirror(p, set, coarse, &fine);
	struct hc_deltas *deltas = fine ? fine : coarse;
	if (mirror->size == 0)
		return TRUE;

	g_autoptr(hc_experiment) failing =
		hc_experiment_new(states, HC_FAILING, deltas, error);
	if (!failing ||
		!hc_experiment_run(failing, deltas, mirror, verdict, error))
		return FALSE;
	*tested = TRUE;
	return TRUE;
}
