/* What a function has only told a call about. */
#include "liveness-inside.h"

/* Whether a step comes right after the one before it, and only after that. */
static gboolean is_in_line(const struct hc_liveness *stores, guint at)
{
	const struct hc_liveness_step *last;
	if (at == 0 || stores->first[at + 1] != stores->first[at] + 1 ||
		stores->before[stores->first[at]] != at - 1)
		return FALSE;
	last = hc_liveness_step(stores, at - 1);
	return !last->call && !last->target && !last->indirect && !last->ends;
}

/* Whether a step may write these bytes, if their address has been taken. */
static gboolean may_write(const struct hc_liveness *stores,
	const struct hc_liveness_step *step, gint64 from, gint64 to)
{
	if (step->elsewhere)
		return TRUE;
	for (guint i = 0; i < step->n_touches; i++) {
		const struct hc_liveness_touch *touch =
			&g_array_index(stores->touches,
				struct hc_liveness_touch, step->touches + i);
		if (touch->kind == TOUCH_LOOSE ||
			(touch->kind == TOUCH_STORE && touch->from < to &&
				touch->to > from))
			return TRUE;
	}
	return FALSE;
}

gboolean hc_liveness_only_passed(
	const struct hc_liveness *stores, guint64 pc, gint64 from, gint64 to)
{
	int call = hc_liveness_step_at(stores, pc, TRUE);
	if (call == NO_STEP)
		return FALSE;

	guint first = (guint) call;
	while (is_in_line(stores, first)) {
		first--;
		if (may_write(
			    stores, hc_liveness_step(stores, first), from, to))
			return FALSE;
	}

	g_autoptr(hc_before) before = hc_liveness_before(
		stores, hc_liveness_step(stores, first)->address, FALSE);
	return before && !hc_liveness_before_touches(before, from, to);
}
