/* What it costs to see a whole state. */
#include "snapshot.h"
#include "vertex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A program, stopped in a function. argv must last as long as the target. */
static struct hc_target *stop_in(
	const char *const *argv, const char *function, struct hc_launch *launch)
{
	static char **env;
	if (!env)
		env = g_get_environ();
	*launch = (struct hc_launch){
		.path = argv[0],
		.argv = argv,
		.env = (const char *const *) env,
		.limits = HC_LIMITS_INIT,
		.timeout = 120,
	};
	struct hc_gdb_options options = {0};
	struct hc_place spot = {.function = (char *) function, .hit = 1};
	g_autoptr(GError) error = NULL;
	struct hc_target *target = hc_target_new(launch, &options, &error);
	if (target && hc_target_run_to(target, &spot, &error))
		return target;
	fprintf(stderr, "bench-memgraph: %s\n", error->message);
	exit(1);
}

/* A program with n nodes, stopped when they are built. */
static struct hc_target *stop_with(
	const char *program, guint64 nodes, struct hc_launch *launch)
{
	static char number[32];
	static const char *argv[] = {NULL, number, NULL};
	argv[0] = program;
	g_snprintf(number, sizeof number, "%" G_GUINT64_FORMAT, nodes);
	return stop_in(argv, "stop", launch);
}

/* Resident memory of our own, in bytes. */
static guint64 resident(void)
{
	g_autofree char *text = NULL;
	g_file_get_contents("/proc/self/statm", &text, NULL, NULL);
	char *second = text ? strchr(text, ' ') : NULL;
	return second ? 4096 * g_ascii_strtoull(second, NULL, 10) : 0;
}

struct measured {
	double seconds;
	guint64 vertices;
	guint64 grown;
};

static struct measured measure(
	struct hc_target *target, struct hc_snapshot **snapshot)
{
	struct hc_snapshot_options options = {.debug_dir = ""};
	g_autoptr(GError) error = NULL;
	guint64 before = resident();
	gint64 start = g_get_monotonic_time();
	*snapshot = hc_snapshot_new(target, &options, &error);
	double seconds = (double) (g_get_monotonic_time() - start) / 1e6;
	if (!*snapshot) {
		fprintf(stderr, "bench-memgraph: %s\n", error->message);
		exit(1);
	}
	struct mg_summary sum;
	mg_graph_summary(hc_snapshot_graph(*snapshot), &sum);
	return (struct measured){seconds, sum.vertices, resident() - before};
}

/* Some numbers, as expressions that GDB can evaluate without a long way. */
struct sample {
	const struct mg_graph *graph;
	GPtrArray *expressions;
	guint64 seen;
};

static gboolean take(const struct mg_vertex *vertex, gpointer data)
{
	struct sample *sample = data;
	guint64 address = mg_graph_address(sample->graph, vertex->object);
	if (!address || !vertex->type || vertex->type->kind != MG_INT ||
		vertex->type->size != 4 || sample->seen++ % 20)
		return TRUE;
	g_ptr_array_add(sample->expressions,
		g_strdup_printf("*(int *) 0x%" G_GINT64_MODIFIER "x",
			address + vertex->offset));
	return sample->expressions->len < 2000;
}

/* Seconds for one vertex through GDB. */
static double through_gdb(
	struct hc_target *target, struct hc_snapshot *snapshot)
{
	g_autoptr(GPtrArray) expressions =
		g_ptr_array_new_with_free_func(g_free);
	struct sample sample = {hc_snapshot_graph(snapshot), expressions, 0};
	mg_graph_visit(sample.graph, take, &sample);
	guint n = expressions->len;
	g_ptr_array_add(expressions, NULL);
	gint64 start = g_get_monotonic_time();
	char **answers = hc_target_evaluate(
		target, (const char *const *) expressions->pdata, NULL);
	double seconds = (double) (g_get_monotonic_time() - start) / 1e6;
	for (guint i = 0; answers && i < n; i++)
		g_free(answers[i]);
	g_free(answers);
	return n ? seconds / n : 0;
}

static void bench_mixed(void)
{
	struct hc_launch launch;
	g_autoptr(hc_target) target =
		stop_with(DEBUGGEES "grow", 50000, &launch);
	struct measured best = {.seconds = 1e9};
	double gdb = 0;
	for (int i = 0; i < 5; i++) {
		g_autoptr(hc_snapshot) snapshot = NULL;
		struct measured m = measure(target, &snapshot);
		if (m.seconds < best.seconds)
			best = m;
		if (i == 4)
			gdb = through_gdb(target, snapshot);
	}
	double each = best.seconds / (double) best.vertices;
	printf("# 50,000 nodes: %" G_GUINT64_FORMAT " vertices in %.3f s\n",
		best.vertices, best.seconds);
	printf("BENCH graph.vertices_per_s %.0f 1/s\n", 1 / each);
	printf("BENCH graph.ratio_vs_mi %.0f ratio\n", gdb / each);
}

static double bench_size(
	const char *program, guint64 nodes, gboolean print_bytes)
{
	struct hc_launch launch;
	g_autoptr(hc_target) target = stop_with(program, nodes, &launch);
	g_autoptr(hc_snapshot) snapshot = NULL;
	struct measured m = measure(target, &snapshot);
	printf("# %s, %" G_GUINT64_FORMAT " nodes: %" G_GUINT64_FORMAT
	       " vertices in %.3f s\n",
		strrchr(program, '/') + 1, nodes, m.vertices, m.seconds);
	if (print_bytes)
		printf("BENCH graph.bytes_per_vertex %.1f B\n",
			(double) m.grown / (double) m.vertices);
	return m.seconds / (double) m.vertices;
}

/* From a stop in the middle of a real program to its graph, with the debug
 * information read anew each time; the median of five. */
static void bench_program(
	const char *name, const char *const *argv, const char *function)
{
	if (!g_file_test(argv[0], G_FILE_TEST_IS_EXECUTABLE)) {
		printf("# no %s: sh tests/programs/build makes it\n", argv[0]);
		return;
	}
	struct hc_launch launch;
	g_autoptr(hc_target) target = stop_in(argv, function, &launch);
	double seconds[5];
	for (guint i = 0; i < G_N_ELEMENTS(seconds); i++) {
		g_autoptr(hc_snapshot) snapshot = NULL;
		seconds[i] = measure(target, &snapshot).seconds;
		for (guint k = i; k > 0 && seconds[k] < seconds[k - 1]; k--) {
			double other = seconds[k];
			seconds[k] = seconds[k - 1];
			seconds[k - 1] = other;
		}
	}
	printf("BENCH %s %.1f ms\n", name, 1e3 * seconds[2]);
}

static void bench_programs(void)
{
	g_autofree char *grammar = NULL;
	int fd = g_file_open_tmp("bench-XXXXXX.y", &grammar, NULL);
	static const char text[] = "%token N\n%left '+'\n%%\n"
				   "e: e '+' e | '(' e ')' | N ;\n";
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		return;
	close(fd);
	const char *const diff[] = {
		PROGRAMS "/diffutils/src/diff", grammar, "/dev/null", NULL};
	const char *const bison[] = {
		PROGRAMS "/bison/src/bison", "-fsyntax-only", grammar, NULL};
	bench_program("graph.stop_to_graph_ms", diff, "diff_2_files");
	bench_program("graph.stop_to_graph_bison_ms", bison, "lalr");
	unlink(grammar);
}

int main(void)
{
	bench_mixed();
	bench_programs();
	double small = bench_size(DEBUGGEES "grow", 100000, FALSE);
	bench_size(DEBUGGEES "grow", 1000000, TRUE);
	double large = bench_size(DEBUGGEES "grow", 5000000, FALSE);
	printf("BENCH graph.growth %.2f ratio\n", large / small);
	small = bench_size(DEBUGGEES "grow-pool", 100000, FALSE);
	large = bench_size(DEBUGGEES "grow-pool", 2000000, FALSE);
	printf("BENCH graph.pool_growth %.2f ratio\n", large / small);
	return 0;
}
