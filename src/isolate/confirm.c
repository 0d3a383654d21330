#include "isolate-inside.h"

/* Tests that finding the context of a cause may take. */
enum { CONTEXT_TESTS = 40 };

static void set_context(struct hc_isolating *x, const struct dd_set *context)
{
	struct dd_set *old = x->result->context;
	x->result->context = dd_set_ref(context);
	g_clear_pointer(&old, dd_set_unref);
}

/* Whether all else without the difference does not fail. */
static gboolean is_needed(struct hc_isolating *x, GError **error)
{
	enum hc_verdict verdict;
	g_autoptr(dd_set) rest =
		hc_problem_rest(x->result->problem, x->result->difference);
	if (!hc_isolating_test(x, rest, &verdict, error))
		return FALSE;
	x->result->confirmed =
		verdict == HC_FAIL ? HC_OVERDETERMINED : HC_CONFIRMED_NOT;
	return TRUE;
}

/* Which of the other differences must be there for the cause to work. */
static gboolean find_context(struct hc_isolating *x, GError **error)
{
	enum hc_verdict verdict;
	const struct dd_set *difference = x->result->difference;
	g_autoptr(dd_set) none = dd_set_new_empty();

	set_context(x, none);
	if (!hc_isolating_test(x, difference, &verdict, error))
		return FALSE;
	if (verdict == HC_FAIL || x->result->passing->size == 0)
		return TRUE;

	g_autoptr(dd_set) all = dd_set_union(x->result->passing, difference);
	g_auto(dd_result) result = {0};
	if (!hc_isolating_search(x, DD_MINIMISE, difference, all, CONTEXT_TESTS,
		    &result, error))
		return FALSE;
	g_autoptr(dd_set) context = dd_set_minus(result.fail, difference);
	set_context(x, context);
	return TRUE;
}

/* A cause that takes others is only one if these do nothing by themselves:
 * together with what dd has left in, they may have been without effect. Those
 * that fail alone are the cause instead. */
static gboolean prefer_context(struct hc_isolating *x, GError **error)
{
	enum hc_verdict verdict;
	g_autoptr(dd_set) none = dd_set_new_empty();
	if (x->result->context->size == 0)
		return TRUE;
	if (!hc_isolating_test(x, x->result->context, &verdict, error))
		return FALSE;
	if (verdict != HC_FAIL)
		return TRUE;

	g_auto(dd_result) result = {0};
	if (!hc_isolating_search(x, DD_MINIMISE, none, x->result->context,
		    CONTEXT_TESTS, &result, error))
		return FALSE;
	set_context(x, none);
	hc_isolating_set_found(x, none, result.fail);
	return is_needed(x, error);
}

gboolean hc_isolating_find_context(struct hc_isolating *x, GError **error)
{
	hc_isolating_enter(x, HC_ISOLATE_CONFIRMING);
	return find_context(x, error) && prefer_context(x, error);
}

gboolean hc_isolating_reverse(struct hc_isolating *x, GError **error)
{
	gboolean tested;
	enum hc_verdict verdict = HC_UNRESOLVED;
	if (!hc_isolating_test_reverse(
		    x, x->result->difference, &tested, &verdict, error))
		return FALSE;

	x->result->confirmed = tested && verdict == HC_PASS ? HC_CONFIRMED_BOTH
			       : tested && verdict == HC_FAIL
				       ? HC_OVERDETERMINED
				       : HC_CONFIRMED_ONE;
	return TRUE;
}
