/* What roots are called in any run: two runs that stop at the same place have
 * the same keys, whatever their addresses and their inputs are, and no key
 * twice. */
#include "graph.h"
#include "mg-same.h"
#include "mi-helper.h"
#include "runner.h"
#include "snapshot-help.h"

#include <string.h>

static const char *key_of(const struct mg_root *root)
{
	return root->key ? root->key : root->name;
}

/* The keys of a graph with what else is the same in all runs; fails for one
 * that comes twice. */
static GHashTable *keys_of(const struct mg_graph *graph, const char *what)
{
	GHashTable *keys =
		g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
	for (guint i = 0; i < graph->n_roots; i++) {
		const struct mg_root *root = &graph->roots[i];
		g_autofree char *type =
			root->type ? mg_type_name(root->type) : g_strdup("");
		char *text = g_strdup_printf("%u %u %u %u %s", root->class,
			root->level, root->place, root->number, type);
		if (strstr(key_of(root), "0x"))
			test_fail("%s: %s has an address", what, key_of(root));
		if (!g_hash_table_insert(keys, (gpointer) key_of(root), text))
			test_fail("%s: %s comes twice", what, key_of(root));
	}
	return keys;
}

/* Also for what has an address in its name: it was another one. */
static void compare_keys(const struct mg_graph *a, const struct mg_graph *b,
	const char *what, guint *moved)
{
	g_autoptr(GHashTable) first = keys_of(a, what);
	g_autoptr(GHashTable) second = keys_of(b, what);
	ASSERT_INT(g_hash_table_size(first), g_hash_table_size(second));
	for (guint i = 0; i < a->n_roots; i++) {
		const char *key = key_of(&a->roots[i]);
		const char *other = g_hash_table_lookup(second, key);
		if (!other)
			test_fail("%s: only one run has %s", what, key);
		else if (strcmp(other, g_hash_table_lookup(first, key)) != 0)
			test_fail("%s: %s is %s and %s", what, key,
				(char *) g_hash_table_lookup(first, key),
				other);
	}
	for (guint i = 0; i < MIN(a->n_roots, b->n_roots); i++)
		*moved += a->roots[i].key &&
			  strcmp(a->roots[i].name, b->roots[i].name) != 0;
}

/* Two runs with inputs of their own, loaded where the system likes. */
static void check_program(const char *path, const char *place)
{
	const char *const one[] = {path, "7", "an argument", NULL};
	const char *const two[] = {path, "12345", "", NULL};
	g_autofree char *what = g_strdup_printf("%s %s", path, place);
	g_auto(stopped_t) first, second;
	stop_at(&first, one, place, TRUE);
	stop_at(&second, two, place, TRUE);
	if (!first.graph || !second.graph)
		return;
	guint moved = 0;
	compare_keys(first.graph, second.graph, what, &moved);
	/* The arguments, at least, are elsewhere. */
	CU_ASSERT_TRUE(moved > 0);
}

static void check_zoo(const char *const *names, const char *const *places)
{
	for (guint i = 0; names[i]; i++) {
		g_autofree char *path = g_build_filename(ZOO, names[i], NULL);
		/* Some can't be made everywhere. */
		if (!g_file_test(path, G_FILE_TEST_EXISTS))
			continue;
		for (guint j = 0; places[j]; j++)
			check_program(path, places[j]);
	}
}

static void two_runs_have_the_same_keys_in_c(void)
{
	check_zoo((const char *[]){"c-plain", "c-static", "c-split", NULL},
		(const char *[]){"recurse#3", "blocks", "stop_here", NULL});
}

static void two_runs_have_the_same_keys_when_optimised(void)
{
	check_zoo((const char *[]){"c-optimised", "c-clang-optimised", NULL},
		(const char *[]){"recurse", "stop_here#2", NULL});
}

static void two_runs_have_the_same_keys_in_cxx(void)
{
	check_zoo(
		(const char *[]){"cc-plain", "cc-optimised", "cc-clang", NULL},
		(const char *[]){"by_reference", NULL});
}

static void two_runs_have_the_same_keys_with_all_that_c_hides(void)
{
	check_program(GRAPHS "graph-plain", "stop");
	check_program(GRAPHS "graph-optimised", "stop");
	check_program(GRAPHS "graph-static", "middle#2");
}

/* Stopped where all of its variables have their values. */
static void stop_in_keys(struct stopped *stopped)
{
	static const char *const argv[] = {
		DEBUGGEES "keys", "7", "an argument", NULL};
	g_autofree char *place =
		g_strdup_printf("keys.c:%d", mark_line("keys.c", "stop"));
	stop_at(stopped, argv, place, TRUE);
}

static void variables_of_one_name_have_keys_of_their_own(void)
{
	static const struct {
		const char *before, *mark, *behind;
	} expected[] = {
		/* The innermost frame's own; what it hides. */
		{"x"},
		{"y"},
		{"stop::z"},
		{"::x"},
		{"::y"},
		{"::z"},
		/* A function's name means its innermost call. */
		{"recurse::depth"},
		{"recurse::kept"},
		{"recurse::calls"},
		{"main::kept"},
		/* By their blocks … */
		{"recurse#1", "parameters", "n"},
		{"recurse#1", "block", "n"},
		{"recurse#1", "inner block", "n"},
		{"recurse", "static", "calls"},
		{"recurse", "inner static", "calls"},
		/* … and their calls. */
		{"recurse#4", "parameters", "n"},
		{"recurse#4", "register", "kept"},
		{"recurse#4", "block", "n"},
		/* On one line, in their order. */
		{"recurse", "twice", "line"},
		{"recurse", "twice", "line (2)"},
		/* What is no variable. */
		{"argv[1]"},
		{"stdin"},
		{"<fd 0>"},
	};
	check_program(DEBUGGEES "keys", "stop");
	g_auto(stopped_t) stopped;
	stop_in_keys(&stopped);
	if (!stopped.graph)
		return;
	g_autoptr(GHashTable) keys = keys_of(stopped.graph, "keys");
	for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
		const char *mark = expected[i].mark;
		g_autofree char *key = mark ? g_strdup_printf("%s keys.c:%d %s",
						      expected[i].before,
						      mark_line("keys.c", mark),
						      expected[i].behind)
					    : g_strdup(expected[i].before);
		if (!g_hash_table_contains(keys, key))
			test_fail("there is no %s", key);
	}
	CU_ASSERT_TRUE(compare_with_gdb(&stopped, 1, 0) > 50);
}

/* The bytes of a register or descriptor are in the root, and where they come
 * from, too. */
static void what_is_not_in_memory_tells_where_it_is(void)
{
	g_auto(stopped_t) stopped;
	guint descriptors = 0, registers = 0;
	stop_in_keys(&stopped);
	for (guint i = 0; stopped.graph && i < stopped.graph->n_roots; i++) {
		const struct mg_root *root = &stopped.graph->roots[i];
		ASSERT_INT(root->place != MG_IN_MEMORY, root->value != NULL);
		if (root->place == MG_IN_DESCRIPTOR) {
			g_autofree char *name =
				g_strdup_printf("<fd %u>", root->number);
			ASSERT_STR(root->name, name);
			descriptors++;
		}
		if (root->place != MG_IN_REGISTER)
			continue;
		/* stop() saves no register, so that its caller's are there. */
		ASSERT_STR(root->name, "recurse::kept");
		ASSERT_INT(root->number, 3);
		ASSERT_INT(
			*(const int *) g_bytes_get_data(root->value, NULL), 0);
		registers++;
	}
	CU_ASSERT_TRUE(descriptors >= 3);
	ASSERT_INT(registers, 1);
}

static void a_saved_graph_keeps_keys_and_places(void)
{
	g_auto(stopped_t) stopped;
	stop_in_keys(&stopped);
	if (!stopped.graph)
		return;
	g_autofree char *wrong = mg_round_trip(stopped.graph);
	ASSERT_STR(wrong, NULL);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(two_runs_have_the_same_keys_in_c),
		TEST(two_runs_have_the_same_keys_when_optimised),
		TEST(two_runs_have_the_same_keys_in_cxx),
		TEST(two_runs_have_the_same_keys_with_all_that_c_hides),
		TEST(variables_of_one_name_have_keys_of_their_own),
		TEST(what_is_not_in_memory_tells_where_it_is),
		TEST(a_saved_graph_keeps_keys_and_places),
	};
	return run_tests("keys", tests, G_N_ELEMENTS(tests));
}
