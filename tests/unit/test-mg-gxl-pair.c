/* Two graphs and their pairs in one GXL file. */
#include "graph.h"
#include "gxl-pair.h"
#include "mg-same.h"
#include "mg-samples.h"
#include "mg-world.h"
#include "runner.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* A file of our own to write to, gone at the end. */
static char *scratch_new(void)
{
	char *path = NULL;
	int fd = g_file_open_tmp("test-mg-gxl-pair-XXXXXX", &path, NULL);
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

static struct mg_match *save(
	const struct mg_graph *a, const struct mg_graph *b, const char *path)
{
	struct mg_match_options options = {.way = MG_MATCH_TRAVERSAL};
	g_autoptr(GError) error = NULL;
	struct mg_match *match = mg_match_new(a, b, &options);
	FILE *file = g_fopen(path, "we");
	CU_ASSERT_TRUE(mg_gxl_write_pair(match, file, &error));
	fclose(file);
	ASSERT_NO_ERROR(error);
	return match;
}

static void assert_same(const struct mg_graph *a, const struct mg_graph *b)
{
	g_autofree char *difference = mg_difference(a, b);
	ASSERT_STR(difference, NULL);
}

static void assert_comes_back(struct mg_fake *first, struct mg_fake *second)
{
	g_autoptr(scratch) path = scratch_new();
	g_autoptr(GError) error = NULL;
	g_autoptr(mg_graph) a = mg_fake_extract(first);
	g_autoptr(mg_graph) b = mg_fake_extract(second);
	g_autoptr(mg_match) match = save(a, b, path);
	g_auto(mg_gxl_pair) pair = {0};
	CU_ASSERT_TRUE(mg_gxl_read_pair(path, &pair, &error));
	ASSERT_NO_ERROR(error);
	if (error)
		return;
	assert_same(a, pair.a);
	assert_same(b, pair.b);
	ASSERT_INT(pair.mates->len, a->objects->len);
	for (guint i = 0; i < pair.mates->len; i++) {
		ASSERT_INT(g_array_index(pair.mates, guint32, i),
			mg_match_mate(match, 0, i));
		ASSERT_INT(!g_array_index(pair.equal, gboolean, i),
			!mg_match_is_common(match, i));
	}
}

static void two_lists_come_back_with_their_pairs(void)
{
	g_autoptr(world) a = world_new(0);
	g_autoptr(world) b = world_new(1);
	world_pointer(a, "list", a->node, world_list(a, "14 18 20 22"));
	world_pointer(b, "list", b->node, world_list(b, "14 15 18 22"));
	assert_comes_back(a->fake, b->fake);
}

static void graphs_of_all_kinds_come_back(void)
{
	void (*samples[])(struct mg_fake *) = {
		mg_sample_struct, mg_sample_ends, mg_sample_nasty};
	for (guint i = 0; i < G_N_ELEMENTS(samples); i++)
		for (guint j = 0; j < G_N_ELEMENTS(samples); j++) {
			g_autoptr(mg_fake) a = mg_fake_new();
			g_autoptr(mg_fake) b = mg_fake_new();
			samples[i](a);
			samples[j](b);
			assert_comes_back(a, b);
		}
	g_autoptr(mg_fake) nothing = mg_fake_new();
	assert_comes_back(nothing, nothing);
}

static void random_graphs_come_back(void)
{
	for (guint32 seed = 0; seed < 100; seed++) {
		g_autoptr(mg_fake) a = mg_fake_new();
		g_autoptr(mg_fake) b = mg_fake_new();
		mg_sample_random(a, seed);
		mg_sample_random(b, seed + seed % 2);
		assert_comes_back(a, b);
	}
}

static char *small_file(const char *path)
{
	g_autoptr(mg_fake) a = mg_fake_new();
	g_autoptr(mg_fake) b = mg_fake_new();
	char *text = NULL;
	mg_sample_list(a, 2);
	mg_sample_list(b, 3);
	g_autoptr(mg_graph) first = mg_fake_extract(a);
	g_autoptr(mg_graph) second = mg_fake_extract(b);
	mg_match_free(save(first, second, path));
	g_file_get_contents(path, &text, NULL, NULL);
	return text;
}

/* A pair that is sound, or an error that names the file. */
static gboolean is_sound(const char *text, gsize n, const char *path)
{
	g_autoptr(GError) error = NULL;
	g_auto(mg_gxl_pair) pair = {0};
	g_unlink(path); /* to write over it would wait for the disk */
	FILE *file = g_fopen(path, "we");
	fwrite(text, 1, n, file);
	fclose(file);
	if (!mg_gxl_read_pair(path, &pair, &error)) {
		ASSERT_ERROR(error, path);
		return FALSE;
	}
	g_autofree char *damage = mg_damage(pair.a);
	g_autofree char *more = mg_damage(pair.b);
	ASSERT_STR(damage, NULL);
	ASSERT_STR(more, NULL);
	for (guint i = 0; i < pair.mates->len; i++) {
		guint32 mate = g_array_index(pair.mates, guint32, i);
		CU_ASSERT_TRUE(
			mate == MG_NO_MATE || mate < pair.b->objects->len);
	}
	return TRUE;
}

static void every_truncation_is_an_error(void)
{
	g_autoptr(scratch) path = scratch_new();
	g_autofree char *text = small_file(path);
	g_strchomp(text);
	for (gsize n = 0; n < strlen(text); n++)
		if (is_sound(text, n, path))
			test_fail("the first %zu bytes are a pair", n);
}

static void mutations_are_pairs_or_errors(void)
{
	g_autoptr(scratch) path = scratch_new();
	g_autofree char *text = small_file(path);
	guint pairs = 0;
	enum { TIMES = 2000 };
	for (guint32 seed = 0; seed < TIMES; seed++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
		g_autofree char *wrong = g_strdup(text);
		gsize at = g_rand_int(rand) % strlen(text);
		/* Mostly digits: what they make is still XML. */
		while (seed % 4 && wrong[at + 1] && !g_ascii_isdigit(wrong[at]))
			at++;
		wrong[at] = seed % 4 ? (char) ('0' + g_rand_int(rand) % 10)
				     : (char) (1 + g_rand_int(rand) % 255);
		pairs += is_sound(wrong, strlen(wrong), path);
	}
	CU_ASSERT_TRUE(pairs > 0);
	CU_ASSERT_TRUE(pairs < TIMES);
}

/* The small file with `from` replaced gives an error with `part`. */
static void assert_refused(const char *from, const char *to, const char *part)
{
	g_autoptr(scratch) path = scratch_new();
	g_autoptr(GError) error = NULL;
	g_autofree char *text = small_file(path);
	g_auto(mg_gxl_pair) pair = {0};
	g_auto(GStrv) pieces = g_strsplit(text, from, 2);
	CU_ASSERT_EQUAL_FATAL(g_strv_length(pieces), 2);
	g_autofree char *wrong = g_strjoinv(to, pieces);
	g_file_set_contents(path, wrong, -1, NULL);
	CU_ASSERT_FALSE(mg_gxl_read_pair(path, &pair, &error));
	ASSERT_ERROR(error, part);
}

static void what_is_no_pair_is_refused(void)
{
	assert_refused("<edge from=\"o1\" to=\"o1-b\">",
		"<edge from=\"o1\" to=\"o1\">", "are not a pair of objects");
	assert_refused("<edge from=\"o1\" to=\"o1-b\">",
		"<edge from=\"o1\" to=\"o9-b\">", "are not a pair of objects");
	assert_refused("<edge from=\"o1\" to=\"o1-b\">",
		"<edge from=\"o1\" to=\"o0-b\">", "already has a mate");
	assert_refused("<edge from=\"o1\" to=\"o1-b\">",
		"<edge from=\"o0\" to=\"o1-b\">", "already has a mate");
	assert_refused("id=\"state-b\"", "id=\"state\"",
		"does not belong to the graph that it is in");
	assert_refused("xlink:href=\"#t1-b\"", "xlink:href=\"#t1\"",
		"does not belong to the graph that it is in");
	assert_refused("id=\"match\"", "id=\"other\"", "'match' was expected");
	assert_refused("</graph>\n</gxl>", "</graph>\n<graph id=\"x\"/></gxl>",
		"more than two memory graphs");
}

static void one_graph_is_no_pair_and_a_pair_no_graph(void)
{
	g_autoptr(scratch) path = scratch_new();
	g_autoptr(GError) error = NULL;
	g_autoptr(GError) other = NULL;
	g_autofree char *text = small_file(path);
	g_autoptr(mg_graph) graph = mg_gxl_read(path, &error);
	CU_ASSERT_PTR_NULL(graph);
	ASSERT_ERROR(error, "more in it than a memory graph");
	g_autoptr(mg_fake) fake = mg_fake_new();
	mg_sample_list(fake, 2);
	g_autoptr(mg_graph) list = mg_fake_extract(fake);
	FILE *file = g_fopen(path, "we");
	CU_ASSERT_TRUE(mg_gxl_write(list, file, NULL));
	fclose(file);
	g_auto(mg_gxl_pair) pair = {0};
	CU_ASSERT_FALSE(mg_gxl_read_pair(path, &pair, &other));
	ASSERT_ERROR(other, "a graph 'types' was expected");
}

static void the_file_is_valid_by_the_rules_of_gxl(void)
{
	g_autofree char *xmllint = g_find_program_in_path("xmllint");
	if (!xmllint) {
		test_skip("no xmllint");
		return;
	}
	g_autoptr(scratch) path = scratch_new();
	g_autofree char *text = small_file(path);
	g_autofree char *complaints = NULL;
	g_autoptr(GError) error = NULL;
	int status = -1;
	char *command[] = {xmllint, "--nonet", "--noout", "--dtdvalid", GXL_DTD,
		path, NULL};
	g_spawn_sync(NULL, command, NULL, 0, NULL, NULL, NULL, &complaints,
		&status, &error);
	ASSERT_NO_ERROR(error);
	ASSERT_STR(complaints, "");
	ASSERT_INT(status, 0);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(two_lists_come_back_with_their_pairs),
		TEST(graphs_of_all_kinds_come_back),
		TEST(random_graphs_come_back),
		TEST(every_truncation_is_an_error),
		TEST(mutations_are_pairs_or_errors),
		TEST(what_is_no_pair_is_refused),
		TEST(one_graph_is_no_pair_and_a_pair_no_graph),
		TEST(the_file_is_valid_by_the_rules_of_gxl),
	};
	return run_tests("GXL of pairs", tests, G_N_ELEMENTS(tests));
}
