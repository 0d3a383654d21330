/* A view as a list of system calls, which whoever enters it makes one after the
 * other. Internal to process. */
#ifndef HC_VIEW_PLAN_H
#define HC_VIEW_PLAN_H

#include "process-view.h"

struct hc_view_step {
	long number; /* of the call; HC_VIEW_WRITE */
	long arguments[5];
	const char *what; /* that it does not work, for people */
	gboolean of_file; /* it is about a directory or file that was asked for
			   */
};

/* Writes a text, the second argument, to a file, the first. */
enum { HC_VIEW_WRITE = -1 };

struct hc_view {
	GArray *steps; /* struct hc_view_step */
	GStringChunk *texts;
	GPtrArray *rooms; /* other arguments, for g_free */
};

/* Adds all steps. `own`: with a user namespace. */
gboolean hc_view_plan(struct hc_view *view,
	const struct hc_view_options *options, gboolean own, GError **error);

/* Enters up to the first step that fails: -errno, and which one it is. */
long hc_view_walk(const struct hc_view *view, guint *step);

#endif
