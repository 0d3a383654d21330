#include "clique.h"

#include "clique-search.h"

/* The pairs that are in the set; they are taken from the clique. */
static GArray *take_members(GArray *clique, const guint64 *set)
{
	GArray *taken = g_array_new(FALSE, FALSE, sizeof(guint32));
	guint kept = 0;

	for (guint i = 0; i < clique->len; i++) {
		guint32 pair = g_array_index(clique, guint32, i);
		if (mg_set_has(set, pair))
			g_array_append_val(taken, pair);
		else
			g_array_index(clique, guint32, kept++) = pair;
	}

	g_array_set_size(clique, kept);
	return taken;
}

/* Looks for a larger clique in each part that has no conflicts with the rest.
 * If there is none, the greedy one stays: it has more common edges. */
static void enlarge(struct mg_search *search, GArray *clique)
{
	g_autofree guint64 *left = g_new0(guint64, search->words);
	for (guint32 i = 0; i < search->pairs->n; i++)
		if (!search->pairs->no_pair[i])
			mg_set_add(left, i);
	for (;;) {
		g_autofree guint64 *part = g_new0(guint64, search->words);
		if (!mg_search_may_go_on(search, 0) ||
			!mg_search_next_part(search, left, part))
			return;
		g_autoptr(GArray) known = take_members(clique, part);
		g_autoptr(GArray) best =
			g_array_new(FALSE, FALSE, sizeof(guint32));
		gboolean larger =
			mg_search_part(search, part, (gint) known->len, best);
		GArray *chosen = larger ? best : known;
		g_array_append_vals(clique, chosen->data, chosen->len);
	}
}

/* The better of two first guesses. */
static GArray *guess(struct mg_search *search)
{
	GArray *one = g_array_new(FALSE, FALSE, sizeof(guint32));
	GArray *two = g_array_new(FALSE, FALSE, sizeof(guint32));

	mg_search_greedy(search, FALSE, one);
	mg_search_greedy(search, TRUE, two);

	gboolean second = two->len > one->len ||
			  (two->len == one->len &&
				  mg_search_count_edges(search, two) >
					  mg_search_count_edges(search, one));
	g_array_unref(second ? one : two);
	return second ? two : one;
}

void mg_clique(const struct mg_small *a, const struct mg_small *b,
	guint64 limit, struct mg_clique_result *result)
{
	struct mg_pairs pairs;
	struct mg_search search;

	mg_clique_result_clear(result);
	mg_pairs_init(&pairs, a, b);
	mg_search_init(&search, &pairs, limit);

	g_autoptr(GArray) clique = guess(&search);
	enlarge(&search, clique);
	result->gave_up = search.gave_up || pairs.left_out;
	mg_search_polish(&search, clique);
	result->edges = mg_search_count_edges(&search, clique);
	result->pairs = g_array_new(FALSE, FALSE, sizeof(struct mg_small_pair));
	/* They are already in the order of the first graph's vertices. */
	for (guint i = 0; i < clique->len; i++)
		g_array_append_val(result->pairs,
			pairs.pairs[g_array_index(clique, guint32, i)]);
	result->work = search.work;
	mg_search_clear(&search);
	mg_pairs_clear(&pairs);
}

void mg_clique_result_clear(struct mg_clique_result *result)
{
	g_clear_pointer(&result->pairs, g_array_unref);
	*result = (struct mg_clique_result) MG_CLIQUE_RESULT_INIT;
}
