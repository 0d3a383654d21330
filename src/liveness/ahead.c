/* What may be read from a place on. */
#include "liveness-inside.h"

/* Bytes that some instruction reads, and what they are a part of. */
struct wanted {
	gint64 from, to;
	gint64 start, end;
};

/* What a step does to them, as far as is known. */
enum fate { FATE_NONE, FATE_READ, FATE_WRITTEN };

/* Code that takes the address of the whole is about to write it: that is what
 * most code does with something that has no value yet. */
static enum fate fate_of(
	const struct hc_liveness_touch *touch, const struct wanted *wanted)
{
	switch (touch->kind) {
	case TOUCH_READ:
		return touch->from < wanted->to && touch->to > wanted->from
			       ? FATE_READ
			       : FATE_NONE;
	case TOUCH_STORE:
		return touch->from <= wanted->from && touch->to >= wanted->to
			       ? FATE_WRITTEN
			       : FATE_NONE;
	case TOUCH_TAKEN:
		return touch->from >= wanted->start && touch->from < wanted->end
			       ? FATE_WRITTEN
			       : FATE_NONE;
	case TOUCH_LOOSE:
		break;
	}

	return FATE_NONE;
}

/* An instruction that reads and writes reads first. */
static enum fate fate_at(const struct hc_liveness *stores,
	const struct hc_liveness_step *step, const struct wanted *wanted)
{
	enum fate fate = FATE_NONE;
	for (guint i = 0; i < step->n_touches && fate != FATE_READ; i++) {
		enum fate one = fate_of(
			&g_array_index(stores->touches,
				struct hc_liveness_touch, step->touches + i),
			wanted);
		if (one != FATE_NONE && (fate == FATE_NONE || one == FATE_READ))
			fate = one;
	}
	return fate;
}

/* A jump through a table may lead to anything that nothing else leads to. */
static void walk_on(const struct hc_liveness *stores,
	struct hc_liveness_walk *walk, guint at)
{
	const struct hc_liveness_step *step = hc_liveness_step(stores, at);
	hc_liveness_walk_to(walk, step->next[0]);
	hc_liveness_walk_to(walk, step->next[1]);
	for (guint i = 0; step->indirect && i < stores->steps->len; i++)
		if (hc_liveness_step(stores, i)->orphan)
			hc_liveness_walk_to(walk, (int) i);
}

static gboolean comes_to_read(const struct hc_liveness *stores, guint start,
	gboolean in_call, const struct wanted *wanted)
{
	struct hc_liveness_walk walk;
	guint at;
	enum fate fate = FATE_NONE;

	hc_liveness_walk_init(&walk, stores);
	if (in_call)
		walk_on(stores, &walk, start);
	else
		hc_liveness_walk_to(&walk, (int) start);

	while (fate != FATE_READ && hc_liveness_walk_next(&walk, &at)) {
		fate = fate_at(stores, hc_liveness_step(stores, at), wanted);
		if (fate == FATE_NONE)
			walk_on(stores, &walk, at);
	}

	hc_liveness_walk_clear(&walk);
	return fate == FATE_READ;
}

gboolean hc_liveness_may_read(const struct hc_liveness *stores, guint64 pc,
	gboolean in_call, gint64 from, gint64 to)
{
	int start = hc_liveness_step_at(stores, pc, in_call);
	g_autoptr(GHashTable) asked = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, NULL);

	for (guint i = 0; start != NO_STEP && i < stores->touches->len; i++) {
		const struct hc_liveness_touch *touch = &g_array_index(
			stores->touches, struct hc_liveness_touch, i);
		if (touch->kind != TOUCH_READ || touch->from >= to ||
			touch->to <= from)
			continue;
		struct wanted wanted = {
			MAX(touch->from, from), MIN(touch->to, to), from, to};
		/* Few reads of one place differ in length. */
		gint64 key = wanted.from * 4096 + (wanted.to - wanted.from);
		if (g_hash_table_contains(asked, &key))
			continue;
		g_hash_table_add(asked, g_memdup2(&key, sizeof key));
		if (comes_to_read(stores, (guint) start, in_call, &wanted))
			return TRUE;
	}

	return FALSE;
}
