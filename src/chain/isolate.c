#include "isolation.h"

#include <stdarg.h>

static double seconds_since(gint64 start)
{
	return (double) (g_get_monotonic_time() - start) / 1e6;
}

void hc_isolation_say(const struct isolation *x, const char *what)
{
	if (x->options->progress)
		x->options->progress(what, x->options->data);
}

void hc_isolation_give_up(struct isolation *x, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_free(x->event->reason);
	x->event->reason = g_strdup_vprintf(format, arguments);
	va_end(arguments);
}

static gboolean begin_experiment(struct isolation *x, GError **error)
{
	hc_experiment_clear(&x->experiment);
	return hc_experiment_init(&x->experiment, &x->stops[HC_PASSING],
		x->deltas, x->debuggees, x->options, error);
}

static gboolean find_cause(
	struct isolation *x, const struct hc_pair *pair, GError **error)
{
	gboolean held;
	if (!hc_neighbours_try(x, pair, &held, error))
		return FALSE;
	if (!held && (!hc_narrow(x, error) || !hc_confirm_context(x, error)))
		return FALSE;
	gboolean needless = x->event->confirmed == HC_OVERDETERMINED;
	if (!hc_confirm_reverse(x, error))
		return FALSE;
	if (needless && x->event->confirmed != HC_CONFIRMED_BOTH)
		x->event->confirmed = HC_OVERDETERMINED;
	hc_tell(x);
	return TRUE;
}

/* Whether there is anything to narrow; sets up the experiment. */
static gboolean prepare(struct isolation *x, gboolean *valid, GError **error)
{
	*valid = FALSE;
	hc_states_make_deltas(x);
	if (hc_deltas_n(x->deltas) == 0) {
		hc_isolation_give_up(x, "both states are the same here");
		return TRUE;
	}
	if (!begin_experiment(x, error))
		return FALSE;
	const struct hc_engine *engine = x->experiment.engine;
	x->event->forked = hc_engine_kind(engine) == HC_ENGINE_FORK;
	g_free(x->event->engine_reason);
	x->event->engine_reason = g_strdup(hc_engine_reason(engine));
	hc_oracle_set_common_frames(
		x->debuggees->oracle, hc_states_common_frames(x));
	if (!hc_oracle_set_event(x->debuggees->oracle,
		    &x->stops[HC_PASSING].written,
		    &x->stops[HC_FAILING].written)) {
		x->event->late = TRUE;
		hc_isolation_give_up(
			x, "what tells the runs apart was written before");
		return TRUE;
	}
	return hc_narrow_check_ends(x, valid, error);
}

static gboolean narrow_down(
	struct isolation *x, const struct hc_pair *pair, GError **error)
{
	gboolean valid;
	gint64 start = g_get_monotonic_time();
	if (!prepare(x, &valid, error))
		return FALSE;
	if (!valid && hc_deltas_n_noise(x->deltas) > 0) {
		x->with_noise = TRUE;
		if (!prepare(x, &valid, error))
			return FALSE;
	}
	if (valid && !find_cause(x, pair, error))
		return FALSE;
	x->event->narrow = seconds_since(start);
	return TRUE;
}

static void clear(struct isolation *x)
{
	hc_experiment_clear(&x->experiment);
	g_clear_pointer(&x->deltas, hc_deltas_free);
	g_clear_pointer(&x->diff, mg_diff_free);
	g_clear_pointer(&x->match, mg_match_free);
	for (guint i = 0; i < HC_SIDES; i++) {
		g_clear_pointer(&x->noise_diff[i], mg_diff_free);
		g_clear_pointer(&x->noise_match[i], mg_match_free);
		hc_stop_clear(&x->again[i]);
		hc_stop_clear(&x->stops[i]);
	}
	g_clear_pointer(&x->passing, dd_set_unref);
	g_clear_pointer(&x->difference, dd_set_unref);
	g_clear_pointer(&x->context, dd_set_unref);
}

static gboolean analyse(
	struct isolation *x, const struct hc_pair *pair, GError **error)
{
	if (!hc_states_reach(x, pair, error))
		return FALSE;
	gboolean fine = hc_states_can_compare(x, pair->relaxed);
	if (!fine && !x->options->compare_only)
		return TRUE;
	if (!hc_states_compare(x, error))
		return FALSE;
	if (!fine || x->options->compare_only)
		return TRUE;
	if (!narrow_down(x, pair, error))
		return FALSE;
	if (x->event->relaxed && x->event->isolated &&
		x->event->confirmed != HC_CONFIRMED_BOTH) {
		x->event->isolated = FALSE;
		hc_isolation_give_up(x,
			"the runs get here by different calls, and the "
			"cause is not confirmed in the failing run");
	}
	return TRUE;
}

struct hc_event *hc_isolate(
	struct hc_stage *stage, const struct hc_pair *pair, GError **error)
{
	struct isolation x = {
		.stage = stage,
		.debuggees = stage->debuggees,
		.options = stage->options,
		.event = hc_event_new(),
	};
	gboolean fine = analyse(&x, pair, error);
	clear(&x);
	if (fine)
		return x.event;
	hc_event_free(x.event);
	return NULL;
}
