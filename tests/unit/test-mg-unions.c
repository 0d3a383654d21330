/* What pointers in unions lead to, and what things are called. */
#include "graph.h"
#include "mg-rules.h"

#include <string.h>

/* struct pair { struct pair *left; long n; } */
static struct mg_type *pair_type(struct mg_fake *fake)
{
	struct mg_type *pair =
		mg_fake_struct(fake, MG_STRUCT, "struct pair", 16);
	mg_fake_member(fake, pair, "left", mg_fake_pointer(fake, pair), 0);
	mg_fake_member(fake, pair, "n",
		mg_fake_scalar(fake, MG_INT, "long", 8, TRUE), 8);
	return pair;
}

/* union either { char *text; struct pair *pair; } */
static struct mg_type *either_type(
	struct mg_fake *fake, const struct mg_type *pair)
{
	struct mg_type *either =
		mg_fake_struct(fake, MG_UNION, "union either", 8);
	mg_fake_member(fake, either, "text",
		mg_fake_pointer(fake, mg_fake_char(fake)), 0);
	mg_fake_member(fake, either, "pair", mg_fake_pointer(fake, pair), 0);
	return either;
}

/* The pair at HEAP + 32 is led to by the union alone. Its own pointer says
 * that it is one; a stray one says nothing. */
static void a_place_in_a_pool_is_what_its_pointers_make_likely(void)
{
	for (int stray = 0; stray < 2; stray++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct mg_type *either = either_type(fake, pair_type(fake));
		mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
		mg_fake_put(fake, STATIC, HEAP + 32, 8);
		mg_fake_put(fake, STATIC + 8, HEAP, 8);
		mg_fake_map(fake, HEAP, 104, MG_PLACE_BLOCK);
		mg_fake_put(fake, HEAP + 32, stray ? 0x77 : HEAP + 64, 8);
		mg_fake_put(fake, HEAP + 40, 7, 8);
		mg_fake_root(fake, "u", MG_ROOT_GLOBAL, either, STATIC);
		mg_fake_root(fake, "p", MG_ROOT_GLOBAL,
			mg_fake_pointer(fake, NULL), STATIC + 8);
		g_autofree char *text = mg_fake_show(fake);
		gboolean found = strstr(text, "u.pair->n = 7\n") != NULL;
		CU_ASSERT_NOT_EQUAL(found, stray);
	}
}

/* struct cell { long flag; union either u; }: one is known by its pointer, so
 * that a second one in the same pool is one, too, though nothing in it would
 * say so. It is asked for before the first is known to be there. */
static void a_place_in_a_pool_is_what_others_are_there(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *cell =
		mg_fake_struct(fake, MG_STRUCT, "struct cell", 16);
	struct mg_type *either = either_type(fake, cell);
	mg_fake_member(fake, cell, "flag",
		mg_fake_scalar(fake, MG_INT, "long", 8, TRUE), 0);
	mg_fake_member(fake, cell, "u", either, 8);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP + 64, 8);
	mg_fake_put(fake, STATIC + 8, HEAP + 32, 8);
	mg_fake_map(fake, HEAP, 104, MG_PLACE_BLOCK);
	mg_fake_put(fake, HEAP + 32, 1, 8);
	mg_fake_put(fake, HEAP + 64, 2, 8);
	mg_fake_root(fake, "u", MG_ROOT_GLOBAL, either, STATIC);
	mg_fake_root(fake, "c", MG_ROOT_GLOBAL, mg_fake_pointer(fake, cell),
		STATIC + 8);
	g_autofree char *text = mg_fake_show(fake);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "c->flag = 1\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "u.pair->flag = 2\n"));
}

static void an_element_of_an_array_is_led_to(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *pair = pair_type(fake);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_put(fake, STATIC + 8, HEAP + 16, 8);
	mg_fake_map(fake, HEAP, 40, MG_PLACE_BLOCK);
	mg_fake_put(fake, HEAP + 24, 4, 8);
	mg_fake_root(
		fake, "p", MG_ROOT_GLOBAL, mg_fake_pointer(fake, pair), STATIC);
	mg_fake_root(
		fake, "u", MG_ROOT_GLOBAL, either_type(fake, pair), STATIC + 8);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	/* From p and from the union. */
	guint n = 0;
	for (guint i = 0; i < graph->links->len; i++)
		n += g_array_index(graph->links, struct mg_link, i).type ==
		     pair;
	ASSERT_INT(n, 2);
}

/* The union may lead to a block of four words: a pair if its pointer leads to
 * something, else a text, though there is room for a pair. */
static void what_leads_nowhere_is_no_object(void)
{
	for (int text = 0; text < 2; text++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
		mg_fake_put(fake, STATIC, HEAP, 8);
		mg_fake_map(fake, HEAP, 32, MG_PLACE_BLOCK);
		if (text)
			mg_fake_text(fake, HEAP, "a text, as long as a pair");
		else
			mg_fake_put(fake, HEAP, HEAP, 8);
		mg_fake_root(fake, "u", MG_ROOT_GLOBAL,
			either_type(fake, pair_type(fake)), STATIC);
		g_autofree char *shown = mg_fake_show(fake);
		CU_ASSERT_EQUAL(strstr(shown, "a text") != NULL, text);
		CU_ASSERT_NOT_EQUAL(
			strstr(shown, "u.pair->n = ") != NULL, text);
	}
}

/* char *first, and struct pair *all: the block is no text. */
static void what_others_know_better_is_no_text(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *pair = pair_type(fake);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_put(fake, STATIC + 8, HEAP, 8);
	mg_fake_map(fake, HEAP, 40, MG_PLACE_BLOCK);
	mg_fake_put(fake, HEAP + 8, 65, 8);
	mg_fake_root(fake, "first", MG_ROOT_GLOBAL,
		mg_fake_pointer(fake, mg_fake_char(fake)), STATIC);
	mg_fake_root(fake, "all", MG_ROOT_GLOBAL, mg_fake_pointer(fake, pair),
		STATIC + 8);
	assert_shows(fake, "first -> *all@2\n"
			   "all -> *all@2\n"
			   "*all@2 = 2 x struct pair\n"
			   "all[0] = struct pair\n"
			   "all->left: null\n"
			   "all->n = 65\n"
			   "all[1] = struct pair\n"
			   "all[1].left: null\n"
			   "all[1].n = 0\n");
}

/* char *at, a local, leads into the middle of the text that file->text
 * leads to. */
static void a_text_is_called_by_what_leads_to_its_start(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *text = mg_fake_pointer(fake, mg_fake_char(fake));
	struct mg_type *buffer =
		mg_fake_struct(fake, MG_STRUCT, "struct buffer", 8);
	mg_fake_member(fake, buffer, "text", text, 0);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP + 66, 8);
	mg_fake_put(fake, STATIC + 8, HEAP, 8);
	mg_fake_map(fake, HEAP, 24, MG_PLACE_BLOCK);
	mg_fake_put(fake, HEAP, HEAP + 64, 8);
	mg_fake_map(fake, HEAP + 64, 24, MG_PLACE_BLOCK);
	mg_fake_text(fake, HEAP + 64, "int main");
	mg_fake_root(fake, "at", MG_ROOT_LOCAL, text, STATIC);
	mg_fake_root(fake, "file", MG_ROOT_GLOBAL,
		mg_fake_pointer(fake, buffer), STATIC + 8);
	g_autofree char *shown = mg_fake_show(fake);
	CU_ASSERT_PTR_NOT_NULL(strstr(shown,
		"*(char (*)[24]) ((char *) file->text) = \"int main\"\n"));
}

/* char name[8], a global, and a local char *p that leads there. */
static void an_array_is_called_by_its_own_name(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *letter = mg_fake_char(fake);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, STATIC + 16, 8);
	mg_fake_text(fake, STATIC + 16, "abc");
	mg_fake_root(fake, "p", MG_ROOT_LOCAL, mg_fake_pointer(fake, letter),
		STATIC);
	mg_fake_root(fake, "name", MG_ROOT_GLOBAL,
		mg_fake_array(fake, letter, 8), STATIC + 16);
	assert_shows(fake, "p -> name\nname = \"abc\"\n");
}

/* An address inside of a struct is that of a member. */
static void an_address_is_that_of_a_member(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *pair = pair_type(fake);
	struct mg_type *all = mg_fake_struct(fake, MG_STRUCT, "struct all", 72);
	mg_fake_member(fake, all, "n", mg_fake_int(fake), 0);
	mg_fake_member(fake, all, "one", pair, 8);
	mg_fake_member(fake, all, "more", mg_fake_array(fake, pair, 3), 24);
	mg_fake_map(fake, STATIC, 128, MG_PLACE_DATA);
	mg_fake_root(fake, "all", MG_ROOT_GLOBAL, all, STATIC);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	static const struct {
		guint64 offset;
		const char *name;
	} cases[] = {
		{0, "&all"},
		{4, "(char *) &all + 4"},
		{8, "&all.one"},
		{16, "&all.one.n"},
		{24, "&all.more"},
		{40, "&all.more[1]"},
		{48, "&all.more[1].n"},
	};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *name =
			mg_address_name(graph, 0, cases[i].offset);
		ASSERT_STR(name, cases[i].name);
	}
}

/* Each used to cost the whole array. */
static void unions_of_an_array_are_read_one_by_one(void)
{
	enum { N = 10000 };
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *either = either_type(fake, pair_type(fake));
	mg_fake_map(fake, STATIC, 8, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_map(fake, HEAP, N * 8, MG_PLACE_BLOCK);
	for (guint64 i = 0; i < N; i++)
		mg_fake_put(fake, HEAP + 8 * i, 0x77, 8);
	mg_fake_root(fake, "all", MG_ROOT_GLOBAL, mg_fake_pointer(fake, either),
		STATIC);

	struct mg_summary sum;
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	mg_graph_summary(graph, &sum);
	CU_ASSERT_TRUE(sum.kinds[MG_UNION] >= N);
	CU_ASSERT_TRUE(sum.bytes < 8 * 10 * N);
}

/* Which member of a union is valid is not known: what it leads to is called so
 * only if nothing else of that length leads there. */
static void a_way_through_a_union_is_the_worse_name(void)
{
	for (int only = 0; only < 2; only++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct mg_type *pair = pair_type(fake);
		mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
		mg_fake_map(fake, HEAP, 24, MG_PLACE_BLOCK);
		mg_fake_map(fake, HEAP + 0x80, 24, MG_PLACE_BLOCK);
		mg_fake_put(fake, STATIC, HEAP, 8);
		mg_fake_put(fake, STATIC + 8, HEAP + 0x80, 8);
		mg_fake_put(fake, HEAP, only ? 0 : HEAP + 0x80, 8);
		mg_fake_put(fake, HEAP + 0x80, HEAP + 0x80, 8);
		mg_fake_root(fake, "u", MG_ROOT_OUTER, either_type(fake, pair),
			STATIC + 8);
		mg_fake_root(fake, "p", MG_ROOT_LOCAL,
			mg_fake_pointer(fake, pair), STATIC);
		g_autofree char *text = mg_fake_show(fake);
		CU_ASSERT_PTR_NOT_NULL(strstr(
			text, only ? "(char *) u.text) =" : "p->left->n ="));
	}
}

/* A local that a call has only been told of may have been left by others. */
static void what_may_not_be_written_yet_is_the_worse_name(void)
{
	for (int only = 0; only < 2; only++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct mg_type *pair = pair_type(fake);
		struct mg_type *pointer = mg_fake_pointer(fake, pair);
		mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
		mg_fake_map(fake, HEAP, 24, MG_PLACE_BLOCK);
		mg_fake_map(fake, HEAP + 0x80, 24, MG_PLACE_BLOCK);
		mg_fake_put(fake, STATIC, HEAP, 8);
		mg_fake_put(fake, STATIC + 8, HEAP + 0x80, 8);
		mg_fake_put(fake, HEAP, only ? 0 : HEAP + 0x80, 8);
		mg_fake_put(fake, HEAP + 0x80, HEAP + 0x80, 8);
		mg_fake_root(fake, "list", MG_ROOT_GLOBAL, pointer, STATIC);
		mg_fake_root(fake, "error", MG_ROOT_OUTER, pointer, STATIC + 8);
		mg_fake_pending(fake);
		g_autofree char *text = mg_fake_show(fake);
		CU_ASSERT_PTR_NOT_NULL(strstr(
			text, only ? "error->n = 0\n" : "list->left->n = 0\n"));
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_place_in_a_pool_is_what_its_pointers_make_likely),
		TEST(a_place_in_a_pool_is_what_others_are_there),
		TEST(an_element_of_an_array_is_led_to),
		TEST(what_leads_nowhere_is_no_object),
		TEST(what_others_know_better_is_no_text),
		TEST(a_text_is_called_by_what_leads_to_its_start),
		TEST(an_array_is_called_by_its_own_name),
		TEST(an_address_is_that_of_a_member),
		TEST(unions_of_an_array_are_read_one_by_one),
		TEST(a_way_through_a_union_is_the_worse_name),
		TEST(what_may_not_be_written_yet_is_the_worse_name),
	};
	return run_tests("memgraph unions", tests, G_N_ELEMENTS(tests));
}
