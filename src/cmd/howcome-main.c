/* howcome: the program itself. Only here are errors printed and the exit status
 * chosen. */
#include "cmd.h"
#include "exit-status.h"
#include "output.h"
#include "warden.h"

#include <stdio.h>

/* The signal that asked us to stop; handlers can reach nothing but this. */
static volatile sig_atomic_t stop_signal;

static void on_signal(int number)
{
	stop_signal = number;
}

static void catch_signals(void)
{
	/* A second Ctrl-C is not needed: waits end within a fraction of a
	 * second. SIGPIPE would end us in the middle of a report. */
	struct sigaction action = {.sa_handler = on_signal};
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	action.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &action, NULL);
}

int main(int argc, char **argv)
{
	g_autoptr(GError) error = NULL;
	int status = HC_STATUS_NOTHING;
	hc_output_prepare();
	/* First, so that no signal strikes a worker that isn't ready for it. */
	catch_signals();
	hc_warden_enter();
	const struct hc_cmd *cmd = argc > 1 ? hc_cmd_find(argv[1]) : NULL;
	if (cmd) {
		argc--;
		argv++;
	} else {
		cmd = hc_cmd_table();
	}
	if (!cmd->run(argc, argv, &stop_signal, &status, &error)) {
		status = hc_exit_status_of(error);
		fprintf(stderr, "howcome: %s", error->message);
		if (error->domain == G_OPTION_ERROR)
			fprintf(stderr, "; see '%s'", cmd->see);
		fputc('\n', stderr);
	}
	if (stop_signal) {
		fputs("howcome: interrupted\n", stderr);
		status = HC_STATUS_SIGNAL + stop_signal;
	}
	return status;
}
