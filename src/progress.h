/* What howcome is doing, on stderr: one live line on a terminal, which is
 * wiped at the end; a line each time elsewhere. */
#ifndef HC_PROGRESS_H
#define HC_PROGRESS_H

#include <glib.h>

struct hc_progress {
	gboolean quiet;
	gboolean terminal;
	gboolean shown; /* a live line is on the screen */
};

void hc_progress_init(struct hc_progress *progress, gboolean quiet);
void hc_progress_say(struct hc_progress *progress, const char *what);
/* Before anything else is printed. */
void hc_progress_wipe(struct hc_progress *progress);

#endif
