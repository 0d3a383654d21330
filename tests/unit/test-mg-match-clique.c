/* Matches by the largest common subgraph, and what all ways of matching have in
 * common: judged by a definition of its own (mg-common.h). */
#include "clique.h"
#include "mg-common.h"
#include "mg-world.h"
#include "object.h"
#include "runner.h"

#include <string.h>

/* ---- A graph as the definition sees it ---- */

static void add_value(GString *text, const struct mg_type *type,
	const struct mg_type *own, const guint8 *bytes)
{
	guint64 value = 0;
	memcpy(&value, bytes, MIN(type->size, sizeof value));
	if (type->kind != MG_POINTER)
		g_string_append_printf(text, " %" G_GUINT64_FORMAT, value);
	else if (type->target != own)
		g_string_append(text, value ? " somewhere" : " null");
}

/* What an object says: its type and all that is no pointer, and which pointers
 * are null, but for those to its own type. Variables by their names. */
static char *content_of(const struct mg_graph *graph, guint32 number)
{
	const struct mg_object *o = mg_graph_object(graph, number);
	const struct mg_type *type = o->shape.type;
	const guint8 *bytes = mg_graph_bytes(graph, o);
	GString *text = g_string_new(NULL);
	if (o->root)
		g_string_append(text, mg_root_key(&graph->roots[o->root - 1]));
	g_autofree char *name = type ? mg_type_name(type) : g_strdup("bytes");
	g_string_append_printf(text, " %s:", name);
	if (!type)
		g_string_append(text, (const char *) bytes);
	else if (type->n_members == 0)
		add_value(text, type, type, bytes);
	for (guint i = 0; type && i < type->n_members; i++)
		add_value(text, type->members[i].type, type,
			bytes + type->members[i].offset);
	return g_string_free(text, FALSE);
}

/* All objects in order; both graphs number their contents by one table. */
static struct mg_small *draw(const struct mg_graph *graph, GHashTable *contents)
{
	struct mg_small *small = mg_small_new();
	for (guint32 i = 0; i < mg_graph_n_objects(graph); i++) {
		char *content = content_of(graph, i);
		gpointer number = g_hash_table_lookup(contents, content);
		if (!number)
			number = GUINT_TO_POINTER(
				g_hash_table_size(contents) + 1);
		g_hash_table_replace(contents, content, number);
		mg_small_add(small, GPOINTER_TO_UINT(number));
	}
	for (guint i = 0; i < graph->links->len; i++) {
		const struct mg_link *link =
			&g_array_index(graph->links, struct mg_link, i);
		if (!link->beside && link->end == MG_END_NONE)
			mg_small_link(small, link->from, link->to,
				(guint32) (link->offset * 4096 +
					   link->to_offset));
	}
	return small;
}

/* Matches in one way, and judges the result; returns the size of the common
 * subgraph. */
static guint judge(const struct mg_graph *a, const struct mg_graph *b,
	const struct mg_small *const drawn[2], enum mg_match_way way,
	const char *what, struct mg_match_facts *facts)
{
	struct mg_match_options options = {.way = way};
	g_autoptr(mg_match) match = mg_match_new(a, b, &options);
	g_autoptr(GArray) pairs =
		g_array_new(FALSE, FALSE, sizeof(struct mg_small_pair));
	for (guint32 x = 0; x < mg_graph_n_objects(a); x++) {
		struct mg_small_pair pair = {x, mg_match_mate(match, 0, x)};
		if (pair.b != MG_NO_MATE &&
			mg_match_mate(match, 1, pair.b) != x)
			test_fail("%s: mates that are none", what);
		if (mg_match_is_common(match, x))
			g_array_append_val(pairs, pair);
	}
	g_autofree char *why = mg_common_problem(drawn[0], drawn[1],
		(const struct mg_small_pair *) (void *) pairs->data,
		pairs->len);
	if (why)
		test_fail("%s, way %d: %s", what, (int) way, why);
	mg_match_facts(match, facts);
	ASSERT_INT(facts->common, pairs->len);
	return facts->common;
}

/* All ways on two states: valid, and none larger than the largest. */
static void judge_all(struct world *pass, struct world *fail, const char *what)
{
	g_autoptr(mg_graph) a = mg_fake_extract(pass->fake);
	g_autoptr(mg_graph) b = mg_fake_extract(fail->fake);
	g_autoptr(GHashTable) contents =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(mg_small) s = draw(a, contents);
	g_autoptr(mg_small) t = draw(b, contents);
	const struct mg_small *drawn[2] = {s, t};
	g_auto(mg_clique_result) best = MG_CLIQUE_RESULT_INIT;
	struct mg_match_facts facts;
	mg_clique(s, t, 0, &best);
	guint walk = judge(a, b, drawn, MG_MATCH_TRAVERSAL, what, &facts);
	guint both = judge(a, b, drawn, MG_MATCH_AUTO, what, &facts);
	guint clique = judge(a, b, drawn, MG_MATCH_CLIQUE, what, &facts);
	if (facts.limited)
		test_fail("%s: the work was not enough", what);
	if (clique != best.pairs->len)
		test_fail("%s: %u are common, not %u", what, clique,
			best.pairs->len);
	if (walk > clique || both > clique)
		test_fail("%s: the walk finds %u and %u, the clique %u", what,
			walk, both, clique);
}

/* ---- States ---- */

static guint32 draw_number(GRand *random, guint32 n)
{
	return (guint32) g_rand_int_range(random, 0, (gint32) n);
}

/* Nodes of two types that point anywhere among their own. */
static void fill_random(struct world *w, GRand *random)
{
	guint n = 1 + draw_number(random, 9);
	guint64 nodes[10], trees[10];
	for (guint i = 0; i < n; i++) {
		nodes[i] = world_block(w, w->link->size);
		trees[i] = world_block(w, w->tree->size);
		mg_fake_put(w->fake, nodes[i], draw_number(random, 4), 4);
		mg_fake_put(w->fake, trees[i], draw_number(random, 3), 4);
	}
	for (guint i = 0; i < 3 * n; i++) {
		guint from = draw_number(random, n);
		guint to = draw_number(random, n);
		guint at = g_rand_boolean(random) ? 8 : 16;
		const guint64 *all = g_rand_boolean(random) ? nodes : trees;
		mg_fake_put(w->fake, all[from] + at, all[to], 8);
	}
	world_pointer(w, "p", w->link, nodes[0]);
	world_pointer(w, "q", w->link, nodes[n - 1]);
	world_pointer(w, "t", w->tree, trees[0]);
	world_pointer(w, "u", w->tree, trees[n / 2]);
	world_variable(w, "x", w->integer, draw_number(random, 2));
}

static void random_states_have_a_largest_common_subgraph(void)
{
	for (guint32 seed = 0; seed < 3000; seed++) {
		g_autoptr(GRand) random = g_rand_new_with_seed(seed);
		g_autoptr(world) a = world_new(0);
		g_autoptr(world) b = world_new(1);
		g_autofree char *what = g_strdup_printf("seed %u", seed);
		fill_random(a, random);
		fill_random(b, random);
		judge_all(a, b, what);
	}
}

static void fill_list(struct world *w, guint kind, const char *numbers)
{
	if (kind == 0)
		world_pointer(w, "list", w->node, world_list(w, numbers));
	else
		world_pointer(
			w, "list", w->link, world_links(w, numbers, kind == 2));
}

static void states_made_by_hand_have_one_too(void)
{
	static const char *const lists[][2] = {{"14 18 20 22", "14 15 18 22"},
		{"1 2 3", "3 2 1"}, {"", "1 2"}, {"1 1 1 1", "1 1"},
		{"1 2 3 4 5", "1 2 9 4 5"}};
	static const char *const trees[][2] = {{"5(3 8(7 9))", "8(5(3 7) 9)"},
		{"1(2 3)", "1(3 2)"}, {"4", "4(1 2)"}};
	for (guint i = 0; i < 3 * G_N_ELEMENTS(lists); i++) {
		g_autoptr(world) a = world_new(0);
		g_autoptr(world) b = world_new(1);
		fill_list(a, i % 3, lists[i / 3][0]);
		fill_list(b, i % 3, lists[i / 3][1]);
		judge_all(a, b, lists[i / 3][0]);
	}
	for (guint i = 0; i < G_N_ELEMENTS(trees); i++) {
		g_autoptr(world) a = world_new(0);
		g_autoptr(world) b = world_new(1);
		world_pointer(a, "tree", a->tree, world_tree(a, trees[i][0]));
		world_pointer(b, "tree", b->tree, world_tree(b, trees[i][1]));
		judge_all(a, b, trees[i][0]);
	}
}

/* ---- What it is good for ---- */

static void figure_5_has_one_insertion_and_one_deletion_by_clique(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	fill_list(a, 0, "14 18 20 22");
	fill_list(b, 0, "14 15 18 22");
	g_autofree char *text = world_diff(a, b, MG_MATCH_CLIQUE);
	ASSERT_STR(text,
		"list->next: list->next > a struct node\n"
		"list->next->next: a struct node > list->next->next->next\n"
		"inserted 1, deleted 1\n");
}

static gboolean is_limited(struct world *pass, struct world *fail, guint64 work)
{
	g_autoptr(mg_graph) a = mg_fake_extract(pass->fake);
	g_autoptr(mg_graph) b = mg_fake_extract(fail->fake);
	struct mg_match_options options = {
		.way = MG_MATCH_CLIQUE, .work = work};
	g_autoptr(mg_match) match = mg_match_new(a, b, &options);
	struct mg_match_facts facts;
	mg_match_facts(match, &facts);
	CU_ASSERT(facts.pairs > 0);
	return facts.limited;
}

static void too_little_work_is_told(void)
{
	guint limited = 0;
	for (guint32 seed = 0; seed < 200; seed++) {
		g_autoptr(GRand) random = g_rand_new_with_seed(seed);
		g_autoptr(world) a = world_new(0);
		g_autoptr(world) b = world_new(1);
		fill_random(a, random);
		fill_random(b, random);
		limited += is_limited(a, b, 1);
		CU_ASSERT_FALSE(is_limited(a, b, 0));
	}
	CU_ASSERT(limited > 0);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(random_states_have_a_largest_common_subgraph),
		TEST(states_made_by_hand_have_one_too),
		TEST(figure_5_has_one_insertion_and_one_deletion_by_clique),
		TEST(too_little_work_is_told),
	};
	return run_tests("matches by cliques", tests, G_N_ELEMENTS(tests));
}
