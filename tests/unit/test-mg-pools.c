/* Memory that a program hands out to itself, on faked memory. */
#include "graph.h"
#include "mg-rules.h"
#include "mg-same.h"

#include <string.h>

/* Nodes carved out of one block that nobody knows as a whole. */
static void a_pool_is_split_into_what_pointers_know(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = node_type(fake);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP + 32, 8);
	mg_fake_map(fake, HEAP, 104, MG_PLACE_BLOCK);
	mg_fake_put(fake, HEAP + 32, 1, 4);
	mg_fake_put(fake, HEAP + 40, HEAP + 64, 8);
	mg_fake_put(fake, HEAP + 64, 2, 4);
	mg_fake_root(
		fake, "p", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node), STATIC);
	assert_shows(fake,
		"p -> *p\n"
		"*p = struct node\n"
		"p->value = 1\n"
		"p->next -> *p->next\n"
		"*p->next = struct node\n"
		"p->next->value = 2\n"
		"p->next->next: null\n"
		"*(char (*)[32]) ((char *) ((char *) p - 32)) = 32 bytes\n"
		"*(char (*)[16]) ((char *) ((char *) p + 16)) = 16 bytes\n"
		"*(char (*)[24]) ((char *) ((char *) p + 48)) = 24 bytes\n");
}

/* struct chunk { char *limit; struct chunk *prev; char contents[4]; }, as in an
 * obstack, with nodes in the contents. */
static void objects_in_the_text_of_a_chunk_are_found(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = node_type(fake);
	struct mg_type *chars = mg_fake_char(fake);
	struct mg_type *chunk =
		mg_fake_struct(fake, MG_STRUCT, "struct chunk", 24);
	mg_fake_member(fake, chunk, "limit", mg_fake_pointer(fake, chars), 0);
	mg_fake_member(fake, chunk, "prev", mg_fake_pointer(fake, chunk), 8);
	mg_fake_member(
		fake, chunk, "contents", mg_fake_array(fake, chars, 4), 16);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_put(fake, STATIC + 8, HEAP + 32, 8);
	mg_fake_map(fake, HEAP, 72, MG_PLACE_BLOCK);
	mg_fake_put(fake, HEAP, HEAP + 72, 8);
	mg_fake_put(fake, HEAP + 32, 5, 4);
	mg_fake_root(fake, "chunk", MG_ROOT_GLOBAL,
		mg_fake_pointer(fake, chunk), STATIC);
	mg_fake_root(fake, "node", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node),
		STATIC + 8);
	assert_shows(fake,
		"chunk -> *chunk\n"
		"node -> *node\n"
		"*chunk = struct chunk\n"
		"chunk->limit: not mapped\n"
		"chunk->prev: null\n"
		"*node = struct node\n"
		"node->value = 5\n"
		"node->next: null\n"
		"*(char (*)[16]) ((char *) ((char *) chunk + 16)) = 16 "
		"bytes\n"
		"*(char (*)[24]) ((char *) ((char *) chunk + 48)) = 24 "
		"bytes\n");
}

/* char pool[96], with an allocator of the program's own. */
static void a_variable_that_is_a_pool_is_split_and_keeps_its_name(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = node_type(fake);
	mg_fake_map(fake, STATIC, 128, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, STATIC + 32, 8);
	mg_fake_put(fake, STATIC + 32, 1, 4);
	mg_fake_put(fake, STATIC + 40, STATIC + 64, 8);
	mg_fake_put(fake, STATIC + 64, 2, 4);
	mg_fake_root(fake, "pool", MG_ROOT_GLOBAL,
		mg_fake_array(fake, mg_fake_char(fake), 96), STATIC + 16);
	mg_fake_root(
		fake, "p", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node), STATIC);
	assert_shows(fake,
		"pool = 0 bytes\n"
		"p -> *p\n"
		"*p = struct node\n"
		"p->value = 1\n"
		"p->next -> *p->next\n"
		"*p->next = struct node\n"
		"p->next->value = 2\n"
		"p->next->next: null\n"
		"*(char (*)[16]) ((char *) ((char *) &pool)) = 16 bytes\n"
		"*(char (*)[16]) ((char *) ((char *) &pool + 32)) = 16 bytes\n"
		"*(char (*)[32]) ((char *) ((char *) &pool + 64)) = 32 "
		"bytes\n");
}

/* The array may start anywhere; it is the object that has to be aligned. */
static void an_object_of_a_pool_is_aligned(void)
{
	for (guint64 aligned = 0; aligned < 2; aligned++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct mg_type *node = node_type(fake);
		mg_fake_map(fake, STATIC, 128, MG_PLACE_DATA);
		mg_fake_put(fake, STATIC, STATIC + 28 + 4 * aligned, 8);
		mg_fake_root(fake, "pool", MG_ROOT_GLOBAL,
			mg_fake_array(fake, mg_fake_char(fake), 24),
			STATIC + 28);
		mg_fake_root(fake, "p", MG_ROOT_GLOBAL,
			mg_fake_pointer(fake, node), STATIC);
		assert_shows(fake,
			aligned ? "pool = 0 bytes\n"
				  "p -> *p\n"
				  "*p = struct node\n"
				  "p->value = 0\n"
				  "p->next: null\n"
				  "*(char (*)[4]) ((char *) ((char *) &pool)) "
				  "= 4 bytes\n"
				  "*(char (*)[4]) ((char *) ((char *) &pool + "
				  "20)) = 4 bytes\n"
				: "pool = \"\"\np -> pool\n");
	}
}

/* struct { int used; char memory[56]; } arena; the last 16 bytes are not used. */
static void a_variable_that_ends_in_a_pool_keeps_what_is_before(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = node_type(fake);
	struct mg_type *arena =
		mg_fake_struct(fake, MG_STRUCT, "struct arena", 64);
	mg_fake_member(fake, arena, "used", mg_fake_int(fake), 0);
	mg_fake_member(fake, arena, "memory",
		mg_fake_array(fake, mg_fake_char(fake), 56), 8);
	mg_fake_map(fake, STATIC, 128, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, STATIC + 32, 8);
	mg_fake_put(fake, STATIC + 16, 40, 4);
	mg_fake_put(fake, STATIC + 32, 7, 4);
	mg_fake_root(fake, "arena", MG_ROOT_GLOBAL, arena, STATIC + 16);
	mg_fake_root(
		fake, "p", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node), STATIC);
	assert_shows(fake,
		"arena = struct arena\n"
		"arena.used = 40\n"
		"p -> *p\n"
		"*p = struct node\n"
		"p->value = 7\n"
		"p->next: null\n"
		"*(char (*)[8]) ((char *) ((char *) &arena + 8)) = 8 bytes\n"
		"*(char (*)[16]) ((char *) ((char *) &arena + 32)) = 16 "
		"bytes\n");
}

/* struct header { int kind; int length; } *first, *second; char text[64] */
static void a_message_is_no_pool_but_several_structs_are(void)
{
	for (guint64 second = 0; second < 2; second++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct mg_type *header =
			mg_fake_struct(fake, MG_STRUCT, "struct header", 8);
		mg_fake_member(fake, header, "kind", mg_fake_int(fake), 0);
		mg_fake_member(fake, header, "length", mg_fake_int(fake), 4);
		struct mg_type *pointer = mg_fake_pointer(fake, header);
		mg_fake_map(fake, STATIC, 128, MG_PLACE_DATA);
		mg_fake_put(fake, STATIC, STATIC + 32, 8);
		mg_fake_put(fake, STATIC + 8, STATIC + 32 + 8 * second, 8);
		mg_fake_text(fake, STATIC + 32, "message");
		mg_fake_root(fake, "first", MG_ROOT_GLOBAL, pointer, STATIC);
		mg_fake_root(
			fake, "second", MG_ROOT_GLOBAL, pointer, STATIC + 8);
		mg_fake_root(fake, "text", MG_ROOT_GLOBAL,
			mg_fake_array(fake, mg_fake_char(fake), 64),
			STATIC + 32);
		assert_shows(fake,
			second ? "first -> *first\n"
				 "second -> *second\n"
				 "text = 0 bytes\n"
				 "*first = struct header\n"
				 "first->kind = 1936942445\n"
				 "first->length = 6645601\n"
				 "*second = struct header\n"
				 "second->kind = 0\n"
				 "second->length = 0\n"
				 "*(char (*)[48]) ((char *) ((char *) &text + "
				 "16)) = 48 bytes\n"
			       : "first -> text\n"
				 "second -> text\n"
				 "text = \"message\"\n");
	}
}

/* struct page { struct page *next; std::byte data[48]; }, a block */
static void a_page_of_a_length_of_its_own_may_be_a_pool(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = node_type(fake);
	struct mg_type *byte =
		mg_fake_scalar(fake, MG_ENUM, "std::byte", 1, FALSE);
	struct mg_type *page =
		mg_fake_struct(fake, MG_STRUCT, "struct page", 56);
	mg_fake_member(fake, page, "next", mg_fake_pointer(fake, page), 0);
	mg_fake_member(fake, page, "data", mg_fake_array(fake, byte, 48), 8);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_map(fake, HEAP, 56, MG_PLACE_BLOCK);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_put(fake, STATIC + 8, HEAP + 24, 8);
	mg_fake_put(fake, HEAP + 24, 4, 4);
	mg_fake_root(fake, "pages", MG_ROOT_GLOBAL, mg_fake_pointer(fake, page),
		STATIC);
	mg_fake_root(fake, "p", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node),
		STATIC + 8);
	assert_shows(fake,
		"pages -> *pages\n"
		"p -> *p\n"
		"*pages = struct page\n"
		"pages->next: null\n"
		"*p = struct node\n"
		"p->value = 4\n"
		"p->next: null\n"
		"*(char (*)[16]) ((char *) ((char *) pages + 8)) = 16 bytes\n"
		"*(char (*)[16]) ((char *) ((char *) pages + 40)) = 16 "
		"bytes\n");
}

/* What is known of a pool may come bit by bit: the second header hangs on a
 * pointer in another pool, and so comes late. */
static void what_was_not_enough_for_a_pool_is_not_forgotten(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *header =
		mg_fake_struct(fake, MG_STRUCT, "struct header", 8);
	mg_fake_member(fake, header, "kind", mg_fake_int(fake), 0);
	struct mg_type *pointer = mg_fake_pointer(fake, header);
	struct mg_type *inner =
		mg_fake_struct(fake, MG_STRUCT, "struct inner", 8);
	mg_fake_member(fake, inner, "header", pointer, 0);
	struct mg_type *outer =
		mg_fake_struct(fake, MG_STRUCT, "struct outer", 16);
	mg_fake_member(fake, outer, "inner", mg_fake_pointer(fake, inner), 8);
	mg_fake_map(fake, STATIC, 128, MG_PLACE_DATA);
	mg_fake_map(fake, HEAP, 104, MG_PLACE_BLOCK);
	mg_fake_put(fake, STATIC, STATIC + 32, 8);
	mg_fake_put(fake, STATIC + 8, HEAP + 16, 8);
	mg_fake_put(fake, HEAP + 24, HEAP + 64, 8);
	mg_fake_put(fake, HEAP + 64, STATIC + 48, 8);
	mg_fake_root(fake, "first", MG_ROOT_GLOBAL, pointer, STATIC);
	mg_fake_root(fake, "outer", MG_ROOT_GLOBAL,
		mg_fake_pointer(fake, outer), STATIC + 8);
	mg_fake_root(fake, "text", MG_ROOT_GLOBAL,
		mg_fake_array(fake, mg_fake_char(fake), 64), STATIC + 32);
	g_autofree char *text = mg_fake_show(fake);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "first -> *first\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "outer->inner->header -> "
					    "*outer->inner->header\n"));
}

/* A gap of a pool starts at any address; pointers in it at multiples of 8. */
static void words_are_found_by_their_address_in_a_gap_of_a_pool(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *odd = mg_fake_struct(fake, MG_STRUCT, "struct odd", 12);
	odd->alignment = 4;
	mg_fake_member(fake, odd, "x", mg_fake_int(fake), 0);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP + 8, 8);
	mg_fake_map(fake, HEAP, 104, MG_PLACE_BLOCK);
	mg_fake_map(fake, HEAP + 0x80, 24, MG_PLACE_BLOCK);
	mg_fake_put(fake, HEAP + 32, HEAP + 0x80, 8);
	mg_fake_root(
		fake, "p", MG_ROOT_GLOBAL, mg_fake_pointer(fake, odd), STATIC);
	assert_shows(fake,
		"p -> *p\n"
		"*p = struct odd\n"
		"p->x = 0\n"
		"*(char (*)[8]) ((char *) ((char *) p - 8)) = 8 bytes\n"
		"*(char (*)[84]) ((char *) ((char *) p + 12)) = 84 bytes\n"
		"*(char (*)[24]) *(void **) ((char *) ((char *) ((char *) p + "
		"12)) + 12) = 24 bytes\n");
}

/* How often each byte of the pool is in the graph: once. */
static void check_covered(
	const struct mg_graph *graph, guint64 start, guint size, guint seed)
{
	g_autofree guint8 *times = g_malloc0(size);
	for (guint i = 0; i < graph->objects->len; i++) {
		const struct mg_object *object =
			&g_array_index(graph->objects, struct mg_object, i);
		for (guint64 at = 0; at < object->size; at++)
			if (object->address + at - start < size)
				times[object->address + at - start]++;
	}
	for (guint i = 0; i < size; i++)
		if (times[i] != 1) {
			test_fail("seed %u: byte %u is there %u times", seed, i,
				times[i]);
			return;
		}
}

/* Pointers of several types in all directions, out of a pool and into it. */
static void every_byte_of_a_random_pool_is_in_the_graph_once(void)
{
	enum { POINTERS = 8, POOL = STATIC + 8 * POINTERS, SIZE = 400 };
	guint split = 0;
	for (guint seed = 0; seed < 300; seed++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct mg_type *node = node_type(fake);
		struct mg_type *number = mg_fake_int(fake);
		struct mg_type *odd =
			mg_fake_struct(fake, MG_STRUCT, "struct odd", 12);
		mg_fake_member(fake, odd, "x", number, 0);
		odd->alignment = 4;
		struct mg_type *targets[] = {node, number, odd,
			mg_fake_pointer(fake, node), mg_fake_char(fake)};
		mg_fake_map(fake, STATIC, 8 * POINTERS + SIZE, MG_PLACE_DATA);
		for (guint64 i = 0; i < POINTERS + SIZE / 8; i++)
			if (g_rand_int_range(rand, 0, 3))
				mg_fake_put(fake, STATIC + 8 * i,
					POOL + (guint64) g_rand_int_range(
						       rand, 0, SIZE / 4) *
							4,
					8);
		/* So that it is surely in use. */
		mg_fake_put(fake, POOL + SIZE - 4, 1, 4);
		for (guint64 i = 0; i < POINTERS; i++)
			mg_fake_root(fake, "p", MG_ROOT_GLOBAL,
				mg_fake_pointer(
					fake, targets[g_rand_int_range(rand, 0,
						      G_N_ELEMENTS(targets))]),
				STATIC + 8 * i);
		mg_fake_root(fake, "pool", MG_ROOT_GLOBAL,
			mg_fake_array(fake, mg_fake_char(fake), SIZE), POOL);
		g_autoptr(mg_graph) graph = mg_fake_extract(fake);
		check_covered(graph, POOL, SIZE, seed);
		g_autofree char *wrong = mg_round_trip(graph);
		ASSERT_STR(wrong, NULL);
		split += mg_graph_n_objects(graph) > POINTERS + 1;
	}
	CU_ASSERT_TRUE(split > 200);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_pool_is_split_into_what_pointers_know),
		TEST(objects_in_the_text_of_a_chunk_are_found),
		TEST(a_variable_that_is_a_pool_is_split_and_keeps_its_name),
		TEST(an_object_of_a_pool_is_aligned),
		TEST(a_variable_that_ends_in_a_pool_keeps_what_is_before),
		TEST(a_message_is_no_pool_but_several_structs_are),
		TEST(a_page_of_a_length_of_its_own_may_be_a_pool),
		TEST(what_was_not_enough_for_a_pool_is_not_forgotten),
		TEST(words_are_found_by_their_address_in_a_gap_of_a_pool),
		TEST(every_byte_of_a_random_pool_is_in_the_graph_once),
	};
	return run_tests("mg-pools", tests, G_N_ELEMENTS(tests));
}
