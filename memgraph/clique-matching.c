/* The largest number of pairs that a clique can have: a matching in each class,
 * by augmenting paths. */
#include "clique-search.h"

/* A pair of the row whose column is free and that no edge excludes, or
 * `end`. */
static guint32 free_pair(const struct mg_search *s, const guint64 *set,
	guint32 from, guint32 end)
{
	guint32 i = mg_set_next(set, from, end);
	while (i < end && (s->blocked[i] || s->mate_b[s->pairs->pairs[i].b] !=
						    MG_NO_CLASS))
		i = mg_set_next(set, i + 1, end);
	return i;
}

static void block(struct mg_search *s, guint32 pair)
{
	for (guint32 i = s->pairs->first[pair]; i < s->pairs->first[pair + 1];
		i++)
		s->blocked[s->pairs->conflicts[i]]++;
}

static void unblock(struct mg_search *s, guint32 pair)
{
	for (guint32 i = s->pairs->first[pair]; i < s->pairs->first[pair + 1];
		i++)
		s->blocked[s->pairs->conflicts[i]]--;
}

static void assign(struct mg_search *s, guint32 pair)
{
	struct mg_small_pair p = s->pairs->pairs[pair];
	s->mate_a[p.a] = pair;
	s->mate_b[p.b] = pair;
}

/* Gives a row a pair, if need be by moving other rows to other columns. */
static gboolean augment(
	struct mg_search *s, const guint64 *set, guint32 from, guint32 end)
{
	s->work += end - from;
	for (guint32 i = mg_set_next(set, from, end); i < end;
		i = mg_set_next(set, i + 1, end)) {
		guint32 b = s->pairs->pairs[i].b;
		if (s->seen[b] == s->round)
			continue;
		s->seen[b] = s->round;
		guint32 other = s->mate_b[b];
		if (other != MG_NO_CLASS) {
			guint32 width = end - from;
			guint32 base = mg_pairs_class(s->pairs, other)->base;
			guint32 row = base + (other - base) / width * width;
			if (!augment(s, set, row, row + width))
				continue;
		}
		assign(s, i);
		return TRUE;
	}

	return FALSE;
}

/* Goes through the rows that have a pair in the set. */
static guint32 next_row(const struct mg_search *s, const guint64 *set,
	guint32 *at, guint32 *end)
{
	guint32 pair = mg_set_next(set, *at, s->pairs->n);
	if (pair == s->pairs->n)
		return pair;
	const struct mg_pair_class *class = mg_pairs_class(s->pairs, pair);
	guint32 row = (pair - class->base) / class->b->len;
	*at = class->base + row * class->b->len;
	*end = *at + class->b->len;
	return pair;
}

static gboolean is_clique(const struct mg_search *s, const GArray *pairs)
{
	for (guint i = 0; i < pairs->len; i++) {
		guint32 pair = g_array_index(pairs, guint32, i);
		for (guint32 j = s->pairs->first[pair];
			j < s->pairs->first[pair + 1]; j++) {
			guint32 other = s->pairs->conflicts[j];
			if (s->mate_a[s->pairs->pairs[other].a] == other)
				return FALSE;
		}
	}

	return TRUE;
}

static void forget_mates(struct mg_search *s, const guint64 *set)
{
	for (guint32 i = mg_set_next(set, 0, s->pairs->n); i < s->pairs->n;
		i = mg_set_next(set, i + 1, s->pairs->n)) {
		s->mate_a[s->pairs->pairs[i].a] = MG_NO_CLASS;
		s->mate_b[s->pairs->pairs[i].b] = MG_NO_CLASS;
	}
}

guint mg_search_matching(
	struct mg_search *s, const guint64 *set, GArray *into, gboolean *clique)
{
	g_autoptr(GArray) taken = g_array_new(FALSE, FALSE, sizeof(guint32));
	guint32 at = 0, end = 0;

	forget_mates(s, set);
	s->work += s->words;
	/* First those that no edge excludes: with some luck they are already a
	 * clique. */
	for (; next_row(s, set, &at, &end) < s->pairs->n &&
		!mg_pairs_are_stopped(s->pairs);
		at = end) {
		guint32 pair = free_pair(s, set, at, end);
		if (pair == end)
			continue;
		assign(s, pair);
		block(s, pair);
		g_array_append_val(taken, pair);
	}

	for (guint i = 0; i < taken->len; i++)
		unblock(s, g_array_index(taken, guint32, i));

	guint size = 0;
	for (at = 0; next_row(s, set, &at, &end) < s->pairs->n &&
		     !mg_pairs_are_stopped(s->pairs);
		at = end) {
		guint32 a = s->pairs->pairs[at].a;
		s->round++;
		if (s->mate_a[a] != MG_NO_CLASS || augment(s, set, at, end))
			size++;
	}

	for (at = 0; next_row(s, set, &at, &end) < s->pairs->n; at = end)
		if (s->mate_a[s->pairs->pairs[at].a] != MG_NO_CLASS)
			g_array_append_val(
				into, s->mate_a[s->pairs->pairs[at].a]);

	*clique = is_clique(s, into);
	forget_mates(s, set);
	return size;
}
