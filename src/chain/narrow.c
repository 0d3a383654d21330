#include "isolation.h"

/* How often a cause that was not needed is dropped. */
enum { MOST_DROPPED = 3 };
/* Elements of arrays that may be the cause together, and tests to find them:
 * beyond these, the whole arrays say more. */
enum { MOST_ELEMENTS = 3, ELEMENT_TESTS = 60 };

static void observe(const struct dd_step *step, gpointer data)
{
	struct isolation *x = data;
	/* Halving, with both halves asked for. */
	guint to_go = 2 * g_bit_storage(MAX(step->remaining, 1) - 1) + 2;
	g_autofree char *what = g_strdup_printf("narrowing: %" G_GUINT64_FORMAT
						" tests, %u deltas left, "
						"about %u tests to go",
		x->experiment.tests, step->remaining, to_go);
	hc_isolation_say(x, what);
}

gboolean hc_narrow_test(struct isolation *x, struct hc_experiment *experiment,
	const struct dd_set *set, enum hc_verdict *outcome, GError **error)
{
	if (!hc_experiment_test(experiment, set, outcome, error))
		return FALSE;
	x->event->tests.tests++;
	x->event->tests.pass += *outcome == HC_PASS;
	x->event->tests.fail += *outcome == HC_FAIL;
	x->event->tests.unresolved += *outcome == HC_UNRESOLVED;
	return TRUE;
}

gboolean hc_narrow_run(struct isolation *x, enum dd_algorithm algorithm,
	const struct dd_set *pass, const struct dd_set *fail,
	guint64 limit_tests, struct dd_result *result, GError **error)
{
	struct dd_task task = {
		.algorithm = algorithm,
		.n = hc_deltas_n(x->experiment.deltas),
		.pass = pass,
		.fail = fail,
		.pass_known = TRUE,
		.fail_known = TRUE,
		.groups = hc_deltas_groups(x->experiment.deltas),
		.workers = &x->experiment.workers,
		.observe = observe,
		.observe_data = x,
		.limit_tests = limit_tests,
		.limit_seconds = x->options->limit_seconds,
		.stop = x->options->stop,
	};
	if (!dd_run(&task, result, error))
		return FALSE;
	dd_counts_add(&x->event->tests, &result->counts);
	if (result->status == DD_STOPPED_BY_CALLER) {
		g_set_error_literal(error, HC_LAUNCH_ERROR,
			HC_LAUNCH_ERROR_STOPPED, "interrupted");
		dd_result_clear(result);
		return FALSE;
	}
	return TRUE;
}

/* Why all differences together don't make the passing run fail. */
static void explain_failing_end(struct isolation *x, enum hc_verdict outcome)
{
	if (x->experiment.refusal) {
		hc_isolation_give_up(x,
			"the differences can't be put into the passing run: "
			"%s",
			x->experiment.refusal);
		return;
	}
	g_autofree char *end = hc_outcome_describe(x->experiment.last);
	if (x->look->refused->len)
		hc_isolation_give_up(x,
			"all %u differences together do not make the passing "
			"run fail (it %s); %u could not be transferred: %s",
			x->event->deltas, end, x->look->refused->len,
			(char *) g_ptr_array_index(x->look->refused, 0));
	else if (outcome == HC_PASS)
		hc_isolation_give_up(x,
			"with all %u differences the passing run still "
			"passes: the failure depends on something outside of "
			"the compared state, such as the layout of the heap",
			x->event->deltas);
	else
		hc_isolation_give_up(x,
			"with all %u differences the passing run neither "
			"passes nor fails as before: it %s",
			x->event->deltas, end);
}

gboolean hc_narrow_check_ends(
	struct isolation *x, gboolean *valid, GError **error)
{
	g_autoptr(dd_set) none = dd_set_new_empty();
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(x->deltas));
	enum hc_verdict outcome;
	*valid = FALSE;
	if (!hc_narrow_test(x, &x->experiment, none, &outcome, error))
		return FALSE;
	if (outcome != HC_PASS) {
		g_autofree char *end = hc_outcome_describe(x->experiment.last);
		hc_isolation_give_up(x,
			"from here on, even the unaltered passing run does "
			"not pass: it %s",
			end);
		return TRUE;
	}
	if (!hc_narrow_test(x, &x->experiment, all, &outcome, error))
		return FALSE;
	*valid = outcome == HC_FAIL;
	if (!*valid)
		explain_failing_end(x, outcome);
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
static guint count_parts(const struct dd_set *set, const guint32 *origin)
{
	guint n = 0;
	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo; k < set->ranges[i].hi; k++)
			n += (k > 0 && origin[k - 1] == origin[k]) ||
			     (k + 1 < set->ranges[i].hi &&
				     origin[k + 1] == origin[k]);
	return n;
}

/* Goes on inside of arrays and buffers that were found, unless many elements
 * are needed together. */
static gboolean refine(struct isolation *x, GError **error)
{
	const guint32 *origin;
	struct hc_deltas *coarse = x->deltas;
	struct hc_deltas *fine =
		hc_deltas_refine(coarse, x->difference, &origin);
	if (!fine)
		return TRUE;
	guint n = hc_deltas_n(fine);
	guint64 limit = x->options->limit_tests;
	g_autoptr(dd_set) pass = refine_set(x->passing, origin, n);
	g_autoptr(dd_set) rest = refine_set(x->difference, origin, n);
	g_autoptr(dd_set) fail = dd_set_union(pass, rest);
	g_auto(dd_result) result = {0};
	x->experiment.deltas = fine;
	gboolean done = hc_narrow_run(x, DD_ISOLATE, pass, fail,
		limit ? MIN(limit, ELEMENT_TESTS) : ELEMENT_TESTS, &result,
		error);
	if (!done || count_parts(result.difference, origin) > MOST_ELEMENTS) {
		x->experiment.deltas = coarse;
		hc_deltas_free(fine);
		return done;
	}
	hc_deltas_free(coarse);
	x->deltas = fine;
	dd_set_unref(x->passing);
	dd_set_unref(x->difference);
	x->passing = dd_set_ref(result.pass);
	x->difference = dd_set_ref(result.difference);
	return TRUE;
}

struct dd_set *hc_narrow_rest(
	const struct isolation *x, const struct dd_set *set)
{
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(x->deltas));
	return dd_set_minus(all, set);
}

static gboolean narrow(struct isolation *x, const struct dd_set *from,
	const struct dd_set *to, GError **error)
{
	g_auto(dd_result) result = {0};
	if (!hc_narrow_run(x, DD_ISOLATE, from, to, x->options->limit_tests,
		    &result, error))
		return FALSE;
	g_clear_pointer(&x->passing, dd_set_unref);
	g_clear_pointer(&x->difference, dd_set_unref);
	x->passing = dd_set_ref(result.pass);
	x->difference = dd_set_ref(result.difference);
	return TRUE;
}

/* Everything but the difference. If that fails as well the difference was not
 * needed: without it another one may be found. */
static gboolean drop_needless(struct isolation *x, GError **error)
{
	g_autoptr(dd_set) none = dd_set_new_empty();
	g_autoptr(dd_set) rest = hc_narrow_rest(x, x->difference);
	g_autoptr(dd_set) first_passing = dd_set_ref(x->passing);
	g_autoptr(dd_set) first = dd_set_ref(x->difference);
	for (guint i = 0; i < MOST_DROPPED; i++) {
		enum hc_verdict outcome;
		if (!hc_narrow_test(x, &x->experiment, rest, &outcome, error))
			return FALSE;
		if (outcome != HC_FAIL)
			return TRUE;
		x->event->confirmed = HC_OVERDETERMINED;
		if (!narrow(x, none, rest, error))
			return FALSE;
		struct dd_set *fewer = dd_set_minus(rest, x->difference);
		dd_set_unref(rest);
		rest = fewer;
	}
	/* None of them is needed: the first is as good as the others. */
	dd_set_unref(x->passing);
	dd_set_unref(x->difference);
	x->passing = dd_set_ref(first_passing);
	x->difference = dd_set_ref(first);
	return TRUE;
}

gboolean hc_narrow(struct isolation *x, GError **error)
{
	g_autoptr(dd_set) none = dd_set_new_empty();
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(x->deltas));
	return narrow(x, none, all, error) && drop_needless(x, error) &&
	       refine(x, error);
}
