#include "clique-search.h"

/* The common edges that `a` would have with the mate `b`, except for those to
 * `except`; -1 if edges exclude it. */
static int judge(struct mg_search *s, guint32 a, guint32 b, guint32 except)
{
	const struct mg_pairs *pairs = s->pairs;
	const struct mg_small_links *links[2][2] = {
		{&pairs->a.out, &pairs->b.out}, {&pairs->a.in, &pairs->b.in}};
	int common = 0;

	for (int way = 0; way < 2; way++) {
		const struct mg_small_links *from = links[way][0];
		guint32 last = MG_NO_CLASS;
		s->work += from->first[a + 1] - from->first[a];
		for (guint32 i = from->first[a]; i < from->first[a + 1]; i++) {
			guint32 v = from->edges[i].to, w = s->mate_a[v];
			if (v == last || w == MG_NO_CLASS)
				continue;
			last = v;
			int same =
				mg_links_agree(from, a, v, links[way][1], b, w);
			if (same < 0)
				return -1;
			/* An edge from a vertex to itself is met both ways. */
			if (v != except && !(v == a && way))
				common += same;
		}
	}

	return common;
}

static void join(struct mg_search *s, guint32 a, guint32 b)
{
	if (a != MG_NO_CLASS)
		s->mate_a[a] = b;
	if (b != MG_NO_CLASS)
		s->mate_b[b] = a;
}

/* The common edges of two vertices with these mates; each may be none. */
static int judge_both(
	struct mg_search *s, guint32 a, guint32 b, guint32 a2, guint32 b2)
{
	join(s, a, b);
	join(s, a2, b2);
	int first = a == MG_NO_CLASS || b == MG_NO_CLASS
			    ? 0
			    : judge(s, a, b, MG_NO_CLASS);
	int second = a2 == MG_NO_CLASS || b2 == MG_NO_CLASS
			     ? 0
			     : judge(s, a2, b2, a);
	return first < 0 || second < 0 ? -1 : first + second;
}

/* Gives `a` the mate `b`, and b's old mate that of `a`. If one of the two has
 * no mate, this replaces one vertex by another. */
static gboolean exchange(struct mg_search *s, guint32 a, guint32 b)
{
	guint32 old_b = s->mate_a[a], old_a = s->mate_b[b];
	if (old_b == b || (old_b == MG_NO_CLASS && old_a == MG_NO_CLASS))
		return FALSE;
	int before = judge_both(s, a, old_b, old_a, b);
	if (judge_both(s, a, b, old_a, old_b) > before)
		return TRUE;
	join(s, a, old_b);
	join(s, old_a, b);
	return FALSE;
}

static gboolean improve(struct mg_search *s)
{
	gboolean any = FALSE;

	for (guint32 a = 0; a < s->pairs->a.n; a++) {
		guint32 number = s->pairs->a.class[a];
		if (number == MG_NO_CLASS)
			continue;
		const struct mg_pair_class *class = &g_array_index(
			s->pairs->classes, struct mg_pair_class, number);
		for (guint i = 0; i < class->b->len; i++) {
			guint32 b = g_array_index(class->b, guint32, i);
			if (!mg_search_may_go_on(s, 1))
				return FALSE;
			any = exchange(s, a, b) || any;
		}
	}

	return any;
}

static guint count_edges(struct mg_search *s)
{
	guint common = 0;

	for (guint32 a = 0; a < s->pairs->a.n; a++) {
		const struct mg_small_links *out = &s->pairs->a.out;
		guint32 last = MG_NO_CLASS, b = s->mate_a[a];
		if (b == MG_NO_CLASS)
			continue;
		for (guint32 i = out->first[a]; i < out->first[a + 1]; i++) {
			guint32 v = out->edges[i].to, w = s->mate_a[v];
			if (v == last || w == MG_NO_CLASS)
				continue;
			last = v;
			common +=
				(guint) MAX(0, mg_links_agree(out, a, v,
						       &s->pairs->b.out, b, w));
		}
	}

	return common;
}

static void set_mates(struct mg_search *s, const GArray *clique)
{
	for (guint32 i = 0; i < s->pairs->a.n; i++)
		s->mate_a[i] = MG_NO_CLASS;
	for (guint32 i = 0; i < s->pairs->b.n; i++)
		s->mate_b[i] = MG_NO_CLASS;
	for (guint i = 0; i < clique->len; i++) {
		guint32 pair = g_array_index(clique, guint32, i);
		join(s, s->pairs->pairs[pair].a, s->pairs->pairs[pair].b);
	}
}

guint mg_search_count_edges(struct mg_search *s, const GArray *clique)
{
	set_mates(s, clique);
	return count_edges(s);
}

void mg_search_polish(struct mg_search *s, GArray *clique)
{
	set_mates(s, clique);
	while (!s->gave_up && improve(s))
		;
	g_array_set_size(clique, 0);
	for (guint32 a = 0; a < s->pairs->a.n; a++) {
		if (s->mate_a[a] == MG_NO_CLASS)
			continue;
		const struct mg_pair_class *class =
			&g_array_index(s->pairs->classes, struct mg_pair_class,
				s->pairs->a.class[a]);
		guint32 pair = class->base +
			       s->pairs->a.rank[a] * class->b->len +
			       s->pairs->b.rank[s->mate_a[a]];
		g_array_append_val(clique, pair);
	}
}
