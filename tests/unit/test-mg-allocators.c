/* Allocators of a program's own, on faked memory. */
#include "diff.h"
#include "graph.h"
#include "mg-rules.h"

#include <string.h>

/* struct arena { char *base, *next, *limit; } arena, and struct node *p */
enum { ARENA = STATIC, POINTER = STATIC + 32, OTHER = STATIC + 40 };

static struct mg_fake *make(guint64 next, guint64 limit)
{
	struct mg_fake *fake = mg_fake_new();
	struct mg_type *text = mg_fake_pointer(fake, mg_fake_char(fake));
	struct mg_type *arena =
		mg_fake_struct(fake, MG_STRUCT, "struct arena", 24);
	mg_fake_member(fake, arena, "base", text, 0);
	mg_fake_member(fake, arena, "next", text, 8);
	mg_fake_member(fake, arena, "limit", text, 16);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_map(fake, HEAP, 200, MG_PLACE_BLOCK);
	mg_fake_put(fake, ARENA, HEAP, 8);
	mg_fake_put(fake, ARENA + 8, HEAP + next, 8);
	mg_fake_put(fake, ARENA + 16, HEAP + limit, 8);
	mg_fake_root(fake, "arena", MG_ROOT_GLOBAL, arena, ARENA);
	return fake;
}

static void add_node(struct mg_fake *fake, guint64 offset)
{
	mg_fake_put(fake, POINTER, HEAP + offset, 8);
	mg_fake_put(fake, HEAP + offset, 7, 4);
	mg_fake_root(fake, "p", MG_ROOT_GLOBAL,
		mg_fake_pointer(fake, node_type(fake)), POINTER);
}

static const char *of(const struct mg_graph *graph, guint64 offset)
{
	const struct mg_link *link = mg_graph_link_at(graph, 0, offset);
	return !link                      ? "null"
	       : link->end == MG_END_DEAD ? "dead"
	       : link->allocator          ? "allocator"
	       : link->end == MG_END_NONE ? "object"
					  : "elsewhere";
}

/* Up to where the pool is in the graph. */
static guint64 end_of_pool(const struct mg_graph *graph)
{
	guint64 end = 0;
	for (guint32 i = 0; i < graph->objects->len; i++) {
		const struct mg_object *o = mg_graph_object(graph, i);
		if (o->address >= HEAP)
			end = MAX(end, o->address + o->size - HEAP);
	}
	return end;
}

static void assert_arena(struct mg_fake *fake, const char *base,
	const char *next, const char *limit, guint64 end)
{
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	ASSERT_STR(of(graph, 0), base);
	ASSERT_STR(of(graph, 8), next);
	ASSERT_STR(of(graph, 16), limit);
	ASSERT_INT(end_of_pool(graph), end);
}

static void what_is_not_handed_out_is_dead(void)
{
	g_autoptr(mg_fake) fake = make(64, 192);
	add_node(fake, 32);
	assert_arena(fake, "allocator", "dead", "dead", 64);
}

static void the_limit_may_be_the_end_of_the_block(void)
{
	g_autoptr(mg_fake) fake = make(64, 200);
	add_node(fake, 32);
	assert_arena(fake, "allocator", "dead", "elsewhere", 64);
}

/* What holds no objects is a text that somebody reads. */
static void a_reader_is_no_allocator(void)
{
	g_autoptr(mg_fake) fake = make(64, 192);
	assert_arena(fake, "object", "object", "object", 200);
}

static void who_points_before_an_object_is_no_allocator(void)
{
	g_autoptr(mg_fake) fake = make(40, 192);
	add_node(fake, 32);
	assert_arena(fake, "object", "object", "object", 200);
}

static void without_a_limit_there_is_no_allocator(void)
{
	static const guint64 limits[] = {128, 176, 190, 196};
	for (guint i = 0; i < G_N_ELEMENTS(limits); i++) {
		g_autoptr(mg_fake) fake = make(64, limits[i]);
		add_node(fake, 32);
		assert_arena(fake, "object", "object", "object", 200);
	}
}

/* Its place is the allocator's affair, but somebody uses what is there. */
static void what_others_point_to_is_alive(void)
{
	g_autoptr(mg_fake) fake = make(64, 192);
	add_node(fake, 32);
	mg_fake_put(fake, OTHER, HEAP + 96, 8);
	/* Not a global, which could be the allocator's own. */
	mg_fake_root(fake, "text", MG_ROOT_LOCAL,
		mg_fake_pointer(fake, mg_fake_char(fake)), OTHER);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	ASSERT_INT(end_of_pool(graph), 200);
}

/* static char *base, *next, *limit; */
static void variables_may_be_an_allocator(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *text = mg_fake_pointer(fake, mg_fake_char(fake));
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_map(fake, HEAP, 200, MG_PLACE_BLOCK);
	mg_fake_put(fake, STATIC, HEAP + 64, 8);
	mg_fake_put(fake, STATIC + 8, HEAP + 192, 8);
	mg_fake_root(fake, "next", MG_ROOT_GLOBAL, text, STATIC);
	mg_fake_root(fake, "limit", MG_ROOT_GLOBAL, text, STATIC + 8);
	add_node(fake, 32);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	ASSERT_INT(end_of_pool(graph), 64);
}

/* The same node, with more before it, and something else in the rest. */
static void two_states_of_an_allocator_are_the_same(void)
{
	g_autoptr(mg_fake) a = make(64, 192), b = make(112, 192);
	struct mg_match_options how = {.way = MG_MATCH_AUTO};
	add_node(a, 32);
	add_node(b, 96);
	mg_fake_put(b, HEAP + 150, 99, 8);
	g_autoptr(mg_graph) x = mg_fake_extract(a);
	g_autoptr(mg_graph) y = mg_fake_extract(b);
	g_autoptr(mg_match) match = mg_match_new(x, y, &how);
	g_autoptr(mg_diff) diff = mg_diff_new(match);
	ASSERT_INT(diff->links, 0);
}

/* ---- Without a limit ---- */

/* struct { char *base, *next; } */
static struct mg_fake *make_open(guint64 base, guint64 next)
{
	struct mg_fake *fake = make(next, 0);
	mg_fake_put(fake, ARENA, base ? HEAP + base : 0, 8);
	mg_fake_put(fake, ARENA + 16, 0, 8);
	return fake;
}

static void the_start_and_one_place_more_are_an_allocator(void)
{
	g_autoptr(mg_fake) fake = make_open(0, 64);
	mg_fake_put(fake, ARENA, HEAP, 8);
	add_node(fake, 32);
	assert_arena(fake, "allocator", "dead", "null", 64);
}

/* As in a ring, which reads at another place than it writes. */
static void who_has_another_place_in_it_is_no_allocator(void)
{
	g_autoptr(mg_fake) fake = make_open(16, 64);
	add_node(fake, 32);
	assert_arena(fake, "object", "object", "null", 200);
}

static void where_something_was_put_nothing_is_to_be_handed_out(void)
{
	g_autoptr(mg_fake) fake = make_open(0, 128);
	mg_fake_put(fake, ARENA, HEAP, 8);
	mg_fake_put(fake, HEAP + 128, 5, 4);
	add_node(fake, 32);
	assert_arena(fake, "object", "object", "null", 200);
}

static void what_others_know_behind_it_is_alive(void)
{
	g_autoptr(mg_fake) fake = make_open(0, 64);
	mg_fake_put(fake, ARENA, HEAP, 8);
	add_node(fake, 32);
	mg_fake_put(fake, OTHER, HEAP + 96, 8);
	mg_fake_root(fake, "text", MG_ROOT_LOCAL,
		mg_fake_pointer(fake, mg_fake_char(fake)), OTHER);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	ASSERT_INT(end_of_pool(graph), 200);
}

/* struct { char *base; size_t number, other; }, with a node up to 48. */
static void assert_number(
	guint64 number, guint64 other, gboolean count, guint64 end)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *size = mg_fake_scalar(fake, MG_INT, "size_t", 8, FALSE);
	struct mg_type *arena =
		mg_fake_struct(fake, MG_STRUCT, "struct arena", 24);
	mg_fake_member(fake, arena, "base",
		mg_fake_pointer(fake, mg_fake_char(fake)), 0);
	mg_fake_member(fake, arena, "number", size, 8);
	mg_fake_member(fake, arena, "other", size, 16);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_map(fake, HEAP, 200, MG_PLACE_BLOCK);
	mg_fake_put(fake, ARENA, HEAP, 8);
	mg_fake_put(fake, ARENA + 8, number, 8);
	mg_fake_put(fake, ARENA + 16, other, 8);
	mg_fake_root(fake, "arena", MG_ROOT_GLOBAL, arena, ARENA);
	add_node(fake, 32);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	CU_ASSERT_EQUAL(mg_graph_is_count(graph, 0, 8), count);
	CU_ASSERT_FALSE(mg_graph_is_count(graph, 0, 16));
	ASSERT_INT(end_of_pool(graph), end);
}

static void a_number_may_say_how_much_is_handed_out_or_left(void)
{
	assert_number(48, 200, TRUE, 48);
	assert_number(104, 200, TRUE, 104);
	assert_number(200 - 48, 3, TRUE, 48);
}

static void a_number_that_says_less_or_is_not_the_only_one_is_none(void)
{
	assert_number(40, 200, FALSE, 200);
	assert_number(3, 200, FALSE, 200);
	assert_number(201, 0, FALSE, 200);
	assert_number(64, 80, FALSE, 200);
}

/* static char pool[96]; static size_t used; */
static void assert_used(guint64 used, gboolean count, guint64 rest, guint64 end)
{
	enum { POOL = STATIC + 64 };
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_fake_map(fake, STATIC, 200, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, used, 8);
	mg_fake_put(fake, STATIC + 8, POOL + 16, 8);
	mg_fake_put(fake, POOL + 88, rest, 8);
	mg_fake_root(fake, "used", MG_ROOT_GLOBAL,
		mg_fake_scalar(fake, MG_INT, "size_t", 8, FALSE), STATIC);
	mg_fake_root(fake, "p", MG_ROOT_GLOBAL,
		mg_fake_pointer(fake, node_type(fake)), STATIC + 8);
	mg_fake_root(fake, "pool", MG_ROOT_GLOBAL,
		mg_fake_array(fake, mg_fake_char(fake), 96), POOL);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	guint64 found = 0;
	for (guint32 i = 0; i < graph->objects->len; i++) {
		const struct mg_object *o = mg_graph_object(graph, i);
		if (o->address >= POOL)
			found = MAX(found, o->address + o->size - POOL);
	}
	CU_ASSERT_EQUAL(mg_graph_is_count(graph, 0, 0), count);
	ASSERT_INT(found, end);
}

/* Of all variables, only one that is exact. */
static void a_variable_may_be_an_allocators_number(void)
{
	assert_used(32, TRUE, 0, 32);
	assert_used(40, TRUE, 0, 40);
	assert_used(32, TRUE, 7, 96);
	assert_used(24, FALSE, 0, 96);
	assert_used(64, FALSE, 0, 96);
}

/* ---- What was given back ---- */

static struct mg_type *link_type(struct mg_fake *fake)
{
	struct mg_type *link =
		mg_fake_struct(fake, MG_STRUCT, "struct spare", 8);
	mg_fake_member(fake, link, "next", mg_fake_pointer(fake, link), 0);
	return link;
}

/* A node at 32; places at 64 and 112 in a list from OTHER. */
static void add_list(struct mg_fake *fake, const struct mg_type *link)
{
	add_node(fake, 32);
	mg_fake_put(fake, OTHER, HEAP + 112, 8);
	mg_fake_put(fake, HEAP + 112, HEAP + 64, 8);
	mg_fake_root(fake, "list", MG_ROOT_GLOBAL, mg_fake_pointer(fake, link),
		OTHER);
}

static struct mg_fake *make_list(void)
{
	struct mg_fake *fake = make(160, 192);
	add_list(fake, link_type(fake));
	return fake;
}

static const struct mg_link *link_of_list(const struct mg_graph *graph)
{
	for (guint32 i = 0; i < graph->objects->len; i++)
		if (mg_graph_object(graph, i)->address == OTHER)
			return mg_graph_link_at(graph, i, 0);
	return NULL;
}

static gboolean is_in_graph(const struct mg_graph *graph, guint64 offset)
{
	for (guint32 i = 0; i < graph->objects->len; i++) {
		const struct mg_object *o = mg_graph_object(graph, i);
		if (HEAP + offset - o->address < o->size)
			return TRUE;
	}
	return FALSE;
}

static void what_was_given_back_is_dead(void)
{
	g_autoptr(mg_fake) fake = make_list();
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	const struct mg_link *link = link_of_list(graph);
	ASSERT_INT(link->end, MG_END_DEAD);
	CU_ASSERT_TRUE(link->allocator);
	CU_ASSERT_TRUE(is_in_graph(graph, 56));
	CU_ASSERT_FALSE(is_in_graph(graph, 64));
	CU_ASSERT_FALSE(is_in_graph(graph, 111));
	CU_ASSERT_FALSE(is_in_graph(graph, 112));
}

/* Its last owner's type is nothing that is there. */
static void what_is_left_over_leads_to_no_object(void)
{
	g_autoptr(mg_fake) fake = make_list();
	mg_fake_put(fake, STATIC + 48, HEAP + 64, 8);
	mg_fake_root(fake, "old", MG_ROOT_GLOBAL,
		mg_fake_pointer(fake, node_type(fake)), STATIC + 48);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	const struct mg_link *link = mg_graph_link_at(graph, 3, 0);
	ASSERT_INT(link->end, MG_END_DEAD);
	CU_ASSERT_FALSE(link->allocator);
}

/* Up to what somebody knows of, at least. */
static void what_is_known_behind_it_is_alive(void)
{
	g_autoptr(mg_fake) fake = make_list();
	mg_fake_put(fake, STATIC + 48, HEAP + 88, 8);
	mg_fake_root(fake, "text", MG_ROOT_LOCAL,
		mg_fake_pointer(fake, mg_fake_char(fake)), STATIC + 48);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	CU_ASSERT_FALSE(is_in_graph(graph, 87));
	CU_ASSERT_TRUE(is_in_graph(graph, 88));
}

static void a_link_that_is_part_of_something_is_data(void)
{
	for (guint part = 0; part < 2; part++) {
		g_autoptr(mg_fake) fake = make(160, 192);
		struct mg_type *link = link_type(fake);
		struct mg_type *job =
			mg_fake_struct(fake, MG_STRUCT, "struct job", 24);
		mg_fake_member(fake, job, "number", mg_fake_int(fake), 8);
		if (part)
			mg_fake_member(fake, job, "link", link, 0);
		add_list(fake, link);
		mg_fake_know_structs(fake);
		g_autoptr(mg_graph) graph = mg_fake_extract(fake);
		CU_ASSERT_EQUAL(is_in_graph(graph, 112), part);
	}
}

/* A header, with what somebody uses behind it. */
static void a_link_before_something_is_data(void)
{
	g_autoptr(mg_fake) fake = make_list();
	mg_fake_put(fake, STATIC + 48, HEAP + 120, 8);
	mg_fake_root(fake, "text", MG_ROOT_LOCAL,
		mg_fake_pointer(fake, mg_fake_char(fake)), STATIC + 48);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	CU_ASSERT_TRUE(is_in_graph(graph, 64));
	CU_ASSERT_TRUE(is_in_graph(graph, 112));
}

static void a_list_with_anything_in_it_is_data(void)
{
	g_autoptr(mg_fake) fake = make(160, 192);
	mg_fake_put(fake, POINTER, HEAP + 32, 8);
	mg_fake_put(fake, HEAP + 32 + 8, HEAP + 64, 8);
	mg_fake_root(fake, "p", MG_ROOT_GLOBAL,
		mg_fake_pointer(fake, node_type(fake)), POINTER);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	CU_ASSERT_TRUE(is_in_graph(graph, 32));
	CU_ASSERT_TRUE(is_in_graph(graph, 64));
}

/* struct { char *base, *next, *limit; void *back; } */
static void a_list_of_anything_is_one_if_the_allocator_has_it(void)
{
	for (guint last = 0; last < 2; last++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct mg_type *text =
			mg_fake_pointer(fake, mg_fake_char(fake));
		struct mg_type *arena =
			mg_fake_struct(fake, MG_STRUCT, "struct arena", 24);
		struct mg_type *any = mg_fake_pointer(
			fake, mg_fake_scalar(fake, MG_VOID, "void", 0, FALSE));
		mg_fake_member(fake, arena, "next", text, 0);
		mg_fake_member(fake, arena, "limit", text, 8);
		mg_fake_member(fake, arena, "back", any, 16);
		mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
		mg_fake_map(fake, HEAP, 200, MG_PLACE_BLOCK);
		mg_fake_put(fake, ARENA, HEAP + 160, 8);
		mg_fake_put(fake, ARENA + 8, HEAP + 192, 8);
		mg_fake_put(fake, ARENA + 16, HEAP + 112, 8);
		mg_fake_put(fake, HEAP + 112, HEAP + 64, 8);
		/* Or it does not end. */
		mg_fake_put(fake, HEAP + 64, last, 8);
		mg_fake_root(fake, "arena", MG_ROOT_GLOBAL, arena, ARENA);
		add_node(fake, 32);
		g_autoptr(mg_graph) graph = mg_fake_extract(fake);
		CU_ASSERT_EQUAL(is_in_graph(graph, 112), last);
		CU_ASSERT_EQUAL(is_in_graph(graph, 64), last);
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(what_is_not_handed_out_is_dead),
		TEST(the_limit_may_be_the_end_of_the_block),
		TEST(a_reader_is_no_allocator),
		TEST(who_points_before_an_object_is_no_allocator),
		TEST(without_a_limit_there_is_no_allocator),
		TEST(what_others_point_to_is_alive),
		TEST(variables_may_be_an_allocator),
		TEST(two_states_of_an_allocator_are_the_same),
		TEST(the_start_and_one_place_more_are_an_allocator),
		TEST(who_has_another_place_in_it_is_no_allocator),
		TEST(where_something_was_put_nothing_is_to_be_handed_out),
		TEST(what_others_know_behind_it_is_alive),
		TEST(a_number_may_say_how_much_is_handed_out_or_left),
		TEST(a_number_that_says_less_or_is_not_the_only_one_is_none),
		TEST(a_variable_may_be_an_allocators_number),
		TEST(what_was_given_back_is_dead),
		TEST(what_is_left_over_leads_to_no_object),
		TEST(what_is_known_behind_it_is_alive),
		TEST(a_link_that_is_part_of_something_is_data),
		TEST(a_link_before_something_is_data),
		TEST(a_list_with_anything_in_it_is_data),
		TEST(a_list_of_anything_is_one_if_the_allocator_has_it),
	};
	return run_tests("mg-allocators", tests, G_N_ELEMENTS(tests));
}
