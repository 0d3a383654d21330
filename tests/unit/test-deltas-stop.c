/* The user wants it to end while deltas are made, put in, or taken apart. */
#include "deltas.h"
#include "mg-hive.h"
#include "runner.h"

enum { ENTRIES = 1500, MOMENTS = 25 };

struct subject {
	struct hive *hive[2];
	struct mg_graph *graph[2];
	struct mg_match *match;
	struct mg_diff *diff;
	struct hc_deltas *deltas;
	struct dd_set *all;
};

static void subject_init(struct subject *s)
{
	struct mg_match_options how = {.way = MG_MATCH_TRAVERSAL};
	for (guint i = 0; i < 2; i++) {
		s->hive[i] = hive_new(i, ENTRIES);
		if (i)
			hive_vary(s->hive[i]);
		s->graph[i] = hive_extract(s->hive[i]);
	}
	s->match = mg_match_new(s->graph[0], s->graph[1], &how);
	s->diff = mg_diff_new(s->match);
	s->deltas = hc_deltas_new(s->diff, NULL);
	s->all = dd_set_new_range(0, hc_deltas_n(s->deltas));
	guint n;
	hc_deltas_blocks(s->deltas, &n);
	g_autofree guint64 *addresses = g_new0(guint64, n + 1);
	for (guint i = 0; i < n; i++)
		addresses[i] = 0x900000000 + 64 * (guint64) i;
	hc_deltas_set_blocks(s->deltas, addresses);
}

static void subject_clear(struct subject *s)
{
	dd_set_unref(s->all);
	hc_deltas_free(s->deltas);
	mg_diff_free(s->diff);
	mg_match_free(s->match);
	for (guint i = 0; i < 2; i++) {
		mg_graph_free(s->graph[i]);
		hive_free(s->hive[i]);
	}
}
typedef struct subject subject;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(subject, subject_clear)

/* What is done with it; -1: it gave nothing back, else how much. */
typedef gint64 (*act_func)(const struct subject *s);

static gint64 make(const struct subject *s)
{
	struct hc_noise noise = {0};
	struct hc_deltas *deltas = hc_deltas_new(s->diff, &noise);
	gint64 n = deltas ? (gint64) hc_deltas_n(deltas) : -1;
	g_clear_pointer(&deltas, hc_deltas_free);
	return n;
}

static gint64 alter(const struct subject *s)
{
	struct hc_alteration *a = hc_deltas_alter(s->deltas, s->all);
	gint64 n = a ? (gint64) hc_alteration_n_writes(a) : -1;
	g_clear_pointer(&a, hc_alteration_free);
	return n;
}

static gint64 mirror(const struct subject *s)
{
	g_autoptr(mg_match) back = mg_match_reversed(s->match);
	g_autoptr(mg_diff) diff = back ? mg_diff_new(back) : NULL;
	g_autoptr(hc_deltas) deltas = diff ? hc_deltas_new(diff, NULL) : NULL;
	if (!deltas)
		return -1;
	g_autoptr(dd_set) set = hc_deltas_mirror(s->deltas, s->all, deltas);
	return s->hive[0]->stop ? -1 : (gint64) set->size;
}

static gint64 say(const struct subject *s)
{
	char **commands = hc_deltas_commands(s->deltas, s->all);
	gint64 n = s->hive[0]->stop ? -1 : (gint64) g_strv_length(commands);
	g_strfreev(commands);
	return n;
}

static void there_is_all_or_nothing(act_func act)
{
	g_auto(subject) s;
	subject_init(&s);
	gint64 begin = g_get_monotonic_time();
	gint64 whole = act(&s);
	gint64 step = (g_get_monotonic_time() - begin) / MOMENTS;
	CU_ASSERT(whole > 20);

	s.hive[0]->stop = 1;
	ASSERT_INT(act(&s), -1);
	s.hive[0]->stop = 0;
	for (guint k = 0; k <= MOMENTS; k++) {
		hive_stop_later(s.hive[0], k * step);
		gint64 n = act(&s);
		hive_wait(s.hive[0]);
		if (n >= 0)
			ASSERT_INT(n, whole);
	}
}

static void deltas_are_made_or_not(void)
{
	there_is_all_or_nothing(make);
}

static void they_are_put_in_or_not(void)
{
	there_is_all_or_nothing(alter);
}

static void they_are_taken_back_or_not(void)
{
	there_is_all_or_nothing(mirror);
}

static void they_are_said_or_not(void)
{
	there_is_all_or_nothing(say);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(deltas_are_made_or_not),
		TEST(they_are_put_in_or_not),
		TEST(they_are_taken_back_or_not),
		TEST(they_are_said_or_not),
	};
	return run_tests("deltas-stop", tests, G_N_ELEMENTS(tests));
}
