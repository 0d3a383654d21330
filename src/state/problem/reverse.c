#include "state-problem-inside.h"

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
	struct hc_noise noise = {
		.streams = hc_states_written_streams,
		.process = hc_target_pid(states->stops[HC_PASSING].target),
	};
	*tested = FALSE;
	g_autoptr(mg_match) back = mg_match_reversed(states->match);
	g_autoptr(mg_diff) diff = back ? mg_diff_new(back) : NULL;
	g_autoptr(hc_deltas) coarse = diff ? hc_deltas_new(diff, &noise) : NULL;
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
