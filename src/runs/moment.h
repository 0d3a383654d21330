/* Internal to runs: the time of day in what a run writes. Runs that are made
 * in the same second look the same, even if they write the time. */
#ifndef HC_MOMENT_H
#define HC_MOMENT_H

#include "outcome.h"
#include "stop-flag.h"

/* Seconds since 1970, from start to end. */
struct hc_moment {
	gint64 from, to;
};

/* Now, as the clock shows it. */
gint64 hc_moment_now(void);

/* Whether a stream has the time of this moment in it: the seconds since 1970,
 * or hours, minutes and seconds, here or in UTC. */
gboolean hc_moment_is_in(const struct hc_moment *moment, GBytes *stream);

/* Waits until the clock shows another second; not if *stop is set. */
void hc_moment_pass(gint64 second, hc_stop_flag stop);

#endif
