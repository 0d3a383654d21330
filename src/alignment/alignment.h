/* Moments that two runs have in common: where both can be stopped and their
 * states compared.
 *
 *	g_autoptr(hc_alignment) alignment = hc_alignment_new(pass, fail);
 *	for (guint i = 0; i < alignment->moments->len; i++) {
 *		g_auto(hc_place) place = {0};
 *		hc_alignment_place(alignment, i, 0, &place);
 *		...
 *	}
 *
 * The runs are aligned frame by frame: calls of the same function from the
 * same place, and lines of the same function, as far as they come in the same
 * order in both. A gap is where two frames stop taking the same path. What
 * varies by itself is as if it were not there. Knows the traces only:
 * it stops no program and looks at no state. */
#ifndef HC_ALIGNMENT_H
#define HC_ALIGNMENT_H

#include "place.h"
#include "trace.h"

/* One moment: entries of both traces. */
struct hc_moment {
	guint32 entry[2]; /* in the passing and the failing run */
	guint hit[2]; /* the place is reached for the Nth time */
	guint depth; /* of calls */
	guint gaps; /* before it */
	gboolean relaxed; /* the same place, reached by other calls */
};

struct hc_alignment {
	const struct hc_trace *trace[2];
	GArray *moments; /* struct hc_moment, in the order of both runs */
	GArray *gaps; /* guint: the moment behind each gap, rising; it may be
			 the number of moments */
};

/* The traces must outlive it. NULL only if their `stop` is set. */
struct hc_alignment *hc_alignment_new(
	const struct hc_trace *pass, const struct hc_trace *fail);
void hc_alignment_free(struct hc_alignment *alignment);

/* The place of a moment in one of the runs, to be cleared by the caller. */
void hc_alignment_place(const struct hc_alignment *alignment, guint moment,
	guint side, struct hc_place *place);

/* The function that it is in; the trace's own. */
const char *hc_alignment_function(
	const struct hc_alignment *alignment, guint moment, guint side);

/* Adds pairs behind the last moment, for want of better ones: the failing run's
 * last places, each with the last time that the passing run is there. At most
 * `most`, appended to the moments in the order of the failing run; returns how
 * many. */
guint hc_alignment_add_relaxed(struct hc_alignment *alignment, guint most);

/* How much one of the runs had written by then, to stdout and to stderr, as far
 * as it had left its buffers. FALSE if that is not known. */
gboolean hc_alignment_written(const struct hc_alignment *alignment,
	guint moment, guint side, gsize *out, gsize *err);

/* How many moments, from the first on, come before the outputs differ. */
guint hc_alignment_before_output(const struct hc_alignment *alignment);

/* When a run comes to a place for the `hit`th time, by the number of an entry:
 * that of the place itself or, for a line that is not recorded, that of the
 * nearest one above it. FALSE: never, or nobody knows. */
gboolean hc_alignment_when(const struct hc_trace *trace,
	const struct hc_place *place, guint32 *when);

/* ---- What varies by itself, to be marked before runs are aligned ---- */

/* Marks the places (`varies`) that another trace of the same run does not have
 * as often, by the same calls, and in the same order among the others. Returns
 * how many were not marked before. */
guint hc_alignment_noise_mark(
	struct hc_trace *trace, const struct hc_trace *again);
/* What varies in one of two runs is marked in both. */
void hc_alignment_noise_share(struct hc_trace *pass, struct hc_trace *fail);
/* Removes all marks. */
void hc_alignment_noise_forget(struct hc_trace *trace);

typedef struct hc_alignment hc_alignment; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_alignment, hc_alignment_free)

#endif
