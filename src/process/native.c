#include "launch.h"

#include "launch-run.h"

GQuark hc_launch_error_quark(void)
{
	return g_quark_from_static_string("hc-launch-error");
}

struct hc_outcome *hc_launch_with(const struct hc_launch *launch,
	const struct hc_streams *streams, GError **error)
{
	struct hc_launch_run run;
	if (!hc_launch_run_start(&run, launch, streams, NULL, error))
		return NULL;
	g_autoptr(hc_outcome) outcome = hc_outcome_new();
	hc_launch_run_wait(&run);
	return hc_launch_run_finish(&run, outcome, error)
		       ? g_steal_pointer(&outcome)
		       : NULL;
}

struct hc_outcome *hc_launch_native(
	const struct hc_launch *launch, GError **error)
{
	g_auto(hc_streams) streams = HC_STREAMS_INIT;
	if (!hc_streams_open(&streams, launch->input, error))
		return NULL;
	g_autoptr(hc_outcome) outcome = hc_launch_with(launch, &streams, error);
	return outcome && hc_streams_collect(&streams, NULL, outcome, error)
		       ? g_steal_pointer(&outcome)
		       : NULL;
}
