#include "mg-samples.h"

enum {
	STATIC = 0x1000,
	HEAP = 0x100000,
	CODE = 0x40000000,
	STACK = 0x70000000,
	STEP = 0x80, /* between blocks */
};

static struct mg_member *last_member(const struct mg_type *type)
{
	return (struct mg_member *) &type->members[type->n_members - 1];
}

static struct mg_type *node_type(struct mg_fake *fake)
{
	struct mg_type *node =
		mg_fake_struct(fake, MG_STRUCT, "struct node", 16);
	mg_fake_member(fake, node, "value", mg_fake_int(fake), 0);
	mg_fake_member(fake, node, "next", mg_fake_pointer(fake, node), 8);
	return node;
}

void mg_sample_list(struct mg_fake *fake, guint n)
{
	static const int values[] = {14, 18, 20, 22};
	struct mg_type *node = node_type(fake);
	mg_fake_map(fake, STATIC, 8, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, n ? HEAP : 0, 8);
	for (guint i = 0; i < n; i++) {
		guint64 at = HEAP + STEP * (guint64) i;
		mg_fake_map(fake, at, 24, MG_PLACE_BLOCK);
		mg_fake_put(fake, at, (guint64) values[i % 4] + i / 4, 4);
		mg_fake_put(fake, at + 8, i + 1 < n ? at + STEP : 0, 8);
	}
	mg_fake_root(fake, "list", MG_ROOT_GLOBAL, mg_fake_pointer(fake, node),
		STATIC);
}

static struct mg_type *colour_type(struct mg_fake *fake)
{
	static const struct mg_enumerator colours[] = {
		{"RED", 0}, {"GREEN", 1}, {"NONE", -1}, {"LAST", G_MININT64}};
	struct mg_type *colour =
		mg_fake_scalar(fake, MG_ENUM, "enum colour", 4, TRUE);
	colour->enumerators = colours;
	colour->n_enumerators = G_N_ELEMENTS(colours);
	return colour;
}

static struct mg_type *either_type(
	struct mg_fake *fake, const struct mg_type *node)
{
	struct mg_type *either =
		mg_fake_struct(fake, MG_UNION, "union either", 8);
	mg_fake_member(fake, either, "node", mg_fake_pointer(fake, node), 0);
	mg_fake_member(fake, either, "number",
		mg_fake_scalar(fake, MG_INT, "long", 8, TRUE), 0);
	return either;
}

/* struct shape : base { int size[5]; struct node nodes[3]; char name[8];
 * unsigned flag : 3; enum colour colour; double weight; union either e; } */
void mg_sample_struct(struct mg_fake *fake)
{
	struct mg_type *node = node_type(fake);
	struct mg_type *base = mg_fake_struct(fake, MG_STRUCT, "base", 8);
	mg_fake_member(fake, base, "_vptr", mg_fake_pointer(fake, NULL), 0);
	last_member(base)->artificial = TRUE;
	base->namesakes = TRUE;
	base->partial = TRUE;
	struct mg_type *shape = mg_fake_struct(fake, MG_STRUCT, "shape", 120);
	mg_fake_member(fake, shape, NULL, base, 0);
	last_member(shape)->base = TRUE;
	last_member(shape)->virtual_base = TRUE;
	mg_fake_member(fake, shape, "size",
		mg_fake_array(fake, mg_fake_int(fake), 5), 8);
	mg_fake_member(fake, shape, "nodes", mg_fake_array(fake, node, 3), 32);
	mg_fake_member(fake, shape, "name",
		mg_fake_array(fake, mg_fake_char(fake), 12), 80);
	mg_fake_member(fake, shape, "flag",
		mg_fake_scalar(fake, MG_INT, "unsigned", 4, FALSE), 92);
	last_member(shape)->bit_offset = 2;
	last_member(shape)->bit_size = 3;
	mg_fake_member(fake, shape, "colour", colour_type(fake), 96);
	last_member(shape)->tag = 2;
	mg_fake_member(fake, shape, "weight",
		mg_fake_scalar(fake, MG_FLOAT, "double", 8, TRUE), 104);
	last_member(shape)->stored = TRUE;
	mg_fake_member(fake, shape, "e", either_type(fake, node), 112);
	mg_fake_map(fake, STATIC, 8, MG_PLACE_DATA);
	mg_fake_put(fake, STATIC, HEAP, 8);
	mg_fake_map(fake, HEAP, 120, MG_PLACE_BLOCK);
	for (guint i = 0; i < 5; i++)
		mg_fake_put(fake, HEAP + 8 + 4 * i, i * i, 4);
	mg_fake_put(fake, HEAP + 40, HEAP + 48, 8);
	mg_fake_text(fake, HEAP + 80, "a {square}");
	mg_fake_put(fake, HEAP + 92, 5 << 2, 4);
	mg_fake_put(fake, HEAP + 96, 1, 4);
	mg_fake_put(fake, HEAP + 104, 0x4002000000000000, 8);
	mg_fake_map(fake, HEAP + 0x100, 16, MG_PLACE_BLOCK);
	mg_fake_put(fake, HEAP + 0x100, 77, 4);
	mg_fake_put(fake, HEAP + 112, HEAP + 0x100, 8);
	mg_fake_root(fake, "shape", MG_ROOT_LOCAL, mg_fake_pointer(fake, shape),
		STATIC);
}

/* struct tree { char *word; struct tree *left, *right; } */
void mg_sample_tree(struct mg_fake *fake, guint n)
{
	static const char *const words[] = {
		"oak", "elm", "yew", "ash", "fir", "rowan", "box", "pine"};
	struct mg_type *tree =
		mg_fake_struct(fake, MG_STRUCT, "struct tree", 24);
	struct mg_type *link = mg_fake_pointer(fake, tree);
	mg_fake_member(fake, tree, "word",
		mg_fake_pointer(fake, mg_fake_char(fake)), 0);
	mg_fake_member(fake, tree, "left", link, 8);
	mg_fake_member(fake, tree, "right", link, 16);
	mg_fake_map(fake, STACK, 8, MG_PLACE_DATA);
	mg_fake_put(fake, STACK, HEAP, 8);
	for (guint i = 0; i < n; i++) {
		guint64 at = HEAP + STEP * (guint64) i, text = at + 0x40;
		mg_fake_map(fake, at, 24, MG_PLACE_BLOCK);
		mg_fake_map(fake, text, 8, MG_PLACE_BLOCK);
		mg_fake_text(fake, text, words[i % G_N_ELEMENTS(words)]);
		mg_fake_put(fake, at, text, 8);
		for (guint child = 1; child <= 2; child++)
			if (2 * i + child < n)
				mg_fake_put(fake, at + 8 * child,
					HEAP + STEP * (2 * i + child), 8);
	}
	mg_fake_root(fake, "tree", MG_ROOT_LOCAL, link, STACK);
}

static void add_ends(struct mg_fake *fake)
{
	static const char *const names[] = {"null", "wild", "dead", "function",
		"label", "constant", "opaque", "inside"};
	static const guint64 values[] = {0, 0xdead0000, HEAP + 8, CODE,
		CODE + 1, CODE + 0x1000, STATIC + 0x800, STATIC + 4};
	struct mg_type *pointer = mg_fake_pointer(fake, mg_fake_int(fake));
	mg_fake_map(fake, HEAP, 64, MG_PLACE_DEAD);
	mg_fake_map(fake, CODE, 64, MG_PLACE_CODE);
	mg_fake_map(fake, CODE + 0x1000, 64, MG_PLACE_CONSTANT);
	mg_fake_module(fake, "/bin/a", CODE, CODE + 0x2000);
	mg_fake_module(fake, "/lib/b", CODE + 0x2000, CODE + 0x3000);
	for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
		mg_fake_put(fake, STATIC + 8 * i, values[i], 8);
		mg_fake_root(fake, names[i], MG_ROOT_GLOBAL,
			i == 6 ? mg_fake_pointer(fake, NULL) : pointer,
			STATIC + 8 * i);
	}
}

/* struct buffer { int length; char text[1]; }, a block that nobody knows the
 * type of, one that only a char * leads to, and a pool of nodes. */
static void add_blocks(struct mg_fake *fake)
{
	struct mg_type *node = node_type(fake);
	struct mg_type *buffer =
		mg_fake_struct(fake, MG_STRUCT, "struct buffer", 8);
	mg_fake_member(fake, buffer, "length", mg_fake_int(fake), 0);
	mg_fake_member(fake, buffer, "text",
		mg_fake_array(fake, mg_fake_char(fake), 1), 4);
	const struct mg_type *targets[] = {
		buffer, NULL, mg_fake_char(fake), node};
	static const char *const names[] = {"buffer", "raw", "string", "pool"};
	for (guint i = 0; i < G_N_ELEMENTS(targets); i++) {
		guint64 block = HEAP + 0x1000 * (i + 1), at = STATIC + 0x100;
		mg_fake_map(fake, block, 104, MG_PLACE_BLOCK);
		mg_fake_put(fake, at + 8 * i, block + (i == 3 ? 32 : 0), 8);
		mg_fake_root(fake, names[i], MG_ROOT_OUTER,
			mg_fake_pointer(fake, targets[i]), at + 8 * i);
	}
	mg_fake_text(fake, HEAP + 0x1004, "longer than one");
	mg_fake_put(fake, HEAP + 0x2010, HEAP + 0x1000, 8);
	mg_fake_text(fake, HEAP + 0x3000, "<a> & \"b\"\n\001\377");
	mg_fake_put(fake, HEAP + 0x4028, HEAP + 0x4040, 8);
}

void mg_sample_ends(struct mg_fake *fake)
{
	mg_fake_map(fake, STATIC, 0x1000, MG_PLACE_DATA);
	add_ends(fake);
	add_blocks(fake);
	mg_fake_root(
		fake, "gone", MG_ROOT_GLOBAL, mg_fake_int(fake), 0x99990000);
	mg_fake_root(fake, "huge", MG_ROOT_GLOBAL,
		mg_fake_array(fake, mg_fake_pointer(fake, NULL),
			G_GUINT64_CONSTANT(1) << 60),
		STATIC);
	mg_fake_root(fake, "untyped", MG_ROOT_GLOBAL, NULL, STATIC);
	mg_fake_value(fake, "$rax",
		mg_fake_scalar(fake, MG_INT, "long", 8, TRUE), "12345678", 8);
	guint64 list = HEAP + 0x4020;
	mg_fake_value(fake, "$rbx", mg_fake_pointer(fake, node_type(fake)),
		&list, sizeof list);
	mg_fake_value(fake, "<fd 0>", NULL, "input.txt", 9);
}

void mg_sample_nasty(struct mg_fake *fake)
{
	static const char *const names[] = {"", " ", "  two  blanks ",
		"<tag attr=\"x\">&amp;", "]]>", "back\\slash\\", "\\x41", "\\",
		"line\nfeed\r\n\t", "\001\002\037\177", "caf\303\251", "\303",
		"\377\376", "\357\277\276", "\355\240\200", "\302\205",
		"{a|b}<c>", "\\N\\G", "\360\237\230\200", "'\"`$(x)", "%s%n",
		"a\\"};
	static const struct mg_enumerator values[] = {
		{"<&>", 1}, {"\n", 2}, {"\377\\", -3}};
	mg_fake_map(fake, STATIC, 0x1000, MG_PLACE_DATA);
	mg_fake_map(fake, HEAP, 24, MG_PLACE_BLOCK);
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		struct mg_type *type =
			mg_fake_struct(fake, MG_STRUCT, names[i], 16);
		struct mg_type *choice =
			mg_fake_scalar(fake, MG_ENUM, names[i], 4, TRUE);
		choice->enumerators = values;
		choice->n_enumerators = G_N_ELEMENTS(values);
		mg_fake_member(fake, type, names[i], choice, 0);
		mg_fake_member(
			fake, type, names[i], mg_fake_pointer(fake, type), 8);
		mg_fake_put(fake, STATIC + 16 * i, i, 4);
		mg_fake_put(fake, STATIC + 16 * i + 8, HEAP, 8);
		mg_fake_root(
			fake, names[i], MG_ROOT_GLOBAL, type, STATIC + 16 * i);
	}
}

/* ---- Random ---- */

static const struct mg_type *random_type(
	struct mg_fake *fake, GRand *rand, GPtrArray *types)
{
	guint pick = g_rand_int_range(rand, 0, 8);
	const struct mg_type *one =
		types->pdata[g_rand_int_range(rand, 0, (gint32) types->len)];
	if (pick < 3)
		return mg_fake_pointer(fake, pick ? one : NULL);
	if (pick == 3 && one->size < 256)
		return mg_fake_array(
			fake, one, (guint64) g_rand_int_range(rand, 0, 4));
	return one;
}

/* Structs and unions of earlier types, so that they can't hold themselves; the
 * first leads back to the last. */
static GPtrArray *random_types(struct mg_fake *fake, GRand *rand)
{
	GPtrArray *types = g_ptr_array_new();
	struct mg_type *first = mg_fake_pointer(fake, NULL);
	g_ptr_array_add(types, first);
	g_ptr_array_add(types, mg_fake_int(fake));
	g_ptr_array_add(types, mg_fake_char(fake));
	g_ptr_array_add(types, colour_type(fake));
	for (guint i = 0; i < 8; i++) {
		gboolean is_union = g_rand_int_range(rand, 0, 4) == 0;
		struct mg_type *type = mg_fake_struct(
			fake, is_union ? MG_UNION : MG_STRUCT, "random", 0);
		guint n = (guint) g_rand_int_range(rand, 1, 5);
		for (guint j = 0; j < n; j++) {
			const struct mg_type *m =
				random_type(fake, rand, types);
			guint64 at = is_union ? 0 : (type->size + 7) / 8 * 8;
			mg_fake_member(fake, type, j % 3 ? "m" : NULL, m, at);
			type->size = MAX(type->size, at + m->size);
		}
		g_ptr_array_add(types, type);
	}
	first->target = types->pdata[types->len - 1];
	return types;
}

static void random_memory(struct mg_fake *fake, GRand *rand)
{
	mg_fake_map(fake, STATIC, 0x400, MG_PLACE_DATA);
	mg_fake_map(fake, CODE, 0x40, MG_PLACE_CODE);
	for (guint i = 0; i < 32; i++)
		mg_fake_map(fake, HEAP + STEP * i,
			(gsize) (8 + 16 * g_rand_int_range(rand, 1, 7)),
			g_rand_int_range(rand, 0, 5) ? MG_PLACE_BLOCK
						     : MG_PLACE_DEAD);
	for (guint i = 0; i < 500; i++) {
		guint64 at = g_rand_boolean(rand) ? STATIC : HEAP;
		struct mg_place place;
		at += 8 * (guint64) g_rand_int_range(rand, 0, 0x200);
		mg_fake_place(fake, at, &place);
		if (place.kind == MG_PLACE_NOWHERE ||
			at + 8 > place.start + place.size)
			continue;
		guint64 to =
			g_rand_int_range(rand, 0, 12)
				? HEAP + (g_rand_int(rand) % (STEP * 256)) / 8
				: CODE + g_rand_int(rand) % 0x20;
		mg_fake_put(
			fake, at, g_rand_boolean(rand) ? to / 8 * 8 : to, 8);
	}
}

void mg_sample_random(struct mg_fake *fake, guint32 seed)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	g_autoptr(GPtrArray) types = random_types(fake, rand);
	random_memory(fake, rand);
	for (guint i = 0; i < 16; i++)
		mg_fake_root(fake, "r",
			(enum mg_root_class) g_rand_int_range(rand, 0, 4),
			random_type(fake, rand, types), STATIC + 0x40 * i);
	guint64 value = HEAP + STEP * (seed % 32);
	mg_fake_value(fake, "$rdi", types->pdata[0], &value, sizeof value);
}
