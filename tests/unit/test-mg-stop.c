/* The user wants it to end: whatever is going on ends early, gives nothing back
 * that could be taken for a whole, and leaves nothing behind. */
#include "clique.h"
#include "diff.h"
#include "dot-diff.h"
#include "dot.h"
#include "graph.h"
#include "gxl-pair.h"
#include "mg-hive.h"
#include "runner.h"
#include "sort.h"

#include <glib/gstdio.h>
#include <unistd.h>

enum { ENTRIES = 3000 };

static const enum mg_match_way ways[] = {
	MG_MATCH_TRAVERSAL, MG_MATCH_AUTO, MG_MATCH_CLIQUE};

static void from_the_start_there_is_no_graph(void)
{
	g_autoptr(hive) h = hive_new(0, ENTRIES);
	h->stop = 1;
	CU_ASSERT_PTR_NULL(hive_extract(h));
	/* Not even one pointer was followed. */
	CU_ASSERT(h->calls < 10);
}

/* At each of many moments, from the first read to the last. */
static void at_any_read_there_is_no_graph(void)
{
	g_autoptr(hive) whole = hive_new(0, ENTRIES);
	g_autoptr(mg_graph) graph = hive_extract(whole);
	CU_ASSERT_PTR_NOT_NULL_FATAL(graph);
	CU_ASSERT(mg_graph_n_objects(graph) > 2 * ENTRIES);

	guint64 step = whole->calls / 50;
	for (guint64 k = 1; k < whole->calls; k += step) {
		g_autoptr(hive) h = hive_new(0, ENTRIES);
		h->stop_after = k;
		CU_ASSERT_PTR_NULL(hive_extract(h));
		/* Soon after that. */
		CU_ASSERT(h->calls < k + 100);
	}
}

/* ---- Two graphs ---- */

struct two {
	struct hive *hive[2];
	struct mg_graph *graph[2];
	struct mg_match *match;
	struct mg_diff *diff;
};

static void two_clear(struct two *t)
{
	mg_diff_free(t->diff);
	mg_match_free(t->match);
	for (guint i = 0; i < 2; i++) {
		mg_graph_free(t->graph[i]);
		hive_free(t->hive[i]);
	}
}
typedef struct two two;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(two, two_clear)

static void two_init(struct two *t, guint n)
{
	struct mg_match_options how = {.way = MG_MATCH_TRAVERSAL};
	for (guint i = 0; i < 2; i++) {
		t->hive[i] = hive_new(i, n);
		if (i)
			hive_vary(t->hive[i]);
		t->graph[i] = hive_extract(t->hive[i]);
	}
	t->match = mg_match_new(t->graph[0], t->graph[1], &how);
	t->diff = mg_diff_new(t->match);
}

static void from_the_start_nothing_is_compared(void)
{
	g_auto(two) t;
	two_init(&t, ENTRIES);
	CU_ASSERT(t.diff->changes->len > 50);
	for (guint side = 0; side < 2; side++) {
		t.hive[side]->stop = 1;
		for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
			struct mg_match_options how = {.way = ways[i]};
			CU_ASSERT_PTR_NULL(
				mg_match_new(t.graph[0], t.graph[1], &how));
		}
		CU_ASSERT_PTR_NULL(mg_match_reversed(t.match));
		CU_ASSERT_PTR_NULL(mg_diff_new(t.match));
		t.hive[side]->stop = 0;
	}
}

/* What is there is the whole. */
static void check_match(const struct two *t, struct mg_match *match)
{
	struct mg_match_facts facts;
	if (!match)
		return;
	mg_match_facts(match, &facts);
	CU_ASSERT(facts.pairs > 2 * ENTRIES - 100);
	mg_match_free(match);
}

static void check_diff(const struct two *t, struct mg_diff *diff)
{
	if (!diff)
		return;
	ASSERT_INT(diff->changes->len, t->diff->changes->len);
	mg_diff_free(diff);
}

static struct mg_match *try_to_match(const struct two *t, enum mg_match_way way)
{
	struct mg_match_options how = {.way = way, .work = 1000000};
	return mg_match_new(t->graph[0], t->graph[1], &how);
}

/* Moments of this machine, from the first to the last, in so many steps. */
enum { MOMENTS = 25 };

static gint64 time_to_match(const struct two *t, enum mg_match_way way)
{
	gint64 begin = g_get_monotonic_time();
	check_match(t, try_to_match(t, way));
	return g_get_monotonic_time() - begin;
}

static void at_any_moment_there_is_all_or_nothing(void)
{
	g_auto(two) t;
	two_init(&t, ENTRIES);
	guint nothing = 0;
	for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
		gint64 step = time_to_match(&t, ways[i]) / MOMENTS;
		for (guint k = 0; k <= MOMENTS; k++) {
			hive_stop_later(t.hive[0], k * step);
			struct mg_match *match = try_to_match(&t, ways[i]);
			hive_wait(t.hive[0]);
			nothing += match == NULL;
			check_match(&t, match);

			hive_stop_later(t.hive[1], k * step);
			struct mg_match *back = mg_match_reversed(t.match);
			hive_wait(t.hive[1]);
			check_match(&t, back);

			hive_stop_later(t.hive[0], k * step);
			struct mg_diff *diff = mg_diff_new(t.match);
			hive_wait(t.hive[0]);
			check_diff(&t, diff);
		}
	}
	CU_ASSERT(nothing > MOMENTS);
}

/* ---- Files ---- */

typedef gboolean (*write_func)(const struct two *t, FILE *file, GError **error);

static gboolean write_dot(const struct two *t, FILE *file, GError **error)
{
	return mg_dot_write(t->graph[0], 500, file, error);
}

static gboolean write_dot_diff(const struct two *t, FILE *file, GError **error)
{
	struct mg_dot_diff_options how = {.whole = TRUE};
	return mg_dot_diff_write(t->diff, &how, file, error);
}

static gboolean write_gxl(const struct two *t, FILE *file, GError **error)
{
	return mg_gxl_write(t->graph[0], file, error);
}

static gboolean write_pair(const struct two *t, FILE *file, GError **error)
{
	return mg_gxl_write_pair(t->match, file, error);
}

/* How long the file is, -1 if it says that it was interrupted. */
static long try_to_write(const struct two *t, write_func write)
{
	g_autoptr(GError) error = NULL;
	FILE *file = tmpfile();
	gboolean fine = write(t, file, &error);
	long length = ftell(file);
	fclose(file);
	if (fine)
		return length;
	ASSERT_STR(error->message, "interrupted");
	return -1;
}

static void a_file_that_is_not_complete_says_so(void)
{
	static const write_func writers[] = {
		write_dot, write_dot_diff, write_gxl, write_pair};
	g_auto(two) t;
	two_init(&t, ENTRIES / 10);
	for (guint i = 0; i < G_N_ELEMENTS(writers); i++) {
		long whole = try_to_write(&t, writers[i]);
		CU_ASSERT(whole > 0);
		for (gint64 later = 0; later < 20000;
			later += 100 + later / 4) {
			hive_stop_later(t.hive[0], later);
			long length = try_to_write(&t, writers[i]);
			hive_wait(t.hive[0]);
			if (length >= 0)
				ASSERT_INT(length, whole);
		}
		t.hive[0]->stop = 1;
		ASSERT_INT(try_to_write(&t, writers[i]), -1);
		t.hive[0]->stop = 0;
	}
}

static void a_file_is_read_as_a_whole_or_not(void)
{
	g_auto(two) t;
	two_init(&t, ENTRIES / 10);
	g_autoptr(GError) error = NULL;
	g_autofree char *path = NULL;
	int fd = g_file_open_tmp("mg-stop-XXXXXX", &path, NULL);
	FILE *file = fdopen(fd, "w");
	CU_ASSERT(mg_gxl_write(t.graph[0], file, NULL));
	fclose(file);

	for (gint64 later = 0; later < 20000; later += 100 + later / 4) {
		hive_stop_later(t.hive[0], later);
		g_autoptr(mg_graph) graph =
			mg_gxl_read_until(&t.hive[0]->stop, path, &error);
		if (graph)
			ASSERT_INT(mg_graph_n_objects(graph),
				mg_graph_n_objects(t.graph[0]));
		else
			ASSERT_STR(error->message, "interrupted");
		g_clear_error(&error);
		hive_wait(t.hive[0]);
	}
	t.hive[0]->stop = 1;
	CU_ASSERT_PTR_NULL(mg_gxl_read_until(&t.hive[0]->stop, path, &error));
	CU_ASSERT(g_error_matches(error, MG_GXL_ERROR, MG_GXL_ERROR_STOPPED));
	g_unlink(path);
}

/* ---- One by one ---- */

static gboolean count(const struct mg_vertex *vertex, gpointer data)
{
	++*(guint64 *) data;
	return TRUE;
}

static void visits_end_but_an_object_is_still_what_it_is(void)
{
	g_auto(two) t;
	two_init(&t, ENTRIES);
	guint64 n = 0;
	t.hive[0]->stop = 1;
	mg_graph_visit(t.graph[0], count, &n);
	ASSERT_INT(n, 0);
	mg_object_visit(t.graph[0], 0, count, &n);
	CU_ASSERT(n > 0);
}

static void names_of_what_is_near_are_made_whole(void)
{
	g_auto(two) t;
	two_init(&t, ENTRIES);
	const struct mg_change *change =
		&g_array_index(t.diff->changes, struct mg_change, 0);
	g_autofree char *before = mg_change_name(t.diff, change);
	t.hive[0]->stop = 1;
	g_autofree char *after = mg_change_name(t.diff, change);
	ASSERT_STR(after, before);
}

/* ---- What it stands on ---- */

struct numbered {
	guint key, place;
};

static int by_key(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct numbered *x = a, *y = b;
	++*(guint *) data;
	return (x->key > y->key) - (x->key < y->key);
}

static void sorts_of_any_length_are_stable(void)
{
	static const guint lengths[] = {0, 1, 2, 1000, 131072, 131073, 500000};
	for (guint i = 0; i < G_N_ELEMENTS(lengths); i++) {
		guint n = lengths[i], calls = 0;
		g_autofree struct numbered *all = g_new(struct numbered, n + 1);
		g_autoptr(GRand) rand = g_rand_new_with_seed(i);
		for (guint k = 0; k < n; k++)
			all[k] = (struct numbered){
				g_rand_int(rand) % (n / 3 + 1), k};
		mg_sort(all, n, sizeof *all, by_key, &calls, NULL);
		guint wrong = 0;
		for (guint k = 1; k < n; k++)
			wrong += all[k - 1].key > all[k].key ||
				 (all[k - 1].key == all[k].key &&
					 all[k - 1].place > all[k].place);
		ASSERT_INT(wrong, 0);
	}
}

static void a_sort_ends_at_once(void)
{
	enum { N = 200000 };
	volatile sig_atomic_t stop = 1;
	guint calls = 0;
	g_autofree struct numbered *all = g_new0(struct numbered, N);
	mg_sort(all, N, sizeof *all, by_key, &calls, &stop);
	ASSERT_INT(calls, 0);
}

/* A hundred vertices that all look alike: ten thousand pairs, and no end of
 * cliques. */
static struct mg_small *alike(volatile sig_atomic_t *stop)
{
	enum { N = 100 };
	struct mg_small *graph = mg_small_new();
	graph->stop = stop;
	g_autoptr(GRand) rand = g_rand_new_with_seed(stop ? 1 : 2);
	for (guint i = 0; i < N; i++)
		mg_small_add(graph, 0);
	for (guint i = 0; i < 20 * N; i++)
		mg_small_link(graph, g_rand_int(rand) % N, g_rand_int(rand) % N,
			g_rand_int(rand) % 3);
	return graph;
}

static void a_search_without_a_limit_ends(void)
{
	g_autoptr(hive) h = hive_new(0, 1);
	g_autoptr(mg_small) a = alike(&h->stop);
	g_autoptr(mg_small) b = alike(NULL);
	for (gint64 later = 0; later < 1000000; later += 1000 + later) {
		g_auto(mg_clique_result) result = MG_CLIQUE_RESULT_INIT;
		hive_stop_later(h, later);
		mg_clique(a, b, 0, &result);
		hive_wait(h);
		CU_ASSERT(result.gave_up);
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(from_the_start_there_is_no_graph),
		TEST(at_any_read_there_is_no_graph),
		TEST(from_the_start_nothing_is_compared),
		TEST(at_any_moment_there_is_all_or_nothing),
		TEST(a_file_that_is_not_complete_says_so),
		TEST(a_file_is_read_as_a_whole_or_not),
		TEST(visits_end_but_an_object_is_still_what_it_is),
		TEST(names_of_what_is_near_are_made_whole),
		TEST(sorts_of_any_length_are_stable),
		TEST(a_sort_ends_at_once),
		TEST(a_search_without_a_limit_ends),
	};
	return run_tests("mg-stop", tests, G_N_ELEMENTS(tests));
}
