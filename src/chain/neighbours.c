#include "isolation.h"

#include <string.h>

/* Elements of arrays are not looked through if there are more. */
enum { MOST_DELTAS = 20000 };

/* ---- The same cause among the deltas of this event ---- */

/* The deltas that say the same, as a set; NULL if one of them is not there. */
static struct dd_set *find_deltas(const struct isolation *x, char **identities)
{
	guint n = g_strv_length(identities), left = n;
	g_autofree guint32 *numbers = g_new(guint32, n + 1);
	g_autofree gboolean *found = g_new0(gboolean, n + 1);
	for (guint32 k = 0; left > 0 && k < hc_deltas_n(x->deltas); k++) {
		g_autofree char *place = hc_tell_place(x, k);
		for (guint i = 0; i < n; i++) {
			if (found[i] || !g_str_has_prefix(identities[i], place))
				continue;
			g_autofree char *whole = hc_tell_identity(x, k);
			if (strcmp(whole, identities[i]) != 0)
				continue;
			found[i] = TRUE;
			numbers[i] = k;
			left--;
		}
	}
	return left > 0 ? NULL : dd_set_new_members(numbers, n);
}

static gboolean find_cause(
	struct isolation *x, const struct hc_look *near, struct dd_set **cause)
{
	*cause = find_deltas(x, near->identity);
	if (*cause)
		return TRUE;
	/* It may be inside of an array that is one delta here. */
	const guint32 *origin;
	g_autoptr(dd_set) none = dd_set_new_empty();
	g_autoptr(dd_set) all = hc_narrow_rest(x, none);
	struct hc_deltas *coarse = x->deltas;
	struct hc_deltas *fine = hc_deltas_refine(coarse, all, &origin);
	if (!fine)
		return FALSE;
	x->deltas = fine;
	if (hc_deltas_n(fine) <= MOST_DELTAS)
		*cause = find_deltas(x, near->identity);
	if (!*cause) {
		hc_deltas_free(fine);
		x->deltas = coarse;
		return FALSE;
	}
	hc_deltas_free(coarse);
	x->experiment.deltas = fine;
	return TRUE;
}

/* ---- Whether it holds ---- */

/* Whether the set fails, and with the context as well if it does not alone; the
 * context that it took. */
static gboolean fails(struct isolation *x, const struct dd_set *cause,
	const struct dd_set *context, struct dd_set **taken, GError **error)
{
	enum hc_verdict outcome;
	g_autoptr(dd_set) both = dd_set_union(cause, context);
	*taken = NULL;
	if (!hc_narrow_test(x, &x->experiment, cause, &outcome, error))
		return FALSE;
	if (outcome == HC_FAIL) {
		*taken = dd_set_new_empty();
		return TRUE;
	}
	if (context->size == 0)
		return TRUE;
	if (!hc_narrow_test(x, &x->experiment, both, &outcome, error))
		return FALSE;
	if (outcome == HC_FAIL)
		*taken = dd_set_ref((struct dd_set *) context);
	return TRUE;
}

/* Whether the context and all but one of the deltas never fail. */
static gboolean is_minimal(struct isolation *x, const struct dd_set *cause,
	const struct dd_set *context, gboolean *minimal, GError **error)
{
	*minimal = TRUE;
	/* No delta at all is known to pass. */
	if (cause->size == 1 && context->size == 0)
		return TRUE;
	for (guint i = 0; i < cause->n_ranges; i++)
		for (guint32 k = cause->ranges[i].lo;
			*minimal && k < cause->ranges[i].hi; k++) {
			enum hc_verdict outcome;
			g_autoptr(dd_set) one = dd_set_new_range(k, k + 1);
			g_autoptr(dd_set) others = dd_set_minus(cause, one);
			g_autoptr(dd_set) set = dd_set_union(others, context);
			if (!hc_narrow_test(
				    x, &x->experiment, set, &outcome, error))
				return FALSE;
			*minimal = outcome != HC_FAIL;
		}
	return TRUE;
}

/* It must do alone, with no part too many, and all else must not do. */
static gboolean check(struct isolation *x, const struct dd_set *cause,
	const struct dd_set *context, gboolean *held, GError **error)
{
	enum hc_verdict outcome;
	g_autoptr(dd_set) taken = NULL;
	g_autoptr(dd_set) rest = hc_narrow_rest(x, cause);
	if (!fails(x, cause, context, &taken, error))
		return FALSE;
	if (!taken)
		return TRUE;
	if (!hc_narrow_test(x, &x->experiment, rest, &outcome, error))
		return FALSE;
	if (outcome == HC_FAIL)
		return TRUE;
	if (!is_minimal(x, cause, taken, held, error))
		return FALSE;
	if (!*held)
		return TRUE;
	x->difference = dd_set_ref((struct dd_set *) cause);
	x->passing = dd_set_ref(taken);
	x->context = dd_set_ref(taken);
	return TRUE;
}

gboolean hc_neighbours_try(struct isolation *x, const struct hc_pair *pair,
	gboolean *held, GError **error)
{
	*held = FALSE;
	for (guint i = 0; i < G_N_ELEMENTS(pair->near) && !*held; i++) {
		const struct hc_look *near = pair->near[i];
		g_autoptr(dd_set) cause = NULL;
		if (!near || !near->identity || !find_cause(x, near, &cause))
			continue;
		g_autoptr(dd_set) context =
			find_deltas(x, near->context_identity);
		if (!context)
			context = dd_set_new_empty();
		hc_isolation_say(x, "trying the cause of a moment nearby");
		if (!check(x, cause, context, held, error))
			return FALSE;
	}
	return TRUE;
}
