/* From texts to tokens, trees and mixtures, with no program involved. */
#include "input-mix.h"
#include "runner.h"

#include <string.h>

/* ---- Texts --------------------------------------------------------------- */

static const char *const texts[] = {
	"",
	" ",
	"x",
	"double mult(double z[], int n)\n{\n\tint i, j;\n\ti = 0;\n"
	"\tfor (j = 0; j < n; j++) {\n\t\ti = i + j + 1;\n"
	"\t\tz[i] = z[i] * (z[0] + 1.0);\n\t}\n\treturn z[n];\n}\n",
	"{\"a\": [1, 2.5e-3, null], \"b\": {\"c\": \"x\\\"y\"}}",
	"<html><body class=\"a\">Hi<!-- no --><br/></body></html>\n",
	"a:\n  b:\n    - 1\n    - 2\n  c: 3\nd: 4\n",
	"def f(x):\n    if x:\n        return 1\n    return 2\n\nf(3)\n",
	"a,b,c\n1,2,3\n4,5,6\n",
	"SELECT * FROM t WHERE a = 'it''s'; DROP TABLE t;\n",
	"[one]\nkey = value\n\n[two]\nkey = value\n",
	"((((((((((",
	"))))]]]]}}}}",
	"\"\"\"''''\"'\"'",
	"/* /* /* <!-- <!--",
	"\r\na\r\n\r\nb\r\n",
	"\xc3\xa4\xc3\xb6 \xff\xfe",
	"\t\n\n\n\n  \n",
};

static char *random_text(GRand *rand)
{
	static const char *const words[] = {"a", "bc", "1", "2.0", " ", "\n",
		"\n\n", "\t", "(", ")", "{", "}", "[", "]", ";", ",", "\"", "'",
		"/*", "*/", "<!--", "-->", "+", "->", "\\", "<", ">", "\n  ",
		"\n    ", "if", "\xc3\xa4"};
	GString *text = g_string_new(NULL);
	for (gint n = g_rand_int_range(rand, 0, 60); n > 0; n--)
		g_string_append(text,
			words[g_rand_int_range(rand, 0, G_N_ELEMENTS(words))]);
	return g_string_free(text, FALSE);
}

/* Calls it for all texts, and for many that make no sense. */
static void for_texts(void (*check)(const char *text, GRand *rand))
{
	guint32 seed = g_random_int();
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
		check(texts[i], rand);
	for (guint i = 0; i < 300; i++) {
		g_autofree char *text = random_text(rand);
		check(text, rand);
	}
	if (CU_get_number_of_failures())
		test_fail("seed %u", seed);
}

/* ---- Mixtures ------------------------------------------------------------ */

static struct hc_input_mix *mix_of(
	const char *pass, const char *fail, enum hc_input_unit unit)
{
	g_autoptr(GBytes) p = g_bytes_new(pass, strlen(pass));
	g_autoptr(GBytes) f = g_bytes_new(fail, strlen(fail));
	const struct hc_input_pair pair = {.pass = p, .fail = f};
	return hc_input_mix_new(&pair, 1, unit);
}

static char *apply(const struct hc_input_mix *mix, const struct dd_set *set)
{
	GBytes *mixed;
	gsize n;
	hc_input_mix_apply(mix, set, &mixed, NULL);
	const char *data = g_bytes_get_data(mixed, &n);
	char *text = g_strndup(data ? data : "", n);
	g_bytes_unref(mixed);
	return text;
}

static struct dd_set *random_set(GRand *rand, guint32 n)
{
	g_autoptr(GArray) members = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; i < n; i++)
		if (g_rand_boolean(rand))
			g_array_append_val(members, i);
	return dd_set_new_members(
		(const guint32 *) (void *) members->data, members->len);
}

static void assert_ends(
	const struct hc_input_mix *mix, const char *pass, const char *fail)
{
	g_autoptr(dd_set) none = dd_set_new_empty();
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_input_mix_count(mix));
	g_autofree char *first = apply(mix, none);
	g_autofree char *last = apply(mix, all);
	ASSERT_STR(first, pass);
	ASSERT_STR(last, fail);
}

/* ---- Tokens and trees ---------------------------------------------------- */

static void check_tokens(const char *text, GRand *rand)
{
	gsize n = strlen(text);
	for (enum hc_input_unit unit = HC_INPUT_TOKENS; unit <= HC_INPUT_BYTES;
		unit++) {
		g_autoptr(GArray) tokens = hc_input_tokens(text, n, unit, 3);
		guint32 at = 0;
		for (guint i = 0; i < tokens->len; i++) {
			const struct hc_input_token *t = &g_array_index(
				tokens, struct hc_input_token, i);
			gboolean last = i + 1 == tokens->len;
			ASSERT_INT(t->start >= at, TRUE);
			ASSERT_INT(last ? t->start == n : t->start < n, TRUE);
			ASSERT_INT(i > 0 || t->start == 0, TRUE);
			at = t->start + !last;
			if (t->mate == HC_INPUT_NONE)
				continue;
			const struct hc_input_token *mate = &g_array_index(
				tokens, struct hc_input_token, t->mate);
			ASSERT_INT(mate->mate, i);
		}
	}
}

static void tokens_are_all_of_the_text_in_its_order(void)
{
	for_texts(check_tokens);
}

static char *show_tokens(const char *text)
{
	g_autoptr(GArray) tokens =
		hc_input_tokens(text, strlen(text), HC_INPUT_TOKENS, 1);
	GString *shown = g_string_new(NULL);
	for (guint i = 0; i + 1 < tokens->len; i++) {
		const struct hc_input_token *t =
			&g_array_index(tokens, struct hc_input_token, i);
		g_string_append_len(
			shown, text + t->start, t->blanks - t->start);
		g_string_append_c(shown, '|');
	}
	return g_string_free(shown, FALSE);
}

static void tokens_are_what_people_would_call_tokens(void)
{
	g_autofree char *c =
		show_tokens("z[i] = 1.5e-3+0x1e+1 /* a b */ ->\"x\\\" y\";");
	g_autofree char *markup =
		show_tokens("<a href='b c'>it's</a><!-- d -->");
	ASSERT_STR(
		c, "z|[|i|]|=|1.5e-3|+|0x1e|+|1|/* a b */|->|\"x\\\" y\"|;|");
	ASSERT_STR(markup, "<|a|href|=|'b c'|>|it|'|s|</|a|>|<!-- d -->|");
}

static void check_tree(const char *text, GRand *rand)
{
	g_autoptr(GArray) tokens =
		hc_input_tokens(text, strlen(text), HC_INPUT_TOKENS, 1);
	struct hc_input_tree tree;
	hc_input_tree_init(&tree, tokens, TRUE);
	ASSERT_INT(tree.group_of->len, tokens->len - 1);
	for (guint i = 0; i < tree.parent_of->len; i++) {
		guint32 parent = g_array_index(tree.parent_of, guint32, i);
		ASSERT_INT(parent == HC_INPUT_NONE || parent < i, TRUE);
	}
	for (guint i = 0; i < tree.group_of->len; i++) {
		guint32 group = g_array_index(tree.group_of, guint32, i);
		ASSERT_INT(
			group == HC_INPUT_NONE || group < tree.parent_of->len,
			TRUE);
		guint32 mate =
			g_array_index(tokens, struct hc_input_token, i).mate;
		if (mate != HC_INPUT_NONE)
			ASSERT_INT(g_array_index(tree.group_of, guint32, mate),
				group);
	}
	hc_input_tree_clear(&tree);
}

static void a_tree_has_each_token_once_and_brackets_together(void)
{
	for_texts(check_tree);
}

/* How many groups hold both of two words, and not a third. */
static gboolean are_apart_from(
	const char *text, const char *a, const char *b, const char *c)
{
	g_autoptr(GArray) tokens =
		hc_input_tokens(text, strlen(text), HC_INPUT_TOKENS, 1);
	struct hc_input_tree tree;
	guint32 at[3] = {0};
	const char *words[] = {a, b, c};
	gboolean apart = FALSE;
	hc_input_tree_init(&tree, tokens, TRUE);
	for (guint k = 0; k < 3; k++)
		for (guint i = 0; i + 1 < tokens->len; i++)
			if (g_str_has_prefix(
				    text + g_array_index(tokens,
						   struct hc_input_token, i)
						    .start,
				    words[k]))
				at[k] = i;
	for (guint32 g = 0; g < tree.parent_of->len; g++) {
		gboolean in[3];
		for (guint k = 0; k < 3; k++) {
			guint32 up =
				g_array_index(tree.group_of, guint32, at[k]);
			while (up != HC_INPUT_NONE && up != g)
				up = g_array_index(tree.parent_of, guint32, up);
			in[k] = up == g;
		}
		apart |= in[0] && in[1] && !in[2];
	}
	hc_input_tree_clear(&tree);
	return apart;
}

static void a_tree_keeps_together_what_belongs_together(void)
{
	CU_ASSERT_TRUE(are_apart_from(
		"f(one, two); g(three);", "one", "two", "three"));
	CU_ASSERT_TRUE(
		are_apart_from("one\ntwo\n\nthree\n", "one", "two", "three"));
	CU_ASSERT_TRUE(are_apart_from(
		"a:\n  one\n  two\nthree:\n", "one", "two", "three"));
	CU_ASSERT_TRUE(are_apart_from("a:\n  b:\n    one\n    two\n  three:\n",
		"one", "two", "three"));
	CU_ASSERT_TRUE(
		are_apart_from("one,two\nthree,four\n", "one", "two", "three"));
	CU_ASSERT_TRUE(are_apart_from(
		"{\"x\": {\"one\": 1, \"two\": 2}, \"three\": 3}", "\"one",
		"\"two", "\"three"));
	CU_ASSERT_TRUE(are_apart_from(
		"one = (two) + 1;\nthree;\n", "one", "two", "three"));
}

/* ---- Sets ---------------------------------------------------------------- */

static void check_against_nothing(const char *text, GRand *rand)
{
	struct hc_input_mix *mix = mix_of("", text, HC_INPUT_TOKENS);
	guint32 n = hc_input_mix_count(mix);
	assert_ends(mix, "", text);
	g_autoptr(dd_set) some = random_set(rand, n);
	g_autofree char *mixed = apply(mix, some);
	gsize length = 0;
	g_autoptr(GArray) changes = hc_input_mix_changes(mix, some);
	for (guint i = 0; i < changes->len; i++)
		length += g_array_index(changes, struct hc_input_change, i)
				  .fail.length;
	/* All that is added are blanks between two words. */
	ASSERT_INT(strlen(mixed) >= length, TRUE);
	ASSERT_INT(strlen(mixed) <= length + changes->len, TRUE);
	hc_input_mix_free(mix);
}

static void without_passing_input_the_tokens_are_what_differs(void)
{
	for_texts(check_against_nothing);
}

static void check_pair(const char *text, GRand *rand)
{
	g_autofree char *other = random_text(rand);
	struct hc_input_mix *mix = mix_of(other, text, HC_INPUT_TOKENS);
	struct hc_input_mix *same = mix_of(text, text, HC_INPUT_TOKENS);
	struct hc_input_mix *lines = mix_of(other, text, HC_INPUT_LINES);
	assert_ends(mix, other, text);
	assert_ends(lines, other, text);
	ASSERT_INT(hc_input_mix_count(same), 0);
	g_autoptr(dd_set) some = random_set(rand, hc_input_mix_count(mix));
	g_autofree char *mixed = apply(mix, some);
	ASSERT_INT(
		strlen(mixed) <= 2 * (strlen(text) + strlen(other)) + 1, TRUE);
	hc_input_mix_free(mix);
	hc_input_mix_free(same);
	hc_input_mix_free(lines);
}

static void two_inputs_are_the_ends_of_what_differs(void)
{
	for_texts(check_pair);
}

static void words_that_were_apart_stay_apart(void)
{
	struct hc_input_mix *mix = mix_of("", "int(x)y;", HC_INPUT_TOKENS);
	const guint32 words[] = {0, 3}, signs[] = {1, 4};
	g_autoptr(dd_set) first = dd_set_new_members(words, 2);
	g_autoptr(dd_set) second = dd_set_new_members(signs, 2);
	g_autofree char *apart = apply(mix, first);
	g_autofree char *together = apply(mix, second);
	ASSERT_STR(apart, "int y");
	ASSERT_STR(together, "();");
	hc_input_mix_free(mix);
}

static void bytes_of_a_mixture_know_where_they_come_from(void)
{
	struct hc_input_mix *mix =
		mix_of("int a;", "int b, c;", HC_INPUT_TOKENS);
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_input_mix_count(mix));
	g_autoptr(dd_set) none = dd_set_new_empty();
	GBytes *mixed;
	GArray *origins;
	const struct hc_input_origin *first, *last;
	hc_input_mix_apply(mix, all, &mixed, &origins);
	first = &g_array_index(origins, struct hc_input_origin, 0);
	ASSERT_INT(origins->len, 1);
	ASSERT_INT(first->length, 9);
	g_bytes_unref(mixed);
	g_array_unref(origins);

	hc_input_mix_apply(mix, none, &mixed, &origins);
	first = &g_array_index(origins, struct hc_input_origin, 0);
	last = &g_array_index(
		origins, struct hc_input_origin, origins->len - 1);
	ASSERT_INT(first->from, 0);
	ASSERT_INT(first->length, 4);
	ASSERT_INT(last->at, 5);
	ASSERT_INT(last->from, 8);
	g_bytes_unref(mixed);
	g_array_unref(origins);
	hc_input_mix_free(mix);
}

static void brackets_come_in_pairs_first(void)
{
	struct hc_input_mix *mix = mix_of("", "f(a[1]) ]", HC_INPUT_TOKENS);
	struct hc_input_mix *pair = mix_of("f a", "f(a)", HC_INPUT_TOKENS);
	g_autoptr(dd_set) brackets = dd_set_new_range(1, 2);
	g_autoptr(dd_set) others = dd_set_new_range(0, 1);
	g_autofree char *mixed = apply(mix, brackets);
	ASSERT_STR(mixed, "() ");
	/* f () a [] 1 ] */
	ASSERT_INT(hc_input_mix_count(mix), 6);
	CU_ASSERT_TRUE(hc_input_mix_is_coarse(mix, brackets));
	CU_ASSERT_FALSE(hc_input_mix_is_coarse(mix, others));
	/* Between two inputs, each alone. */
	ASSERT_INT(hc_input_mix_count(pair), 3);
	assert_ends(pair, "f a", "f(a)");
	hc_input_mix_free(mix);
	hc_input_mix_free(pair);
}

static void only_what_differs_is_a_difference(void)
{
	struct hc_input_mix *mix = mix_of("int a = 1;\nint b = (c);\n",
		"int a = 2;\nint b = (c + 1.0);\n", HC_INPUT_TOKENS);
	g_autoptr(dd_set) value = dd_set_new_range(0, 1);
	g_autoptr(dd_set) rest = dd_set_new_range(1, hc_input_mix_count(mix));
	g_autofree char *first = apply(mix, value);
	g_autofree char *second = apply(mix, rest);
	ASSERT_STR(first, "int a = 2;\nint b = (c);\n");
	ASSERT_STR(second, "int a = 1;\nint b = (c + 1.0);\n");
	hc_input_mix_free(mix);
}

static void binary_inputs_of_one_length_differ_by_their_bytes(void)
{
	g_autoptr(GBytes) pass = g_bytes_new("\0ABCDEF", 7);
	g_autoptr(GBytes) fail = g_bytes_new("\0AxCDyF", 7);
	const struct hc_input_pair pair = {.pass = pass, .fail = fail};
	struct hc_input_mix *mix = hc_input_mix_new(&pair, 1, HC_INPUT_TOKENS);
	g_autoptr(dd_set) second = dd_set_new_range(1, 2);
	GBytes *mixed;
	ASSERT_INT(hc_input_mix_count(mix), 2);
	hc_input_mix_apply(mix, second, &mixed, NULL);
	g_autoptr(GBytes) expected = g_bytes_new("\0ABCDyF", 7);
	CU_ASSERT_TRUE(g_bytes_equal(mixed, expected));
	g_bytes_unref(mixed);
	hc_input_mix_free(mix);
}

static void binary_inputs_are_put_together_without_blanks(void)
{
	g_autoptr(GBytes) pass = g_bytes_new("", 0);
	g_autoptr(GBytes) fail = g_bytes_new("a\0b\0c", 5);
	const struct hc_input_pair pair = {.pass = pass, .fail = fail};
	struct hc_input_mix *mix = hc_input_mix_new(&pair, 1, HC_INPUT_TOKENS);
	const guint32 members[] = {0, 2, 4};
	g_autoptr(dd_set) some = dd_set_new_members(members, 3);
	g_autofree char *mixed = apply(mix, some);
	ASSERT_STR(mixed, "abc");
	hc_input_mix_free(mix);
}

static void what_is_kept_is_in_both_inputs(void)
{
	const guint8 kept[] = {1, 0, 0, 0, 0, 0, 1};
	g_autoptr(GBytes) pass = g_bytes_new("{}", 2);
	g_autoptr(GBytes) fail = g_bytes_new("{1, 2, 3}", 9);
	const struct hc_input_pair pair = {pass, fail, kept};
	struct hc_input_mix *mix = hc_input_mix_new(&pair, 1, HC_INPUT_TOKENS);
	ASSERT_INT(hc_input_mix_count(mix), 5);
	assert_ends(mix, "{}", "{1, 2, 3}");
	hc_input_mix_free(mix);
}

static void several_files_are_one_input(void)
{
	g_autoptr(GBytes) none = g_bytes_new("", 0);
	g_autoptr(GBytes) a = g_bytes_new("a b", 3);
	g_autoptr(GBytes) b = g_bytes_new("c d", 3);
	const struct hc_input_pair pairs[] = {{none, a}, {none, b}};
	struct hc_input_mix *mix = hc_input_mix_new(pairs, 2, HC_INPUT_TOKENS);
	const guint32 members[] = {0, 3};
	GBytes *mixed[2];
	g_autoptr(dd_set) some = dd_set_new_members(members, 2);
	hc_input_mix_apply(mix, some, mixed, NULL);
	g_autoptr(GBytes) first = g_bytes_new("a ", 2);
	g_autoptr(GBytes) second = g_bytes_new("d", 1);
	CU_ASSERT_TRUE(g_bytes_equal(mixed[0], first));
	CU_ASSERT_TRUE(g_bytes_equal(mixed[1], second));
	g_autofree char *identity = hc_input_mix_identify(mix, 3);
	ASSERT_STR(identity, "1 0+0 2+1");
	g_bytes_unref(mixed[0]);
	g_bytes_unref(mixed[1]);
	hc_input_mix_free(mix);
}

static void long_texts_are_cut_into_lines_and_pieces_first(void)
{
	GString *text = g_string_new(NULL);
	while (text->len < 9 << 20)
		g_string_append(text, "a line of words\n");
	struct hc_input_mix *lines = mix_of("", text->str, HC_INPUT_TOKENS);
	ASSERT_INT(hc_input_mix_count(lines), text->len / 16);
	g_autoptr(dd_set) one = dd_set_new_range(0, 1);
	CU_ASSERT_TRUE(hc_input_mix_is_coarse(lines, one));
	g_autofree char *other = g_strdup(text->str);
	memcpy(other + (5 << 20), "another", 7);
	struct hc_input_mix *tokens = mix_of(other, text->str, HC_INPUT_TOKENS);
	CU_ASSERT_TRUE(hc_input_mix_count(tokens) < 16);
	CU_ASSERT_FALSE(hc_input_mix_is_coarse(tokens, one));
	assert_ends(tokens, other, text->str);
	hc_input_mix_free(lines);
	hc_input_mix_free(tokens);
	g_string_free(text, TRUE);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(tokens_are_all_of_the_text_in_its_order),
		TEST(tokens_are_what_people_would_call_tokens),
		TEST(a_tree_has_each_token_once_and_brackets_together),
		TEST(a_tree_keeps_together_what_belongs_together),
		TEST(without_passing_input_the_tokens_are_what_differs),
		TEST(two_inputs_are_the_ends_of_what_differs),
		TEST(words_that_were_apart_stay_apart),
		TEST(bytes_of_a_mixture_know_where_they_come_from),
		TEST(brackets_come_in_pairs_first),
		TEST(only_what_differs_is_a_difference),
		TEST(binary_inputs_of_one_length_differ_by_their_bytes),
		TEST(binary_inputs_are_put_together_without_blanks),
		TEST(what_is_kept_is_in_both_inputs),
		TEST(several_files_are_one_input),
		TEST(long_texts_are_cut_into_lines_and_pieces_first),
	};
	return run_tests("input-mix", tests, G_N_ELEMENTS(tests));
}
