#include "suspects.h"

#include <string.h>

/* Nobody looks at more places, nor at a place that is longer. */
enum { MOST_SUSPECTS = 5, MOST_LINES = 5 };
/* What each line more takes from what several lines say together: without it,
 * each suspect would be as long as it can be. */
#define PRICE 0.04
/* What the first and the last of them weigh at least, beside the heaviest. */
#define LEAST 0.1

/* Lines of one function, by their ranks among all lines. */
struct window {
	guint first, last;
	double weight;
};

struct search {
	const struct hc_ran *ran;
	const struct hc_clues *clues;
	GArray *windows; /* struct window */
};

void hc_evidence_clear(struct hc_evidence *evidence)
{
	for (guint i = 0; i < HC_SIDES; i++)
		g_clear_pointer(&evidence->trace[i], hc_trace_free);
}

static const struct hc_ran_line *line_at(const struct search *s, guint rank)
{
	return hc_ran_line(s->ran, s->ran->order[rank]);
}

static const struct hc_clues *clues_at(const struct search *s, guint rank)
{
	return &s->clues[s->ran->order[rank]];
}

/* ---- Lines that belong together ---- */

static gboolean belongs(const struct search *s, guint first, guint rank)
{
	const struct hc_ran_line *a = line_at(s, first), *b = line_at(s, rank);
	return clues_at(s, rank)->ran &&
	       b->line->line - a->line->line < MOST_LINES &&
	       strcmp(a->function, b->function) == 0 &&
	       strcmp(a->line->file, b->line->file) == 0;
}

/* All windows that begin with a line. Both ends count as well. */
static void add_windows(struct search *s, guint first)
{
	double sum = 0, most = 0, weight, start = clues_at(s, first)->weight;
	guint n = 0;
	for (guint i = first; i < s->ran->lines->len && belongs(s, first, i);
		i++) {
		weight = clues_at(s, i)->weight;
		sum += weight;
		most = MAX(most, weight);
		struct window window = {first, i, sum / (1 + PRICE * n)};
		n++;
		if (MIN(start, weight) >= LEAST * most)
			g_array_append_val(s->windows, window);
	}
}

static int compare(gconstpointer a, gconstpointer b)
{
	const struct window *x = a, *y = b;
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return x->first != y->first
		       ? (x->first > y->first) - (x->first < y->first)
		       : (x->last > y->last) - (x->last < y->last);
}

/* ---- Suspects ---- */

static struct hc_suspect *make(const struct search *s,
	const struct window *window, struct hc_source *source)
{
	struct hc_suspect *suspect = hc_suspect_new();
	const struct hc_ran_line *first = line_at(s, window->first);
	const char *file =
		hc_source_path(source, first->folder, first->line->file);
	int last = line_at(s, window->last)->line->line;
	const struct hc_clues *best = clues_at(s, window->first);
	suspect->shared = best->reasons;
	for (guint i = window->first; i <= window->last; i++) {
		const struct hc_clues *clues = clues_at(s, i);
		suspect->reasons |= clues->reasons;
		suspect->shared &= clues->reasons;
		if (clues->from >= 0 &&
			(best->from < 0 || clues->weight > best->weight))
			best = clues;
	}
	suspect->from = best->from;
	suspect->to = best->to;
	suspect->lines.function = g_strdup(first->function);
	suspect->lines.file = g_strdup(first->line->file);
	suspect->lines.first = first->line->line;
	suspect->lines.last = hc_source_end(source, file, last);
	suspect->lines.n = window->last - window->first + 1;
	suspect->source = hc_source_state(source, file);
	suspect->text = hc_source_lines(
		source, file, suspect->lines.first, suspect->lines.last);
	return suspect;
}

static gboolean is_told(const gboolean *told, const struct window *window)
{
	for (guint i = window->first; i <= window->last; i++)
		if (told[i])
			return TRUE;
	return FALSE;
}

static void publish(const struct search *s, struct hc_result *result,
	struct hc_source *source)
{
	g_autofree gboolean *told = g_new0(gboolean, s->ran->lines->len + 1);
	g_array_sort(s->windows, compare);
	for (guint i = 0;
		i < s->windows->len && result->suspects->len < MOST_SUSPECTS;
		i++) {
		const struct window *window =
			&g_array_index(s->windows, struct window, i);
		if (is_told(told, window))
			continue;
		g_autoptr(hc_suspect) suspect = make(s, window, source);
		/* What its text looks like says nothing all alone. */
		const guint text =
			1u << HC_SUSPICION_DECIDES | 1u << HC_SUSPICION_CALLS;
		if (!(suspect->reasons & ~text))
			continue;
		g_ptr_array_add(result->suspects, g_steal_pointer(&suspect));
		for (guint k = window->first; k <= window->last; k++)
			told[k] = TRUE;
	}
}

void hc_suspects_find(
	struct hc_result *result, const struct hc_evidence *evidence)
{
	if (!evidence->trace[HC_PASSING] || !evidence->trace[HC_FAILING] ||
		result->brief.steps->len == 0)
		return;
	g_autoptr(hc_ran) ran = hc_ran_new(
		evidence->trace[HC_PASSING], evidence->trace[HC_FAILING]);
	g_autoptr(hc_source) source = hc_source_new(result->program);
	hc_ran_only_ever(ran, &result->only);
	g_autofree struct hc_clues *clues = hc_clues_find(result, ran, source);
	struct search s = {
		ran, clues, g_array_new(FALSE, FALSE, sizeof(struct window))};
	for (guint i = 0; i < ran->lines->len; i++)
		add_windows(&s, i);
	publish(&s, result, source);
	g_array_unref(s.windows);
}
