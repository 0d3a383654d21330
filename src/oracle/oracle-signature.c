/* When two crashes are the same. */
#include "oracle-inside.h"

#include <string.h>

static const struct hc_frame *frame_at(const struct hc_outcome *o, guint i)
{
	return g_ptr_array_index(o->frames, i);
}

/* The first frame from `i` on whose line is known. Others are a library's;
 * their names depend on who looks at them (raise, gsignal), and who is below
 * them says enough. */
static guint next_known(const struct hc_outcome *o, guint i)
{
	while (i < o->frames->len && frame_at(o, i)->line == 0)
		i++;
	return i;
}

static gboolean same_frame(const struct hc_frame *a, const struct hc_frame *b)
{
	return g_strcmp0(a->function, b->function) == 0 && a->line == b->line;
}

static gboolean same_innermost(
	const struct hc_outcome *a, const struct hc_outcome *b, guint frames)
{
	guint i = next_known(a, 0), j = next_known(b, 0);
	/* No line is known at all: the names are all there is. */
	if (i == a->frames->len && j == b->frames->len)
		return same_frame(frame_at(a, 0), frame_at(b, 0));
	for (guint known = 0; known < frames; known++) {
		gboolean end_a = i == a->frames->len;
		gboolean end_b = j == b->frames->len;
		if (end_a && end_b)
			return TRUE;
		/* Nobody may have looked further than that. */
		if (end_a || end_b)
			return known > 0 &&
			       (end_a ? a->more_frames : b->more_frames);
		if (!same_frame(frame_at(a, i), frame_at(b, j)))
			return FALSE;
		i = next_known(a, i + 1);
		j = next_known(b, j + 1);
	}
	return TRUE;
}

/* How often each function is in a stack, and how often in its outer half: the
 * names are the outcome's. */
struct calls {
	GHashTable *all, *outer; /* char * → guint */
};

static void count(GHashTable *into, char *function)
{
	guint n = GPOINTER_TO_UINT(g_hash_table_lookup(into, function));
	g_hash_table_insert(into, function, GUINT_TO_POINTER(n + 1));
}

static void calls_init(struct calls *calls, const struct hc_outcome *o)
{
	calls->all = g_hash_table_new(g_str_hash, g_str_equal);
	calls->outer = g_hash_table_new(g_str_hash, g_str_equal);
	for (guint i = 0; i < o->frames->len; i++) {
		char *function = frame_at(o, i)->function;
		if (!function)
			continue;
		count(calls->all, function);
		if (i >= o->frames->len / 2)
			count(calls->outer, function);
	}
}

static void calls_clear(struct calls *calls)
{
	g_hash_table_unref(calls->all);
	g_hash_table_unref(calls->outer);
}

static guint times(GHashTable *calls, const char *function)
{
	return GPOINTER_TO_UINT(g_hash_table_lookup(calls, function));
}

/* Whether a function belongs to the recursion: it is there again and again,
 * and far out, too. What is only at the inner end is there by accident, such as
 * a helper that was running when the stack was used up, even if it calls
 * itself. */
static gboolean recurses(const struct calls *calls, const char *function)
{
	return function && times(calls->all, function) > 1 &&
	       times(calls->outer, function) > 0;
}

static gboolean has_recursing(
	const struct hc_outcome *o, const struct calls *calls)
{
	for (guint i = 0; i < o->frames->len; i++)
		if (recurses(calls, frame_at(o, i)->function))
			return TRUE;
	return FALSE;
}

/* Each function that recurses in `a` is in `b` as well: where a round is so
 * long that hardly two of them are seen, it depends on the end of the stack
 * what is seen twice. */
static gboolean has_all(const struct hc_outcome *a, const struct calls *in_a,
	const struct calls *in_b)
{
	for (guint i = 0; i < a->frames->len; i++) {
		const char *function = frame_at(a, i)->function;
		if (recurses(in_a, function) && times(in_b->all, function) == 0)
			return FALSE;
	}
	return TRUE;
}

/* Of two endless recursions: whether the same functions recurse. *both is FALSE
 * if they are no such two. */
static gboolean same_recursion(
	const struct hc_outcome *a, const struct hc_outcome *b, gboolean *both)
{
	struct calls in_a, in_b;
	*both = a->more_frames && b->more_frames;
	if (!*both)
		return FALSE;

	calls_init(&in_a, a);
	calls_init(&in_b, b);
	*both = has_recursing(a, &in_a) && has_recursing(b, &in_b);
	gboolean same =
		*both && has_all(a, &in_a, &in_b) && has_all(b, &in_b, &in_a);
	calls_clear(&in_a);
	calls_clear(&in_b);
	return same;
}

gboolean hc_oracle_same_crash(
	const struct hc_outcome *a, const struct hc_outcome *b, guint frames)
{
	gboolean both;
	if (a->end != b->end || a->signal != b->signal)
		return FALSE;
	if (a->frames->len == 0 || b->frames->len == 0)
		return TRUE;
	/* Where an endless recursion uses up the stack is an accident, and
	 * even in which function: the set of those that recurse is not. */
	gboolean recursion = same_recursion(a, b, &both);
	return both ? recursion : same_innermost(a, b, frames);
}

/* Where something that is busy is when its time is up is an accident; what it
 * waits for when it sleeps is not. */
gboolean hc_oracle_same_hang(
	const struct hc_outcome *a, const struct hc_outcome *fail, guint frames)
{
	if (!fail->waits || a->end != HC_END_HANG)
		return TRUE;
	return a->frames->len == 0 || fail->frames->len == 0 ||
	       same_innermost(a, fail, frames);
}

static int compare_names(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

char **hc_oracle_recursing(const struct hc_outcome *outcome)
{
	if (outcome->end != HC_END_SIGNAL || !outcome->more_frames)
		return NULL;

	struct calls calls;
	calls_init(&calls, outcome);
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	for (guint i = 0; i < outcome->frames->len; i++) {
		char *function = frame_at(outcome, i)->function;
		if (!recurses(&calls, function))
			continue;
		g_ptr_array_add(names, g_strdup(function));
		/* Each of them once. */
		g_hash_table_remove(calls.all, function);
	}
	calls_clear(&calls);

	if (names->len == 0)
		return NULL;
	g_ptr_array_sort(names, compare_names);
	g_ptr_array_add(names, NULL);
	return (char **) g_ptr_array_steal(names, NULL);
}
