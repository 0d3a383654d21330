/* What a test costs, forked and run anew, next to a native run and to the same
 * done by a bare GDB. */
#include "engine-help.h"
#include "runner.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

enum { FORKS = 200, RUNS = 15, WORK_RUNS = 20, PARALLEL = 8 };
enum { PAIRS = 9, MOST_PAIRS = 60, PROBE_MS = 20 };
#define CALM 1.8

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
		hc_outcome_free(hc_launch_native(&act->launch, NULL));
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

/* What a native run says that it took from the event on, in ms. */
static gdouble ask_native(const struct act *act)
{
	g_autofree char *out = NULL;
	g_autoptr(GError) error = NULL;
	if (!g_spawn_sync(NULL, (char **) act->argv, NULL, G_SPAWN_DEFAULT,
		    NULL, NULL, &out, NULL, NULL, &error))
		test_fail("%s", error->message);
	return g_ascii_strtod(out, NULL) * 1e3;
}

/* The rest of the run takes 50 ms of CPU time: a whole test next to what a
 * native run took for the same, by turns. */
static void measure_rest(void)
{
	g_auto(act_t) act = {.name = "rest", .argument = "50"};
	GArray *tests = new_times(), *natives = new_times();
	act_start(&act, HC_ENGINE_FORK);
	hc_outcome_free(act_run(&act, NULL));
	for (guint i = 0; i < WORK_RUNS; i++) {
		gdouble native = ask_native(&act);
		g_array_append_val(natives, native);
		gint64 start = g_get_monotonic_time();
		hc_outcome_free(act_run(&act, NULL));
		add_time(tests, start);
	}
	printf("BENCH engine.fork_over_native_rest %.3f ratio\n",
		median(tests) / median(natives));
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

static void start_parallel(struct act *act, guint jobs)
{
	struct hc_engine_options options = {
		.kind = HC_ENGINE_FORK, .jobs = jobs};
	act_start_with(act, &options);
	/* The first makes what is made once. */
	hc_outcome_free(act_run(act, NULL));
}

static gdouble time_parallel(const struct act *act)
{
	g_autoptr(hc_alteration) nothing = hc_alteration_new();
	gint64 start = g_get_monotonic_time();
	for (guint64 i = 0; i < PARALLEL; i++)
		hc_engine_submit(act->engine, i, nothing, NULL);
	guint64 ticket;
	struct hc_outcome *outcome = NULL;
	while (hc_engine_wait(act->engine, -1, &ticket, &outcome, NULL) ==
		HC_ENGINE_DONE)
		hc_outcome_free(outcome);
	return (gdouble) (g_get_monotonic_time() - start) / 1e6;
}

static gpointer spin(gpointer data)
{
	(void) data;
	struct timespec now;
	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	while (now.tv_nsec < PROBE_MS * 1000000L);
	return NULL;
}

/* How many cores the machine has to give at this moment, of two. Where it gives
 * each session its share (autogroup), a second process of a session gets
 * nothing while others are busy. */
static gdouble probe(void)
{
	gint64 start = g_get_monotonic_time();
	GThread *other = g_thread_new("spin", spin, NULL);
	GThread *another = g_thread_new("spin", spin, NULL);
	g_thread_join(other);
	g_thread_join(another);
	gdouble ms = (gdouble) (g_get_monotonic_time() - start) / 1e3;
	return 2 * PROBE_MS / ms;
}

/* Before all others, for some seconds, if the system lets us: what we start
 * inherits it. */
static void take_precedence(gboolean wanted)
{
	const struct sched_param first = {.sched_priority = 1};
	const struct sched_param usual = {0};
	if (wanted)
		sched_setscheduler(0, SCHED_RR, &first);
	else
		sched_setscheduler(0, SCHED_OTHER, &usual);
}

/* Short measurements, one and two tests at a time by turns, each pair of them a
 * ratio of its own. Those in which others needed the machine say nothing of the
 * engine and don't count: that is asked of the machine, not of the ratio. Only
 * if it is never calm all count. */
static void measure_parallel(void)
{
	g_auto(act_t)
		one = {.name = "work", .argument = "30", .no_native = TRUE};
	g_auto(act_t)
		two = {.name = "work", .argument = "30", .no_native = TRUE};
	GArray *all = new_times(), *calm = new_times();
	take_precedence(TRUE);
	start_parallel(&one, 1);
	start_parallel(&two, 2);
	for (guint i = 0; i < MOST_PAIRS && calm->len < PAIRS; i++) {
		struct act *first = i % 2 ? &two : &one;
		struct act *second = i % 2 ? &one : &two;
		gdouble least = probe();
		gdouble before = time_parallel(first);
		least = MIN(least, probe());
		gdouble after = time_parallel(second);
		least = MIN(least, probe());
		gdouble ratio = i % 2 ? after / before : before / after;
		g_array_append_val(all, ratio);
		if (least > CALM)
			g_array_append_val(calm, ratio);
	}
	take_precedence(FALSE);
	gboolean enough = calm->len >= PAIRS;
	printf("# %u of %u measurements while the machine was calm%s\n",
		calm->len, all->len, enough ? "" : ": too few, all count");
	printf("BENCH engine.parallel_speedup_2 %.2f ratio\n",
		median(enough ? calm : all));
	g_array_unref(enough ? all : calm);
}

int main(void)
{
	measure_small();
	measure_rest();
	measure_large();
	measure_parallel();
	return 0;
}
