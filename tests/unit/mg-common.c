#include "mg-common.h"

static guint64 *place_of(guint32 from, guint32 to)
{
	guint64 *key = g_new(guint64, 1);
	*key = (guint64) from << 32 | to;
	return key;
}

/* From (from, to) to the set of labels. */
static GHashTable *labels_by_place(const struct mg_small *graph)
{
	GHashTable *table = g_hash_table_new_full(g_int64_hash, g_int64_equal,
		g_free, (GDestroyNotify) g_hash_table_unref);
	for (guint i = 0; i < graph->edges->len; i++) {
		struct mg_small_edge edge =
			g_array_index(graph->edges, struct mg_small_edge, i);
		guint64 *key = place_of(edge.from, edge.to);
		GHashTable *labels = g_hash_table_lookup(table, key);
		if (!labels) {
			labels = g_hash_table_new(NULL, NULL);
			g_hash_table_insert(table, key, labels);
		} else {
			g_free(key);
		}
		g_hash_table_add(labels, GUINT_TO_POINTER(edge.label));
	}
	return table;
}

static guint count_same(GHashTable *x, GHashTable *y)
{
	guint same = 0;
	GHashTableIter iter;
	gpointer label;
	g_hash_table_iter_init(&iter, x);
	while (g_hash_table_iter_next(&iter, &label, NULL))
		same += g_hash_table_contains(y, label);
	return same;
}

/* Goes through all places that have edges in the first graph. Adds up common
 * labels; the first place where both have edges and no common label is told. */
static char *compare_edges(const struct mg_small *a, const struct mg_small *b,
	GHashTable *mates, guint *common)
{
	g_autoptr(GHashTable) ours = labels_by_place(a);
	g_autoptr(GHashTable) theirs = labels_by_place(b);
	GHashTableIter iter;
	gpointer key, labels;
	*common = 0;
	g_hash_table_iter_init(&iter, ours);
	while (g_hash_table_iter_next(&iter, &key, &labels)) {
		guint32 from = (guint32) (*(guint64 *) key >> 32);
		guint32 to = (guint32) * (guint64 *) key;
		gpointer from2, to2;
		if (!g_hash_table_lookup_extended(
			    mates, GUINT_TO_POINTER(from), NULL, &from2) ||
			!g_hash_table_lookup_extended(
				mates, GUINT_TO_POINTER(to), NULL, &to2))
			continue;
		g_autofree guint64 *place = place_of(
			GPOINTER_TO_UINT(from2), GPOINTER_TO_UINT(to2));
		GHashTable *others = g_hash_table_lookup(theirs, place);
		if (!others)
			continue;
		guint same = count_same(labels, others);
		*common += same;
		if (same == 0)
			return g_strdup_printf(
				"edges from %u to %u and from %u to %u have no "
				"common label",
				from, to, GPOINTER_TO_UINT(from2),
				GPOINTER_TO_UINT(to2));
	}
	return NULL;
}

static GHashTable *mates_of(const struct mg_small_pair *pairs, gsize n)
{
	GHashTable *mates = g_hash_table_new(NULL, NULL);
	for (gsize i = 0; i < n; i++)
		g_hash_table_insert(mates, GUINT_TO_POINTER(pairs[i].a),
			GUINT_TO_POINTER(pairs[i].b));
	return mates;
}

char *mg_common_problem(const struct mg_small *a, const struct mg_small *b,
	const struct mg_small_pair *pairs, gsize n)
{
	g_autoptr(GHashTable) used_a = g_hash_table_new(NULL, NULL);
	g_autoptr(GHashTable) used_b = g_hash_table_new(NULL, NULL);
	for (gsize i = 0; i < n; i++) {
		guint32 u = pairs[i].a, v = pairs[i].b;
		if (u >= a->contents->len || v >= b->contents->len)
			return g_strdup_printf(
				"(%u, %u): no such vertex", u, v);
		if (g_array_index(a->contents, guint32, u) !=
			g_array_index(b->contents, guint32, v))
			return g_strdup_printf(
				"(%u, %u): contents differ", u, v);
		if (!g_hash_table_add(used_a, GUINT_TO_POINTER(u)) ||
			!g_hash_table_add(used_b, GUINT_TO_POINTER(v)))
			return g_strdup_printf(
				"(%u, %u): a vertex twice", u, v);
	}
	g_autoptr(GHashTable) mates = mates_of(pairs, n);
	guint common;
	return compare_edges(a, b, mates, &common);
}

guint mg_common_edges(const struct mg_small *a, const struct mg_small *b,
	const struct mg_small_pair *pairs, gsize n)
{
	g_autoptr(GHashTable) mates = mates_of(pairs, n);
	guint common;
	g_free(compare_edges(a, b, mates, &common));
	return common;
}
