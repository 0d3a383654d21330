/* The type of what no pointer knows as a whole, on faked memory. */
#include "mg-rules.h"

#include <string.h>

/* struct link { struct link *next; } */
static struct mg_type *link_type(struct mg_fake *fake)
{
	struct mg_type *link =
		mg_fake_struct(fake, MG_STRUCT, "struct link", 8);
	mg_fake_member(fake, link, "next", mg_fake_pointer(fake, link), 0);
	return link;
}

/* struct NAME { long id; NODE node; long rest; }, where the node has 16 bytes.
 */
static void holder_type(
	struct mg_fake *fake, const char *name, const struct mg_type *node)
{
	struct mg_type *holder = mg_fake_struct(fake, MG_STRUCT, name, 32);
	struct mg_type *number = mg_fake_scalar(fake, MG_INT, "long", 8, TRUE);
	mg_fake_member(fake, holder, "id", number, 0);
	mg_fake_member(fake, holder, "node", node, 8);
	mg_fake_member(fake, holder, "rest", number, 24);
}

/* A block of 40 bytes, and struct node *p, which leads to its ninth byte. */
static struct mg_type *hold_node(struct mg_fake *fake)
{
	struct mg_type *node = node_type(fake);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP + 8, 8);
	mg_fake_map(fake, HEAP, 40, MG_PLACE_BLOCK);
	mg_fake_put(fake, HEAP, 77, 8);
	mg_fake_root(
		fake, "p", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node), STATIC);
	mg_fake_know_structs(fake);
	return node;
}

static void a_block_is_the_struct_of_its_size_that_has_it_there(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = hold_node(fake);
	holder_type(fake, "struct holder", node);
	assert_shows(fake,
		"p -> *((struct holder *) ((char *) p - 8)) + 8\n"
		"*((struct holder *) ((char *) p - 8)) = struct holder\n"
		"((struct holder *) ((char *) p - 8))->id = 77\n"
		"*p = struct node\n"
		"p->value = 0\n"
		"p->next: null\n"
		"((struct holder *) ((char *) p - 8))->rest = 0\n");
}

static gboolean shows(struct mg_fake *fake, const char *part)
{
	g_autofree char *text = mg_fake_show(fake);
	return strstr(text, part) != NULL;
}

static void of_two_that_fit_none_is_chosen(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = hold_node(fake);
	holder_type(fake, "struct holder", node);
	holder_type(fake, "struct other", node);
	CU_ASSERT_TRUE(shows(fake, "\n*p = struct node\n"));
	CU_ASSERT_FALSE(shows(fake, "holder"));
	CU_ASSERT_FALSE(shows(fake, "other"));
}

/* A second pointer, to the last word, says that it is a link. */
static void all_pointers_must_agree(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = hold_node(fake);
	holder_type(fake, "struct holder", node);
	mg_fake_put(fake, STATIC + 8, HEAP + 24, 8);
	mg_fake_root(fake, "q", MG_ROOT_GLOBAL,
		mg_fake_pointer(fake, link_type(fake)), STATIC + 8);
	CU_ASSERT_FALSE(shows(fake, "holder"));
}

/* A pointer that leads to the start knows better. */
static void a_start_that_is_known_is_believed(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = hold_node(fake);
	holder_type(fake, "struct holder", node);
	struct mg_type *known =
		mg_fake_struct(fake, MG_STRUCT, "struct known", 40);
	mg_fake_member(fake, known, "nodes",
		mg_fake_array(fake, mg_fake_int(fake), 10), 0);
	mg_fake_put(fake, STATIC + 8, HEAP, 8);
	mg_fake_root(fake, "q", MG_ROOT_GLOBAL, mg_fake_pointer(fake, known),
		STATIC + 8);
	CU_ASSERT_TRUE(shows(fake, "\n*q = struct known\n"));
	CU_ASSERT_FALSE(shows(fake, "holder"));
}

/* struct object { struct node node; long a, b; }, and p, a pointer to a node, which
 * leads to a block that is large enough for two of these. */
static void hold_base(struct mg_fake *fake, guint64 second)
{
	struct mg_type *node = node_type(fake);
	struct mg_type *object =
		mg_fake_struct(fake, MG_STRUCT, "struct object", 32);
	struct mg_type *number = mg_fake_scalar(fake, MG_INT, "long", 8, TRUE);
	mg_fake_member(fake, object, "node", node, 0);
	mg_fake_member(fake, object, "a", number, 16);
	mg_fake_member(fake, object, "b", number, 24);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_map(fake, HEAP, 40, MG_PLACE_BLOCK);
	mg_fake_put(fake, HEAP, 5, 4);
	mg_fake_put(fake, HEAP + 16, 6, 8);
	mg_fake_put(fake, HEAP + 24, second, 8);
	mg_fake_root(
		fake, "p", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node), STATIC);
	mg_fake_know_structs(fake);
}

static void what_can_be_no_second_element_is_part_of_a_larger_struct(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	hold_base(fake, 3);
	CU_ASSERT_TRUE(shows(fake, "((struct object *) p)->a = 6\n"));
	CU_ASSERT_TRUE(shows(fake, "((struct object *) p)->b = 3\n"));
}

static void what_can_be_one_is(void)
{
	static const guint64 next[] = {0, HEAP};
	for (guint i = 0; i < G_N_ELEMENTS(next); i++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		hold_base(fake, next[i]);
		CU_ASSERT_FALSE(shows(fake, "object"));
		CU_ASSERT_TRUE(shows(fake, "p[1].value = 6\n"));
	}
}

/* struct head { int value; struct head *next; long rest[3]; } *p, *q, *r, each
 * to a block that starts with one. Only the last of these blocks is as large as
 * some number of heads. The first has a text, from its 49th byte on. */
static void hold_heads(
	struct mg_fake *fake, const gsize sizes[3], const char *text)
{
	static const char *const names[] = {"p", "q", "r"};
	struct mg_type *number = mg_fake_scalar(fake, MG_INT, "long", 8, TRUE);
	struct mg_type *head =
		mg_fake_struct(fake, MG_STRUCT, "struct head", 40);
	mg_fake_member(fake, head, "value", mg_fake_int(fake), 0);
	mg_fake_member(fake, head, "next", mg_fake_pointer(fake, head), 8);
	mg_fake_member(fake, head, "rest", mg_fake_array(fake, number, 3), 16);

	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		guint64 block = HEAP + 0x100 * (guint64) i;
		mg_fake_map(fake, block, sizes[i], MG_PLACE_BLOCK);
		mg_fake_put(fake, block, 5, 4);
		mg_fake_put(fake, STATIC + 8 * i, block, 8);
		mg_fake_root(fake, names[i], MG_ROOT_GLOBAL,
			mg_fake_pointer(fake, head), STATIC + 8 * i);
	}
	mg_fake_text(fake, HEAP + 48, text);
}

static void a_struct_with_bytes_behind_it_is_no_array(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	hold_heads(fake, (gsize[]){104, 152, 88}, "a rather long text");
	CU_ASSERT_TRUE(shows(fake, "p->value = 5\n"));
	CU_ASSERT_TRUE(shows(fake, "q->value = 5\n"));
	CU_ASSERT_TRUE(shows(fake, "r->value = 5\n"));
	CU_ASSERT_FALSE(shows(fake, "[1]"));
}

/* Of one size: memory that comes in pages, say. */
static void blocks_of_one_size_may_be_larger_than_their_arrays(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	hold_heads(fake, (gsize[]){104, 104, 88}, "a rather long text");
	CU_ASSERT_TRUE(shows(fake, "p[1].value = 0\n"));
	CU_ASSERT_TRUE(shows(fake, "r[1].value = 0\n"));
}

static void what_makes_sense_everywhere_is_an_array(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	hold_heads(fake, (gsize[]){104, 152, 88}, "");
	CU_ASSERT_TRUE(shows(fake, "p[1].value = 0\n"));
	CU_ASSERT_TRUE(shows(fake, "q[2].value = 0\n"));
}

/* A pointer that may be left over from something else; what it leads to is
 * there, and is called by better names. */
static void what_may_hold_anything_tells_no_types(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *node = node_type(fake);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_put(fake, STATIC + 8, HEAP, 8);
	mg_fake_put(fake, STATIC + 16, HEAP + 64, 8);
	mg_fake_map(fake, HEAP, 24, MG_PLACE_BLOCK);
	mg_fake_map(fake, HEAP + 64, 24, MG_PLACE_BLOCK);
	mg_fake_root(
		fake, "p", MG_ROOT_LOCAL, mg_fake_pointer(fake, node), STATIC);
	mg_fake_unsure(fake);
	mg_fake_root(fake, "q", MG_ROOT_LOCAL, mg_fake_pointer(fake, node),
		STATIC + 16);
	mg_fake_unsure(fake);
	mg_fake_root(fake, "numbers", MG_ROOT_GLOBAL,
		mg_fake_pointer(fake, mg_fake_int(fake)), STATIC + 8);
	assert_shows(fake, "numbers -> *numbers@6\n"
			   "*numbers@6 = 6 x int\n"
			   "p -> *numbers@6\n"
			   "q -> *(char (*)[24]) ((char *) q)\n"
			   "*(char (*)[24]) ((char *) q) = 24 bytes\n");
}

/* ---- C++ ---- */

/* struct base { void *_vptr; long n; }, struct derived: two of these and a
 * number. */
static struct mg_type *derived_type(struct mg_fake *fake, struct mg_type **base)
{
	struct mg_type *number = mg_fake_scalar(fake, MG_INT, "long", 8, TRUE);
	struct mg_type *word = mg_fake_pointer(fake, NULL);
	static const char *const names[] = {"first", "second"};
	struct mg_type *derived =
		mg_fake_struct(fake, MG_STRUCT, "derived", 40);
	for (guint i = 0; i < 2; i++) {
		base[i] = mg_fake_struct(fake, MG_STRUCT, names[i], 16);
		mg_fake_member(fake, base[i], "_vptr", word, 0);
		((struct mg_member *) base[i]->members)[0].artificial = TRUE;
		mg_fake_member(fake, base[i], i ? "m" : "n", number, 8);
		mg_fake_member(fake, derived, NULL, base[i], 16 * i);
		((struct mg_member *) derived->members)[i].base = TRUE;
	}
	mg_fake_member(fake, derived, "own", number, 32);
	return derived;
}

static void an_object_says_what_its_class_is(void)
{
	for (guint second = 0; second < 2; second++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct mg_type *bases[2];
		struct mg_type *derived = derived_type(fake, bases);
		mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
		mg_fake_put(fake, STATIC, HEAP + 16 * second, 8);
		mg_fake_map(fake, HEAP, 40, MG_PLACE_BLOCK);
		mg_fake_put(fake, HEAP, 0x5010, 8);
		mg_fake_put(fake, HEAP + 16, 0x5020, 8);
		mg_fake_put(fake, HEAP + 32, 9, 8);
		mg_fake_know_class(fake, 0x5010, derived, 0);
		mg_fake_know_class(fake, 0x5020, derived, 16);
		mg_fake_root(fake, "p", MG_ROOT_GLOBAL,
			mg_fake_pointer(fake, bases[second]), STATIC);
		CU_ASSERT_TRUE(shows(fake,
			second ? "((derived *) ((char *) p - 16))->own = 9\n"
			       : "((derived *) p)->own = 9\n"));
	}
}

/* What the word says must have the base that the pointer knows. */
static void a_class_without_the_base_is_not_believed(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *bases[2], *others[2];
	derived_type(fake, bases);
	struct mg_type *other = derived_type(fake, others);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_map(fake, HEAP, 24, MG_PLACE_BLOCK);
	mg_fake_put(fake, HEAP, 0x5010, 8);
	mg_fake_know_class(fake, 0x5010, other, 0);
	mg_fake_root(fake, "p", MG_ROOT_GLOBAL, mg_fake_pointer(fake, bases[0]),
		STATIC);
	CU_ASSERT_TRUE(shows(fake, "\n*p = first\n"));
}

/* struct list { struct link head; }, with nodes that are a link and a number,
 * the last of which leads back. */
static void the_nodes_of_a_container_are_found(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *link = link_type(fake);
	struct mg_type *list = mg_fake_struct(fake, MG_STRUCT, "list", 8);
	mg_fake_member(fake, list, "head", link, 0);
	struct mg_type *node = mg_fake_struct(fake, MG_STRUCT, "node", 16);
	mg_fake_member(fake, node, NULL, link, 0);
	mg_fake_member(fake, node, "storage", mg_fake_int(fake), 8);
	((struct mg_member *) node->members)[1].stored = TRUE;
	mg_fake_know_nodes(fake, list, node);
	mg_fake_know_nodes(fake, node, node);
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	for (guint64 i = 0; i < 2; i++) {
		mg_fake_map(fake, HEAP + 64 * i, 24, MG_PLACE_BLOCK);
		mg_fake_put(fake, HEAP + 64 * i, i ? STATIC : HEAP + 64, 8);
		mg_fake_put(fake, HEAP + 64 * i + 8, 5 + i, 4);
	}
	mg_fake_root(fake, "l", MG_ROOT_GLOBAL, list, STATIC);
	assert_shows(fake,
		"l = list\n"
		"l.head = struct link\n"
		"l.head.next -> *((node *) l.head.next)\n"
		"*((node *) l.head.next) = node\n"
		"l.head.next->next -> *((node *) l.head.next->next)\n"
		"*((int *) &((node *) l.head.next)->storage) = 5\n"
		"*((node *) l.head.next->next) = node\n"
		"l.head.next->next->next -> l\n"
		"*((int *) &((node *) l.head.next->next)->storage) = 6\n");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_block_is_the_struct_of_its_size_that_has_it_there),
		TEST(of_two_that_fit_none_is_chosen),
		TEST(all_pointers_must_agree),
		TEST(a_start_that_is_known_is_believed),
		TEST(what_can_be_no_second_element_is_part_of_a_larger_struct),
		TEST(what_can_be_one_is),
		TEST(a_struct_with_bytes_behind_it_is_no_array),
		TEST(blocks_of_one_size_may_be_larger_than_their_arrays),
		TEST(what_makes_sense_everywhere_is_an_array),
		TEST(what_may_hold_anything_tells_no_types),
		TEST(an_object_says_what_its_class_is),
		TEST(a_class_without_the_base_is_not_believed),
		TEST(the_nodes_of_a_container_are_found),
	};
	return run_tests("untyped memory", tests, G_N_ELEMENTS(tests));
}
