/* The order in which a search sees the deltas, and how it splits them.
 *
 * Searches work on positions 0 … size-1: the deltas by which the two ends
 * differ, laid out so that each group is a contiguous run. Subsets are then
 * ranges of positions, and sets of them stay small. Only this file knows which
 * delta is at which position. Internal to dd. */
#ifndef DD_ORDER_H
#define DD_ORDER_H

#include "dd.h"

struct dd_order;

/* Lays out fail − pass along the groups (or NULL). */
struct dd_order *dd_order_new(const struct dd_set *pass,
	const struct dd_set *fail, guint32 n, const struct dd_groups *groups,
	GError **error);
void dd_order_free(struct dd_order *order);

guint32 dd_order_size(const struct dd_order *order);

/* The deltas at these positions. */
struct dd_set *dd_order_deltas(
	const struct dd_order *order, const struct dd_set *positions);
/* The same together with the deltas of the passing end: a configuration to
 * test. */
struct dd_set *dd_order_configuration(
	const struct dd_order *order, const struct dd_set *positions);

/* Splits a set into n subsets of about equal size, along the groups first:
 * subset i is what the set has in the i-th of the returned ranges (an array
 * of struct dd_range). 1 ≤ n ≤ size of the set. */
GArray *dd_order_split(
	const struct dd_order *order, const struct dd_set *set, guint32 n);

/* Splits subsets further, until there are n. The ranges must have no holes. */
GArray *dd_order_refine(
	const struct dd_order *order, const GArray *ranges, guint32 n);

typedef struct dd_order dd_order;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(dd_order, dd_order_free)

#endif
