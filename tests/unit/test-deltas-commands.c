/* The commands of deltas, given to a real GDB, do what the writes do. */
#include "object.h"
#include "pair-proofs.h"
#include "pair-subjects.h"
#include "runner.h"

/* Of so many deltas each is tried by itself; of more, as many as that. */
enum { MOST_ALONE = 24 };

static void try_sets(struct pair *pair, const char *what)
{
	guint n = hc_deltas_n(pair->deltas);
	g_autoptr(dd_set) all = dd_set_new_range(0, n);
	proof_of_commands(pair, what, all);
	for (guint32 i = 0; i < n; i += 1 + n / MOST_ALONE) {
		g_autoptr(dd_set) one = dd_set_new_range(i, i + 1);
		proof_of_commands(pair, what, one);
	}
	for (guint seed = 0; seed < 3; seed++) {
		g_autoptr(GRand) random = g_rand_new_with_seed(seed);
		g_autoptr(dd_set) some = pair_subset(random, n);
		proof_of_commands(pair, what, some);
	}
}

static void commands_of_gdb_do_what_writes_do(void)
{
	for (guint i = 0; i < n_pair_subjects; i++) {
		g_auto(pair_t) pair = {0};
		g_autofree char *what = pair_subject_text(&pair_subjects[i]);
		if (pair_stop_subject(&pair, &pair_subjects[i], i % 2))
			try_sets(&pair, what);
	}
	pair_remove_files();
}

/* ---- Descriptors ---- */

/* "path, offset 12, flags …" of all descriptors that a graph has. */
static char *descriptors_of(const struct mg_graph *graph)
{
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < graph->n_roots; i++) {
		const struct mg_root *root = &graph->roots[i];
		gsize n;
		if (root->place != MG_IN_DESCRIPTOR)
			continue;
		const char *value = g_bytes_get_data(root->value, &n);
		/* Outputs are each run's own. */
		if (root->number != 1 && root->number != 2)
			g_string_append_printf(
				text, "%s %.*s\n", root->name, (int) n, value);
	}
	return g_string_free(text, FALSE);
}

static void files_are_opened_as_in_the_failing_run(void)
{
	guint seen = 0;
	for (guint i = 0; i < n_pair_subjects; i++) {
		g_auto(pair_t) pair = {0};
		if ((g_strcmp0(pair_subjects[i].name, "files") != 0 &&
			    !pair_subjects[i].input_pass) ||
			!pair_stop_subject(&pair, &pair_subjects[i], FALSE))
			continue;
		g_autoptr(dd_set) all =
			dd_set_new_range(0, hc_deltas_n(pair.deltas));
		g_auto(GStrv) commands = hc_deltas_commands(pair.deltas, all);
		pair_source(pair.pass.target, commands);
		g_autoptr(hc_snapshot) now = pair_look(&pair);
		g_autofree char *here =
			now ? descriptors_of(hc_snapshot_graph(now)) : NULL;
		g_autofree char *there = descriptors_of(pair.fail.graph);
		ASSERT_STR(here, there);
		seen++;
	}
	pair_remove_files();
	CU_ASSERT(seen >= 4);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(commands_of_gdb_do_what_writes_do),
		TEST(files_are_opened_as_in_the_failing_run),
	};
	return run_tests("commands of deltas", tests, G_N_ELEMENTS(tests));
}
