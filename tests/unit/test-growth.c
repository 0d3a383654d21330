/* What is done for each element of a large state must not cost as much as all
 * of them. Calls are counted, of functions that the linker leads through here
 * (--wrap); what is done in loops of its own is done so often that it would not
 * come to its end. */
#include "deltas.h"
#include "graph.h"
#include "runner.h"
#include "vertex.h"

#include <stdarg.h>
#include <string.h>

/* ---- Calls ---- */

static guint64 calls;

#define COUNTED(type, name, parameters, arguments)                             \
	type __real_##name parameters;                                         \
	type __wrap_##name parameters;                                         \
	type __wrap_##name parameters                                          \
	{                                                                      \
		calls++;                                                       \
		return __real_##name arguments;                                \
	}

COUNTED(gboolean, dd_set_contains, (const struct dd_set *set, guint32 x),
	(set, x))
COUNTED(const struct mg_change *, hc_deltas_change_at,
	(const struct hc_deltas *deltas, guint32 number), (deltas, number))
COUNTED(struct mg_aim, mg_aim_at,
	(const struct mg_graph *graph, guint32 object, guint64 offset),
	(graph, object, offset))
COUNTED(guint64, mg_link_value,
	(const struct mg_graph *graph, const struct mg_link *link),
	(graph, link))

/* Vertices that are visited count, too. */
struct visiting {
	mg_vertex_func func;
	gpointer data;
};

static gboolean count_vertex(const struct mg_vertex *vertex, gpointer data)
{
	const struct visiting *visiting = data;
	calls++;
	return visiting->func(vertex, visiting->data);
}

void __real_mg_object_visit(const struct mg_graph *graph, guint32 object,
	mg_vertex_func func, gpointer data);
void __wrap_mg_object_visit(const struct mg_graph *graph, guint32 object,
	mg_vertex_func func, gpointer data);
void __wrap_mg_object_visit(const struct mg_graph *graph, guint32 object,
	mg_vertex_func func, gpointer data)
{
	struct visiting visiting = {func, data};
	__real_mg_object_visit(graph, object, count_vertex, &visiting);
}

void __real_mg_object_visit_part(const struct mg_graph *graph, guint32 object,
	guint64 from, guint64 end, mg_vertex_func func, gpointer data);
void __wrap_mg_object_visit_part(const struct mg_graph *graph, guint32 object,
	guint64 from, guint64 end, mg_vertex_func func, gpointer data);
void __wrap_mg_object_visit_part(const struct mg_graph *graph, guint32 object,
	guint64 from, guint64 end, mg_vertex_func func, gpointer data)
{
	struct visiting visiting = {func, data};
	__real_mg_object_visit_part(
		graph, object, from, end, count_vertex, &visiting);
}

/* ---- States ---- */

/* Statics are all words; a cell is a block of its own, unless all of them are
 * one block. */
enum { STATIC = 0x10000, CELL = 32 };

struct state {
	guint64 heap;
	guint64 n; /* cells */
	gboolean one; /* block */
	guint8 *cells;
	guint64 n_statics; /* bytes */
	guint8 *statics;
	struct mg_root roots[4];
	guint n_roots;
};

static gboolean read_state(guint64 address, void *bytes, gsize n, gpointer data)
{
	const struct state *s = data;
	if (address >= STATIC && address + n <= STATIC + s->n_statics)
		memcpy(bytes, s->statics + (address - STATIC), n);
	else if (address >= s->heap && address + n <= s->heap + s->n * CELL)
		memcpy(bytes, s->cells + (address - s->heap), n);
	else
		return FALSE;
	return TRUE;
}

static void place(guint64 address, struct mg_place *found, gpointer data)
{
	const struct state *s = data;
	*found = (struct mg_place){MG_PLACE_NOWHERE, 0, 0, 0};
	if (address - STATIC < s->n_statics)
		*found = (struct mg_place){
			MG_PLACE_DATA, STATIC, s->n_statics, 0};
	if (address - s->heap >= s->n * CELL)
		return;
	guint64 cell = (address - s->heap) / CELL;
	*found = s->one ? (struct mg_place){MG_PLACE_BLOCK, s->heap,
				  s->n * CELL, 0}
			: (struct mg_place){MG_PLACE_BLOCK,
				  s->heap + cell * CELL, CELL,
				  (guint32) cell + 1};
}

static void state_init(
	struct state *s, guint side, guint64 cells, guint64 words)
{
	*s = (struct state){
		.heap = 0x10000000 + side * 0x7000001230,
		.n = cells,
		.cells = g_malloc0(cells * CELL + 1),
		.n_statics = 8 * words,
		.statics = g_malloc0(8 * words + 1),
	};
}

static void put(struct state *s, guint64 address, guint64 value)
{
	memcpy(address < s->heap ? s->statics + (address - STATIC)
				 : s->cells + (address - s->heap),
		&value, 8);
}

static guint64 cell(const struct state *s, guint64 i)
{
	return s->heap + i * CELL;
}

static struct mg_type number = {MG_INT, "long", 8, 8, .is_signed = TRUE};
static struct mg_type letter = {MG_CHAR, "char", 1, 1, .id = 1};
/* struct node { long value; struct node *next; char *text; long more; } */
static struct mg_type node = {MG_STRUCT, "struct node", 32, 8, .id = 2};
static struct mg_type pointer = {
	MG_POINTER, NULL, 8, 8, .target = &node, .id = 3};
static struct mg_type text = {
	MG_POINTER, NULL, 8, 8, .target = &letter, .id = 4};
static const struct mg_member members[] = {{"value", &number, 0},
	{"next", &pointer, 8}, {"text", &text, 16}, {"more", &number, 24}};
static struct mg_type array = {MG_ARRAY, NULL, 0, 8, .target = NULL, .id = 5};

static void add_root(struct state *s, const char *name,
	const struct mg_type *type, guint64 address)
{
	node.members = members;
	node.n_members = G_N_ELEMENTS(members);
	s->roots[s->n_roots++] = (struct mg_root){
		.name = name,
		.class = MG_ROOT_GLOBAL,
		.type = type,
		.address = address,
	};
}

/* A variable that is an array of n. */
static void add_array(struct state *s, const char *name,
	const struct mg_type *element, guint64 n, guint64 address)
{
	array.target = element;
	array.count = n;
	array.size = n * element->size;
	add_root(s, name, &array, address);
}

static struct mg_graph *extract(struct state *s)
{
	struct mg_reader reader = {read_state, place, .data = s};
	return mg_graph_new(&reader, s->roots, s->n_roots);
}

struct pair {
	struct state state[2];
	struct mg_graph *graph[2];
	struct mg_match *match;
	struct mg_diff *diff;
	struct hc_deltas *deltas;
};

typedef void (*fill_func)(struct state *s, guint side, guint64 n);

static void pair_init(struct pair *p, fill_func fill, guint64 n)
{
	struct mg_match_options options = {.way = MG_MATCH_TRAVERSAL};
	for (guint i = 0; i < 2; i++) {
		fill(&p->state[i], i, n);
		p->graph[i] = extract(&p->state[i]);
	}
	p->match = mg_match_new(p->graph[0], p->graph[1], &options);
	p->diff = mg_diff_new(p->match);
	p->deltas = hc_deltas_new(p->diff, NULL);
}

static void pair_clear(struct pair *p)
{
	hc_deltas_free(p->deltas);
	mg_diff_free(p->diff);
	mg_match_free(p->match);
	for (guint i = 0; i < 2; i++) {
		mg_graph_free(p->graph[i]);
		g_free(p->state[i].cells);
		g_free(p->state[i].statics);
	}
}

typedef struct pair pair;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(pair, pair_clear)

/* Calls for each of n. */
static double count_each(
	fill_func fill, guint64 n, void (*work)(struct pair *p))
{
	g_auto(pair) p = {0};
	pair_init(&p, fill, n);
	CU_ASSERT_TRUE(hc_deltas_n(p.deltas) >= n);
	calls = 0;
	work(&p);
	CU_ASSERT_TRUE(calls > 0);
	return (double) calls / (double) n;
}

static void assert_same_for_each(fill_func fill, void (*work)(struct pair *p))
{
	double few = count_each(fill, 50, work);
	double many = count_each(fill, 1000, work);
	if (many > 1.5 * few)
		test_fail("%.0f calls for each of 50, %.0f for each of 1000",
			few, many);
}

/* ---- Deltas ---- */

/* Nodes in one block, each with a pointer to another one, which is elsewhere
 * in the second state. */
static void fill_block(struct state *s, guint side, guint64 n)
{
	state_init(s, side, n, 1);
	s->one = TRUE;
	for (guint64 i = 0; i < n; i++)
		put(s, cell(s, i) + 8, cell(s, (i + 1 + side) % n));
	put(s, STATIC, cell(s, 0));
	add_root(s, "nodes", &pointer, STATIC);
}

/* Pointers to nodes, each of which is followed by a second one in the second
 * state (or in the first); and one that dangles. */
static void fill_lists(struct state *s, guint side, guint64 n, guint longer)
{
	state_init(s, side, 2 * n, n + 1);
	for (guint64 i = 0; i < n; i++) {
		put(s, STATIC + 8 * i, cell(s, 2 * i));
		put(s, cell(s, 2 * i), i);
		put(s, cell(s, 2 * i + 1), n + i);
		if (side == longer)
			put(s, cell(s, 2 * i) + 8, cell(s, 2 * i + 1));
	}
	put(s, STATIC + 8 * n, G_GUINT64_CONSTANT(0x700000000000));
	add_array(s, "lists", &pointer, n, STATIC);
	add_root(s, "dangling", &pointer, STATIC + 8 * n);
}

static void fill_longer(struct state *s, guint side, guint64 n)
{
	fill_lists(s, side, n, 1);
}

static void fill_shorter(struct state *s, guint side, guint64 n)
{
	fill_lists(s, side, n, 0);
}

static void make_each(struct pair *p)
{
	for (guint i = 0; i < hc_deltas_n(p->deltas); i++) {
		g_autoptr(dd_set) one = dd_set_new_range(i, i + 1);
		g_auto(GStrv) commands = hc_deltas_commands(p->deltas, one);
		g_autoptr(hc_alteration) a = hc_deltas_alter(p->deltas, one);
	}
}

static void making_one_delta_does_not_go_through_all(void)
{
	assert_same_for_each(fill_block, make_each);
	assert_same_for_each(fill_longer, make_each);
	assert_same_for_each(fill_shorter, make_each);
}

static void make_all(struct pair *p)
{
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(p->deltas));
	g_auto(GStrv) commands = hc_deltas_commands(p->deltas, all);
	g_autoptr(hc_alteration) a = hc_deltas_alter(p->deltas, all);
}

static void making_all_deltas_does_not_go_through_all_for_each(void)
{
	assert_same_for_each(fill_block, make_all);
	assert_same_for_each(fill_longer, make_all);
	assert_same_for_each(fill_shorter, make_all);
}

static void tell_each(struct pair *p)
{
	for (guint i = 0; i < hc_deltas_n(p->deltas); i++)
		for (guint side = 0; side < 2; side++) {
			g_autofree char *told =
				hc_delta_text(p->deltas, i, side);
			g_autofree char *shown = hc_delta_shown(p->deltas, i);
		}
}

/* Pointers to the nodes of a block that only the second state has. */
static void fill_new(struct state *s, guint side, guint64 n)
{
	state_init(s, side, n, n + 1);
	s->one = TRUE;
	for (guint64 i = 0; i < n && side; i++)
		put(s, STATIC + 8 * i, cell(s, i));
	add_array(s, "places", &pointer, n, STATIC);
}

static void telling_a_delta_does_not_go_through_all(void)
{
	assert_same_for_each(fill_new, tell_each);
	assert_same_for_each(fill_block, tell_each);
	assert_same_for_each(fill_longer, tell_each);
	assert_same_for_each(fill_shorter, tell_each);
}

static void mirror(struct pair *p)
{
	struct mg_match_options options = {.way = MG_MATCH_TRAVERSAL};
	g_autoptr(mg_match) match =
		mg_match_new(p->graph[1], p->graph[0], &options);
	g_autoptr(mg_diff) diff = mg_diff_new(match);
	g_autoptr(hc_deltas) reversed = hc_deltas_new(diff, NULL);
	/* Those of the other half are not taken back, and looked at closer. */
	g_autoptr(dd_set) half =
		dd_set_new_range(0, hc_deltas_n(p->deltas) / 2);
	g_autoptr(dd_set) set = hc_deltas_mirror(p->deltas, half, reversed);
	ASSERT_INT(set->size, half->size);
}

static void mirroring_deltas_does_not_go_through_all_for_each(void)
{
	assert_same_for_each(fill_longer, mirror);
	assert_same_for_each(fill_shorter, mirror);
}

/* An array of pointers that lead to all elements of a list, in the second state
 * alone. */
static void fill_index(struct state *s, guint side, guint64 n)
{
	state_init(s, side, n + 1, n + 1);
	for (guint64 i = 0; i < n && side; i++) {
		put(s, STATIC + 8 * i, cell(s, i));
		put(s, cell(s, i), i);
		if (i)
			put(s, cell(s, i - 1) + 8, cell(s, i));
	}
	add_array(s, "places", &pointer, n, STATIC);
}

static void remake(struct pair *p)
{
	g_autoptr(hc_deltas) again = hc_deltas_new(p->diff, NULL);
}

static void a_list_is_not_followed_from_each_element(void)
{
	assert_same_for_each(fill_index, remake);
}

/* A list, each element of which has another value in the second state. */
static void fill_list(struct state *s, guint side, guint64 n)
{
	state_init(s, side, n, 1);
	for (guint64 i = 0; i < n; i++) {
		put(s, cell(s, i), i + side);
		put(s, cell(s, i) + 24, i);
		if (i)
			put(s, cell(s, i - 1) + 8, cell(s, i));
	}
	put(s, STATIC, cell(s, 0));
	add_root(s, "list", &pointer, STATIC);
}

/* So many that nothing can be done for each that takes all of them. */
enum { VERY_MANY = 400000 };

static void a_long_list_is_grouped_in_one_go(void)
{
	g_auto(pair) p = {0};
	pair_init(&p, fill_list, VERY_MANY);
	ASSERT_INT(hc_deltas_n(p.deltas), VERY_MANY);
	/* The frame, the variable, and each object. */
	ASSERT_INT(hc_deltas_groups(p.deltas)->n_groups, VERY_MANY + 2);
}

/* Nodes in one block that have other values in the second state. */
static void fill_values(struct state *s, guint side, guint64 n)
{
	fill_block(s, 0, n);
	for (guint64 i = 0; i < n; i++)
		put(s, cell(s, i), i + side);
}

static void noise_in_a_large_array_is_looked_up(void)
{
	g_auto(pair) p = {0};
	pair_init(&p, fill_values, VERY_MANY);
	struct hc_noise noise = {.pass = p.diff};
	g_autoptr(hc_deltas) deltas = hc_deltas_new(p.diff, &noise);
	ASSERT_INT(hc_deltas_n(deltas), 0);
	ASSERT_INT(hc_deltas_n_noise(deltas), VERY_MANY);
}

/* ---- Graphs ---- */

/* Half of the pointers lead elsewhere in the second state. */
static void fill_half(struct state *s, guint side, guint64 n)
{
	fill_block(s, 0, n);
	for (guint64 i = 0; i < n && side; i += 2)
		put(s, cell(s, i) + 8, cell(s, (i + 3) % n));
}

static void pointers_that_disagree_are_looked_up(void)
{
	g_auto(pair) p = {0};
	pair_init(&p, fill_half, VERY_MANY);
	ASSERT_INT(p.diff->links, VERY_MANY / 2);
}

/* A pool of nodes, each of which leads to the next. The first one that is met
 * leads to all others beside it, and its own pointer comes before these. */
static void pointers_are_found_before_any_number_of_pieces(void)
{
	struct state s;
	state_init(&s, 0, VERY_MANY + 1, VERY_MANY + 1);
	s.one = TRUE;
	for (guint64 i = 0; i < VERY_MANY; i++) {
		put(&s, STATIC + 8 * i, cell(&s, i + 1));
		put(&s, cell(&s, i) + 8, cell(&s, i + 1));
	}
	add_array(&s, "nodes", &pointer, VERY_MANY, STATIC);
	g_autoptr(mg_graph) graph = extract(&s);

	guint32 first = 0;
	while (!mg_graph_object(graph, first)->n_links ||
		!mg_graph_links(graph,
			mg_graph_object(graph,
				first))[mg_graph_object(graph, first)->n_links -
					1]
			 .beside)
		first++;
	CU_ASSERT_TRUE(mg_graph_object(graph, first)->n_links > VERY_MANY / 2);
	for (guint i = 0; i < VERY_MANY; i++)
		if (!mg_graph_link_at(graph, first, 8) ||
			mg_graph_link_at(graph, first, 16))
			test_fail("pointers are not where they were put");
	g_free(s.cells);
	g_free(s.statics);
}

/* The nth element's value. */
static char *name_of(
	const struct mg_graph *graph, const struct state *s, guint64 n)
{
	struct mg_vertex vertex = {
		.kind = MG_VERTEX_VALUE,
		.size = 8,
		.type = &number,
	};
	for (guint32 i = 0; i < mg_graph_n_objects(graph); i++)
		if (mg_graph_address(graph, i) == cell(s, n))
			vertex.object = i;
	return mg_vertex_name(graph, &vertex);
}

static void what_is_far_from_any_variable_goes_by_its_address(void)
{
	struct state s;
	fill_list(&s, 0, 10000);
	g_autoptr(mg_graph) graph = extract(&s);
	g_autofree char *near = name_of(graph, &s, 2);
	ASSERT_STR(near, "list->next->next->value");
	g_autofree char *middle = name_of(graph, &s, 255);
	CU_ASSERT_TRUE(g_str_has_prefix(middle, "list->next->"));
	g_autofree char *far = name_of(graph, &s, 5000);
	g_autofree char *address = g_strdup_printf(
		"((struct node *) 0x%" G_GINT64_MODIFIER "x)->value",
		cell(&s, 5000));
	ASSERT_STR(far, address);
	g_free(s.cells);
	g_free(s.statics);
}

static void telling_what_is_far_does_not_go_along_all_of_a_list(void)
{
	enum { CELLS = 300000 };
	struct state s;
	fill_list(&s, 0, CELLS);
	g_autoptr(mg_graph) graph = extract(&s);
	struct mg_vertex value = {
		.kind = MG_VERTEX_VALUE,
		.size = 8,
		.type = &number,
	};
	for (guint32 i = 1; i < mg_graph_n_objects(graph); i++) {
		guint64 n = (mg_graph_address(graph, i) - s.heap) / CELL;
		value.object = i;
		g_autofree char *words = mg_vertex_words(graph, &value);
		g_autofree char *far = g_strdup_printf(
			"value of the struct node %" G_GUINT64_FORMAT
			" pointers away from list",
			n + 1);
		if (n < 200 ? !g_str_has_suffix(words, "->value")
			    : n > 300 && strcmp(words, far) != 0)
			test_fail("%s, not %s", words, far);
	}
	g_free(s.cells);
	g_free(s.statics);
}

/* ---- Parts ---- */

struct seen {
	guint n;
	guint64 first;
	guint32 to;
};

static gboolean see(const struct mg_vertex *vertex, gpointer data)
{
	struct seen *seen = data;
	if (vertex->depth == 2 && seen->n++ == 0)
		seen->first = vertex->offset;
	if (vertex->type && vertex->type->kind == MG_POINTER &&
		vertex->type->target == &node)
		seen->to = vertex->end == MG_END_NONE
				   ? (guint32) vertex->to_offset
				   : 0;
	return TRUE;
}

static void a_part_of_an_array_is_visited_alone(void)
{
	struct state s;
	fill_block(&s, 0, 1000);
	g_autoptr(mg_graph) graph = extract(&s);
	guint32 block = mg_graph_links(graph, mg_graph_object(graph, 0))->to;
	struct seen seen = {0};
	calls = 0;
	mg_object_visit_part(graph, block, 700 * CELL, 701 * CELL, see, &seen);
	/* The block, the node and its members. */
	ASSERT_INT(calls, 6);
	ASSERT_INT(seen.n, 4);
	ASSERT_INT(seen.first, 700 * CELL);
	ASSERT_INT(seen.to, 701 * CELL);
	/* A part that begins and ends within members. */
	seen = (struct seen){0};
	mg_object_visit_part(
		graph, block, 700 * CELL + 12, 700 * CELL + 17, see, &seen);
	ASSERT_INT(seen.n, 2);
	ASSERT_INT(seen.first, 700 * CELL + 8);
	ASSERT_INT(seen.to, 701 * CELL);
	g_free(s.cells);
	g_free(s.statics);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(making_one_delta_does_not_go_through_all),
		TEST(making_all_deltas_does_not_go_through_all_for_each),
		TEST(telling_a_delta_does_not_go_through_all),
		TEST(mirroring_deltas_does_not_go_through_all_for_each),
		TEST(a_list_is_not_followed_from_each_element),
		TEST(a_long_list_is_grouped_in_one_go),
		TEST(noise_in_a_large_array_is_looked_up),
		TEST(pointers_that_disagree_are_looked_up),
		TEST(pointers_are_found_before_any_number_of_pieces),
		TEST(what_is_far_from_any_variable_goes_by_its_address),
		TEST(telling_what_is_far_does_not_go_along_all_of_a_list),
		TEST(a_part_of_an_array_is_visited_alone),
	};
	return run_tests("growth", tests, G_N_ELEMENTS(tests));
}
