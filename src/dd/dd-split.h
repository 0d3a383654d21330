/* Cutting an ordered set into about equal parts. Internal to dd. */
#ifndef DD_SPLIT_H
#define DD_SPLIT_H

#include "dd-set.h"

/* Cuts the set into n parts: part i is what the set has in the i-th of the
 * returned ranges (struct dd_range). levels[p] is the level of the boundary
 * before position p, or NULL if all are alike: boundaries of smaller levels are
 * cut first, stretch by stretch; if there are more of them than needed, those
 * are taken that make the parts most equal. 1 ≤ n ≤ size of the set. */
GArray *dd_split(const struct dd_set *set, guint32 n, const guint8 *levels);

/* Raises the shares until they add up to n, in proportion to what each can
 * still take: no share exceeds its size. n ≤ the sum of the sizes. */
void dd_share_out(
	const guint32 *sizes, guint32 *shares, gsize count, guint32 n);

#endif
