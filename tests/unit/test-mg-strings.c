/* Texts in memory that a program hands out to itself, on faked memory. */
#include "graph.h"
#include "mg-rules.h"

#include <string.h>

/* A block of 104 bytes in which `node` leads to a node at 32. */
static struct mg_type *a_pool(struct mg_fake *fake)
{
	struct mg_type *node = node_type(fake);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_map(fake, HEAP, 104, MG_PLACE_BLOCK);
	mg_fake_put(fake, STATIC, HEAP + 32, 8);
	mg_fake_root(fake, "node", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node),
		STATIC);
	return mg_fake_pointer(fake, mg_fake_char(fake));
}

static void a_text_in_a_pool_ends_with_its_nul(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *chars = a_pool(fake);
	mg_fake_text(fake, HEAP + 48, "a name");
	mg_fake_put(fake, STATIC + 8, HEAP + 48, 8);
	mg_fake_root(fake, "name", MG_ROOT_GLOBAL, chars, STATIC + 8);
	assert_shows(fake,
		"node -> *node\n"
		"name -> *(char (*)[8]) ((char *) name)\n"
		"*node = struct node\n"
		"node->value = 0\n"
		"node->next: null\n"
		"*(char (*)[8]) ((char *) name) = \"a name\"\n"
		"*(char (*)[32]) ((char *) ((char *) node - 32)) = 32 bytes\n"
		"*(char (*)[48]) ((char *) ((char *) node + 24)) = 48 "
		"bytes\n");
}

/* Packed one behind the other, as obstack_grow() and argz do. */
static void each_text_of_a_row_is_one(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *chars = a_pool(fake);
	mg_fake_text(fake, HEAP + 49, "one");
	mg_fake_text(fake, HEAP + 53, "two");
	mg_fake_put(fake, STATIC + 8, HEAP + 49, 8);
	mg_fake_put(fake, STATIC + 16, HEAP + 53, 8);
	mg_fake_root(fake, "one", MG_ROOT_GLOBAL, chars, STATIC + 8);
	mg_fake_root(fake, "two", MG_ROOT_GLOBAL, chars, STATIC + 16);
	g_autofree char *text = mg_fake_show(fake);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "[4]) ((char *) one) = \"one\"\n"));
	CU_ASSERT_PTR_NOT_NULL(
		strstr(text, "[11]) ((char *) two) = \"two\"\n"));
}

static void who_points_into_a_text_makes_no_other(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *chars = a_pool(fake);
	mg_fake_text(fake, HEAP + 48, "directory/file");
	mg_fake_put(fake, STATIC + 8, HEAP + 58, 8);
	mg_fake_put(fake, STATIC + 16, HEAP + 48, 8);
	mg_fake_root(fake, "base", MG_ROOT_GLOBAL, chars, STATIC + 8);
	mg_fake_root(fake, "path", MG_ROOT_GLOBAL, chars, STATIC + 16);
	g_autofree char *text = mg_fake_show(fake);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"directory/file\"\n"));
	CU_ASSERT_PTR_NOT_NULL(
		strstr(text, "base -> *(char (*)[16]) ((char *) path) + 10\n"));
}

/* An allocator's own pointers lead to what nobody has written yet. */
static void what_nobody_could_read_is_no_text(void)
{
	static const guint64 contents[] = {0,
		G_GUINT64_CONSTANT(0x0000000102030405),
		G_GUINT64_CONSTANT(0x0000ffff61626364)};
	for (guint i = 0; i < G_N_ELEMENTS(contents); i++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct mg_type *chars = a_pool(fake);
		mg_fake_put(fake, HEAP + 48, contents[i], 8);
		mg_fake_put(fake, STATIC + 8, HEAP + 48, 8);
		mg_fake_root(fake, "at", MG_ROOT_GLOBAL, chars, STATIC + 8);
		g_autofree char *text = mg_fake_show(fake);
		CU_ASSERT_PTR_NOT_NULL(strstr(text, "= 56 bytes\n"));
	}
}

/* A text without an end in the pool is none: what follows is something else. */
static void a_text_does_not_go_on_in_an_object(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *chars = a_pool(fake);
	mg_fake_put(fake, HEAP + 24, G_GUINT64_CONSTANT(0x6162636465666768), 8);
	mg_fake_put(fake, STATIC + 8, HEAP + 24, 8);
	mg_fake_root(fake, "at", MG_ROOT_GLOBAL, chars, STATIC + 8);
	g_autofree char *text = mg_fake_show(fake);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "= 32 bytes\n"));
}

/* A node was there before; a pointer to it was left. */
static void a_text_in_place_of_an_object_is_seen(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *chars = a_pool(fake);
	mg_fake_text(fake, HEAP + 32, "a text instead");
	mg_fake_put(fake, STATIC + 8, HEAP + 32, 8);
	mg_fake_root(fake, "text", MG_ROOT_GLOBAL, chars, STATIC + 8);
	g_autofree char *text = mg_fake_show(fake);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "= \"a text instead\"\n"));
	CU_ASSERT_PTR_NULL(strstr(text, "struct node\n"));
}

/* A char * is also how some programs hold on to any object. */
static void an_object_that_makes_sense_is_no_text(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *chars = a_pool(fake);
	mg_fake_text(fake, HEAP + 32, "abc");
	mg_fake_put(fake, HEAP + 40, HEAP + 32, 8);
	mg_fake_put(fake, STATIC + 8, HEAP + 32, 8);
	mg_fake_root(fake, "text", MG_ROOT_GLOBAL, chars, STATIC + 8);
	g_autofree char *text = mg_fake_show(fake);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "*node = struct node\n"));
}

static void a_long_row_of_texts_is_cut_into_all_of_them(void)
{
	enum { N = 2000, SIZE = 16 };
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = node_type(fake);
	struct mg_type *chars = mg_fake_char(fake);
	mg_fake_map(fake, STATIC, 16 + 8 * N, MG_PLACE_DATA);
	mg_fake_map(fake, HEAP, 24 + SIZE * N, MG_PLACE_BLOCK);
	mg_fake_put(fake, STATIC, HEAP + 8, 8);
	for (guint64 i = 0; i < N; i++) {
		mg_fake_text(fake, HEAP + 24 + SIZE * i, "text");
		mg_fake_put(fake, STATIC + 16 + 8 * i, HEAP + 24 + SIZE * i, 8);
	}
	mg_fake_root(
		fake, "p", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node), STATIC);
	mg_fake_root(fake, "names", MG_ROOT_GLOBAL,
		mg_fake_array(fake, mg_fake_pointer(fake, chars), N),
		STATIC + 16);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	/* Each text, the room behind it, the node, the bytes before it. */
	CU_ASSERT_EQUAL(mg_graph_n_objects(graph), 2 + 2 * N + 2);
}

/* A buffer is no pool: there is nothing but text in it, whoever points there. */
static void a_buffer_is_left_alone(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *chars = mg_fake_char(fake);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_text(fake, STATIC + 32, "word");
	mg_fake_put(fake, STATIC, STATIC + 32, 8);
	mg_fake_root(fake, "word", MG_ROOT_GLOBAL, mg_fake_pointer(fake, chars),
		STATIC);
	mg_fake_root(fake, "buffer", MG_ROOT_GLOBAL,
		mg_fake_array(fake, chars, 40), STATIC + 16);
	g_autofree char *text = mg_fake_show(fake);
	CU_ASSERT_STRING_EQUAL(text, "word -> buffer + 16\n"
				     "buffer = \"\"\n");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_text_in_a_pool_ends_with_its_nul),
		TEST(each_text_of_a_row_is_one),
		TEST(who_points_into_a_text_makes_no_other),
		TEST(what_nobody_could_read_is_no_text),
		TEST(a_text_does_not_go_on_in_an_object),
		TEST(a_text_in_place_of_an_object_is_seen),
		TEST(an_object_that_makes_sense_is_no_text),
		TEST(a_long_row_of_texts_is_cut_into_all_of_them),
		TEST(a_buffer_is_left_alone),
	};
	return run_tests("mg-strings", tests, G_N_ELEMENTS(tests));
}
