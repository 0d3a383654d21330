#include "toy-problem.h"

struct running {
	guint64 ticket, atoms;
};

struct toy {
	struct hc_problem problem;
	struct toy_world *world;
	guint32 n;
	guint32 *first; /* a delta's first atom; n + 1, with the end */
	guint32 *origin; /* NULL: it was never refined */
	GArray *running; /* struct running */
};

static const struct toy *of(const struct hc_problem *problem)
{
	return (const struct toy *) problem;
}

static guint64 atoms_of(const struct toy *toy, guint32 delta)
{
	guint64 atoms = 0;
	for (guint32 a = toy->first[delta]; a < toy->first[delta + 1]; a++)
		atoms |= G_GUINT64_CONSTANT(1) << a;
	return atoms;
}

guint64 toy_problem_atoms(
	const struct hc_problem *problem, const struct dd_set *set)
{
	guint64 atoms = 0;
	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo; k < set->ranges[i].hi; k++)
			atoms |= atoms_of(of(problem), k);
	return atoms;
}

static guint32 count(const struct hc_problem *problem)
{
	return of(problem)->n;
}

static guint jobs(const struct hc_problem *problem)
{
	return MAX(of(problem)->world->jobs, 1);
}

/* ---- Tests ---- */

static enum hc_verdict test(
	struct toy_world *world, guint64 atoms, gboolean reverse)
{
	if (!world->ended)
		world->ended = g_hash_table_new_full(
			g_str_hash, g_str_equal, g_free, NULL);
	if (++world->tests == world->interrupt_at) {
		world->stop = 1;
		return HC_PASS;
	}

	g_autofree char *what = g_strdup_printf(
		"%" G_GINT64_MODIFIER "x%s", atoms, reverse ? " back" : "");
	/* A test that another one had been faster than is not repeated. */
	if (!world->stop && !g_hash_table_add(world->ended, g_strdup(what)))
		world->repeated++;
	return world->judge(atoms, world->data);
}

static gboolean submit(struct hc_problem *problem, guint64 ticket,
	const struct dd_set *set, GError **error)
{
	struct running running = {ticket, toy_problem_atoms(problem, set)};
	g_array_append_val(of(problem)->running, running);
	return TRUE;
}

static enum dd_wait wait_for_any(struct hc_problem *problem, gint64 until,
	guint64 *ticket, enum hc_verdict *verdict, GError **error)
{
	const struct toy *toy = of(problem);
	if (toy->running->len == 0)
		return DD_WAIT_NOTHING;

	guint i = toy->world->latest_first ? toy->running->len - 1 : 0;
	struct running running = g_array_index(toy->running, struct running, i);
	g_array_remove_index(toy->running, i);
	*ticket = running.ticket;
	*verdict = test(toy->world, running.atoms, FALSE);
	return DD_WAIT_DONE;
}

static void cancel(struct hc_problem *problem, guint64 ticket)
{
	GArray *running = of(problem)->running;
	for (guint i = 0; i < running->len; i++)
		if (g_array_index(running, struct running, i).ticket ==
			ticket) {
			g_array_remove_index(running, i);
			return;
		}
}

static gboolean reverse(struct hc_problem *problem, const struct dd_set *set,
	gboolean *tested, enum hc_verdict *verdict, GError **error)
{
	struct toy_world *world = of(problem)->world;
	*tested = !world->irreversible;
	if (*tested) {
		g_autoptr(dd_set) rest = hc_problem_rest(problem, set);
		*verdict = test(world, toy_problem_atoms(problem, rest), TRUE);
	}
	return TRUE;
}

/* ---- What deltas are ---- */

static char *identify(const struct hc_problem *problem, guint32 delta)
{
	const struct toy *toy = of(problem);
	return g_strdup_printf(
		"atoms %u to %u", toy->first[delta], toy->first[delta + 1] - 1);
}

static struct hc_problem *new_toy(struct toy_world *world, guint32 n);

static struct hc_problem *refine(struct hc_problem *problem,
	const struct dd_set *set, const guint32 **origin)
{
	const struct toy *toy = of(problem);
	struct toy *fine = (struct toy *) new_toy(toy->world, TOY_MOST);
	guint32 n = 0;
	fine->origin = g_new0(guint32, TOY_MOST);
	for (guint32 k = 0; k < toy->n; k++) {
		guint32 step = dd_set_contains(set, k)
				       ? 1
				       : toy->first[k + 1] - toy->first[k];
		for (guint32 a = toy->first[k]; a < toy->first[k + 1];
			a += step) {
			fine->first[n] = a;
			fine->origin[n++] = k;
		}
	}
	fine->first[n] = toy->world->n;
	fine->n = n;
	*origin = fine->origin;

	if (n > toy->n)
		return &fine->problem;
	hc_problem_unref(&fine->problem);
	return NULL;
}

static void free_toy(struct hc_problem *problem)
{
	struct toy *toy = (struct toy *) problem;
	g_free(toy->first);
	g_free(toy->origin);
	g_array_unref(toy->running);
	g_free(toy);
}

static struct hc_problem *new_toy(struct toy_world *world, guint32 n)
{
	static const struct hc_problem_class class = {
		.count = count,
		.jobs = jobs,
		.submit = submit,
		.wait = wait_for_any,
		.cancel = cancel,
		.refine = refine,
		.reverse = reverse,
		.identify = identify,
		.describe = identify,
		.free = free_toy,
	};
	struct toy *toy = g_new0(struct toy, 1);
	hc_problem_init(&toy->problem, &class);
	toy->world = world;
	toy->n = n;
	toy->first = g_new0(guint32, n + 1);
	toy->running = g_array_new(FALSE, FALSE, sizeof(struct running));
	return &toy->problem;
}

struct hc_problem *toy_problem_new(struct toy_world *world)
{
	guint32 together = MAX(world->together, 1);
	guint32 n = (world->n + together - 1) / together;
	struct toy *toy = (struct toy *) new_toy(world, n);
	for (guint32 k = 0; k < n; k++)
		toy->first[k] = k * together;
	toy->first[n] = world->n;
	return &toy->problem;
}

void toy_world_clear(struct toy_world *world)
{
	g_clear_pointer(&world->ended, g_hash_table_unref);
}
