/* What it costs to find out who wrote a value: over the native run to the moment,
 * for a program with a run of its own and for one that hardly runs at all, and
 * for each write that is seen. */
#include "writes-help.h"

#include "clock.h"

#include <stdio.h>

enum { TIMES = 5 };

static double time_run(const struct asked *asked)
{
	struct hc_launch launch = *hc_target_launch(asked->target);
	g_auto(hc_streams) streams = HC_STREAMS_INIT;
	gint64 start = g_get_monotonic_time();
	if (!hc_streams_open(&streams, NULL, NULL))
		g_error("no streams");
	g_autoptr(hc_hold) hold =
		hc_hold_new(&launch, &streams, &asked->place, NULL);
	if (!hold)
		g_error("the place is not reached");
	return hc_clock_seconds_since(start);
}

static double time_find(const struct asked *asked)
{
	struct hc_launch launch = *hc_target_launch(asked->target);
	gint64 start = g_get_monotonic_time();
	g_autoptr(hc_written) written =
		hc_writes_find(&launch, &asked->place, &asked->bytes, NULL);
	if (!written)
		g_error("nobody wrote it");
	return hc_clock_seconds_since(start);
}

/* The best of some runs: the machine may be shared. */
static double best(
	double (*run)(const struct asked *asked), const struct asked *asked)
{
	double seconds = run(asked);
	for (guint i = 1; i < TIMES; i++)
		seconds = MIN(seconds, run(asked));
	return seconds;
}

static void tell(const char *kind, double *native, double *find)
{
	struct asked asked;
	g_autoptr(GError) error = NULL;
	if (!asked_new(&asked, "writes", kind, FALSE, &error))
		g_error("%s", error ? error->message : kind);
	*native = best(time_run, &asked);
	*find = best(time_find, &asked);
	asked_clear(&asked);
}

int main(void)
{
	double native, find, none;
	tell("far", &native, &find);
	printf("BENCH write.find_over_native %.4g ratio\n", find / native);
	tell("global", &native, &find);
	printf("BENCH write.find_over_native_short %.4g ratio\n",
		find / native);
	tell("many", &native, &none);
	printf("BENCH write.microseconds_per_write %.4g us\n",
		1e6 * (none - find) / 400);
	return 0;
}
