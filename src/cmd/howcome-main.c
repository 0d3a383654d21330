/* howcome: the program itself. Only here are errors printed and the exit status
 * chosen. */
#include "cmd.h"
#include "exit-status.h"
#include "interrupt.h"
#include "output.h"
#include "warden.h"

#include <malloc.h>
#include <stdio.h>

/* A state has arrays of many megabytes that grow, and are gone when the next
 * state comes. What comes straight from the kernel grows without being copied,
 * and goes back at once; left alone, malloc would take ever larger blocks from
 * its heaps instead. */
static void prepare_memory(void)
{
	mallopt(M_MMAP_THRESHOLD, 1 << 20);
}

int main(int argc, char **argv)
{
	g_autoptr(GError) error = NULL;
	int status = HC_STATUS_NOTHING;
	prepare_memory();
	hc_output_prepare();
	/* First, so that no signal strikes a worker that isn't ready for it. */
	hc_stop_flag stop = hc_interrupt_catch();
	hc_warden_enter();
	const struct hc_cmd *cmd = argc > 1 ? hc_cmd_find(argv[1]) : NULL;
	if (cmd) {
		argc--;
		argv++;
	} else {
		cmd = hc_cmd_table();
	}
	if (!cmd->run(argc, argv, stop, &status, &error)) {
		status = hc_exit_status_of(error);
		fprintf(stderr, "howcome: %s", error->message);
		if (error->domain == G_OPTION_ERROR)
			fprintf(stderr, "; see '%s'", cmd->see);
		fputc('\n', stderr);
	}
	return hc_interrupt_status("howcome", status);
}
