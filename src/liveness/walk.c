/* Ways through the steps, in either direction. */
#include "liveness-inside.h"

struct hc_liveness_step *hc_liveness_step(
	const struct hc_liveness *stores, guint number)
{
	return &g_array_index(stores->steps, struct hc_liveness_step, number);
}

/* The instruction that begins there. */
int hc_liveness_step_find(const struct hc_liveness *stores, guint64 address)
{
	guint lo = 0, hi = stores->steps->len;
	while (lo < hi) {
		guint middle = lo + (hi - lo) / 2;
		guint64 at = hc_liveness_step(stores, middle)->address;
		if (at == address)
			return (int) middle;
		if (at < address)
			lo = middle + 1;
		else
			hi = middle;
	}

	return NO_STEP;
}

/* The longest instruction has 15 bytes. */
int hc_liveness_step_at(
	const struct hc_liveness *stores, guint64 pc, gboolean in_call)
{
	if (!in_call)
		return hc_liveness_step_find(stores, pc);

	for (guint64 back = 2; back <= 15; back++) {
		int at = hc_liveness_step_find(stores, pc - back);
		if (at != NO_STEP) {
			const struct hc_liveness_step *step =
				hc_liveness_step(stores, (guint) at);
			return step->call && step->length == back ? at
								  : NO_STEP;
		}
	}

	return NO_STEP;
}

void hc_liveness_walk_init(
	struct hc_liveness_walk *walk, const struct hc_liveness *stores)
{
	walk->seen = g_malloc0(stores->steps->len + 1);
	walk->waiting = g_array_new(FALSE, FALSE, sizeof(guint));
}

void hc_liveness_walk_clear(struct hc_liveness_walk *walk)
{
	g_free(walk->seen);
	g_array_unref(walk->waiting);
}

void hc_liveness_walk_to(struct hc_liveness_walk *walk, int number)
{
	guint step = (guint) number;
	if (number == NO_STEP || walk->seen[step])
		return;
	walk->seen[step] = 1;
	g_array_append_val(walk->waiting, step);
}

gboolean hc_liveness_walk_next(struct hc_liveness_walk *walk, guint *step)
{
	if (walk->waiting->len == 0)
		return FALSE;
	*step = g_array_index(walk->waiting, guint, walk->waiting->len - 1);
	g_array_set_size(walk->waiting, walk->waiting->len - 1);
	return TRUE;
}
