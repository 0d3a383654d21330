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

static guint count_of(
	const struct hc_outcome *o, const char *function, guint within)
{
	guint n = 0;
	for (guint i = 0; i < within && i < o->frames->len; i++)
		n += g_strcmp0(frame_at(o, i)->function, function) == 0;
	return n;
}

static gboolean is_recursion(const struct hc_outcome *o)
{
	if (!o->more_frames)
		return FALSE;
	for (guint i = 0; i < o->frames->len; i++)
		if (frame_at(o, i)->function &&
			count_of(o, frame_at(o, i)->function, o->frames->len) >
				1)
			return TRUE;
	return FALSE;
}

/* Each function that is in `a` again and again is in `b` as well. */
static gboolean has_recursing(
	const struct hc_outcome *a, const struct hc_outcome *b)
{
	for (guint i = 0; i < a->frames->len; i++) {
		const char *function = frame_at(a, i)->function;
		if (function && count_of(a, function, a->frames->len) > 1 &&
			count_of(b, function, b->frames->len) == 0)
			return FALSE;
	}
	return TRUE;
}

gboolean hc_oracle_same_crash(
	const struct hc_outcome *a, const struct hc_outcome *b, guint frames)
{
	if (a->end != b->end || a->signal != b->signal)
		return FALSE;
	if (a->frames->len == 0 || b->frames->len == 0 ||
		same_innermost(a, b, frames))
		return TRUE;
	/* Where an endless recursion uses up the stack is an accident, and
	 * even in which function: the set of those that recurse is not. */
	return is_recursion(a) && is_recursion(b) && has_recursing(a, b) &&
	       has_recursing(b, a);
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
	if (outcome->end != HC_END_SIGNAL || !is_recursion(outcome))
		return NULL;
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	for (guint i = 0; i < outcome->frames->len; i++) {
		char *function = frame_at(outcome, i)->function;
		if (function &&
			count_of(outcome, function, outcome->frames->len) > 1 &&
			count_of(outcome, function, i) == 0)
			g_ptr_array_add(names, g_strdup(function));
	}
	g_ptr_array_sort(names, compare_names);
	g_ptr_array_add(names, NULL);
	return (char **) g_ptr_array_steal(names, NULL);
}
