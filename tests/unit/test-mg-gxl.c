/* Graphs as GXL files: what is loaded is what was saved, and what is no graph
 * is an error. */
#include "dot.h"
#include "graph.h"
#include "gxl-text.h"
#include "gxl.h"
#include "mg-same.h"
#include "mg-samples.h"
#include "runner.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define SMALL_LIST 2

/* A file of our own to write to, gone at the end. */
static char *scratch_new(void)
{
	char *path = NULL;
	int fd = g_file_open_tmp("test-mg-gxl-XXXXXX", &path, NULL);
	if (fd >= 0)
		close(fd);
	return path;
}

static void scratch_free(char *path)
{
	g_unlink(path);
	g_free(path);
}
typedef char scratch;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(scratch, scratch_free)

static void assert_round_trip(struct mg_fake *fake, const char *what)
{
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	g_autofree char *wrong = mg_round_trip(graph);
	if (wrong)
		test_fail("%s: %s", what, wrong);
}

static void a_graph_without_anything_comes_back(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	assert_round_trip(fake, "empty");
}

static void lists_and_trees_come_back(void)
{
	for (guint n = 0; n < 40; n++) {
		g_autoptr(mg_fake) list = mg_fake_new(), tree = mg_fake_new();
		mg_sample_list(list, n);
		mg_sample_tree(tree, n + 1);
		assert_round_trip(list, "list");
		assert_round_trip(tree, "tree");
	}
}

static void all_kinds_of_members_come_back(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_sample_struct(fake);
	assert_round_trip(fake, "struct");
}

static void all_kinds_of_ends_and_blocks_come_back(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_sample_ends(fake);
	assert_round_trip(fake, "ends");
}

static void names_of_any_bytes_come_back(void)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_sample_nasty(fake);
	assert_round_trip(fake, "nasty");
}

static void random_graphs_come_back(void)
{
	for (guint32 seed = 0; seed < 400; seed++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		g_autofree char *what = g_strdup_printf("seed %u", seed);
		mg_sample_random(fake, seed);
		assert_round_trip(fake, what);
	}
}

static void a_comparison_sees_what_differs(void)
{
	g_autoptr(mg_fake) a = mg_fake_new(), b = mg_fake_new();
	mg_sample_list(a, 4);
	mg_sample_list(b, 4);
	g_autoptr(mg_graph) one = mg_fake_extract(a);
	g_autoptr(mg_graph) other = mg_fake_extract(b);
	g_autofree char *same = mg_difference(one, other);
	ASSERT_STR(same, NULL);
	other->bytes[other->n_bytes - 20] ^= 1;
	g_autofree char *bytes = mg_difference(one, other);
	ASSERT_STR(bytes, "other bytes");
	other->bytes[other->n_bytes - 20] ^= 1;
	g_array_index(other->links, struct mg_link, 1).to_offset = 4;
	g_autofree char *links = mg_difference(one, other);
	ASSERT_STR(links, "offset in the target: 0 and 4");
}

static void zeros_take_no_room_in_a_file(void)
{
	enum { SIZE = 32 << 20 };
	g_autoptr(mg_fake) fake = mg_fake_new();
	g_autoptr(scratch) path = scratch_new();
	g_autoptr(GError) error = NULL;
	g_autofree char *text = NULL;
	gsize n = 0;
	guint8 *bytes = mg_fake_map(fake, 0x1000000, SIZE, MG_PLACE_DATA);
	memset(bytes + SIZE / 2, 0xff, 1 << 20);
	bytes[SIZE - 1] = 1;
	mg_fake_root(fake, "zeros", MG_ROOT_GLOBAL,
		mg_fake_array(fake, mg_fake_int(fake), SIZE / 4), 0x1000000);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	CU_ASSERT_TRUE(mg_to_gxl(graph, path, &text, &n, &error));
	ASSERT_NO_ERROR(error);
	if (n > SIZE / 500)
		test_fail("%d bytes take %zu in the file", SIZE, n);
	assert_round_trip(fake, "zeros");
}

static void bytes_are_written_as_documented(void)
{
	static const guint8 bytes[] = {0xde, 0xad, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7,
		7, 7, 7, 7, 7, 7, 0xff};
	g_autoptr(GString) text = g_string_new(NULL);
	guint8 again[sizeof bytes];
	gsize n;
	mg_gxl_encode(text, bytes, sizeof bytes);
	ASSERT_STR(text->str, "dead00*9;07070707070707ff");
	CU_ASSERT_TRUE(mg_gxl_decode(text->str, again, sizeof again, &n));
	ASSERT_INT(n, sizeof bytes);
	CU_ASSERT_EQUAL(memcmp(bytes, again, sizeof bytes), 0);
	CU_ASSERT_FALSE(mg_gxl_decode(text->str, again, n - 1, &n));
	static const char *const wrong[] = {"0", "0g", "0A", "00*", "00*;",
		"00*0;", "00*03;", "00*-1;", "00*9", "00 00", "*9;", "00*9;*2;",
		"00*99999999999999999999;"};
	for (guint i = 0; i < G_N_ELEMENTS(wrong); i++)
		if (mg_gxl_decode(wrong[i], again, sizeof again, &n))
			test_fail("'%s' was decoded", wrong[i]);
}

static void strings_are_escaped_as_documented(void)
{
	g_autoptr(GString) text = g_string_new(NULL);
	mg_gxl_escape(text, "a\\b\n\303\251\377");
	ASSERT_STR(text->str, "a\\\\b\\x0a\303\251\\xff");
	CU_ASSERT_TRUE(mg_gxl_unescape(text->str));
	ASSERT_STR(text->str, "a\\b\n\303\251\377");
	static const char *const wrong[] = {
		"\\", "\\n", "\\x", "\\x1", "\\x1G", "\\x00", "\\xFF"};
	for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
		g_autofree char *copy = g_strdup(wrong[i]);
		if (mg_gxl_unescape(copy))
			test_fail("'%s' was unescaped", wrong[i]);
	}
}

/* ---- What is no graph ---- */

static char *small_file(const char *path, gsize *n)
{
	g_autoptr(mg_fake) fake = mg_fake_new();
	g_autoptr(GError) error = NULL;
	char *text = NULL;
	mg_sample_list(fake, SMALL_LIST);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	CU_ASSERT_TRUE(mg_to_gxl(graph, path, &text, n, &error));
	ASSERT_NO_ERROR(error);
	return text;
}

static void every_truncation_is_an_error(void)
{
	g_autoptr(scratch) path = scratch_new();
	gsize n;
	g_autofree char *text = small_file(path, &n);
	g_strchomp(text);
	for (gsize length = 0; length < strlen(text); length++) {
		g_autoptr(GError) error = NULL;
		g_autoptr(mg_graph) graph =
			mg_from_gxl(text, length, path, &error);
		if (graph)
			test_fail("%zu of %zu bytes are a graph", length, n);
		else
			ASSERT_ERROR(error, path);
	}
}

/* A graph, and then a good one, or an error that names the file. */
static gboolean is_sound(
	const char *text, gsize n, const char *path, const char *what)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(mg_graph) graph = mg_from_gxl(text, n, path, &error);
	if (!graph) {
		ASSERT_ERROR(error, path);
		return FALSE;
	}
	g_autofree char *damage = mg_damage(graph);
	if (!damage)
		damage = mg_round_trip(graph);
	if (damage)
		test_fail("%s: %s", what, damage);
	FILE *nowhere = fopen("/dev/null", "we");
	CU_ASSERT_TRUE(mg_dot_write(graph, 100, nowhere, NULL));
	fclose(nowhere);
	return TRUE;
}

/* Not only bits: digits, words and lines make files that are still XML. */
static void mutate(GRand *rand, GString *text)
{
	gsize at = g_rand_int(rand) % text->len, length = g_rand_int(rand) % 9;
	const char *line = strchr(text->str + at, '\n');
	const char *next = line ? strchr(line + 1, '\n') : NULL;
	switch (g_rand_int_range(rand, 0, 6)) {
	case 0:
		text->str[at] ^= (char) (1 << g_rand_int_range(rand, 0, 8));
		break;
	case 1:
		text->str[at] = (char) g_rand_int(rand);
		break;
	case 2:
		g_string_erase(text, (gssize) at,
			(gssize) MIN(text->len - at, length));
		break;
	case 3:
	case 4: /* the next digit */
		while (at + 1 < text->len && !g_ascii_isdigit(text->str[at]))
			at++;
		text->str[at] = (char) ('0' + g_rand_int_range(rand, 0, 10));
		break;
	default: /* a line twice, or not at all */
		if (!next)
			break;
		gssize start = line - text->str;
		g_autofree char *copy = g_strndup(line, (gsize) (next - line));
		if (g_rand_boolean(rand))
			g_string_erase(text, start, next - line);
		else
			g_string_insert(text, start, copy);
	}
}

static void mutations_are_graphs_or_errors(void)
{
	enum { FILES = 12, EACH = 300 };
	g_autoptr(scratch) path = scratch_new();
	const guint32 first = 4711;
	guint32 graphs = 0;
	for (guint i = 0; i < FILES; i++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		g_autoptr(GError) error = NULL;
		g_autofree char *text = NULL;
		gsize n = 0;
		if (i == 0)
			mg_sample_list(fake, SMALL_LIST);
		else if (i == 1)
			mg_sample_struct(fake);
		else if (i == 2)
			mg_sample_ends(fake);
		else
			mg_sample_random(fake, first + i);
		g_autoptr(mg_graph) graph = mg_fake_extract(fake);
		mg_to_gxl(graph, path, &text, &n, &error);
		for (guint j = 0; j < EACH; j++) {
			guint32 seed = first + i * EACH + j;
			g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
			g_autoptr(GString) wrong =
				g_string_new_len(text, (gssize) n);
			g_autofree char *what =
				g_strdup_printf("file %u, seed %u", i, seed);
			guint times = (guint) g_rand_int_range(rand, 1, 4);
			for (guint k = 0; k < times; k++)
				mutate(rand, wrong);
			graphs += is_sound(wrong->str, wrong->len, path, what);
		}
	}
	/* Bytes and addresses can change without harm: some are graphs. */
	CU_ASSERT_TRUE(graphs > 0);
	CU_ASSERT_TRUE(graphs < FILES * EACH);
}

/* The small file with `from` replaced gives an error with `part`. */
static void assert_refused(const char *from, const char *to, const char *part)
{
	g_autoptr(scratch) path = scratch_new();
	g_autoptr(GError) error = NULL;
	gsize n;
	g_autofree char *text = small_file(path, &n);
	char *at = strstr(text, from);
	if (!at) {
		test_fail("the file has no '%s': %s", from, text);
		return;
	}
	g_autofree char *head = g_strndup(text, (gsize) (at - text));
	g_autofree char *wrong = g_strconcat(head, to, at + strlen(from), NULL);
	g_autoptr(mg_graph) graph =
		mg_from_gxl(wrong, strlen(wrong), path, &error);
	if (graph)
		test_fail("'%s' was taken for '%s'", to, from);
	else
		ASSERT_ERROR(error, part);
}

static void references_to_nothing_are_refused(void)
{
	assert_refused("#t1", "#t99", "there is no type 't99'");
	assert_refused("#t1", "http://x/t1", "must be in the same file");
	assert_refused("<attr name=\"offset\"><int>0</int></attr>",
		"<attr name=\"offset\"><int>0</int></attr>"
		"<attr name=\"tag\"><int>9</int></attr>",
		"has no tag");
	assert_refused("from=\"o0\" to=\"o1\"", "from=\"o0\" to=\"o9\"",
		"from 'o0' to 'o9'");
	assert_refused("from=\"o0\" to=\"o1\"", "from=\"o0\" to=\"none\"",
		"from 'o0' to 'none'");
	assert_refused("from=\"root\" to=\"o0\"", "from=\"root\" to=\"dead\"",
		"from 'root' to 'dead'");
	assert_refused("from=\"t0\" to=\"t1\"", "from=\"t7\" to=\"t1\"",
		"from 't7' to 't1'");
	assert_refused("id=\"o1\"", "id=\"o2\"", "'o1' was expected");
	assert_refused("id=\"t1\"", "id=\"t01\"", "'t1' was expected");
}

static void what_does_not_fit_together_is_refused(void)
{
	assert_refused("<int>24</int></attr><attr name=\"bytes\">",
		"<int>25</int></attr><attr name=\"bytes\">", "fewer bytes");
	assert_refused("<int>24</int></attr><attr name=\"bytes\">",
		"<int>23</int></attr><attr name=\"bytes\">",
		"more than 23 bytes");
	assert_refused("<int>24</int></attr><attr name=\"bytes\">",
		"<int>99999999999999999999</int></attr><attr name=\"bytes\">",
		"'size' can't be \"99999999999999999999\"");
	assert_refused("<int>24</int></attr>",
		"<int>24</int></attr><attr name=\"count\"><int>7</int></attr>",
		"7 values of type 't1' do not fit into 24 bytes");
	assert_refused("<int>24</int></attr>",
		"<int>24</int></attr><attr name=\"tail\"><bool>true</bool>"
		"</attr>",
		"does not end in an array");
	assert_refused("<enum>global</enum></attr>",
		"<enum>global</enum></attr><attr name=\"place\"><enum>register"
		"</enum></attr>",
		"a value and a place for it");
	assert_refused("<attr name=\"offset\"><int>0</int></attr><attr "
		       "name=\"names\">",
		"<attr name=\"offset\"><int>1</int></attr><attr "
		"name=\"names\">",
		"starts outside");
	assert_refused("</graph>\n</gxl>",
		"<edge from=\"o1\" to=\"o1\"><attr name=\"offset\"><int>0"
		"</int></attr></edge></graph>\n</gxl>",
		"not in the order of objects and offsets");
	assert_refused("<attr name=\"names\"><bool>true</bool></attr>", "",
		"nothing gives the object 'o1' a name");
	assert_refused("<attr name=\"name\"><string>list</string></attr>", "",
		"'name' is missing here");
	assert_refused("<int>2</int></attr></node>",
		"<int>1</int></attr></node>", "2 pointers of a kind");
}

static void types_without_sense_are_refused(void)
{
	assert_refused("from=\"t0\" to=\"t1\"", "from=\"t0\" to=\"t0\"",
		"'t0' has no target");
	assert_refused("from=\"t1\" to=\"t2\"", "from=\"t1\" to=\"t1\"",
		"a value of type 't1' can't be that large");
	assert_refused("<enum>int</enum>", "<enum>array</enum>",
		"the array 't2' is smaller than its elements");
	assert_refused("<enum>int</enum>", "<enum>integer</enum>",
		"'kind' can't be \"integer\"");
}

static void other_versions_and_other_files_are_refused(void)
{
	assert_refused("<int>1</int>", "<int>2</int>", "version 2");
	assert_refused("<attr name=\"version\"><int>1</int></attr>", "",
		"does not say which version");
	assert_refused("<graph id=\"types\"", "<graph id=\"kinds\"",
		"a graph 'types' was expected");
	assert_refused("<node id=\"root\"/>", "<rel/>", "<rel>");
	assert_refused("<node id=\"root\"/>", "<node id=\"root\">x</node>",
		"text is not expected");
	assert_refused("</gxl>", "<graph id=\"more\"/></gxl>",
		"more in it than a memory graph");
	assert_refused("<gxl", "<svg", "<svg>");
}

/* Whatever it says, it is UTF-8: other encodings make libxml2 write to stderr
 * where they fail. */
static void other_encodings_are_refused(void)
{
	g_autoptr(scratch) path = scratch_new();
	static const char *const texts[] = {"\377\376<\0g\0", "<\0?\0",
		"\0\0\0<", "\x4c\x6f\xa7\x94", "\357\273\277<gxl/>"};
	static const gsize lengths[] = {6, 4, 4, 4, 9};
	for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
		g_autoptr(GError) error = NULL;
		g_autoptr(mg_graph) graph =
			mg_from_gxl(texts[i], lengths[i], path, &error);
		CU_ASSERT_PTR_NULL(graph);
		ASSERT_ERROR(error, ":1: no XML in UTF-8");
	}
	assert_refused(
		"\"UTF-8\"?>\n<gxl", "\"UTF-16\"?>\n<gxl x=\"\377\"", "UTF-8");
}

/* Entities could make a small file large, or read another one. */
static void entities_are_refused(void)
{
	assert_refused("<gxl", "<!DOCTYPE gxl [<!ENTITY a \"x\">]><gxl",
		"is not expected here");
	assert_refused("<gxl", "<!DOCTYPE gxl SYSTEM \"/etc/passwd\"><gxl",
		"is not expected here");
	assert_refused("<string>list", "<string>&list;", "Entity 'list'");
}

static void errors_name_file_and_line(void)
{
	g_autoptr(scratch) path = scratch_new();
	g_autoptr(GError) error = NULL;
	static const char text[] = "<gxl>\n<graph id=\"types\">\n<node/>";
	g_autoptr(mg_graph) graph =
		mg_from_gxl(text, strlen(text), path, &error);
	g_autofree char *expected = g_strdup_printf(
		"%s:3: the file does not say which version of the format "
		"it has",
		path);
	CU_ASSERT_PTR_NULL(graph);
	ASSERT_STR(error ? error->message : NULL, expected);
	g_clear_error(&error);
	CU_ASSERT_PTR_NULL(mg_gxl_read("/no/such/file", &error));
	ASSERT_STR(error->message, "/no/such/file: No such file or directory");
	g_clear_error(&error);
	CU_ASSERT_PTR_NULL(mg_gxl_read("/", &error));
	ASSERT_ERROR(error, "/: Is a directory");
}

/* Few characters for many bytes: more than fits is said before it is made. */
static void a_state_that_is_too_large_is_refused(void)
{
	assert_refused("<int>24</int></attr><attr name=\"bytes\"><string>",
		"<int>9000000000</int></attr><attr name=\"bytes\"><string>"
		"00*8999999976;",
		"the state is too large");
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
	CU_ASSERT_FALSE(mg_gxl_write(graph, file, &error));
	ASSERT_ERROR(error, "No space left on device");
	fclose(file);
}

static void the_file_is_valid_by_the_rules_of_gxl(void)
{
	g_autofree char *xmllint = g_find_program_in_path("xmllint");
	if (!xmllint) {
		test_skip("no xmllint");
		return;
	}
	void (*samples[])(struct mg_fake *) = {
		mg_sample_struct, mg_sample_ends, mg_sample_nasty};
	for (guint i = 0; i < G_N_ELEMENTS(samples); i++) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		g_autoptr(scratch) path = scratch_new();
		g_autoptr(GError) error = NULL;
		g_autofree char *text = NULL, *complaints = NULL;
		gsize n;
		int status = -1;
		samples[i](fake);
		g_autoptr(mg_graph) graph = mg_fake_extract(fake);
		CU_ASSERT_TRUE(mg_to_gxl(graph, path, &text, &n, &error));
		char *command[] = {xmllint, "--nonet", "--noout", "--dtdvalid",
			GXL_DTD, path, NULL};
		g_spawn_sync(NULL, command, NULL, 0, NULL, NULL, NULL,
			&complaints, &status, &error);
		ASSERT_NO_ERROR(error);
		ASSERT_STR(complaints, "");
		ASSERT_INT(status, 0);
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_graph_without_anything_comes_back),
		TEST(lists_and_trees_come_back),
		TEST(all_kinds_of_members_come_back),
		TEST(all_kinds_of_ends_and_blocks_come_back),
		TEST(names_of_any_bytes_come_back),
		TEST(random_graphs_come_back),
		TEST(a_comparison_sees_what_differs),
		TEST(zeros_take_no_room_in_a_file),
		TEST(bytes_are_written_as_documented),
		TEST(strings_are_escaped_as_documented),
		TEST(every_truncation_is_an_error),
		TEST(mutations_are_graphs_or_errors),
		TEST(references_to_nothing_are_refused),
		TEST(what_does_not_fit_together_is_refused),
		TEST(types_without_sense_are_refused),
		TEST(other_versions_and_other_files_are_refused),
		TEST(other_encodings_are_refused),
		TEST(entities_are_refused),
		TEST(errors_name_file_and_line),
		TEST(a_state_that_is_too_large_is_refused),
		TEST(a_full_disk_is_an_error),
		TEST(the_file_is_valid_by_the_rules_of_gxl),
	};
	return run_tests("GXL", tests, G_N_ELEMENTS(tests));
}
