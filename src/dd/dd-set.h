/* Sets of deltas: numbers, kept as sorted disjoint ranges.
 *
 * Delta debugging adds and removes neighbouring deltas together, so a set of
 * 100,000 deltas is mostly a handful of ranges; the cost of every operation
 * depends on the number of ranges, not of deltas. A set never changes once
 * made: the operations return new ones, and sharing is by reference count
 * (atomic, so that a test running in another thread may hold its
 * configuration).
 *
 *	g_autoptr(dd_set) all = dd_set_new_range(0, 8);
 *	g_autoptr(dd_set) first = dd_set_new_range(0, 4);
 *	g_autoptr(dd_set) rest = dd_set_minus(all, first);
 *	for (guint i = 0; i < rest->n_ranges; i++)
 *		visit(rest->ranges[i].lo, rest->ranges[i].hi);
 *
 * A returned set belongs to the caller, who releases it by dd_set_unref. */
#ifndef DD_SET_H
#define DD_SET_H

#include <glib.h>

/* The numbers lo ≤ x < hi. */
struct dd_range {
	guint32 lo;
	guint32 hi;
};

struct dd_set {
	gatomicrefcount refs;
	guint32 size;
	guint n_ranges;
	struct dd_range ranges[];
};

enum { DD_DIGEST_SIZE = 16 };

struct dd_set *dd_set_new_empty(void);
struct dd_set *dd_set_new_range(guint32 lo, guint32 hi);
/* Ranges may touch, overlap and be in any order; empty ones are skipped. */
struct dd_set *dd_set_new_ranges(const struct dd_range *ranges, gsize n);
struct dd_set *dd_set_new_members(const guint32 *members, gsize n);
struct dd_set *dd_set_ref(const struct dd_set *set);
void dd_set_unref(struct dd_set *set);

struct dd_set *dd_set_union(const struct dd_set *a, const struct dd_set *b);
struct dd_set *dd_set_minus(const struct dd_set *a, const struct dd_set *b);
struct dd_set *dd_set_intersect(const struct dd_set *a, const struct dd_set *b);

gboolean dd_set_contains(const struct dd_set *set, guint32 x);
gboolean dd_set_equal(const struct dd_set *a, const struct dd_set *b);
gboolean dd_set_is_subset(const struct dd_set *a, const struct dd_set *b);

/* A fingerprint of the content. Equal sets have equal digests; different sets
 * are as unlikely to share one as with any 128-bit digest. */
void dd_set_digest(const struct dd_set *set, guint8 digest[DD_DIGEST_SIZE]);

/* As people write it: "0-3, 7"; "none" for the empty set. */
char *dd_set_to_string(const struct dd_set *set);

typedef struct dd_set dd_set;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(dd_set, dd_set_unref)

#endif
