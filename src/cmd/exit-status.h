/* From errors to exit statuses: one table for all commands. */
#ifndef HC_EXIT_STATUS_H
#define HC_EXIT_STATUS_H

#include <glib.h>

enum hc_exit_status {
	HC_STATUS_FOUND = 0, /* a cause; or there was nothing to look for */
	HC_STATUS_NOTHING = 1, /* all is as claimed, but no cause was found */
	HC_STATUS_USAGE = 2, /* the user's mistake in calling it */
	HC_STATUS_CLAIM = 3, /* the runs don't pass and fail as claimed */
	HC_STATUS_ENVIRONMENT = 4, /* something is missing or refused */
	HC_STATUS_SIGNAL = 128, /* and the number of the signal */
};

int hc_exit_status_of(const GError *error);

#endif
