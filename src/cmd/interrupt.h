/* Ctrl-C and its like: they set a flag, and whatever runs looks at it and ends
 * early. */
#ifndef HC_INTERRUPT_H
#define HC_INTERRUPT_H

#include "stop-flag.h"

/* Catches SIGINT, SIGTERM and SIGHUP from now on, and ignores SIGPIPE, which
 * would end us in the middle of a report. The flag is the signal's number. */
hc_stop_flag hc_interrupt_catch(void);

/* If there was a signal, says so on stderr; the exit status for it, else the
 * one that is given. */
int hc_interrupt_status(const char *program, int status);

#endif
