/* The two formulas of ESEC/FSE 1999, written down once more as they stand in
 * the paper, over bit masks and without any thought of cost: the searches give
 * the same answers on random functions, the unruly ones above all. */
#include "dd-help.h"
#include "runner.h"

enum { CASES = 3000, LARGEST = 24 };

static guint64 bit(guint32 i)
{
	return G_GUINT64_CONSTANT(1) << i;
}

static guint32 size_of(guint64 c)
{
	return (guint32) __builtin_popcountll(c);
}

static struct dd_set *set_of_mask(guint64 c)
{
	guint32 members[64];
	gsize n = 0;
	for (guint32 i = 0; i < 64; i++)
		if (c & bit(i))
			members[n++] = i;
	return dd_set_new_members(members, n);
}

static enum hc_verdict outcome_of(const struct oracle *oracle, guint64 c)
{
	g_autoptr(dd_set) set = set_of_mask(c);
	return oracle_judge(oracle, set);
}

/* c_i, i from 0: of the members in their order, those from |c|·i/n on. */
static guint64 part(guint64 c, guint32 n, guint32 i)
{
	guint64 found = 0;
	guint32 size = size_of(c), rank = 0;
	for (guint32 d = 0; d < 64; d++) {
		if (!(c & bit(d)))
			continue;
		if (rank >= size * i / n && rank < size * (i + 1) / n)
			found |= bit(d);
		rank++;
	}
	return found;
}

/* Algorithm 1. */
static guint64 dd2(const struct oracle *oracle, guint64 c, guint64 r)
{
	if (size_of(c) == 1)
		return c;
	guint64 c1 = part(c, 2, 0), c2 = part(c, 2, 1);
	if (outcome_of(oracle, c1 | r) == HC_FAIL)
		return dd2(oracle, c1, r);
	if (outcome_of(oracle, c2 | r) == HC_FAIL)
		return dd2(oracle, c2, r);
	return dd2(oracle, c1, c2 | r) | dd2(oracle, c2, c1 | r);
}

/* Algorithm 2. Nothing is left of an empty c, which c̄_i and c' may be. */
static guint64 dd3(const struct oracle *oracle, guint64 c, guint64 r, guint32 n)
{
	if (size_of(c) <= 1)
		return c;
	guint64 parts[LARGEST], rests[LARGEST];
	enum hc_verdict t[LARGEST], t_rest[LARGEST];
	guint64 next_c = c, next_r = r;
	for (guint32 i = 0; i < n; i++) {
		parts[i] = part(c, n, i);
		rests[i] = c & ~(parts[i] | r);
		t[i] = outcome_of(oracle, parts[i] | r);
		t_rest[i] = outcome_of(oracle, rests[i] | r);
		if (t_rest[i] == HC_FAIL)
			next_c &= rests[i];
		if (t[i] == HC_PASS)
			next_r |= parts[i];
	}
	for (guint32 i = 0; i < n; i++)
		if (t[i] == HC_FAIL)
			return dd3(oracle, parts[i], r, 2);
	for (guint32 i = 0; i < n; i++)
		if (t[i] == HC_PASS && t_rest[i] == HC_PASS)
			return dd3(oracle, parts[i], rests[i] | r, 2) |
			       dd3(oracle, rests[i], parts[i] | r, 2);
	for (guint32 i = 0; i < n; i++)
		if (t[i] == HC_UNRESOLVED && t_rest[i] == HC_PASS)
			return dd3(oracle, parts[i], rests[i] | r, 2);
	if (n < size_of(c))
		return dd3(oracle, next_c, next_r, MIN(size_of(next_c), 2 * n));
	return next_c;
}

static void compare(enum dd_algorithm algorithm, guint seed)
{
	guint32 n = 1 + seed % LARGEST;
	g_autoptr(dd_oracle) oracle =
		oracle_new(seed / 3 % N_ORACLE_KINDS, n, seed);
	struct dd_task task = {
		.algorithm = algorithm,
		.n = n,
		.test = oracle_test,
		.test_data = oracle,
	};
	g_auto(dd_result) result = {0};
	g_autoptr(GError) error = NULL;
	dd_run(&task, &result, &error);
	ASSERT_NO_ERROR(error);
	if (error)
		return;
	guint64 all = bit(n) - 1;
	g_autoptr(dd_set) expected =
		set_of_mask(algorithm == DD_1999 ? dd2(oracle, all, 0)
						 : dd3(oracle, all, 0, 2));
	if (dd_set_equal(result.difference, expected))
		return;
	g_autofree char *ours = dd_set_to_string(result.difference);
	g_autofree char *theirs = dd_set_to_string(expected);
	test_fail("seed %u, n %u: %s, but the formula says %s", seed, n, ours,
		theirs);
}

static void dd_of_1999_gives_the_answer_of_algorithm_1(void)
{
	for (guint seed = 0; seed < CASES; seed++)
		compare(DD_1999, seed);
}

static void dd_plus_gives_the_answer_of_algorithm_2(void)
{
	for (guint seed = 0; seed < CASES; seed++)
		compare(DD_PLUS, seed);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(dd_of_1999_gives_the_answer_of_algorithm_1),
		TEST(dd_plus_gives_the_answer_of_algorithm_2),
	};
	return run_tests("dd formulas of 1999", tests, G_N_ELEMENTS(tests));
}
