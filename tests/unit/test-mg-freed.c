/* What is left in memory that was freed, on faked memory. */
#include "diff.h"
#include "mg-rules.h"
#include "object.h"

/* struct box { long one, two, three; struct box *next; int *far; } */
static struct mg_type *box_type(struct mg_fake *fake)
{
	struct mg_type *number = mg_fake_scalar(fake, MG_INT, "long", 8, TRUE);
	struct mg_type *box = mg_fake_struct(fake, MG_STRUCT, "box", 40);
	mg_fake_member(fake, box, "one", number, 0);
	mg_fake_member(fake, box, "two", number, 8);
	mg_fake_member(fake, box, "three", number, 16);
	mg_fake_member(fake, box, "next", mg_fake_pointer(fake, box), 24);
	mg_fake_member(
		fake, box, "far", mg_fake_pointer(fake, mg_fake_int(fake)), 32);
	return box;
}

static void put_box(struct mg_fake *fake, guint64 address, guint64 three,
	guint64 next, guint64 far)
{
	mg_fake_put(fake, address, 0x1111, 8);
	mg_fake_put(fake, address + 8, 0x2222, 8);
	mg_fake_put(fake, address + 16, three, 8);
	mg_fake_put(fake, address + 24, next, 8);
	mg_fake_put(fake, address + 32, far, 8);
}

/* A global pointer to a freed box; `whole`: in a list of its own size. */
static struct mg_fake *make(guint64 three, gboolean whole)
{
	struct mg_fake *fake = mg_fake_new();
	struct mg_type *box = box_type(fake);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_map_freed(fake, HEAP, 40 + (whole ? 0 : 200), whole);
	put_box(fake, HEAP, three, 0, 0);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_root(
		fake, "p", MG_ROOT_GLOBAL, mg_fake_pointer(fake, box), STATIC);
	return fake;
}

static guint count_freed(const struct mg_graph *graph)
{
	guint n = 0;
	for (guint32 i = 0; i < mg_graph_n_objects(graph); i++)
		n += mg_graph_object(graph, i)->home == MG_HOME_FREED;
	return n;
}

static void what_the_allocator_has_there_is_not_shown(void)
{
	g_autoptr(mg_fake) fake = make(7, TRUE);
	g_autofree char *text = mg_fake_show(fake);
	ASSERT_STR(text, "p: freed or dead\n"
			 "*p = box\n"
			 "p->one = 0\n"
			 "p->two = 0\n"
			 "p->three = 7\n"
			 "p->next: null\n"
			 "p->far: null\n");
}

static void the_pointer_stays_a_leaf(void)
{
	g_autoptr(mg_fake) fake = make(7, TRUE);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	const struct mg_link *link = mg_graph_link_at(graph, 0, 0);
	ASSERT_INT(link->end, MG_END_DEAD);
	ASSERT_INT(link->to, 1);
	CU_ASSERT_FALSE(mg_graph_object(graph, 1)->loose);
	struct mg_aim aim = mg_aim_at(graph, 0, 0);
	ASSERT_INT(aim.kind, MG_AIM_LOST);
}

/* The names and values of all changes. */
static char *show_diff(struct mg_fake *one, struct mg_fake *two)
{
	struct mg_match_options how = {.way = MG_MATCH_AUTO};
	g_autoptr(mg_graph) a = mg_fake_extract(one);
	g_autoptr(mg_graph) b = mg_fake_extract(two);
	struct mg_match *match = mg_match_new(a, b, &how);
	struct mg_diff *diff = mg_diff_new(match);
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < diff->changes->len; i++) {
		const struct mg_change *change =
			&g_array_index(diff->changes, struct mg_change, i);
		g_autofree char *name = mg_change_name(diff, change);
		g_autofree char *before = mg_change_text(diff, change, 0);
		g_autofree char *after = mg_change_text(diff, change, 1);
		g_string_append_printf(
			text, "%s: %s > %s\n", name, before, after);
	}
	mg_diff_free(diff);
	mg_match_free(match);
	return g_string_free(text, FALSE);
}

static void what_is_left_is_compared_and_the_rest_is_not(void)
{
	g_autoptr(mg_fake) a = make(7, TRUE);
	g_autoptr(mg_fake) b = make(8, TRUE);
	mg_fake_put(b, HEAP, 0x3333, 8);
	mg_fake_put(b, HEAP + 8, 0, 8);
	g_autofree char *text = show_diff(a, b);
	ASSERT_STR(text, "p->three: 7 > 8\n");
}

static void what_is_alive_in_one_of_them_is_the_pointers_change_alone(void)
{
	g_autoptr(mg_fake) a = mg_fake_new();
	struct mg_type *box = box_type(a);
	mg_fake_map(a, STATIC, 64, MG_PLACE_DATA);
	mg_fake_map(a, HEAP, 40, MG_PLACE_BLOCK);
	put_box(a, HEAP, 7, 0, 0);
	mg_fake_put(a, STATIC, HEAP, 8);
	mg_fake_root(a, "p", MG_ROOT_GLOBAL, mg_fake_pointer(a, box), STATIC);
	g_autoptr(mg_fake) b = make(8, TRUE);
	g_autofree char *text = show_diff(a, b);
	ASSERT_STR(text, "p: a box > freed or dead\n");
}

static void freed_memory_leads_to_more_but_makes_nothing_known(void)
{
	g_autoptr(mg_fake) fake = make(7, TRUE);
	/* An int that nobody else leads to, and one more freed box. */
	mg_fake_map(fake, STATIC + 0x100, 64, MG_PLACE_DATA);
	mg_fake_map_freed(fake, HEAP + 0x100, 40, TRUE);
	put_box(fake, HEAP, 7, HEAP + 0x100, STATIC + 0x100);
	put_box(fake, HEAP + 0x100, 9, HEAP, 0);
	g_autofree char *text = mg_fake_show(fake);
	ASSERT_STR(text, "p: freed or dead\n"
			 "*p = box\n"
			 "p->one = 0\n"
			 "p->two = 0\n"
			 "p->three = 7\n"
			 "p->next: freed or dead\n"
			 "p->far: of unknown type\n"
			 "*p->next = box\n"
			 "p->next->one = 0\n"
			 "p->next->two = 0\n"
			 "p->next->three = 9\n"
			 "p->next->next: freed or dead\n"
			 "p->next->far: null\n");
}

static void a_block_that_was_joined_is_as_large_as_the_type_says(void)
{
	g_autoptr(mg_fake) fake = make(7, FALSE);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	ASSERT_INT(count_freed(graph), 1);
	ASSERT_INT(mg_graph_object(graph, 1)->size, 40);
	CU_ASSERT_TRUE(mg_graph_object(graph, 1)->loose);
}

static void a_pointer_into_the_middle_of_a_freed_block_leads_nowhere(void)
{
	g_autoptr(mg_fake) fake = make(7, TRUE);
	mg_fake_put(fake, STATIC, HEAP + 16, 8);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	ASSERT_INT(count_freed(graph), 0);
}

static void without_being_asked_for_nothing_is_there(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *box = box_type(fake);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_map(fake, HEAP, 40, MG_PLACE_DEAD);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_root(
		fake, "p", MG_ROOT_GLOBAL, mg_fake_pointer(fake, box), STATIC);
	assert_shows(fake, "p: freed or dead\n");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(what_the_allocator_has_there_is_not_shown),
		TEST(the_pointer_stays_a_leaf),
		TEST(what_is_left_is_compared_and_the_rest_is_not),
		TEST(what_is_alive_in_one_of_them_is_the_pointers_change_alone),
		TEST(freed_memory_leads_to_more_but_makes_nothing_known),
		TEST(a_block_that_was_joined_is_as_large_as_the_type_says),
		TEST(a_pointer_into_the_middle_of_a_freed_block_leads_nowhere),
		TEST(without_being_asked_for_nothing_is_there),
	};
	return run_tests("freed memory", tests, G_N_ELEMENTS(tests));
}
