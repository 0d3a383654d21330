/* Internal to chain: what came of looking at one moment. The event in it is
 * what is published in the end; all else is only for the analysis itself, which
 * chooses further moments by it.
 *
 * A cause is known by its identity: each part of it by where it is and what is
 * there ("place=value"), in words that mean the same in other runs and at other
 * moments, sorted. */
#ifndef HC_LOOK_H
#define HC_LOOK_H

#include "result.h"

struct hc_look {
	struct hc_event *event;
	/* Of the cause and of its context; NULL: not isolated. */
	char **identity, **context_identity;
	/* Each run was stopped here twice, and its state was the same. */
	gboolean quiet;
	gboolean late; /* what tells the runs apart was written before */
	guint noise; /* differences set aside */
};

struct hc_look *hc_look_new(void);
void hc_look_free(struct hc_look *look);
/* Its event, which is the caller's from now on; frees the rest. */
struct hc_event *hc_look_publish(struct hc_look *look);

typedef struct hc_look hc_look; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_look, hc_look_free)

#endif
