/* Internal to chain: how the states of events differ, kept for those who want
 * to show it when they are gone. Which events are steps of the chain is known
 * only at the end, so until then those of all events are kept.
 *
 *	g_autoptr(hc_keep) keep = hc_keep_new(&options, 1 << 20);
 *	… hc_stage_new(runs, hc_keep_options(keep)) …
 *	hc_keep_publish(keep, result); */
#ifndef HC_KEEP_H
#define HC_KEEP_H

#include "look-at.h"

struct hc_keep;
/* The options must outlive it. `most`: bytes; 0: nothing is kept. */
struct hc_keep *hc_keep_new(
	const struct hc_look_options *options, guint64 most);
void hc_keep_free(struct hc_keep *keep);

/* The same options, for an analysis whose states are to be kept; all who were
 * to be told something are. They live as long as what keeps them. */
const struct hc_look_options *hc_keep_options(const struct hc_keep *keep);

/* Gives them to the events that are steps, from the first on. Once one has no
 * room, neither have those after it. */
void hc_keep_publish(struct hc_keep *keep, struct hc_result *result);

typedef struct hc_keep hc_keep; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_keep, hc_keep_free)

#endif
