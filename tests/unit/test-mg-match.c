/* What two states have in common and how they differ, on small graphs made by
 * hand. Nothing has the same address in both. */
#include "mg-world.h"
#include "runner.h"

#include <string.h>

static void assert_diff(struct world *a, struct world *b, const char *expected)
{
	g_autofree char *text = world_diff(a, b, MG_MATCH_TRAVERSAL);
	ASSERT_STR(text, expected);
}

/* Two lists, made by the same function. */
static void assert_lists(const char *first, const char *second,
	guint64 (*make)(struct world *, const char *),
	size_t type /* where in struct world */, const char *expected)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	const struct mg_type *ta = *(struct mg_type **) ((char *) a + type);
	const struct mg_type *tb = *(struct mg_type **) ((char *) b + type);
	world_pointer(a, "list", ta, make(a, first));
	world_pointer(b, "list", tb, make(b, second));
	assert_diff(a, b, expected);
}

#define NODES(a, b, expected)                                                  \
	assert_lists(a, b, world_list, offsetof(struct world, node), expected)

static void equal_states_have_no_difference(void)
{
	NODES("14 18 20 22", "14 18 20 22", "");
	NODES("", "", "");
}

static void a_value_that_changed_is_one(void)
{
	NODES("14 18 20", "14 19 20", "list->next->value: 18 > 19\n");
	NODES("14", "15", "list->value: 14 > 15\n");
}

/* FSE 2002, Figure 5. */
static void figure_5_is_an_insertion_and_a_deletion(void)
{
	NODES("14 18 20 22", "14 15 18 22",
		"list->next: list->next > a struct node\n"
		"list->next->next: a struct node > list->next->next->next\n"
		"inserted 1, deleted 1\n");
}

static void insertions_are_found_anywhere(void)
{
	NODES("1 2 3", "9 1 2 3",
		"list: list > a struct node\ninserted 1, deleted 0\n");
	NODES("1 2 3", "1 9 2 3",
		"list->next: list->next > a struct node\n"
		"inserted 1, deleted 0\n");
	NODES("1 2 3", "1 2 3 9",
		"list->next->next->next: NULL > a struct node\n"
		"inserted 1, deleted 0\n");
	NODES("", "9", "list: NULL > a struct node\ninserted 1, deleted 0\n");
}

static void deletions_are_found_anywhere(void)
{
	NODES("9 1 2 3", "1 2 3",
		"list: a struct node > list->next\n"
		"inserted 0, deleted 1\n");
	NODES("1 2 3 9", "1 2 3",
		"list->next->next->next: a struct node > NULL\n"
		"inserted 0, deleted 1\n");
}

static void an_insertion_and_a_deletion_at_the_same_link_are_both_seen(void)
{
	NODES("1 2 3", "1 8 9 3",
		"list->next: a struct node > a struct node\n"
		"inserted 2, deleted 1\n");
}

static void elements_that_changed_places_are_the_same_elements(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	world_pointer(a, "list", a->node, world_list(a, "1 2 3 4 5"));
	world_pointer(b, "list", b->node, world_list(b, "1 4 2 3 5"));
	g_autofree char *text = world_diff(a, b, MG_MATCH_TRAVERSAL);
	CU_ASSERT_PTR_NULL(strstr(text, "inserted"));
	CU_ASSERT_PTR_NULL(strstr(text, "value"));
}

static guint64 straight(struct world *w, const char *numbers)
{
	return world_links(w, numbers, FALSE);
}

static guint64 around(struct world *w, const char *numbers)
{
	return world_links(w, numbers, TRUE);
}

static void doubly_linked_lists_are_aligned(void)
{
	assert_lists("1 2 3", "1 9 2 3", straight, offsetof(struct world, link),
		"list->next: list->next > a struct link\n"
		"list->next->prev: list > a struct link\n"
		"inserted 1, deleted 0\n");
}

static void circular_lists_are_aligned(void)
{
	assert_lists("1 2 3", "1 2 3 9", around, offsetof(struct world, link),
		"list->prev: list->prev > a struct link\n"
		"list->prev->next: list > a struct link\n"
		"inserted 1, deleted 0\n");
	assert_lists(
		"1 2 3", "1 2 3", around, offsetof(struct world, link), "");
}

static void objects_with_different_tags_are_different_objects(void)
{
	assert_lists("1:5 2:6 3:7", "1:5 4:6 3:7", world_items,
		offsetof(struct world, item),
		"list->next: a struct item > a struct item\n"
		"inserted 1, deleted 1\n");
	assert_lists("1:5 2:6", "1:5 2:9", world_items,
		offsetof(struct world, item), "list->next->value: 6 > 9\n");
}

/* An element is also what it points to. */
static void elements_are_aligned_by_what_they_point_to(void)
{
	assert_lists("a:1 b:1 c:1", "a:1 x:1 b:1 c:1", world_entries,
		offsetof(struct world, entry),
		"list->next: list->next > a struct entry\n"
		"inserted 2, deleted 0\n");
}

static void similar_elements_are_the_same_with_another_value(void)
{
	assert_lists("a:1 b:2 c:3", "a:1 x:9 b:7 c:3", world_entries,
		offsetof(struct world, entry),
		"list->next: list->next > a struct entry\n"
		"list->next->count: 2 > 7\n"
		"inserted 2, deleted 0\n");
}

#define TREES(a, b, expected)                                                  \
	assert_lists(a, b, world_tree, offsetof(struct world, tree), expected)

static void trees_are_compared_branch_by_branch(void)
{
	TREES("5(3(1 4) 8)", "5(3(1 4) 8)", "");
	TREES("5(3(1 4) 8)", "5(3(1 4) 9)", "list->right->value: 8 > 9\n");
	TREES("5(3(1 4) 8)", "5(3(1 4) 8(7 -))",
		"list->right->left: NULL > a struct tree\n"
		"inserted 1, deleted 0\n");
}

static void a_rotated_node_is_only_linked_elsewhere(void)
{
	TREES("5(3(1 4) 8)", "3(1 5(4 8))",
		"list: list > list->left\n"
		"list->left: list->left > list->left->right\n"
		"list->left->right: list->left->right > list\n");
}

/* A table of `n` buckets; entries by the number that their name ends in. */
static void fill_table(struct world *w, guint n, const char *const *buckets)
{
	struct mg_type *pointer = mg_fake_pointer(w->fake, w->entry);
	struct mg_type *array = mg_fake_array(w->fake, pointer, n);
	guint64 table = world_variable(w, "table", array, 0);
	for (guint i = 0; i < n; i++)
		mg_fake_put(w->fake, table + 8 * i,
			world_entries(w, buckets[i]), 8);
}

static void a_hash_table_with_one_more_entry_has_one_more_entry(void)
{
	static const char *const first[] = {"a:1 e:5", "", "c:3", "d:4"};
	static const char *const second[] = {"a:1 e:5", "f:6", "c:3", "d:4"};
	static const char *const third[] = {"a:1 i:9 e:5", "", "c:3", "d:4"};
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	g_autoptr(world) c = world_new(2);
	fill_table(a, 4, first);
	fill_table(b, 4, second);
	fill_table(c, 4, third);
	assert_diff(a, b,
		"table[1]: NULL > a struct entry\n"
		"inserted 2, deleted 0\n");
	assert_diff(a, c,
		"table[0]->next: table[0]->next > a struct entry\n"
		"inserted 2, deleted 0\n");
}

/* A block of pointers to elements. */
static void fill_array(struct world *w, const char *names)
{
	g_auto(GStrv) words = g_strsplit(names, " ", -1);
	guint n = g_strv_length(words);
	guint64 block = world_block(w, 8 * n);
	for (guint i = 0; i < n; i++)
		mg_fake_put(
			w->fake, block + 8 * i, world_entries(w, words[i]), 8);
	world_pointer(w, "array", mg_fake_pointer(w->fake, w->entry), block);
	world_variable(w, "n", w->integer, n);
}

static void elements_of_a_grown_array_are_still_the_same(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	fill_array(a, "a:1 b:2 c:3");
	fill_array(b, "a:1 b:2 c:3 d:4 e:5");
	assert_diff(a, b,
		"array: a 3 x struct entry * > a 5 x struct entry *\n"
		"n: 3 > 5\n"
		"inserted 5, deleted 1\n");
}

static void elements_of_a_shifted_array_are_still_the_same(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	fill_array(a, "a:1 b:2 c:3");
	fill_array(b, "x:9 a:1 b:2");
	assert_diff(a, b,
		"array[0]: array[0] > a struct entry\n"
		"array[1]: array[1] > array[0]\n"
		"array[2]: a struct entry > array[1]\n"
		"inserted 2, deleted 2\n");
}

static void an_alias_is_made_and_broken(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	guint64 p = world_list(a, "1"), q = world_list(b, "1");
	world_pointer(a, "p", a->node, p);
	world_pointer(a, "q", a->node, p);
	world_pointer(b, "p", b->node, q);
	world_pointer(b, "q", b->node, world_list(b, "1"));
	assert_diff(a, b, "q: p > a struct node\ninserted 1, deleted 0\n");
	assert_diff(b, a, "q: a struct node > p\ninserted 0, deleted 1\n");
}

/* FSE 2002: `set variable link->fld[0].rtx->fld[0].rtx = link`. */
static void a_cycle_that_was_made_is_one_link(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	world_pointer(a, "list", a->node, world_list(a, "1 2 3"));
	guint64 first = world_list(b, "1 2 3");
	struct mg_place place;
	world_pointer(b, "list", b->node, first);
	/* Elements are made from the last to the first. */
	mg_fake_place(b->fake, first - 0x40, &place);
	mg_fake_put(b->fake, place.start + 8, first, 8);
	assert_diff(a, b,
		"list->next->next: a struct node > list\n"
		"inserted 0, deleted 1\n");
}

static void completely_different_states_share_nothing(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	world_pointer(a, "list", a->node, world_list(a, "1 2 3"));
	world_pointer(b, "other", b->tree, world_tree(b, "1(2 3)"));
	struct mg_match_options options = {.way = MG_MATCH_TRAVERSAL};
	struct mg_match_facts facts;
	g_autoptr(mg_graph) first = mg_fake_extract(a->fake);
	g_autoptr(mg_graph) second = mg_fake_extract(b->fake);
	g_autoptr(mg_match) match = mg_match_new(first, second, &options);
	mg_match_facts(match, &facts);
	ASSERT_INT(facts.pairs, 0);
	g_autofree char *text = graph_diff(first, second, MG_MATCH_TRAVERSAL);
	ASSERT_STR(text, "list: 0x1000080 > not there\n"
			 "other: not there > 0x2000130\n"
			 "inserted 3, deleted 3\n");
}

static void empty_states_are_equal(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	assert_diff(a, b, "");
}

static void strings_are_values(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	g_autoptr(world) c = world_new(2);
	world_variable(a, "s", a->text, world_string(a, "one"));
	world_variable(b, "s", b->text, world_string(b, "two"));
	world_variable(c, "s", c->text,
		world_string(c, "something that is a good deal longer"));
	assert_diff(a, b, "*(char (*)[24]) ((char *) s): \"one\" > \"two\"\n");
	assert_diff(a, c,
		"s: \"one\" > \"something that is a good deal longer\"\n"
		"inserted 1, deleted 1\n");
	assert_diff(c, a,
		"*(char (*)[40]) ((char *) s): \"something that is a good deal "
		"longer\" > \"one\"\n");
}

static char *numbers(guint n, guint skip, guint extra)
{
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < n; i++) {
		if (skip && i % skip == skip - 1)
			continue;
		g_string_append_printf(text, "%u ", i % 1000);
		if (extra && i % extra == 0)
			g_string_append_printf(text, "%u ", 5000 + i);
	}
	return g_string_free(text, FALSE);
}

static void a_long_list_with_few_differences_has_few(void)
{
	g_autofree char *first = numbers(3000, 0, 0);
	g_autofree char *second = numbers(3000, 700, 1000);
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	world_pointer(a, "list", a->node, world_list(a, first));
	world_pointer(b, "list", b->node, world_list(b, second));
	struct mg_match_options options = {.way = MG_MATCH_TRAVERSAL};
	g_autoptr(mg_graph) p = mg_fake_extract(a->fake);
	g_autoptr(mg_graph) q = mg_fake_extract(b->fake);
	g_autoptr(mg_match) match = mg_match_new(p, q, &options);
	g_autoptr(mg_diff) diff = mg_diff_new(match);
	ASSERT_INT(diff->inserted, 3);
	ASSERT_INT(diff->deleted, 4);
	ASSERT_INT(diff->changes->len, 7);
}

static void states_are_the_same_to_the_last_byte_or_not_at_all(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(0);
	g_autoptr(world) other_value = world_new(0);
	g_autoptr(world) other_name = world_new(0);
	g_autoptr(world) other_type = world_new(0);
	g_autoptr(world) elsewhere = world_new(1);
	struct world *worlds[] = {
		a, b, other_value, other_name, other_type, elsewhere};
	struct mg_graph *graphs[G_N_ELEMENTS(worlds)];
	for (guint i = 0; i < G_N_ELEMENTS(worlds); i++) {
		struct world *w = worlds[i];
		world_pointer(w, w == other_name ? "names" : "list",
			w == other_type ? w->tree : w->node,
			world_list(w, w == other_value ? "14 19" : "14 18"));
		graphs[i] = mg_fake_extract(w->fake);
	}
	for (guint i = 0; i < G_N_ELEMENTS(worlds); i++)
		ASSERT_INT(mg_graphs_are_same(graphs[0], graphs[i]), i < 2);
	for (guint i = 0; i < G_N_ELEMENTS(worlds); i++)
		mg_graph_free(graphs[i]);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(equal_states_have_no_difference),
		TEST(a_value_that_changed_is_one),
		TEST(figure_5_is_an_insertion_and_a_deletion),
		TEST(insertions_are_found_anywhere),
		TEST(deletions_are_found_anywhere),
		TEST(an_insertion_and_a_deletion_at_the_same_link_are_both_seen),
		TEST(elements_that_changed_places_are_the_same_elements),
		TEST(doubly_linked_lists_are_aligned),
		TEST(circular_lists_are_aligned),
		TEST(objects_with_different_tags_are_different_objects),
		TEST(elements_are_aligned_by_what_they_point_to),
		TEST(similar_elements_are_the_same_with_another_value),
		TEST(trees_are_compared_branch_by_branch),
		TEST(a_rotated_node_is_only_linked_elsewhere),
		TEST(a_hash_table_with_one_more_entry_has_one_more_entry),
		TEST(elements_of_a_grown_array_are_still_the_same),
		TEST(elements_of_a_shifted_array_are_still_the_same),
		TEST(an_alias_is_made_and_broken),
		TEST(a_cycle_that_was_made_is_one_link),
		TEST(completely_different_states_share_nothing),
		TEST(empty_states_are_equal),
		TEST(states_are_the_same_to_the_last_byte_or_not_at_all),
		TEST(strings_are_values),
		TEST(a_long_list_with_few_differences_has_few),
	};
	return run_tests("matching", tests, G_N_ELEMENTS(tests));
}
