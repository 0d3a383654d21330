#include "pair-subjects.h"

#include <glib/gstdio.h>
#include <string.h>

/* A hundred letters: a few of them fill a chunk. */
#define TEN "0123456789"
#define LONG TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

const struct pair_subject pair_subjects[] = {
	{"lists", {"14", "18", "20", "22"}, {"14", "15", "18", "22"}},
	{"lists", {"1"}, {"1", "2", "3", "4", "5", "6", "7"}},
	{"lists", {"1", "2", "3"}, {NULL}},
	{"dangling", {"1", "2"}, {"1", "7", "8", "2", "9"}},
	{"dangling", {NULL}, {"1", "2", "3", "4", "5", "6"}},
	{"circles", {"1", "2", "3", "4", "5"}, {"1", "3", "6", "4", "5"}},
	{"circles", {NULL}, {"4", "5"}},
	{"trees", {"m", "c", "x", "a", "d"}, {"m", "c", "x", "w", "d", "z"}},
	{"trees", {"a", "b", "c"}, {"c", "b", "a"}},
	{"tables", {"one", "two", "three"}, {"one", "two", "four"}},
	{"tables", {"one", "two", "three", "four"},
		{"one", "two", "three", "four", "five", "one"}},
	{"unions", {"1", "two", "3,4"}, {"1", "2", "3,x,y"}},
	{"unions", {"1", "2", "3"}, {"a", "b", "1,2"}},
	{"numbers", {"1", "2", "3"}, {"4", "-5", "77", "100"}},
	{"strings", {"a", "bc"}, {"a", "bcd", "a longer word"}},
	{"strings", {"a long word here", "x"}, {"x"}},
	{"pools", {"one", "two"}, {"one", "three", "two"},
		.refused = "allocator"},
	{"obstacks", {"one", "two"}, {"one", "three", "two", "four"}},
	{"obstacks", {"a", "b"},
		{"a", LONG "b", LONG "c", LONG LONG, "d", LONG "e"},
		.refused = "allocator"},
	{"bumps", {"one", "two"}, {"one", "three", "two", "four"}},
	{"bumps", {"one", "two", "three"}, {"two"}},
	{"tops", {"one", "two"}, {"one", "three", "two", "four"},
		.refused = "allocator"},
	{"tops", {"one", "two", "three", "four", "five"}, {"two"},
		.refused = "allocator"},
	{"frees", {"one", "two"}, {"one", "-a", "-b", "two", "-c", "three"},
		.refused = "allocator"},
	{"frees", {"one", "-a", "-b", "two", "-c"}, {"-a", "two"},
		.refused = "allocator"},
	{"frees", {"one", "-a", "two", "-b"}, {"one", "two"},
		.refused = "allocator"},
	{"things", {"1", "2"}, {"1", "5", "2"}},
	{"stacks", {"one", "two"}, {"one", "three", "two", "four"}},
	{"stacks", {"one", "two", "three", "four", "five"}, {"two"}},
	{"rows", {"1", "2", "3", "4", "5"}, {"1", "2", "7", "4", "6"}},
	{"rows", {"1", "2"}, {"1", "2", "7", "4", "6", "8"}},
	{"arrays", {"1", "2", "3"}, {"1", "5", "3"}},
	{"arrays", {"1", "2", "3"}, {"1", "2", "3", "4", "5", "6"},
		.refused = "vla"},
	{"arrays", {"9", "2", "3", "4"}, {"1", "2"}, .refused = "vla"},
	{"arguments", {"a", "b"}, {"a", "longer than b", "c"},
		{"PAIRS_A=1", "PAIRS_B=2"}, {"PAIRS_A=much longer"}},
	{"arguments", {"abc", "def"}, {"x"}, {NULL}, {"PAIRS_A=new"}},
	{"arguments", {"a"}, {"a"}, {"PAIRS_A=1", "PAIRS_B=2", "PAIRS_C=3"},
		{"PAIRS_C=4", "PAIRS_D=5", "PAIRS_E=6", "PAIRS_B=much longer"}},
	{"arguments", {NULL}, {NULL},
		{"PAIRS_Z=0", "PAIRS_A=1", "PAIRS_B=2", "PAIRS_C=3"},
		{"PAIRS_B=2"}},
	{"environments", {"PAIRS_M=1", "PAIRS_A"},
		{"PAIRS_M=longer", "PAIRS_N=2", "PAIRS_B"},
		{"PAIRS_A=1", "PAIRS_B=2"}, {"PAIRS_B=2", "PAIRS_A=1"}},
	{"environments", {NULL}, {"PAIRS_N=2", "PAIRS_O=3"}, {"PAIRS_A=1"},
		{"PAIRS_A=2", "PAIRS_B=4"}},
	{"registers", {"1", "2", "33"}, {"4", "55555", "6", "7"}},
	{"saved", {"1", "2", "33"}, {"4", "55555", "6", "7"}},
	{"functions", {"1", "2"}, {"2", "1", "3"}},
	{"inputs", {"1"}, {"1"}, {NULL}, {NULL}, "one\ntwo\nthree\n",
		"uno\ndue\ntre\nquattro\n"},
	{"inputs", {"1", "2"}, {"1"}, {NULL}, {NULL}, "one\ntwo\nthree\n",
		"one\ntwo\nthree\n"},
	{"files", {"@one\ntwo\n", "2"}, {"@uno\ndue\ntre\n", "5"}},
	{"files", {"/dev/null"}, {"@uno\ndue\ntre\n", "5"}},
	{.program = DEBUGGEES "pairs-cc",
		.pass = {"3", "4", "5"},
		.fail = {"3", "a long word that is no short string", "5"},
		.refused = "_M_t"},
	{.program = DEBUGGEES "pairs-cc",
		.pass = {"1", "2", "3", "4"},
		.fail = {"1", "3", "3", "22", "4", "5"}},
	{.program = DEBUGGEES "pairs-cc",
		.pass = {"methods", "3"},
		.fail = {"methods", "30"}},
	{.program = DEBUGGEES "keys", .pass = {"1"}, .fail = {"7"}},
	{.program = ZOO "/c-plain",
		.pass = {"1"},
		.fail = {"7", "8"},
		.place = "library_work"},
	{.program = ZOO "/c-plain", .fail = {"7", "8"}, .place = "arrays"},
	{.program = ZOO "/c-optimised",
		.fail = {"7", "8"},
		.place = "compare_ints"},
	/* These keep a jump. */
	{.program = GRAPHS "graph-plain",
		.fail = {"x"},
		.refused = "where to jump"},
	{.program = GRAPHS "graph-optimised",
		.fail = {"x", "y"},
		.refused = "where to jump"},
	{.program = GRAPHS "graph-static",
		.fail = {"x"},
		.refused = "where to jump"},
	{.program = GRAPHS "graph-fixed",
		.fail = {"x"},
		.refused = "where to jump"},
	{.program = SAMPLES "sample",
		.pass = {"9", "8", "7"},
		.fail = {"11", "14"},
		.place = "shell_sort"},
	{.program = DEBUGGEES "rules",
		.pass = {"strings"},
		.fail = {"blocks"},
		.unlike = TRUE},
	{.program = DEBUGGEES "rules",
		.pass = {"unions"},
		.fail = {"obstacks"},
		.unlike = TRUE},
	{.program = DEBUGGEES "rules",
		.pass = {"pools"},
		.fail = {"arenas"},
		.unlike = TRUE},
	{.program = DEBUGGEES "rules",
		.pass = {"messages"},
		.fail = {"static_pools"},
		.unlike = TRUE,
		.refused = "static_pool"},
	{.program = DEBUGGEES "rules",
		.pass = {"aliases"},
		.fail = {"cycles"},
		.unlike = TRUE},
	{.program = DEBUGGEES "rules",
		.pass = {"floats"},
		.fail = {"bitfields", "more"},
		.unlike = TRUE},
};
const guint n_pair_subjects = G_N_ELEMENTS(pair_subjects);

char *pair_subject_text(const struct pair_subject *subject)
{
	g_autofree char *pass = g_strjoinv(" ", (char **) subject->pass);
	g_autofree char *fail = g_strjoinv(" ", (char **) subject->fail);
	g_autofree char *program =
		g_path_get_basename(subject->program ? subject->program : "");
	return g_strdup_printf("%s %s > %s",
		subject->name ? subject->name : program, pass, fail);
}

/* ---- Files ---- */

static char *folder;
static guint n_files;

static const char *file_with(const char *text)
{
	if (!folder)
		folder = g_dir_make_tmp("howcome-pairs-XXXXXX", NULL);
	g_autofree char *name = g_strdup_printf("%u", n_files++);
	g_autofree char *path = g_build_filename(folder, name, NULL);
	g_file_set_contents(path, text, -1, NULL);
	return g_intern_string(path);
}

void pair_remove_files(void)
{
	for (guint i = 0; i < n_files; i++) {
		g_autofree char *name = g_strdup_printf("%u", i);
		g_autofree char *path = g_build_filename(folder, name, NULL);
		g_unlink(path);
	}
	if (folder)
		g_rmdir(folder);
	g_clear_pointer(&folder, g_free);
	n_files = 0;
}

/* ---- Runs ---- */

/* What is in the table has no NULL at its end where it is full. */
static const char **words_of(const struct pair_subject *subject, guint side)
{
	const char *const *words = side ? subject->fail : subject->pass;
	GPtrArray *argv = g_ptr_array_new();
	g_ptr_array_add(
		argv, (gpointer) (subject->program ? subject->program
						   : DEBUGGEES "pairs"));
	if (subject->name)
		g_ptr_array_add(argv, (gpointer) subject->name);
	for (guint i = 0; i < PAIR_WORDS && words[i]; i++)
		g_ptr_array_add(argv,
			words[i][0] == '@' ? (gpointer) file_with(words[i] + 1)
					   : (gpointer) words[i]);
	g_ptr_array_add(argv, NULL);
	return (const char **) g_ptr_array_free(argv, FALSE);
}

typedef gboolean (*stop_func)(struct pair *pair, const struct pair_run *pass,
	const struct pair_run *fail, const char *where, gboolean randomize);

static gboolean stop(struct pair *pair, const struct pair_subject *subject,
	gboolean randomize, stop_func func)
{
	/* They must outlive the pair. */
	static const char **argv[2];
	const char *input_pass = NULL, *input_fail = NULL;
	for (guint i = 0; i < 2; i++) {
		g_free(argv[i]);
		argv[i] = words_of(subject, i);
	}
	if (subject->input_pass)
		input_pass = file_with(subject->input_pass);
	if (subject->input_fail)
		input_fail = file_with(subject->input_fail);
	struct pair_run pass = {argv[0], subject->env_pass, input_pass};
	struct pair_run fail = {argv[1], subject->env_fail, input_fail};
	return func(pair, &pass, &fail,
		subject->place ? subject->place : "stop", randomize);
}

gboolean pair_stop_subject(struct pair *pair,
	const struct pair_subject *subject, gboolean randomize)
{
	return stop(pair, subject, randomize, pair_stop);
}

gboolean pair_compare_subject(struct pair *pair,
	const struct pair_subject *subject, gboolean randomize)
{
	return stop(pair, subject, randomize, pair_compare);
}
