/* How large graphs may be for the largest common subgraph to be found within a
 * second. The graphs look like memory graphs: structs with pointers and
 * numbers, few distinct contents, most pointers NULL or into a few lists and
 * trees. */
#include "clique.h"

#include <stdio.h>
#include <time.h>

enum { SEEDS = 5, KINDS = 6, MEMBERS = 5 };

enum { ROOT = 1, ARRAY, STRUCT = 10, POINTER = 100, NIL = 200, NUMBER = 1000 };

struct maker {
	GRand *rand;
	struct mg_small *graph;
	GArray *structs; /* guint32: vertices */
	GArray *kinds; /* guint32: of each of these */
};

static guint32 below(GRand *rand, guint n)
{
	return (guint32) g_rand_int_range(rand, 0, (gint) n);
}

static guint32 add_struct(struct maker *maker, guint32 kind)
{
	guint32 vertex = mg_small_add(maker->graph, STRUCT + kind);
	g_array_append_val(maker->structs, vertex);
	g_array_append_val(maker->kinds, kind);
	return vertex;
}

/* A struct that is there already and has the kind, or a new one. */
static guint32 find_struct(struct maker *maker, guint32 kind)
{
	guint32 at = below(maker->rand, maker->structs->len);
	if (below(maker->rand, 4) == 0 &&
		g_array_index(maker->kinds, guint32, at) == kind)
		return g_array_index(maker->structs, guint32, at);
	return add_struct(maker, kind);
}

/* An array of small numbers, labelled by their indexes. */
static void add_array(struct maker *maker, guint32 owner, guint32 label)
{
	guint32 array = mg_small_add(maker->graph, ARRAY);
	guint32 n = 4 + below(maker->rand, 12);
	mg_small_link(maker->graph, owner, array, label);
	for (guint32 i = 0; i < n; i++)
		mg_small_link(maker->graph, array,
			mg_small_add(
				maker->graph, NUMBER + below(maker->rand, 8)),
			2000 + i);
}

/* Member m of a kind is a pointer to a certain kind, or a number. Small
 * numbers are met most. */
static void add_member(
	struct maker *maker, guint32 owner, guint32 kind, guint32 m)
{
	guint32 label = kind * MEMBERS + m;
	if (kind == 0 && m == 1) {
		add_array(maker, owner, label);
		return;
	}
	gboolean pointer = (kind + m) % 2 == 0;
	gboolean nil = pointer && below(maker->rand, 3) == 0;
	guint32 value = below(maker->rand, 1 + below(maker->rand, 12));
	guint32 target = (kind + m) % KINDS;
	guint32 vertex = mg_small_add(maker->graph, nil       ? NIL + target
						    : pointer ? POINTER + target
							      : NUMBER + value);
	mg_small_link(maker->graph, owner, vertex, label);
	if (pointer && !nil)
		mg_small_link(maker->graph, vertex, find_struct(maker, target),
			G_MAXUINT32);
}

static struct mg_small *make(GRand *rand, guint n)
{
	struct maker maker = {.rand = rand,
		.graph = mg_small_new(),
		.structs = g_array_new(FALSE, FALSE, sizeof(guint32)),
		.kinds = g_array_new(FALSE, FALSE, sizeof(guint32))};
	guint32 root = mg_small_add(maker.graph, ROOT);
	for (guint i = 0; maker.graph->contents->len < n; i++) {
		if (i == maker.structs->len)
			mg_small_link(maker.graph, root,
				add_struct(&maker, below(rand, KINDS)),
				1000 + i);
		for (guint32 m = 0; m < MEMBERS; m++)
			add_member(&maker,
				g_array_index(maker.structs, guint32, i),
				g_array_index(maker.kinds, guint32, i), m);
	}
	g_array_unref(maker.structs);
	g_array_unref(maker.kinds);
	return maker.graph;
}

/* The same state in another run: one vertex in 20 has another content or is
 * gone, one edge in 20 leads elsewhere, and all stand in another order. */
static struct mg_small *change(GRand *rand, const struct mg_small *old)
{
	guint n = old->contents->len;
	g_autofree guint32 *place = g_new(guint32, n);
	struct mg_small *graph = mg_small_new();
	for (guint i = 0; i < n; i++)
		place[i] = i;
	for (guint i = n; i > 1; i--) {
		guint32 j = below(rand, i), kept = place[i - 1];
		place[i - 1] = place[j];
		place[j] = kept;
	}
	for (guint i = 0; i < n; i++)
		mg_small_add(graph, 0);
	for (guint i = 0; i < n; i++)
		g_array_index(graph->contents, guint32, place[i]) =
			below(rand, 20) ? mg_small_content(old, i)
					: NUMBER + below(rand, 20);
	for (guint i = 0; i < old->edges->len; i++) {
		struct mg_small_edge e =
			g_array_index(old->edges, struct mg_small_edge, i);
		guint32 to = below(rand, 20) ? e.to : below(rand, n);
		mg_small_link(graph, place[e.from], place[to], e.label);
	}
	return graph;
}

/* Nothing like memory: one content, so that only edges tell vertices apart. */
static struct mg_small *make_alike(GRand *rand, guint n)
{
	struct mg_small *graph = mg_small_new();
	for (guint i = 0; i < n; i++)
		mg_small_add(graph, NUMBER);
	for (guint i = 0; i < 3 * n; i++)
		mg_small_link(
			graph, below(rand, n), below(rand, n), below(rand, 5));
	return graph;
}

enum kind {
	CHANGED, /* two states of which one was made from the other */
	UNLIKE, /* two states that have nothing to do with each other */
	ALIKE, /* no memory graphs at all */
};

/* Of the processor's time, not the clock's: other work must not count. */
static gint64 now_us(void)
{
	struct timespec time;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* Whether graphs of this size are solved in a second each, and proven. */
static gboolean is_solved(guint n, enum kind kind)
{
	gint64 slowest = 0;
	for (guint seed = 1; seed <= SEEDS; seed++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed * 1000 + n);
		g_autoptr(mg_small) a =
			kind == ALIKE ? make_alike(rand, n) : make(rand, n);
		g_autoptr(mg_small) b = kind == CHANGED  ? change(rand, a)
					: kind == UNLIKE ? make(rand, n)
							 : make_alike(rand, n);
		g_auto(mg_clique_result) result = MG_CLIQUE_RESULT_INIT;
		gint64 start = now_us();
		mg_clique(a, b, 200 * 1000 * 1000, &result);
		gint64 time = now_us() - start;
		slowest = MAX(slowest, time);
		if (!result.gave_up && time <= G_USEC_PER_SEC)
			continue;
		printf("# %u vertices, seed %u: %.3f s, %" G_GUINT64_FORMAT
		       " units%s\n",
			n, seed, (double) time / 1e6, result.work,
			result.gave_up ? ", gave up" : "");
		return FALSE;
	}
	printf("# %u vertices: %.3f s\n", n, (double) slowest / 1e6);
	return TRUE;
}

static guint largest(enum kind kind)
{
	guint best = 0;
	for (guint n = 10; n < 10000 && is_solved(n, kind); n += 1 + n / 8)
		best = n;
	return best;
}

int main(void)
{
	printf("BENCH match.clique_max_vertices %u vertices\n",
		largest(CHANGED));
	printf("BENCH match.clique_max_vertices_unlike %u vertices\n",
		largest(UNLIKE));
	printf("BENCH match.clique_max_vertices_alike %u vertices\n",
		largest(ALIKE));
	return 0;
}
