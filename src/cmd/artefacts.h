/* Files that go with a report, one an event and folder: pictures of the
 * difference, both states as graphs, replay scripts.
 *
 *	struct hc_artefacts *a = hc_artefacts_new(dot, gxl, scripts, &error);
 *	… hc_artefacts_compared(a, diff, event, &error) at each event …
 *	hc_artefacts_finish(a, result, debuggees, &error);
 *	hc_artefacts_free(a);
 *
 * Only the result says which events there are and in what order; until then
 * files have names that nobody looks for. Whatever has no event at the end is
 * removed, and so are folders that were made for nothing. */
#ifndef HC_ARTEFACTS_H
#define HC_ARTEFACTS_H

#include "debuggees.h"
#include "diff.h"
#include "result.h"

struct hc_artefacts;
/* Makes the folders; NULL: no such files are wanted. */
struct hc_artefacts *hc_artefacts_new(
	const char *dot, const char *gxl, const char *scripts, GError **error);
void hc_artefacts_free(struct hc_artefacts *a);

/* The states of an event, while they are there. The event stands for them
 * afterwards, by its address. */
gboolean hc_artefacts_compared(struct hc_artefacts *a,
	const struct mg_diff *diff, const struct hc_event *event,
	GError **error);

/* Gives all files their names, 01-main.dot and so on. */
gboolean hc_artefacts_finish(struct hc_artefacts *a,
	const struct hc_result *result, const struct hc_debuggees *debuggees,
	GError **error);

typedef struct hc_artefacts hc_artefacts; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_artefacts, hc_artefacts_free)

#endif
