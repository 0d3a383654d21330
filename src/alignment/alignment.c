#include "alignment.h"

#include "align.h"

#include <string.h>

/* How deep an endless recursion is aligned. */
enum { DEEPEST = 2000 };
/* Of a place that is reached more than MOST_HITS times, only the first few
 * times are moments. */
enum { MOST_HITS = 100, FIRST_HITS = 10 };

/* One of the traces, as a tree of frames. */
struct run {
	const struct hc_trace *trace;
	guint32 *first, *next; /* children of an entry, in order */
	guint32 roots; /* the first entry without a parent */
	guint64 *key; /* of each entry: what it is, the same in both runs … */
	guint64 *digest; /* … and with all that happens in it */
	guint *hit; /* how often its place was reached so far */
	gboolean *usable; /* its place has a name of its own */
};

struct aligning {
	struct hc_alignment *alignment;
	struct run run[2];
	guint gaps;
	gboolean in_gap; /* a gap was met, and no moment since */
};

/* Whether the user wants it to end. */
static gboolean is_stopped(const struct hc_alignment *alignment)
{
	return hc_stop_flag_is_set(alignment->trace[0]->stop) ||
	       hc_stop_flag_is_set(alignment->trace[1]->stop);
}

static const struct hc_trace_entry *entry_at(
	const struct hc_trace *trace, guint32 number)
{
	return &g_array_index(trace->entries, struct hc_trace_entry, number);
}

static gboolean is_line(const struct hc_trace_entry *entry)
{
	return entry->line != HC_TRACE_NONE;
}

/* ---- One run ---- */

static guint64 mix(guint64 digest, guint64 value)
{
	digest = (digest ^ value) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
	return digest ^ digest >> 32;
}

static guint64 module_key(const struct hc_trace *trace, guint32 number)
{
	if (number == HC_TRACE_NONE)
		return 1;
	const struct hc_trace_module *module =
		g_ptr_array_index(trace->modules, number);
	return g_str_hash(module->path);
}

/* A place of the program, whoever calls it. */
static guint64 place_of(
	const struct hc_trace *trace, const struct hc_trace_entry *entry)
{
	const struct hc_trace_function *function =
		g_ptr_array_index(trace->functions, entry->function);
	guint64 key =
		mix(module_key(trace, function->module), function->address);
	if (!is_line(entry))
		return key;
	const struct hc_trace_line *line =
		g_ptr_array_index(trace->lines, entry->line);
	return mix(mix(key, 2), line->address);
}

/* What an entry is: its place, and for a function where it is called from. */
static guint64 key_of(
	const struct hc_trace *trace, const struct hc_trace_entry *entry)
{
	guint64 place = place_of(trace, entry);
	return is_line(entry)
		       ? place
		       : mix(mix(place, module_key(trace, entry->module)),
				 entry->from);
}

/* How many functions have each name: one that is shared names none of them. */
static GHashTable *count_names(const struct hc_trace *trace)
{
	GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
	for (guint i = 0; i < trace->functions->len; i++) {
		const struct hc_trace_function *function =
			g_ptr_array_index(trace->functions, i);
		guint n = GPOINTER_TO_UINT(
			g_hash_table_lookup(names, function->name));
		g_hash_table_insert(
			names, function->name, GUINT_TO_POINTER(n + 1));
	}
	return names;
}

/* Whether its place is reached in another way in each run. */
static gboolean varies(
	const struct hc_trace *trace, const struct hc_trace_entry *entry)
{
	if (is_line(entry)) {
		const struct hc_trace_line *line =
			g_ptr_array_index(trace->lines, entry->line);
		return line->varies;
	}
	const struct hc_trace_function *function =
		g_ptr_array_index(trace->functions, entry->function);
	return function->varies;
}

/* The nearest one further out that does not vary. */
static guint32 parent_of(
	const struct hc_trace *trace, const struct hc_trace_entry *entry)
{
	guint32 parent = entry->parent;
	while (parent != HC_TRACE_NONE &&
		varies(trace, entry_at(trace, parent)))
		parent = entry_at(trace, parent)->parent;
	return parent;
}

static gboolean is_usable(const struct hc_trace *trace,
	const struct hc_trace_entry *entry, GHashTable *names)
{
	const struct hc_trace_function *function =
		g_ptr_array_index(trace->functions, entry->function);
	if (hc_place_is_foreign(function->file) || varies(trace, entry))
		return FALSE;
	if (is_line(entry))
		return TRUE;
	return !function->looped && !entry->handler &&
	       g_hash_table_lookup(names, function->name) ==
		       GUINT_TO_POINTER(1);
}

/* Children come after their parents, hence backwards. */
static void find_digests(struct run *run)
{
	for (guint32 i = run->trace->entries->len;
		i-- > 0 && !hc_stop_flag_is_set(run->trace->stop);) {
		run->digest[i] = run->key[i];
		for (guint32 k = run->first[i]; k != HC_TRACE_NONE;
			k = run->next[k])
			run->digest[i] = mix(run->digest[i], run->digest[k]);
	}
}

/* A statement whose function is entered too often has no frame: it would stand
 * beside main, behind all that main does. */
static gboolean is_lost(
	const struct hc_trace *trace, const struct hc_trace_entry *entry)
{
	const struct hc_trace_function *function =
		g_ptr_array_index(trace->functions, entry->function);
	return is_line(entry) && function->dropped;
}

/* What it knows is incomplete once the user wants it to end. */
static void run_init(struct run *run, const struct hc_trace *trace)
{
	guint n = trace->entries->len;
	g_autoptr(GHashTable) names = count_names(trace);
	g_autofree guint *functions = g_new0(guint, trace->functions->len + 1);
	g_autofree guint *lines = g_new0(guint, trace->lines->len + 1);
	g_autofree guint32 *last = g_new(guint32, n + 1);

	run->trace = trace;
	run->first = g_new(guint32, n + 1);
	run->next = g_new(guint32, n + 1);
	run->key = g_new(guint64, n + 1);
	run->digest = g_new(guint64, n + 1);
	run->hit = g_new(guint, n + 1);
	run->usable = g_new(gboolean, n + 1);
	run->roots = HC_TRACE_NONE;

	guint32 last_root = HC_TRACE_NONE;
	for (guint32 i = 0; i < n && !hc_stop_flag_is_set(trace->stop); i++) {
		const struct hc_trace_entry *entry = entry_at(trace, i);
		run->first[i] = run->next[i] = last[i] = HC_TRACE_NONE;
		run->key[i] = key_of(trace, entry);
		run->hit[i] = is_line(entry) ? ++lines[entry->line]
					     : ++functions[entry->function];
		run->usable[i] =
			is_usable(trace, entry, names) &&
			(run->hit[i] <= FIRST_HITS ||
				hc_trace_count_of(trace, entry) <= MOST_HITS);
		if (varies(trace, entry) || is_lost(trace, entry))
			continue;
		guint32 parent = parent_of(trace, entry);
		guint32 *before =
			parent == HC_TRACE_NONE ? &last_root : &last[parent];
		if (*before != HC_TRACE_NONE)
			run->next[*before] = i;
		else if (parent == HC_TRACE_NONE)
			run->roots = i;
		else
			run->first[parent] = i;
		*before = i;
	}
	find_digests(run);
}

static void run_clear(struct run *run)
{
	g_free(run->first);
	g_free(run->next);
	g_free(run->key);
	g_free(run->digest);
	g_free(run->hit);
	g_free(run->usable);
}

/* ---- Frame by frame ---- */

static void pass_gap(struct aligning *x)
{
	if (x->in_gap)
		return;
	x->in_gap = TRUE;
	x->gaps++;
	g_array_append_val(x->alignment->gaps, x->alignment->moments->len);
}

static void add_moment(
	struct aligning *x, guint32 pass, guint32 fail, guint depth)
{
	struct hc_moment moment = {
		.entry = {pass, fail},
		.hit = {x->run[0].hit[pass], x->run[1].hit[fail]},
		.depth = depth,
		.gaps = x->gaps,
	};
	if (!x->run[0].usable[pass] || !x->run[1].usable[fail])
		return;
	g_array_append_val(x->alignment->moments, moment);
	x->in_gap = FALSE;
}

static GArray *children_of(const struct run *run, guint32 first)
{
	GArray *children = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = first; i != HC_TRACE_NONE; i = run->next[i])
		g_array_append_val(children, i);
	return children;
}

static guint64 *keys_of(const struct run *run, const GArray *entries)
{
	guint64 *keys = g_new(guint64, entries->len + 1);
	for (guint i = 0; i < entries->len; i++)
		keys[i] = run->key[g_array_index(entries, guint32, i)];
	return keys;
}

/* Whether two children are the same with all that happens in them; counted
 * from the beginning, or from the end. */
static gboolean is_same_child(const struct aligning *x, const GArray *a,
	const GArray *b, guint n, gboolean back)
{
	guint32 p = g_array_index(a, guint32, back ? a->len - n - 1 : n);
	guint32 q = g_array_index(b, guint32, back ? b->len - n - 1 : n);
	return x->run[0].digest[p] == x->run[1].digest[q];
}

/* Which children belong together. In a loop all turns look alike, and one more
 * turn would put all later ones out of step. So children are first paired by
 * what happens in them, from the beginning forwards and from the end backwards.
 */
static gint64 *pair_children(
	const struct aligning *x, const GArray *a, const GArray *b)
{
	g_autofree guint64 *s = keys_of(&x->run[0], a);
	g_autofree guint64 *t = keys_of(&x->run[1], b);
	gint64 *to = g_new(gint64, a->len + 1);
	guint most = MIN(a->len, b->len), start = 0, end = 0;

	while (start < most && is_same_child(x, a, b, start, FALSE)) {
		to[start] = start;
		start++;
	}

	while (start + end < most && is_same_child(x, a, b, end, TRUE)) {
		end++;
		to[a->len - end] = b->len - end;
	}

	mg_align_steps_until(x->alignment->trace[0]->stop, s + start,
		a->len - start - end, t + start, b->len - start - end,
		to + start);
	for (guint i = start; i < a->len - end; i++)
		to[i] = to[i] < 0 ? -1 : to[i] + start;
	return to;
}

/* All that happens in two frames, from their first children on. */
static void align_frames(
	struct aligning *x, guint32 pass, guint32 fail, guint depth)
{
	g_autoptr(GArray) a = children_of(&x->run[0], pass);
	g_autoptr(GArray) b = children_of(&x->run[1], fail);
	g_autofree gint64 *to = pair_children(x, a, b);
	guint64 done = 0;
	gboolean gap = FALSE;

	for (guint i = 0; i < a->len && !is_stopped(x->alignment); i++) {
		if (to[i] < 0) {
			gap = TRUE;
			continue;
		}
		if (gap || (guint64) to[i] > done)
			pass_gap(x);
		gap = FALSE;
		done = (guint64) to[i] + 1;
		guint32 p = g_array_index(a, guint32, i);
		guint32 q = g_array_index(b, guint32, (guint) to[i]);
		add_moment(x, p, q, depth);
		if (depth < DEEPEST)
			align_frames(x, x->run[0].first[p], x->run[1].first[q],
				depth + 1);
	}

	if (gap || done < b->len)
		pass_gap(x);
}

struct hc_alignment *hc_alignment_new(
	const struct hc_trace *pass, const struct hc_trace *fail)
{
	struct hc_alignment *alignment = g_new0(struct hc_alignment, 1);
	struct aligning x = {.alignment = alignment};

	alignment->trace[0] = pass;
	alignment->trace[1] = fail;
	alignment->moments =
		g_array_new(FALSE, FALSE, sizeof(struct hc_moment));
	alignment->gaps = g_array_new(FALSE, FALSE, sizeof(guint));
	run_init(&x.run[0], pass);
	run_init(&x.run[1], fail);
	if (!is_stopped(alignment))
		align_frames(&x, x.run[0].roots, x.run[1].roots, 0);
	run_clear(&x.run[0]);
	run_clear(&x.run[1]);

	/* Loops ended early, here or there. */
	if (is_stopped(alignment))
		g_clear_pointer(&alignment, hc_alignment_free);
	return alignment;
}

void hc_alignment_free(struct hc_alignment *alignment)
{
	g_array_unref(alignment->moments);
	g_array_unref(alignment->gaps);
	g_free(alignment);
}

void hc_alignment_place(const struct hc_alignment *alignment, guint moment,
	guint side, struct hc_place *place)
{
	const struct hc_moment *i =
		&g_array_index(alignment->moments, struct hc_moment, moment);
	const struct hc_trace *trace = alignment->trace[side];
	const struct hc_trace_entry *entry = entry_at(trace, i->entry[side]);
	*place = (struct hc_place){.hit = i->hit[side]};

	if (is_line(entry)) {
		const struct hc_trace_line *line =
			g_ptr_array_index(trace->lines, entry->line);
		place->file = g_strdup(line->file);
		place->line = line->line;
	} else {
		const struct hc_trace_function *function =
			g_ptr_array_index(trace->functions, entry->function);
		place->function = g_strdup(function->name);
	}
}

const char *hc_alignment_function(
	const struct hc_alignment *alignment, guint moment, guint side)
{
	const struct hc_moment *i =
		&g_array_index(alignment->moments, struct hc_moment, moment);
	const struct hc_trace *trace = alignment->trace[side];
	const struct hc_trace_function *function = g_ptr_array_index(
		trace->functions, entry_at(trace, i->entry[side])->function);
	return function->name;
}

/* ---- Relaxed pairs ---- */

guint hc_alignment_add_relaxed(struct hc_alignment *alignment, guint most)
{
	const struct hc_trace *pass = alignment->trace[0];
	const struct hc_trace *fail = alignment->trace[1];
	struct run runs[2];
	g_autoptr(GHashTable) last = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, NULL);
	g_autoptr(GArray) found =
		g_array_new(FALSE, FALSE, sizeof(struct hc_moment));

	run_init(&runs[0], pass);
	run_init(&runs[1], fail);
	for (guint32 i = 0; i < pass->entries->len && !is_stopped(alignment);
		i++) {
		guint64 key = place_of(pass, entry_at(pass, i));
		if (runs[0].usable[i])
			g_hash_table_insert(last, g_memdup2(&key, sizeof key),
				GUINT_TO_POINTER(i + 1));
	}

	guint32 from = 0;
	if (alignment->moments->len)
		from = g_array_index(alignment->moments, struct hc_moment,
			       alignment->moments->len - 1)
			       .entry[1] +
		       1;

	for (guint32 i = fail->entries->len;
		i-- > from && found->len < most && !is_stopped(alignment);) {
		guint64 key = place_of(fail, entry_at(fail, i));
		guint32 other =
			GPOINTER_TO_UINT(g_hash_table_lookup(last, &key));
		if (!other || runs[1].hit[i] > MOST_HITS)
			continue;
		/* Each place once. */
		g_hash_table_remove(last, &key);
		struct hc_moment moment = {
			.entry = {other - 1, i},
			.hit = {runs[0].hit[other - 1], runs[1].hit[i]},
			.relaxed = TRUE,
		};
		g_array_append_val(found, moment);
	}

	for (guint i = found->len; i-- > 0;)
		g_array_append_val(alignment->moments,
			g_array_index(found, struct hc_moment, i));
	run_clear(&runs[0]);
	run_clear(&runs[1]);

	return found->len;
}

/* ---- What had been written ---- */

gboolean hc_alignment_written(const struct hc_alignment *alignment,
	guint moment, guint side, gsize *out, gsize *err)
{
	const struct hc_trace *trace = alignment->trace[side];
	const struct hc_moment *i =
		&g_array_index(alignment->moments, struct hc_moment, moment);
	const struct hc_trace_entry *entry = entry_at(trace, i->entry[side]);

	*out = entry->out;
	*err = entry->err;
	return trace->written_known;
}

static gsize common_start(GBytes *a, GBytes *b)
{
	gsize n, m, i = 0;
	const guint8 *s = g_bytes_get_data(a, &n);
	const guint8 *t = g_bytes_get_data(b, &m);
	while (i < n && i < m && s[i] == t[i])
		i++;
	return i;
}

guint hc_alignment_before_output(const struct hc_alignment *alignment)
{
	const struct hc_trace *pass = alignment->trace[0];
	const struct hc_trace *fail = alignment->trace[1];
	guint n = alignment->moments->len;
	if (!pass->written_known || !fail->written_known)
		return n;

	gsize out = common_start(pass->outcome->out, fail->outcome->out);
	gsize err = common_start(pass->outcome->err, fail->outcome->err);
	for (guint i = 0; i < n; i++) {
		const struct hc_moment *moment =
			&g_array_index(alignment->moments, struct hc_moment, i);
		const struct hc_trace_entry *p =
			entry_at(pass, moment->entry[0]);
		const struct hc_trace_entry *q =
			entry_at(fail, moment->entry[1]);
		if (p->out > out || q->out > out || p->err > err ||
			q->err > err)
			return i;
	}

	return n;
}
