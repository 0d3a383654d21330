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
	};
	return run_tests("mg-allocators", tests, G_N_ELEMENTS(tests));
}
