/* The proofs of deltas on programs that were not written to be debugged: GNU
 * diff and GNU bison, at several places. tests/programs/run builds them. */
#include "pair-proofs.h"
#include "runner.h"

#include <glib/gstdio.h>
#include <stdio.h>

/* Deltas are tried one by one up to this number, spread evenly. */
enum { MOST_ALONE = 12, SUBSETS = 4, OUTCOMES = 125, LEAST_OUTCOMES = 500 };

/* A program, the arguments of both runs, and where they are stopped. */
struct subject {
	const char *program;
	const char *pass[5], *fail[5];
	const char *place;
	/* Its hash tables go by addresses, so that each run is the same only
	 * where these are. */
	gboolean by_address;
};

static const struct subject subjects[] = {
	{"diffutils/src/diff", {"a.txt", "b.txt"}, {"a.txt", "c.txt"}, "main"},
	{"diffutils/src/diff", {"a.txt", "b.txt"}, {"-u", "a.txt", "c.txt"},
		"compare_files"},
	{"diffutils/src/diff", {"a.txt", "b.txt"}, {"a.txt", "c.txt"},
		"diff_2_files"},
	{"diffutils/src/diff", {"a.txt", "b.txt"}, {"-c", "a.txt", "c.txt"},
		"analyze_hunk"},
	{"bison/src/bison", {"-fsyntax-only", "one.y"},
		{"-fsyntax-only", "two.y"}, "main"},
	{"bison/src/bison", {"-fsyntax-only", "one.y"},
		{"-fsyntax-only", "two.y"}, "reduce_grammar", TRUE},
	{"bison/src/bison", {"-fsyntax-only", "one.y"},
		{"-fsyntax-only", "two.y"}, "lalr", TRUE},
};

/* ---- Inputs ---- */

static char *folder;
static const char *const files[] = {
	"a.txt", "b.txt", "c.txt", "one.y", "two.y"};

static void write_inputs(void)
{
	g_autoptr(GString) a = g_string_new(NULL);
	g_autoptr(GString) b = g_string_new(NULL);
	g_autoptr(GString) c = g_string_new(NULL);
	for (int i = 0; i < 300; i++) {
		g_string_append_printf(a, "line %d\n", i);
		g_string_append_printf(
			b, i % 100 == 77 ? "other %d\n" : "line %d\n", i);
		if (i % 90 != 5)
			g_string_append_printf(c, "line %d\n", i);
	}
	const char *const contents[] = {a->str, b->str, c->str,
		"%token NUM\n%left '+'\n%left '*'\n%%\n"
		"e: e '+' e | e '*' e | '(' e ')' | NUM ;\n",
		"%token NUM\n%left '+'\n%%\n"
		"e: e '+' e | e '*' e | '(' e ')' | NUM | l ;\nl: l e | ;\n"};
	for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *file =
			g_build_filename(folder, files[i], NULL);
		g_file_set_contents(file, contents[i], -1, NULL);
	}
}

static void remove_inputs(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *file =
			g_build_filename(folder, files[i], NULL);
		g_unlink(file);
	}
	g_rmdir(folder);
	g_free(folder);
}

/* ---- Pairs ---- */

/* The words with absolute paths; they live as long as the program. */
static const char *const *command_of(
	const char *program, const char *const *words)
{
	GPtrArray *argv = g_ptr_array_new();
	g_autofree char *path =
		g_build_filename(g_getenv("HOWCOME_PROGRAMS"), program, NULL);
	g_ptr_array_add(argv, (gpointer) g_intern_string(path));
	for (guint i = 0; words[i]; i++) {
		g_autofree char *file =
			g_build_filename(folder, words[i], NULL);
		g_ptr_array_add(
			argv, (gpointer) g_intern_string(
				      words[i][0] == '-' ? words[i] : file));
	}
	g_ptr_array_add(argv, NULL);
	return (const char *const *) g_ptr_array_free(argv, FALSE);
}

typedef gboolean (*stop_func)(struct pair *pair, const struct pair_run *pass,
	const struct pair_run *fail, const char *where, gboolean randomize);
typedef void (*proof_func)(struct pair *pair, const char *what);

enum { ANY, NOT_RANDOM };

static void with_each_subject(stop_func stop, proof_func proof, guint which)
{
	for (guint i = 0; i < G_N_ELEMENTS(subjects); i++) {
		const struct subject *s = &subjects[i];
		gboolean randomize =
			i % 2 && !(which == NOT_RANDOM && s->by_address);
		struct pair_run pass = {command_of(s->program, s->pass)};
		struct pair_run fail = {command_of(s->program, s->fail)};
		g_autofree char *what =
			g_strdup_printf("%s at %s", s->program, s->place);
		struct pair pair;
		if (stop(&pair, &pass, &fail, s->place, randomize)) {
			printf("# %s: %u deltas, %u refused\n", what,
				hc_deltas_n(pair.deltas),
				hc_deltas_refused(pair.deltas)->len);
			proof(&pair, what);
		}
		pair_clear(&pair);
		g_free((gpointer) pass.argv);
		g_free((gpointer) fail.argv);
	}
}

/* ---- Proofs ---- */

static void all_deltas_lead_to_the_failing_state(void)
{
	with_each_subject(pair_stop, proof_of_all, ANY);
}

static void try_subsets(struct pair *pair, const char *what)
{
	for (guint seed = 0; seed < SUBSETS; seed++)
		proof_of_some(pair, what, seed);
}

static void any_deltas_leave_a_sound_state_that_can_be_completed(void)
{
	with_each_subject(pair_stop, try_subsets, ANY);
}

static void try_commands(struct pair *pair, const char *what)
{
	guint n = hc_deltas_n(pair->deltas);
	g_autoptr(dd_set) all = dd_set_new_range(0, n);
	proof_of_commands(pair, what, all);
	for (guint32 i = 0; i < n; i += 1 + n / MOST_ALONE) {
		g_autoptr(dd_set) one = dd_set_new_range(i, i + 1);
		proof_of_commands(pair, what, one);
	}
}

static void commands_of_gdb_do_what_writes_do(void)
{
	with_each_subject(pair_stop, try_commands, ANY);
}

static guint n_outcomes;

static void try_engines(struct pair *pair, const char *what)
{
	n_outcomes += proof_of_engines(pair, what, OUTCOMES, 2);
}

static void fork_and_rerun_give_the_same_outcomes(void)
{
	n_outcomes = 0;
	with_each_subject(pair_compare, try_engines, NOT_RANDOM);
	printf("# %u outcomes compared\n", n_outcomes);
	CU_ASSERT(n_outcomes >= LEAST_OUTCOMES);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(all_deltas_lead_to_the_failing_state),
		TEST(any_deltas_leave_a_sound_state_that_can_be_completed),
		TEST(commands_of_gdb_do_what_writes_do),
		TEST(fork_and_rerun_give_the_same_outcomes),
	};
	if (!g_getenv("HOWCOME_PROGRAMS")) {
		printf("1..0 # SKIP no programs: see tests/programs/run\n");
		return 77;
	}
	folder = g_dir_make_tmp("howcome-programs-XXXXXX", NULL);
	write_inputs();
	int status = run_tests(
		"deltas of foreign programs", tests, G_N_ELEMENTS(tests));
	remove_inputs();
	return status;
}
