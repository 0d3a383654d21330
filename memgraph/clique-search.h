/* The parts of the search for the largest clique. Internal to memgraph. */
#ifndef MG_CLIQUE_SEARCH_H
#define MG_CLIQUE_SEARCH_H

#include "clique-pairs.h"

struct mg_search {
	const struct mg_pairs *pairs;
	gsize words; /* of a set of pairs, a bit each */
	guint64 work, limit;
	gboolean gave_up;
	guint32 *hope; /* of each pair, for the greedy; NULL: not yet known */
	/* Scratch space, by vertex or by pair; means nothing between calls. */
	guint32 *rows, *columns; /* pairs that each vertex still has */
	guint32 *mate_a, *mate_b; /* of a matching: a pair, or MG_NO_CLASS */
	guint32 *seen; /* columns, in which round */
	guint32 round;
	guint32 *blocked; /* by how many pairs of the matching */
};

void mg_search_init(
	struct mg_search *search, const struct mg_pairs *pairs, guint64 limit);
void mg_search_clear(struct mg_search *search);

/* Counts work; FALSE, and gave_up is set, once the limit is reached or the user
 * wants it to end. */
static inline gboolean mg_search_may_go_on(
	struct mg_search *search, guint64 work)
{
	search->work += work;
	if ((search->limit && search->work > search->limit) ||
		mg_pairs_are_stopped(search->pairs))
		search->gave_up = TRUE;
	return !search->gave_up;
}

static inline gboolean mg_set_has(const guint64 *set, guint32 i)
{
	return set[i / 64] >> i % 64 & 1;
}
static inline void mg_set_add(guint64 *set, guint32 i)
{
	set[i / 64] |= G_GUINT64_CONSTANT(1) << i % 64;
}
static inline void mg_set_remove(guint64 *set, guint32 i)
{
	set[i / 64] &= ~(G_GUINT64_CONSTANT(1) << i % 64);
}
/* The first member from `i` on, `n` if there is none. */
static inline guint32 mg_set_next(const guint64 *set, guint32 i, guint32 n)
{
	while (i < n) {
		guint64 word = set[i / 64] >> i % 64;
		if (word)
			return MIN(i + (guint32) __builtin_ctzll(word), n);
		i = (i / 64 + 1) * 64;
	}
	return n;
}

/* Takes the pair and all that are in conflict with it out of the set. */
void mg_search_settle(
	const struct mg_search *search, guint64 *set, guint32 pair);

/* Moves the next part of `left` whose pairs have no conflict with the rest to
 * `part`, which must be empty. FALSE if nothing is left. */
gboolean mg_search_next_part(
	struct mg_search *search, guint64 *left, guint64 *part);

/* The largest set of pairs that share no vertex, ignoring edges: no clique is
 * larger. The pairs are appended. *clique is TRUE if edges do not exclude it,
 * either. */
guint mg_search_matching(struct mg_search *search, const guint64 *set,
	GArray *into, gboolean *clique);

/* The largest clique in the set, if it has more than `floor` pairs; the set is
 * used up. FALSE if there is none or the limit was reached. */
gboolean mg_search_part(
	struct mg_search *search, guint64 *set, gint floor, GArray *best);

/* A clique made greedily: each time the pair that has most edges in common with
 * those taken before, or, by hope, the one whose surroundings are most
 * alike. */
void mg_search_greedy(struct mg_search *search, gboolean by_hope, GArray *into);

/* The number of common edges. */
guint mg_search_count_edges(struct mg_search *search, const GArray *clique);

/* Exchanges pairs for others of the same class where that makes more edges
 * common. The pairs are in the order of the first graph's vertices after
 * that. */
void mg_search_polish(struct mg_search *search, GArray *clique);

#endif
