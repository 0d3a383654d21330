/* Internal to debuggees. */
#ifndef HC_DEBUGGEES_INSIDE_H
#define HC_DEBUGGEES_INSIDE_H

#include "debuggees.h"

/* A GDB for each side, in place of those that are there. They get ready while
 * something else is done. */
gboolean hc_debuggees_start_gdbs(
	struct hc_debuggees *debuggees, gboolean randomize, GError **error);

#endif
