#include "progress.h"

#include <stdio.h>
#include <unistd.h>

void hc_progress_init(struct hc_progress *progress, gboolean quiet)
{
	progress->quiet = quiet;
	progress->terminal = isatty(STDERR_FILENO);
	progress->shown = FALSE;
}

void hc_progress_say(struct hc_progress *progress, const char *what)
{
	if (progress->quiet)
		return;
	if (progress->terminal)
		fprintf(stderr, "\r\033[K%s ...", what);
	else
		fprintf(stderr, "howcome: %s\n", what);
	fflush(stderr);
	progress->shown = progress->terminal;
}

void hc_progress_wipe(struct hc_progress *progress)
{
	if (!progress->shown)
		return;
	fputs("\r\033[K", stderr);
	fflush(stderr);
	progress->shown = FALSE;
}
