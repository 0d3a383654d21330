/* Several passing runs: which of them is most like the failing one. The fewer
 * ways the runs part, the more moments they share, and the less there is that
 * differs for no reason (FSE 2002, section 2).
 *
 *	g_autoptr(GArray) order = hc_nearest(pairs, timeout, stop, &error);
 *	use(pairs->pdata[g_array_index(order, struct hc_near, 0).pair]);
 */
#ifndef HC_NEAREST_H
#define HC_NEAREST_H

#include "runs.h"

struct hc_near {
	guint pair; /* its number among those given */
	double alike; /* from 0 to 1: how much of both runs they share */
};

/* struct hc_near, the most alike first; freed with g_array_unref. All pairs
 * (struct hc_runs *) have the same failing run. Each program is run once, with
 * the user's timeout; 0: there is none. */
GArray *hc_nearest(const GPtrArray *pairs, double timeout, hc_stop_flag stop,
	GError **error);

#endif
