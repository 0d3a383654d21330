#include "memgraph.h"
#include "runner.h"

static void check(
	const char *bytes, gsize length, gsize limit, const char *expected)
{
	g_autofree char *text = mg_quote(bytes, length, limit);
	ASSERT_STR(text, expected);
}

static void plain_text_stands_in_quotes(void)
{
	check("abc", 3, 100, "\"abc\"");
	check("", 0, 100, "\"\"");
	check("a b", 3, 100, "\"a b\"");
}

static void what_c_escapes_is_escaped(void)
{
	check("\n\t\"\\", 4, 100, "\"\\n\\t\\\"\\\\\"");
	check("\0001", 2, 100, "\"\\0001\"");
	check("\033[1m", 4, 100, "\"\\033[1m\"");
}

static void utf_8_stays_and_other_bytes_are_octal(void)
{
	check("caf\303\251", 5, 100, "\"caf\303\251\"");
	check("\303", 1, 100, "\"\\303\"");
	check("\377x", 2, 100, "\"\\377x\"");
	/* U+202E turns the direction of what follows: not to be printed. */
	check("\342\200\256", 3, 100, "\"\\342\\200\\256\"");
}

static void a_long_text_ends_in_dots_between_characters(void)
{
	check("abcdef", 6, 3, "\"abc\"...");
	check("ab\303\251f", 5, 3, "\"ab\"...");
	check("abc", 3, 3, "\"abc\"");
}

static void any_bytes_give_one_line_of_utf_8(void)
{
	const guint seed = 5;
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	for (int round = 0; round < 20000; round++) {
		guint8 bytes[24];
		gsize length = (gsize) g_rand_int_range(rand, 0, 25);
		for (gsize i = 0; i < length; i++)
			bytes[i] = (guint8) g_rand_int(rand);
		g_autofree char *text = mg_quote(bytes, length, 20);
		if (!g_utf8_validate(text, -1, NULL) || strchr(text, '\n'))
			test_fail("seed %u, round %d", seed, round);
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(plain_text_stands_in_quotes),
		TEST(what_c_escapes_is_escaped),
		TEST(utf_8_stays_and_other_bytes_are_octal),
		TEST(a_long_text_ends_in_dots_between_characters),
		TEST(any_bytes_give_one_line_of_utf_8),
	};
	return run_tests("memgraph quotes", tests, G_N_ELEMENTS(tests));
}
