#include "isolate.h"

#include "isolate-inside.h"

GQuark hc_isolate_error_quark(void)
{
	return g_quark_from_static_string("hc-isolate-error");
}

static gboolean find_cause(struct hc_isolating *x, GError **error)
{
	gboolean held;
	if (x->options->only_narrow)
		return hc_isolating_narrow_only(x, error);
	if (!hc_isolating_try_known(x, &held, error))
		return FALSE;
	if (!held && (!hc_isolating_narrow(x, error) ||
			     !hc_isolating_find_context(x, error)))
		return FALSE;

	/* One that is not needed may still be confirmed in reverse; if it is
	 * not, it stays one of several. */
	gboolean needless = x->result->confirmed == HC_OVERDETERMINED;
	if (!hc_isolating_reverse(x, error))
		return FALSE;
	if (needless && x->result->confirmed != HC_CONFIRMED_BOTH)
		x->result->confirmed = HC_OVERDETERMINED;
	return TRUE;
}

gboolean hc_isolate(struct hc_problem *problem,
	const struct hc_isolate_options *options,
	struct hc_isolation *isolation, GError **error)
{
	struct hc_isolating x;
	hc_isolating_init(&x, problem, options, isolation);
	gboolean fine =
		hc_isolating_check_ends(&x, error) &&
		(isolation->status != HC_ISOLATED || find_cause(&x, error));
	hc_isolating_clear(&x);
	return fine;
}

void hc_isolation_clear(struct hc_isolation *isolation)
{
	g_clear_pointer(&isolation->problem, hc_problem_unref);
	g_clear_pointer(&isolation->end_words, g_free);
	g_clear_pointer(&isolation->passing, dd_set_unref);
	g_clear_pointer(&isolation->difference, dd_set_unref);
	g_clear_pointer(&isolation->context, dd_set_unref);
}
