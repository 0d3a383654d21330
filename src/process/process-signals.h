/* Signals: their names, what one will do to a stopped program (the kernel tells
 * by /proc), and how a program starts. */
#ifndef HC_PROCESS_SIGNALS_H
#define HC_PROCESS_SIGNALS_H

#include <glib.h>
#include <sys/types.h>

/* The number of "SIGSEGV" and the like, 0 if GDB's name is none of ours. */
int hc_signal_number(const char *name);

/* Whether the signal ends the process: not caught, not ignored, and fatal by
 * default. */
gboolean hc_signal_is_fatal(pid_t pid, int number);

/* For the way from fork to exec: no signal is ignored, caught or blocked. */
void hc_signal_reset_all(void);

#endif
