#include "clique-pairs.h"

#include "sort.h"

#include <string.h>

/* How large the correspondence graph may be before contents are left out: some
 * 50 MB. */
enum { MOST_PAIRS = 1 << 20, MOST_CONFLICTS = 8 << 20 };

static int compare_edges(gconstpointer x, gconstpointer y, gpointer data)
{
	const struct mg_small_edge *e = x, *f = y;
	if (e->from != f->from)
		return e->from < f->from ? -1 : 1;
	if (e->to != f->to)
		return e->to < f->to ? -1 : 1;
	return e->label < f->label ? -1 : e->label > f->label;
}

static void index_links(struct mg_small_links *links,
	const struct mg_small *graph, gboolean backwards)
{
	guint n = graph->contents->len, m = graph->edges->len, kept = 0;

	links->edges = g_new(struct mg_small_edge, m + 1);
	links->first = g_new0(guint32, n + 1);
	for (guint i = 0; i < m; i++) {
		struct mg_small_edge e =
			g_array_index(graph->edges, struct mg_small_edge, i);
		links->edges[i] = backwards ? (struct mg_small_edge){e.to,
						      e.from, e.label}
					    : e;
	}

	mg_sort(links->edges, m, sizeof links->edges[0], compare_edges, NULL,
		graph->stop);
	for (guint i = 0; i < m; i++)
		if (!i || compare_edges(&links->edges[i],
				  &links->edges[kept - 1], NULL) != 0)
			links->edges[kept++] = links->edges[i];

	for (guint i = 0; i < kept; i++)
		links->first[links->edges[i].from + 1]++;
	for (guint i = 0; i < n; i++)
		links->first[i + 1] += links->first[i];
}

static void clear_links(struct mg_small_links *links)
{
	g_free(links->first);
	g_free(links->edges);
}

static void index_graph(
	struct mg_small_index *index, const struct mg_small *graph)
{
	index->n = graph->contents->len;
	index_links(&index->out, graph, FALSE);
	index_links(&index->in, graph, TRUE);
	index->class = g_new(guint32, index->n + 1);
	index->rank = g_new0(guint32, index->n + 1);
	memset(index->class, 0xff, (index->n + 1) * sizeof index->class[0]);
}

static void clear_index(struct mg_small_index *index)
{
	clear_links(&index->out);
	clear_links(&index->in);
	g_free(index->class);
	g_free(index->rank);
}

/* The edges from u to v, as a stretch. */
static const struct mg_small_edge *find_links(
	const struct mg_small_links *links, guint32 u, guint32 v, guint *n)
{
	guint32 lo = links->first[u], hi = links->first[u + 1], end = hi;

	while (lo < hi) {
		guint32 middle = lo + (hi - lo) / 2;
		if (links->edges[middle].to < v)
			lo = middle + 1;
		else
			hi = middle;
	}

	for (*n = 0; lo + *n < end && links->edges[lo + *n].to == v;)
		++*n;
	return &links->edges[lo];
}

/* Both are sorted by label. */
static int agree(const struct mg_small_edge *e, guint n,
	const struct mg_small_edge *f, guint m)
{
	int same = 0;
	if (!n || !m)
		return 0;

	for (guint i = 0, j = 0; i < n && j < m;) {
		if (e[i].label == f[j].label)
			same++, i++, j++;
		else if (e[i].label < f[j].label)
			i++;
		else
			j++;
	}

	return same ? same : -1;
}

int mg_links_agree(const struct mg_small_links *a, guint32 u, guint32 v,
	const struct mg_small_links *b, guint32 u2, guint32 v2)
{
	guint n, m;
	const struct mg_small_edge *e = find_links(a, u, v, &n);
	const struct mg_small_edge *f = find_links(b, u2, v2, &m);
	return agree(e, n, f, m);
}

static struct mg_pair_class *class_at(const struct mg_pairs *pairs, guint i)
{
	return &g_array_index(pairs->classes, struct mg_pair_class, i);
}

static guint64 area(const struct mg_pair_class *class)
{
	return class->left_out ? 0 : (guint64) class->a->len * class->b->len;
}

/* A class for each content that both graphs have, in the first one's order. */
static void find_classes(struct mg_pairs *pairs, const struct mg_small *a,
	const struct mg_small *b)
{
	g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
	g_autoptr(GHashTable) classes = g_hash_table_new(NULL, NULL);

	for (guint i = 0; i < b->contents->len; i++)
		g_hash_table_add(
			known, GUINT_TO_POINTER(mg_small_content(b, i)));
	for (guint i = 0; i < a->contents->len && !mg_pairs_are_stopped(pairs);
		i++) {
		gpointer key = GUINT_TO_POINTER(mg_small_content(a, i));
		if (!g_hash_table_contains(known, key))
			continue;
		gpointer number;
		if (!g_hash_table_lookup_extended(
			    classes, key, NULL, &number)) {
			struct mg_pair_class class = {
				.a = g_array_new(FALSE, FALSE, sizeof(guint32)),
				.b = g_array_new(FALSE, FALSE, sizeof(guint32)),
			};
			number = GUINT_TO_POINTER(pairs->classes->len);
			g_hash_table_insert(classes, key, number);
			g_array_append_val(pairs->classes, class);
		}
		pairs->a.class[i] = GPOINTER_TO_UINT(number);
		struct mg_pair_class *class =
			class_at(pairs, pairs->a.class[i]);
		pairs->a.rank[i] = class->a->len;
		g_array_append_val(class->a, i);
	}

	for (guint i = 0; i < b->contents->len && !mg_pairs_are_stopped(pairs);
		i++) {
		gpointer key = GUINT_TO_POINTER(mg_small_content(b, i));
		gpointer number;
		if (!g_hash_table_lookup_extended(classes, key, NULL, &number))
			continue;
		pairs->b.class[i] = GPOINTER_TO_UINT(number);
		struct mg_pair_class *class =
			class_at(pairs, pairs->b.class[i]);
		pairs->b.rank[i] = class->b->len;
		g_array_append_val(class->b, i);
	}
}

static void forget_class(struct mg_small_index *index, const GArray *vertices)
{
	for (guint i = 0; i < vertices->len; i++)
		index->class[g_array_index(vertices, guint32, i)] = MG_NO_CLASS;
}

static void leave_out_all(struct mg_pairs *pairs)
{
	for (guint i = 0; i < pairs->classes->len; i++)
		class_at(pairs, i)->left_out = TRUE;
}

static void leave_out_largest(struct mg_pairs *pairs)
{
	if (mg_pairs_are_stopped(pairs)) {
		leave_out_all(pairs);
		return;
	}

	struct mg_pair_class *largest = class_at(pairs, 0);
	for (guint i = 1; i < pairs->classes->len; i++)
		if (area(class_at(pairs, i)) > area(largest))
			largest = class_at(pairs, i);
	largest->left_out = TRUE;
	pairs->left_out = TRUE;
	forget_class(&pairs->a, largest->a);
	forget_class(&pairs->b, largest->b);
}

static guint64 count_pairs(const struct mg_pairs *pairs)
{
	guint64 n = 0;
	for (guint i = 0; i < pairs->classes->len; i++)
		n += area(class_at(pairs, i));
	return n;
}

static void fill_pairs(struct mg_pairs *pairs)
{
	pairs->n = (guint32) count_pairs(pairs);
	pairs->pairs = g_renew(struct mg_small_pair, pairs->pairs, pairs->n);

	guint32 id = 0;
	for (guint i = 0; i < pairs->classes->len; i++) {
		struct mg_pair_class *class = class_at(pairs, i);
		class->base = id;
		if (class->left_out)
			continue;
		for (guint j = 0; j < class->a->len; j++)
			for (guint k = 0; k < class->b->len; k++)
				pairs->pairs[id++] = (struct mg_small_pair){
					g_array_index(class->a, guint32, j),
					g_array_index(class->b, guint32, k)};
	}
}

static guint stretch_of(
	const struct mg_small_edge *edge, const struct mg_small_edge *end)
{
	guint n = 1;
	while (edge + n < end && edge[n].to == edge->to)
		n++;
	return n;
}

/* Reports each conflict of the pair that comes from its edges in one direction.
 * A conflict between two pairs is met twice, once from each end. */
static guint64 conflicts_one_way(const struct mg_pairs *pairs, guint32 pair,
	const struct mg_small_links *a, const struct mg_small_links *b,
	guint32 *into)
{
	struct mg_small_pair p = pairs->pairs[pair];
	const struct mg_small_edge *e = a->edges + a->first[p.a];
	const struct mg_small_edge *e_end = a->edges + a->first[p.a + 1];
	const struct mg_small_edge *f_end = b->edges + b->first[p.b + 1];
	guint64 found = 0;

	for (guint n; e < e_end; e += n) {
		n = stretch_of(e, e_end);
		guint32 class = pairs->a.class[e->to];
		if (class == MG_NO_CLASS || e->to == p.a)
			continue;
		const struct mg_pair_class *c = class_at(pairs, class);
		guint m;
		for (const struct mg_small_edge *f = b->edges + b->first[p.b];
			f < f_end; f += m) {
			m = stretch_of(f, f_end);
			if (pairs->b.class[f->to] != class || f->to == p.b ||
				agree(e, n, f, m) >= 0)
				continue;
			if (into)
				into[found] = c->base +
					      pairs->a.rank[e->to] * c->b->len +
					      pairs->b.rank[f->to];
			found++;
		}
	}

	return found;
}

static guint64 conflicts_of(
	const struct mg_pairs *pairs, guint32 pair, guint32 *into)
{
	guint64 n = conflicts_one_way(
		pairs, pair, &pairs->a.out, &pairs->b.out, into);
	return n + conflicts_one_way(pairs, pair, &pairs->a.in, &pairs->b.in,
			   into ? into + n : NULL);
}

static gboolean count_conflicts(struct mg_pairs *pairs)
{
	guint64 n = 0;

	pairs->first = g_renew(guint32, pairs->first, pairs->n + 1);
	for (guint32 i = 0; i < pairs->n; i++) {
		pairs->first[i] = (guint32) n;
		n += conflicts_of(pairs, i, NULL);
		if (mg_pairs_are_stopped(pairs))
			break;
		if (n > MOST_CONFLICTS)
			return FALSE;
	}

	pairs->first[pairs->n] = (guint32) n;
	return TRUE;
}

/* A conflict may come from edges in both directions; being in the list twice
 * does no harm. */
static void list_conflicts(struct mg_pairs *pairs)
{
	pairs->conflicts = g_new0(guint32, pairs->first[pairs->n] + 1);
	pairs->no_pair = g_new(guint8, pairs->n + 1);
	for (guint32 i = 0; i < pairs->n && !mg_pairs_are_stopped(pairs); i++) {
		struct mg_small_pair p = pairs->pairs[i];
		conflicts_of(pairs, i, pairs->conflicts + pairs->first[i]);
		pairs->no_pair[i] = mg_links_agree(&pairs->a.out, p.a, p.a,
					    &pairs->b.out, p.b, p.b) < 0;
	}
}

void mg_pairs_init(struct mg_pairs *pairs, const struct mg_small *a,
	const struct mg_small *b)
{
	memset(pairs, 0, sizeof *pairs);
	pairs->stop = a->stop;
	pairs->classes = g_array_new(FALSE, TRUE, sizeof(struct mg_pair_class));
	index_graph(&pairs->a, a);
	index_graph(&pairs->b, b);
	find_classes(pairs, a, b);
	for (;;) {
		while (count_pairs(pairs) > MOST_PAIRS)
			leave_out_largest(pairs);
		fill_pairs(pairs);
		if (count_conflicts(pairs))
			break;
		leave_out_largest(pairs);
	}

	list_conflicts(pairs);
	/* What was not listed must not be searched. */
	if (mg_pairs_are_stopped(pairs))
		pairs->n = 0;
}

void mg_pairs_clear(struct mg_pairs *pairs)
{
	for (guint i = 0; i < pairs->classes->len; i++) {
		g_array_unref(class_at(pairs, i)->a);
		g_array_unref(class_at(pairs, i)->b);
	}

	g_array_unref(pairs->classes);
	clear_index(&pairs->a);
	clear_index(&pairs->b);
	g_free(pairs->pairs);
	g_free(pairs->no_pair);
	g_free(pairs->first);
	g_free(pairs->conflicts);
}
