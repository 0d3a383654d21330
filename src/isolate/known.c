#include "isolate-inside.h"

/* What can be divided is not looked through if that gives more deltas. */
enum { MOST_DELTAS = 20000 };

/* The same cause among the deltas of this problem, or among finer ones: it may
 * be a part of what is one delta here. NULL: it is not there. */
static struct dd_set *find_cause(
	struct hc_isolating *x, const struct hc_known_cause *known)
{
	struct hc_problem *coarse = x->result->problem;
	struct dd_set *cause = hc_problem_find(coarse, known->identity);
	if (cause || !coarse->class->refine)
		return cause;

	const guint32 *origin;
	g_autoptr(dd_set) all = hc_problem_all(coarse);
	g_autoptr(hc_problem) fine =
		coarse->class->refine(coarse, all, &origin);
	if (!fine || hc_problem_count(fine) > MOST_DELTAS)
		return NULL;
	cause = hc_problem_find(fine, known->identity);
	if (cause)
		hc_isolating_set_problem(x, fine);
	return cause;
}

/* Whether the set fails, and with the context as well if it does not alone;
 * *taken is the context that it took, NULL if it does not fail at all. */
static gboolean fails(struct hc_isolating *x, const struct dd_set *cause,
	const struct dd_set *context, struct dd_set **taken, GError **error)
{
	enum hc_verdict verdict;
	*taken = NULL;
	if (!hc_isolating_test(x, cause, &verdict, error))
		return FALSE;
	if (verdict == HC_FAIL) {
		*taken = dd_set_new_empty();
		return TRUE;
	}
	if (context->size == 0)
		return TRUE;

	g_autoptr(dd_set) both = dd_set_union(cause, context);
	if (!hc_isolating_test(x, both, &verdict, error))
		return FALSE;
	if (verdict == HC_FAIL)
		*taken = dd_set_ref(context);
	return TRUE;
}

/* Whether the context and all but one of the deltas never fail. */
static gboolean is_minimal(struct hc_isolating *x, const struct dd_set *cause,
	const struct dd_set *context, gboolean *minimal, GError **error)
{
	*minimal = TRUE;
	/* No delta at all is known to pass. */
	if (cause->size == 1 && context->size == 0)
		return TRUE;

	for (guint i = 0; i < cause->n_ranges; i++)
		for (guint32 k = cause->ranges[i].lo;
			*minimal && k < cause->ranges[i].hi; k++) {
			enum hc_verdict verdict;
			g_autoptr(dd_set) one = dd_set_new_range(k, k + 1);
			g_autoptr(dd_set) others = dd_set_minus(cause, one);
			g_autoptr(dd_set) set = dd_set_union(others, context);
			if (!hc_isolating_test(x, set, &verdict, error))
				return FALSE;
			*minimal = verdict != HC_FAIL;
		}
	return TRUE;
}

/* It must do alone, with no part too many, and all else must not do. */
static gboolean check(struct hc_isolating *x, const struct dd_set *cause,
	const struct dd_set *context, gboolean *held, GError **error)
{
	enum hc_verdict verdict;
	g_autoptr(dd_set) taken = NULL;
	g_autoptr(dd_set) rest = hc_problem_rest(x->result->problem, cause);
	if (!fails(x, cause, context, &taken, error))
		return FALSE;
	if (!taken)
		return TRUE;

	if (!hc_isolating_test(x, rest, &verdict, error))
		return FALSE;
	if (verdict == HC_FAIL)
		return TRUE;

	gboolean minimal;
	if (!is_minimal(x, cause, taken, &minimal, error))
		return FALSE;
	if (!minimal)
		return TRUE;

	*held = TRUE;
	hc_isolating_set_found(x, taken, cause);
	x->result->context = dd_set_ref(taken);
	return TRUE;
}

gboolean hc_isolating_try_known(
	struct hc_isolating *x, gboolean *held, GError **error)
{
	*held = FALSE;
	for (guint i = 0; i < x->options->n_known && !*held; i++) {
		const struct hc_known_cause *known = &x->options->known[i];
		g_autoptr(dd_set) cause = find_cause(x, known);
		if (!cause)
			continue;

		g_autoptr(dd_set) context =
			known->context ? hc_problem_find(x->result->problem,
						 known->context)
				       : NULL;
		if (!context)
			context = dd_set_new_empty();
		hc_isolating_enter(x, HC_ISOLATE_KNOWN);
		if (!check(x, cause, context, held, error))
			return FALSE;
	}
	return TRUE;
}
