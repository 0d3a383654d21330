/* What a test costs, forked and run anew, next to a native run and to the same
 * done by a bare GDB. */
#include "engine-help.h"
#include "runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* engine-help tells of failures by these; there is no test here to fail. */
G_GNUC_NORETURN void test_fail(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fputs("bench-engine: ", stderr);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	exit(1);
}

enum { FORKS = 200, RUNS = 15, WORK_RUNS = 20, PARALLEL = 16 };

static gint compare(gconstpointer a, gconstpointer b)
{
	gdouble left = *(const gdouble *) a, right = *(const gdouble *) b;
	return (left > right) - (left < right);
}

/* The machine is not ours alone: the median in ms. */
static gdouble median(GArray *times)
{
	g_array_sort(times, compare);
	gdouble middle = g_array_index(times, gdouble, times->len / 2);
	g_array_unref(times);
	return middle;
}

static void add_time(GArray *times, gint64 start)
{
	gdouble ms = (gdouble) (g_get_monotonic_time() - start) / 1e3;
	g_array_append_val(times, ms);
}

static GArray *new_times(void)
{
	return g_array_new(FALSE, FALSE, sizeof(gdouble));
}

static gdouble time_tests(struct act *act, guint n)
{
	GArray *times = new_times();
	/* The first makes what is made once. */
	hc_outcome_free(act_run(act, NULL));
	for (guint i = 0; i < n; i++) {
		gint64 start = g_get_monotonic_time();
		hc_outcome_free(act_run(act, NULL));
		add_time(times, start);
	}
	return median(times);
}

static gdouble time_native(struct act *act, guint n)
{
	GArray *times = new_times();
	for (guint i = 0; i < n; i++) {
		gint64 start = g_get_monotonic_time();
		hc_outcome_free(hc_run_native(&act->launch, NULL));
		add_time(times, start);
	}
	return median(times);
}

/* What one would type: break there, go on, to the end. */
static gdouble time_bare(const struct act *act, guint n)
{
	GArray *times = new_times();
	g_autofree char *command = g_strdup_printf(
		"exec gdb -nx -batch -iex 'set auto-load off' "
		"-iex 'set debuginfod enabled off' "
		"-iex 'set debug-file-directory ' -ex 'break event' -ex run "
		"-ex continue --args %s %s >/dev/null 2>&1 </dev/null",
		act->argv[0], act->argv[1]);
	for (guint i = 0; i < n; i++) {
		gint64 start = g_get_monotonic_time();
		if (system(command) != 0)
			test_fail("the bare GDB fails");
		add_time(times, start);
	}
	return median(times);
}

static void measure_small(void)
{
	gdouble fork, rerun, native, bare;
	{
		g_auto(act_t) act = {.name = "plain"};
		act_start(&act, HC_ENGINE_FORK);
		fork = time_tests(&act, FORKS);
	}
	{
		g_auto(act_t) act = {.name = "plain"};
		act_start(&act, HC_ENGINE_RERUN);
		rerun = time_tests(&act, RUNS);
		/* A native run ends all our children. */
		g_clear_pointer(&act.engine, hc_engine_free);
		g_clear_pointer(&act.target, hc_target_free);
		native = time_native(&act, FORKS);
		bare = time_bare(&act, RUNS);
	}
	printf("BENCH engine.fork_ms %.3f ms\n", fork);
	printf("BENCH engine.rerun_ms %.2f ms\n", rerun);
	printf("BENCH engine.native_ms %.3f ms\n", native);
	printf("BENCH engine.rerun_over_fork %.1f ratio\n", rerun / fork);
	printf("BENCH engine.rerun_over_bare %.2f ratio\n", rerun / bare);
}

/* The rest of the run takes 50 ms of CPU time; what a fork adds is seen as
 * what the whole takes more than that, beside what a native run takes. */
static void measure_rest(void)
{
	g_auto(act_t) act = {.name = "rest", .argument = "50"};
	GArray *over = new_times();
	act_start(&act, HC_ENGINE_FORK);
	hc_outcome_free(act_run(&act, NULL));
	for (guint i = 0; i < WORK_RUNS; i++) {
		gint64 start = g_get_monotonic_time();
		g_autoptr(hc_outcome) outcome = act_run(&act, NULL);
		gdouble whole =
			(gdouble) (g_get_monotonic_time() - start) / 1e6;
		g_autofree char *out = act_out(outcome);
		/* The program says how long it took from the event on. */
		gdouble ratio = whole / g_ascii_strtod(out, NULL);
		g_array_append_val(over, ratio);
	}
	printf("BENCH engine.fork_over_native_rest %.3f ratio\n", median(over));
}

static void measure_large(void)
{
	g_auto(act_t)
		act = {.name = "large", .argument = "100", .no_native = TRUE};
	act_start(&act, HC_ENGINE_FORK);
	printf("BENCH engine.fork100_ms %.2f ms\n", time_tests(&act, 30));
	GArray *rest = new_times();
	for (guint i = 0; i < 30; i++) {
		g_autoptr(hc_outcome) outcome = act_run(&act, NULL);
		gdouble ms = outcome->seconds * 1e3;
		g_array_append_val(rest, ms);
	}
	printf("# of which the program itself took %.2f ms\n", median(rest));
}

static gdouble time_parallel(guint jobs)
{
	g_auto(act_t)
		act = {.name = "work", .argument = "50", .no_native = TRUE};
	struct hc_engine_options options = {
		.kind = HC_ENGINE_FORK, .jobs = jobs};
	g_autoptr(hc_alteration) nothing = hc_alteration_new();
	act_start_with(&act, &options);
	hc_outcome_free(act_run(&act, NULL));
	gint64 start = g_get_monotonic_time();
	for (guint64 i = 0; i < PARALLEL; i++)
		hc_engine_submit(act.engine, i, nothing, NULL);
	guint64 ticket;
	struct hc_outcome *outcome = NULL;
	while (hc_engine_wait(act.engine, -1, &ticket, &outcome, NULL) ==
		HC_ENGINE_DONE)
		hc_outcome_free(outcome);
	return (gdouble) (g_get_monotonic_time() - start) / 1e6;
}

/* The best of each: what else the machine does only makes them worse. */
static void measure_parallel(void)
{
	gdouble one = G_MAXDOUBLE, two = G_MAXDOUBLE;
	for (guint i = 0; i < 3; i++) {
		one = MIN(one, time_parallel(1));
		two = MIN(two, time_parallel(2));
	}
	printf("BENCH engine.parallel_speedup_2 %.2f ratio\n", one / two);
}

int main(void)
{
	measure_small();
	measure_rest();
	measure_large();
	measure_parallel();
	return 0;
}
