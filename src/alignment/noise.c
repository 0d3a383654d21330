/* Places that a run does not reach in the same way each time: what depends on
 * the order in a hash table, on an address, on the time. */
#include "alignment.h"

/* One of two traces of a run: all that is not marked yet. */
struct strand {
	const struct hc_trace *trace;
	guint32 *entry; /* by number */
	guint64 *key; /* what each is: no two are the same */
	gsize n;
};

static const struct hc_trace_entry *entry_at(
	const struct hc_trace *trace, guint32 number)
{
	return &g_array_index(trace->entries, struct hc_trace_entry, number);
}

/* The mark of an entry's place. */
static gboolean *mark_of(
	const struct hc_trace *trace, const struct hc_trace_entry *entry)
{
	if (entry->line != HC_TRACE_NONE) {
		struct hc_trace_line *line =
			g_ptr_array_index(trace->lines, entry->line);
		return &line->varies;
	}
	struct hc_trace_function *function =
		g_ptr_array_index(trace->functions, entry->function);
	return &function->varies;
}

/* Places of two traces of one program have the same numbers. */
static gboolean is_same_program(
	const struct hc_trace *a, const struct hc_trace *b)
{
	return a->functions->len == b->functions->len &&
	       a->lines->len == b->lines->len;
}

/* Most runs do the same each time. Addresses are not in it: stacks may be
 * elsewhere. */
static gboolean is_same_run(const struct hc_trace *a, const struct hc_trace *b)
{
	if (a->entries->len != b->entries->len)
		return FALSE;
	for (guint32 i = 0; i < a->entries->len; i++) {
		const struct hc_trace_entry *p = entry_at(a, i);
		const struct hc_trace_entry *q = entry_at(b, i);
		if (p->function != q->function || p->line != q->line ||
			p->parent != q->parent || p->from != q->from)
			return FALSE;
	}
	return TRUE;
}

static guint64 mix(guint64 key, guint64 value)
{
	key = (key ^ value) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
	return key ^ key >> 32;
}

/* Each entry by the calls that lead to it, and the how manieth of its kind it
 * is in its frame. Parents come before their children. */
static guint64 *ways_of(const struct hc_trace *trace)
{
	guint n = trace->entries->len;
	guint64 *way = g_new(guint64, n + 1);
	g_autoptr(GHashTable) counts = g_hash_table_new(NULL, NULL);
	for (guint32 i = 0; i < n; i++) {
		const struct hc_trace_entry *entry = entry_at(trace, i);
		guint64 caller =
			entry->parent == HC_TRACE_NONE ? 0 : way[entry->parent];
		guint64 kind =
			mix(mix(mix(caller, entry->function), entry->line),
				entry->from);
		gpointer key = GSIZE_TO_POINTER(kind);
		gsize count =
			GPOINTER_TO_SIZE(g_hash_table_lookup(counts, key)) + 1;
		g_hash_table_insert(counts, key, GSIZE_TO_POINTER(count));
		way[i] = mix(kind, count);
	}
	return way;
}

/* `marks`: the trace that has them. */
static void strand_init(struct strand *strand, const struct hc_trace *trace,
	const struct hc_trace *marks)
{
	guint n = trace->entries->len;
	g_autofree guint64 *way = ways_of(trace);

	*strand = (struct strand){
		.trace = trace,
		.entry = g_new(guint32, n + 1),
		.key = g_new(guint64, n + 1),
	};
	for (guint32 i = 0; i < n; i++) {
		if (*mark_of(marks, entry_at(trace, i)))
			continue;
		strand->entry[strand->n] = i;
		strand->key[strand->n++] = way[i];
	}
}

static void strand_clear(struct strand *strand)
{
	g_free(strand->entry);
	g_free(strand->key);
}

/* For each place, functions first: how often it is reached, and how. */
static guint64 *sum_up(const struct strand *strand)
{
	guint n = strand->trace->functions->len;
	guint64 *sums = g_new0(guint64, n + strand->trace->lines->len + 1);
	for (gsize i = 0; i < strand->n; i++) {
		const struct hc_trace_entry *entry =
			entry_at(strand->trace, strand->entry[i]);
		guint64 *sum = entry->line == HC_TRACE_NONE
				       ? &sums[entry->function]
				       : &sums[n + entry->line];
		*sum = mix(*sum + 1, strand->key[i]);
	}
	return sums;
}

/* Places that are not reached as often, by the same calls. */
static guint mark_unequal(
	struct hc_trace *trace, const struct strand *a, const struct strand *b)
{
	guint marked = 0, n = trace->functions->len;
	g_autofree guint64 *s = sum_up(a);
	g_autofree guint64 *t = sum_up(b);

	for (guint i = 0; i < n; i++) {
		struct hc_trace_function *function = trace->functions->pdata[i];
		function->varies |= s[i] != t[i];
		marked += s[i] != t[i];
	}
	for (guint i = 0; i < trace->lines->len; i++) {
		struct hc_trace_line *line = trace->lines->pdata[i];
		line->varies |= s[n + i] != t[n + i];
		marked += s[n + i] != t[n + i];
	}
	return marked;
}

/* Where it goes on with what is not marked. */
static gsize skip_marked(
	const struct strand *strand, gsize i, const struct hc_trace *marks)
{
	while (i < strand->n &&
		*mark_of(marks, entry_at(strand->trace, strand->entry[i])))
		i++;
	return i;
}

/* Of two places that come in another order, the one that is reached less often:
 * what happens in some turns of a loop is out of step with the turns, not they
 * with it. */
static guint mark_one(struct hc_trace *trace, const struct hc_trace_entry *p,
	const struct hc_trace_entry *q)
{
	guint64 n = hc_trace_count_of(trace, p),
		m = hc_trace_count_of(trace, q);
	if (n <= m)
		*mark_of(trace, p) = TRUE;
	if (m <= n)
		*mark_of(trace, q) = TRUE;
	return n == m ? 2 : 1;
}

/* Places that are not always reached in the same order among the others. */
static guint mark_unordered(
	struct hc_trace *trace, const struct strand *a, const struct strand *b)
{
	guint marked = 0;
	gsize i = 0, j = 0;
	for (;;) {
		i = skip_marked(a, i, trace);
		j = skip_marked(b, j, trace);
		if (i == a->n || j == b->n)
			return marked;
		if (a->key[i] == b->key[j]) {
			i++;
			j++;
		} else {
			marked +=
				mark_one(trace, entry_at(a->trace, a->entry[i]),
					entry_at(b->trace, b->entry[j]));
		}
	}
}

guint hc_alignment_noise_mark(
	struct hc_trace *trace, const struct hc_trace *again)
{
	struct strand a, b;
	if (!is_same_program(trace, again) || is_same_run(trace, again))
		return 0;

	strand_init(&a, trace, trace);
	strand_init(&b, again, trace);
	guint marked = mark_unequal(trace, &a, &b);
	marked += mark_unordered(trace, &a, &b);
	strand_clear(&a);
	strand_clear(&b);
	return marked;
}

void hc_alignment_noise_share(struct hc_trace *pass, struct hc_trace *fail)
{
	if (!is_same_program(pass, fail))
		return;
	for (guint i = 0; i < pass->functions->len; i++) {
		struct hc_trace_function *p = pass->functions->pdata[i];
		struct hc_trace_function *q = fail->functions->pdata[i];
		p->varies = q->varies = p->varies || q->varies;
	}
	for (guint i = 0; i < pass->lines->len; i++) {
		struct hc_trace_line *p = pass->lines->pdata[i];
		struct hc_trace_line *q = fail->lines->pdata[i];
		p->varies = q->varies = p->varies || q->varies;
	}
}

void hc_alignment_noise_forget(struct hc_trace *trace)
{
	for (guint i = 0; i < trace->functions->len; i++) {
		struct hc_trace_function *function = trace->functions->pdata[i];
		function->varies = FALSE;
	}
	for (guint i = 0; i < trace->lines->len; i++) {
		struct hc_trace_line *line = trace->lines->pdata[i];
		line->varies = FALSE;
	}
}
