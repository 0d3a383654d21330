/* What may have run before a place. */
#include "liveness-inside.h"

struct hc_before {
	GArray *touches; /* struct hc_liveness_touch: stores, and addresses
			    taken */
	guint16 writes;
	gboolean loose;
};

/* All calls, or all indirect jumps: where they lead is unknown. */
static void walk_to_all(const struct hc_liveness *stores,
	struct hc_liveness_walk *walk, gboolean calls)
{
	for (guint i = 0; i < stores->steps->len; i++)
		if (calls ? hc_liveness_step(stores, i)->call
			  : hc_liveness_step(stores, i)->indirect)
			hc_liveness_walk_to(walk, (int) i);
}

/* What may come right before a step. An indirect jump may lead to any step.
 * What only such jumps lead to may be where an exception is caught; and any
 * call may come back to where setjmp returns. */
static void walk_before(const struct hc_liveness *stores,
	struct hc_liveness_walk *walk, guint at)
{
	const struct hc_liveness_step *step = hc_liveness_step(stores, at);
	gboolean again = stores->pads && !step->direct;
	for (guint i = stores->first[at]; i < stores->first[at + 1]; i++) {
		guint before = stores->before[i];
		hc_liveness_walk_to(walk, (int) before);
		again = again || hc_liveness_step(stores, before)->twice;
	}
	if (again)
		walk_to_all(stores, walk, TRUE);
}

static void note_step(struct hc_before *before,
	const struct hc_liveness *stores, const struct hc_liveness_step *step)
{
	before->writes |= step->writes;
	for (guint i = 0; i < step->n_touches; i++) {
		const struct hc_liveness_touch *touch =
			&g_array_index(stores->touches,
				struct hc_liveness_touch, step->touches + i);
		if (touch->kind == TOUCH_READ)
			continue;
		if (touch->kind != TOUCH_STORE)
			before->loose = TRUE;
		if (touch->kind != TOUCH_LOOSE)
			g_array_append_val(before->touches, *touch);
	}
}

struct hc_before *hc_liveness_before(
	const struct hc_liveness *stores, guint64 pc, gboolean in_call)
{
	struct hc_liveness_walk walk;
	int start = hc_liveness_step_at(stores, pc, in_call);
	guint at;
	if (start == NO_STEP)
		return NULL;

	struct hc_before *before = g_new0(struct hc_before, 1);
	before->touches =
		g_array_new(FALSE, FALSE, sizeof(struct hc_liveness_touch));
	hc_liveness_walk_init(&walk, stores);
	if (in_call)
		hc_liveness_walk_to(&walk, start);
	else
		walk_before(stores, &walk, (guint) start);

	walk_to_all(stores, &walk, FALSE);
	while (hc_liveness_walk_next(&walk, &at)) {
		note_step(before, stores, hc_liveness_step(stores, at));
		walk_before(stores, &walk, at);
	}

	hc_liveness_walk_clear(&walk);
	return before;
}

void hc_liveness_before_free(struct hc_before *before)
{
	g_array_unref(before->touches);
	g_free(before);
}

static gboolean touches_bytes(
	const struct hc_liveness_touch *touch, gint64 from, gint64 to)
{
	return touch->kind == TOUCH_TAKEN
		       ? touch->from >= from && touch->from < to
		       : touch->from < to && touch->to > from;
}

gboolean hc_liveness_before_touches(
	const struct hc_before *before, gint64 from, gint64 to)
{
	for (guint i = 0; i < before->touches->len; i++)
		if (touches_bytes(&g_array_index(before->touches,
					  struct hc_liveness_touch, i),
			    from, to))
			return TRUE;
	return FALSE;
}

gboolean hc_liveness_before_is_loose(const struct hc_before *before)
{
	return before->loose;
}

gboolean hc_liveness_before_writes(const struct hc_before *before, guint reg)
{
	return reg >= 16 || (before->writes >> reg & 1);
}
