/* Native runs, several at a time, in the way of dd's workers.
 *
 *	g_autoptr(hc_launcher) launcher = hc_launcher_new(4);
 *	hc_launcher_submit(launcher, 7, &launch);
 *	...
 *	while (hc_launcher_wait(launcher, -1, &ticket, &outcome, &error) ==
 *		HC_LAUNCHER_DONE)
 *		use(ticket, outcome);
 *
 * Any number may be submitted, each with a ticket of its own. At most `jobs` of
 * them run at a time, each as by hc_launch_native(). There is no thread for
 * this: runs are started, and their deadlines hold, while somebody waits. A
 * launcher belongs to one thread at a time. */
#ifndef HC_LAUNCHER_H
#define HC_LAUNCHER_H

#include "launch.h"

struct hc_launcher;
struct hc_launcher *hc_launcher_new(guint jobs); /* 0: one */
/* Ends what still runs, with all that it started. */
void hc_launcher_free(struct hc_launcher *launcher);

/* The launch is copied, but for its stop flag and its view. It begins at once if there is
 * room; what goes wrong is told by the wait. */
void hc_launcher_submit(struct hc_launcher *launcher, guint64 ticket,
	const struct hc_launch *launch);

enum hc_launcher_wait {
	HC_LAUNCHER_DONE, /* *ticket, and its *outcome, which is the caller's */
	HC_LAUNCHER_NOTHING, /* the time `until` came, or no run is left */
	HC_LAUNCHER_FAILED, /* *ticket could not be run, or its launch's *stop
			       was set: the error says why */
};
/* Waits until any run is over, or until the monotonic time `until` in µs (-1:
 * as long as it takes). */
enum hc_launcher_wait hc_launcher_wait(struct hc_launcher *launcher,
	gint64 until, guint64 *ticket, struct hc_outcome **outcome,
	GError **error);

/* Ends a run that is not needed any more; hc_launcher_wait never names it. Its
 * place is free when all that it started has ended, too. */
void hc_launcher_cancel(struct hc_launcher *launcher, guint64 ticket);

typedef struct hc_launcher hc_launcher; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_launcher, hc_launcher_free)

#endif
