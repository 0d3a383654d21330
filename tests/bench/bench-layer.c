/* What it costs that tests have layers of their own: next to tests that work on
 * the real files, by turns. */
#include "engine.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PAIRS = 100 };

/* The same act in place and in a view. */
struct pair {
	struct hc_target *target[2];
	struct hc_engine *engine[2];
};

static void check(const GError *error)
{
	if (!error)
		return;
	fprintf(stderr, "bench-layer: %s\n", error->message);
	exit(1);
}

static void stop_at_event(struct pair *pair, guint i,
	const struct hc_view *view, const char *act, enum hc_engine_kind kind)
{
	GError *error = NULL;
	const char **argv = g_new0(const char *, 3);
	argv[0] = DEBUGGEES "scribe";
	argv[1] = act;
	const struct hc_launch launch = {
		.path = argv[0],
		.argv = argv,
		.env = (const char *const *) g_get_environ(),
		.limits = HC_LIMITS_INIT,
		.timeout = 60,
		.view = view,
	};
	const struct hc_gdb_options options = {.hold = TRUE};
	const struct hc_engine_options how = {.kind = kind};
	const struct hc_place place = {.function = (char *) "event", .hit = 1};
	pair->target[i] = hc_target_new(&launch, &options, &error);
	check(error);
	hc_target_run_to(pair->target[i], &place, &error);
	check(error);
	pair->engine[i] = hc_engine_new(pair->target[i], &how, &error);
	check(error);
}

static gdouble time_test(struct hc_engine *engine)
{
	GError *error = NULL;
	g_autoptr(hc_alteration) nothing = hc_alteration_new();
	gint64 start = g_get_monotonic_time();
	g_autoptr(hc_outcome) outcome = hc_engine_run(engine, nothing, &error);
	check(error);
	return (gdouble) (g_get_monotonic_time() - start) / 1e3;
}

static gint compare(gconstpointer a, gconstpointer b)
{
	gdouble left = *(const gdouble *) a, right = *(const gdouble *) b;
	return (left > right) - (left < right);
}

static gdouble median(GArray *times)
{
	g_array_sort(times, compare);
	return g_array_index(times, gdouble, times->len / 2);
}

static void measure(const char *name, const char *act, enum hc_engine_kind kind,
	const struct hc_view *view)
{
	struct pair pair;
	g_autoptr(GArray) in_place = g_array_new(FALSE, FALSE, sizeof(gdouble));
	g_autoptr(GArray) in_view = g_array_new(FALSE, FALSE, sizeof(gdouble));
	stop_at_event(&pair, 0, NULL, act, kind);
	stop_at_event(&pair, 1, view, act, kind);
	for (guint i = 0; i <= PAIRS; i++) {
		gdouble first = time_test(pair.engine[0]);
		gdouble second = time_test(pair.engine[1]);
		/* The first makes what is made once. */
		if (i > 0)
			g_array_append_val(in_place, first);
		if (i > 0)
			g_array_append_val(in_view, second);
	}
	printf("BENCH engine.%s_in_place_ms %.3f ms\n", name, median(in_place));
	printf("BENCH engine.%s_ms %.3f ms\n", name,
		median(in_view) - median(in_place));
	for (guint i = 0; i < 2; i++) {
		hc_engine_free(pair.engine[i]);
		hc_target_free(pair.target[i]);
	}
}

int main(void)
{
	GError *error = NULL;
	g_autofree char *folder =
		g_dir_make_tmp("howcome-layer-XXXXXX", &error);
	check(error);
	if (g_chdir(folder) < 0)
		return 1;
	const char *const layers[] = {"/tmp", g_get_home_dir(), NULL};
	const struct hc_view_options options = {.layers = layers};
	g_autoptr(hc_view) view = hc_view_new(&options, &error);
	check(error);
	/* The debuggee looks at all that is there. */
	g_setenv("HOME", folder, TRUE);
	g_setenv("SCRATCH", folder, TRUE);
	measure("layer", "nothing", HC_ENGINE_FORK, view);
	measure("layer_written", "absolute", HC_ENGINE_FORK, view);
	measure("layer_rerun", "nothing", HC_ENGINE_RERUN, view);
	g_unlink("here");
	if (g_chdir("/") < 0 || g_rmdir(folder) < 0)
		return 1;
	return 0;
}
