/* What it costs to reach a late hit of a function, and to record the entries of
 * all of them, without and with lines. */
#include "target.h"
#include "trace.h"

#include <glib/gstdio.h>
#include <stdio.h>

enum { ROUNDS = 9, LINES = 20000 };

static struct hc_launch launch_of(const char *const *argv, char **env)
{
	return (struct hc_launch){
		.path = argv[0],
		.argv = argv,
		.env = (const char *const *) env,
		.limits = HC_LIMITS_INIT,
		.timeout = 100,
	};
}

static gdouble ms_since(gint64 start)
{
	return (gdouble) (g_get_monotonic_time() - start) / 1e3;
}

/* Best of some rounds: the machine is not ours alone. */
static gdouble native_ms(const struct hc_launch *launch)
{
	gdouble best = G_MAXDOUBLE;
	for (guint i = 0; i < ROUNDS; i++) {
		gint64 start = g_get_monotonic_time();
		g_autoptr(hc_outcome) outcome = hc_launch_native(launch, NULL);
		if (outcome)
			best = MIN(best, ms_since(start));
	}
	return best;
}

static gdouble reach_ms(const struct hc_launch *launch, const char *where)
{
	gdouble best = G_MAXDOUBLE;
	for (guint i = 0; i < ROUNDS; i++) {
		struct hc_gdb_options options = {0};
		g_auto(hc_place) place = {0};
		g_autoptr(GError) error = NULL;
		hc_place_parse(&place, where, NULL);
		g_autoptr(hc_target) target =
			hc_target_new(launch, &options, &error);
		gint64 start = g_get_monotonic_time();
		if (target && hc_target_run_to(target, &place, &error))
			best = MIN(best, ms_since(start));
		else
			fprintf(stderr, "bench-trace: %s\n", error->message);
	}
	return best;
}

static void measure_reach(char **env)
{
	static const char *const many[] = {
		TRACES "trace-plain", "hot", "100000", NULL};
	static const char *const none[] = {
		TRACES "trace-plain", "hot", "0", NULL};
	struct hc_launch launch = launch_of(many, env);
	struct hc_launch short_launch = launch_of(none, env);
	gdouble late = reach_ms(&launch, "hot#100000");
	gdouble first = reach_ms(&launch, "hot");
	gdouble native = native_ms(&launch) - native_ms(&short_launch);
	printf("# the first hit after %.1f ms, the 100,000th after %.1f\n",
		first, late);
	printf("BENCH engine.nth_hit_100k_ms %.1f ms\n",
		late - first - MAX(native, 0));
}

static gdouble traced_ms(
	const struct hc_launch *launch, gboolean lines, guint *entries)
{
	gdouble best = G_MAXDOUBLE;
	struct hc_trace_options options = HC_TRACE_OPTIONS_INIT;
	options.lines = lines;
	for (guint i = 0; i < ROUNDS; i++) {
		gint64 start = g_get_monotonic_time();
		g_autoptr(GError) error = NULL;
		g_autoptr(hc_trace) trace =
			hc_trace_run(launch, &options, &error);
		if (!trace) {
			fprintf(stderr, "bench-trace: %s\n", error->message);
			continue;
		}
		best = MIN(best, ms_since(start));
		*entries = trace->entries->len;
	}
	return best;
}

static void write_lines(const char *file, gboolean changed)
{
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < LINES; i++)
		if (!changed || i % 97 != 0)
			g_string_append_printf(text, "line %u of a file%s\n",
				i * 7919 % 100003,
				changed && i % 41 == 0 ? ", changed" : "");
	g_file_set_contents(file, text->str, (gssize) text->len, NULL);
	g_string_free(text, TRUE);
}

static void measure_trace(char **env)
{
	static const char diff[] = PROGRAMS "/diffutils/src/diff";
	g_autofree char *folder = g_dir_make_tmp("howcome-XXXXXX", NULL);
	g_autofree char *a = g_build_filename(folder, "a", NULL);
	g_autofree char *b = g_build_filename(folder, "b", NULL);
	const char *real[] = {diff, a, b, NULL};
	static const char *const ours[] = {DEBUGGEES "mix", NULL};
	gboolean built = g_file_test(diff, G_FILE_TEST_IS_EXECUTABLE);
	write_lines(a, FALSE);
	write_lines(b, TRUE);
	struct hc_launch launch = launch_of(built ? real : ours, env);
	guint entries = 0, more = 0;
	gdouble native = native_ms(&launch);
	gdouble traced = traced_ms(&launch, FALSE, &entries);
	gdouble lines = traced_ms(&launch, TRUE, &more);
	printf("# %s: %.1f ms, traced %.1f ms with %u entries\n", launch.path,
		native, traced, entries);
	printf("BENCH trace.slowdown %.2f ratio\n", traced / native);
	printf("# with lines %.1f ms and %u entries\n", lines, more);
	printf("BENCH trace.lines_slowdown %.2f ratio\n", lines / native);
	g_unlink(a);
	g_unlink(b);
	g_rmdir(folder);
}

/* Where all lines but a few are come to too often. */
static void measure_loop(char **env)
{
	static const char *const argv[] = {
		TRACES "trace-plain", "skips", "50000000", NULL};
	struct hc_launch launch = launch_of(argv, env);
	guint entries = 0;
	gdouble native = native_ms(&launch);
	gdouble lines = traced_ms(&launch, TRUE, &entries);
	printf("# a loop of %s rounds: %.1f ms, with lines %.1f ms\n", argv[2],
		native, lines);
	printf("BENCH trace.loop_slowdown %.2f ratio\n", lines / native);
}

int main(void)
{
	g_auto(GStrv) env = g_get_environ();
	measure_reach(env);
	measure_trace(env);
	measure_loop(env);
	return 0;
}
