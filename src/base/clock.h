/* Time that only ever goes forward.
 *
 *	gint64 start = g_get_monotonic_time();
 *	...
 *	seconds = hc_clock_seconds_since(start);
 */
#ifndef HC_CLOCK_H
#define HC_CLOCK_H

#include <glib.h>

static inline double hc_clock_seconds_since(gint64 start)
{
	return (double) (g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

#endif
