#include "interrupt.h"

#include "exit-status.h"

#include <stdio.h>

/* The signal that asked us to stop; handlers can reach nothing but this. */
static volatile sig_atomic_t stop_signal;

static void on_signal(int number)
{
	stop_signal = number;
}

hc_stop_flag hc_interrupt_catch(void)
{
	/* A second Ctrl-C is not needed: all that takes long looks at the flag,
	 * and waits end within a fraction of a second. */
	struct sigaction action = {.sa_handler = on_signal};
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	action.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &action, NULL);
	return &stop_signal;
}

int hc_interrupt_status(const char *program, int status)
{
	if (!stop_signal)
		return status;
	fprintf(stderr, "%s: interrupted\n", program);
	return HC_STATUS_SIGNAL + stop_signal;
}
