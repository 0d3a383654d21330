/* What speaks against each line. How much each clue counts was learnt from the
 * training half of tests/accuracy. */
#include "suspects.h"

#include "alignment.h"
#include "place.h"

#include <string.h>

/* So many times as much as without the clue. */
static const double weights[HC_SUSPICIONS] = {
	[HC_SUSPICION_WRITES] = 1, /* mostly it only hands the value on */
	[HC_SUSPICION_WROTE] = 2.5,
	[HC_SUSPICION_APART] = 2,
	[HC_SUSPICION_ONLY] = 12,
	[HC_SUSPICION_SETS] = 1,
	[HC_SUSPICION_LAST] = 1,
	[HC_SUSPICION_MOVES] = 2,
	[HC_SUSPICION_DECIDES] = 2,
	[HC_SUSPICION_CALLS] = 0.6,
	[HC_SUSPICION_BETWEEN] = 1,
	[HC_SUSPICION_BOTH] = 1,
};

struct search {
	struct hc_result *result;
	const struct hc_ran *ran;
	struct hc_source *source;
	struct hc_clues *clues;
	guint32 (*when)[HC_SIDES]; /* of each event; HC_TRACE_NONE: unknown */
	guint *last; /* where a line is last in the span, from 1; 0: nowhere */
};

static const struct hc_event *event_at(const struct search *s, gint event)
{
	return event < 0 ? NULL
			 : g_ptr_array_index(s->result->events, (guint) event);
}

static double weigh(guint reasons)
{
	double weight = 1;
	for (guint i = 0; i < HC_SUSPICIONS; i++)
		if (reasons & 1u << i)
			weight *= weights[i];
	return weight;
}

/* ---- When the events are ---- */

static guint32 find_time(const struct hc_trace *trace,
	const struct hc_event *event, enum hc_side side)
{
	guint32 when;
	struct hc_place place = {
		.function = event->at_file ? NULL : event->at_function,
		.file = event->at_file,
		.line = event->at_line,
		.hit = side == HC_PASSING ? event->hit_pass : event->hit_fail,
	};
	return (place.function || place.file) &&
			       hc_alignment_when(trace, &place, &when)
		       ? when
		       : HC_TRACE_NONE;
}

static void find_times(struct search *s)
{
	s->when = g_malloc0_n(s->result->events->len + 1, sizeof *s->when);
	for (guint i = 0; i < s->result->events->len; i++)
		for (guint side = 0; side < HC_SIDES; side++)
			s->when[i][side] = HC_TRACE_NONE;
	for (guint i = 0; i < s->result->brief.steps->len; i++) {
		const struct hc_step *step = &g_array_index(
			s->result->brief.steps, struct hc_step, i);
		guint ends[] = {step->event, step->held};
		for (guint k = 0; k < G_N_ELEMENTS(ends); k++)
			for (guint side = 0; side < HC_SIDES; side++)
				s->when[ends[k]][side] = find_time(
					s->ran->trace[side],
					event_at(s, (gint) ends[k]), side);
	}
}

/* What both runs do from one event to another, or to their ends. */
static gboolean find_span(
	const struct search *s, gint from, gint to, struct hc_span *span)
{
	for (guint side = 0; side < HC_SIDES; side++) {
		span->from[side] = s->when[from][side];
		span->to[side] = to < 0 ? s->ran->trace[side]->entries->len
					: s->when[to][side];
		if (span->from[side] == HC_TRACE_NONE ||
			span->to[side] == HC_TRACE_NONE ||
			span->to[side] < span->from[side])
			return FALSE;
	}
	return TRUE;
}

/* ---- What the text says ---- */

/* The statement that begins on a line; NULL: nobody knows. */
static char *read_statement(const struct search *s, guint number)
{
	const struct hc_ran_line *one = hc_ran_line(s->ran, number);
	const char *file =
		hc_source_path(s->source, one->folder, one->line->file);
	int line = one->line->line;
	int end = hc_source_end(s->source, file, line);
	g_auto(GStrv) lines = hc_source_lines(s->source, file, line, end);
	return lines ? g_strjoinv(" ", lines) : NULL;
}

/* The last names of what decides at an event. */
static GPtrArray *list_names(const struct hc_event *event)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	for (guint i = 0; event && i < event->causes->len; i++) {
		const struct hc_cause *cause = event->causes->pdata[i];
		char *name =
			cause->shown ? hc_source_last_name(cause->shown) : NULL;
		if (!name)
			name = hc_source_last_name(cause->variable);
		if (name)
			g_ptr_array_add(names, name);
	}
	return names;
}

static gboolean sets_any(
	const struct search *s, guint number, const GPtrArray *names)
{
	g_autofree char *text = names->len ? read_statement(s, number) : NULL;
	for (guint i = 0; text && i < names->len; i++)
		if (hc_source_sets(text, names->pdata[i]))
			return TRUE;
	return FALSE;
}

/* ---- One transition ---- */

static gboolean same_function(
	const struct hc_ran_line *a, const struct hc_ran_line *b)
{
	return strcmp(a->function, b->function) == 0 &&
	       strcmp(a->line->file, b->line->file) == 0;
}

/* A line that can't be recorded is executed with the one before it in its
 * function or, if that is not there, the one behind. */
static guint find_witness(const struct hc_ran *ran, guint number)
{
	guint rank = ran->rank[number];
	const struct hc_ran_line *line = hc_ran_line(ran, number);
	if (line->line->how != HC_TRACE_NOT)
		return number;
	if (rank > 0 &&
		same_function(line, hc_ran_line(ran, ran->order[rank - 1])))
		return ran->order[rank - 1];
	if (rank + 1 < ran->lines->len &&
		same_function(line, hc_ran_line(ran, ran->order[rank + 1])))
		return ran->order[rank + 1];
	return number;
}

/* The line that a run is about to execute at an event: a function is stopped
 * at its first one. */
static guint find_line(const struct search *s, const struct hc_event *event)
{
	guint best = G_MAXUINT;
	for (guint i = 0; i < s->ran->lines->len; i++) {
		const struct hc_ran_line *one = hc_ran_line(s->ran, i);
		if (one->line->line > event->line ||
			g_strcmp0(one->function, event->function) != 0)
			continue;
		if (best == G_MAXUINT ||
			hc_ran_line(s->ran, best)->line->line < one->line->line)
			best = i;
	}
	return best;
}

static gboolean is_line(
	const struct hc_written *by, const struct hc_ran_line *one)
{
	return by && by->line == one->line->line &&
	       g_strcmp0(by->function, one->function) == 0;
}

/* Whether a line was seen to write what decides at an event, in a run. */
static gboolean writes(const struct search *s, guint number,
	const struct hc_event *event, enum hc_side side)
{
	const struct hc_ran_line *one = hc_ran_line(s->ran, number);
	for (guint i = 0; event && i < event->causes->len; i++) {
		const struct hc_cause *cause = event->causes->pdata[i];
		if (is_line(cause->written[side], one))
			return TRUE;
	}
	return FALSE;
}

/* Whether it was in one of the runs alone; what is not known of the failing run
 * says nothing. */
static gboolean writes_apart(
	const struct search *s, guint number, const struct hc_event *event)
{
	const struct hc_ran_line *one = hc_ran_line(s->ran, number);
	for (guint i = 0; event && i < event->causes->len; i++) {
		const struct hc_cause *cause = event->causes->pdata[i];
		if (cause->written[HC_FAILING] &&
			is_line(cause->written[HC_FAILING], one) !=
				is_line(cause->written[HC_PASSING], one))
			return TRUE;
	}
	return FALSE;
}

/* Of two transitions in which a line is seen, that with more clues counts; all
 * clues are kept. */
static void add_clues(struct hc_clues *clues, guint reasons, gint from, gint to)
{
	double weight = weigh(reasons);
	if (clues->from < 0 || weight > clues->weight) {
		clues->from = from;
		clues->to = to;
		clues->weight = weight;
	}
	clues->reasons |= reasons;
}

static void look_between(struct search *s, const struct hc_step *step,
	const struct hc_span *span)
{
	gint from = (gint) step->held, to = step->moves_to;
	const struct hc_event *begin = event_at(s, from);
	const struct hc_event *end = event_at(s, to);
	guint n = s->ran->lines->len, here = find_line(s, begin), latest = 0;
	g_autoptr(GPtrArray) names = list_names(end);
	g_autoptr(GArray) sequence = hc_ran_sequence(s->ran, span, HC_FAILING);
	g_autofree gboolean *sets = g_new0(gboolean, n + 1);
	enum hc_confirmed confirmed = (end ? end : begin)->confirmed;

	memset(s->last, 0, (n + 1) * sizeof *s->last);
	for (guint i = 0; i < sequence->len; i++)
		s->last[g_array_index(sequence, guint, i)] = i + 1;
	for (guint i = 0; i < n; i++) {
		guint last = s->last[find_witness(s->ran, i)];
		sets[i] = last && sets_any(s, i, names);
		if (sets[i])
			latest = MAX(latest, last);
	}
	for (guint i = 0; i < n; i++) {
		guint last = s->last[find_witness(s->ran, i)], reasons = 0;
		if (!last && i != here)
			continue;
		if (i == here)
			reasons |= 1u << HC_SUSPICION_MOVES;
		else
			reasons |= 1u << HC_SUSPICION_BETWEEN;
		if (writes(s, i, end, HC_FAILING))
			reasons |= 1u << HC_SUSPICION_WRITES;
		if (writes(s, i, end, HC_PASSING))
			reasons |= 1u << HC_SUSPICION_WROTE;
		if (writes_apart(s, i, end))
			reasons |= 1u << HC_SUSPICION_APART;
		if (sets[i])
			reasons |= 1u << HC_SUSPICION_SETS;
		if (sets[i] && last == latest)
			reasons |= 1u << HC_SUSPICION_LAST;
		if (confirmed == HC_CONFIRMED_BOTH)
			reasons |= 1u << HC_SUSPICION_BOTH;
		add_clues(&s->clues[i], reasons, from, to);
	}
}

static void look_at_steps(struct search *s)
{
	const GArray *steps = s->result->brief.steps;
	for (guint i = 0; i < steps->len; i++) {
		const struct hc_step *step =
			&g_array_index(steps, struct hc_step, i);
		struct hc_span span;
		struct hc_only only;
		if (!find_span(s, (gint) step->held, step->moves_to, &span))
			continue;
		hc_only_init(&only);
		only.from = (gint) step->held;
		only.to = step->moves_to;
		hc_ran_only(s->ran, &span, &only);
		g_array_append_val(s->result->only_between, only);
		look_between(s, step, &span);
	}
}

/* ---- Whatever the transition ---- */

static guint read_reasons(const struct search *s, guint number)
{
	g_autofree char *text = read_statement(s, number);
	return !text                        ? 0
	       : hc_source_decides(text)    ? 1u << HC_SUSPICION_DECIDES
	       : hc_source_only_calls(text) ? 1u << HC_SUSPICION_CALLS
					    : 0;
}

static void look_at_lines(struct search *s)
{
	for (guint i = 0; i < s->ran->lines->len; i++) {
		struct hc_clues *clues = &s->clues[i];
		const struct hc_ran_line *line =
			hc_ran_line(s->ran, find_witness(s->ran, i));
		clues->ran = line->count[HC_FAILING] > 0 &&
			     !hc_place_is_foreign(line->line->file);
		if (!clues->ran)
			continue;
		if (!line->count[HC_PASSING])
			clues->reasons |= 1u << HC_SUSPICION_ONLY;
		clues->reasons |= read_reasons(s, i);
		clues->weight = weigh(clues->reasons);
	}
}

struct hc_clues *hc_clues_find(struct hc_result *result,
	const struct hc_ran *ran, struct hc_source *source)
{
	guint n = ran->lines->len;
	struct search s = {.result = result, .ran = ran, .source = source};
	s.clues = g_new0(struct hc_clues, n + 1);
	s.last = g_new0(guint, n + 1);
	for (guint i = 0; i < n; i++)
		s.clues[i].from = s.clues[i].to = -1;
	find_times(&s);
	look_at_steps(&s);
	look_at_lines(&s);
	g_free(s.when);
	g_free(s.last);
	return s.clues;
}
