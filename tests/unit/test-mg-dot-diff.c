/* Pictures of differences: what cgraph reads back, and what dot makes of it. */
#include "dot-diff.h"
#include "mg-samples.h"
#include "mg-world.h"
#include "runner.h"

#include <graphviz/cgraph.h>
#include <string.h>

static void draw(struct mg_fake *a, struct mg_fake *b,
	const struct mg_dot_diff_options *options, FILE *file)
{
	struct mg_match_options how = {.way = MG_MATCH_TRAVERSAL};
	g_autoptr(GError) error = NULL;
	g_autoptr(mg_graph) first = mg_fake_extract(a);
	g_autoptr(mg_graph) second = mg_fake_extract(b);
	g_autoptr(mg_match) match = mg_match_new(first, second, &how);
	g_autoptr(mg_diff) diff = mg_diff_new(match);
	CU_ASSERT_TRUE(mg_dot_diff_write(diff, options, file, &error));
	ASSERT_NO_ERROR(error);
}

static char *text_of(struct mg_fake *a, struct mg_fake *b,
	const struct mg_dot_diff_options *options)
{
	char *text = NULL;
	size_t n = 0;
	FILE *file = open_memstream(&text, &n);
	draw(a, b, options, file);
	fclose(file);
	return text;
}

/* What cgraph makes of it; the caller closes it. */
static Agraph_t *read_back(
	struct mg_fake *a, struct mg_fake *b, guint most, gboolean whole)
{
	struct mg_dot_diff_options options = {most, whole};
	char *text = text_of(a, b, &options);
	Agraph_t *dot = agmemread(text);
	free(text); /* of open_memstream */
	CU_ASSERT_PTR_NOT_NULL_FATAL(dot);
	return dot;
}

static Agraph_t *lists(const char *first, const char *second)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	world_pointer(a, "list", a->node, world_list(a, first));
	world_pointer(b, "list", b->node, world_list(b, second));
	return read_back(a->fake, b->fake, 0, FALSE);
}

/* How many nodes have a label with the text. */
static guint count(Agraph_t *dot, const char *text)
{
	guint n = 0;
	for (Agnode_t *node = agfstnode(dot); node; node = agnxtnode(dot, node))
		n += strstr(agget(node, (char *) "label"), text) != NULL;
	return n;
}

static guint count_edges(Agraph_t *dot, const char *label, const char *style)
{
	guint n = 0;
	for (Agnode_t *node = agfstnode(dot); node; node = agnxtnode(dot, node))
		for (Agedge_t *edge = agfstout(dot, node); edge;
			edge = agnxtout(dot, edge))
			n += strcmp(agget(edge, (char *) "label"), label) ==
				     0 &&
			     strcmp(agget(edge, (char *) "style"), style) == 0;
	return n;
}

static void a_value_that_changed_is_told_before_and_after(void)
{
	Agraph_t *dot = lists("14 18 20", "14 19 20");
	ASSERT_INT(count(dot, "18 → <B>19</B>"), 1);
	/* list, two elements on the way, and what is behind. */
	ASSERT_INT(agnnodes(dot), 1 + 3 + 1);
	ASSERT_INT(count(dot, "… 1 more"), 1);
	ASSERT_INT(count_edges(dot, ".next", ""), 1);
	agclose(dot);
}

/* FSE 2002, Figure 5. */
static void figure_5_shows_an_insertion_and_a_deletion(void)
{
	Agraph_t *dot = lists("14 18 20 22", "14 15 18 22");
	ASSERT_INT(agnnodes(dot), 1 + 6);
	ASSERT_INT(count(dot, ">+ <B>*list-&gt;next</B>"), 1);
	ASSERT_INT(count(dot, ">− <B>*list-&gt;next-&gt;next</B>"), 1);
	ASSERT_INT(count(dot, "STYLE=\"DASHED\""), 1);
	ASSERT_INT(count_edges(dot, "+ .next", ""), 3);
	ASSERT_INT(count_edges(dot, "− .next", "dashed"), 3);
	ASSERT_INT(count(dot, "• → <B>•</B>"), 2);
	CU_ASSERT_PTR_NOT_NULL(strstr(agget(dot, (char *) "label"),
		"0 values changed, 2 pointers lead elsewhere, "
		"1 object inserted, 1 object deleted"));
	agclose(dot);
}

static char *numbers(guint n, guint insert)
{
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < n; i++) {
		if (i == insert)
			g_string_append(text, "999999 ");
		g_string_append_printf(text, "%u ", i);
	}
	return g_string_free(text, FALSE);
}

static void what_is_equal_is_folded(void)
{
	g_autofree char *first = numbers(1500, G_MAXUINT);
	g_autofree char *second = numbers(1500, 1200);
	Agraph_t *dot = lists(first, second);
	/* root, list, the two before, what came, the one behind. */
	ASSERT_INT(agnnodes(dot), 6 + 2);
	ASSERT_INT(count(dot, "… 1,198 more"), 1);
	ASSERT_INT(count(dot, "… 299 more"), 1);
	agclose(dot);
}

/* Ten changes, one behind the other, would make a picture of ten pages. */
static void a_long_list_goes_on_in_a_new_line(void)
{
	g_autoptr(GString) first = g_string_new(NULL);
	g_autoptr(GString) second = g_string_new(NULL);
	for (guint i = 0; i < 300; i++) {
		g_string_append_printf(first, "%u ", i);
		g_string_append_printf(
			second, "%u ", i % 30 == 15 ? i + 1000 : i);
	}
	Agraph_t *dot = lists(first->str, second->str);
	guint anew = 0, on = 0;
	for (Agnode_t *node = agfstnode(dot); node; node = agnxtnode(dot, node))
		for (Agedge_t *edge = agfstout(dot, node); edge;
			edge = agnxtout(dot, edge)) {
			if (strcmp(agget(edge, (char *) "style"), "dotted") ||
				!*agget(edge, (char *) "label"))
				continue;
			if (*agget(edge, (char *) "constraint"))
				anew++;
			else
				on++;
		}
	ASSERT_INT(count(dot, "<B>list … .next</B>"), 20);
	ASSERT_INT(on, 7);
	ASSERT_INT(anew, 3);
	agclose(dot);
}

static void of_what_came_only_the_beginning_is_shown(void)
{
	g_autofree char *second = numbers(1000, G_MAXUINT);
	Agraph_t *dot = lists("", second);
	ASSERT_INT(agnnodes(dot), 1 + 1 + 4 + 1);
	ASSERT_INT(count(dot, "… 996 more<BR/>"), 1);
	ASSERT_INT(count(dot, ">+ 996</FONT>"), 1);
	agclose(dot);
}

static void equal_states_are_folded_as_a_whole(void)
{
	Agraph_t *dot = lists("1 2 3", "1 2 3");
	ASSERT_INT(agnnodes(dot), 2);
	ASSERT_INT(count(dot, "… 4 more"), 1);
	agclose(dot);
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	dot = read_back(a->fake, b->fake, 0, FALSE);
	ASSERT_INT(agnnodes(dot), 1);
	agclose(dot);
}

/* Variables whose values all differ. */
static void fill_variables(struct world *w, guint n, guint value)
{
	for (guint i = 0; i < n; i++) {
		char name[16];
		g_snprintf(name, sizeof name, "v%u", i);
		world_variable(w, g_intern_string(name), w->integer, i + value);
	}
}

static void there_are_no_more_boxes_than_wanted(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	fill_variables(a, 500, 0);
	fill_variables(b, 500, 1);
	Agraph_t *dot = read_back(a->fake, b->fake, 50, FALSE);
	ASSERT_INT(agnnodes(dot), 1 + 50 + 1);
	ASSERT_INT(count(dot, "… 450 more<BR/>450 changed"), 1);
	agclose(dot);
	dot = read_back(a->fake, b->fake, 0, FALSE);
	ASSERT_INT(agnnodes(dot), 1 + MG_DOT_DIFF_MOST + 1);
	agclose(dot);
}

static void the_whole_has_what_is_equal_too(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	g_autofree char *first = numbers(400, G_MAXUINT);
	g_autofree char *second = numbers(400, 200);
	world_pointer(a, "list", a->node, world_list(a, first));
	world_pointer(b, "list", b->node, world_list(b, second));
	Agraph_t *dot = read_back(a->fake, b->fake, 0, TRUE);
	ASSERT_INT(agnnodes(dot), 1 + 1 + 401);
	ASSERT_INT(agnedges(dot), 1 + 1 + 399 + 2);
	agclose(dot);
}

static void a_large_object_shows_what_changed_in_it(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	struct world *worlds[] = {a, b};
	for (guint i = 0; i < 2; i++) {
		struct mg_fake *fake = worlds[i]->fake;
		guint64 at = world_variable(worlds[i], "items",
			mg_fake_array(fake, worlds[i]->item, 1000), 0);
		mg_fake_put(fake, at + 16 * 700 + 4, 5 + i, 4);
	}
	Agraph_t *dot = read_back(a->fake, b->fake, 0, FALSE);
	ASSERT_INT(count(dot, ">[700].value</TD>"), 1);
	ASSERT_INT(count(dot, "5 → <B>6</B>"), 1);
	ASSERT_INT(count(dot, "… 2,996 more"), 1);
	agclose(dot);
}

static void back_pointers_lead_back(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	world_pointer(a, "list", a->link, world_links(a, "1 2 3", FALSE));
	world_pointer(b, "list", b->link, world_links(b, "1 9 2 3", FALSE));
	Agraph_t *dot = read_back(a->fake, b->fake, 0, FALSE);
	ASSERT_INT(count_edges(dot, "+ .prev", ""), 2);
	ASSERT_INT(count_edges(dot, "− .prev", "dashed"), 1);
	for (Agnode_t *node = agfstnode(dot); node; node = agnxtnode(dot, node))
		for (Agedge_t *edge = agfstout(dot, node); edge;
			edge = agnxtout(dot, edge))
			if (strstr(agget(edge, (char *) "label"), ".prev"))
				ASSERT_STR(agget(edge, (char *) "headport"),
					"h:e");
	agclose(dot);
}

/* Nothing in it depends on where things are. */
/* An environment of these variables. */
static void put_environment(struct world *w, const char *variables)
{
	g_auto(GStrv) list = g_strsplit(variables, " ", -1);
	guint n = g_strv_length(list);
	guint64 array = world_block(w, (n + 1) * sizeof array);
	for (guint i = 0; i <= n; i++)
		mg_fake_put(w->fake, array + i * sizeof array,
			i < n ? world_string(w, list[i]) : 0, sizeof array);
	world_pointer(w, "environ", w->text, array);
}

/* The row of the tail that an arrow begins at. */
static guint count_tails(Agraph_t *dot, const char *label, const char *row)
{
	guint n = 0;
	for (Agnode_t *node = agfstnode(dot); node; node = agnxtnode(dot, node))
		for (Agedge_t *edge = agfstout(dot, node); edge;
			edge = agnxtout(dot, edge)) {
			if (strcmp(agget(edge, (char *) "label"), label) != 0)
				continue;
			g_autofree char *port =
				g_strndup(agget(edge, (char *) "tailport"), 2);
			g_autofree char *text = g_strdup_printf(
				"PORT=\"%s\" BGCOLOR=\"#fff2b3\">%s<", port,
				row);
			n += strstr(agget(node, (char *) "label"), text) !=
			     NULL;
		}
	return n;
}

/* Where in the array they are says nothing, and is not the same in both. */
static void variables_of_the_environment_are_called_by_their_names(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	put_environment(a, "HOME=/h GONE=3 SAME=5");
	put_environment(b, "ADDED=1 HOME=/h OTHER=2 SAME=5");
	Agraph_t *dot = read_back(a->fake, b->fake, 0, FALSE);
	ASSERT_INT(count(dot, ">ADDED</TD>"), 1);
	ASSERT_INT(count(dot, ">OTHER</TD>"), 1);
	ASSERT_INT(count(dot, ">GONE</TD>"), 1);
	ASSERT_INT(count(dot, ">HOME</TD>"), 1);
	ASSERT_INT(count(dot, "unset → <B>&quot;ADDED=1&quot;</B>"), 1);
	ASSERT_INT(count(dot, "&quot;GONE=3&quot; → <B>unset</B>"), 1);
	ASSERT_INT(count(dot, ">[0]<"), 0);
	ASSERT_INT(count_edges(dot, "+ ADDED", ""), 1);
	ASSERT_INT(count_edges(dot, "+ OTHER", ""), 1);
	ASSERT_INT(count_edges(dot, "− GONE", "dashed"), 1);
	/* Each begins at its own row. */
	ASSERT_INT(count_tails(dot, "+ ADDED",
			   "unset → <B>&quot;ADDED=1&quot;</B>"),
		1);
	ASSERT_INT(count_tails(dot, "+ OTHER",
			   "unset → <B>&quot;OTHER=2&quot;</B>"),
		1);
	/* What only has another place is no difference. */
	ASSERT_INT(count_edges(dot, "+ HOME", ""), 0);
	ASSERT_INT(count_edges(dot, "+ SAME", ""), 0);
	agclose(dot);
}

static void the_same_difference_at_other_addresses_is_the_same_file(void)
{
	struct mg_dot_diff_options options = {0};
	char *text[2];
	for (guint i = 0; i < 2; i++) {
		g_autoptr(world) a = world_new(2 * i);
		g_autoptr(world) b = world_new(2 * i + 1);
		world_pointer(
			a, "list", a->entry, world_entries(a, "a:1 b:2 c:3"));
		world_pointer(b, "list", b->entry,
			world_entries(b, "a:1 x:2 b:3 c:3"));
		/* Pointers to nowhere have their addresses, too. */
		world_pointer(a, "lost", a->node, 0x123456789 + 7 * i);
		world_pointer(b, "lost", b->node, 0x987654321 + 7 * i);
		text[i] = text_of(a->fake, b->fake, &options);
		CU_ASSERT_PTR_NULL(strstr(text[i], "0x"));
	}
	ASSERT_STR(text[0], text[1]);
	free(text[0]);
	free(text[1]);
}

/* Renders by dot, if it is there; the SVG, which the caller frees. */
static char *render(struct mg_fake *a, struct mg_fake *b, gboolean whole)
{
	g_autofree char *program = g_find_program_in_path("dot");
	if (!program) {
		test_skip("no dot");
		return NULL;
	}
	struct mg_dot_diff_options options = {0, whole};
	char path[] = "/tmp/test-mg-dot-diff-XXXXXX";
	g_autofree char *complaints = NULL;
	g_autoptr(GError) error = NULL;
	char *svg = NULL;
	int status = -1;
	FILE *file = fdopen(g_mkstemp(path), "w");
	draw(a, b, &options, file);
	fclose(file);
	char *command[] = {program, "-Tsvg", path, NULL};
	g_spawn_sync(NULL, command, NULL, 0, NULL, NULL, &svg, &complaints,
		&status, &error);
	remove(path);
	ASSERT_NO_ERROR(error);
	ASSERT_STR(complaints, "");
	ASSERT_INT(status, 0);
	return svg;
}

static void names_of_any_bytes_stand_for_themselves(void)
{
	g_autoptr(mg_fake) a = mg_fake_new();
	g_autoptr(mg_fake) b = mg_fake_new();
	mg_sample_nasty(a);
	mg_sample_nasty(b);
	g_autofree char *svg = render(a, b, TRUE);
	if (!svg)
		return;
	static const char *const shown[] = {">{a|b}&lt;c&gt;<",
		">&lt;tag attr=&quot;x&quot;&gt;&amp;amp;<", ">]]&gt;<",
		">back\\slash\\<", ">\\x41<", ">\\<",
		">line\\x0afeed\\x0d\\x0a\\x09<", ">caf\303\251<",
		">\\xff\\xfe<", ">\\N\\G<", ">\360\237\230\200<"};
	for (guint i = 0; i < G_N_ELEMENTS(shown); i++) {
		if (!strstr(svg, shown[i]))
			test_fail("the picture lacks '%s'", shown[i]);
	}
}

static void strings_of_any_bytes_are_shown(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	const struct mg_type *letter = mg_fake_char(a->fake);
	world_pointer(a, "s", letter, world_string(a, "<b>&amp;\\N\001\377"));
	letter = mg_fake_char(b->fake);
	world_pointer(b, "s", letter, world_string(b, "</TABLE>]]>\"\n"));
	g_autofree char *svg = render(a->fake, b->fake, FALSE);
	if (!svg)
		return;
	CU_ASSERT_PTR_NOT_NULL(
		strstr(svg, "&lt;b&gt;&amp;amp;\\\\N\\001\\377"));
	CU_ASSERT_PTR_NOT_NULL(strstr(svg, "&lt;/TABLE&gt;]]&gt;\\&quot;\\n"));
}

static void random_pairs_are_drawn_without_complaint(void)
{
	for (guint32 seed = 0; seed < 300; seed++) {
		g_autoptr(mg_fake) a = mg_fake_new();
		g_autoptr(mg_fake) b = mg_fake_new();
		mg_sample_random(a, seed);
		mg_sample_random(b, seed + seed % 3);
		agclose(read_back(a, b, seed % 40, seed % 2));
		if (seed % 60)
			continue;
		g_autofree char *svg = render(a, b, FALSE);
		if (!svg)
			return;
	}
}

static void a_full_disk_is_an_error(void)
{
	g_autoptr(mg_fake) a = mg_fake_new();
	g_autoptr(GError) error = NULL;
	struct mg_dot_diff_options options = {.whole = TRUE};
	struct mg_match_options how = {0};
	mg_sample_list(a, 1000);
	g_autoptr(mg_graph) graph = mg_fake_extract(a);
	g_autoptr(mg_match) match = mg_match_new(graph, graph, &how);
	g_autoptr(mg_diff) diff = mg_diff_new(match);
	FILE *file = fopen("/dev/full", "r+e"); /* never makes one */
	if (!file) {
		test_skip("no /dev/full");
		return;
	}
	CU_ASSERT_FALSE(mg_dot_diff_write(diff, &options, file, &error));
	ASSERT_ERROR(error, "No space left on device");
	fclose(file);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_value_that_changed_is_told_before_and_after),
		TEST(figure_5_shows_an_insertion_and_a_deletion),
		TEST(what_is_equal_is_folded),
		TEST(a_long_list_goes_on_in_a_new_line),
		TEST(of_what_came_only_the_beginning_is_shown),
		TEST(equal_states_are_folded_as_a_whole),
		TEST(there_are_no_more_boxes_than_wanted),
		TEST(the_whole_has_what_is_equal_too),
		TEST(a_large_object_shows_what_changed_in_it),
		TEST(back_pointers_lead_back),
		TEST(variables_of_the_environment_are_called_by_their_names),
		TEST(the_same_difference_at_other_addresses_is_the_same_file),
		TEST(names_of_any_bytes_stand_for_themselves),
		TEST(strings_of_any_bytes_are_shown),
		TEST(random_pairs_are_drawn_without_complaint),
		TEST(a_full_disk_is_an_error),
	};
	return run_tests("DOT of differences", tests, G_N_ELEMENTS(tests));
}
