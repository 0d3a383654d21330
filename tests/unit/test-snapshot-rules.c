/* The rules of extraction (what C hides from a graph), each with a debuggee
 * that tells when it is missing. Everything is compared with GDB as well. */
#include "runner.h"
#include "snapshot-help.h"

#include <string.h>

/* Stops the debuggee where a rule has made what it is about. */
static GHashTable *stop_at_rule(struct stopped *stopped, const char *rule)
{
	const char *const argv[] = {DEBUGGEES "rules", rule, NULL};
	stop_at(stopped, argv, "stop", FALSE);
	if (!stopped->graph)
		return NULL;
	CU_ASSERT_TRUE(compare_with_gdb(stopped, 1, 0) > 10);
	return table_of(stopped);
}

static void check_rule(const char *rule, const struct fact *facts, guint n)
{
	g_auto(stopped_t) stopped;
	g_autoptr(GHashTable) table = stop_at_rule(&stopped, rule);
	if (table)
		check_facts(table, rule, facts, n);
}
#define CHECK_RULE(rule, facts) check_rule(rule, facts, G_N_ELEMENTS(facts))

/* How many vertices have this in their names. */
static guint count_names(GHashTable *table, const char *part)
{
	GHashTableIter iter;
	gpointer name;
	guint n = 0;
	g_hash_table_iter_init(&iter, table);
	while (g_hash_table_iter_next(&iter, &name, NULL))
		n += strstr(name, part) != NULL;
	return n;
}

/* The bytes of the vertex of a name. */
struct search {
	const struct mg_graph *graph;
	const char *name;
	struct mg_vertex vertex;
	const guint8 *bytes;
};

static gboolean look_at(const struct mg_vertex *vertex, gpointer data)
{
	struct search *search = data;
	g_autofree char *name = mg_vertex_name(search->graph, vertex);
	if (strcmp(name, search->name) != 0)
		return TRUE;
	search->vertex = *vertex;
	search->bytes = mg_vertex_bytes(search->graph, vertex);
	return FALSE;
}

static void check_byte(const struct stopped *stopped, const char *name,
	guint64 size, guint64 at, guint8 byte)
{
	struct search search = {stopped->graph, name};
	mg_graph_visit(stopped->graph, look_at, &search);
	if (!search.bytes || search.vertex.size != size)
		test_fail("%s has not %u bytes", name, (guint) size);
	else
		ASSERT_INT(search.bytes[at], byte);
}

/* ---- Blocks ---- */

static void every_byte_of_a_block_is_state_whatever_its_type(void)
{
	static const struct fact facts[] = {
		{"*blocks::triples@3", "3 x struct triple"},
		{"blocks::triples[2].c", "33"},
		{"blocks::triples[3]", NULL},
	};
	g_auto(stopped_t) stopped;
	g_autoptr(GHashTable) table = stop_at_rule(&stopped, "blocks");
	if (!table)
		return;
	check_facts(table, "blocks", facts, G_N_ELEMENTS(facts));
	check_byte(&stopped, "*blocks::triples@3", 40, 39, 'z');
}

static void padding_is_state(void)
{
	g_auto(stopped_t) stopped;
	g_autoptr(GHashTable) table = stop_at_rule(&stopped, "padding");
	if (!table)
		return;
	check_byte(&stopped, "padding::padded", 16, 1, 0x5a);
	check_byte(&stopped, "padding::padded", 16, 7, 0x5a);
	check_byte(&stopped, "*padding::block", 16, 7, 0xa5);
}

static void a_string_is_text_and_what_is_behind_its_end_is_state(void)
{
	static const char text[] = "*(char (*)[40]) ((char *) strings::text)";
	static const struct fact facts[] = {
		{"strings::array", "\"array\""},
		{text, "\"a text\\n\""},
		{"*(char (*)[24]) ((char *) strings::raw)", "\"\""},
	};
	g_auto(stopped_t) stopped;
	g_autoptr(GHashTable) table = stop_at_rule(&stopped, "strings");
	if (!table)
		return;
	check_facts(table, "strings", facts, G_N_ELEMENTS(facts));
	check_byte(&stopped, "strings::array", 12, 11, '!');
	check_byte(&stopped, text, 40, 39, 'x');
}

static void a_block_tells_the_length_of_a_dynamic_array(void)
{
	static const struct fact facts[] = {
		{"*dynamic_arrays::numbers@10", "10 x int"},
		{"dynamic_arrays::pointers[3]->value", "3"},
		{"dynamic_arrays::nodes[3].value", "44"},
		{"dynamic_arrays::nodes[3].next->value", "45"},
	};
	CHECK_RULE("dynamic_arrays", facts);
}

static void a_trailing_array_is_as_long_as_its_block(void)
{
	static const struct fact facts[] = {
		{"trailing_arrays::flexible->nodes[2]->value", "1"},
		{"trailing_arrays::one->nodes[2]->value", "2"},
		{"trailing_arrays::zero->nodes[1]->value", "3"},
		{"trailing_arrays::name->text", "\"longer than four\""},
	};
	CHECK_RULE("trailing_arrays", facts);
}

/* ---- Unions, pools ---- */

static void a_pointer_of_a_union_is_followed_where_it_is_plausible(void)
{
	static const struct fact facts[] = {
		{"unions::pointer", "union either"},
		{"unions::pointer.node->value", "7"},
		{"unions::number", "union either"},
	};
	g_auto(stopped_t) stopped;
	g_autoptr(GHashTable) table = stop_at_rule(&stopped, "unions");
	if (!table)
		return;
	check_facts(table, "unions", facts, G_N_ELEMENTS(facts));
	/* No address; not aligned; a block that is too small. */
	ASSERT_INT(count_names(table, "unions::number"), 1);
	ASSERT_INT(count_names(table, "unions::inside"), 1);
	ASSERT_INT(count_names(table, "unions::small"), 1);
}

static void objects_of_an_obstack_are_found(void)
{
	static const struct fact facts[] = {
		{"*obstacks::obstack.chunk", "struct _obstack_chunk"},
		{"obstacks::list->value", "4"},
		{"obstacks::list->next->next->value", "2"},
		{"obstacks::list->next->next->next->next->value", "0"},
		{"obstacks::list->next->next->next->next->next", "(null)"},
	};
	CHECK_RULE("obstacks", facts);
}

static void objects_of_a_pool_are_found(void)
{
	static const struct fact facts[] = {
		{"pools::list->value", "11"},
		{"pools::list->next->next->next->next->value", "55"},
		{"pools::tree->count", "3"},
		{"pools::tree->left->right->count", "1"},
		{"*(char (*)[24]) ((char *) pools::tree->left->right->word)",
			"\"a word on the heap\""},
	};
	CHECK_RULE("pools", facts);
}

/* The name and the value of the only vertex with this in its name. */
static const char *find_name(
	GHashTable *table, const char *part, const char **value)
{
	GHashTableIter iter;
	gpointer name, text;
	g_hash_table_iter_init(&iter, table);
	while (g_hash_table_iter_next(&iter, &name, &text))
		if (strstr(name, part)) {
			*value = text;
			return name;
		}
	return NULL;
}

/* How much room alloca takes for what is asked for is the compiler's affair. */
static void what_alloca_gave_is_what_pointers_know(void)
{
	static const struct fact facts[] = {
		{"areas::tree->count", "12"},
		{"areas::tree->left", "(null)"},
		{"areas::nodes[0]->value", "70"},
		{"areas::nodes[2]->value", "72"},
	};
	static const struct fact texts[] = {
		{"((char *) areas::word)", "\"a word on the stack\""},
		{"((char *) areas::other)", "\"and another\""},
	};
	g_auto(stopped_t) stopped;
	g_autoptr(GHashTable) table = stop_at_rule(&stopped, "areas");
	if (!table)
		return;
	check_facts(table, "areas", facts, G_N_ELEMENTS(facts));
	for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
		const char *value = NULL;
		find_name(table, texts[i].name, &value);
		ASSERT_STR(value, texts[i].text);
	}
	/* A pointer to one of them does not end the numbers. */
	const char *value = NULL;
	find_name(table, "*areas::numbers@", &value);
	guint64 n = value ? g_ascii_strtoull(value, NULL, 10) : 0;
	CU_ASSERT(n >= 10 && n < 20);
}

static void objects_of_a_pool_that_is_a_variable_are_found(void)
{
	static const struct fact facts[] = {
		{"static_pools::list->value", "11"},
		{"static_pools::list->next->value", "22"},
		{"static_pools::list->next->next->value", "33"},
		{"static_pools::list->next->next->next->value", "44"},
		{"static_pools::list->next->next->next->next->value", "55"},
		{"static_pools::list->next->next->next->next->next", "(null)"},
		{"static_pools::tree->count", "3"},
		{"static_pools::tree->left->count", "2"},
		{"static_pools::tree->right->count", "2"},
		{"static_pools::tree->left->left->count", "1"},
		{"static_pools::tree->left->right->count", "1"},
		{"static_pools::tree->right->left->count", "1"},
		{"static_pools::tree->right->right->count", "1"},
		/* Without them, this would not be in the graph. */
		{"*(char (*)[24]) ((char *) "
		 "static_pools::tree->left->left->word)",
			"\"a word on the heap\""},
		/* All that is left of the variable: its name, and bytes. */
		{"static_pool", "0 bytes"},
		{"*(char (*)[3792]) ((char *) ((char *) &static_pool + 304))",
			"3792 bytes"},
	};
	g_auto(stopped_t) stopped;
	g_autoptr(GHashTable) table = stop_at_rule(&stopped, "static_pools");
	if (!table)
		return;
	check_facts(table, "static_pools", facts, G_N_ELEMENTS(facts));
	check_byte(&stopped,
		"*(char (*)[3792]) ((char *) ((char *) &static_pool + 304))",
		3792, 4000 - 304, 'n');
}

static void objects_of_a_pool_at_the_end_of_a_variable_are_found(void)
{
	static const struct fact facts[] = {
		{"arena", "struct arena"},
		{"arena.used", "176"},
		{"arena.memory", NULL},
		{"arenas::list->next->next->next->next->value", "55"},
		{"arenas::tree->right->count", "1"},
		{"*(char (*)[24]) ((char *) arenas::tree->right->word)",
			"\"a word on the heap\""},
	};
	CHECK_RULE("arenas", facts);
}

static void a_message_is_no_pool(void)
{
	static const struct fact facts[] = {
		{"message", "\"head and body\""},
		{"messages::header", "-> message"},
	};
	CHECK_RULE("messages", facts);
}

/* ---- Pointers ---- */

static void a_pointer_into_an_object_leads_to_that_part_of_it(void)
{
	static const struct fact facts[] = {
		{"interior_pointers::third", "-> interior_pointers::table + 8"},
		{"*interior_pointers::third", NULL},
		/* No pointer knows the whole, but there is only one struct of
		 * this size that has a link there. */
		{"*interior_pointers::link", "struct link"},
		{"((struct item *) ((char *) interior_pointers::link - "
		 "8))->number",
			"5"},
		{"((struct item *) ((char *) interior_pointers::link - "
		 "8))->after",
			"6"},
	};
	CHECK_RULE("interior_pointers", facts);
}

static void a_void_pointer_leads_to_what_others_know(void)
{
	static const struct fact facts[] = {
		{"void_pointers::same", "-> *void_pointers::node"},
		{"void_pointers::node->value", "8"},
		{"*(char (*)[24]) ((char *) void_pointers::other)", "24 bytes"},
	};
	CHECK_RULE("void_pointers", facts);
}

static void a_function_pointer_leads_to_a_function(void)
{
	static const struct fact facts[] = {
		{"function_pointers::function", "(function void_pointers)"},
		{"function_pointers::as_data", "(function stop)"},
	};
	CHECK_RULE("function_pointers", facts);
}

static void a_word_that_is_the_start_of_a_block_counts_as_a_pointer(void)
{
	static const struct fact facts[] = {
		{"*(char (*)[40]) ((char *) raw_blocks::block)", "40 bytes"},
		{"*(char (*)[24]) *(void **) ((char *) ((char *) "
		 "raw_blocks::block) + 8)",
			"24 bytes"},
	};
	g_auto(stopped_t) stopped;
	g_autoptr(GHashTable) table = stop_at_rule(&stopped, "raw_blocks");
	if (!table)
		return;
	check_facts(table, "raw_blocks", facts, G_N_ELEMENTS(facts));
	/* The inside of a block is not its start. */
	ASSERT_INT(count_names(table, "raw_blocks::block) + 16"), 0);
}

static void dead_and_wild_pointers_are_leaves(void)
{
	static const struct fact facts[] = {
		{"dead_and_wild_pointers::freed", "(freed or dead)"},
		{"dead_and_wild_pointers::gone", "(freed or dead)"},
		{"dead_and_wild_pointers::wild", "(not mapped)"},
		{"dead_and_wild_pointers::odd", "(not mapped)"},
		{"*(char (*)[9]) dead_and_wild_pointers::constant",
			"\"constant\""},
		{"dead_and_wild_pointers::null", "(null)"},
		{"dead_and_wild_pointers::freed->value", NULL},
	};
	CHECK_RULE("dead_and_wild_pointers", facts);
}

static void a_cycle_comes_back_to_where_it_began(void)
{
	static const struct fact facts[] = {
		{"cycles::ring->next->next->value", "3"},
		{"cycles::ring->next->next->next", "-> *cycles::ring"},
		{"cycles::self->next", "-> *cycles::self"},
	};
	CHECK_RULE("cycles", facts);
}

static void two_ways_lead_to_one_object(void)
{
	static const struct fact facts[] = {
		{"aliases::one->next", "-> *aliases::two"},
		{"aliases::two", "-> *aliases::two"},
		{"*aliases::one->next", NULL},
		{"aliases::to_one", "-> aliases::one"},
	};
	CHECK_RULE("aliases", facts);
}

/* ---- Values ---- */

static void a_bit_field_is_its_bits(void)
{
	static const struct fact facts[] = {
		{"bitfields::bits.a", "5"},
		{"bitfields::bits.b", "-7"},
		{"bitfields::bits.c", "549755813888"},
		{"bitfields::bits.d", "4294967296"},
		{"bitfields::bits.e", "BLUE"},
	};
	CHECK_RULE("bitfields", facts);
}

static void an_enum_is_its_name(void)
{
	static const struct fact facts[] = {
		{"enums::known", "GREEN"},
		{"enums::negative", "BLUE"},
		{"enums::unknown", "77"},
	};
	CHECK_RULE("enums", facts);
}

static void a_float_is_its_value(void)
{
	static const struct fact facts[] = {
		{"floats::f", "0.100000001"},
		{"floats::d", "-0"},
		{"floats::l", "1.25"},
	};
	CHECK_RULE("floats", facts);
}

static void an_array_of_variable_length_has_that_of_its_frame(void)
{
	static const struct fact facts[] = {
		{"variable_length_arrays::nodes", "struct node *[3]"},
		{"variable_length_arrays::nodes[2]->value", "2"},
	};
	CHECK_RULE("variable_length_arrays", facts);
}

static void a_thread_local_variable_is_that_of_the_thread(void)
{
	static const struct fact facts[] = {
		{"number_of_thread", "56"},
		{"of_thread->value", "5"},
	};
	CHECK_RULE("thread_local_variables", facts);
}

/* ---- C++ ---- */

static void classes_references_and_containers_are_their_members(void)
{
	static const struct fact facts[] = {
		/* Bases, also of what a smart pointer leads to. */
		{"a_derived.base", "1"},
		{"a_derived.second", "2"},
		{"a_derived.derived", "100 'd'"},
		{"((Derived *) *(void **) &a_unique)->second", "2"},
		/* A reference is what it refers to. */
		{"point.x", "3"},
		{"point.part.back", "-> point"},
		{"a_number", "5"},
		/* Containers. */
		{"a_vector._M_impl._M_start",
			"-> *a_vector._M_impl._M_start@6"},
		{"a_vector._M_impl._M_finish",
			"-> *a_vector._M_impl._M_start@6 + 12"},
		{"*(char (*)[56]) ((char *) a_string._M_dataplus._M_p)",
			"\"string of some length, longer than sixteen\""},
		{"text._M_dataplus._M_p", "-> text + 16"},
	};
	static const char *const argv[] = {ZOO "/cc-plain", NULL};
	g_auto(stopped_t) stopped;
	if (!g_file_test(argv[0], G_FILE_TEST_EXISTS)) {
		test_skip("there is no C++ compiler");
		return;
	}
	stop_at(&stopped, argv, "by_reference", FALSE);
	if (!stopped.graph)
		return;
	g_autoptr(GHashTable) table = table_of(&stopped);
	check_facts(table, "C++", facts, G_N_ELEMENTS(facts));
}

int main(void)
{
	static const struct test tests[] = {
		TEST(every_byte_of_a_block_is_state_whatever_its_type),
		TEST(padding_is_state),
		TEST(a_string_is_text_and_what_is_behind_its_end_is_state),
		TEST(a_block_tells_the_length_of_a_dynamic_array),
		TEST(a_trailing_array_is_as_long_as_its_block),
		TEST(a_pointer_of_a_union_is_followed_where_it_is_plausible),
		TEST(objects_of_an_obstack_are_found),
		TEST(objects_of_a_pool_are_found),
		TEST(what_alloca_gave_is_what_pointers_know),
		TEST(objects_of_a_pool_that_is_a_variable_are_found),
		TEST(objects_of_a_pool_at_the_end_of_a_variable_are_found),
		TEST(a_message_is_no_pool),
		TEST(a_pointer_into_an_object_leads_to_that_part_of_it),
		TEST(a_void_pointer_leads_to_what_others_know),
		TEST(a_function_pointer_leads_to_a_function),
		TEST(a_word_that_is_the_start_of_a_block_counts_as_a_pointer),
		TEST(dead_and_wild_pointers_are_leaves),
		TEST(a_cycle_comes_back_to_where_it_began),
		TEST(two_ways_lead_to_one_object),
		TEST(a_bit_field_is_its_bits),
		TEST(an_enum_is_its_name),
		TEST(a_float_is_its_value),
		TEST(an_array_of_variable_length_has_that_of_its_frame),
		TEST(a_thread_local_variable_is_that_of_the_thread),
		TEST(classes_references_and_containers_are_their_members),
	};
	return run_tests("rules", tests, G_N_ELEMENTS(tests));
}
