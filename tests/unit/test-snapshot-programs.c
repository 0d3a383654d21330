/* States of programs that were not written to be debugged: GNU diff and GNU
 * bison. tests/programs/run builds them. */
#include "runner.h"
#include "snapshot-help.h"

#include <glib/gstdio.h>
#include <string.h>

/* A program, its arguments, and where it is stopped. */
struct subject {
	const char *program;
	const char *arguments[4];
	const char *place;
	/* Its own hash tables go by addresses, so that its state differs from
	 * run to run unless these are the same. */
	gboolean by_address;
};

static const struct subject subjects[] = {
	{"diffutils/src/diff", {"a.txt", "b.txt"}, "main"},
	{"diffutils/src/diff", {"a.txt", "b.txt"}, "compare_files"},
	{"diffutils/src/diff", {"a.txt", "b.txt"}, "diff_2_files"},
	{"diffutils/src/diff", {"a.txt", "b.txt"}, "analyze_hunk"},
	{"bison/src/bison", {"-fsyntax-only", "calc.y"}, "main"},
	{"bison/src/bison", {"-fsyntax-only", "calc.y"}, "reduce_grammar",
		TRUE},
	{"bison/src/bison", {"-fsyntax-only", "calc.y"}, "lalr", TRUE},
	{"bison/src/bison", {"-fsyntax-only", "calc.y"}, "conflicts_solve",
		TRUE},
};

static char *folder;

static void write_inputs(void)
{
	g_autoptr(GString) a = g_string_new(NULL), b = g_string_new(NULL);
	for (int i = 0; i < 2000; i++) {
		g_string_append_printf(a, "line %d\n", i);
		g_string_append_printf(
			b, i % 500 == 77 ? "other %d\n" : "line %d\n", i);
	}
	static const char grammar[] =
		"%token NUM\n%left '+'\n%left '*'\n%%\n"
		"e: e '+' e | e '*' e | '(' e ')' | NUM ;\n";
	const struct {
		const char *name;
		const char *text;
	} files[] = {{"a.txt", a->str}, {"b.txt", b->str}, {"calc.y", grammar}};
	for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *file =
			g_build_filename(folder, files[i].name, NULL);
		g_file_set_contents(file, files[i].text, -1, NULL);
	}
}

/* The subject's command, with absolute paths. */
static GPtrArray *command_of(const struct subject *subject)
{
	GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);
	g_ptr_array_add(argv, g_build_filename(g_getenv("HOWCOME_PROGRAMS"),
				      subject->program, NULL));
	for (guint i = 0; subject->arguments[i]; i++)
		g_ptr_array_add(
			argv, subject->arguments[i][0] == '-'
				      ? g_strdup(subject->arguments[i])
				      : g_build_filename(folder,
						subject->arguments[i], NULL));
	g_ptr_array_add(argv, NULL);
	return argv;
}

static void a_sample_of_500_expressions_is_what_gdb_says(void)
{
	const guint seed = 20021;
	for (guint i = 0; i < G_N_ELEMENTS(subjects); i++) {
		g_autoptr(GPtrArray) argv = command_of(&subjects[i]);
		g_auto(stopped_t) stopped;
		stop_at(&stopped, (const char *const *) argv->pdata,
			subjects[i].place, FALSE);
		if (!stopped.graph)
			continue;
		struct mg_summary sum;
		mg_graph_summary(stopped.graph, &sum);
		guint every = MAX(1, (guint) (sum.vertices / 500));
		guint asked = compare_with_gdb(&stopped, every, seed);
		printf("# %s at %s: %" G_GUINT64_FORMAT
		       " vertices, %u questions, seed %u\n",
			subjects[i].program, subjects[i].place, sum.vertices,
			asked, seed);
		if (asked < 300)
			test_fail("only %u questions", asked);
	}
}

/* Names, types and texts of all vertices in order; addresses set aside. */
struct listing {
	const struct mg_graph *graph;
	GString *text;
};

static gboolean list_vertex(const struct mg_vertex *vertex, gpointer data)
{
	struct listing *listing = data;
	g_autofree char *name = mg_vertex_name(listing->graph, vertex);
	gboolean address = strstr(name, "0x") != NULL;
	gboolean pointer =
		vertex->type && (vertex->type->kind == MG_POINTER ||
					vertex->type->kind == MG_REFERENCE);
	g_string_append_printf(listing->text, "%s %u+%" G_GUINT64_FORMAT,
		address ? "?" : name, vertex->object, vertex->offset);
	/* Where no object is, a local that is not set yet may hold anything. */
	if (!pointer)
		g_string_append_printf(
			listing->text, " %" G_GUINT64_FORMAT, vertex->size);
	else if (vertex->end == MG_END_NONE)
		g_string_append_printf(listing->text, " -> %u", vertex->to);
	g_string_append_c(listing->text, '\n');
	return TRUE;
}

static char *list_graph(const struct subject *subject, gboolean randomize)
{
	g_autoptr(GPtrArray) argv = command_of(subject);
	g_auto(stopped_t) stopped;
	stop_at(&stopped, (const char *const *) argv->pdata, subject->place,
		randomize);
	struct listing listing = {stopped.graph, g_string_new(NULL)};
	if (stopped.graph)
		mg_graph_visit(stopped.graph, list_vertex, &listing);
	return g_string_free(listing.text, FALSE);
}

static void two_runs_of_a_command_have_the_same_graph(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(subjects); i++) {
		g_autofree char *first = list_graph(&subjects[i], FALSE);
		int ways = subjects[i].by_address ? 1 : 2;
		for (int randomize = 0; randomize < ways; randomize++) {
			g_autofree char *again =
				list_graph(&subjects[i], randomize);
			if (strcmp(first, again) != 0)
				test_fail("%s at %s differs, ASLR %s",
					subjects[i].program, subjects[i].place,
					randomize ? "on" : "off");
		}
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_sample_of_500_expressions_is_what_gdb_says),
		TEST(two_runs_of_a_command_have_the_same_graph),
	};
	if (!g_getenv("HOWCOME_PROGRAMS")) {
		printf("1..0 # SKIP no programs: see tests/programs/run\n");
		return 77;
	}
	folder = g_dir_make_tmp("howcome-programs-XXXXXX", NULL);
	write_inputs();
	int status =
		run_tests("snapshots of programs", tests, G_N_ELEMENTS(tests));
	static const char *const files[] = {"a.txt", "b.txt", "calc.y"};
	for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *file =
			g_build_filename(folder, files[i], NULL);
		g_unlink(file);
	}
	g_rmdir(folder);
	g_free(folder);
	return status;
}
