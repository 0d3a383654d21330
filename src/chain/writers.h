/* Internal to chain: who gave the causes of the told steps their values. Where
 * they are is noted while both runs are stopped at a moment; who wrote there is
 * found out at the end, in runs of their own (src/writes). */
#ifndef HC_WRITERS_H
#define HC_WRITERS_H

#include "look-at.h"
#include "state-problem.h"
#include "trace.h"
#include "writes.h"

/* Where a cause is. */
struct hc_writer {
	struct hc_cause *cause; /* the event's */
	struct {
		gboolean known; /* … in this run; else all else is not set */
		gboolean fixed; /* addresses are the same each time */
		struct hc_bring_place place; /* the moment */
		struct hc_writes_bytes bytes;
		gboolean asked; /* the cause has the answer */
		gboolean timed; /* … and this is when, or HC_TRACE_NONE */
		guint32 when;
	} side[HC_SIDES];
};

/* A delta of states that are stopped; `back`: its first run is the failing one.
 * To be freed by g_free. */
struct hc_writer *hc_writers_note(const struct hc_states *states,
	const struct hc_deltas *deltas, guint delta, gboolean back,
	struct hc_cause *cause);

/* When a run gave a cause of a look its value: the number of the trace's entry
 * that is the statement which wrote. FALSE: nobody knows. Also tells the cause
 * who did. */
gboolean hc_writers_when(const struct hc_look *look, guint cause,
	enum hc_side side, const struct hc_trace *trace,
	const struct hc_debuggees *debuggees, hc_stop_flag stop, guint32 *when);

/* Tells the causes of all steps who wrote them. What can't be found out is not
 * told. */
void hc_writers_find(const GPtrArray *looks, const struct hc_telling *telling,
	const struct hc_debuggees *debuggees, hc_stop_flag stop);

#endif
