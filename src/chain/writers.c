#include "writers.h"

#include <string.h>

/* Of a step; who has more causes than that has enough to read. */
enum { MOST_CAUSES = 4 };

/* ---- Where ---------------------------------------------------------------- */

static void note_side(struct hc_writer *writer, enum hc_side side,
	const struct hc_states *states, const struct hc_delta_bytes *bytes)
{
	const struct hc_target *target = hc_states_target(states, side);
	const struct hc_bring_place *place =
		target ? hc_target_way_there(target) : NULL;
	guint64 entry, pointer;
	if (!place)
		return;

	pid_t pid = hc_target_pid(target);
	writer->side[side].fixed = hc_target_launch(target)->fixed;
	struct hc_writes_bytes *found = &writer->side[side].bytes;
	if (!hc_writes_bytes_find(pid, bytes->address, bytes->size,
		    writer->side[side].fixed, found))
		return;
	memcpy(found->mask, bytes->mask, sizeof found->mask);
	if (hc_snapshot_frame_of(hc_states_snapshot(states, side),
		    bytes->address, &entry, &pointer))
		hc_writes_bytes_set_frame(found, pid, entry, pointer);
	writer->side[side].place = *place;
	writer->side[side].known = TRUE;
}

struct hc_writer *hc_writers_note(const struct hc_states *states,
	const struct hc_deltas *deltas, guint delta, gboolean back,
	struct hc_cause *cause)
{
	struct hc_writer *writer = g_new0(struct hc_writer, 1);
	writer->cause = cause;
	for (guint side = 0; side < HC_SIDES; side++) {
		struct hc_delta_bytes bytes;
		if (hc_delta_bytes(deltas, delta, back ? !side : side, &bytes))
			note_side(writer, side, states, &bytes);
	}
	return writer;
}

/* ---- Who ------------------------------------------------------------------ */

static void find_writer(struct hc_writer *writer, enum hc_side side,
	const struct hc_debuggees *debuggees, hc_stop_flag stop)
{
	struct hc_target *target = debuggees->run[side].target;
	if (!writer->side[side].known || hc_stop_flag_is_set(stop))
		return;
	/* As it was run to its moment. */
	struct hc_launch launch = *hc_target_launch(target);
	launch.fixed = writer->side[side].fixed;
	launch.timeout = 2 * debuggees->runs->timeout;
	launch.stop = stop;
	/* There may be no answer, for whatever reason: it is only more to
	 * tell. */
	writer->cause->written[side] = hc_writes_find(&launch,
		&writer->side[side].place, &writer->side[side].bytes, NULL);
}

static void find_writers(const struct hc_look *look,
	const struct hc_debuggees *debuggees, hc_stop_flag stop)
{
	for (guint i = 0;
		look->writers && i < look->writers->len && i < MOST_CAUSES; i++)
		for (guint side = 0; side < HC_SIDES; side++)
			find_writer(g_ptr_array_index(look->writers, i), side,
				debuggees, stop);
}

void hc_writers_find(const GPtrArray *looks, const struct hc_telling *telling,
	const struct hc_debuggees *debuggees, hc_stop_flag stop)
{
	for (guint i = 0; i < telling->steps->len; i++) {
		const struct hc_step *step =
			&g_array_index(telling->steps, struct hc_step, i);
		find_writers(
			g_ptr_array_index(looks, step->event), debuggees, stop);
	}
}
