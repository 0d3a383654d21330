/* Whether the user wants us to stop: a number that a signal handler sets.
 * Whatever takes long looks at it now and then, and ends early if it is not
 * 0. */
#ifndef HC_STOP_FLAG_H
#define HC_STOP_FLAG_H

#include <glib.h>
#include <signal.h>

/* NULL: nobody will ever want that. */
typedef const volatile sig_atomic_t *hc_stop_flag;

static inline gboolean hc_stop_flag_is_set(hc_stop_flag flag)
{
	return flag && *flag;
}

#endif
