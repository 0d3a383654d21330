#include "process-status.h"
#include "state-problem-inside.h"

#include <string.h>

static const struct hc_state_problem *const_of(const struct hc_problem *problem)
{
	return (const struct hc_state_problem *) problem;
}

static struct hc_state_problem *of(struct hc_problem *problem)
{
	return (struct hc_state_problem *) problem;
}

const struct hc_deltas *hc_state_problem_deltas(
	const struct hc_problem *problem)
{
	return const_of(problem)->deltas;
}

const struct hc_engine *hc_state_problem_engine(
	const struct hc_problem *problem)
{
	return const_of(problem)->experiment->engine;
}

gboolean hc_state_problem_has_threads(const struct hc_problem *problem)
{
	const struct hc_states *states = const_of(problem)->experiment->states;
	g_autoptr(GArray) threads = hc_process_threads(
		hc_target_pid(states->stops[HC_PASSING].target));
	return threads->len > 1;
}

gboolean hc_state_problem_is_back(const struct hc_problem *problem)
{
	return const_of(problem)->back;
}

/* What is put into the program, so that a set makes the difference. */
static struct dd_set *to_apply(
	const struct hc_problem *problem, const struct dd_set *set)
{
	return const_of(problem)->back ? hc_problem_rest(problem, set)
				       : dd_set_ref(set);
}

gboolean hc_state_problem_repeat(struct hc_problem *problem,
	const struct dd_set *set, enum hc_verdict *verdict, GError **error)
{
	g_autoptr(dd_set) applied = to_apply(problem, set);
	return hc_experiment_run(of(problem)->experiment, of(problem)->deltas,
		applied, verdict, error);
}

/* The first line of a run's output that has one of the shapes. */
static char *find_line(GHashTable *known, GBytes *stream)
{
	gsize n;
	const char *data = g_bytes_get_data(stream, &n);
	g_autofree char *text = g_strndup(data, n);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	g_autoptr(GList) texts = g_hash_table_get_values(known);
	for (guint i = 0; lines[i]; i++)
		if (g_list_find_custom(texts, lines[i], (GCompareFunc) strcmp))
			return g_strdup(lines[i]);
	return NULL;
}

gboolean hc_state_problem_learn_lines(
	struct hc_problem *problem, char **line, GError **error)
{
	struct hc_experiment *x = of(problem)->experiment;
	struct hc_stage *stage = x->states->stage;
	const struct hc_runs *runs = stage->debuggees->runs;
	const struct hc_outcome *pass = runs->run[HC_PASSING].native;
	const struct hc_outcome *fail = runs->run[HC_FAILING].native;
	g_autoptr(dd_set) none = dd_set_new_range(0, 0);
	enum hc_verdict verdict;

	*line = NULL;
	if (hc_oracle_failure(stage->debuggees->oracle)->kind !=
		HC_FAILURE_OUTPUT)
		return TRUE;
	if (!hc_state_problem_repeat(problem, none, &verdict, error))
		return FALSE;
	const struct hc_outcome *seen = x->unaltered;
	if (!seen || seen->end != pass->end || seen->status != pass->status)
		return TRUE;
	if (hc_lines_learn(stage->lines, pass->out, fail->out, seen->out))
		*line = find_line(stage->lines, pass->out);
	else if (hc_lines_learn(stage->lines, pass->err, fail->err, seen->err))
		*line = find_line(stage->lines, pass->err);
	return TRUE;
}

/* ---- The class ---- */

static guint32 count(const struct hc_problem *problem)
{
	return hc_deltas_n(const_of(problem)->deltas);
}

static const struct dd_groups *groups(const struct hc_problem *problem)
{
	return hc_deltas_groups(const_of(problem)->deltas);
}

static guint jobs(const struct hc_problem *problem)
{
	return hc_engine_jobs(const_of(problem)->experiment->engine);
}

static gboolean submit(struct hc_problem *problem, guint64 ticket,
	const struct dd_set *set, GError **error)
{
	g_autoptr(dd_set) applied = to_apply(problem, set);
	return hc_experiment_submit(of(problem)->experiment,
		of(problem)->deltas, ticket, applied, error);
}

static enum dd_wait wait_for_any(struct hc_problem *problem, gint64 until,
	guint64 *ticket, enum hc_verdict *verdict, GError **error)
{
	return hc_experiment_wait(of(problem)->experiment, problem, until,
		ticket, verdict, error);
}

static void cancel(struct hc_problem *problem, guint64 ticket)
{
	hc_experiment_cancel(of(problem)->experiment, ticket);
}

static const char *explain(const struct hc_problem *problem)
{
	return const_of(problem)->experiment->end;
}

static struct hc_problem *refine(struct hc_problem *problem,
	const struct dd_set *set, const guint32 **origin)
{
	struct hc_deltas *fine =
		hc_deltas_refine(of(problem)->deltas, set, origin);
	if (!fine)
		return NULL;

	struct hc_problem *finer = hc_state_problem_new(
		of(problem)->experiment, fine, of(problem)->back);
	of(finer)->own = fine;
	return finer;
}

/* Which of the two a run is to the deltas. */
static guint side_of(const struct hc_state_problem *p, enum hc_side run)
{
	return p->back ? !run : run;
}

char *hc_state_problem_place(const struct hc_problem *problem, guint64 address)
{
	const struct hc_state_problem *p = const_of(problem);
	const struct hc_stop *stops = p->experiment->states->stops;
	return hc_snapshot_place(
		stops[p->back ? HC_FAILING : HC_PASSING].snapshot, address);
}

/* Where in the passing run, in words that mean the same in other runs and at
 * other moments. */
static char *identify_place(const struct hc_problem *problem, guint32 delta)
{
	const struct hc_state_problem *p = const_of(problem);
	guint64 address;
	guint bit = 0;
	g_autofree char *place =
		hc_delta_address(p->deltas, delta, side_of(p, HC_PASSING),
			&address, &bit)
			? hc_snapshot_place(
				  p->experiment->states->stops[HC_PASSING]
					  .snapshot,
				  address)
			: hc_delta_name(p->deltas, delta);
	return g_strdup_printf("%s.%u=", place, bit);
}

/* What a pointer leads to has another name whenever a variable moves on. */
static char *identify_value(const struct hc_state_problem *p, guint32 delta)
{
	const struct hc_stop *stops = p->experiment->states->stops;
	guint failing = side_of(p, HC_FAILING);
	guint64 address;
	guint side;
	return hc_delta_target(p->deltas, delta, failing, &address, &side)
		       ? hc_snapshot_place(stops[side == failing ? HC_FAILING
								 : HC_PASSING]
						   .snapshot,
				 address)
		       : hc_delta_text(p->deltas, delta, failing);
}

char *hc_state_describe(const struct hc_deltas *deltas, guint32 delta)
{
	char *shown = hc_delta_shown(deltas, delta);
	return shown ? shown : hc_delta_name(deltas, delta);
}

/* "place=value": where, and what is there in the failing run. */
static char *identify(const struct hc_problem *problem, guint32 delta)
{
	g_autofree char *place = identify_place(problem, delta);
	g_autofree char *value = identify_value(const_of(problem), delta);
	return g_strconcat(place, value, NULL);
}

static char *describe(const struct hc_problem *problem, guint32 delta)
{
	return hc_state_describe(const_of(problem)->deltas, delta);
}

static void free_problem(struct hc_problem *problem)
{
	g_clear_pointer(&of(problem)->own, hc_deltas_free);
	hc_experiment_unref(of(problem)->experiment);
	g_free(problem);
}

struct hc_problem *hc_state_problem_new(struct hc_experiment *experiment,
	struct hc_deltas *deltas, gboolean back)
{
	static const struct hc_problem_class class = {
		.count = count,
		.groups = groups,
		.jobs = jobs,
		.submit = submit,
		.wait = wait_for_any,
		.cancel = cancel,
		.explain = explain,
		.refine = refine,
		.reverse = hc_state_problem_reverse,
		.identify = identify,
		.identify_quickly = identify_place,
		.describe = describe,
		.free = free_problem,
	};
	struct hc_state_problem *p = g_new0(struct hc_state_problem, 1);
	hc_problem_init(&p->problem, &class);
	p->experiment = hc_experiment_ref(experiment);
	p->deltas = deltas;
	p->back = back;
	return &p->problem;
}

struct hc_problem *hc_states_problem(struct hc_states *states, GError **error)
{
	g_autoptr(hc_experiment) experiment =
		hc_experiment_new(states, HC_PASSING, states->deltas, error);
	return experiment
		       ? hc_state_problem_new(experiment, states->deltas, FALSE)
		       : NULL;
}
