/* What a failure is where the outputs differ and the user does not say. Mostly
 * all of the output counts. If both outputs would differ even if they were
 * correct, though, hardly any altered execution writes exactly what one of the
 * runs does; then parts of the output are tried. */
#include "criterion.h"

/* Parts of a cause, its context included, that still say something. */
#define FEW_PARTS 2.0
/* Good enough to look no further. */
#define GOOD 0.5
/* A little better is no reason to say something else. */
#define MARGIN 0.1

/* Of the cause at a moment, on an average; 0: there is none. */
static double count_parts(const struct hc_result *result)
{
	guint isolated = hc_result_n_isolated(result), parts = 0;
	for (guint i = 0; i < result->events->len; i++) {
		const struct hc_event *event = result->events->pdata[i];
		if (event->isolated)
			parts += event->causes->len + event->context->len;
	}
	return isolated ? (double) parts / isolated : 0;
}

/* How little an analysis says, by what makes an answer hard to use: tests that
 * say nothing, parts that matter only together, causes that are not confirmed.
 * Each of them counts up to about 1. */
static double badness(const struct hc_result *result)
{
	guint64 tests = MAX(result->tests.tests, 1);
	guint isolated = hc_result_n_isolated(result);
	double both = hc_result_n_confirmed(result, HC_CONFIRMED_BOTH);
	if (!isolated)
		return G_MAXDOUBLE;
	return (double) result->tests.unresolved / (double) tests +
	       (count_parts(result) - 1) / FEW_PARTS + 1 - both / isolated;
}

static gboolean says_too_little(const struct hc_result *result)
{
	return !result->interrupted &&
	       (result->unclear || count_parts(result) > FEW_PARTS);
}

/* A chain that is short because nothing was found is no better one. */
static gboolean is_better(
	const struct hc_result *result, const struct hc_result *than)
{
	guint before = hc_result_n_isolated(than);
	return !result->interrupted &&
	       2 * hc_result_n_isolated(result) >= before &&
	       badness(result) < badness(than) - MARGIN;
}

static struct hc_result *find_with(const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, struct hc_oracle *oracle)
{
	const struct hc_chain_observer *observer = &options->look.observer;
	const char *pattern = hc_oracle_pattern(oracle);
	struct hc_debuggees by = *debuggees;
	struct hc_chain_options how = *options;
	by.oracle = oracle;
	/* A journal is of one question only. */
	how.look.journal = NULL;
	if (observer->criterion)
		observer->criterion(pattern, observer->data);

	/* What can't be tried so is no reason to stop. */
	struct hc_result *result = hc_chain_find_by(&by, &how, NULL);
	if (result)
		result->criterion = g_strdup(pattern);
	return result;
}

struct hc_result *hc_chain_find(const struct hc_debuggees *debuggees,
	const struct hc_chain_options *options, GError **error)
{
	g_autoptr(hc_result) best = hc_chain_find_by(debuggees, options, error);
	if (!best || !says_too_little(best))
		return g_steal_pointer(&best);

	double seconds = best->seconds;
	g_autoptr(GPtrArray) criteria = hc_oracle_criteria(debuggees->oracle);
	for (guint i = 0; i < criteria->len && badness(best) > GOOD &&
			  !hc_stop_flag_is_set(options->look.stop);
		i++) {
		g_autoptr(hc_result) other =
			find_with(debuggees, options, criteria->pdata[i]);
		if (!other)
			continue;
		seconds += other->seconds;
		if (is_better(other, best)) {
			g_clear_pointer(&best, hc_result_free);
			best = g_steal_pointer(&other);
		}
	}
	best->seconds = seconds;
	best->interrupted |= hc_stop_flag_is_set(options->look.stop);
	return g_steal_pointer(&best);
}
