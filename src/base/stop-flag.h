/* Whether the user wants us to stop: a number that a signal handler sets.
 * Whatever takes long looks at it now and then, and ends early if it is not
 * 0; it never becomes 0 again. So a loop may just end, if whoever uses its
 * result looks at the flag once more before that:
 *
 *	for (i = 0; i < n && !hc_stop_flag_is_set(stop); i++)
 *		...
 *	if (hc_stop_flag_is_set(stop))
 *		return hc_stopped_fail(error);
 */
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

#define HC_STOPPED_ERROR (hc_stopped_error_quark())
GQuark hc_stopped_error_quark(void);
enum hc_stopped_error { HC_STOPPED_ERROR_BY_USER };

/* "interrupted", as an error; returns FALSE, for `return`. */
gboolean hc_stopped_fail(GError **error);

#endif
