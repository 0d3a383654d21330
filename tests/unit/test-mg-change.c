/* Changes in words for people. */
#include "change.h"
#include "mg-world.h"
#include "runner.h"

#include <string.h>

/* All changes, a line each: "kind name: before > after". */
static char *tell(struct world *a, struct world *b)
{
	g_autoptr(mg_graph) first = mg_fake_extract(a->fake);
	g_autoptr(mg_graph) second = mg_fake_extract(b->fake);
	struct mg_match_options options = {.way = MG_MATCH_TRAVERSAL};
	g_autoptr(mg_match) match = mg_match_new(first, second, &options);
	g_autoptr(mg_diff) diff = mg_diff_new(match);
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < diff->changes->len; i++) {
		const struct mg_change *change =
			&g_array_index(diff->changes, struct mg_change, i);
		g_auto(mg_words) words = {0};
		mg_change_words(diff, change, &words);
		g_string_append_printf(text, "%s %s: %s > %s\n",
			mg_change_kind_name(change), words.name, words.before,
			words.after);
	}
	return g_string_free(text, FALSE);
}

/* A variable with these bytes, in both. */
static void assert_words(struct mg_type *(*type)(struct world *),
	const void *before, const void *after, gsize n, const char *expected)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	const void *bytes[] = {before, after};
	struct world *worlds[] = {a, b};
	for (guint i = 0; i < 2; i++) {
		guint64 at = world_variable(worlds[i], "v", type(worlds[i]), 0);
		for (gsize k = 0; k < n; k++)
			mg_fake_put(worlds[i]->fake, at + k,
				((const guint8 *) bytes[i])[k], 1);
	}
	g_autofree char *text = tell(a, b);
	ASSERT_STR(text, expected);
}

static struct mg_type *ints(struct world *w)
{
	return mg_fake_array(w->fake, w->integer, 40);
}

static void of_an_array_only_what_differs_is_told(void)
{
	gint32 before[40] = {9, 8, 7}, after[40] = {9, 8, 0};
	assert_words(ints, before, after, sizeof before, "value v[2]: 7 > 0\n");
	after[4] = -5;
	assert_words(ints, before, after, sizeof before,
		"value v[2]@3: {7, 0, 0} > {0, 0, -5}\n");
	after[39] = 1;
	assert_words(ints, before, after, sizeof before,
		"value v[2]@38: {7, 0, 0, 0, 0, 0, 0, 0, … 30 more} > "
		"{0, 0, -5, 0, 0, 0, 0, 0, … 30 more}\n");
}

static void an_array_behind_a_pointer_is_told_in_the_same_way(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	struct world *worlds[] = {a, b};
	for (guint i = 0; i < 2; i++) {
		guint64 at = world_block(worlds[i], 40);
		world_pointer(worlds[i], "p", worlds[i]->integer, at);
		mg_fake_put(worlds[i]->fake, at + 12, 3 + i, 4);
	}
	g_autofree char *text = tell(a, b);
	ASSERT_STR(text, "value p[3]: 3 > 4\n");
}

static struct mg_type *chars(struct world *w)
{
	return mg_fake_array(w->fake, mg_fake_char(w->fake), 16);
}

static void strings_are_told_as_strings(void)
{
	assert_words(chars, "one\n", "two\377", 5,
		"value v: \"one\\n\" > \"two\\377\"\n");
}

static void what_reads_the_same_is_told_by_its_bytes(void)
{
	assert_words(chars, "one\0xy", "one\0xz", 7,
		"value v: 79 at byte 5 > 7a at byte 5\n");
	assert_words(chars, "one\0abcdefghijk", "one\0ABCDEFGHIJK", 15,
		"value v: 61 62 63 64 65 66 67 68 … at byte 4 > "
		"41 42 43 44 45 46 47 48 … at byte 4\n");
}

static struct mg_type *item_type(struct world *w)
{
	struct mg_type *type =
		mg_fake_struct(w->fake, MG_STRUCT, "struct padded", 16);
	mg_fake_member(w->fake, type, "c", mg_fake_char(w->fake), 0);
	mg_fake_member(w->fake, type, "n", w->integer, 4);
	return type;
}

static void padding_is_told_by_its_bytes(void)
{
	assert_words(item_type, "a\0\0\0\1\0\0\0\0\0", "a\0\7\0\2\0\0\0\0\1",
		10,
		"padding *(char (*)[3]) ((char *) &v + 1): "
		"00 at byte 1 > 07 at byte 1\n"
		"value v.n: 1 > 2\n"
		"padding *(char (*)[8]) ((char *) &v + 8): "
		"00 at byte 1 > 01 at byte 1\n");
}

static void variables_of_one_state_alone_are_not_there_in_the_other(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	world_variable(a, "old", a->integer, 1);
	world_variable(b, "young", b->integer, 2);
	g_autofree char *text = tell(a, b);
	ASSERT_STR(text, "gone old: 1 > not there\n"
			 "new young: not there > 2\n");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(of_an_array_only_what_differs_is_told),
		TEST(an_array_behind_a_pointer_is_told_in_the_same_way),
		TEST(strings_are_told_as_strings),
		TEST(what_reads_the_same_is_told_by_its_bytes),
		TEST(padding_is_told_by_its_bytes),
		TEST(variables_of_one_state_alone_are_not_there_in_the_other),
	};
	return run_tests("changes in words", tests, G_N_ELEMENTS(tests));
}
