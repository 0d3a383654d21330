/* The state of real programs, compared with what GDB itself says of every name:
 * its address, and its value where it is a number. */
#include "debuginfo.h"
#include "runner.h"
#include "snapshot-help.h"

#include <string.h>

static void a_sample_is_what_gdb_says_it_is(void)
{
	static const char *const argv[] = {
		SAMPLES "sample", "9", "8", "7", NULL};
	static const char *const places[] = {
		"main", "shell_sort", "sample.c:18", "sample.c:18#3"};
	for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
		g_auto(stopped_t) stopped;
		stop_at(&stopped, argv, places[i], FALSE);
		if (stopped.graph)
			CU_ASSERT_TRUE(compare_with_gdb(&stopped, 1, 0) > 20);
	}
}

/* All that the debuggee has, in one way of compiling it. */
static void compare_graph(const char *suffix, const char *except)
{
	g_autofree char *program = g_strconcat(GRAPHS "graph-", suffix, NULL);
	const char *const argv[] = {program, "an argument", "", NULL};
	static const char *const places[] = {"stop", "middle#2", "main"};
	guint asked = 0;
	for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
		g_auto(stopped_t) stopped;
		stop_at(&stopped, argv, places[i], FALSE);
		stopped.except = except;
		if (stopped.graph)
			asked += compare_with_gdb(&stopped, 1, 0);
	}
	if (asked < 700)
		test_fail("only %u questions were asked", asked);
}

static void all_is_what_gdb_says_it_is_with_dwarf_4(void)
{
	compare_graph("dwarf4", NULL);
}

static void all_is_what_gdb_says_it_is_with_dwarf_5(void)
{
	compare_graph("dwarf5", NULL);
}

static void all_is_what_gdb_says_it_is_at_a_fixed_address(void)
{
	compare_graph("fixed", NULL);
}

static void all_is_what_gdb_says_it_is_in_a_static_program(void)
{
	compare_graph("static", NULL);
}

static void all_is_what_gdb_says_it_is_when_optimised(void)
{
	compare_graph("optimised", NULL);
	compare_graph("optimised4", NULL);
}

static void all_is_what_gdb_says_it_is_with_split_dwarf(void)
{
	/* GDB 13 can't find thread-local variables of split DWARF. */
	compare_graph("split", "of_this_thread");
}

static void all_is_what_gdb_says_it_is_with_type_units(void)
{
	compare_graph("types", NULL);
}

static void all_is_what_gdb_says_it_is_with_compressed_sections(void)
{
	compare_graph("compressed", NULL);
}

static void cxx_is_what_gdb_says_it_is(void)
{
	static const char *const programs[] = {
		ZOO "/cc-plain", ZOO "/cc-dwarf4"};
	for (guint i = 0; i < G_N_ELEMENTS(programs); i++) {
		const char *const argv[] = {programs[i], NULL};
		g_auto(stopped_t) stopped;
		stop_at(&stopped, argv, "by_reference", FALSE);
		if (stopped.graph)
			CU_ASSERT_TRUE(compare_with_gdb(&stopped, 1, 0) > 100);
	}
}

/* Each of these is there because of one rule of extraction, and is not, or
 * says something else, without it. */
static void what_c_hides_is_in_the_graph(void)
{
	static const struct {
		const char *name;
		const char *text;
	} expected[] = {
		/* Lists, cycles, aliases, trees. */
		{"list->next->next->next->next->value", "50"},
		{"ring->next->next", "-> *ring"},
		{"array_of_pointers[1]", "-> *list->next"},
		/* A struct that is known only from its inside. */
		{"((struct item *) ((char *) items.prev - 8))->weight", "0.5"},
		{"items.prev->prev",
			"-> *((struct item *) ((char *) items.next - 8)) + 8"},
		/* Unions with plausible pointers. */
		{"tree->u.pair.left->parent", "-> *tree"},
		{"*(char (*)[24]) ((char *) tree->u.pair.right->u.text)",
			"\"a word of the tree\""},
		/* Blocks tell how many; a trailing array goes to the end. */
		{"*array_of_nodes@4", "4 x struct node"},
		{"array_of_nodes[2].next", "-> *array_of_nodes@4 + 48"},
		{"tail->elements", "short int []"},
		/* Interior, void and function pointers, opaque types. */
		{"inside", "-> nested + 224"},
		{"anything", "-> *(char (*)[72]) ((char *) anything)"},
		{"*(char (*)[40]) ((char *) opaque)", "40 bytes"},
		{"operate", "(function add)"},
		/* What is dead or wild; what can't be written. */
		{"dangling", "(freed or dead)"},
		{"wild", "(not mapped)"},
		{"*(char (*)[10]) literal", "\"a literal\""},
		/* Bit fields, enums, characters, arrays of arrays. */
		{"bits.b", "-7"},
		{"bits.c", "4294967296"},
		{"bits.e", "PAIR"},
		{"flags", "100"},
		{"numbers.sc", "-1 '\\377'"},
		{"numbers.yes", "true"},
		{"numbers.ld", "2.25"},
		{"nested.matrix[1]", "int [3]"},
		{"nested.inner", "4"},
		{"raw", "\"\\001\\002\""},
		{"zeros", "int [100000]"},
		/* All storage: threads, statics, frames, alloca, VLAs. */
		{"of_this_thread", "77"},
		{"stop::times", "3"},
		{"by_value.value", "1001"},
		{"main::copy.d", "1.5"},
		{"middle::vla", "int [4]"},
		{"*middle::room@12", "12 x int"},
		/* Arguments, streams, descriptors. */
		{"*main::argv[1]@12", "\"an argument\""},
		{"*(char (*)[224]) &_IO_2_1_stdin_", "224 bytes"},
		{"<fd 0>", "\"/dev/null, offset 0, flags 0100000\""},
	};
	static const char *const argv[] = {
		GRAPHS "graph-plain", "an argument", "", NULL};
	g_auto(stopped_t) stopped;
	stop_at(&stopped, argv, "stop", FALSE);
	if (!stopped.graph)
		return;
	g_autoptr(GHashTable) table = table_of(&stopped);
	for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
		const char *text = g_hash_table_lookup(table, expected[i].name);
		if (g_strcmp0(text, expected[i].text) != 0)
			test_fail("%s is %s, not %s", expected[i].name,
				text ? text : "not there", expected[i].text);
	}
}

/* Where the system refuses the fast ways, the graph is the same. */
static void every_way_of_reading_memory_gives_the_same_graph(void)
{
	static const char *const argv[] = {
		GRAPHS "graph-plain", "an argument", "", NULL};
	static const enum hc_memory_way ways[] = {
		HC_MEMORY_BY_CALL, HC_MEMORY_BY_FILE, HC_MEMORY_BY_ASKING};
	g_autoptr(GHashTable) first = NULL;
	for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
		g_auto(stopped_t) stopped;
		stop_at_reading(&stopped, argv, "stop", FALSE, ways[i]);
		if (!stopped.graph)
			return;
		g_autoptr(GHashTable) table = table_of(&stopped);
		if (!first)
			first = g_hash_table_ref(table);
		GHashTableIter iter;
		gpointer name, text;
		g_hash_table_iter_init(&iter, first);
		while (g_hash_table_iter_next(&iter, &name, &text))
			ASSERT_STR(g_hash_table_lookup(table, name), text);
		ASSERT_INT(g_hash_table_size(table), g_hash_table_size(first));
	}
}

/* The graph of a program whose state an error has spoilt, and what it says. */
static void check_corrupt(const char *how, struct mg_summary *sum,
	struct hc_snapshot_facts *facts)
{
	const char *const argv[] = {DEBUGGEES "corrupt", how, NULL};
	g_auto(stopped_t) stopped;
	stop_at(&stopped, argv, "stop", FALSE);
	*sum = (struct mg_summary){0};
	*facts = (struct hc_snapshot_facts){0};
	if (!stopped.graph)
		return;
	mg_graph_summary(stopped.graph, sum);
	*facts = *hc_snapshot_facts(stopped.snapshot);
	compare_with_gdb(&stopped, 1, 0);
}

static void a_spoilt_state_is_told_as_far_as_it_makes_sense(void)
{
	struct mg_summary sum;
	struct hc_snapshot_facts facts;
	check_corrupt("nothing", &sum, &facts);
	guint64 whole = sum.kinds[MG_STRUCT];
	CU_ASSERT_TRUE(whole >= 101);
	check_corrupt("wild", &sum, &facts);
	ASSERT_INT(sum.ends[MG_END_UNMAPPED], 2);
	ASSERT_INT(sum.kinds[MG_STRUCT], whole);
	check_corrupt("unmapped", &sum, &facts);
	ASSERT_INT(sum.ends[MG_END_UNMAPPED], 2);
	check_corrupt("cycle", &sum, &facts);
	ASSERT_INT(sum.kinds[MG_STRUCT], whole - 97);
	check_corrupt("length", &sum, &facts);
	ASSERT_INT(sum.kinds[MG_STRUCT], whole);
	check_corrupt("heap", &sum, &facts);
	CU_ASSERT_TRUE(facts.heap_damaged > 0);
	CU_ASSERT_TRUE(sum.kinds[MG_STRUCT] > whole - 10);
}

/* The flag is the launch's, and counts for all that a snapshot reads. */
static void it_ends_if_the_user_wants_that(void)
{
	static const char *const argv[] = {SAMPLES "sample", "9", "8", NULL};
	volatile sig_atomic_t stop = 0;
	struct hc_launch launch = {
		.path = argv[0],
		.argv = argv,
		.env = (const char *const[]){NULL},
		.limits = HC_LIMITS_INIT,
		.timeout = 60,
		.stop = &stop,
	};
	struct hc_gdb_options options = {0};
	struct hc_snapshot_options how = {.debug_dir = ""};
	g_auto(hc_place) place = {.function = g_strdup("main"), .hit = 1};
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_target) target = hc_target_new(&launch, &options, &error);
	ASSERT_NO_ERROR(error);
	CU_ASSERT_FATAL(target && hc_target_run_to(target, &place, &error));
	g_autoptr(hc_snapshot) snapshot = hc_snapshot_new(target, &how, &error);
	CU_ASSERT_PTR_NOT_NULL(snapshot);

	/* Now and at any later moment. */
	stop = SIGINT;
	CU_ASSERT_PTR_NULL(hc_snapshot_new(target, &how, &error));
	ASSERT_ERROR(error, "");
	g_clear_error(&error);

	struct hc_debuginfo_source source = {
		.pid = hc_target_pid(target),
		.debug_dir = "",
		.stop = &stop,
	};
	CU_ASSERT_PTR_NULL(hc_debuginfo_new(&source, &error));
	CU_ASSERT(g_error_matches(
		error, HC_DEBUGINFO_ERROR, HC_DEBUGINFO_ERROR_STOPPED));
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_sample_is_what_gdb_says_it_is),
		TEST(all_is_what_gdb_says_it_is_with_dwarf_4),
		TEST(all_is_what_gdb_says_it_is_with_dwarf_5),
		TEST(all_is_what_gdb_says_it_is_at_a_fixed_address),
		TEST(all_is_what_gdb_says_it_is_in_a_static_program),
		TEST(all_is_what_gdb_says_it_is_when_optimised),
		TEST(all_is_what_gdb_says_it_is_with_split_dwarf),
		TEST(all_is_what_gdb_says_it_is_with_type_units),
		TEST(all_is_what_gdb_says_it_is_with_compressed_sections),
		TEST(cxx_is_what_gdb_says_it_is),
		TEST(what_c_hides_is_in_the_graph),
		TEST(every_way_of_reading_memory_gives_the_same_graph),
		TEST(a_spoilt_state_is_told_as_far_as_it_makes_sense),
		TEST(it_ends_if_the_user_wants_that),
	};
	return run_tests("snapshots", tests, G_N_ELEMENTS(tests));
}
