#include "dd-found.h"
#include "dd-set.h"
#include "runner.h"

#include <string.h>

enum { SPACE = 24, ROUNDS = 20000 };

/* A set as a bit mask, to compare with. */
static struct dd_set *set_of_bits(guint32 bits)
{
	guint32 members[SPACE];
	gsize n = 0;
	for (guint32 i = 0; i < SPACE; i++)
		if (bits >> i & 1)
			members[n++] = i;
	return dd_set_new_members(members, n);
}

static guint32 bits_of(const struct dd_set *set)
{
	guint32 bits = 0;
	for (guint32 i = 0; i < SPACE; i++)
		if (dd_set_contains(set, i))
			bits |= 1u << i;
	return bits;
}

/* Sorted, no empty range, none that touch: equal sets look the same. */
static gboolean is_canonical(const struct dd_set *set)
{
	guint32 size = 0;
	for (guint i = 0; i < set->n_ranges; i++) {
		const struct dd_range *range = &set->ranges[i];
		if (range->lo >= range->hi ||
			(i && range->lo <= set->ranges[i - 1].hi))
			return FALSE;
		size += range->hi - range->lo;
	}
	return size == set->size;
}

static void operations_agree_with_bit_masks(void)
{
	const guint seed = 1;
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	for (int i = 0; i < ROUNDS; i++) {
		guint32 x = g_rand_int(rand) & ((1u << SPACE) - 1);
		guint32 y = g_rand_int(rand) & ((1u << SPACE) - 1);
		/* Runs of neighbours, as in practice, half of the time. */
		if (i % 2) {
			x &= x << 1;
			y |= y << 1 & ((1u << SPACE) - 1);
		}
		g_autoptr(dd_set) a = set_of_bits(x);
		g_autoptr(dd_set) b = set_of_bits(y);
		g_autoptr(dd_set) both = dd_set_union(a, b);
		g_autoptr(dd_set) rest = dd_set_minus(a, b);
		g_autoptr(dd_set) common = dd_set_intersect(a, b);
		gboolean ok = is_canonical(a) && is_canonical(both) &&
			      is_canonical(rest) && is_canonical(common) &&
			      bits_of(a) == x && bits_of(both) == (x | y) &&
			      bits_of(rest) == (x & ~y) &&
			      bits_of(common) == (x & y);
		ok = ok && dd_set_equal(a, b) == (x == y) &&
		     dd_set_is_subset(a, b) == ((x & ~y) == 0);
		if (!ok)
			test_fail("seed %u, round %d: %#x and %#x", seed, i, x,
				y);
	}
}

static void takes_ranges_in_any_order(void)
{
	static const struct dd_range ranges[] = {
		{7, 9}, {3, 3}, {0, 2}, {8, 12}, {2, 4}};
	g_autoptr(dd_set) set = dd_set_new_ranges(ranges, G_N_ELEMENTS(ranges));
	g_autofree char *text = dd_set_to_string(set);
	ASSERT_STR(text, "0-3, 7-11");
	CU_ASSERT_TRUE(is_canonical(set));
	/* One that ends before it starts is empty, too. */
	static const struct dd_range odd[] = {{5, 8}, {9, 1}, {2, 3}};
	g_autoptr(dd_set) rest = dd_set_new_ranges(odd, G_N_ELEMENTS(odd));
	g_autofree char *sorted = dd_set_to_string(rest);
	ASSERT_STR(sorted, "2, 5-7");
}

/* Close together and far apart, at the beginning and at the end. */
static void ranges_in_any_order_hold_what_each_of_them_holds(void)
{
	for (guint seed = 0; seed < 3000; seed++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
		gint32 space = seed % 2 ? 150 : 2000;
		guint32 start = seed % 3 ? 0 : G_MAXUINT32 - (guint32) space;
		struct dd_range ranges[20];
		guint n = (guint) g_rand_int_range(rand, 1, 20);
		for (guint i = 0; i < n; i++) {
			gint32 lo = g_rand_int_range(rand, 0, space);
			gint32 hi = lo + g_rand_int_range(rand, -2, 90);
			hi = CLAMP(hi, 0, space);
			ranges[i] = (struct dd_range){
				start + (guint32) lo, start + (guint32) hi};
		}
		g_autoptr(dd_set) set = dd_set_new_ranges(ranges, n);
		gboolean ok = is_canonical(set);
		for (guint32 d = 0; d < (guint32) space; d++) {
			guint32 x = start + d;
			gboolean in = FALSE;
			for (guint i = 0; i < n; i++)
				in |= ranges[i].lo <= x && x < ranges[i].hi;
			ok = ok && dd_set_contains(set, x) == in;
		}
		if (!ok)
			test_fail("seed %u", seed);
	}
}

static void prints_single_members_and_ranges(void)
{
	g_autoptr(dd_set) empty = dd_set_new_empty();
	g_autofree char *none = dd_set_to_string(empty);
	ASSERT_STR(none, "none");
	g_autoptr(dd_set) few =
		dd_set_new_members((const guint32[]){5, 1, 2}, 3);
	g_autofree char *text = dd_set_to_string(few);
	ASSERT_STR(text, "1-2, 5");
}

static void equal_sets_have_equal_digests_and_others_do_not(void)
{
	g_autoptr(GHashTable) seen =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	guint distinct = 0;
	for (guint32 bits = 0; bits < 1u << 14; bits++) {
		g_autoptr(dd_set) set = set_of_bits(bits);
		g_autoptr(dd_set) again = set_of_bits(bits);
		guint8 digest[DD_DIGEST_SIZE], same[DD_DIGEST_SIZE];
		dd_set_digest(set, digest);
		dd_set_digest(again, same);
		CU_ASSERT_FATAL(memcmp(digest, same, sizeof digest) == 0);
		distinct += g_hash_table_add(
			seen, g_base64_encode(digest, sizeof digest));
	}
	ASSERT_INT(distinct, 1 << 14);
}

static void reaches_to_the_largest_number(void)
{
	g_autoptr(dd_set) all = dd_set_new_range(0, G_MAXUINT32);
	g_autoptr(dd_set) last = dd_set_new_range(G_MAXUINT32 - 1, G_MAXUINT32);
	g_autoptr(dd_set) rest = dd_set_minus(all, last);
	ASSERT_INT(rest->size, G_MAXUINT32 - 1);
	CU_ASSERT_FALSE(dd_set_contains(rest, G_MAXUINT32 - 1));
	g_autoptr(dd_set) again = dd_set_union(rest, last);
	CU_ASSERT_TRUE(dd_set_equal(again, all));
}

static void what_is_found_is_news_once_and_is_kept(void)
{
	const guint seed = 1;
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	g_autoptr(dd_set) all = dd_set_new_empty();
	struct dd_found found;
	dd_found_init(&found);
	for (guint i = 0; i < 3000; i++) {
		/* Now and then several, else one. */
		guint32 lo = (guint32) g_rand_int_range(rand, 0, 4000);
		guint32 more = i % 50 ? 1 : 5;
		g_autoptr(dd_set) set = dd_set_new_range(lo, lo + more);
		g_autoptr(dd_set) expected = dd_set_minus(set, all);
		struct dd_set *sum = dd_set_union(all, set);
		dd_set_unref(all);
		all = sum;
		g_autoptr(dd_set) news = dd_found_add(&found, set);
		g_autoptr(dd_set) kept = dd_found_all(&found);
		if (!dd_set_equal(news, expected) || !dd_set_equal(kept, all))
			test_fail("seed %u, round %u", seed, i);
	}
	dd_found_clear(&found);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(operations_agree_with_bit_masks),
		TEST(takes_ranges_in_any_order),
		TEST(ranges_in_any_order_hold_what_each_of_them_holds),
		TEST(prints_single_members_and_ranges),
		TEST(equal_sets_have_equal_digests_and_others_do_not),
		TEST(what_is_found_is_news_once_and_is_kept),
		TEST(reaches_to_the_largest_number),
	};
	return run_tests("dd sets", tests, G_N_ELEMENTS(tests));
}
