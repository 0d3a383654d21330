#include "pair-proofs.h"

#include "engine.h"
#include "runner.h"

void proof_of_all(struct pair *pair, const char *what)
{
	guint n = hc_deltas_n(pair->deltas);
	g_autoptr(dd_set) all = dd_set_new_range(0, n);
	g_autofree char *before = pair_left(pair);
	if (n == 0 || !before[0])
		test_fail("%s: nothing differs", what);
	if (!pair_write(pair, all))
		return;
	g_autofree char *left = pair_left(pair);
	if (left[0])
		test_fail("%s: all deltas leave %s", what, left);
	pair_restore(pair);
	g_autofree char *again = pair_left(pair);
	ASSERT_STR(again, before);
}

void proof_of_some(struct pair *pair, const char *what, guint seed)
{
	guint n = hc_deltas_n(pair->deltas);
	g_autoptr(GRand) random = g_rand_new_with_seed(seed);
	g_autoptr(dd_set) some = pair_subset(random, n);
	g_autoptr(dd_set) all = dd_set_new_range(0, n);
	g_autofree char *set = dd_set_to_string(some);
	if (!pair_write(pair, some))
		return;
	g_autoptr(hc_snapshot) between = pair_look(pair);
	if (!between)
		return;
	g_autofree char *problems =
		pair_problems(pair, hc_snapshot_graph(between));
	if (problems[0])
		test_fail("%s, deltas %s: %s", what, set, problems);
	if (!pair_write(pair, all))
		return;
	g_autofree char *left = pair_left(pair);
	if (left[0])
		test_fail("%s, the rest of %s leaves %s", what, set, left);
	pair_restore(pair);
}

void proof_of_commands(
	struct pair *pair, const char *what, const struct dd_set *set)
{
	g_autofree char *text = dd_set_to_string(set);
	gboolean fine = pair_write(pair, set);
	g_autoptr(hc_snapshot) written = pair_look(pair);
	fine = fine && pair_restore(pair) && pair_command(pair, set);
	g_autoptr(hc_snapshot) commanded = pair_look(pair);
	pair_restore(pair);
	if (!fine || !written || !commanded) {
		test_fail("%s, deltas %s: see above", what, text);
		return;
	}
	g_autofree char *left = pair_differences(
		pair, hc_snapshot_graph(commanded), hc_snapshot_graph(written));
	if (left[0])
		test_fail("%s, commands of %s differ: %s", what, text, left);
}

/* ---- Engines ---- */

/* A test that writes without end is not to fill the machine. */
enum { MOST_OUTPUT = 4 << 20 };

static struct hc_engine *start_engine(
	struct pair *pair, enum hc_engine_kind kind, guint jobs)
{
	struct hc_engine_options options = {
		.kind = kind,
		.jobs = jobs,
		.timeout = 3,
		.limits = HC_LIMITS_INIT,
		.debug_dir = "",
	};
	g_autoptr(GError) error = NULL;
	guint n, n_stale;
	const guint64 *sizes = hc_deltas_blocks(pair->deltas, &n);
	const guint64 *stale = hc_deltas_stale(pair->deltas, &n_stale);
	g_autofree guint64 *addresses = g_new0(guint64, n + 1);
	options.limits.file = MOST_OUTPUT;
	g_autoptr(hc_engine) engine =
		hc_engine_new(pair->pass.target, &options, &error);
	if (engine)
		hc_engine_avoid(engine, stale, n_stale);
	if (engine && n)
		hc_engine_allocate(engine, sizes, n, addresses, &error);
	if (error) {
		test_fail("engine: %s", error->message);
		return NULL;
	}
	hc_deltas_set_blocks(pair->deltas, addresses);
	return g_steal_pointer(&engine);
}

static void free_outcome(gpointer data)
{
	if (data)
		hc_outcome_free(data);
}

/* The outcomes of all sets, in their order; NULL if it failed. */
static GPtrArray *run_sets(
	struct pair *pair, const GPtrArray *sets, struct hc_engine *engine)
{
	g_autoptr(GPtrArray) outcomes =
		g_ptr_array_new_with_free_func(free_outcome);
	g_ptr_array_set_size(outcomes, (gint) sets->len);
	for (guint i = 0; i < sets->len; i++) {
		g_autoptr(hc_alteration) a = hc_deltas_alter(
			pair->deltas, g_ptr_array_index(sets, i));
		g_autoptr(GError) error = NULL;
		if (!hc_engine_submit(engine, i, a, &error)) {
			test_fail("submitting: %s", error->message);
			return NULL;
		}
	}
	for (guint done = 0; done < sets->len; done++) {
		g_autoptr(GError) error = NULL;
		struct hc_outcome *outcome = NULL;
		guint64 ticket;
		if (hc_engine_wait(engine, -1, &ticket, &outcome, &error) !=
			HC_ENGINE_DONE) {
			test_fail("waiting: %s",
				error ? error->message : "nothing came");
			return NULL;
		}
		outcomes->pdata[ticket] = outcome;
	}
	return g_steal_pointer(&outcomes);
}

static gboolean has_set(const GPtrArray *sets, const struct dd_set *set)
{
	for (guint i = 0; i < sets->len; i++)
		if (dd_set_equal(g_ptr_array_index(sets, i), set))
			return TRUE;
	return FALSE;
}

/* No two of them are the same; few deltas don't have that many. */
static GPtrArray *make_sets(guint32 deltas, guint n)
{
	GPtrArray *sets =
		g_ptr_array_new_with_free_func((GDestroyNotify) dd_set_unref);
	if (deltas < 16)
		n = MIN(n, 1U << deltas);
	g_ptr_array_add(sets, dd_set_new_empty());
	if (deltas)
		g_ptr_array_add(sets, dd_set_new_range(0, deltas));
	for (guint seed = 0; sets->len < n; seed++) {
		g_autoptr(GRand) random = g_rand_new_with_seed(seed);
		g_autoptr(dd_set) set = pair_subset(random, deltas);
		if (!has_set(sets, set))
			g_ptr_array_add(sets, g_steal_pointer(&set));
	}
	return sets;
}

/* What was cut off in time or by a limit may have got less or more far. */
static gboolean is_same(const struct hc_outcome *a, const struct hc_outcome *b)
{
	if (a->end != b->end || a->end == HC_END_HANG || a->end == HC_END_LIMIT)
		return a->end == b->end;
	return hc_outcome_same(a, b);
}

guint proof_of_engines(struct pair *pair, const char *what, guint n, guint jobs)
{
	static const enum hc_engine_kind kinds[] = {
		HC_ENGINE_FORK, HC_ENGINE_RERUN};
	g_autoptr(GPtrArray) sets = make_sets(hc_deltas_n(pair->deltas), n);
	GPtrArray *outcomes[2] = {NULL};
	for (guint i = 0; i < 2; i++) {
		g_autoptr(hc_engine) engine =
			start_engine(pair, kinds[i], jobs);
		if (engine)
			outcomes[i] = run_sets(pair, sets, engine);
	}
	for (guint i = 0; outcomes[0] && outcomes[1] && i < sets->len; i++) {
		const struct hc_outcome *a = g_ptr_array_index(outcomes[0], i);
		const struct hc_outcome *b = g_ptr_array_index(outcomes[1], i);
		if (is_same(a, b))
			continue;
		g_autofree char *set =
			dd_set_to_string(g_ptr_array_index(sets, i));
		g_autofree char *s = hc_outcome_describe(a);
		g_autofree char *t = hc_outcome_describe(b);
		test_fail("%s, deltas %s: fork %s, rerun %s\n%.*s\n%.*s", what,
			set, s, t, (int) MIN(200, g_bytes_get_size(a->out)),
			(const char *) g_bytes_get_data(a->out, NULL),
			(int) MIN(200, g_bytes_get_size(b->out)),
			(const char *) g_bytes_get_data(b->out, NULL));
	}
	guint compared = outcomes[0] && outcomes[1] ? sets->len : 0;
	g_clear_pointer(&outcomes[0], g_ptr_array_unref);
	g_clear_pointer(&outcomes[1], g_ptr_array_unref);
	return compared;
}
