/* Deltas between states of which one or both were cut for lack of memory: what
 * is not known is neither taken for a difference nor written over. */
#include "deltas.h"
#include "mg-hive.h"
#include "object.h"
#include "runner.h"

enum { ENTRIES = 1000 };

/* All deltas from one state to another, put in; how many there were. */
static guint put_in(struct hive *pass, guint64 pass_room, struct hive *fail,
	guint64 fail_room)
{
	struct mg_match_options how = {.way = MG_MATCH_TRAVERSAL};
	pass->reader.room = pass_room;
	fail->reader.room = fail_room;
	g_autoptr(mg_graph) a = hive_extract(pass);
	g_autoptr(mg_graph) b = hive_extract(fail);
	g_autoptr(mg_match) match = mg_match_new(a, b, &how);
	g_autoptr(mg_diff) diff = mg_diff_new(match);
	g_autoptr(hc_deltas) deltas = hc_deltas_new(diff, NULL);
	guint n;
	const guint64 *sizes = hc_deltas_blocks(deltas, &n);
	g_autofree guint64 *addresses = g_new0(guint64, n + 1);
	for (guint i = 0; i < n; i++) {
		CU_ASSERT(sizes[i] <= 64);
		addresses[i] = hive_block(pass);
	}
	hc_deltas_set_blocks(deltas, addresses);
	g_autoptr(dd_set) all = dd_set_new_range(0, hc_deltas_n(deltas));
	g_autoptr(hc_alteration) alteration = hc_deltas_alter(deltas, all);
	for (guint i = 0; i < hc_alteration_n_writes(alteration); i++) {
		struct hc_write w = hc_alteration_get_write(alteration, i);
		CU_ASSERT(hive_write(pass, w.address, w.bytes, w.n));
	}
	return hc_deltas_n(deltas);
}

static guint count_changes(struct hive *a, struct hive *b)
{
	struct mg_match_options how = {.way = MG_MATCH_TRAVERSAL};
	a->reader.room = b->reader.room = 0;
	g_autoptr(mg_graph) x = hive_extract(a);
	g_autoptr(mg_graph) y = hive_extract(b);
	g_autoptr(mg_match) match = mg_match_new(x, y, &how);
	g_autoptr(mg_diff) diff = mg_diff_new(match);
	return diff->changes->len;
}

/* Puts in what is known of the differences, in one direction, and looks at all
 * of the state that comes of it. */
static void check(
	guint entries, guint64 pass_room, guint64 fail_room, gboolean back)
{
	g_autoptr(hive) plain = hive_new(0, entries);
	g_autoptr(hive) varied = hive_new(1, entries);
	hive_vary(varied);
	struct hive *pass = back ? varied : plain;
	struct hive *fail = back ? plain : varied;
	guint lengths[] = {hive_length(pass), hive_length(fail)};
	guint before = count_changes(pass, fail);

	guint n = put_in(pass, pass_room, fail, fail_room);
	guint after = count_changes(pass, fail);
	guint length = hive_length(pass);
	/* Entries come and go one by one: the list is never cut. */
	if (length < MIN(lengths[0], lengths[1]) ||
		length > MAX(lengths[0], lengths[1]))
		test_fail("room for %" G_GUINT64_FORMAT
			  " and %" G_GUINT64_FORMAT ": a list of %u",
			pass_room, fail_room, length);
	/* And nothing becomes worse. */
	if (after > before || (n == 0 && after != before))
		test_fail("room for %" G_GUINT64_FORMAT
			  " and %" G_GUINT64_FORMAT ": %u changes become %u",
			pass_room, fail_room, before, after);
}

static void without_a_limit_the_states_become_equal(void)
{
	for (guint back = 0; back < 2; back++) {
		g_autoptr(hive) plain = hive_new(0, ENTRIES);
		g_autoptr(hive) varied = hive_new(1, ENTRIES);
		hive_vary(varied);
		struct hive *pass = back ? varied : plain;
		struct hive *fail = back ? plain : varied;
		CU_ASSERT(put_in(pass, 0, fail, 0) > 30);
		ASSERT_INT(hive_length(pass), hive_length(fail));
	}
}

static void what_is_left_out_of_both_stays_as_it_is(void)
{
	for (guint64 room = 1 << 14; room < 4 << 20; room += room / 5)
		for (guint back = 0; back < 2; back++)
			check(ENTRIES, room, room, back);
}

static void what_is_left_out_of_one_stays_as_it_is(void)
{
	for (guint64 room = 1 << 14; room < 4 << 20; room += room / 5)
		for (guint back = 0; back < 2; back++) {
			check(ENTRIES, room, 0, back);
			check(ENTRIES, 0, room, back);
			check(ENTRIES, room, room + room / 3, back);
			check(ENTRIES, room + room / 3, room, back);
		}
}

/* One entry that only one of them has, and each place for a cut. */
static void no_entry_is_made_that_leads_to_what_is_not_known(void)
{
	enum { FEW = 220 };
	for (guint64 room = 100000; room < 150000; room += 300) {
		check(FEW, 0, room, TRUE);
		check(FEW, room, room, TRUE);
		check(FEW, room + 700, room, TRUE);
	}
}

static void equal_states_have_no_deltas_wherever_they_are_cut(void)
{
	for (guint64 room = 1 << 14; room < 4 << 20; room += room / 5) {
		g_autoptr(hive) a = hive_new(0, ENTRIES);
		g_autoptr(hive) b = hive_new(1, ENTRIES);
		ASSERT_INT(put_in(a, room, b, 0), 0);
		ASSERT_INT(put_in(a, 0, b, room), 0);
		ASSERT_INT(put_in(a, room, b, room + 5000), 0);
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(without_a_limit_the_states_become_equal),
		TEST(what_is_left_out_of_both_stays_as_it_is),
		TEST(what_is_left_out_of_one_stays_as_it_is),
		TEST(no_entry_is_made_that_leads_to_what_is_not_known),
		TEST(equal_states_have_no_deltas_wherever_they_are_cut),
	};
	return run_tests("deltas-room", tests, G_N_ELEMENTS(tests));
}
