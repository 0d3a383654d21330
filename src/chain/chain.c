#include "chain.h"

#include "inside.h"

static void describe_runs(
	struct hc_finding *finding, const struct hc_runs *runs)
{
	const struct hc_failure *failure = hc_oracle_failure(runs->oracle);
	finding->program = g_strdup(runs->pass.program->path);
	finding->pass.command = g_strdup(runs->pass.command);
	finding->fail.command = g_strdup(runs->fail.command);
	finding->pass.argv = g_strdupv(runs->pass.argv);
	finding->fail.argv = g_strdupv(runs->fail.argv);
	finding->pass.outcome = hc_outcome_copy(runs->pass.gdb);
	finding->fail.outcome = hc_outcome_copy(runs->fail.gdb);
	finding->failure_kind = g_strdup(failure->kind);
	finding->failure_text = g_strdup(failure->text);
}

static void add_event(struct hc_finding *finding, struct hc_event *event)
{
	struct hc_test_counts *sum = &finding->tests;
	g_ptr_array_add(finding->events, event);
	sum->total += event->tests.total;
	sum->pass += event->tests.pass;
	sum->fail += event->tests.fail;
	sum->unresolved += event->tests.unresolved;
	sum->cached += event->tests.cached;
	finding->unclear = 2 * sum->unresolved > sum->total;
}

static gboolean is_stopped(const struct hc_chain_options *options)
{
	return options->isolate.stop && *options->isolate.stop;
}

/* The places that the user named, one by one. */
static gboolean visit_places(struct hc_finding *finding,
	const struct hc_runs *runs, const struct hc_chain_options *options,
	char **at, GError **error)
{
	for (guint i = 0; at[i] && !is_stopped(options); i++) {
		g_auto(hc_spot) place = {0};
		if (!hc_spot_parse(&place, at[i], error))
			return FALSE;
		struct hc_event *event = hc_isolate(
			runs, &place, &place, &options->isolate, error);
		if (!event)
			return FALSE;
		add_event(finding, event);
	}
	return TRUE;
}

struct hc_finding *hc_chain_find(const struct hc_runs *runs,
	const struct hc_chain_options *options, GError **error)
{
	g_autoptr(hc_finding) finding = hc_finding_new();
	static char *const first[] = {"main", NULL};
	g_autoptr(GError) problem = NULL;
	gint64 start = g_get_monotonic_time();
	describe_runs(finding, runs);
	gboolean fine = visit_places(finding, runs, options,
		options->at ? options->at : (char **) first, &problem);
	finding->seconds = (double) (g_get_monotonic_time() - start) / 1e6;
	finding->interrupted = is_stopped(options);
	if (fine || finding->interrupted)
		return g_steal_pointer(&finding);
	g_propagate_error(error, g_steal_pointer(&problem));
	return NULL;
}
