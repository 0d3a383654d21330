/* The largest common subgraph as a match: of two small graphs, or of the small
 * parts that the walk left over.
 *
 * Objects are vertices; they have the same content if they have the same type
 * and say the same. A pointer is an edge, labelled by where it is and where in
 * its target it leads. Variables have contents of their own, by their keys, and
 * so do mates that are already known: they can only be paired with each
 * other. */
#include "clique.h"
#include "match-inside.h"

/* How many objects may be left over in each graph. */
enum { MOST_LEFT = 48 };
/* Steps that take a second or so. */
#define WORK G_GUINT64_CONSTANT(60000000)
/* The walk's leftovers are worth less. */
enum { SHARE = 20 };

struct drawing {
	struct mg_match *match;
	struct mg_small *small[2];
	GArray *objects[2]; /* guint32: the object of each vertex */
	guint32 *vertex[2]; /* of each object, plus one; 0: none */
	GHashTable *contents; /* guint64 → number, plus one */
	GHashTable *labels;
};

static void init_drawing(struct drawing *d, struct mg_match *match)
{
	d->match = match;
	for (guint i = 0; i < 2; i++) {
		d->small[i] = mg_small_new();
		d->small[i]->stop = match->side[i].graph->stop;
		d->objects[i] = g_array_new(FALSE, FALSE, sizeof(guint32));
		d->vertex[i] = g_new0(guint32, match->side[i].n + 1);
	}

	d->contents = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, NULL);
	d->labels = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, NULL);
}

static void clear_drawing(struct drawing *d)
{
	for (guint i = 0; i < 2; i++) {
		mg_small_free(d->small[i]);
		g_array_unref(d->objects[i]);
		g_free(d->vertex[i]);
	}
	g_hash_table_unref(d->contents);
	g_hash_table_unref(d->labels);
}

static guint32 number_of(GHashTable *table, guint64 what)
{
	gpointer known = g_hash_table_lookup(table, &what);
	if (known)
		return GPOINTER_TO_UINT(known) - 1;
	guint32 number = g_hash_table_size(table);
	g_hash_table_insert(table, g_memdup2(&what, sizeof what),
		GUINT_TO_POINTER(number + 1));
	return number;
}

/* ---- Vertices and edges ---- */

static guint64 content_of(const struct drawing *d, guint side, guint32 object)
{
	const struct mg_side *s = &d->match->side[side];
	const struct mg_object *o = mg_graph_object(s->graph, object);
	guint64 content = mg_digest_add(s->says[object], s->class[object]);
	if (!o->root)
		return mg_digest_add(
			content, 1 + (o->home == MG_HOME_CONSTANT));
	const char *key = mg_root_key(&s->graph->roots[o->root - 1]);
	return mg_digest_add(content, 3 + (guint64) g_str_hash(key));
}

static void add_vertex(
	struct drawing *d, guint side, guint32 object, guint64 content)
{
	guint32 vertex =
		mg_small_add(d->small[side], number_of(d->contents, content));
	g_array_append_val(d->objects[side], object);
	d->vertex[side][object] = vertex + 1;
}

static void add_edges(struct drawing *d, guint side)
{
	const struct mg_graph *graph = d->match->side[side].graph;

	for (guint v = 0;
		v < d->objects[side]->len && !mg_match_is_stopped(d->match);
		v++) {
		const struct mg_object *o = mg_graph_object(
			graph, g_array_index(d->objects[side], guint32, v));
		const struct mg_link *links = mg_graph_links(graph, o);
		for (guint32 i = 0; i < o->n_links; i++) {
			if (links[i].beside || links[i].end != MG_END_NONE ||
				!d->vertex[side][links[i].to])
				continue;
			guint64 label = mg_digest_add(
				links[i].offset + 1, links[i].to_offset);
			mg_small_link(d->small[side], v,
				d->vertex[side][links[i].to] - 1,
				number_of(d->labels, label));
		}
	}
}

static guint32 object_at(const struct drawing *d, guint side, guint32 vertex)
{
	return g_array_index(d->objects[side], guint32, vertex);
}

/* ---- The whole of both graphs ---- */

void mg_match_clique(struct mg_match *match, guint64 work)
{
	struct drawing d;
	g_auto(mg_clique_result) result = MG_CLIQUE_RESULT_INIT;

	init_drawing(&d, match);
	for (guint side = 0; side < 2; side++) {
		const struct mg_graph *graph = match->side[side].graph;
		for (guint32 i = 0;
			i < match->side[side].n && !mg_match_is_stopped(match);
			i++)
			if (mg_graph_object(graph, i)->readable)
				add_vertex(
					&d, side, i, content_of(&d, side, i));
		add_edges(&d, side);
	}

	mg_clique(d.small[0], d.small[1], work ? work : WORK, &result);
	match->limited = result.gave_up;
	for (guint i = 0; i < result.pairs->len; i++) {
		struct mg_small_pair pair =
			g_array_index(result.pairs, struct mg_small_pair, i);
		guint32 x = object_at(&d, 0, pair.a);
		guint32 y = object_at(&d, 1, pair.b);
		gboolean root =
			mg_graph_object(match->side[0].graph, x)->root != 0;
		/* Roots are paired by their keys, with the same result. */
		if (!root && mg_match_fit(match, x, y) != MG_FIT)
			continue;
		if (!root)
			mg_match_pair(match, x, y);
		match->sure[x] = TRUE;
	}

	clear_drawing(&d);
}

/* ---- What is left over ---- */

static gboolean is_left(const struct mg_side *side, guint32 object)
{
	const struct mg_object *o = mg_graph_object(side->graph, object);
	return side->mate[object] == MG_NO_MATE && !o->root && o->readable;
}

/* The objects left over on one side that say the same as one left over on the
 * other side; FALSE if there are too many. */
static gboolean collect(
	const struct drawing *d, guint side, GHashTable *others, GArray *left)
{
	const struct mg_side *s = &d->match->side[side];

	for (guint32 i = 0; i < s->n && !mg_match_is_stopped(d->match); i++) {
		if (!is_left(s, i))
			continue;
		guint64 content = content_of(d, side, i);
		if (others && !g_hash_table_contains(others, &content))
			continue;
		if (others && left->len == MOST_LEFT)
			return FALSE;
		g_array_append_val(left, i);
	}

	return TRUE;
}

static GHashTable *contents_of(
	const struct drawing *d, guint side, const GArray *left)
{
	GHashTable *contents = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, NULL);
	for (guint i = 0; i < left->len && !mg_match_is_stopped(d->match);
		i++) {
		guint64 content =
			content_of(d, side, g_array_index(left, guint32, i));
		g_hash_table_add(contents, g_memdup2(&content, sizeof content));
	}
	return contents;
}

/* Mates that are known have a content that nothing else has. */
static void add_fixed(struct drawing *d, guint side, guint32 object)
{
	const struct mg_side *s = &d->match->side[side];
	if (s->mate[object] == MG_NO_MATE || d->vertex[side][object])
		return;
	guint32 x = side ? s->mate[object] : object;
	guint32 y = side ? object : s->mate[object];
	guint64 content = mg_digest_add(5, x);
	add_vertex(d, 0, x, content);
	add_vertex(d, 1, y, content);
}

/* What is left, and all mates that it leads to or that lead to it. */
static void draw_left(struct drawing *d, GArray *const left[2])
{
	for (guint side = 0; side < 2; side++)
		for (guint i = 0; i < left[side]->len; i++) {
			guint32 object = g_array_index(left[side], guint32, i);
			add_vertex(
				d, side, object, content_of(d, side, object));
		}

	for (guint side = 0; side < 2; side++) {
		const struct mg_graph *graph = d->match->side[side].graph;
		for (guint i = 0;
			i < graph->links->len && !mg_match_is_stopped(d->match);
			i++) {
			const struct mg_link *link =
				&g_array_index(graph->links, struct mg_link, i);
			if (link->beside || link->end != MG_END_NONE)
				continue;
			guint32 from = d->vertex[side][link->from];
			guint32 to = d->vertex[side][link->to];
			if (from && from <= left[side]->len)
				add_fixed(d, side, link->to);
			if (to && to <= left[side]->len)
				add_fixed(d, side, link->from);
		}
	}

	add_edges(d, 0);
	add_edges(d, 1);
}

/* Whether both graphs have the same pointer between this pair and another:
 * otherwise nothing speaks for it but what it says. */
static gboolean is_linked(const struct drawing *d, const GArray *pairs,
	const struct mg_small_pair *pair)
{
	const struct mg_small *a = d->small[0], *b = d->small[1];
	g_autofree guint32 *mate = g_new0(guint32, a->contents->len + 1);

	for (guint i = 0; i < pairs->len; i++) {
		struct mg_small_pair p =
			g_array_index(pairs, struct mg_small_pair, i);
		mate[p.a] = p.b + 1;
	}

	for (guint i = 0; i < a->edges->len; i++) {
		struct mg_small_edge e =
			g_array_index(a->edges, struct mg_small_edge, i);
		if ((e.from != pair->a && e.to != pair->a) || !mate[e.from] ||
			!mate[e.to])
			continue;
		for (guint k = 0; k < b->edges->len; k++) {
			struct mg_small_edge f = g_array_index(
				b->edges, struct mg_small_edge, k);
			if (f.from + 1 == mate[e.from] &&
				f.to + 1 == mate[e.to] && f.label == e.label)
				return TRUE;
		}
	}

	return FALSE;
}

static gboolean pair_left(struct drawing *d, const GArray *pairs)
{
	gboolean any = FALSE;

	for (guint i = 0; i < pairs->len && !mg_match_is_stopped(d->match);
		i++) {
		const struct mg_small_pair *pair =
			&g_array_index(pairs, struct mg_small_pair, i);
		guint32 x = object_at(d, 0, pair->a);
		guint32 y = object_at(d, 1, pair->b);
		if (!is_left(&d->match->side[0], x) ||
			!is_left(&d->match->side[1], y) ||
			mg_match_fit(d->match, x, y) != MG_FIT ||
			!is_linked(d, pairs, pair))
			continue;
		mg_match_pair(d->match, x, y);
		any = TRUE;
	}

	return any;
}

gboolean mg_match_leftovers(struct mg_match *match, guint64 work)
{
	struct drawing d;
	g_auto(mg_clique_result) result = MG_CLIQUE_RESULT_INIT;
	g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(guint32));
	GArray *left[2] = {g_array_new(FALSE, FALSE, sizeof(guint32)),
		g_array_new(FALSE, FALSE, sizeof(guint32))};
	gboolean found = FALSE;

	init_drawing(&d, match);
	collect(&d, 0, NULL, all);

	g_autoptr(GHashTable) first = contents_of(&d, 0, all);
	gboolean few = collect(&d, 1, first, left[1]);
	g_autoptr(GHashTable) second = contents_of(&d, 1, left[1]);
	if (few && left[1]->len && collect(&d, 0, second, left[0])) {
		draw_left(&d, left);
		mg_clique(d.small[0], d.small[1],
			(work ? work : WORK) / SHARE + 1, &result);
		match->limited = result.gave_up;
		found = pair_left(&d, result.pairs);
	}

	g_array_unref(left[0]);
	g_array_unref(left[1]);
	clear_drawing(&d);

	return found;
}
