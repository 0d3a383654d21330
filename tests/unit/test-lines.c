/* Lines of the output that have other numbers in a run that was stopped. */
#include "runner.h"
#include "state-problem-inside.h"

#include <string.h>

static GBytes *bytes(const char *text)
{
	return g_bytes_new(text, strlen(text));
}

static GHashTable *make(void)
{
	return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

static gboolean learn(
	GHashTable *known, const char *pass, const char *fail, const char *seen)
{
	g_autoptr(GBytes) p = bytes(pass);
	g_autoptr(GBytes) f = bytes(fail);
	g_autoptr(GBytes) s = bytes(seen);
	return hc_lines_learn(known, p, f, s);
}

static void assert_becomes(
	GHashTable *known, const char *text, gsize skip, const char *expected)
{
	g_autoptr(GBytes) before = bytes(text);
	g_autoptr(GBytes) after = hc_lines_apply(known, before, skip);
	gsize n;
	const char *data = g_bytes_get_data(after, &n);
	g_autofree char *now = g_strndup(data, n);
	ASSERT_STR(now, expected);
}

static void lines_that_differ_by_their_numbers_are_learnt(void)
{
	g_autoptr(GHashTable) known = make();
	CU_ASSERT_TRUE(learn(known, "sum 3\ntook 0.00 s\n",
		"sum 9\ntook 0.00 s\n", "sum 3\ntook  12.5 s\n"));
	assert_becomes(
		known, "sum 7\ntook 3.1 s\nend", 0, "sum 7\ntook 0.00 s\nend");
	/* They are known by now. */
	CU_ASSERT_FALSE(learn(known, "sum 3\ntook 0.00 s\n",
		"sum 9\ntook 0.00 s\n", "sum 3\ntook 0.01 s\n"));
}

static void what_was_written_before_stays_as_it_is(void)
{
	g_autoptr(GHashTable) known = make();
	learn(known, "1 s\n", "1 s\n", "12 s\n");
	assert_becomes(known, "77 s\n88 s\n", 5, "77 s\n1 s\n");
	assert_becomes(known, "77 s\n", 99, "77 s\n");
	assert_becomes(known, "", 0, "");
}

static void lines_that_tell_the_runs_apart_count(void)
{
	g_autoptr(GHashTable) known = make();
	/* The sum has the same shape as the time. */
	CU_ASSERT_FALSE(learn(known, "3\n0\n", "9\n0\n", "3\n25\n"));
	CU_ASSERT_FALSE(learn(known, "took 0 s\n", "took 1 s\n", "took 2 s\n"));
	assert_becomes(known, "took 5 s\n", 0, "took 5 s\n");
}

static void other_differences_teach_nothing(void)
{
	g_autoptr(GHashTable) known = make();
	CU_ASSERT_FALSE(learn(known, "a\nt 0\n", "b\nt 0\n", "x\nt 5\n"));
	CU_ASSERT_FALSE(learn(known, "a\nt 0\n", "b\nt 0\n", "a\nt 5\nmore\n"));
	CU_ASSERT_FALSE(learn(known, "a\nt 0\n", "b\nt 0\n", "a\nt 0\n"));
	ASSERT_INT(g_hash_table_size(known), 0);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(lines_that_differ_by_their_numbers_are_learnt),
		TEST(what_was_written_before_stays_as_it_is),
		TEST(lines_that_tell_the_runs_apart_count),
		TEST(other_differences_teach_nothing),
	};
	return run_tests("lines", tests, G_N_ELEMENTS(tests));
}
