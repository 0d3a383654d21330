#include "look-at-inside.h"

/* How often the tests of a cause are made again. */
enum { TIMES = 2 };

struct repeating {
	const struct hc_isolation *isolation;
	struct dd_counts *tests;
	gboolean chance;
};

/* Whether it still fails with the set, or still does not. */
static gboolean repeat(struct repeating *x, const struct dd_set *set,
	gboolean fails, GError **error)
{
	enum hc_verdict verdict;
	if (x->chance)
		return TRUE;
	if (!hc_state_problem_repeat(
		    x->isolation->problem, set, &verdict, error))
		return FALSE;
	dd_counts_add_test(x->tests, verdict);
	x->chance = (verdict == HC_FAIL) != fails;
	return TRUE;
}

gboolean hc_look_find_chance(const struct hc_isolation *isolation,
	struct dd_counts *tests, gboolean *chance, GError **error)
{
	struct repeating x = {.isolation = isolation, .tests = tests};
	const struct dd_set *cause = isolation->difference;
	const struct dd_set *context = isolation->context;
	g_autoptr(dd_set) both = dd_set_union(cause, context);

	*chance = FALSE;
	if (!hc_state_problem_has_threads(isolation->problem))
		return TRUE;
	for (guint i = 0; i < TIMES; i++)
		if (!repeat(&x, both, TRUE, error) ||
			!repeat(&x, context, FALSE, error) ||
			(context->size && !repeat(&x, cause, FALSE, error)))
			return FALSE;
	*chance = x.chance;
	return TRUE;
}
