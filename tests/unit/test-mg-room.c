/* A state that is larger than the room for its graph. */
#include "diff.h"
#include "dot.h"
#include "graph.h"
#include "gxl.h"
#include "mg-hive.h"
#include "mg-rules.h"
#include "runner.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

enum { ENTRIES = 2000, MUCH = 100 << 20, LITTLE = 300 << 10 };

static struct mg_graph *extract(struct hive *h, guint64 room)
{
	h->reader.room = room;
	return hive_extract(h);
}

static void with_much_room_nothing_is_left_out(void)
{
	g_autoptr(hive) h = hive_new(0, ENTRIES);
	g_autoptr(mg_graph) all = extract(h, 0);
	g_autoptr(mg_graph) same = extract(h, MUCH);
	ASSERT_INT(same->ends[MG_END_NO_ROOM], 0);
	ASSERT_INT(same->objects->len, all->objects->len);
	ASSERT_INT(same->links->len, all->links->len);
}

static void what_is_left_out_is_counted(void)
{
	g_autoptr(hive) h = hive_new(0, ENTRIES);
	g_autoptr(mg_graph) all = extract(h, 0);
	g_autoptr(mg_graph) part = extract(h, LITTLE);
	struct mg_summary sum;
	mg_graph_summary(part, &sum);
	CU_ASSERT(part->objects->len > 100);
	CU_ASSERT(part->objects->len < all->objects->len / 2);
	CU_ASSERT(sum.ends[MG_END_NO_ROOM] > ENTRIES / 2);
	ASSERT_STR(mg_end_name(MG_END_NO_ROOM), "left out for lack of room");

	guint n = 0;
	for (guint i = 0; i < part->links->len; i++) {
		const struct mg_link *link =
			&g_array_index(part->links, struct mg_link, i);
		n += link->end == MG_END_NO_ROOM;
		CU_ASSERT((link->end == MG_END_NONE) ==
			  (link->to != MG_NO_OBJECT));
	}
	ASSERT_INT(n, sum.ends[MG_END_NO_ROOM]);
}

/* More room, more objects; never less than the variables. */
static void all_there_is_room_for_is_there(void)
{
	g_autoptr(hive) h = hive_new(0, ENTRIES);
	guint before = 0;
	for (guint64 room = 1; room < MUCH; room *= 4) {
		g_autoptr(mg_graph) graph = extract(h, room);
		CU_ASSERT(graph->objects->len >= 2);
		CU_ASSERT(graph->objects->len >= before);
		before = graph->objects->len;
	}
	CU_ASSERT(before > 2 * ENTRIES);
}

/* The same in two states, wherever they are in memory. */
static void the_same_is_left_out_of_equal_states(void)
{
	g_autoptr(hive) a = hive_new(0, ENTRIES);
	g_autoptr(hive) b = hive_new(1, ENTRIES);
	g_autoptr(mg_graph) x = extract(a, LITTLE);
	g_autoptr(mg_graph) y = extract(b, LITTLE);
	struct mg_match_options how = {.way = MG_MATCH_TRAVERSAL};
	g_autoptr(mg_match) match = mg_match_new(x, y, &how);
	g_autoptr(mg_diff) diff = mg_diff_new(match);
	ASSERT_INT(x->objects->len, y->objects->len);
	ASSERT_INT(x->ends[MG_END_NO_ROOM], y->ends[MG_END_NO_ROOM]);
	ASSERT_INT(diff->changes->len, 0);
	ASSERT_INT(diff->inserted + diff->deleted, 0);
}

static void a_cut_on_one_side_is_no_difference(void)
{
	g_autoptr(hive) a = hive_new(0, ENTRIES);
	g_autoptr(hive) b = hive_new(1, ENTRIES);
	struct mg_match_options how = {.way = MG_MATCH_AUTO};
	for (guint64 room = 1 << 12; room < MUCH; room *= 3) {
		g_autoptr(mg_graph) x = extract(a, room);
		g_autoptr(mg_graph) y = extract(b, 2 * room);
		g_autoptr(mg_match) there = mg_match_new(x, y, &how);
		g_autoptr(mg_match) back = mg_match_new(y, x, &how);
		g_autoptr(mg_diff) diff = mg_diff_new(there);
		g_autoptr(mg_diff) undo = mg_diff_new(back);
		ASSERT_INT(diff->changes->len, 0);
		ASSERT_INT(undo->changes->len, 0);
	}
}

/* Nodes in a pool, each found from the one before it. */
static void a_pool_is_cut_as_well(void)
{
	enum { NODES = 200 };
	for (guint64 room = 1 << 10; room < 1 << 20; room *= 2) {
		g_autoptr(mg_fake) fake = mg_fake_new();
		struct mg_type *node = node_type(fake);
		mg_fake_map(fake, STATIC, 64, MG_PLACE_DATA);
		mg_fake_put(fake, STATIC, HEAP + 32, 8);
		mg_fake_map(fake, HEAP, 32 * (NODES + 2), MG_PLACE_BLOCK);
		for (guint i = 1; i < NODES; i++)
			mg_fake_put(fake, HEAP + 32 * (guint64) i + 8,
				HEAP + 32 * (guint64) i + 32, 8);
		mg_fake_root(fake, "p", MG_ROOT_GLOBAL,
			mg_fake_pointer(fake, node), STATIC);
		g_autoptr(mg_graph) graph = mg_fake_extract_in(fake, room);
		guint left_out = graph->ends[MG_END_NO_ROOM];
		CU_ASSERT((graph->objects->len < NODES) == (left_out > 0));
		for (guint i = 0; i < graph->objects->len; i++)
			CU_ASSERT(mg_graph_object(graph, i)->readable);
	}
}

/* ---- Files ---- */

static void a_saved_graph_says_what_was_left_out(void)
{
	g_autoptr(hive) h = hive_new(0, ENTRIES);
	g_autoptr(mg_graph) part = extract(h, LITTLE);
	g_autoptr(GError) error = NULL;
	g_autofree char *path = NULL, *text = NULL;
	FILE *file =
		fdopen(g_file_open_tmp("mg-room-XXXXXX", &path, NULL), "w");
	CU_ASSERT(mg_gxl_write(part, file, NULL));
	fclose(file);
	g_autoptr(mg_graph) again = mg_gxl_read(path, &error);
	ASSERT_NO_ERROR(error);
	CU_ASSERT_PTR_NOT_NULL_FATAL(again);
	ASSERT_INT(again->ends[MG_END_NO_ROOM], part->ends[MG_END_NO_ROOM]);
	CU_ASSERT(g_file_get_contents(path, &text, NULL, NULL));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "no-room"));
	g_unlink(path);
}

static void a_picture_says_what_was_left_out(void)
{
	g_autoptr(hive) h = hive_new(0, ENTRIES);
	g_autoptr(mg_graph) part = extract(h, 20 << 10);
	char *text = NULL;
	size_t n;
	FILE *file = open_memstream(&text, &n);
	CU_ASSERT(mg_dot_write(part, 500, file, NULL));
	fclose(file);
	/* A record wants its blanks escaped. */
	g_auto(GStrv) words = g_strsplit(text, "\\", -1);
	g_autofree char *plain = g_strjoinv("", words);
	CU_ASSERT_PTR_NOT_NULL(strstr(plain, "left out for lack of room"));
	free(text);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(with_much_room_nothing_is_left_out),
		TEST(what_is_left_out_is_counted),
		TEST(all_there_is_room_for_is_there),
		TEST(the_same_is_left_out_of_equal_states),
		TEST(a_cut_on_one_side_is_no_difference),
		TEST(a_pool_is_cut_as_well),
		TEST(a_saved_graph_says_what_was_left_out),
		TEST(a_picture_says_what_was_left_out),
	};
	return run_tests("mg-room", tests, G_N_ELEMENTS(tests));
}
