/* Graphs as pictures: what cgraph reads back, and what dot makes of it. */
#include "dot.h"
#include "graph.h"
#include "mg-samples.h"
#include "runner.h"

#include <graphviz/cgraph.h>
#include <string.h>

static void draw(struct mg_fake *fake, guint most, FILE *file)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	CU_ASSERT_TRUE(mg_dot_write(graph, most, file, &error));
	ASSERT_NO_ERROR(error);
}

/* What cgraph makes of the file; the caller closes it. */
static Agraph_t *read_back(struct mg_fake *fake, guint most)
{
	FILE *file = tmpfile();
	draw(fake, most, file);
	rewind(file);
	Agraph_t *dot = agread(file, NULL);
	fclose(file);
	CU_ASSERT_PTR_NOT_NULL_FATAL(dot);
	return dot;
}

static const char *label_of(Agraph_t *dot, const char *node)
{
	Agnode_t *found = agnode(dot, (char *) node, FALSE);
	return found ? agget(found, (char *) "label") : NULL;
}

static void an_object_is_a_box_with_a_row_for_each_value(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_sample_list(fake, 4);
	Agraph_t *dot = read_back(fake, 100);
	ASSERT_INT(agnnodes(dot), 1 + 1 + 4);
	ASSERT_INT(agnedges(dot), 1 + 4);
	ASSERT_STR(label_of(dot, "root"), "root");
	ASSERT_STR(label_of(dot, "o0"), "<h> list\\nstruct\\ node\\ *|<r0> •");
	ASSERT_STR(label_of(dot, "o1"),
		"<h> *list\\nstruct\\ node|{.value\\l|<r0> 14}|"
		"{.next\\l|<r1> •}");
	ASSERT_STR(label_of(dot, "o4"),
		"<h> *list-\\>next-\\>next-\\>next\\nstruct\\ node|"
		"{.value\\l|<r0> 22}|{.next\\l|<r1> null}");
	agclose(dot);
}

static void an_arrow_has_the_operation_that_it_stands_for(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_sample_list(fake, 2);
	Agraph_t *dot = read_back(fake, 100);
	Agnode_t *root = agnode(dot, (char *) "root", FALSE);
	Agnode_t *first = agnode(dot, (char *) "o1", FALSE);
	ASSERT_STR(agget(agfstout(dot, root), (char *) "label"), "list");
	ASSERT_STR(agget(agfstout(dot, first), (char *) "label"), "*");
	ASSERT_STR(agget(agfstout(dot, first), (char *) "tailport"), "r1:e");
	agclose(dot);
}

static void members_of_all_kinds_say_what_they_are(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_sample_struct(fake);
	Agraph_t *dot = read_back(fake, 100);
	ASSERT_STR(label_of(dot, "o1"),
		"<h> *shape\\nshape|{._vptr\\l|<r0> null}|"
		"{.size\\l|<r1> \\{0,\\ 1,\\ 4,\\ 9,\\ 16\\}}|"
		"{.nodes[0].value\\l|<r2> 0}|{.nodes[0].next\\l|<r3> •}|"
		"{.nodes[1].value\\l|<r4> 0}|{.nodes[1].next\\l|<r5> null}|"
		"{.nodes[2].value\\l|<r6> 0}|{.nodes[2].next\\l|<r7> null}|"
		"{.name\\l|<r8> \"a\\ \\{square\\}\"}|{.flag\\l|<r9> 5}|"
		"{.colour\\l|<r10> GREEN}|{.weight\\l|<r11> 2.25}|"
		"{.e\\l|<r12> union\\ either}");
	/* From a row to a row of the same box, and from a union. */
	Agnode_t *shape = agnode(dot, (char *) "o1", FALSE);
	Agedge_t *loop = agedge(dot, shape, shape, NULL, FALSE);
	ASSERT_STR(agget(loop, (char *) "tailport"), "r3:e");
	ASSERT_STR(agget(loop, (char *) "headport"), "r4:e");
	ASSERT_INT(agdegree(dot, shape, FALSE, TRUE), 2);
	agclose(dot);
}

static void pointers_to_nowhere_say_why_and_have_no_arrow(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_sample_ends(fake);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	Agraph_t *dot = read_back(fake, 1000);
	ASSERT_INT(agnnodes(dot), 1 + graph->objects->len);
	ASSERT_INT(agnedges(dot), graph->n_roots + graph->ends[MG_END_NONE]);
	const char *wanted[] = {"|<r0> null", "|<r0> not\\ mapped",
		"|<r0> freed\\ or\\ dead", "|<r0> some_function()",
		"|<r0> function", "|<r0> constant", "|<r0> of\\ unknown\\ type",
		"char\\ [104]|<r0> \"\\<a\\>\\ &amp;\\ \\\\\"b\\\\\"\\\\n"
		"\\\\001\\\\377\""};
	guint found = 0;
	for (guint i = 0; i < G_N_ELEMENTS(wanted); i++)
		for (Agnode_t *n = agfstnode(dot); n; n = agnxtnode(dot, n))
			if (g_str_has_suffix(
				    agget(n, (char *) "label"), wanted[i])) {
				found |= 1u << i;
				break;
			}
	ASSERT_INT(found, (1 << G_N_ELEMENTS(wanted)) - 1);
	agclose(dot);
}

/* Addresses would differ from run to run. */
static void there_are_no_addresses_in_a_picture(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_sample_ends(fake);
	FILE *file = tmpfile();
	char text[1 << 16] = "";
	draw(fake, 1000, file);
	rewind(file);
	CU_ASSERT_TRUE(fread(text, 1, sizeof text - 1, file) > 1000);
	fclose(file);
	CU_ASSERT_PTR_NULL(strstr(text, "0x"));
}

static void what_is_beyond_the_limit_is_folded(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_sample_list(fake, 2001);
	/* list, and three vertices for each of three nodes */
	Agraph_t *dot = read_back(fake, 10);
	ASSERT_INT(agnnodes(dot), 1 + 1 + 3 + 1);
	ASSERT_INT(agnedges(dot), 1 + 3 + 1);
	ASSERT_STR(label_of(dot, "more"), "… 5,994 more");
	agclose(dot);
	dot = read_back(fake, 0);
	ASSERT_INT(agnnodes(dot), 2);
	ASSERT_INT(agnedges(dot), 1);
	ASSERT_STR(label_of(dot, "more"), "… 6,004 more");
	agclose(dot);
}

static void a_large_object_is_folded_inside(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	struct mg_type *pair = mg_fake_struct(fake, MG_STRUCT, "pair", 8);
	mg_fake_member(fake, pair, "a", mg_fake_int(fake), 0);
	mg_fake_member(fake, pair, "b", mg_fake_int(fake), 4);
	mg_fake_map(fake, 0x1000, 8000, MG_PLACE_DATA);
	mg_fake_root(fake, "pairs", MG_ROOT_GLOBAL,
		mg_fake_array(fake, pair, 1000), 0x1000);
	mg_fake_root(fake, "ints", MG_ROOT_GLOBAL,
		mg_fake_array(fake, mg_fake_int(fake), 2000), 0x1000);
	Agraph_t *dot = read_back(fake, 10000);
	const char *label = label_of(dot, "o0");
	CU_ASSERT_PTR_NOT_NULL(strstr(label, "{[11].b\\l|<r23> 0}"));
	CU_ASSERT_PTR_NULL(strstr(label, "[12]"));
	/* An array, 12 pairs and 24 ints are shown, of 3001. */
	CU_ASSERT_TRUE(g_str_has_suffix(label, "|<more> …\\ 2,964\\ more"));
	ASSERT_STR(label_of(dot, "o1"),
		"<h> ints\\nint\\ [2000]|<r0> \\{0,\\ 0,\\ 0,\\ 0,\\ 0,\\ 0,\\ "
		"0,\\ 0,\\ …\\ 1,992\\ more\\}");
	agclose(dot);
}

/* Renders by dot, if it is there; the SVG, which the caller frees. */
static char *render(struct mg_fake *fake, guint most)
{
	g_autofree char *program = g_find_program_in_path("dot");
	if (!program) {
		test_skip("no dot");
		return NULL;
	}
	char path[] = "/tmp/test-mg-dot-XXXXXX";
	g_autofree char *complaints = NULL;
	g_autoptr(GError) error = NULL;
	char *svg = NULL;
	int status = -1;
	int fd = g_mkstemp(path);
	FILE *file = fdopen(fd, "w");
	draw(fake, most, file);
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
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_sample_nasty(fake);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	Agraph_t *dot = read_back(fake, 1000);
	ASSERT_INT(agnnodes(dot), 1 + graph->objects->len);
	agclose(dot);
	g_autofree char *svg = render(fake, 1000);
	if (!svg)
		return;
	static const char *const shown[] = {">{a|b}&lt;c&gt;<",
		">&lt;tag attr=&quot;x&quot;&gt;&amp;amp;<", ">]]&gt;<",
		">back\\slash\\<", ">\\x41<", ">\\<",
		">line\\x0afeed\\x0d\\x0a\\x09<", ">caf\303\251<",
		">\\xff\\xfe<", ">\\N\\G<", ">\360\237\230\200<"};
	for (guint i = 0; i < G_N_ELEMENTS(shown); i++)
		if (!strstr(svg, shown[i]))
			test_fail("the picture lacks '%s'", shown[i]);
}

static void random_graphs_are_drawn_without_complaint(void)
{
	for (guint32 seed = 0; seed < 300; seed++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		mg_sample_random(fake, seed);
		g_autoptr(mg_graph) graph = mg_fake_extract(fake);
		Agraph_t *dot = read_back(fake, 100000);
		ASSERT_INT(agnnodes(dot), 1 + graph->objects->len);
		ASSERT_INT(agnedges(dot),
			graph->n_roots + graph->ends[MG_END_NONE]);
		agclose(dot);
		if (seed % 60)
			continue;
		g_autofree char *svg = render(fake, 100);
		if (!svg)
			return;
	}
}

static void a_full_disk_is_an_error(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	g_autoptr(GError) error = NULL;
	mg_sample_list(fake, 1000);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	FILE *file = fopen("/dev/full", "r+e"); /* never makes one */
	if (!file) {
		test_skip("no /dev/full");
		return;
	}
	CU_ASSERT_FALSE(mg_dot_write(graph, 10000, file, &error));
	ASSERT_ERROR(error, "No space left on device");
	fclose(file);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(an_object_is_a_box_with_a_row_for_each_value),
		TEST(an_arrow_has_the_operation_that_it_stands_for),
		TEST(members_of_all_kinds_say_what_they_are),
		TEST(pointers_to_nowhere_say_why_and_have_no_arrow),
		TEST(there_are_no_addresses_in_a_picture),
		TEST(what_is_beyond_the_limit_is_folded),
		TEST(a_large_object_is_folded_inside),
		TEST(names_of_any_bytes_stand_for_themselves),
		TEST(random_graphs_are_drawn_without_complaint),
		TEST(a_full_disk_is_an_error),
	};
	return run_tests("DOT", tests, G_N_ELEMENTS(tests));
}
