#include "dd-layout.h"

/* Nodes of the tree: deltas 0 … n-1, then groups, then the root. */
struct tree {
	guint32 n;
	const struct dd_groups *groups;
	guint32 root;
	guint32 *first; /* a node's first child … */
	guint32 *last; /* … and its last; NONE if it has none yet */
	guint32 *next; /* a node's next sibling */
};

#define NONE G_MAXUINT32

static guint32 parent_of(const struct tree *tree, guint32 node)
{
	guint32 group = node < tree->n
				? tree->groups->group_of[node]
				: tree->groups->parent_of[node - tree->n];
	return group == DD_NO_GROUP ? tree->root : tree->n + group;
}

static gboolean check_groups(
	guint32 n, const struct dd_groups *groups, GError **error)
{
	guint64 nodes = (guint64) n + groups->n_groups;
	/* The root and NONE are numbers of nodes as well. */
	if (nodes > G_MAXUINT32 - 1) {
		g_set_error(error, DD_ERROR, DD_ERROR_TASK,
			"%u deltas in %u groups are too many", n,
			groups->n_groups);
		return FALSE;
	}

	for (guint64 i = 0; i < nodes; i++) {
		guint32 group =
			i < n ? groups->group_of[i] : groups->parent_of[i - n];
		if (group == DD_NO_GROUP || group < groups->n_groups)
			continue;
		g_set_error(error, DD_ERROR, DD_ERROR_TASK,
			"%s %" G_GUINT64_FORMAT
			" belongs to group %u, but there are %u groups",
			i < n ? "delta" : "group", i < n ? i : i - n, group,
			groups->n_groups);
		return FALSE;
	}

	return TRUE;
}

/* Adds a delta to the tree, with all groups above it that are not there yet.
 * Deltas come in rising order, so every list of children ends up ordered by the
 * smallest delta below. */
static void hang_in(struct tree *tree, guint32 node)
{
	while (node != tree->root) {
		guint32 parent = parent_of(tree, node);
		gboolean known =
			parent == tree->root || tree->first[parent] != NONE;
		if (tree->first[parent] == NONE)
			tree->first[parent] = node;
		else
			tree->next[tree->last[parent]] = node;
		tree->last[parent] = node;
		if (known)
			return;
		node = parent;
	}
}

/* Walks the tree depth first and lists the deltas; returns how many it met.
 * Groups in a cycle are not below the root, so their deltas are never met. */
static guint32 walk(const struct tree *tree, guint32 *sequence, guint8 *levels)
{
	guint32 met = 0;
	guint depth = 0, level = 0;
	guint32 node = tree->first[tree->root];

	while (node != NONE) {
		if (node >= tree->n) {
			depth++;
			node = tree->first[node];
			continue;
		}
		levels[met] = MIN(level, DD_MAX_LEVEL);
		sequence[met++] = node;
		while (tree->next[node] == NONE && depth > 0) {
			node = parent_of(tree, node);
			depth--;
		}
		level = depth;
		node = tree->next[node];
	}

	return met;
}

gboolean dd_layout(const struct dd_set *deltas, guint32 n,
	const struct dd_groups *groups, guint32 **sequence, guint8 **levels,
	GError **error)
{
	if (!check_groups(n, groups, error))
		return FALSE;

	gsize nodes = (gsize) n + groups->n_groups + 1;
	g_autofree guint32 *links = g_new(guint32, 3 * nodes);
	for (gsize i = 0; i < 3 * nodes; i++)
		links[i] = NONE;

	struct tree tree = {
		.n = n,
		.groups = groups,
		.root = n + groups->n_groups,
		.first = links,
		.last = links + nodes,
		.next = links + 2 * nodes,
	};
	for (guint i = 0; i < deltas->n_ranges; i++)
		for (guint32 d = deltas->ranges[i].lo; d < deltas->ranges[i].hi;
			d++)
			hang_in(&tree, d);

	g_autofree guint32 *order = g_new(guint32, deltas->size);
	g_autofree guint8 *depths = g_new(guint8, deltas->size);
	if (walk(&tree, order, depths) != deltas->size) {
		g_set_error(error, DD_ERROR, DD_ERROR_TASK,
			"some groups of deltas are their own ancestors");
		return FALSE;
	}

	*sequence = g_steal_pointer(&order);
	*levels = g_steal_pointer(&depths);
	return TRUE;
}
