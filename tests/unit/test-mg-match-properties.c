/* What is true of every match, on random states. */
#include "change.h"
#include "graph.h"
#include "mg-cells.h"
#include "mg-common.h"
#include "mg-same.h"
#include "mg-samples.h"
#include "runner.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

enum { SEEDS = 3000 };

/* ---- What must hold ---- */

static char *describe(const struct mg_graph *graph, guint32 object)
{
	const struct mg_object *o = mg_graph_object(graph, object);
	g_autofree char *type =
		o->shape.type ? mg_type_name(o->shape.type) : g_strdup("bytes");
	return g_strdup_printf("%s%s%s", type, o->text ? ", text" : "",
		o->root ? mg_root_key(&graph->roots[o->root - 1]) : "");
}

static char *check_pair(const struct mg_match *match, guint32 x, guint32 y)
{
	if (y >= mg_match_graph(match, 1)->objects->len)
		return g_strdup_printf("o%u has no such mate", x);
	if (mg_match_mate(match, 1, y) != x)
		return g_strdup_printf("o%u is not the mate of its mate", x);
	g_autofree char *first = describe(mg_match_graph(match, 0), x);
	g_autofree char *second = describe(mg_match_graph(match, 1), y);
	/* Variables are mates by name, whatever they are. */
	if (mg_graph_object(mg_match_graph(match, 0), x)->root
			? !mg_graph_object(mg_match_graph(match, 1), y)->root
			: strcmp(first, second) != 0)
		return g_strdup_printf("%s is the mate of %s", first, second);
	return NULL;
}

/* What is wrong with who is whose mate, or NULL. */
static char *check_mates(const struct mg_match *match)
{
	guint32 pairs = 0, others = 0;
	struct mg_match_facts facts;
	for (guint32 x = 0; x < mg_match_graph(match, 0)->objects->len; x++) {
		guint32 y = mg_match_mate(match, 0, x);
		char *wrong = y == MG_NO_MATE ? NULL : check_pair(match, x, y);
		if (wrong)
			return wrong;
		pairs += y != MG_NO_MATE;
	}
	for (guint32 y = 0; y < mg_match_graph(match, 1)->objects->len; y++)
		others += mg_match_mate(match, 1, y) != MG_NO_MATE;
	mg_match_facts(match, &facts);
	if (pairs != others || pairs != facts.pairs)
		return g_strdup_printf("%u pairs here, %u there, and %u said",
			pairs, others, facts.pairs);
	return NULL;
}

/* The objects as vertices, for the judge: what they say without what they lead
 * to, and links by their places. */
static struct mg_small *small_of(
	const struct mg_graph *graph, GHashTable *contents)
{
	struct mg_small *small = mg_small_new();
	for (guint32 i = 0; i < graph->objects->len; i++) {
		const struct mg_object *o = mg_graph_object(graph, i);
		g_autofree char *what = describe(graph, i);
		GString *key = g_string_new(what);
		for (guint64 k = 0; k < o->size && o->readable; k++) {
			gsize n;
			mg_graph_links_in(
				graph, i, k < 8 ? 0 : k - 7, k + 1, &n);
			g_string_append_c(key,
				n ? 0 : (char) mg_graph_bytes(graph, o)[k]);
		}
		GBytes *bytes = g_string_free_to_bytes(key);
		gpointer number = g_hash_table_lookup(contents, bytes);
		if (!number) {
			number = GUINT_TO_POINTER(
				g_hash_table_size(contents) + 1);
			g_hash_table_insert(
				contents, g_bytes_ref(bytes), number);
		}
		mg_small_add(small, GPOINTER_TO_UINT(number));
		g_bytes_unref(bytes);
	}
	for (guint i = 0; i < graph->links->len; i++) {
		const struct mg_link *link =
			&g_array_index(graph->links, struct mg_link, i);
		if (link->end == MG_END_NONE && !link->beside)
			mg_small_link(small, link->from, link->to,
				(guint32) link->offset);
	}
	return small;
}

/* What speaks against the common subgraph, or NULL. */
static char *check_common(const struct mg_match *match)
{
	g_autoptr(GHashTable) contents = g_hash_table_new_full(g_bytes_hash,
		g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
	g_autoptr(mg_small) a = small_of(mg_match_graph(match, 0), contents);
	g_autoptr(mg_small) b = small_of(mg_match_graph(match, 1), contents);
	g_autoptr(GArray) pairs =
		g_array_new(FALSE, FALSE, sizeof(struct mg_small_pair));
	for (guint32 x = 0; x < a->contents->len; x++) {
		struct mg_small_pair pair = {x, mg_match_mate(match, 0, x)};
		if (mg_match_is_common(match, x))
			g_array_append_val(pairs, pair);
	}
	return mg_common_problem(a, b,
		(const struct mg_small_pair *) (void *) pairs->data,
		pairs->len);
}

/* Whether the numbers of a difference are those of what it has, and all of it
 * can be told. */
static char *check_diff(const struct mg_diff *diff)
{
	guint values = 0, links = 0;
	for (guint i = 0; i < diff->changes->len; i++) {
		const struct mg_change *change =
			&g_array_index(diff->changes, struct mg_change, i);
		g_auto(mg_words) words = {0};
		mg_change_words(diff, change, &words);
		if (!words.name || !words.before || !words.after)
			return g_strdup("a change without words");
		values += change->kind != MG_CHANGE_LINK;
		links += change->kind == MG_CHANGE_LINK;
	}
	if (values != diff->values || links != diff->links)
		return g_strdup_printf("%u values and %u links, but %u and %u",
			diff->values, diff->links, values, links);
	return NULL;
}

static guint size_of(const struct mg_diff *diff)
{
	return diff->changes->len + diff->inserted + diff->deleted +
	       diff->skipped->len;
}

/* All of it for two graphs; `most` is how much may differ. */
static void check(const struct mg_graph *a, const struct mg_graph *b,
	guint most, const char *what, guint32 seed)
{
	struct mg_match_options options = {
		.way = seed % 2 ? MG_MATCH_AUTO : MG_MATCH_TRAVERSAL};
	g_autoptr(mg_match) match = mg_match_new(a, b, &options);
	g_autoptr(mg_diff) diff = mg_diff_new(match);
	g_autofree char *mates = check_mates(match);
	g_autofree char *changes = check_diff(diff);
	if (mates || changes)
		test_fail(
			"%s, seed %u: %s", what, seed, mates ? mates : changes);
	if (size_of(diff) > most)
		test_fail("%s, seed %u: %u differences", what, seed,
			size_of(diff));
}

/* ---- States ---- */

static void a_state_has_no_difference_from_itself(void)
{
	for (guint32 seed = 0; seed < SEEDS; seed++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
		g_autoptr(cells) plan = cells_new(rand);
		g_autoptr(world) w = cells_build(plan, 0, rand);
		g_autoptr(mg_graph) graph = mg_fake_extract(w->fake);
		check(graph, graph, 0, "itself", seed);
	}
}

static void a_state_at_other_addresses_is_the_same_state(void)
{
	for (guint32 seed = 0; seed < SEEDS; seed++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
		g_autoptr(cells) plan = cells_new(rand);
		g_autoptr(world) w = cells_build(plan, 0, rand);
		g_autoptr(world) moved = cells_build(plan, 1, rand);
		g_autoptr(mg_graph) a = mg_fake_extract(w->fake);
		g_autoptr(mg_graph) b = mg_fake_extract(moved->fake);
		check(a, b, 0, "moved", seed);
	}
}

static void mates_are_one_to_one_and_of_the_same_type(void)
{
	guint differences = 0;
	for (guint32 seed = 0; seed < SEEDS; seed++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
		g_autoptr(cells) plan = cells_new(rand);
		g_autoptr(world) w = cells_build(plan, 0, rand);
		cells_edit(plan, 1 + seed % 8, rand);
		g_autoptr(world) other = cells_build(plan, 1, rand);
		g_autoptr(mg_graph) a = mg_fake_extract(w->fake);
		g_autoptr(mg_graph) b = mg_fake_extract(other->fake);
		check(a, b, G_MAXUINT, "changed", seed);
		struct mg_match_options options = {.way = MG_MATCH_TRAVERSAL};
		g_autoptr(mg_match) match = mg_match_new(a, b, &options);
		g_autoptr(mg_diff) diff = mg_diff_new(match);
		differences += size_of(diff) > 0;
	}
	/* The edits do change something. */
	CU_ASSERT_TRUE(differences > SEEDS / 2);
}

static void what_is_common_is_a_common_subgraph(void)
{
	for (guint32 seed = 0; seed < SEEDS; seed++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
		g_autoptr(cells) plan = cells_new(rand);
		g_autoptr(world) w = cells_build(plan, 0, rand);
		cells_edit(plan, seed % 12, rand);
		g_autoptr(world) other = cells_build(plan, 1, rand);
		g_autoptr(mg_graph) a = mg_fake_extract(w->fake);
		g_autoptr(mg_graph) b = mg_fake_extract(other->fake);
		struct mg_match_options options = {.way = MG_MATCH_TRAVERSAL};
		g_autoptr(mg_match) match = mg_match_new(a, b, &options);
		g_autofree char *wrong = check_common(match);
		if (wrong)
			test_fail("seed %u: %s", seed, wrong);
	}
}

static void states_of_other_programs_match_somehow(void)
{
	for (guint32 seed = 0; seed < SEEDS / 10; seed++) {
		g_autoptr(mg_fake) first = mg_fake_new();
		g_autoptr(mg_fake) second = mg_fake_new();
		mg_sample_random(first, seed);
		mg_sample_random(second, seed + 1);
		g_autoptr(mg_graph) a = mg_fake_extract(first);
		g_autoptr(mg_graph) b = mg_fake_extract(second);
		check(a, b, G_MAXUINT, "others", seed);
	}
}

/* ---- Damaged graphs ---- */

/* Digits and lines of a file changed: what is still a graph may be any. */
static void damage(GString *text, GRand *rand)
{
	guint times = (guint) g_rand_int_range(rand, 1, 6);
	for (guint i = 0; i < times; i++) {
		gsize at = g_rand_int(rand) % text->len;
		while (at + 1 < text->len && !g_ascii_isdigit(text->str[at]))
			at++;
		text->str[at] = (char) ('0' + g_rand_int_range(rand, 0, 10));
	}
}

static void damaged_graphs_can_be_compared(void)
{
	g_autofree char *path = NULL;
	guint loaded = 0;
	int fd = g_file_open_tmp("test-mg-match-XXXXXX", &path, NULL);
	close(fd);
	for (guint32 seed = 0; seed < SEEDS; seed++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
		g_autoptr(mg_fake) fake = mg_fake_new();
		g_autoptr(GError) error = NULL;
		g_autofree char *text = NULL;
		gsize n = 0;
		if (seed % 4 == 0)
			mg_sample_ends(fake);
		else if (seed % 4 == 1)
			mg_sample_struct(fake);
		else
			mg_sample_random(fake, seed);
		g_autoptr(mg_graph) graph = mg_fake_extract(fake);
		mg_to_gxl(graph, path, &text, &n, &error);
		g_autoptr(GString) wrong = g_string_new_len(text, (gssize) n);
		damage(wrong, rand);
		g_autoptr(mg_graph) damaged =
			mg_from_gxl(wrong->str, wrong->len, path, NULL);
		if (!damaged)
			continue;
		loaded++;
		check(graph, damaged, G_MAXUINT, "damaged", seed);
		check(damaged, graph, G_MAXUINT, "damaged first", seed);
		/* Variables of random graphs are all called the same. */
		check(damaged, damaged, seed % 4 < 2 ? 0 : G_MAXUINT,
			"damaged twice", seed);
	}
	g_unlink(path);
	CU_ASSERT_TRUE(loaded > SEEDS / 20);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_state_has_no_difference_from_itself),
		TEST(a_state_at_other_addresses_is_the_same_state),
		TEST(mates_are_one_to_one_and_of_the_same_type),
		TEST(what_is_common_is_a_common_subgraph),
		TEST(states_of_other_programs_match_somehow),
		TEST(damaged_graphs_can_be_compared),
	};
	return run_tests("matches", tests, G_N_ELEMENTS(tests));
}
