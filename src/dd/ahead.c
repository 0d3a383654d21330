#include "dd-ahead.h"

#include <string.h>

/* Less likely futures are ignored, and no more than this many are looked at for
 * each wish. */
#define LEAST_LIKELIHOOD 0.01
enum { LOOKS_PER_WISH = 8, MOST_KNOWN_STEPS = 256 };

/* One way the search may go. */
struct future {
	struct dd_front front;
	double likelihood;
};

static void future_free(gpointer data)
{
	struct future *future = data;
	dd_front_clear(&future->front);
	g_free(future);
}

static void wish_free(gpointer data)
{
	struct dd_wish *wish = data;
	dd_set_unref(wish->configuration);
	g_free(wish);
}

static void tell(struct dd_front *front, enum hc_verdict outcome)
{
	struct dd_step step = {0};
	dd_front_tell(front, outcome, &step);
	dd_set_unref((struct dd_set *) step.found);
}

static struct future *take_likeliest(GPtrArray *futures)
{
	guint best = 0;
	for (guint i = 1; i < futures->len; i++) {
		const struct future *a = g_ptr_array_index(futures, i);
		const struct future *b = g_ptr_array_index(futures, best);
		if (a->likelihood > b->likelihood)
			best = i;
	}
	return g_ptr_array_steal_index(futures, best);
}

/* Follows a future as far as outcomes are known, up to its first open
 * question; NULL if it has none. */
static struct dd_wish *open_question(
	struct future *future, dd_known_func known, gpointer data)
{
	for (guint i = 0; i < MOST_KNOWN_STEPS; i++) {
		g_autoptr(dd_set) positions = dd_front_next(&future->front);
		if (!positions)
			return NULL;
		g_autoptr(dd_set) configuration = dd_order_configuration(
			future->front.search->order, positions);
		struct dd_wish wish = {.likelihood = future->likelihood};
		dd_set_digest(configuration, wish.digest);
		enum hc_verdict outcome;
		if (!known(wish.digest, configuration, &outcome, data)) {
			wish.configuration = g_steal_pointer(&configuration);
			return g_memdup2(&wish, sizeof wish);
		}
		tell(&future->front, outcome);
	}

	return NULL;
}

static void make_wish(GPtrArray *wishes, struct dd_wish *wish)
{
	for (guint i = 0; i < wishes->len; i++) {
		struct dd_wish *other = g_ptr_array_index(wishes, i);
		if (memcmp(other->digest, wish->digest, DD_DIGEST_SIZE) == 0) {
			/* At most certain: otherwise, by rounding, it could
			 * come before the test that is asked for now, which
			 * would have to wait. */
			other->likelihood =
				MIN(other->likelihood + wish->likelihood, 1);
			wish_free(wish);
			return;
		}
	}

	g_ptr_array_add(wishes, wish);
}

static void branch(GPtrArray *futures, const struct future *future,
	const double likelihoods[3])
{
	for (int o = HC_PASS; o <= HC_UNRESOLVED; o++) {
		double likelihood = future->likelihood * likelihoods[o];
		if (likelihood < LEAST_LIKELIHOOD)
			continue;
		struct future *next = g_new(struct future, 1);
		dd_front_copy(&next->front, &future->front);
		next->likelihood = likelihood;
		tell(&next->front, o);
		g_ptr_array_add(futures, next);
	}
}

static int by_likelihood(gconstpointer a, gconstpointer b)
{
	const struct dd_wish *x = *(struct dd_wish *const *) a;
	const struct dd_wish *y = *(struct dd_wish *const *) b;
	return x->likelihood > y->likelihood ? -1
					     : x->likelihood < y->likelihood;
}

GPtrArray *dd_ahead(const struct dd_front *front, guint count,
	const double likelihoods[3], dd_known_func known, gpointer data)
{
	GPtrArray *wishes = g_ptr_array_new_with_free_func(wish_free);
	g_autoptr(GPtrArray) futures =
		g_ptr_array_new_with_free_func(future_free);
	struct future *now = g_new(struct future, 1);

	dd_front_copy(&now->front, front);
	now->likelihood = 1;
	g_ptr_array_add(futures, now);

	guint64 looks = LOOKS_PER_WISH * (guint64) count;
	for (guint64 i = 0; i < looks && futures->len; i++) {
		struct future *future = take_likeliest(futures);
		struct dd_wish *wish = open_question(future, known, data);
		if (wish) {
			make_wish(wishes, wish);
			if (count > 1)
				branch(futures, future, likelihoods);
		}
		future_free(future);
	}

	g_ptr_array_sort(wishes, by_likelihood);
	if (wishes->len > count)
		g_ptr_array_set_size(wishes, (int) count);
	return wishes;
}
