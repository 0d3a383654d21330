/* How a pool is cut when it becomes known bit by bit, on faked memory. */
#include "graph.h"
#include "mg-rules.h"
#include "mg-same.h"

#include <string.h>

/* struct node { int value; struct node *next; }
 * struct vec { long n; struct vec *kids[1]; }
 * struct raw { long words[3]; } */
struct types {
	struct mg_type *number, *node, *vec, *slot, *raw;
};

static struct types types_of(struct mg_fake *fake)
{
	struct types t = {
		.number = mg_fake_scalar(fake, MG_INT, "long", 8, TRUE),
		.node = node_type(fake),
		.vec = mg_fake_struct(fake, MG_STRUCT, "struct vec", 16),
		.raw = mg_fake_struct(fake, MG_STRUCT, "struct raw", 24),
	};
	t.slot = mg_fake_pointer(fake, t.vec);
	mg_fake_member(fake, t.vec, "n", t.number, 0);
	mg_fake_member(fake, t.vec, "kids", mg_fake_array(fake, t.slot, 1), 8);
	mg_fake_member(
		fake, t.raw, "words", mg_fake_array(fake, t.number, 3), 0);
	return t;
}

/* A pool of `size` bytes at HEAP, and room for variables. */
static void map_pool(struct mg_fake *fake, gsize size)
{
	mg_fake_map(fake, STATIC, 0x1000, MG_PLACE_DATA);
	mg_fake_map(fake, HEAP, size, MG_PLACE_BLOCK);
}

static void point(struct mg_fake *fake, guint n, const struct mg_type *target,
	guint64 offset)
{
	static const char *const names[] = {"a", "b", "c", "d", "e"};
	guint64 at = STATIC + 8 * (guint64) n;
	mg_fake_put(fake, at, HEAP + offset, 8);
	mg_fake_root(fake, names[n], MG_ROOT_GLOBAL,
		mg_fake_pointer(fake, target), at);
}

static int by_address(gconstpointer a, gconstpointer b)
{
	const struct mg_object *p = *(struct mg_object *const *) a;
	const struct mg_object *q = *(struct mg_object *const *) b;
	return p->address < q->address ? -1 : p->address > q->address;
}

/* The typed pieces of the pool, "16+48 struct vec", one after the other. */
static char *pieces_of(struct mg_fake *fake, guint64 size)
{
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	g_autoptr(GPtrArray) list = g_ptr_array_new();
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < graph->objects->len; i++) {
		struct mg_object *o =
			&g_array_index(graph->objects, struct mg_object, i);
		if (o->address - HEAP < size && o->shape.type)
			g_ptr_array_add(list, o);
	}
	g_ptr_array_sort(list, by_address);
	for (guint i = 0; i < list->len; i++) {
		const struct mg_object *o = g_ptr_array_index(list, i);
		g_autofree char *name = mg_type_name(o->shape.type);
		g_string_append_printf(text, "%s%u+%u %s", i ? ", " : "",
			(guint) (o->address - HEAP), (guint) o->size, name);
	}
	g_autofree char *wrong = mg_round_trip(graph);
	ASSERT_STR(wrong, NULL);
	return g_string_free(text, FALSE);
}

#define ASSERT_PIECES(fake, size, expected)                                    \
	do {                                                                   \
		g_autofree char *pieces = pieces_of(fake, size);               \
		ASSERT_STR(pieces, expected);                                  \
	} while (0)

/* Each is found through the one before it, when that already has all of the
 * rest as its tail. */
static void what_is_found_later_cuts_an_open_tail(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct types t = types_of(fake);
	map_pool(fake, 160);
	point(fake, 0, t.vec, 16);
	mg_fake_put(fake, HEAP + 24, HEAP + 64, 8);
	mg_fake_put(fake, HEAP + 72, HEAP + 40, 8);
	mg_fake_put(fake, HEAP + 48, HEAP + 96, 8);
	ASSERT_PIECES(fake, 160,
		"16+24 struct vec, 40+24 struct vec, 64+32 struct vec, "
		"96+64 struct vec");
}

/* What comes before a tail is there in any case. */
static void what_is_before_a_tail_is_not_cut_by_another_type(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *head =
		mg_fake_struct(fake, MG_STRUCT, "struct head", 32);
	struct types t = types_of(fake);
	mg_fake_member(fake, head, "node", mg_fake_pointer(fake, t.node), 0);
	mg_fake_member(fake, head, "raw", t.raw, 8);
	mg_fake_member(
		fake, head, "tail", mg_fake_array(fake, t.number, 0), 32);
	map_pool(fake, 160);
	point(fake, 0, head, 16);
	mg_fake_put(fake, HEAP + 16, HEAP + 32, 8);
	ASSERT_PIECES(fake, 160, "16+144 struct head");
	mg_fake_put(fake, HEAP + 16, HEAP + 48, 8);
	ASSERT_PIECES(fake, 160, "16+32 struct head, 48+16 struct node");
}

static void another_of_its_type_ends_an_object(void)
{
	for (guint first = 0; first < 2; first++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct types t = types_of(fake);
		map_pool(fake, 160);
		point(fake, first, t.raw, 32);
		point(fake, !first, t.raw, 48);
		ASSERT_PIECES(fake, 160, "48+24 struct raw");
	}
}

/* Whichever is known first: the second pointer is a variable, or in a node
 * that has to be found first. */
static void a_pointer_to_a_member_cuts_nothing(void)
{
	for (guint late = 0; late < 3; late++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct types t = types_of(fake);
		struct mg_type *link =
			mg_fake_struct(fake, MG_STRUCT, "struct link", 16);
		mg_fake_member(
			fake, link, "raw", mg_fake_pointer(fake, t.raw), 0);
		mg_fake_member(fake, link, "number",
			mg_fake_pointer(fake, t.number), 8);
		map_pool(fake, 160);
		point(fake, 0, link, 16);
		if (late != 0)
			point(fake, 1, t.number, 80);
		else
			mg_fake_put(fake, HEAP + 24, HEAP + 80, 8);
		if (late != 1)
			point(fake, 2, t.raw, 64);
		else
			mg_fake_put(fake, HEAP + 16, HEAP + 64, 8);
		ASSERT_PIECES(fake, 160, "16+16 struct link, 64+24 struct raw");
	}
}

/* A pointer to a number that no object is known to have. */
static void a_number_alone_is_an_object(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct types t = types_of(fake);
	map_pool(fake, 160);
	point(fake, 0, t.raw, 64);
	point(fake, 1, t.number, 88);
	ASSERT_PIECES(fake, 160, "64+24 struct raw, 88+8 long");
}

/* &vec->kids[2], before and after vec; and what is no part of a vec. */
static void an_element_of_a_tail_is_no_object(void)
{
	for (guint first = 0; first < 2; first++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct types t = types_of(fake);
		map_pool(fake, 160);
		point(fake, first, t.vec, 32);
		point(fake, !first, t.slot, 56);
		ASSERT_PIECES(fake, 160, "32+128 struct vec");
		point(fake, 2, t.number, 64);
		ASSERT_PIECES(fake, 160, "32+32 struct vec, 64+8 long");
	}
}

/* The second vec is found through the first one; then an element of the first
 * is one of the second. */
static void what_was_an_element_is_asked_again_when_a_tail_is_cut(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct types t = types_of(fake);
	map_pool(fake, 160);
	point(fake, 0, t.vec, 32);
	point(fake, 1, t.slot, 88);
	point(fake, 2, t.slot, 112);
	mg_fake_put(fake, HEAP + 40, HEAP + 80, 8);
	ASSERT_PIECES(fake, 160, "32+48 struct vec, 80+80 struct vec");
	/* … or of none. */
	g_autoptr(mg_fake) other = mg_fake_new();
	t = types_of(other);
	struct mg_type *holder =
		mg_fake_struct(other, MG_STRUCT, "struct holder", 16);
	mg_fake_member(other, holder, "raw", mg_fake_pointer(other, t.raw), 0);
	mg_fake_member(
		other, holder, "kids", mg_fake_array(other, t.slot, 1), 8);
	map_pool(other, 160);
	point(other, 0, holder, 32);
	point(other, 1, t.slot, 112);
	mg_fake_put(other, HEAP + 32, HEAP + 80, 8);
	ASSERT_PIECES(other, 160,
		"32+48 struct holder, 80+24 struct raw, 112+8 struct vec *");
}

/* A word of a `raw` looks like a pointer to a vec, but before it is looked at
 * as an element of the vec in front of it, it is known to be none. */
static void what_is_not_of_a_tail_is_not_looked_at_as_such(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct types t = types_of(fake);
	struct mg_type *holder =
		mg_fake_struct(fake, MG_STRUCT, "struct holder", 16);
	mg_fake_member(fake, holder, "raw", mg_fake_pointer(fake, t.raw), 0);
	mg_fake_member(fake, holder, "kids",
		mg_fake_array(fake, mg_fake_pointer(fake, holder), 1), 8);
	map_pool(fake, 256);
	point(fake, 0, holder, 16);
	mg_fake_put(fake, HEAP + 24, HEAP + 64, 8);
	mg_fake_put(fake, HEAP + 64, HEAP + 32, 8);
	mg_fake_put(fake, HEAP + 40, HEAP + 208, 8);
	ASSERT_PIECES(fake, 256,
		"16+16 struct holder, 32+24 struct raw, 64+192 struct holder");
	/* All of a tail is looked at in the end. */
	mg_fake_put(fake, HEAP + 64 + 8 * 10, HEAP + 208, 8);
	ASSERT_PIECES(fake, 256,
		"16+16 struct holder, 32+24 struct raw, 64+144 struct holder, "
		"208+48 struct holder");
}

/* ---- Pools that start with an object ---- */

/* struct pair { struct node *a, *b; long n; } at two places of a block that
 * starts with a node; their pointers lead to nodes. */
static struct mg_fake *make_arena(guint64 second, guint64 target)
{
	struct mg_fake *fake = mg_fake_new();
	struct types t = types_of(fake);
	struct mg_type *pair =
		mg_fake_struct(fake, MG_STRUCT, "struct pair", 24);
	mg_fake_member(fake, pair, "a", mg_fake_pointer(fake, t.node), 0);
	mg_fake_member(fake, pair, "b", mg_fake_pointer(fake, t.node), 8);
	mg_fake_member(fake, pair, "n", t.number, 16);
	map_pool(fake, 256);
	point(fake, 0, t.node, 0);
	point(fake, 1, pair, 40);
	point(fake, 2, pair, second);
	mg_fake_put(fake, HEAP + 40, HEAP + target, 8);
	mg_fake_put(fake, HEAP + second, HEAP + target, 8);
	point(fake, 3, t.node, 128);
	return fake;
}

static void an_array_with_other_objects_in_it_is_a_pool(void)
{
	g_autoptr(mg_fake) fake = make_arena(72, 144);
	ASSERT_PIECES(fake, 256,
		"0+16 struct node, 40+24 struct pair, 72+24 struct pair, "
		"128+16 struct node, 144+16 struct node");
}

/* One pointer may dangle, and so may any number of them if what they lead to
 * makes no sense. */
static void an_array_stays_one_for_pointers_that_dangle(void)
{
	g_autoptr(mg_fake) one = make_arena(40, 144);
	ASSERT_PIECES(one, 256, "0+256 struct node");
	g_autoptr(mg_fake) nonsense = make_arena(72, 0x7777777);
	ASSERT_PIECES(nonsense, 256, "0+256 struct node");
}

/* ---- Areas ---- */

/* What alloca gave: two arrays, a node between them, and a text. */
static void an_area_is_cut_where_other_types_begin(void)
{
	for (guint first = 0; first < 2; first++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct types t = types_of(fake);
		mg_fake_map(fake, STATIC, 0x1000, MG_PLACE_DATA);
		mg_fake_map(fake, HEAP, 256, MG_PLACE_AREA);
		mg_fake_text(fake, HEAP + 192, "a text");
		point(fake, first, t.number, 0);
		point(fake, 2, t.node, 64);
		point(fake, !first, t.slot, 96);
		point(fake, 3, t.number, 40);
		point(fake, 4, mg_fake_char(fake), 192);
		ASSERT_PIECES(fake, 256,
			"0+64 long, 64+32 struct node, 96+96 struct vec *");
		g_autofree char *text = mg_fake_show(fake);
		CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"a text\""));
		CU_ASSERT_PTR_NOT_NULL(strstr(text, "8 x long\n"));
		CU_ASSERT_PTR_NOT_NULL(strstr(text, "2 x struct node\n"));
	}
}

/* A char * into something else than bytes is no text; neither is one from
 * inside a text. */
static void what_is_known_better_is_no_text(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct types t = types_of(fake);
	mg_fake_map(fake, STATIC, 0x1000, MG_PLACE_DATA);
	mg_fake_map(fake, HEAP, 128, MG_PLACE_AREA);
	mg_fake_text(fake, HEAP + 64, "a longer text");
	point(fake, 0, mg_fake_char(fake), 0);
	point(fake, 1, t.node, 0);
	point(fake, 2, mg_fake_char(fake), 64);
	point(fake, 3, mg_fake_char(fake), 66);
	g_autofree char *text = mg_fake_show(fake);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "4 x struct node\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"a longer text\""));
	ASSERT_PIECES(fake, 128, "0+64 struct node");
}

/* ---- In any order ---- */

/* struct tick { struct tick *next; struct vec *vec; struct node *node; struct
 * raw *raw; long *number; struct vec **slot; }, in a pool of their own: one of
 * them is found in each round. */
enum { TICK = 48, TICKS = HEAP + 0x10000, MOST = 24 };

struct claim {
	guint kind; /* 1 … 5: which of the pointers of a tick */
	guint64 offset;
};

static struct mg_type *tick_type(struct mg_fake *fake, const struct types *t)
{
	struct mg_type *tick =
		mg_fake_struct(fake, MG_STRUCT, "struct tick", TICK);
	static const char *const names[] = {
		"next", "vec", "node", "raw", "number", "slot"};
	const struct mg_type *targets[] = {
		tick, t->vec, t->node, t->raw, t->number, t->slot};
	for (guint i = 0; i < G_N_ELEMENTS(targets); i++)
		mg_fake_member(fake, tick, names[i],
			mg_fake_pointer(fake, targets[i]), 8 * i);
	return tick;
}

/* Objects one after the other, and pointers to them and into them. */
static guint invent(GRand *rand, struct claim *claims, guint64 *size)
{
	guint n = 0;
	guint64 at = 16;
	while (n + 4 < MOST) {
		guint kind = (guint) g_rand_int_range(rand, 1, 4);
		guint64 words = kind == 1
					? (guint64) g_rand_int_range(rand, 2, 8)
				: kind == 2 ? 2
					    : 3;
		claims[n++] = (struct claim){kind, at};
		if (kind == 3 && g_rand_boolean(rand))
			claims[n++] = (struct claim){4, at + 8};
		if (kind == 1 && g_rand_boolean(rand))
			claims[n++] = (struct claim){
				5, at + 8 * (guint64) g_rand_int_range(
						    rand, 1, (gint) words)};
		if (kind == 1 && g_rand_boolean(rand))
			claims[n++] = (struct claim){4, at};
		at += 8 * words;
	}
	*size = at + 64;
	return n;
}

static char *cut(const struct claim *claims, guint n, guint64 size)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct types t = types_of(fake);
	map_pool(fake, size);
	mg_fake_map(fake, TICKS, TICK * (MOST + 2), MG_PLACE_BLOCK);
	mg_fake_put(fake, STATIC, TICKS + TICK, 8);
	mg_fake_root(fake, "ticks", MG_ROOT_GLOBAL,
		mg_fake_pointer(fake, tick_type(fake, &t)), STATIC);
	for (guint i = 0; i < n; i++) {
		guint64 tick = TICKS + TICK * (guint64) (i + 1);
		if (i + 1 < n)
			mg_fake_put(fake, tick, tick + TICK, 8);
		mg_fake_put(fake, tick + 8 * claims[i].kind,
			HEAP + claims[i].offset, 8);
	}
	return pieces_of(fake, size);
}

static void the_order_of_discovery_does_not_matter(void)
{
	for (guint seed = 0; seed < 300; seed++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
		struct claim claims[MOST];
		guint64 size;
		guint n = invent(rand, claims, &size);
		g_autofree char *straight = cut(claims, n, size);
		for (guint i = n - 1; i > 0; i--) {
			guint j =
				(guint) g_rand_int_range(rand, 0, (gint) i + 1);
			struct claim other = claims[i];
			claims[i] = claims[j];
			claims[j] = other;
		}
		g_autofree char *mixed = cut(claims, n, size);
		ASSERT_STR(mixed, straight);
	}
}

/* Each vec leads to the next one, which is in its tail until then, and so are
 * all elements that are pointed to. */
static void a_tail_may_be_cut_any_number_of_times(void)
{
	enum { VECS = 100000, SIZE = 32, BLOCK = VECS * SIZE + 64 };
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct types t = types_of(fake);
	guint64 slots = HEAP + BLOCK + 64;
	mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
	mg_fake_map(fake, HEAP, BLOCK, MG_PLACE_BLOCK);
	mg_fake_map(fake, slots, 8 * VECS, MG_PLACE_BLOCK);
	point(fake, 0, t.vec, 16);
	mg_fake_put(fake, STATIC + 8, slots, 8);
	mg_fake_root(fake, "slots", MG_ROOT_GLOBAL,
		mg_fake_pointer(fake, mg_fake_pointer(fake, t.slot)),
		STATIC + 8);
	for (guint64 i = 0; i < VECS; i++) {
		guint64 at = HEAP + 16 + i * SIZE;
		mg_fake_put(fake, slots + 8 * i, at + 16, 8);
		if (i + 1 < VECS)
			mg_fake_put(fake, at + 8, at + SIZE, 8);
	}
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	/* The variables, the slots, the vecs, and what is before them. */
	ASSERT_INT(graph->objects->len, VECS + 4);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(what_is_found_later_cuts_an_open_tail),
		TEST(what_is_before_a_tail_is_not_cut_by_another_type),
		TEST(another_of_its_type_ends_an_object),
		TEST(a_pointer_to_a_member_cuts_nothing),
		TEST(a_number_alone_is_an_object),
		TEST(an_element_of_a_tail_is_no_object),
		TEST(what_was_an_element_is_asked_again_when_a_tail_is_cut),
		TEST(what_is_not_of_a_tail_is_not_looked_at_as_such),
		TEST(an_array_with_other_objects_in_it_is_a_pool),
		TEST(an_array_stays_one_for_pointers_that_dangle),
		TEST(an_area_is_cut_where_other_types_begin),
		TEST(what_is_known_better_is_no_text),
		TEST(the_order_of_discovery_does_not_matter),
		TEST(a_tail_may_be_cut_any_number_of_times),
	};
	return run_tests("mg-pieces", tests, G_N_ELEMENTS(tests));
}
