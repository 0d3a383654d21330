#include "clique-search.h"

#include <string.h>

/* How far hope looks. */
enum { ROUNDS = 4 };

/* A pair that may be taken next. It is put on the heap again whenever its gain
 * grows; the older entry is then skipped. */
struct choice {
	guint32 gain; /* edges it has in common with what was taken */
	guint32 rivals; /* pairs in its class */
	guint32 hope; /* edges that could become common, here and nearby */
	guint32 pair;
};

struct greedy {
	struct mg_search *search;
	GArray *heap; /* struct choice */
	guint32 *gain;
	const guint32 *hope;
	guint64 *left;
	gboolean by_hope;
};

static gboolean is_better(
	const struct choice *x, const struct choice *y, gboolean by_hope)
{
	if (by_hope && x->hope != y->hope)
		return x->hope > y->hope;
	if (x->gain != y->gain)
		return x->gain > y->gain;
	if (x->rivals != y->rivals)
		return x->rivals < y->rivals;
	if (x->hope != y->hope)
		return x->hope > y->hope;
	return x->pair < y->pair;
}

static void push(struct greedy *g, struct choice choice)
{
	GArray *heap = g->heap;
	g_array_append_val(heap, choice);
	struct choice *all = (struct choice *) heap->data;
	guint i = heap->len - 1;
	for (; i > 0 && is_better(&choice, &all[(i - 1) / 2], g->by_hope);
		i = (i - 1) / 2)
		all[i] = all[(i - 1) / 2];
	all[i] = choice;
}

static struct choice pop(struct greedy *g)
{
	GArray *heap = g->heap;
	struct choice *all = (struct choice *) heap->data;
	struct choice top = all[0], last = all[heap->len - 1];
	guint n = heap->len - 1, i = 0;

	g_array_set_size(heap, n);
	for (guint child = 1; child < n; child = 2 * i + 1) {
		if (child + 1 < n &&
			is_better(&all[child + 1], &all[child], g->by_hope))
			child++;
		if (!is_better(&all[child], &last, g->by_hope))
			break;
		all[i] = all[child];
		i = child;
	}

	if (n > 0)
		all[i] = last;
	return top;
}

/* Calls the function for each pair that edges with the same label connect with
 * this one, in either direction, once for each such edge. */
static void each_neighbour(const struct mg_pairs *pairs, guint32 pair,
	void (*tell)(guint32 neighbour, gpointer data), gpointer data)
{
	struct mg_small_pair p = pairs->pairs[pair];
	const struct mg_small_links *links[2][2] = {
		{&pairs->a.out, &pairs->b.out}, {&pairs->a.in, &pairs->b.in}};

	for (int way = 0; way < 2; way++) {
		const struct mg_small_links *a = links[way][0];
		const struct mg_small_links *b = links[way][1];
		for (guint32 i = a->first[p.a]; i < a->first[p.a + 1]; i++)
			for (guint32 j = b->first[p.b]; j < b->first[p.b + 1];
				j++) {
				guint32 v = a->edges[i].to, w = b->edges[j].to;
				guint32 class = pairs->a.class[v];
				if (a->edges[i].label != b->edges[j].label ||
					class == MG_NO_CLASS ||
					class != pairs->b.class[w])
					continue;
				const struct mg_pair_class *c =
					&g_array_index(pairs->classes,
						struct mg_pair_class, class);
				tell(c->base + pairs->a.rank[v] * c->b->len +
						pairs->b.rank[w],
					data);
			}
	}
}

/* Adds up what the neighbours hope for. */
struct sum {
	const guint32 *last;
	guint64 total;
};

static void add_hope(guint32 neighbour, gpointer data)
{
	struct sum *sum = data;
	sum->total += 1 + (guint64) sum->last[neighbour];
}

/* Each round looks one edge further: pairs whose surroundings are alike score
 * higher than those that only look alike themselves. */
static guint32 *find_hope(struct mg_search *s)
{
	guint32 n = s->pairs->n;
	guint32 *hope = g_new0(guint32, n + 1);
	g_autofree guint32 *last = g_new0(guint32, n + 1);

	for (int round = 0; round < ROUNDS; round++) {
		memcpy(last, hope, n * sizeof *hope);
		for (guint32 i = 0; i < n && !mg_pairs_are_stopped(s->pairs);
			i++) {
			struct sum sum = {.last = last};
			each_neighbour(s->pairs, i, add_hope, &sum);
			/* Hubs may have more neighbours than fit into a
			 * number. */
			hope[i] = (guint32) MIN(sum.total, G_MAXUINT32 / 2);
		}
		s->work += n;
	}

	return hope;
}

static struct choice choice_of(const struct greedy *g, guint32 pair)
{
	const struct mg_pair_class *class =
		mg_pairs_class(g->search->pairs, pair);
	return (struct choice){.gain = g->gain[pair],
		.rivals = class->a->len * class->b->len,
		.hope = g->hope[pair],
		.pair = pair};
}

static void raise_gain(guint32 neighbour, gpointer data)
{
	struct greedy *g = data;
	g->gain[neighbour]++;
	if (mg_set_has(g->left, neighbour))
		push(g, choice_of(g, neighbour));
}

void mg_search_greedy(struct mg_search *s, gboolean by_hope, GArray *into)
{
	if (!s->hope)
		s->hope = find_hope(s);

	struct greedy g = {.search = s,
		.heap = g_array_new(FALSE, FALSE, sizeof(struct choice)),
		.gain = g_new0(guint32, s->pairs->n + 1),
		.hope = s->hope,
		.left = g_new0(guint64, s->words),
		.by_hope = by_hope};
	for (guint32 i = 0; i < s->pairs->n; i++) {
		if (s->pairs->no_pair[i])
			continue;
		mg_set_add(g.left, i);
		push(&g, choice_of(&g, i));
	}

	while (g.heap->len > 0 && !mg_pairs_are_stopped(s->pairs)) {
		struct choice choice = pop(&g);
		s->work++;
		if (!mg_set_has(g.left, choice.pair) ||
			choice.gain != g.gain[choice.pair])
			continue;
		g_array_append_val(into, choice.pair);
		mg_search_settle(s, g.left, choice.pair);
		each_neighbour(s->pairs, choice.pair, raise_gain, &g);
	}

	g_array_unref(g.heap);
	g_free(g.gain);
	g_free(g.left);
}
