/* A view as a list of system calls, which whoever enters it makes one after the
 * other. Internal to process. */
#ifndef HC_VIEW_PLAN_H
#define HC_VIEW_PLAN_H

#include "process-view.h"

struct hc_view {
	GArray *steps; /* struct hc_view_step */
	GStringChunk *texts;
	GPtrArray *rooms; /* other arguments, for g_free */
	GPtrArray *laid; /* char *: over which directories layers are */
	gboolean own; /* it has a user namespace */
	guint64 size;
};

/* Adds all steps. `own`: with a user namespace. */
gboolean hc_view_plan(struct hc_view *view,
	const struct hc_view_options *options, gboolean own, GError **error);

/* Adds those for a layer over each of another view's. `root` leads to what is
 * seen there, `folder` will be the current directory; NULL: one that was
 * removed. */
void hc_view_plan_above(struct hc_view *view, const struct hc_view *below,
	const char *root, const char *folder);

/* Enters up to the first step that fails: -errno, and which one it is. */
long hc_view_walk(const struct hc_view *view, guint *step);

#endif
