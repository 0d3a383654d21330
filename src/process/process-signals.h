/* What a signal will do to a stopped program. The kernel tells by /proc. */
#ifndef HC_PROCESS_SIGNALS_H
#define HC_PROCESS_SIGNALS_H

#include <glib.h>
#include <sys/types.h>

/* The number of "SIGSEGV" and the like, 0 if GDB's name is none of ours. */
int hc_signal_number(const char *name);

/* Whether the signal ends the process: not caught, not ignored, and fatal by
 * default. */
gboolean hc_signal_is_fatal(pid_t pid, int number);

#endif
