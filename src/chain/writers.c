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

/* As it was run to its moment. */
static struct hc_launch launch_of(const struct hc_writer *writer,
	enum hc_side side, const struct hc_debuggees *debuggees,
	hc_stop_flag stop)
{
	struct hc_launch launch =
		*hc_target_launch(debuggees->run[side].target);
	launch.fixed = writer->side[side].fixed;
	launch.timeout = 2 * debuggees->runs->timeout;
	launch.stop = stop;
	return launch;
}

/* Once. There may be no answer, for whatever reason: it is only more to tell. */
static void find_writer(struct hc_writer *writer, enum hc_side side,
	const struct hc_debuggees *debuggees, hc_stop_flag stop)
{
	if (!writer->side[side].known || writer->side[side].asked ||
		hc_stop_flag_is_set(stop))
		return;
	struct hc_launch launch = launch_of(writer, side, debuggees, stop);
	writer->side[side].asked = TRUE;
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

/* ---- When ----------------------------------------------------------------- */

/* The file that has main; HC_TRACE_NONE: nobody knows. */
static guint find_program(const struct hc_trace *trace)
{
	for (guint i = 0; i < trace->functions->len; i++) {
		const struct hc_trace_function *f = trace->functions->pdata[i];
		if (strcmp(f->name, "main") == 0)
			return f->module;
	}
	return HC_TRACE_NONE;
}

/* The statement that wrote, if it is recorded; HC_TRACE_NONE: it is not. */
static guint32 find_line(
	const struct hc_trace *trace, const struct hc_written *written)
{
	for (guint i = 0; i < trace->lines->len; i++) {
		const struct hc_trace_line *line = trace->lines->pdata[i];
		const struct hc_trace_function *function =
			trace->functions->pdata[line->function];
		if (line->line == written->line && !line->dropped &&
			line->how != HC_TRACE_NOT &&
			g_strcmp0(line->file, written->file) == 0 &&
			g_strcmp0(function->name, written->function) == 0)
			return i;
	}
	return HC_TRACE_NONE;
}

static guint32 find_hit(const struct hc_trace *trace, guint32 line, guint hit)
{
	for (guint32 i = 0; i < trace->entries->len && hit > 0; i++)
		if (g_array_index(trace->entries, struct hc_trace_entry, i)
					.line == line &&
			--hit == 0)
			return i;
	return HC_TRACE_NONE;
}

static guint32 find_when(const struct hc_writer *writer, enum hc_side side,
	const struct hc_trace *trace, const struct hc_debuggees *debuggees,
	hc_stop_flag stop)
{
	const struct hc_written *written = writer->cause->written[side];
	guint32 number = written && written->how != HC_WRITTEN_NEVER
				 ? find_line(trace, written)
				 : HC_TRACE_NONE;
	if (number == HC_TRACE_NONE)
		return HC_TRACE_NONE;

	const struct hc_trace_line *line = trace->lines->pdata[number];
	const struct hc_trace_function *function =
		trace->functions->pdata[line->function];
	if (function->module != find_program(trace))
		return HC_TRACE_NONE;
	struct hc_launch launch = launch_of(writer, side, debuggees, stop);
	guint hit = hc_writes_count(&launch, &writer->side[side].place,
		&writer->side[side].bytes, line->address, NULL);
	return find_hit(trace, number, hit);
}

gboolean hc_writers_when(const struct hc_look *look, guint cause,
	enum hc_side side, const struct hc_trace *trace,
	const struct hc_debuggees *debuggees, hc_stop_flag stop, guint32 *when)
{
	if (!look->writers || cause >= look->writers->len)
		return FALSE;
	struct hc_writer *writer = g_ptr_array_index(look->writers, cause);
	if (!writer->side[side].timed) {
		find_writer(writer, side, debuggees, stop);
		writer->side[side].when =
			find_when(writer, side, trace, debuggees, stop);
		writer->side[side].timed = TRUE;
	}
	*when = writer->side[side].when;
	return *when != HC_TRACE_NONE;
}

/* ---- All steps ------------------------------------------------------------ */

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
