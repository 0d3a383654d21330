/* The largest common subgraph: by hand, against brute force, and within its
 * limit. */
#include "clique.h"
#include "mg-common.h"
#include "runner.h"

#include <string.h>

static const struct mg_small_pair *pairs_of(const struct mg_clique_result *r)
{
	return (const struct mg_small_pair *) r->pairs->data;
}

/* Fails unless the result is valid and says the truth about its edges. */
static void check(const struct mg_small *a, const struct mg_small *b,
	const struct mg_clique_result *result)
{
	g_autofree char *problem =
		mg_common_problem(a, b, pairs_of(result), result->pairs->len);
	if (problem)
		test_fail("%s", problem);
	ASSERT_INT(result->edges,
		mg_common_edges(a, b, pairs_of(result), result->pairs->len));
	for (guint i = 1; i < result->pairs->len; i++)
		CU_ASSERT_TRUE(
			pairs_of(result)[i - 1].a < pairs_of(result)[i].a);
}

/* "0-0 1-2 ": the pairs, without a limit. */
static char *solve(const struct mg_small *a, const struct mg_small *b)
{
	g_auto(mg_clique_result) result = MG_CLIQUE_RESULT_INIT;
	mg_clique(a, b, 0, &result);
	check(a, b, &result);
	CU_ASSERT_FALSE(result.gave_up);
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < result.pairs->len; i++)
		g_string_append_printf(text, "%s%u-%u", i ? " " : "",
			pairs_of(&result)[i].a, pairs_of(&result)[i].b);
	return g_string_free(text, FALSE);
}

static void expect(
	const struct mg_small *a, const struct mg_small *b, const char *pairs)
{
	g_autofree char *text = solve(a, b);
	ASSERT_STR(text, pairs);
}

/* Vertices with these contents, 0 ends them; edges are added later. */
static struct mg_small *make(const guint32 *contents)
{
	struct mg_small *graph = mg_small_new();
	for (; *contents; contents++)
		mg_small_add(graph, *contents);
	return graph;
}
#define MAKE(...) make((const guint32[]){__VA_ARGS__, 0})

enum { ROOT = 1000, LIST, NEXT, OTHER };

/* A root that leads to a list of elements. */
static struct mg_small *make_list(const guint32 *elements, guint n)
{
	struct mg_small *graph = mg_small_new();
	guint32 last = mg_small_add(graph, ROOT);
	for (guint i = 0; i < n; i++) {
		guint32 node = mg_small_add(graph, elements[i]);
		mg_small_link(graph, last, node, i ? NEXT : LIST);
		last = node;
	}
	return graph;
}

static void figure_5_has_an_insertion_and_a_deletion(void)
{
	static const guint32 passing[] = {14, 18, 20, 22};
	static const guint32 failing[] = {14, 15, 18, 22};
	g_autoptr(mg_small) a = make_list(passing, 4);
	g_autoptr(mg_small) b = make_list(failing, 4);
	/* Root, 14, 18 and 22; neither 20 nor 15. */
	expect(a, b, "0-0 1-1 2-3 4-4");
}

static void equal_graphs_match_vertex_by_vertex(void)
{
	static const guint32 same[] = {7, 7, 7, 7, 7};
	g_autoptr(mg_small) a = make_list(same, 5);
	g_autoptr(mg_small) b = make_list(same, 5);
	expect(a, b, "0-0 1-1 2-2 3-3 4-4 5-5");
}

static void empty_graphs_have_nothing_in_common(void)
{
	g_autoptr(mg_small) a = mg_small_new();
	g_autoptr(mg_small) b = MAKE(1, 2);
	expect(a, a, "");
	expect(a, b, "");
	expect(b, a, "");
}

static void different_contents_have_nothing_in_common(void)
{
	g_autoptr(mg_small) a = MAKE(1, 2, 3);
	g_autoptr(mg_small) b = MAKE(4, 5, 6);
	mg_small_link(a, 0, 1, NEXT);
	mg_small_link(b, 0, 1, NEXT);
	expect(a, b, "");
}

static void every_content_is_as_good_as_another(void)
{
	g_autoptr(mg_small) a = make((const guint32[]){5, 0});
	g_autoptr(mg_small) b = make((const guint32[]){5, 0});
	mg_small_add(a, 0);
	mg_small_add(a, G_MAXUINT32);
	mg_small_add(b, G_MAXUINT32);
	mg_small_add(b, 0);
	expect(a, b, "0-0 1-2 2-1");
}

static void a_missing_edge_is_no_conflict_and_another_label_is(void)
{
	g_autoptr(mg_small) a = MAKE(1, 2);
	g_autoptr(mg_small) b = MAKE(1, 2);
	mg_small_link(a, 0, 1, NEXT);
	expect(a, b, "0-0 1-1");
	expect(b, a, "0-0 1-1");
	mg_small_link(b, 0, 1, OTHER);
	g_autofree char *text = solve(a, b);
	/* Only one of them, whichever. */
	CU_ASSERT_PTR_NULL(strchr(text, ' '));
	ASSERT_INT(strlen(text), 3);
}

static void edges_of_different_directions_do_not_meet(void)
{
	g_autoptr(mg_small) a = MAKE(1, 2);
	g_autoptr(mg_small) b = MAKE(1, 2);
	mg_small_link(a, 0, 1, NEXT);
	mg_small_link(b, 1, 0, OTHER);
	expect(a, b, "0-0 1-1");
}

static void one_common_label_of_parallel_edges_is_enough(void)
{
	g_autoptr(mg_small) a = MAKE(1, 2);
	g_autoptr(mg_small) b = MAKE(1, 2);
	mg_small_link(a, 0, 1, 1);
	mg_small_link(a, 0, 1, 2);
	mg_small_link(a, 0, 1, 2);
	mg_small_link(b, 0, 1, 3);
	g_autofree char *text = solve(a, b);
	CU_ASSERT_PTR_NULL(strchr(text, ' '));
	mg_small_link(b, 0, 1, 2);
	expect(a, b, "0-0 1-1");
}

static void loops_are_edges_like_others(void)
{
	g_autoptr(mg_small) a = MAKE(1, 1);
	g_autoptr(mg_small) b = MAKE(1, 1);
	mg_small_link(a, 0, 0, NEXT);
	/* Only one graph has it. */
	expect(a, b, "0-0 1-1");
	/* The other has it at the other vertex: a common edge. */
	mg_small_link(b, 1, 1, NEXT);
	expect(a, b, "0-1 1-0");
	/* Different loops exclude a pair by itself. */
	g_autoptr(mg_small) c = MAKE(1);
	g_autoptr(mg_small) d = MAKE(1);
	mg_small_link(c, 0, 0, NEXT);
	mg_small_link(d, 0, 0, OTHER);
	expect(c, d, "");
}

/* 1 → 2 → 3 → 1, all with the same content, found in any order. */
static void equal_contents_are_matched_along_their_edges(void)
{
	g_autoptr(mg_small) a = MAKE(9, 7, 7, 7);
	g_autoptr(mg_small) b = MAKE(7, 7, 7, 9);
	mg_small_link(a, 0, 1, LIST);
	mg_small_link(a, 1, 2, NEXT);
	mg_small_link(a, 2, 3, NEXT);
	mg_small_link(a, 3, 1, NEXT);
	mg_small_link(b, 3, 2, LIST);
	mg_small_link(b, 2, 0, NEXT);
	mg_small_link(b, 0, 1, NEXT);
	mg_small_link(b, 1, 2, NEXT);
	expect(a, b, "0-3 1-2 2-0 3-1");
}

/* A ring of nodes that are all alike, each with a number; one is left out. */
static struct mg_small *make_ring(guint n, guint without)
{
	struct mg_small *graph = mg_small_new();
	guint32 first = 0, last = 0;
	mg_small_add(graph, ROOT);
	for (guint i = 0; i < n; i++) {
		if (i == without)
			continue;
		guint32 node = mg_small_add(graph, 500);
		mg_small_link(graph, node, mg_small_add(graph, i * i % 7), 3);
		if (!last) {
			first = node;
			mg_small_link(graph, 0, node, LIST);
		} else {
			mg_small_link(graph, last, node, 1);
			mg_small_link(graph, node, last, 2);
		}
		last = node;
	}
	mg_small_link(graph, last, first, 1);
	mg_small_link(graph, first, last, 2);
	return graph;
}

/* The nodes say nothing themselves: only edges can tell which is gone. */
static void a_node_that_is_gone_costs_no_other_its_edges(void)
{
	g_autoptr(mg_small) a = make_ring(30, G_MAXUINT);
	g_autoptr(mg_small) b = make_ring(30, 15);
	g_auto(mg_clique_result) result = MG_CLIQUE_RESULT_INIT;
	mg_clique(a, b, 0, &result);
	check(a, b, &result);
	ASSERT_INT(result.pairs->len, b->contents->len);
	/* All but those that close the gap. */
	ASSERT_INT(result.edges, b->edges->len - 2);
}

/* Arrays whose elements are shifted by one: the elements are more than the
 * array that holds them. */
static void the_largest_may_leave_out_what_holds_the_others(void)
{
	g_autoptr(mg_small) a = MAKE(99, 1, 2, 3);
	g_autoptr(mg_small) b = MAKE(99, 4, 1, 2);
	for (guint32 i = 1; i <= 3; i++) {
		mg_small_link(a, 0, i, i);
		mg_small_link(b, 0, i, i);
	}
	expect(a, b, "1-2 2-3");
}

static struct mg_small *make_random(
	GRand *rand, guint n, guint contents, guint labels, guint edges)
{
	struct mg_small *graph = mg_small_new();
	for (guint i = 0; i < n; i++)
		mg_small_add(graph,
			(guint32) g_rand_int_range(rand, 0, (gint) contents));
	for (guint i = 0; n && i < edges; i++)
		mg_small_link(graph,
			(guint32) g_rand_int_range(rand, 0, (gint) n),
			(guint32) g_rand_int_range(rand, 0, (gint) n),
			(guint32) g_rand_int_range(rand, 0, (gint) labels));
	return graph;
}

/* All ways to give vertices of `a` a mate or none; the checker judges. */
struct force {
	const struct mg_small *a, *b;
	struct mg_small_pair pairs[8];
	guint n, most;
};

static void try_all(struct force *force, guint32 u)
{
	guint left = force->a->contents->len - u;
	if (force->n + left <= force->most)
		return;
	if (left == 0) {
		force->most = force->n;
		return;
	}
	for (guint32 v = 0; v < force->b->contents->len; v++) {
		force->pairs[force->n++] = (struct mg_small_pair){u, v};
		g_autofree char *problem = mg_common_problem(
			force->a, force->b, force->pairs, force->n);
		if (!problem)
			try_all(force, u + 1);
		force->n--;
	}
	try_all(force, u + 1);
}

static guint size_by_force(const struct mg_small *a, const struct mg_small *b)
{
	struct force force = {.a = a, .b = b};
	/* So that none at all is found as well. */
	force.most = 0;
	try_all(&force, 0);
	return force.most;
}

static void random_graphs_give_the_size_that_brute_force_finds(void)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(5);
	for (int i = 0; i < 4000; i++) {
		guint contents = (guint) g_rand_int_range(rand, 1, 5);
		guint labels = (guint) g_rand_int_range(rand, 1, 5);
		guint edges = (guint) g_rand_int_range(rand, 0, 20);
		guint n = (guint) g_rand_int_range(rand, 0, 7);
		guint m = (guint) g_rand_int_range(rand, 0, 7);
		g_autoptr(mg_small) a =
			make_random(rand, n, contents, labels, edges);
		g_autoptr(mg_small) b =
			make_random(rand, m, contents, labels, edges);
		g_auto(mg_clique_result) result = MG_CLIQUE_RESULT_INIT;
		mg_clique(a, b, 0, &result);
		check(a, b, &result);
		CU_ASSERT_FALSE(result.gave_up);
		if (result.pairs->len != size_by_force(a, b))
			test_fail("graphs %d: %u pairs, where brute force "
				  "finds %u",
				i, result.pairs->len, size_by_force(a, b));
	}
}

/* Swapping the graphs, or numbering the vertices anew, changes no size. */
static void the_size_does_not_depend_on_the_order(void)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(6);
	for (int i = 0; i < 200; i++) {
		g_autoptr(mg_small) a = make_random(rand, 14, 4, 3, 24);
		g_autoptr(mg_small) b = make_random(rand, 14, 4, 3, 24);
		g_autoptr(mg_small) c = mg_small_new();
		for (guint32 j = 0; j < 14; j++)
			mg_small_add(c, mg_small_content(b, (j + 5) % 14));
		for (guint j = 0; j < b->edges->len; j++) {
			struct mg_small_edge e = g_array_index(
				b->edges, struct mg_small_edge, j);
			mg_small_link(
				c, (e.from + 9) % 14, (e.to + 9) % 14, e.label);
		}
		g_auto(mg_clique_result) one = MG_CLIQUE_RESULT_INIT;
		g_auto(mg_clique_result) two = MG_CLIQUE_RESULT_INIT;
		g_auto(mg_clique_result) three = MG_CLIQUE_RESULT_INIT;
		mg_clique(a, b, 0, &one);
		mg_clique(b, a, 0, &two);
		mg_clique(a, c, 0, &three);
		check(a, b, &one);
		check(b, a, &two);
		check(a, c, &three);
		ASSERT_INT(one.pairs->len, two.pairs->len);
		ASSERT_INT(one.pairs->len, three.pairs->len);
	}
}

static void the_same_graphs_give_the_same_pairs(void)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(7);
	g_autoptr(mg_small) a = make_random(rand, 20, 3, 3, 40);
	g_autoptr(mg_small) b = make_random(rand, 20, 3, 3, 40);
	g_auto(mg_clique_result) one = MG_CLIQUE_RESULT_INIT;
	g_auto(mg_clique_result) two = MG_CLIQUE_RESULT_INIT;
	mg_clique(a, b, 1000000, &one);
	mg_clique(a, b, 1000000, &two);
	ASSERT_INT(one.pairs->len, two.pairs->len);
	ASSERT_INT(one.work, two.work);
	CU_ASSERT_TRUE(
		memcmp(one.pairs->data, two.pairs->data,
			one.pairs->len * sizeof(struct mg_small_pair)) == 0);
}

/* Dense graphs with many labels and one content are as hard as it gets. */
static void a_limit_gives_a_valid_result_that_says_so(void)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(8);
	g_autoptr(mg_small) a = make_random(rand, 30, 1, 50, 600);
	g_autoptr(mg_small) b = make_random(rand, 30, 1, 50, 600);
	guint last = 0;
	for (guint64 limit = 1; limit <= 1000000; limit *= 100) {
		g_auto(mg_clique_result) result = MG_CLIQUE_RESULT_INIT;
		mg_clique(a, b, limit, &result);
		check(a, b, &result);
		CU_ASSERT_TRUE(result.gave_up);
		CU_ASSERT_TRUE(result.pairs->len > 0);
		CU_ASSERT_TRUE(result.pairs->len >= last);
		last = result.pairs->len;
	}
}

/* 1,500 equal vertices make 2 million pairs. */
static void contents_that_are_met_too_often_are_left_out(void)
{
	g_autoptr(mg_small) a = mg_small_new();
	for (int i = 0; i < 1500; i++)
		mg_small_add(a, 1);
	mg_small_add(a, 2);
	g_auto(mg_clique_result) result = MG_CLIQUE_RESULT_INIT;
	mg_clique(a, a, 0, &result);
	check(a, a, &result);
	CU_ASSERT_TRUE(result.gave_up);
	ASSERT_INT(result.pairs->len, 1);
}

static void the_checker_sees_what_is_wrong(void)
{
	g_autoptr(mg_small) a = MAKE(1, 2, 2);
	g_autoptr(mg_small) b = MAKE(1, 2, 2);
	mg_small_link(a, 0, 1, NEXT);
	mg_small_link(b, 0, 1, OTHER);
	mg_small_link(a, 2, 2, NEXT);
	mg_small_link(b, 2, 2, OTHER);
	static const struct {
		struct mg_small_pair pairs[2];
		const char *problem;
	} cases[] = {
		{{{0, 0}, {1, 2}}, NULL},
		{{{0, 0}, {3, 1}}, "(3, 1): no such vertex"},
		{{{0, 0}, {1, 3}}, "(1, 3): no such vertex"},
		{{{0, 0}, {1, 0}}, "(1, 0): contents differ"},
		{{{1, 1}, {1, 2}}, "(1, 2): a vertex twice"},
		{{{1, 1}, {2, 1}}, "(2, 1): a vertex twice"},
		{{{0, 0}, {1, 1}}, "edges from 0 to 1 and from 0 to 1 have no "
				   "common label"},
		{{{0, 0}, {2, 2}}, "edges from 2 to 2 and from 2 to 2 have no "
				   "common label"},
	};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *problem =
			mg_common_problem(a, b, cases[i].pairs, 2);
		ASSERT_STR(problem, cases[i].problem);
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(figure_5_has_an_insertion_and_a_deletion),
		TEST(equal_graphs_match_vertex_by_vertex),
		TEST(empty_graphs_have_nothing_in_common),
		TEST(different_contents_have_nothing_in_common),
		TEST(every_content_is_as_good_as_another),
		TEST(a_missing_edge_is_no_conflict_and_another_label_is),
		TEST(edges_of_different_directions_do_not_meet),
		TEST(one_common_label_of_parallel_edges_is_enough),
		TEST(loops_are_edges_like_others),
		TEST(equal_contents_are_matched_along_their_edges),
		TEST(a_node_that_is_gone_costs_no_other_its_edges),
		TEST(the_largest_may_leave_out_what_holds_the_others),
		TEST(random_graphs_give_the_size_that_brute_force_finds),
		TEST(the_size_does_not_depend_on_the_order),
		TEST(the_same_graphs_give_the_same_pairs),
		TEST(a_limit_gives_a_valid_result_that_says_so),
		TEST(contents_that_are_met_too_often_are_left_out),
		TEST(the_checker_sees_what_is_wrong),
	};
	return run_tests("largest common subgraph", tests, G_N_ELEMENTS(tests));
}
