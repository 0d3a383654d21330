#include "isolation.h"

/* Tests that result the context of a cause may take. */
enum { CONTEXT_TESTS = 40 };

/* Whether all else without the difference does not fail. */
static gboolean is_needed(struct isolation *x, GError **error)
{
	enum hc_verdict outcome;
	g_autoptr(dd_set) rest = hc_narrow_rest(x, x->difference);
	if (!hc_narrow_test(x, &x->experiment, rest, &outcome, error))
		return FALSE;
	x->event->confirmed =
		outcome == HC_FAIL ? HC_OVERDETERMINED : HC_CONFIRMED_NOT;
	return TRUE;
}

/* Which of the other differences must be there for the cause to work. */
static gboolean find_context(struct isolation *x, GError **error)
{
	enum hc_verdict outcome;
	x->context = dd_set_new_empty();
	if (!hc_narrow_test(x, &x->experiment, x->difference, &outcome, error))
		return FALSE;
	if (outcome == HC_FAIL || x->passing->size == 0)
		return TRUE;
	g_autoptr(dd_set) all = dd_set_union(x->passing, x->difference);
	g_auto(dd_result) result = {0};
	if (!hc_narrow_run(x, DD_MINIMISE, x->difference, all, CONTEXT_TESTS,
		    &result, error))
		return FALSE;
	dd_set_unref(x->context);
	x->context = dd_set_minus(result.fail, x->difference);
	return TRUE;
}

/* A cause that takes others is only one if these do nothing by themselves:
 * together with what dd has left in, they may have been without effect. Those
 * that fail alone are the cause instead. */
static gboolean prefer_context(struct isolation *x, GError **error)
{
	enum hc_verdict outcome;
	g_autoptr(dd_set) none = dd_set_new_empty();
	if (x->context->size == 0)
		return TRUE;
	if (!hc_narrow_test(x, &x->experiment, x->context, &outcome, error))
		return FALSE;
	if (outcome != HC_FAIL)
		return TRUE;
	g_auto(dd_result) result = {0};
	if (!hc_narrow_run(x, DD_MINIMISE, none, x->context, CONTEXT_TESTS,
		    &result, error))
		return FALSE;
	dd_set_unref(x->context);
	dd_set_unref(x->passing);
	dd_set_unref(x->difference);
	x->context = dd_set_ref(none);
	x->passing = dd_set_ref(none);
	x->difference = dd_set_ref(result.fail);
	return is_needed(x, error);
}

gboolean hc_confirm_context(struct isolation *x, GError **error)
{
	hc_isolation_say(x, "confirming the cause");
	return find_context(x, error) && prefer_context(x, error);
}

gboolean hc_confirm_reverse(struct isolation *x, GError **error)
{
	g_autoptr(mg_match) back = mg_match_reversed(x->match);
	g_autoptr(mg_diff) diff = mg_diff_new(back);
	struct hc_noise noise = {
		.streams = hc_written_streams,
		.process = hc_target_pid(x->stops[HC_PASSING].target),
	};
	g_autoptr(hc_deltas) coarse = hc_deltas_new(diff, &noise);
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(coarse));
	const guint32 *origin;
	/* What was divided here must be divided there. */
	g_autoptr(hc_deltas) fine = hc_deltas_refine(coarse, all, &origin);
	struct hc_deltas *deltas = coarse;
	g_autoptr(dd_set) set =
		hc_deltas_mirror(x->deltas, x->difference, coarse);
	if (set->size < x->difference->size && fine) {
		dd_set_unref(set);
		set = hc_deltas_mirror(x->deltas, x->difference, fine);
		deltas = fine;
	}
	if (set->size == 0) {
		x->event->confirmed = HC_CONFIRMED_ONE;
		return TRUE;
	}
	g_auto(hc_experiment) reverse = {0};
	enum hc_verdict outcome;
	if (!hc_experiment_init(&reverse, &x->stops[HC_FAILING], deltas,
		    x->debuggees, x->options, error) ||
		!hc_narrow_test(x, &reverse, set, &outcome, error))
		return FALSE;
	x->event->confirmed = outcome == HC_PASS   ? HC_CONFIRMED_BOTH
			      : outcome == HC_FAIL ? HC_OVERDETERMINED
						   : HC_CONFIRMED_ONE;
	return TRUE;
}
