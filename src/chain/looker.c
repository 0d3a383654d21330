/* Who looks at the moments, and tells those who watch. */
#include "look-at-inside.h"

/* ---- Those who watch ---- */

void hc_looker_tell(struct hc_looker *looker, enum hc_chain_phase phase)
{
	const struct hc_chain_observer *observer = &looker->options->observer;
	looker->progress.phase = phase;
	if (observer->progress)
		observer->progress(&looker->progress, observer->data);
}

void hc_looker_enter_phase(enum hc_isolate_phase phase, gpointer data)
{
	static const enum hc_chain_phase phases[] = {
		[HC_ISOLATE_ENDS] = HC_CHAIN_NARROWING,
		[HC_ISOLATE_KNOWN] = HC_CHAIN_NEIGHBOURS,
		[HC_ISOLATE_NARROWING] = HC_CHAIN_NARROWING,
		[HC_ISOLATE_CONFIRMING] = HC_CHAIN_CONFIRMING,
	};
	const struct hc_looker *looker = data;
	if (looker->progress.phase != phases[phase])
		hc_looker_tell(data, phases[phase]);
}

void hc_looker_make_step(
	const struct dd_step *step, guint64 tests, gpointer data)
{
	struct hc_looker *looker = data;
	looker->progress.tests = tests;
	looker->progress.remaining = step->remaining;
	hc_looker_tell(looker, looker->progress.phase);
}

/* A single delta has a name that says more than its number. */
static char *name_deltas(const struct hc_state_test *test)
{
	g_autofree char *numbers = dd_set_to_string(test->set);
	if (test->set->size != 1)
		return g_steal_pointer(&numbers);

	g_autofree char *name =
		hc_state_describe(test->deltas, test->set->ranges[0].lo);
	return g_strdup_printf("%s (%s)", numbers, name);
}

static void tell_test(const struct hc_state_test *test, gpointer data)
{
	const struct hc_looker *looker = data;
	const struct hc_chain_observer *observer = &looker->options->observer;
	g_autofree char *deltas = name_deltas(test);
	struct hc_chain_tested tested = {
		.number = test->number,
		.deltas = deltas,
		.end = test->end,
		.verdict = test->verdict,
	};
	observer->tested(&tested, observer->data);
}

/* ---- The looker ---- */

struct hc_looker *hc_looker_new(const struct hc_debuggees *debuggees,
	const struct hc_look_options *options)
{
	struct hc_looker *looker = g_new0(struct hc_looker, 1);
	looker->debuggees = debuggees;
	looker->options = options;
	looker->state = (struct hc_state_options){
		.match = options->match,
		.engine = options->engine,
		.jobs = options->jobs,
		.memory = options->memory,
		.tested = options->observer.tested ? tell_test : NULL,
		.data = looker,
	};
	looker->stage = hc_stage_new(debuggees, &looker->state);
	return looker;
}

void hc_looker_free(struct hc_looker *looker)
{
	hc_stage_free(looker->stage);
	g_free(looker);
}

void hc_looker_set_budget(struct hc_looker *looker, guint moments)
{
	looker->progress.moments = moments;
}
