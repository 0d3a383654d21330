#include "fingerprints.h"

#include <string.h>

/* A set's fingerprint is made from the sum of its deltas': sums of ranges are
 * differences of two sums from the beginning. */
struct sum {
	guint64 low, high;
};

struct hc_fingerprints {
	guint32 n;
	struct sum *before; /* of all deltas before each; n + 1 */
};

static struct sum add(struct sum a, struct sum b)
{
	struct sum sum = {a.low + b.low, a.high + b.high};
	return sum;
}

static struct sum subtract(struct sum a, struct sum b)
{
	struct sum sum = {a.low - b.low, a.high - b.high};
	return sum;
}

static void digest_text(GChecksum *checksum, guint8 *digest, gsize size)
{
	guint8 whole[32];
	gsize n = sizeof whole;
	g_checksum_get_digest(checksum, whole, &n);
	memcpy(digest, whole, size);
}

/* `copy` tells deltas apart that are alike in words. */
static struct sum sum_of(const char *identity, guint copy)
{
	struct sum sum;
	g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
	g_checksum_update(checksum, (const guchar *) identity, -1);
	g_checksum_update(checksum, (const guchar *) &copy, sizeof copy);
	digest_text(checksum, (guint8 *) &sum, sizeof sum);
	return sum;
}

struct hc_fingerprints *hc_fingerprints_new(const struct hc_problem *problem)
{
	struct hc_fingerprints *f = g_new0(struct hc_fingerprints, 1);
	g_autoptr(GHashTable) seen =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	f->n = hc_problem_count(problem);
	f->before = g_new0(struct sum, (gsize) f->n + 1);
	for (guint32 k = 0; k < f->n; k++) {
		char *identity = problem->class->identify(problem, k);
		guint copy =
			GPOINTER_TO_UINT(g_hash_table_lookup(seen, identity));
		f->before[k + 1] = add(f->before[k], sum_of(identity, copy));
		g_hash_table_replace(
			seen, identity, GUINT_TO_POINTER(copy + 1));
	}
	return f;
}

void hc_fingerprints_free(struct hc_fingerprints *f)
{
	g_free(f->before);
	g_free(f);
}

void hc_fingerprints_of_set(const struct hc_fingerprints *f, const char *key,
	const char *what, const struct dd_set *set,
	guint8 digest[HC_JOURNAL_DIGEST])
{
	struct sum sum = {0, 0};
	for (guint i = 0; i < set->n_ranges; i++)
		sum = add(sum, subtract(f->before[set->ranges[i].hi],
				       f->before[set->ranges[i].lo]));

	g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
	if (key)
		g_checksum_update(checksum, (const guchar *) key, -1);
	g_checksum_update(checksum, (const guchar *) "", 1);
	g_checksum_update(checksum, (const guchar *) what, -1);
	g_checksum_update(
		checksum, (const guchar *) &set->size, sizeof set->size);
	g_checksum_update(checksum, (const guchar *) &sum, sizeof sum);
	digest_text(checksum, digest, HC_JOURNAL_DIGEST);
}
