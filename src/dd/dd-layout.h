/* Putting deltas in the order of a tree of groups. Internal to dd. */
#ifndef DD_LAYOUT_H
#define DD_LAYOUT_H

#include "dd.h"

/* Groups nested more deeply count as flat, which bounds the work of a split. */
enum { DD_MAX_LEVEL = 63 };

/* Lists the deltas so that each group is contiguous: siblings by their
 * smallest delta. levels[i] tells how deep in the tree the boundary between
 * the deltas i-1 and i lies: 0 is between top-level groups. The caller frees
 * both arrays. A group that is its own ancestor, or does not exist, is an
 * error. */
gboolean dd_layout(const struct dd_set *deltas, guint32 n,
	const struct dd_groups *groups, guint32 **sequence, guint8 **levels,
	GError **error);

#endif
