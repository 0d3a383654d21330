#include "look-at-inside.h"
#include "writers.h"

#include <stdarg.h>

/* Calls shown of a stack. */
enum { MOST_CALLS = 50 };

void hc_look_tell_place(struct hc_look *look, const struct hc_states *states)
{
	guint n;
	const struct hc_stack_frame *stack =
		hc_snapshot_stack(hc_states_snapshot(states, HC_PASSING), &n);
	struct hc_event *event = look->event;

	if (n) {
		event->function = g_strdup(stack[0].function);
		event->file = g_strdup(stack[0].file);
		event->line = stack[0].line;
	}
	for (guint i = 0; i < n && i < MOST_CALLS; i++) {
		struct hc_frame frame = {(char *) stack[i].function,
			(char *) stack[i].file, stack[i].line};
		if (stack[i].has_debug)
			g_ptr_array_add(
				event->backtrace, hc_frame_describe(&frame));
	}
}

void hc_look_tell_graphs(struct hc_look *look, const struct hc_states *states,
	const struct mg_diff *diff)
{
	for (guint i = 0; i < HC_SIDES; i++) {
		struct mg_summary sum;
		mg_graph_summary(
			hc_snapshot_graph(hc_states_snapshot(states, i)), &sum);
		look->event->vertices[i] = sum.vertices;
		look->event->edges[i] = sum.edges;
		look->event->not_followed = MAX(
			look->event->not_followed, sum.ends[MG_END_NO_ROOM]);
	}
	look->event->common = mg_diff_common_vertices(diff);
}

void hc_look_tell_deltas(struct hc_look *look, const struct mg_diff *diff,
	const struct hc_deltas *deltas)
{
	look->event->deltas = hc_deltas_n(deltas);
	look->noise = hc_deltas_n_noise(deltas);
	/* What varies by itself does not tell the runs apart. */
	look->event->common = mg_diff_common_vertices(diff) +
			      hc_deltas_noise_vertices(deltas);
}

void hc_look_tell_engine(struct hc_look *look, const struct hc_engine *engine)
{
	look->event->forked = hc_engine_kind(engine) == HC_ENGINE_FORK;
	g_free(look->event->engine_reason);
	look->event->engine_reason = g_strdup(hc_engine_reason(engine));
}

/* ---- The cause ---- */

struct telling {
	const struct hc_problem *problem;
	const struct hc_deltas *deltas;
	struct hc_namer *namer; /* of these */
	const struct dd_set *all; /* what is told, the context with it */
	/* Where a list is edited, by the change: a set of the deltas there. */
	GHashTable *edits;
	GHashTable *told; /* changes among these */
	gboolean back; /* the deltas are those of the failing run */
	const struct hc_states *states;
	GPtrArray *writers; /* of what is told first; NULL: enough of them */
};

static gboolean is_edit(const struct hc_deltas *deltas, guint32 k)
{
	enum hc_delta_kind kind = hc_delta_kind(deltas, k);
	return kind == HC_DELTA_INSERTION || kind == HC_DELTA_DELETION;
}

/* Where the thing is that a delta is about; NULL if it is in no memory. */
static char *find_place(const struct telling *t, guint32 k)
{
	guint64 address;
	guint bit;
	return hc_delta_address(t->deltas, k, 0, &address, &bit)
		       ? t->problem->class->identify_quickly(t->problem, k)
		       : NULL;
}

static GPtrArray *find_aliases(const struct telling *t, guint32 k)
{
	GPtrArray *aliases =
		g_ptr_array_new_with_free_func((GDestroyNotify) hc_alias_free);
	g_autoptr(GArray) others = hc_namer_others(t->namer, k);
	for (guint i = 0; i < others->len; i++) {
		struct hc_other_name *other =
			&g_array_index(others, struct hc_other_name, i);
		struct hc_alias *alias = g_new0(struct hc_alias, 1);
		alias->shown = g_strdup(other->shown);
		alias->local = g_strdup(other->local);
		alias->local_own = other->own;
		if (other->local && other->address)
			alias->local_place = hc_state_problem_place(
				t->problem, other->address);
		g_ptr_array_add(aliases, alias);
	}
	return aliases;
}

static struct hc_cause *make_cause(const struct telling *t, guint32 k)
{
	const struct hc_deltas *deltas = t->deltas;
	struct hc_cause *cause = g_new0(struct hc_cause, 1);
	g_autoptr(dd_set) one = dd_set_new_range(k, k + 1);
	const struct dd_set *here =
		is_edit(deltas, k) ? g_hash_table_lookup(t->edits,
					     hc_delta_change(deltas, k))
				   : NULL;

	cause->variable = hc_delta_name(deltas, k);
	cause->shown = hc_delta_shown(deltas, k);
	guint64 address = 0;
	cause->local = g_strdup(
		hc_delta_local(deltas, k, &address, &cause->local_own));
	if (address)
		cause->local_place =
			hc_state_problem_place(t->problem, address);
	cause->place = find_place(t, k);
	cause->aliases = cause->place ? find_aliases(t, k) : NULL;
	cause->type = hc_delta_type(deltas, k);
	cause->pass = hc_delta_text_in(deltas, k, t->back ? 1 : 0, here);
	cause->fail = hc_delta_text_in(deltas, k, t->back ? 0 : 1, here);
	cause->commands = hc_deltas_commands(deltas, here ? here : one);
	if (t->writers)
		g_ptr_array_add(t->writers,
			hc_writers_note(t->states, deltas, k, t->back, cause));
	return cause;
}

/* An insertion and a deletion at one place of a list are about one pointer. */
static void find_edits(struct telling *t)
{
	for (guint i = 0; i < t->all->n_ranges; i++)
		for (guint32 k = t->all->ranges[i].lo; k < t->all->ranges[i].hi;
			k++) {
			gpointer change =
				(gpointer) hc_delta_change(t->deltas, k);
			if (!is_edit(t->deltas, k))
				continue;
			const struct dd_set *old =
				g_hash_table_lookup(t->edits, change);
			g_autoptr(dd_set) one = dd_set_new_range(k, k + 1);
			g_hash_table_insert(t->edits, change,
				old ? dd_set_union(old, one)
				    : g_steal_pointer(&one));
		}
}

/* What is told of a variable is told once. */
static void add_causes(
	GPtrArray *into, const struct telling *t, const struct dd_set *set)
{
	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo; k < set->ranges[i].hi; k++)
			if (!is_edit(t->deltas, k) ||
				g_hash_table_add(
					t->told, (gpointer) hc_delta_change(
							 t->deltas, k)))
				g_ptr_array_add(into, make_cause(t, k));
}

void hc_look_tell_cause(struct hc_look *look, const struct hc_states *states,
	const struct hc_isolation *isolation)
{
	struct hc_event *event = look->event;
	const struct hc_problem *problem = isolation->problem;
	const struct hc_deltas *deltas = hc_state_problem_deltas(problem);
	gboolean back = hc_state_problem_is_back(problem);
	g_autoptr(dd_set) both =
		dd_set_union(isolation->difference, isolation->context);

	g_autoptr(GHashTable) edits = g_hash_table_new_full(
		NULL, NULL, NULL, (GDestroyNotify) dd_set_unref);
	g_autoptr(GHashTable) told = g_hash_table_new(NULL, NULL);
	g_autoptr(hc_namer) namer = hc_namer_new(deltas);
	g_clear_pointer(&look->writers, g_ptr_array_unref);
	look->writers = g_ptr_array_new_with_free_func(g_free);
	struct telling t = {problem, deltas, namer, both, edits, told, back,
		states, look->writers};
	find_edits(&t);
	add_causes(event->causes, &t, isolation->difference);
	t.writers = NULL;
	add_causes(event->context, &t, isolation->context);
	/* The failing run passes without the cause, whatever else is there. */
	event->script =
		hc_deltas_commands(deltas, back ? isolation->difference : both);
	event->confirmed = back ? HC_CONFIRMED_REVERSE : isolation->confirmed;
	g_free(event->failure);
	event->failure = hc_states_describe_failure(states);
	event->isolated = TRUE;
	g_clear_pointer(&event->reason, g_free);

	look->identity = hc_problem_identify(problem, isolation->difference);
	look->context_identity =
		hc_problem_identify(problem, isolation->context);
}

void hc_look_forget_cause(struct hc_look *look)
{
	struct hc_event *event = look->event;
	event->isolated = FALSE;
	event->confirmed = HC_CONFIRMED_NOT;
	g_ptr_array_set_size(event->causes, 0);
	g_ptr_array_set_size(event->context, 0);
	g_clear_pointer(&look->writers, g_ptr_array_unref);
	g_clear_pointer(&event->script, g_strfreev);
	g_clear_pointer(&event->failure, g_free);
	g_clear_pointer(&look->identity, g_strfreev);
	g_clear_pointer(&look->context_identity, g_strfreev);
}

/* ---- No cause ---- */

void hc_look_give_up(
	struct hc_look *look, enum hc_why why, const char *format, ...)
{
	struct hc_event *event = look->event;
	va_list arguments;
	va_start(arguments, format);
	event->why = why;
	g_free(event->reason);
	event->reason = g_strdup_vprintf(format, arguments);
	g_clear_pointer(&event->summary, g_free);
	va_end(arguments);
}

/* What could not be transferred, and may be to blame for that the passing run
 * still passes; NULL: nothing. What is about its own run alone, as a jump
 * buffer is, differs in any case. */
static const struct hc_refused *find_blamed(
	const struct hc_deltas *deltas, guint *n)
{
	const GArray *refused = hc_deltas_refused(deltas);
	const struct hc_refused *first = NULL;
	*n = 0;
	for (guint i = 0; i < refused->len; i++) {
		const struct hc_refused *one =
			&g_array_index(refused, struct hc_refused, i);
		if (one->own)
			continue;
		first = first ? first : one;
		++*n;
	}
	return first;
}

static void explain_passing(
	struct hc_look *look, const struct hc_deltas *deltas, const char *all)
{
	guint n;
	const struct hc_refused *blamed = find_blamed(deltas, &n);
	if (blamed) {
		hc_look_give_up(look, HC_WHY_PASSES,
			"the passing run still passes with %s; %u could not "
			"be transferred: %s %s",
			all, n, blamed->name, blamed->why);
		look->event->summary = g_strdup(
			"the passing run still passes with all differences "
			"that can be transferred");
	} else {
		hc_look_give_up(look, HC_WHY_PASSES,
			"the passing run still passes with %s: the failure "
			"depends on something outside the compared state, "
			"such as the layout of the heap",
			all);
		look->event->summary = g_strdup(
			"the passing run still passes with all differences: "
			"the failure depends on something outside the compared "
			"state, such as the layout of the heap");
	}
}

/* Why all differences together don't make the passing run fail. */
static void explain_failing_end(struct hc_look *look,
	const struct hc_isolation *isolation, const struct hc_deltas *deltas)
{
	guint n = hc_deltas_n(deltas);
	/* "the one difference", "all 5 differences" */
	g_autofree char *all =
		n == 1 ? g_strdup("the one difference")
		       : g_strdup_printf("all %u differences", n);
	if (isolation->end == HC_PASS) {
		explain_passing(look, deltas, all);
		return;
	}
	hc_look_give_up(look, HC_WHY_ELSE,
		"with %s the passing run does something else: it %s", all,
		isolation->end_words);
	look->event->summary = g_strdup_printf(
		"with all differences the passing run does something else: "
		"it %s",
		isolation->end_words);
}

void hc_look_explain_ends(struct hc_look *look,
	const struct hc_isolation *isolation, const struct hc_deltas *deltas)
{
	if (isolation->status == HC_ISOLATION_NO_PASS)
		hc_look_give_up(look, HC_WHY_NO_PASS,
			"the passing run does not pass from here on even when "
			"nothing is changed: it %s",
			isolation->end_words);
	else
		explain_failing_end(look, isolation, deltas);
}
