/* What howcome is doing, on stderr: one live line on a terminal, which is
 * wiped at the end; a line each time elsewhere.
 *
 *	struct hc_progress *line = hc_progress_new(FALSE, FALSE);
 *	hc_progress_say(line, "narrowing: 4 tests, 17 deltas left");
 *	hc_progress_wipe(line);		before anything else is printed
 *	hc_progress_free(line);
 *
 * On a terminal it is never silent: a thread of its own repeats the live line
 * with the seconds that it has been there. It takes no signals, starts nothing
 * and waits for nothing but the clock, so that those who trace programs in
 * other threads don't notice it. Elsewhere, a line that differs from the one
 * before only in numbers, and what follows them, after a colon is left out
 * unless some seconds have passed. */
#ifndef HC_PROGRESS_H
#define HC_PROGRESS_H

#include <glib.h>

struct hc_progress;
struct hc_progress *hc_progress_new(gboolean quiet, gboolean verbose);
void hc_progress_free(struct hc_progress *progress);
void hc_progress_say(struct hc_progress *progress, const char *what);
/* A line that stays, above the live one; also if quiet. */
void hc_progress_print(struct hc_progress *progress, const char *line);
/* The same, but not if quiet. */
void hc_progress_tell(struct hc_progress *progress, const char *line);
/* Before anything else is printed. */
void hc_progress_wipe(struct hc_progress *progress);

typedef struct hc_progress hc_progress; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_progress, hc_progress_free)

#endif
