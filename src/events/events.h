/* Moments that two runs have in common: where both can be stopped and their
 * states compared.
 *
 *	g_autoptr(hc_events) events = hc_events_new(pass, fail);
 *	for (guint i = 0; i < events->instants->len; i++) {
 *		g_auto(hc_spot) place = {0};
 *		hc_events_spot(events, i, 0, &place);
 *		...
 *	}
 *
 * The runs are aligned frame by frame: calls of the same function from the
 * same place, and lines of the same function, as far as they come in the same
 * order in both. A gap is where two frames stop taking the same way. */
#ifndef HC_EVENTS_H
#define HC_EVENTS_H

#include "target.h"
#include "trace.h"

/* One moment: entries of both traces. */
struct hc_instant {
	guint32 entry[2]; /* in the passing and the failing run */
	guint hit[2]; /* which time it is that the place is reached */
	guint depth; /* of calls */
	guint gaps; /* before it */
	gboolean relaxed; /* the same place, but not by the same calls */
};

struct hc_events {
	const struct hc_trace *trace[2];
	GArray *instants; /* struct hc_instant, in the order of both runs */
	GArray *gaps; /* guint: the instant behind each gap, rising; it may be
			 the number of instants */
};

/* Traces must outlive it. */
struct hc_events *hc_events_new(
	const struct hc_trace *pass, const struct hc_trace *fail);
void hc_events_free(struct hc_events *events);

/* The place of an instant in one of the runs, to be cleared by the caller. */
void hc_events_spot(const struct hc_events *events, guint instant, guint side,
	struct hc_spot *place);

/* Pairs for want of better ones, behind the last instant: the failing run's
 * last places, each with the last time that the passing run is there. At most
 * `most`, appended to the instants in the order of the failing run; returns how
 * many. */
guint hc_events_add_relaxed(struct hc_events *events, guint most);

/* How many instants there are, from the first on, before which both runs have
 * written the same: the rest comes after the difference shows. */
guint hc_events_before_output(const struct hc_events *events);

typedef struct hc_events hc_events; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_events, hc_events_free)

#endif
