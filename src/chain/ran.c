#include "ran.h"

#include "place.h"

#include <string.h>

const struct hc_ran_line *hc_ran_line(const struct hc_ran *ran, guint number)
{
	return &g_array_index(ran->lines, struct hc_ran_line, number);
}

/* ---- Common numbers ---- */

static guint hash_line(gconstpointer key)
{
	const struct hc_trace_line *line = key;
	return (guint) (line->address ^ line->address >> 32) ^
	       (guint) line->line << 16;
}

static gboolean same_line(gconstpointer a, gconstpointer b)
{
	const struct hc_trace_line *x = a, *y = b;
	return x->address == y->address && x->line == y->line &&
	       strcmp(x->file, y->file) == 0;
}

static void add_lines(struct hc_ran *ran, enum hc_side side, GHashTable *known)
{
	const struct hc_trace *trace = ran->trace[side];
	ran->number[side] = g_new(guint, trace->lines->len + 1);
	for (guint i = 0; i < trace->lines->len; i++) {
		const struct hc_trace_line *line = trace->lines->pdata[i];
		gpointer found;
		if (!g_hash_table_lookup_extended(known, line, NULL, &found)) {
			const struct hc_trace_function *f =
				trace->functions->pdata[line->function];
			struct hc_ran_line new = {
				line, f->name, f->folder, {0}, FALSE};
			found = GUINT_TO_POINTER(ran->lines->len);
			g_array_append_val(ran->lines, new);
			g_hash_table_insert(known, (gpointer) line, found);
		}
		guint number = GPOINTER_TO_UINT(found);
		struct hc_ran_line *one =
			&g_array_index(ran->lines, struct hc_ran_line, number);
		one->count[side] += line->count;
		one->hot |= line->dropped;
		ran->number[side][i] = number;
	}
}

/* What the same file says is the same function is one. */
static int compare(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct hc_ran *ran = data;
	const struct hc_ran_line *x = hc_ran_line(ran, *(const guint *) a);
	const struct hc_ran_line *y = hc_ran_line(ran, *(const guint *) b);
	int files = strcmp(x->line->file, y->line->file);
	int functions = strcmp(x->function, y->function);
	return files                           ? files
	       : functions                     ? functions
	       : x->line->line < y->line->line ? -1
					       : x->line->line > y->line->line;
}

static void sort_lines(struct hc_ran *ran)
{
	guint n = ran->lines->len;
	ran->order = g_new(guint, n + 1);
	ran->rank = g_new(guint, n + 1);
	for (guint i = 0; i < n; i++)
		ran->order[i] = i;
	g_qsort_with_data(
		ran->order, (gint) n, sizeof *ran->order, compare, ran);
	for (guint i = 0; i < n; i++)
		ran->rank[ran->order[i]] = i;
}

struct hc_ran *hc_ran_new(
	const struct hc_trace *pass, const struct hc_trace *fail)
{
	struct hc_ran *ran = g_new0(struct hc_ran, 1);
	g_autoptr(GHashTable) known = g_hash_table_new(hash_line, same_line);
	ran->trace[HC_PASSING] = pass;
	ran->trace[HC_FAILING] = fail;
	ran->lines = g_array_new(FALSE, FALSE, sizeof(struct hc_ran_line));
	for (guint i = 0; i < HC_SIDES; i++)
		add_lines(ran, i, known);
	sort_lines(ran);
	return ran;
}

void hc_ran_free(struct hc_ran *ran)
{
	g_array_unref(ran->lines);
	for (guint i = 0; i < HC_SIDES; i++)
		g_free(ran->number[i]);
	g_free(ran->order);
	g_free(ran->rank);
	g_free(ran);
}

/* ---- What runs execute ---- */

GArray *hc_ran_sequence(
	const struct hc_ran *ran, const struct hc_span *span, enum hc_side side)
{
	const GArray *entries = ran->trace[side]->entries;
	GArray *sequence = g_array_new(FALSE, FALSE, sizeof(guint));
	guint32 to = MIN(span->to[side], entries->len);
	for (guint32 i = span->from[side]; i < to; i++) {
		const struct hc_trace_entry *entry =
			&g_array_index(entries, struct hc_trace_entry, i);
		if (entry->line == HC_TRACE_NONE)
			continue;
		guint number = ran->number[side][entry->line];
		if (!hc_ran_line(ran, number)->hot)
			g_array_append_val(sequence, number);
	}
	return sequence;
}

static const struct hc_ran_line *at_rank(const struct hc_ran *ran, guint rank)
{
	return hc_ran_line(ran, ran->order[rank]);
}

static gboolean same_function(
	const struct hc_ran_line *a, const struct hc_ran_line *b)
{
	return strcmp(a->function, b->function) == 0 &&
	       strcmp(a->line->file, b->line->file) == 0;
}

/* Adds the range of lines of a set that a line is in, and takes it out. */
static void add_range(
	const struct hc_ran *ran, gboolean *set, guint number, GPtrArray *into)
{
	const struct hc_ran_line *line = hc_ran_line(ran, number);
	guint first = ran->rank[number], last = first;
	if (!set[number] || hc_place_is_foreign(line->line->file))
		return;
	while (first > 0 && set[ran->order[first - 1]] &&
		same_function(at_rank(ran, first - 1), line))
		first--;
	while (last + 1 < ran->lines->len && set[ran->order[last + 1]] &&
		same_function(at_rank(ran, last + 1), line))
		last++;

	struct hc_passage *lines = hc_passage_new(line->function,
		line->line->file, at_rank(ran, first)->line->line,
		at_rank(ran, last)->line->line);
	lines->n = last - first + 1;
	for (guint i = first; i <= last; i++)
		set[ran->order[i]] = FALSE;
	g_ptr_array_add(into, lines);
}

static gboolean *make_set(const struct hc_ran *ran, const GArray *sequence)
{
	gboolean *set = g_new0(gboolean, ran->lines->len + 1);
	for (guint i = 0; i < sequence->len; i++)
		set[g_array_index(sequence, guint, i)] = TRUE;
	return set;
}

void hc_ran_only(const struct hc_ran *ran, const struct hc_span *span,
	struct hc_only *only)
{
	g_autoptr(GArray) passing = hc_ran_sequence(ran, span, HC_PASSING);
	g_autoptr(GArray) failing = hc_ran_sequence(ran, span, HC_FAILING);
	g_autofree gboolean *pass = make_set(ran, passing);
	g_autofree gboolean *fail = make_set(ran, failing);
	for (guint i = 0; i < ran->lines->len; i++) {
		gboolean both = pass[i] && fail[i];
		pass[i] = pass[i] && !both;
		fail[i] = fail[i] && !both;
	}
	for (guint i = 0; i < passing->len; i++)
		add_range(ran, pass, g_array_index(passing, guint, i),
			only->by[HC_PASSING]);
	for (guint i = 0; i < failing->len; i++)
		add_range(ran, fail, g_array_index(failing, guint, i),
			only->by[HC_FAILING]);
}

void hc_ran_only_ever(const struct hc_ran *ran, struct hc_only *only)
{
	struct hc_span all = {{0, 0}, {G_MAXUINT32, G_MAXUINT32}};
	for (guint side = 0; side < HC_SIDES; side++) {
		g_autofree gboolean *set =
			g_new0(gboolean, ran->lines->len + 1);
		for (guint i = 0; i < ran->lines->len; i++) {
			const struct hc_ran_line *line = hc_ran_line(ran, i);
			set[i] = line->count[side] && !line->count[!side];
		}
		g_autoptr(GArray) sequence = hc_ran_sequence(ran, &all, side);
		for (guint i = 0; i < sequence->len; i++)
			add_range(ran, set, g_array_index(sequence, guint, i),
				only->by[side]);
		/* Of these it is not known when. */
		for (guint i = 0; i < ran->lines->len; i++)
			add_range(ran, set, i, only->by[side]);
	}
}
