/* Deltas put into faked states: all of them, one of them, and any of them. */
#include "deltas.h"
#include "mg-world.h"
#include "runner.h"

#include <string.h>

typedef void (*fill_func)(struct world *w, gpointer data);

/* Two states, their differences, and the passing one to be altered. */
struct pair {
	struct world *pass, *fail;
	struct mg_graph *a, *b;
	struct mg_match *match;
	struct mg_diff *diff;
	struct hc_deltas *deltas;
};

static void pair_clear(struct pair *p)
{
	hc_deltas_free(p->deltas);
	mg_diff_free(p->diff);
	mg_match_free(p->match);
	mg_graph_free(p->a);
	mg_graph_free(p->b);
	world_free(p->pass);
	world_free(p->fail);
}

typedef struct pair pair;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(pair, pair_clear)

static struct pair make_pair(fill_func fill, gpointer pass, gpointer fail)
{
	struct pair p = {.pass = world_new(0), .fail = world_new(1)};
	struct mg_match_options options = {.way = MG_MATCH_TRAVERSAL};
	fill(p.pass, pass);
	fill(p.fail, fail);
	p.a = mg_fake_extract(p.pass->fake);
	p.b = mg_fake_extract(p.fail->fake);
	p.match = mg_match_new(p.a, p.b, &options);
	p.diff = mg_diff_new(p.match);
	p.deltas = hc_deltas_new(p.diff, NULL);
	guint n;
	const guint64 *sizes = hc_deltas_blocks(p.deltas, &n);
	g_autofree guint64 *addresses = g_new0(guint64, n + 1);
	for (guint i = 0; i < n; i++)
		addresses[i] = world_block(p.pass, sizes[i]);
	hc_deltas_set_blocks(p.deltas, addresses);
	return p;
}

/* Writes the set into the passing state, and says how that differs from the
 * failing one. The passing state stays altered. */
static char *apply(struct pair *p, const struct dd_set *set)
{
	g_autoptr(hc_alteration) a = hc_deltas_alter(p->deltas, set);
	for (guint i = 0; i < hc_alteration_n_writes(a); i++) {
		struct hc_write w = hc_alteration_get_write(a, i);
		if (!mg_fake_write(p->pass->fake, w.address, w.bytes, w.n))
			test_fail("%" G_GINT64_MODIFIER
				  "x is no place to write to",
				w.address);
	}
	g_autoptr(mg_graph) after = mg_fake_extract(p->pass->fake);
	return graph_diff(after, p->b, MG_MATCH_TRAVERSAL);
}

static char *describe(const struct hc_deltas *deltas)
{
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < hc_deltas_n(deltas); i++) {
		g_autofree char *name = hc_delta_name(deltas, i);
		g_autofree char *before = hc_delta_text(deltas, i, 0);
		g_autofree char *after = hc_delta_text(deltas, i, 1);
		g_string_append_printf(
			text, "%s: %s > %s\n", name, before, after);
	}
	return g_string_free(text, FALSE);
}

static void assert_all_work(
	fill_func fill, gpointer pass, gpointer fail, const char *deltas)
{
	g_auto(pair) p = make_pair(fill, pass, fail);
	g_autofree char *text = describe(p.deltas);
	ASSERT_STR(text, deltas);
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(p.deltas));
	g_autofree char *left = apply(&p, all);
	ASSERT_STR(left, "");
}

static void fill_list(struct world *w, gpointer data)
{
	world_pointer(w, "list", w->node, world_list(w, data));
}

static void fill_links(struct world *w, gpointer data)
{
	world_pointer(w, "list", w->link, world_links(w, data, FALSE));
}

static void fill_circle(struct world *w, gpointer data)
{
	world_pointer(w, "list", w->link, world_links(w, data, TRUE));
}

static void figure_5_is_two_deltas(void)
{
	assert_all_work(fill_list, "14 18 20 22", "14 15 18 22",
		"list->next: the struct node {value = 18, next = a struct "
		"node} > a struct node {value = 15, next = what it was}\n"
		"list->next->next: a struct node {value = 20, next = "
		"list->next->next->next} > the struct node {value = 22, next = "
		"NULL}\n");
}

static void values_and_strings_are_deltas(void)
{
	assert_all_work(
		fill_list, "1 2 3", "1 5 3", "list->next->value: 2 > 5\n");
}

/* A name of that many letters and one that tells names apart. */
static void fill_name(struct world *w, gpointer data)
{
	g_autofree char *many = g_strnfill(300, 'x');
	g_autofree char *entry = g_strconcat(many, data, ":1", NULL);
	world_pointer(w, "list", w->entry, world_entries(w, entry));
}

static void long_texts_are_shown_where_they_differ(void)
{
	assert_all_work(fill_name, "old", "new",
		"*(char (*)[312]) ((char *) list->name): "
		"\"…xxxxxxxxxxxxxxxxxxxxxxxxold\" > "
		"\"…xxxxxxxxxxxxxxxxxxxxxxxxnew\"\n");
}

/* p leads to one of two places of a text where the same words are. */
static void fill_places(struct world *w, gpointer data)
{
	guint64 all = world_block(w, 24);
	mg_fake_text(w->fake, all, "x");
	mg_fake_text(w->fake, all + 8, "x");
	world_pointer(w, "all", mg_fake_char(w->fake), all);
	world_pointer(w, "p", mg_fake_char(w->fake), all + (data ? 8 : 0));
}

static void pointers_to_the_same_words_are_told_by_their_places(void)
{
	assert_all_work(fill_places, NULL, "", "p: all > all + 8\n");
}

/* `at` leads to the first or the second of the nodes in an array, or in a list;
 * `all` leads to the first. */
static void fill_second(struct world *w, gpointer data)
{
	guint64 array = world_block(w, 3 * w->node->size);
	guint64 list = world_list(w, "5 6");
	for (guint i = 0; i < 3; i++)
		mg_fake_put(w->fake, array + i * w->node->size, 7 + i, 4);
	world_pointer(w, "at", w->node, data ? list - 0x40 : list);
	world_pointer(w, "all", w->node, list);
	world_pointer(
		w, "element", w->node, array + (data ? 1 : 0) * w->node->size);
	world_pointer(w, "elements", w->node, array);
}

static void what_is_called_after_the_pointer_is_told_by_its_members(void)
{
	g_auto(pair) p = make_pair(fill_second, NULL, "");
	g_autofree char *text = describe(p.deltas);
	ASSERT_STR(text,
		"at: the struct node {value = 5, next = at->next} > the struct "
		"node {value = 6, next = NULL}\n"
		"element: the struct node {value = 7, …} > the "
		"struct node {value = 8, …}\n");
}

/* union { struct { long left; char tag; } tagged; long numbers[2]; } u */
static void fill_union(struct world *w, gpointer data)
{
	struct mg_type *number =
		mg_fake_scalar(w->fake, MG_INT, "long", 8, TRUE);
	struct mg_type *tagged =
		mg_fake_struct(w->fake, MG_STRUCT, "struct tagged", 16);
	struct mg_type *u = mg_fake_struct(w->fake, MG_UNION, "union u", 16);
	mg_fake_member(w->fake, tagged, "left", number, 0);
	mg_fake_member(w->fake, tagged, "tag", mg_fake_char(w->fake), 8);
	mg_fake_member(w->fake, u, "tagged", tagged, 0);
	mg_fake_member(
		w->fake, u, "numbers", mg_fake_array(w->fake, number, 2), 0);
	guint64 at = world_variable(w, "u", u, data ? 500 : 400);
	mg_fake_put(w->fake, at + 8, data ? 'b' : 'a', 8);
}

static void parts_of_a_union_are_numbers(void)
{
	g_auto(pair) p = make_pair(fill_union, NULL, "");
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(p.deltas));
	const guint32 *origin;
	ASSERT_INT(all->size, 1);
	g_autoptr(hc_deltas) fine = hc_deltas_refine(p.deltas, all, &origin);
	g_autofree char *text = describe(fine);
	ASSERT_STR(text, "u.tagged.left: 400 > 500\n"
			 "u.tagged.tag: 97 'a' > 98 'b'\n");
}

/* union { char *text; double number; int yes; } u */
static void fill_word(struct world *w, gpointer data)
{
	struct mg_type *u = mg_fake_struct(w->fake, MG_UNION, "union w", 8);
	struct mg_type *number =
		mg_fake_scalar(w->fake, MG_FLOAT, "double", 8, TRUE);
	mg_fake_member(w->fake, u, "text", w->text, 0);
	mg_fake_member(w->fake, u, "yes", w->integer, 0);
	mg_fake_member(w->fake, u, "number", number, 0);
	world_variable(w, "u", u,
		data ? G_GUINT64_CONSTANT(0x4010000000000000)
		     : G_GUINT64_CONSTANT(0x4008000000000000));
}

/* wchar_t *text, int *numbers: blocks that are longer in the first state. */
static void fill_arrays(struct world *w, gpointer data)
{
	static const char *const texts[] = {
		"one more", "one more text, longer"};
	struct mg_type *wide =
		mg_fake_scalar(w->fake, MG_CHAR, "wchar_t", 4, TRUE);
	const char *text = texts[data == NULL];
	guint n = (guint) strlen(text);
	guint64 at = world_block(w, 4 * n + 4);
	guint64 numbers = world_block(w, 4 * n + 4);
	for (guint i = 0; i < n; i++) {
		mg_fake_put(w->fake, at + 4 * i, (guint64) text[i], 4);
		mg_fake_put(w->fake, numbers + 4 * i, i < 5 ? 1 : n, 4);
	}
	world_pointer(w, "text", wide, at);
	world_pointer(w, "numbers", w->integer, numbers);
}

static void arrays_are_shown_where_they_differ(void)
{
	g_auto(pair) p = make_pair(fill_arrays, NULL, "");
	g_autofree char *text = describe(p.deltas);
	ASSERT_STR(text,
		"*text@22: L\"one more text, longer\" > L\"one more\"\n"
		"*numbers@22: {…, 1, 1, 21, 21, 21, 21, 21, 21, …} > "
		"{…, 1, 1, 8, 8, 8, 0, 0}\n");
}

static void a_union_of_one_word_is_the_number_that_it_may_be(void)
{
	assert_all_work(fill_word, NULL, "", "u.number: 3 > 4\n");
}

/* union { long room; char here[16]; } u, as in short strings of C++ */
static void fill_short(struct world *w, gpointer data)
{
	struct mg_type *u = mg_fake_struct(w->fake, MG_UNION, "union s", 16);
	struct mg_type *number =
		mg_fake_scalar(w->fake, MG_INT, "long", 8, TRUE);
	mg_fake_member(w->fake, u, "here",
		mg_fake_array(w->fake, mg_fake_char(w->fake), 16), 0);
	mg_fake_member(w->fake, u, "room", number, 0);
	guint64 at = world_variable(w, "u", u, 0);
	mg_fake_text(w->fake, at, data);
}

static void a_union_that_holds_a_text_is_one(void)
{
	assert_all_work(fill_short, "lib:base", "base:lib",
		"u.here: \"lib:base\" > \"base:lib\"\n");
}

/* struct { char *text; union { long room; char here[16]; } u; } s, where the
 * pointer leads to the union, or not. */
struct letter {
	const char *text;
	gboolean led_to;
};

static void fill_letter(struct world *w, gpointer data)
{
	const struct letter *letter = data;
	struct mg_type *u = mg_fake_struct(w->fake, MG_UNION, NULL, 16);
	struct mg_type *s = mg_fake_struct(w->fake, MG_STRUCT, "struct s", 24);
	struct mg_type *character = mg_fake_char(w->fake);
	mg_fake_member(w->fake, u, "room",
		mg_fake_scalar(w->fake, MG_INT, "long", 8, TRUE), 0);
	mg_fake_member(
		w->fake, u, "here", mg_fake_array(w->fake, character, 16), 0);
	mg_fake_member(
		w->fake, s, "text", mg_fake_pointer(w->fake, character), 0);
	mg_fake_member(w->fake, s, NULL, u, 8);
	guint64 at = world_variable(w, "s", s, 0);
	mg_fake_put(w->fake, at, letter->led_to ? at + 8 : 0, 8);
	mg_fake_text(w->fake, at + 8, letter->text);
}

static void a_text_may_be_as_short_as_its_pointer_says(void)
{
	struct letter here[] = {{"x", TRUE}, {"", TRUE}};
	struct letter nowhere[] = {{"x", FALSE}, {"", FALSE}};
	assert_all_work(
		fill_letter, &here[0], &here[1], "s.here: \"x\" > \"\"\n");
	assert_all_work(fill_letter, &nowhere[0], &nowhere[1],
		"*(char (*)[16]) &s.room: \"x\" > \"\"...\n");
}

/* union { long n; double real; } u */
static void fill_real(struct world *w, gpointer data)
{
	struct mg_type *u = mg_fake_struct(w->fake, MG_UNION, "union r", 8);
	mg_fake_member(w->fake, u, "n",
		mg_fake_scalar(w->fake, MG_INT, "long", 8, TRUE), 0);
	mg_fake_member(w->fake, u, "real",
		mg_fake_scalar(w->fake, MG_FLOAT, "double", 8, TRUE), 0);
	guint64 value;
	memcpy(&value, data, sizeof value);
	world_variable(w, "u", u, value);
}

static void a_union_is_a_double_if_it_is_too_large_for_a_number(void)
{
	double small[] = {-2.5, 1000}, none = 0;
	gint64 numbers[] = {-7, 123456789012};
	assert_all_work(
		fill_real, &small[0], &small[1], "u.real: -2.5 > 1000\n");
	assert_all_work(fill_real, &none, &small[0], "u.real: 0 > -2.5\n");
	assert_all_work(fill_real, &numbers[0], &numbers[1],
		"u.n: -7 > 123456789012\n");
	/* Not in both runs. */
	assert_all_work(fill_real, &numbers[1], &small[1],
		"u.n: 123456789012 > 4652007308841189376\n");
}

/* struct { int tries; jmp_buf back[2]; int last; } *state */
static void fill_jump(struct world *w, gpointer data)
{
	struct mg_type *number =
		mg_fake_scalar(w->fake, MG_INT, "long", 8, TRUE);
	struct mg_type *tag =
		mg_fake_struct(w->fake, MG_STRUCT, "struct __jmp_buf_tag", 24);
	struct mg_type *state =
		mg_fake_struct(w->fake, MG_STRUCT, "struct state", 64);
	mg_fake_member(
		w->fake, tag, "__jmpbuf", mg_fake_array(w->fake, number, 2), 0);
	mg_fake_member(w->fake, tag, "__mask_was_saved", w->integer, 16);
	mg_fake_member(w->fake, state, "tries", w->integer, 0);
	mg_fake_member(
		w->fake, state, "back", mg_fake_array(w->fake, tag, 2), 8);
	mg_fake_member(w->fake, state, "last", w->integer, 56);
	guint64 at = world_block(w, state->size);
	world_pointer(w, "state", state, at);
	mg_fake_put(w->fake, at, data ? 2 : 1, 4);
	for (guint i = 8; i < 56; i += 8)
		mg_fake_put(w->fake, at + i, (data ? 0x7531 : 0x1357) * i, 8);
	mg_fake_put(w->fake, at + 56, data ? 4 : 3, 4);
}

static void where_to_jump_is_never_transferred(void)
{
	g_auto(pair) p = make_pair(fill_jump, NULL, "");
	g_autofree char *text = describe(p.deltas);
	ASSERT_STR(text, "state->tries: 1 > 2\nstate->last: 3 > 4\n");
	const GArray *refused = hc_deltas_refused(p.deltas);
	ASSERT_INT(refused->len > 0, TRUE);
	for (guint i = 0; i < refused->len; i++) {
		const struct hc_refused *r =
			&g_array_index(refused, struct hc_refused, i);
		ASSERT_INT(g_str_has_prefix(r->name, "state->back"), TRUE);
	}
}

static void what_leads_to_itself_says_so(void)
{
	assert_all_work(fill_circle, "", "7",
		"list: NULL > a struct link {value = 7, next = itself, prev = "
		"itself}\n");
}

/* What the list is after some of the deltas. */
static void assert_list(fill_func fill, const char *pass, const char *fail,
	guint32 set, const char *same_as)
{
	g_auto(pair) p = make_pair(fill, (gpointer) pass, (gpointer) fail);
	g_autoptr(GArray) members = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; i < 32; i++)
		if (set >> i & 1)
			g_array_append_val(members, i);
	g_autoptr(dd_set) some = dd_set_new_members(
		(const guint32 *) (void *) members->data, members->len);
	g_autofree char *rest = apply(&p, some);
	g_autoptr(world) other = world_new(2);
	fill(other, (gpointer) same_as);
	g_autofree char *left = world_diff(p.pass, other, MG_MATCH_TRAVERSAL);
	ASSERT_STR(left, "");
}

static void an_insertion_and_a_deletion_at_one_link_are_independent(void)
{
	static const fill_func fills[] = {fill_list, fill_links, fill_circle};
	for (guint i = 0; i < G_N_ELEMENTS(fills); i++) {
		assert_list(fills[i], "1 2 3", "1 8 9 3", 0, "1 2 3");
		assert_list(fills[i], "1 2 3", "1 8 9 3", 1, "1 8 9 2 3");
		assert_list(fills[i], "1 2 3", "1 8 9 3", 2, "1 3");
		assert_list(fills[i], "1 2 3", "1 8 9 3", 3, "1 8 9 3");
	}
}

/* `end` leads to the last node of a list, and does not know what it is. */
static void fill_end(struct world *w, gpointer data)
{
	/* Numbers of one digit; elements are made from the last one on. */
	guint64 list = world_list(w, data), n = strlen(data) / 2;
	world_pointer(w, "list", w->node, list);
	world_pointer(w, "end", NULL, list - n * 0x40);
}

static void assert_named(
	fill_func fill, gpointer pass, gpointer fail, const char *names)
{
	g_auto(pair) p = make_pair(fill, pass, fail);
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < hc_deltas_n(p.deltas); i++) {
		g_autofree char *name = hc_delta_name(p.deltas, i);
		g_autofree char *shown = hc_delta_shown(p.deltas, i);
		g_string_append_printf(text, "%s: %s\n", name, shown);
	}
	ASSERT_STR(text->str, names);
	g_string_free(text, TRUE);
}

static void what_needs_a_cast_is_shown_in_words(void)
{
	assert_named(fill_end, "1 2 3 4 5 6 7 8", "1 2 3 4 5 6 7 9",
		"((struct node *) end)->value: "
		"value of the struct node at end\n");
	/* Nor is one needed if the list is short. */
	assert_named(fill_end, "1 2 3", "1 2 4",
		"list->next->next->value: list->next->next->value\n");
}

static void two_edits_at_one_link_are_told_as_both_make_it(void)
{
	g_auto(pair) p = make_pair(fill_list, "1 2 3", "1 8 9 3");
	ASSERT_INT(hc_deltas_n(p.deltas), 2);
	g_autoptr(dd_set) both = dd_set_new_range(0, 2);
	for (guint i = 0; i < 2; i++) {
		g_autofree char *text = hc_delta_text_in(p.deltas, i, 1, both);
		CU_ASSERT(g_str_has_prefix(text, "a struct node {value = 8"));
	}
	/* By itself, the deletion leads to what follows. */
	for (guint i = 0; i < 2; i++) {
		g_autofree char *text = hc_delta_text(p.deltas, i, 1);
		gboolean deletion =
			hc_delta_kind(p.deltas, i) == HC_DELTA_DELETION;
		CU_ASSERT(g_str_has_prefix(
			text, deletion ? "the struct node {value = 3"
				       : "a struct node {value = 8"));
	}
}

static void each_edit_of_a_list_stands_by_itself(void)
{
	static const fill_func fills[] = {fill_list, fill_links, fill_circle};
	for (guint i = 0; i < G_N_ELEMENTS(fills); i++) {
		assert_list(fills[i], "1 2 3 4 5 6", "1 2 7 3 5 6", 1,
			"1 2 7 3 4 5 6");
		assert_list(
			fills[i], "1 2 3 4 5 6", "1 2 7 3 5 6", 2, "1 2 3 5 6");
	}
	assert_list(fill_links, "1 2 3", "9 1 2 3", 1, "9 1 2 3");
	assert_list(fill_links, "1 2 3", "2 3", 1, "2 3");
	assert_list(fill_links, "1 2 3", "1 2 3 4 5", 1, "1 2 3 4 5");
}

/* ---- Random states ---- */

/* Two pointers to a block that nobody knows the type of; the first one gives it
 * its name. */
static void fill_untyped(struct world *w, gpointer data)
{
	struct mg_type *nothing =
		mg_fake_scalar(w->fake, MG_VOID, "void", 0, FALSE);
	guint64 block = world_block(w, 40);
	world_pointer(w, "p", nothing, data ? block : 0);
	world_pointer(w, "q", nothing, block);
}

static void a_block_is_not_told_by_the_pointer_that_leads_to_it(void)
{
	g_auto(pair) back = make_pair(fill_untyped, "", NULL);
	g_autofree char *text = describe(back.deltas);
	ASSERT_STR(text, "p: a 40 bytes > NULL\n");
	/* It has another name there. */
	g_auto(pair) there = make_pair(fill_untyped, NULL, "");
	g_autofree char *forward = describe(there.deltas);
	ASSERT_STR(forward, "p: NULL > q\n");
}

/* ---- Dangling pointers ---- */

/* Whether memory is free that a pointer, or another one, leads to. */
struct dangling {
	gboolean used, spare;
};

static void fill_dangling(struct world *w, gpointer data)
{
	const struct dangling *d = data;
	guint64 list = world_list(w, "1 2");
	guint64 dead = w->heap;
	w->heap += 0x1000;
	mg_fake_map(w->fake, dead, 64, MG_PLACE_DEAD);
	world_pointer(w, "used", w->node, d->used ? dead : list);
	world_pointer(w, "spare", w->node, d->spare ? dead + 32 : 0);
	world_variable(w, "x", w->integer, d->used);
}

static void a_dangling_pointer_can_only_be_taken_back(void)
{
	struct dangling none = {FALSE, FALSE}, both = {TRUE, TRUE};
	g_auto(pair) there = make_pair(fill_dangling, &none, &both);
	g_autofree char *forward = describe(there.deltas);
	ASSERT_STR(forward, "x: 0 > 1\n");
	ASSERT_INT(hc_deltas_n_dangling(there.deltas), 2);
	g_autoptr(dd_set) nothing = hc_deltas_dangling(there.deltas);
	ASSERT_INT(nothing->size, 0);

	g_auto(pair) back = make_pair(fill_dangling, &both, &none);
	g_autofree char *text = describe(back.deltas);
	ASSERT_STR(text,
		"used: freed memory > a struct node {value = 1, next = a "
		"struct node}\n"
		"spare: freed memory > NULL\n"
		"x: 1 > 0\n");
	ASSERT_INT(hc_deltas_n_dangling(back.deltas), 0);
	g_autoptr(dd_set) dangling = hc_deltas_dangling(back.deltas);
	g_autofree char *members = dd_set_to_string(dangling);
	ASSERT_STR(members, "0-1");
	g_autoptr(dd_set) all = dd_set_new_range(0, 3);
	g_autofree char *left = apply(&back, all);
	ASSERT_STR(left, "");
}

static void fill_gone(struct world *w, gpointer data)
{
	const guint64 top = G_GUINT64_CONSTANT(0x7fffff000);
	mg_fake_map(w->fake, top - 64, 64, MG_PLACE_DEAD);
	mg_fake_map(w->fake, top, 64, MG_PLACE_DATA);
	mg_fake_root(w->fake, "here", MG_ROOT_LOCAL, w->integer, top);
	world_pointer(w, "p", w->integer, data ? top - 32 : 0);
}

static void a_stack_that_is_gone_was_not_freed(void)
{
	g_auto(pair) p = make_pair(fill_gone, "", NULL);
	g_autofree char *text = describe(p.deltas);
	ASSERT_STR(text, "p: the stack of a call that has returned > NULL\n");
}

static void pointers_that_dangle_in_both_runs_are_the_same(void)
{
	struct dangling both = {TRUE, TRUE}, same = {TRUE, TRUE};
	g_auto(pair) p = make_pair(fill_dangling, &both, &same);
	ASSERT_INT(hc_deltas_n(p.deltas), 0);
	ASSERT_INT(hc_deltas_n_dangling(p.deltas), 0);
}

/* ---- What is left in freed memory ---- */

struct left {
	guint64 value; /* in a freed list's element */
	gboolean joined; /* with other free blocks */
	gboolean new; /* it has something new beside it */
};

static void fill_left(struct world *w, gpointer data)
{
	const struct left *left = data;
	guint64 dead = w->heap;
	w->heap += 0x1000;
	mg_fake_map_freed(
		w->fake, dead, left->joined ? 400 : 24, !left->joined);
	mg_fake_put(w->fake, dead, left->value, 8);
	mg_fake_put(w->fake, dead + 8, 2 * left->value, 8);
	mg_fake_put(w->fake, dead + 16, 3 * left->value, 8);
	struct mg_type *number =
		mg_fake_scalar(w->fake, MG_INT, "long", 8, TRUE);
	struct mg_type *box = mg_fake_array(w->fake, number, 3);
	world_pointer(w, "p", box, dead);
	world_pointer(w, "q", w->node, left->new ? world_list(w, "1") : 0);
}

static void what_is_left_in_freed_memory_is_put_in_where_it_is(void)
{
	struct left one = {1, FALSE, FALSE}, two = {2, FALSE, TRUE};
	g_auto(pair) p = make_pair(fill_left, &one, &two);
	ASSERT_INT(hc_deltas_n(p.deltas), 2);
	g_autofree char *shown = hc_delta_shown(p.deltas, 0);
	g_autofree char *other = hc_delta_shown(p.deltas, 1);
	CU_ASSERT(g_str_has_suffix(shown, " (freed memory)") !=
		  g_str_has_suffix(other, " (freed memory)"));
	g_autoptr(dd_set) all = dd_set_new_range(0, 2);
	g_autofree char *left = apply(&p, all);
	ASSERT_STR(left, "");

	/* The words of the allocator are as they were. */
	g_autoptr(hc_alteration) a = hc_deltas_alter(p.deltas, all);
	for (guint i = 0; i < hc_alteration_n_writes(a); i++) {
		struct hc_write w = hc_alteration_get_write(a, i);
		guint64 dead = mg_link_value(p.a, mg_graph_link_at(p.a, 0, 0));
		CU_ASSERT(w.address + w.n <= dead || w.address >= dead + 16);
	}
}

/* A new block might come to lie in the middle of it. */
static void where_freed_blocks_were_joined_nothing_is_made(void)
{
	struct left one = {1, TRUE, FALSE}, two = {2, TRUE, TRUE};
	g_auto(pair) p = make_pair(fill_left, &one, &two);
	ASSERT_INT(hc_deltas_n(p.deltas), 1);
	guint n;
	hc_deltas_blocks(p.deltas, &n);
	ASSERT_INT(n, 0);
	const struct hc_refused *refused = &g_array_index(
		hc_deltas_refused(p.deltas), struct hc_refused, 0);
	ASSERT_STR(refused->name, "q");
	ASSERT_STR(refused->why, "would need new memory");

	struct left same = {1, TRUE, TRUE};
	g_auto(pair) other = make_pair(fill_left, &one, &same);
	ASSERT_INT(hc_deltas_n(other.deltas), 1);
	hc_deltas_blocks(other.deltas, &n);
	ASSERT_INT(n, 1);
}

struct random_state {
	GRand *random;
	guint n;
};

/* Variables, lists and nodes that point anywhere, to each other and to
 * themselves. */
static void fill_random(struct world *w, gpointer data)
{
	struct random_state *r = data;
	guint n = r->n;
	g_autofree guint64 *nodes = g_new0(guint64, n + 1);
	for (guint i = 0; i < n; i++) {
		guint kind = (guint) g_rand_int_range(r->random, 0, 3);
		nodes[i] = kind == 0   ? world_block(w, w->link->size)
			   : kind == 1 ? world_links(w, "1 2 3", i % 2)
				       : world_links(w, "4 5", FALSE);
		mg_fake_put(w->fake, nodes[i],
			(guint64) g_rand_int_range(r->random, 0, 5), 4);
	}
	for (guint i = 0; i < 2 * n; i++) {
		guint from = (guint) g_rand_int_range(r->random, 0, (gint) n);
		guint to = (guint) g_rand_int_range(r->random, 0, (gint) n);
		mg_fake_put(w->fake,
			nodes[from] + (g_rand_boolean(r->random) ? 8 : 16),
			g_rand_int_range(r->random, 0, 8) ? nodes[to] : 0, 8);
	}
	static const char *const names[] = {"p", "q", "r", "s"};
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		world_pointer(w, names[i], w->link,
			nodes[g_rand_int_range(r->random, 0, (gint) n)]);
	world_variable(w, "x", w->integer,
		(guint64) g_rand_int_range(r->random, 0, 3));
}

static struct dd_set *random_subset(GRand *random, guint32 n)
{
	g_autoptr(GArray) members = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; i < n; i++)
		if (g_rand_boolean(random))
			g_array_append_val(members, i);
	return dd_set_new_members(
		(const guint32 *) (void *) members->data, members->len);
}

/* Takes part of the deltas and then compares, and takes all and compares: the
 * first must leave a state without wild pointers, the second the failing one.
 */
static void try_random(guint seed)
{
	g_autoptr(GRand) random = g_rand_new_with_seed(seed);
	struct random_state r = {random, 2 + seed % 12};
	g_auto(pair) p = make_pair(fill_random, &r, &r);
	g_autoptr(dd_set) some = random_subset(random, hc_deltas_n(p.deltas));
	g_autofree char *between = apply(&p, some);
	g_autoptr(mg_graph) graph = mg_fake_extract(p.pass->fake);
	struct mg_summary sum;
	mg_graph_summary(graph, &sum);
	if (sum.ends[MG_END_UNMAPPED] || sum.ends[MG_END_DEAD])
		test_fail("seed %u: a pointer leads nowhere", seed);
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(p.deltas));
	g_autofree char *left = apply(&p, all);
	if (left[0])
		test_fail("seed %u: %s", seed, left);
}

static void all_deltas_of_random_states_lead_to_the_failing_one(void)
{
	for (guint seed = 0; seed < 3000; seed++)
		try_random(seed);
}

static void taking_them_back_leads_to_the_passing_one(void)
{
	for (guint seed = 0; seed < 500; seed++) {
		g_autoptr(GRand) random = g_rand_new_with_seed(seed);
		struct random_state r = {random, 2 + seed % 12};
		g_auto(pair) p = make_pair(fill_random, &r, &r);
		g_autoptr(mg_match) back = mg_match_reversed(p.match);
		g_autoptr(mg_diff) diff = mg_diff_new(back);
		g_autoptr(hc_deltas) deltas = hc_deltas_new(diff, NULL);
		g_autoptr(dd_set) all =
			dd_set_new_range(0, hc_deltas_n(p.deltas));
		g_autoptr(dd_set) mirror =
			hc_deltas_mirror(p.deltas, all, deltas);
		ASSERT_INT(mirror->size, hc_deltas_n(deltas));
	}
}

/* A buffer with a text and something old behind it, and a number. */
struct buffer {
	const char *text;
	gsize n;
	guint64 number;
};

static void fill_buffer(struct world *w, gpointer data)
{
	const struct buffer *b = data;
	const struct mg_type *type =
		mg_fake_array(w->fake, mg_fake_char(w->fake), 16);
	guint64 at = world_variable(w, "buffer", type, 0);
	mg_fake_write(w->fake, at, b->text, b->n);
	world_variable(w, "number", w->integer, b->number);
}

/* The deltas, where each run was seen twice. */
static char *without_noise(struct buffer states[4])
{
	g_auto(pair) p = make_pair(fill_buffer, &states[0], &states[1]);
	g_auto(pair) pass = make_pair(fill_buffer, &states[0], &states[2]);
	g_auto(pair) fail = make_pair(fill_buffer, &states[1], &states[3]);
	struct hc_noise noise = {.pass = pass.diff, .fail = fail.diff};
	g_autoptr(hc_deltas) deltas = hc_deltas_new(p.diff, &noise);
	return describe(deltas);
}

static void what_varies_behind_a_text_does_not_hide_the_text(void)
{
	struct buffer states[] = {
		{"no\0\1\2\3", 6, 5},
		{"off\0\1\4", 6, 5},
		{"no\0\1\2\7", 6, 5},
		{"off\0\1\7", 6, 5},
	};
	g_autofree char *all = without_noise(states);
	ASSERT_STR(all, "buffer: \"no\" > \"off\"\n");
}

static void a_text_or_number_that_varies_is_no_delta(void)
{
	struct buffer states[] = {
		{"at 12:00:01", 11, 0x1201},
		{"at 12:00:12", 11, 0x1212},
		{"at 12:00:02", 11, 0x1202},
		{"at 12:00:13", 11, 0x1213},
	};
	g_autofree char *all = without_noise(states);
	ASSERT_STR(all, "");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(what_varies_behind_a_text_does_not_hide_the_text),
		TEST(a_text_or_number_that_varies_is_no_delta),
		TEST(figure_5_is_two_deltas),
		TEST(values_and_strings_are_deltas),
		TEST(long_texts_are_shown_where_they_differ),
		TEST(pointers_to_the_same_words_are_told_by_their_places),
		TEST(what_is_called_after_the_pointer_is_told_by_its_members),
		TEST(parts_of_a_union_are_numbers),
		TEST(arrays_are_shown_where_they_differ),
		TEST(a_union_of_one_word_is_the_number_that_it_may_be),
		TEST(a_union_that_holds_a_text_is_one),
		TEST(a_text_may_be_as_short_as_its_pointer_says),
		TEST(a_union_is_a_double_if_it_is_too_large_for_a_number),
		TEST(where_to_jump_is_never_transferred),
		TEST(what_leads_to_itself_says_so),
		TEST(an_insertion_and_a_deletion_at_one_link_are_independent),
		TEST(what_needs_a_cast_is_shown_in_words),
		TEST(two_edits_at_one_link_are_told_as_both_make_it),
		TEST(each_edit_of_a_list_stands_by_itself),
		TEST(all_deltas_of_random_states_lead_to_the_failing_one),
		TEST(taking_them_back_leads_to_the_passing_one),
		TEST(a_block_is_not_told_by_the_pointer_that_leads_to_it),
		TEST(a_dangling_pointer_can_only_be_taken_back),
		TEST(a_stack_that_is_gone_was_not_freed),
		TEST(pointers_that_dangle_in_both_runs_are_the_same),
		TEST(what_is_left_in_freed_memory_is_put_in_where_it_is),
		TEST(where_freed_blocks_were_joined_nothing_is_made),
	};
	return run_tests("deltas", tests, G_N_ELEMENTS(tests));
}
