#include "isolate-inside.h"

/* How often a cause that was not needed is dropped. */
enum { MOST_DROPPED = 3 };
/* Parts of what was divided that may be the cause together, and tests to find
 * them: beyond these, the whole says more. */
enum { MOST_PARTS = 3, PART_TESTS = 60 };

gboolean hc_isolating_check_ends(struct hc_isolating *x, GError **error)
{
	struct hc_isolation *result = x->result;
	g_autoptr(dd_set) none = dd_set_new_empty();
	g_autoptr(dd_set) all = hc_problem_all(result->problem);

	hc_isolating_enter(x, HC_ISOLATE_ENDS);
	if (!hc_isolating_test(x, none, &result->end, error))
		return FALSE;
	if (result->end != HC_PASS) {
		result->status = HC_ISOLATION_NO_PASS;
		result->end_words = g_strdup(x->words);
		return TRUE;
	}

	if (!hc_isolating_test(x, all, &result->end, error))
		return FALSE;
	if (result->end != HC_FAIL) {
		result->status = HC_ISOLATION_NO_FAIL;
		result->end_words = g_strdup(x->words);
	}
	return TRUE;
}

/* Numbers of coarse deltas as those of the finer ones they became. */
static struct dd_set *refine_set(
	const struct dd_set *set, const guint32 *origin, guint n)
{
	g_autoptr(GArray) members = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; i < n; i++)
		if (dd_set_contains(set, origin[i]))
			g_array_append_val(members, i);
	return dd_set_new_members(
		(const guint32 *) (void *) members->data, members->len);
}

/* How many of a set's deltas are parts of others that were divided. */
static guint count_parts(
	const struct dd_set *set, const guint32 *origin, guint32 n)
{
	guint parts = 0;
	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo; k < set->ranges[i].hi; k++)
			parts += (k > 0 && origin[k - 1] == origin[k]) ||
				 (k + 1 < n && origin[k + 1] == origin[k]);
	return parts;
}

static gboolean search_parts(struct hc_isolating *x, const guint32 *origin,
	struct dd_result *result, GError **error)
{
	guint n = hc_problem_count(x->result->problem);
	guint64 limit = x->options->limit_tests;
	g_autoptr(dd_set) pass = refine_set(x->result->passing, origin, n);
	g_autoptr(dd_set) rest = refine_set(x->result->difference, origin, n);
	g_autoptr(dd_set) fail = dd_set_union(pass, rest);

	return hc_isolating_search(x, DD_ISOLATE, pass, fail,
		limit ? MIN(limit, PART_TESTS) : PART_TESTS, result, error);
}

/* Goes on inside of what was found, unless many parts are needed together. */
static gboolean refine(struct hc_isolating *x, GError **error)
{
	const guint32 *origin;
	g_autoptr(hc_problem) coarse = hc_problem_ref(x->result->problem);
	if (!coarse->class->refine)
		return TRUE;
	g_autoptr(hc_problem) fine =
		coarse->class->refine(coarse, x->result->difference, &origin);
	if (!fine)
		return TRUE;

	g_auto(dd_result) result = {0};
	hc_isolating_set_problem(x, fine);
	gboolean done = search_parts(x, origin, &result, error);
	if (!done || count_parts(result.difference, origin,
			     hc_problem_count(fine)) > MOST_PARTS)
		hc_isolating_set_problem(x, coarse);
	else
		hc_isolating_set_found(x, result.pass, result.difference);
	return done;
}

static gboolean narrow(struct hc_isolating *x, const struct dd_set *from,
	const struct dd_set *to, GError **error)
{
	g_auto(dd_result) result = {0};
	gboolean done = hc_isolating_search(x, DD_ISOLATE, from, to,
		x->options->limit_tests, &result, error);
	x->result->narrowed = result.status;
	if (result.pass)
		hc_isolating_set_found(x, result.pass, result.difference);
	return done;
}

/* Everything but the difference. If that fails as well the difference was not
 * needed: without it another one may be found. */
static gboolean drop_needless(struct hc_isolating *x, GError **error)
{
	g_autoptr(dd_set) none = dd_set_new_empty();
	g_autoptr(dd_set) rest =
		hc_problem_rest(x->result->problem, x->result->difference);
	g_autoptr(dd_set) first_passing = dd_set_ref(x->result->passing);
	g_autoptr(dd_set) first = dd_set_ref(x->result->difference);

	for (guint i = 0; i < MOST_DROPPED; i++) {
		enum hc_verdict verdict;
		if (!hc_isolating_test(x, rest, &verdict, error))
			return FALSE;
		if (verdict != HC_FAIL)
			return TRUE;

		x->result->confirmed = HC_OVERDETERMINED;
		if (!narrow(x, none, rest, error))
			return FALSE;
		struct dd_set *fewer =
			dd_set_minus(rest, x->result->difference);
		dd_set_unref(rest);
		rest = fewer;
	}

	/* None of them is needed: the first is as good as the others. */
	hc_isolating_set_found(x, first_passing, first);
	return TRUE;
}

gboolean hc_isolating_narrow(struct hc_isolating *x, GError **error)
{
	g_autoptr(dd_set) none = dd_set_new_empty();
	g_autoptr(dd_set) all = hc_problem_all(x->result->problem);

	hc_isolating_enter(x, HC_ISOLATE_NARROWING);
	return narrow(x, none, all, error) && drop_needless(x, error) &&
	       refine(x, error);
}

gboolean hc_isolating_narrow_only(struct hc_isolating *x, GError **error)
{
	enum hc_verdict verdict;
	g_autoptr(dd_set) none = dd_set_new_empty();
	g_autoptr(dd_set) all = hc_problem_all(x->result->problem);

	hc_isolating_enter(x, HC_ISOLATE_NARROWING);
	if (!narrow(x, none, all, error))
		return FALSE;
	hc_isolating_enter(x, HC_ISOLATE_CONFIRMING);
	g_autoptr(dd_set) rest =
		hc_problem_rest(x->result->problem, x->result->difference);
	if (!hc_isolating_test(x, rest, &verdict, error))
		return FALSE;
	x->result->confirmed = verdict == HC_PASS   ? HC_CONFIRMED_BOTH
			       : verdict == HC_FAIL ? HC_OVERDETERMINED
						    : HC_CONFIRMED_ONE;
	return TRUE;
}
