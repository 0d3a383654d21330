#include "grow-phases.h"

#include "deltas.h"
#include "dot-diff.h"
#include "dot.h"
#include "gxl.h"
#include "report-diff.h"
#include "report-graph.h"
#include "snapshot.h"
#include "vertex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* One element in so many differs. */
enum { EVERY = 100 };

struct state {
	const char *argv[5];
	char size[32], every[32];
	char **env;
	struct hc_launch launch;
	struct hc_target *target; /* NULL once its state is known */
	struct hc_snapshot *snapshot;
	const struct mg_graph *graph;
};

struct growing {
	struct state pass, fail, one;
	struct mg_match *match;
	struct mg_diff *diff;
	struct hc_deltas *deltas;
	struct dd_set *all;
	char *file;
};

static void give_up(const GError *error)
{
	fprintf(stderr, "bench-grow: %s\n", error->message);
	exit(1);
}

/* ---- Programs ---- */

/* Of the environment, the variables are what grows. */
static char **make_env(const char *kind, guint64 n, guint64 every)
{
	GPtrArray *env = g_ptr_array_new();
	if (strcmp(kind, "environment") != 0)
		n = 0;

	for (guint64 i = 0; i < n; i++) {
		guint64 how =
			every && i % every == every / 2 ? 1 + i / every % 3 : 0;
		if (how != 3)
			g_ptr_array_add(
				env, g_strdup_printf("%s_%" G_GUINT64_FORMAT
						     "=value %s",
					     how == 2 ? "NEW" : "NAME", i,
					     how == 1 ? "1" : "0"));
	}

	g_ptr_array_add(env, NULL);
	return (char **) g_ptr_array_free(env, FALSE);
}

static void stop(struct state *s, const char *program, const char *kind,
	guint64 n, guint64 every)
{
	g_snprintf(s->size, sizeof s->size, "%" G_GUINT64_FORMAT, n);
	g_snprintf(s->every, sizeof s->every, "%" G_GUINT64_FORMAT, every);
	s->argv[0] = program;
	s->argv[1] = kind;
	s->argv[2] = s->size;
	s->argv[3] = s->every;
	s->env = make_env(kind, n, every);
	s->launch = (struct hc_launch){
		.path = program,
		.argv = s->argv,
		.env = (const char *const *) s->env,
		.limits = HC_LIMITS_INIT,
		.timeout = 120,
	};

	struct hc_gdb_options options = {0};
	struct hc_place place = {.function = (char *) "stop", .hit = 1};
	g_autoptr(GError) error = NULL;
	s->target = hc_target_new(&s->launch, &options, &error);
	if (!s->target || !hc_target_run_to(s->target, &place, &error))
		give_up(error);
}

static void look(struct state *s)
{
	struct hc_snapshot_options options = {.debug_dir = ""};
	g_autoptr(GError) error = NULL;
	g_clear_pointer(&s->snapshot, hc_snapshot_free);
	s->snapshot = hc_snapshot_new(s->target, &options, &error);
	if (!s->snapshot)
		give_up(error);
	s->graph = hc_snapshot_graph(s->snapshot);
}

static void state_clear(struct state *s)
{
	g_clear_pointer(&s->target, hc_target_free);
	g_clear_pointer(&s->snapshot, hc_snapshot_free);
	g_strfreev(s->env);
}

/* ---- Phases ---- */

static void extract(struct growing *g)
{
	look(&g->pass);
}

static void compare(struct growing *g, const struct state *other)
{
	struct mg_match_options options = {.way = MG_MATCH_AUTO};
	g_clear_pointer(&g->deltas, hc_deltas_free);
	g_clear_pointer(&g->diff, mg_diff_free);
	g_clear_pointer(&g->match, mg_match_free);
	g->match = mg_match_new(g->pass.graph, other->graph, &options);
	g->diff = mg_diff_new(g->match);
}

static void match_one(struct growing *g)
{
	compare(g, &g->one);
}

static void match(struct growing *g)
{
	compare(g, &g->fail);
}

static void make_deltas(struct growing *g)
{
	g_clear_pointer(&g->deltas, hc_deltas_free);
	g->deltas = hc_deltas_new(g->diff, NULL);
}

/* As if everything varied by itself, so that all of it is looked up. */
static void noise(struct growing *g)
{
	struct hc_noise noise = {.pass = g->diff};
	g_autoptr(hc_deltas) deltas = hc_deltas_new(g->diff, &noise);
}

static void alter(struct growing *g)
{
	g_autoptr(hc_alteration) a = hc_deltas_alter(g->deltas, g->all);
}

static void command(struct growing *g)
{
	g_auto(GStrv) commands = hc_deltas_commands(g->deltas, g->all);
}

/* One after the other, as it is done for causes. */
static void tell_each(const struct hc_deltas *deltas)
{
	for (guint i = 0; i < hc_deltas_n(deltas); i++) {
		g_autoptr(dd_set) one = dd_set_new_range(i, i + 1);
		g_auto(GStrv) commands = hc_deltas_commands(deltas, one);
		g_autofree char *name = hc_delta_name(deltas, i);
		g_autofree char *shown = hc_delta_shown(deltas, i);
		g_autofree char *type = hc_delta_type(deltas, i);
		g_autofree char *before = hc_delta_text(deltas, i, 0);
		g_autofree char *after = hc_delta_text(deltas, i, 1);
		guint64 address;
		guint side;
		hc_delta_target(deltas, i, 1, &address, &side);
	}
}

static void single(struct growing *g)
{
	tell_each(g->deltas);
}

static void alter_each(const struct hc_deltas *deltas)
{
	for (guint i = 0; i < hc_deltas_n(deltas); i++) {
		g_autoptr(dd_set) one = dd_set_new_range(i, i + 1);
		g_autoptr(hc_alteration) a = hc_deltas_alter(deltas, one);
	}
}

static void alter_single(struct growing *g)
{
	alter_each(g->deltas);
}

static void refine(struct growing *g)
{
	const guint32 *origin;
	struct hc_deltas *fine = hc_deltas_refine(g->deltas, g->all, &origin);
	if (!fine)
		return;
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(fine));
	g_autoptr(hc_alteration) a = hc_deltas_alter(fine, all);
	g_auto(GStrv) commands = hc_deltas_commands(fine, all);
	tell_each(fine);
	alter_each(fine);
	hc_deltas_free(fine);
}

static void mirror(struct growing *g)
{
	struct mg_match_options options = {.way = MG_MATCH_AUTO};
	g_autoptr(mg_match) match =
		mg_match_new(g->fail.graph, g->pass.graph, &options);
	g_autoptr(mg_diff) diff = mg_diff_new(match);
	g_autoptr(hc_deltas) reversed = hc_deltas_new(diff, NULL);
	g_autoptr(dd_set) set = hc_deltas_mirror(g->deltas, g->all, reversed);
}

static FILE *nowhere(void)
{
	FILE *file = fopen("/dev/null", "w");
	if (!file)
		exit(1);
	return file;
}

static void dot(struct growing *g)
{
	enum { MOST = 300 };
	FILE *file = nowhere();
	mg_dot_write(g->pass.graph, MOST, file, NULL);
	fclose(file);
}

static void dot_diff(struct growing *g)
{
	struct mg_dot_diff_options options = {0};
	FILE *file = nowhere();
	mg_dot_diff_write(g->diff, &options, file, NULL);
	fclose(file);
}

static void gxl_out(struct growing *g)
{
	g_autoptr(GError) error = NULL;
	FILE *file = fopen(g->file, "w");
	if (!file || !mg_gxl_write(g->pass.graph, file, &error))
		exit(1);
	fclose(file);
}

static void gxl_in(struct growing *g)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(mg_graph) graph = mg_gxl_read(g->file, &error);
	if (!graph)
		give_up(error);
}

static void json(struct growing *g)
{
	struct hc_diff_report report = {.program = "x", .diff = g->diff};
	g_autofree char *text = hc_report_diff_text(&report);
	g_autofree char *all = hc_report_diff_json(&report);
	struct hc_graph_report graph = {.command = "x", .location = "x"};
	mg_graph_summary(g->pass.graph, &graph.summary);
	g_autofree char *summary = hc_report_graph_json(&graph);
}

/* ---- Time and memory ---- */

/* Seconds of the processor, since others use the machine as well. The clock of
 * the whole process is coarse as soon as its time is limited. */
static double used(void)
{
	struct timespec time;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

/* The best of some: of many if it is quick, and of two unless it takes long,
 * since the first one gets its memory from the system. */
static void measure(
	struct growing *g, const char *name, void (*phase)(struct growing *g))
{
	enum { MOST_TIMES = 5 };
	const double enough = 0.5, long_enough = 10;
	double best = G_MAXDOUBLE, sum = 0;
	for (guint i = 0;
		i < MOST_TIMES && sum < (i < 2 ? long_enough : enough); i++) {
		double start = used();
		phase(g);
		double one = used() - start;
		best = MIN(best, one);
		sum += one;
	}

	printf("%s %.6f\n", name, best);
	fflush(stdout);
}

/* A line of /proc/self/status, in bytes. */
static guint64 status(const char *name)
{
	g_autofree char *text = NULL;
	g_file_get_contents("/proc/self/status", &text, NULL, NULL);
	const char *line = text ? strstr(text, name) : NULL;
	return line ? 1024 * g_ascii_strtoull(line + strlen(name), NULL, 10)
		    : 0;
}

/* For what the failing run has and the passing run has not: addresses that
 * nothing else has. */
static void place_blocks(struct growing *g)
{
	guint n;
	const guint64 *sizes = hc_deltas_blocks(g->deltas, &n);
	g_autofree guint64 *addresses = g_new0(guint64, n + 1);
	guint64 at = G_GUINT64_CONSTANT(0x100000000000);
	for (guint i = 0; i < n; i++) {
		addresses[i] = at;
		at += sizes[i] + 16;
	}
	hc_deltas_set_blocks(g->deltas, addresses);
}

static void in_turn(struct growing *g)
{
	measure(g, "match1", match_one);
	measure(g, "match", match);
	measure(g, "deltas", make_deltas);
	place_blocks(g);
	g->all = dd_set_new_range(0, hc_deltas_n(g->deltas));
	printf("# %u changes, %u deltas\n", g->diff->changes->len,
		hc_deltas_n(g->deltas));
	measure(g, "noise", noise);
	measure(g, "alter", alter);
	measure(g, "commands", command);
	measure(g, "single", single);
	measure(g, "altersingle", alter_single);
	measure(g, "refine", refine);
	measure(g, "mirror", mirror);
	measure(g, "dot", dot);
	measure(g, "dotdiff", dot_diff);
	measure(g, "json", json);
}

/* Files take so much longer than all the rest that the largest are left out. */
static void save_and_load(struct growing *g, guint64 n)
{
	enum { MOST = 200000 };
	if (n > MOST)
		return;
	measure(g, "gxlout", gxl_out);
	measure(g, "gxlin", gxl_in);
}

int grow_phases(const char *program, const char *kind, guint64 n)
{
	struct growing g = {0};
	guint64 before = status("VmRSS:");
	stop(&g.pass, program, kind, n, 0);
	stop(&g.fail, program, kind, n, EVERY);
	stop(&g.one, program, kind, n, n);
	int file = g_file_open_tmp("grow-XXXXXX.gxl", &g.file, NULL);
	if (file < 0)
		return 1;
	close(file);

	measure(&g, "extract", extract);
	look(&g.fail);
	look(&g.one);
	in_turn(&g);
	save_and_load(&g, n);
	printf("memory %" G_GUINT64_FORMAT "\n", status("VmHWM:") - before);

	unlink(g.file);
	g_free(g.file);
	dd_set_unref(g.all);
	hc_deltas_free(g.deltas);
	mg_diff_free(g.diff);
	mg_match_free(g.match);
	state_clear(&g.pass);
	state_clear(&g.fail);
	state_clear(&g.one);
	return 0;
}
