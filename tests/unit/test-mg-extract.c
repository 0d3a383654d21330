/* What extraction decides, rule by rule, on faked memory. */
#include "graph.h"
#include "mg-rules.h"
#include "mg-same.h"

#include <string.h>

static void put_node(
	struct mg_fake *fake, guint64 address, int value, guint64 next)
{
	mg_fake_map(fake, address, 24, MG_PLACE_BLOCK);
	mg_fake_put(fake, address, (guint64) value, 4);
	mg_fake_put(fake, address + 8, next, 8);
}

static void a_variable_is_its_value(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, (guint64) -5, 4);
	mg_fake_root(fake, "x", MG_ROOT_GLOBAL, mg_fake_int(fake), STATIC);
	assert_shows(fake, "x = -5\n");
}

static void a_list_is_followed_to_its_end_and_named_along_it(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = node_type(fake);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	put_node(fake, HEAP, 14, HEAP + 0x40);
	put_node(fake, HEAP + 0x40, 18, 0);
	mg_fake_root(fake, "list", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node),
		STATIC);
	assert_shows(fake, "list -> *list\n"
			   "*list = struct node\n"
			   "list->value = 14\n"
			   "list->next -> *list->next\n"
			   "*list->next = struct node\n"
			   "list->next->value = 18\n"
			   "list->next->next: null\n");
}

static void a_cycle_ends(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = node_type(fake);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	put_node(fake, HEAP, 1, HEAP);
	mg_fake_root(fake, "list", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node),
		STATIC);
	assert_shows(fake, "list -> *list\n"
			   "*list = struct node\n"
			   "list->value = 1\n"
			   "list->next -> *list\n");
}

static void a_local_makes_a_better_name_than_a_global(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = node_type(fake);
	struct mg_type *pointer = mg_fake_pointer(fake, node);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_map(fake, STACK, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_put(fake, STACK, HEAP, 8);
	put_node(fake, HEAP, 1, 0);
	mg_fake_root(fake, "all", MG_ROOT_GLOBAL, pointer, STATIC);
	mg_fake_root(fake, "p", MG_ROOT_LOCAL, pointer, STACK);
	assert_shows(fake, "p -> *p\n"
			   "*p = struct node\n"
			   "p->value = 1\n"
			   "p->next: null\n"
			   "all -> *p\n");
}

static void a_block_tells_how_many_elements_a_pointer_has(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_map(fake, HEAP, 24, MG_PLACE_BLOCK);
	mg_fake_root(fake, "a", MG_ROOT_GLOBAL,
		mg_fake_pointer(fake, mg_fake_int(fake)), STATIC);
	assert_shows(fake, "a -> *a@6\n*a@6 = 6 x int\n");
}

static void elements_that_are_structs_stand_for_themselves(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = node_type(fake);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_map(fake, HEAP, 40, MG_PLACE_BLOCK);
	mg_fake_put(fake, HEAP + 16, 7, 4);
	mg_fake_put(fake, HEAP + 24, HEAP, 8);
	mg_fake_root(
		fake, "a", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node), STATIC);
	assert_shows(fake, "a -> *a@2\n"
			   "*a@2 = 2 x struct node\n"
			   "a[0] = struct node\n"
			   "a->value = 0\n"
			   "a->next: null\n"
			   "a[1] = struct node\n"
			   "a[1].value = 7\n"
			   "a[1].next -> *a@2\n");
}

static gboolean show_edge(const struct mg_vertex *vertex, gpointer data)
{
	GString *text = data;
	if (vertex->part)
		g_string_append_printf(
			text, "%u .%s\n", vertex->depth, vertex->part->name);
	else
		g_string_append_printf(text, "%u [%" G_GUINT64_FORMAT "]\n",
			vertex->depth, vertex->index);
	return TRUE;
}

/* struct node pairs[2][1] */
static void a_vertex_knows_the_edge_that_leads_to_it(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	g_autoptr(GString) text = g_string_new(NULL);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_root(fake, "pairs", MG_ROOT_GLOBAL,
		mg_fake_array(fake, mg_fake_array(fake, node_type(fake), 1), 2),
		STATIC);
	mg_fake_root(fake, "x", MG_ROOT_GLOBAL, mg_fake_int(fake), STATIC);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	mg_graph_visit(graph, show_edge, text);
	ASSERT_STR(text->str, "0 [0]\n1 [0]\n2 [0]\n3 .value\n3 .next\n"
			      "1 [1]\n2 [0]\n3 .value\n3 .next\n0 [0]\n");
}

static void a_pointer_into_an_object_leads_to_that_part_of_it(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = node_type(fake);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_put(fake, STATIC + 8, HEAP + 8, 8);
	put_node(fake, HEAP, 1, 0);
	mg_fake_root(
		fake, "p", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node), STATIC);
	mg_fake_root(fake, "pp", MG_ROOT_GLOBAL,
		mg_fake_pointer(fake, mg_fake_pointer(fake, node)), STATIC + 8);
	assert_shows(fake, "p -> *p\n"
			   "pp -> *p + 8\n"
			   "*p = struct node\n"
			   "p->value = 1\n"
			   "p->next: null\n");
}

static void what_a_pointer_does_not_lead_to_is_told(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *pointer = mg_fake_pointer(fake, mg_fake_int(fake));
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_map(fake, HEAP, 64, MG_PLACE_DEAD);
	mg_fake_map(fake, CODE, 64, MG_PLACE_CODE);
	mg_fake_map(fake, CODE + 0x1000, 64, MG_PLACE_CONSTANT);
	static const guint64 values[] = {
		0, 0xdead0000, HEAP + 8, CODE, CODE + 0x1000};
	static const char *const names[] = {"a", "b", "c", "d", "e"};
	for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
		mg_fake_put(fake, STATIC + 8 * i, values[i], 8);
		mg_fake_root(fake, names[i], MG_ROOT_GLOBAL, pointer,
			STATIC + 8 * i);
	}
	assert_shows(fake, "a: null\n"
			   "b: not mapped\n"
			   "c: freed or dead\n"
			   "d: function\n"
			   "e: constant\n");
}

static void a_void_pointer_leads_to_what_another_pointer_knows(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = node_type(fake);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_put(fake, STATIC + 8, HEAP, 8);
	put_node(fake, HEAP, 3, 0);
	mg_fake_root(
		fake, "v", MG_ROOT_LOCAL, mg_fake_pointer(fake, NULL), STATIC);
	mg_fake_root(fake, "p", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node),
		STATIC + 8);
	/* It has its name from the one that needs no cast. */
	assert_shows(fake, "v -> *p\n"
			   "p -> *p\n"
			   "*p = struct node\n"
			   "p->value = 3\n"
			   "p->next: null\n");
}

static void words_of_a_block_without_a_type_may_be_pointers(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_map(fake, HEAP, 24, MG_PLACE_BLOCK);
	mg_fake_map(fake, HEAP + 0x40, 24, MG_PLACE_BLOCK);
	mg_fake_put(fake, HEAP + 8, HEAP + 0x40, 8);
	mg_fake_put(fake, HEAP + 16, HEAP + 0x48, 8);
	mg_fake_root(
		fake, "v", MG_ROOT_LOCAL, mg_fake_pointer(fake, NULL), STATIC);
	assert_shows(fake,
		"v -> *(char (*)[24]) v\n"
		"*(char (*)[24]) v = 24 bytes\n"
		"*(char (*)[24]) *(void **) ((char *) v + 8) = 24 bytes\n");
}

static void a_pointer_behind_many_zeros_is_found(void)
{
	enum { SIZE = 1 << 20 };
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_map(fake, HEAP, SIZE, MG_PLACE_BLOCK);
	mg_fake_map(fake, HEAP + SIZE, 24, MG_PLACE_BLOCK);
	mg_fake_put(fake, HEAP + SIZE - 8, HEAP + SIZE, 8);
	mg_fake_root(
		fake, "v", MG_ROOT_LOCAL, mg_fake_pointer(fake, NULL), STATIC);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	ASSERT_INT(mg_graph_n_objects(graph), 3);
}

static void a_string_is_one_value(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *text = mg_fake_pointer(fake, mg_fake_char(fake));
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_put(fake, STATIC + 8, STATIC + 16, 8);
	mg_fake_map(fake, HEAP, 24, MG_PLACE_BLOCK);
	mg_fake_text(fake, HEAP, "hello");
	mg_fake_text(fake, STATIC + 16, "static");
	mg_fake_root(fake, "s", MG_ROOT_GLOBAL, text, STATIC);
	mg_fake_root(fake, "t", MG_ROOT_GLOBAL, text, STATIC + 8);
	assert_shows(fake, "s -> *(char (*)[24]) ((char *) s)\n"
			   "t -> *(char (*)[7]) t\n"
			   "*(char (*)[24]) ((char *) s) = \"hello\"\n"
			   "*(char (*)[7]) t = \"static\"\n");
}

/* struct buffer { int length; char text[1]; } */
static void a_trailing_array_goes_on_to_the_end_of_its_block(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *buffer =
		mg_fake_struct(fake, MG_STRUCT, "struct buffer", 8);
	mg_fake_member(fake, buffer, "length", mg_fake_int(fake), 0);
	mg_fake_member(fake, buffer, "text",
		mg_fake_array(fake, mg_fake_char(fake), 1), 4);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_map(fake, HEAP, 40, MG_PLACE_BLOCK);
	mg_fake_text(fake, HEAP + 4, "longer than one");
	mg_fake_root(fake, "b", MG_ROOT_GLOBAL, mg_fake_pointer(fake, buffer),
		STATIC);
	assert_shows(fake, "b -> *b\n"
			   "*b = struct buffer\n"
			   "b->length = 0\n"
			   "b->text = \"longer than one\"\n");
}

static gboolean is_row_or_larger(const struct mg_vertex *vertex, gpointer data)
{
	if (vertex->type->kind == MG_ARRAY)
		ASSERT_INT(vertex->size,
			vertex->type->target->kind == MG_ARRAY ? 32 : 16);
	return TRUE;
}

/* struct table { long n; int rows[1][4]; } */
static void a_row_of_a_trailing_array_keeps_its_length(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *row = mg_fake_array(fake, mg_fake_int(fake), 4);
	struct mg_type *table =
		mg_fake_struct(fake, MG_STRUCT, "struct table", 24);
	mg_fake_member(fake, table, "n", mg_fake_int(fake), 0);
	mg_fake_member(fake, table, "rows", mg_fake_array(fake, row, 1), 8);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_map(fake, HEAP, 40, MG_PLACE_BLOCK);
	mg_fake_root(fake, "t", MG_ROOT_GLOBAL, mg_fake_pointer(fake, table),
		STATIC);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	struct mg_summary sum;
	mg_graph_summary(graph, &sum);
	/* The pointer, the struct, n, all rows, two rows; the root. */
	ASSERT_INT(sum.vertices, 7);
	mg_graph_visit(graph, is_row_or_larger, NULL);
}

/* struct row { long n; union { char c[1]; int i[1]; struct node *p[1]; } data; }
 * in a block for three of them, with a node at the end. `last`: the union has
 * one more member, which is no array. */
static struct mg_fake *make_row(gboolean last)
{
	struct mg_fake *fake = mg_fake_new();
	struct mg_type *pointer = mg_fake_pointer(fake, node_type(fake));
	struct mg_type *data = mg_fake_struct(fake, MG_UNION, "union data", 8);
	mg_fake_member(
		fake, data, "c", mg_fake_array(fake, mg_fake_char(fake), 1), 0);
	mg_fake_member(
		fake, data, "i", mg_fake_array(fake, mg_fake_int(fake), 1), 0);
	mg_fake_member(fake, data, "p", mg_fake_array(fake, pointer, 1), 0);
	if (last)
		mg_fake_member(fake, data, "last", mg_fake_int(fake), 0);
	struct mg_type *row = mg_fake_struct(fake, MG_STRUCT, "struct row", 16);
	mg_fake_member(fake, row, "n", mg_fake_int(fake), 0);
	mg_fake_member(fake, row, "data", data, 8);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_map(fake, HEAP, 48, MG_PLACE_BLOCK);
	mg_fake_map(fake, HEAP + 64, 16, MG_PLACE_BLOCK);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_put(fake, HEAP, 3, 4);
	mg_fake_put(fake, HEAP + 32, HEAP + 64, 8);
	mg_fake_put(fake, HEAP + 64, 5, 4);
	mg_fake_root(fake, "row", MG_ROOT_GLOBAL, mg_fake_pointer(fake, row),
		STATIC);
	return fake;
}

static void a_trailing_union_of_arrays_goes_on_to_the_end_of_its_block(void)
{
	g_autoptr(mg_fake) fake = make_row(FALSE);
	assert_shows(fake, "row -> *row\n"
			   "*row = struct row\n"
			   "row->n = 3\n"
			   "row->data = union data\n"
			   "*row->data.p[3] = struct node\n"
			   "row->data.p[3]->value = 5\n"
			   "row->data.p[3]->next: null\n");
}

static void another_trailing_union_has_a_length(void)
{
	g_autoptr(mg_fake) fake = make_row(TRUE);
	g_autofree char *text = mg_fake_show(fake);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "3 x struct row\n"));
}

/* struct derived { struct node node; int more; }, known as a node first. */
static void a_pointer_to_the_whole_beats_one_to_its_start(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = node_type(fake);
	struct mg_type *derived =
		mg_fake_struct(fake, MG_STRUCT, "struct derived", 24);
	mg_fake_member(fake, derived, "node", node, 0);
	mg_fake_member(fake, derived, "more", mg_fake_int(fake), 16);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_put(fake, STATIC + 8, HEAP, 8);
	mg_fake_map(fake, HEAP, 24, MG_PLACE_BLOCK);
	mg_fake_put(fake, HEAP + 16, 9, 4);
	mg_fake_root(
		fake, "n", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node), STATIC);
	mg_fake_root(fake, "d", MG_ROOT_LOCAL, mg_fake_pointer(fake, derived),
		STATIC + 8);
	assert_shows(fake, "d -> *d\n"
			   "*d = struct derived\n"
			   "d->node = struct node\n"
			   "d->node.value = 0\n"
			   "d->node.next: null\n"
			   "d->more = 9\n"
			   "n -> *d\n");
}

/* union { struct node *node; long number; } */
static void a_pointer_in_a_union_is_followed_if_it_makes_sense(void)
{
	for (int sense = 0; sense < 2; sense++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct mg_type *node = node_type(fake);
		struct mg_type *either =
			mg_fake_struct(fake, MG_UNION, "union either", 8);
		mg_fake_member(
			fake, either, "node", mg_fake_pointer(fake, node), 0);
		mg_fake_member(fake, either, "number",
			mg_fake_scalar(fake, MG_INT, "long", 8, TRUE), 0);
		mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
		mg_fake_put(fake, STATIC, sense ? HEAP : HEAP + 1, 8);
		put_node(fake, HEAP, 5, 0);
		mg_fake_root(fake, "u", MG_ROOT_GLOBAL, either, STATIC);
		assert_shows(fake, sense ? "u = union either\n"
					   "*u.node = struct node\n"
					   "u.node->value = 5\n"
					   "u.node->next: null\n"
					 : "u = union either\n");
	}
}

static void a_size_that_cannot_be_is_a_leaf(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *huge = mg_fake_array(
		fake, mg_fake_int(fake), G_GUINT64_CONSTANT(1) << 60);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_root(fake, "x", MG_ROOT_GLOBAL, huge, STATIC);
	g_autofree char *text = mg_fake_show(fake);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "x = unreadable"));
}

static void an_empty_struct_can_be_read(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_root(fake, "x", MG_ROOT_GLOBAL,
		mg_fake_struct(fake, MG_STRUCT, "struct none", 0), STATIC);
	assert_shows(fake, "x = 0 bytes\n");
}

static void an_array_that_cannot_be_read_is_a_leaf(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_fake_root(fake, "x", MG_ROOT_GLOBAL,
		mg_fake_array(fake, mg_fake_pointer(fake, NULL),
			G_GUINT64_CONSTANT(1) << 60),
		STATIC);
	assert_shows(fake, "x = unreadable\n");
}

/* struct odd { <unknown> what; struct node *node; } */
static void a_member_of_unknown_type_is_passed_over(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *odd = mg_fake_struct(fake, MG_STRUCT, "struct odd", 16);
	mg_fake_member(fake, odd, "what", NULL, 0);
	mg_fake_member(fake, odd, "next", mg_fake_pointer(fake, odd), 8);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_root(fake, "x", MG_ROOT_GLOBAL, odd, STATIC);
	assert_shows(fake, "x = struct odd\nx.next: null\n");
}

/* union { struct { long n; struct node *second; } late; struct node *first; }
 */
static void links_come_in_the_order_of_their_offsets(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = node_type(fake);
	struct mg_type *pointer = mg_fake_pointer(fake, node);
	struct mg_type *late =
		mg_fake_struct(fake, MG_STRUCT, "struct late", 16);
	mg_fake_member(fake, late, "n",
		mg_fake_scalar(fake, MG_INT, "long", 8, TRUE), 0);
	mg_fake_member(fake, late, "second", pointer, 8);
	struct mg_type *either =
		mg_fake_struct(fake, MG_UNION, "union either", 16);
	mg_fake_member(fake, either, "late", late, 0);
	mg_fake_member(fake, either, "first", pointer, 0);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_put(fake, STATIC + 8, HEAP + 0x40, 8);
	put_node(fake, HEAP, 1, 0);
	put_node(fake, HEAP + 0x40, 2, 0);
	mg_fake_root(fake, "u", MG_ROOT_GLOBAL, either, STATIC);
	assert_shows(fake, "u = union either\n"
			   "*u.first = struct node\n"
			   "u.first->value = 1\n"
			   "u.first->next: null\n"
			   "*u.late.second = struct node\n"
			   "u.late.second->value = 2\n"
			   "u.late.second->next: null\n");
}

static void memory_that_cannot_be_read_is_a_leaf(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_fake_root(fake, "x", MG_ROOT_GLOBAL, mg_fake_int(fake), 0x99990000);
	assert_shows(fake, "x = unreadable\n");
}

/* Random memory full of pointers in all directions: it ends, and every vertex
 * has a name. */
static gboolean name_it(const struct mg_vertex *vertex, gpointer data)
{
	g_autofree char *name = mg_vertex_name(data, vertex);
	g_autofree char *text = mg_vertex_text(data, vertex);
	if (!*name || !*text)
		test_fail("a vertex has no name or no text");
	return TRUE;
}

static void random_memory_is_extracted_without_end_or_crash(void)
{
	for (guint seed = 0; seed < 300; seed++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct mg_type *node = node_type(fake);
		struct mg_type *either =
			mg_fake_struct(fake, MG_UNION, "union either", 16);
		mg_fake_member(
			fake, either, "node", mg_fake_pointer(fake, node), 0);
		mg_fake_member(fake, either, "pair",
			mg_fake_array(fake, mg_fake_pointer(fake, either), 2),
			0);
		struct mg_type *types[] = {mg_fake_pointer(fake, node),
			mg_fake_pointer(fake, either),
			mg_fake_pointer(fake, mg_fake_char(fake)),
			mg_fake_pointer(fake, NULL), node, either};
		mg_fake_map(fake, STATIC, 16 * 32, MG_PLACE_DATA);
		for (guint i = 0; i < 24; i++)
			mg_fake_map(fake, HEAP + 0x80 * i,
				(gsize) (8 + 16 * g_rand_int_range(rand, 1, 7)),
				g_rand_int_range(rand, 0, 5) ? MG_PLACE_BLOCK
							     : MG_PLACE_DEAD);
		for (guint i = 0; i < 400; i++) {
			guint64 at =
				g_rand_boolean(rand)
					? STATIC +
						  8 * (guint64) g_rand_int_range(
							      rand, 0, 60)
					: HEAP + 8 * (guint64) g_rand_int_range(
							     rand, 0, 16 * 24);
			struct mg_place place;
			mg_fake_place(fake, at, &place);
			if (place.kind == MG_PLACE_NOWHERE ||
				at + 8 > place.start + place.size)
				continue;
			mg_fake_put(fake, at,
				HEAP + (guint64) g_rand_int_range(
					       rand, 0, 0x80 * 24),
				8);
		}
		for (guint i = 0; i < 16; i++)
			mg_fake_root(fake, "r", MG_ROOT_GLOBAL,
				types[g_rand_int_range(rand, 0, 6)],
				STATIC + 16 * i);
		g_autoptr(mg_graph) graph = mg_fake_extract(fake);
		mg_graph_visit(graph, name_it, graph);
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_variable_is_its_value),
		TEST(a_list_is_followed_to_its_end_and_named_along_it),
		TEST(a_cycle_ends),
		TEST(a_local_makes_a_better_name_than_a_global),
		TEST(a_block_tells_how_many_elements_a_pointer_has),
		TEST(elements_that_are_structs_stand_for_themselves),
		TEST(a_vertex_knows_the_edge_that_leads_to_it),
		TEST(a_pointer_into_an_object_leads_to_that_part_of_it),
		TEST(what_a_pointer_does_not_lead_to_is_told),
		TEST(a_void_pointer_leads_to_what_another_pointer_knows),
		TEST(words_of_a_block_without_a_type_may_be_pointers),
		TEST(a_pointer_behind_many_zeros_is_found),
		TEST(a_string_is_one_value),
		TEST(a_trailing_array_goes_on_to_the_end_of_its_block),
		TEST(a_row_of_a_trailing_array_keeps_its_length),
		TEST(a_trailing_union_of_arrays_goes_on_to_the_end_of_its_block),
		TEST(another_trailing_union_has_a_length),
		TEST(a_pointer_to_the_whole_beats_one_to_its_start),
		TEST(a_pointer_in_a_union_is_followed_if_it_makes_sense),
		TEST(a_size_that_cannot_be_is_a_leaf),
		TEST(an_empty_struct_can_be_read),
		TEST(an_array_that_cannot_be_read_is_a_leaf),
		TEST(a_member_of_unknown_type_is_passed_over),
		TEST(links_come_in_the_order_of_their_offsets),
		TEST(memory_that_cannot_be_read_is_a_leaf),
		TEST(random_memory_is_extracted_without_end_or_crash),
	};
	return run_tests("memgraph extraction", tests, G_N_ELEMENTS(tests));
}
