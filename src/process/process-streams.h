/* Descriptors of a run: stdin's file, and two files in memory for its output,
 * empty at the beginning.
 *
 *	g_auto(hc_streams) streams = HC_STREAMS_INIT;
 *	if (!hc_streams_open(&streams, "input.txt", &error))
 *		return FALSE;
 *	... run the program ...
 *	hc_streams_collect(&streams, NULL, outcome, &error);
 */
#ifndef HC_PROCESS_STREAMS_H
#define HC_PROCESS_STREAMS_H

#include "outcome.h"

struct hc_streams {
	int in, out, err; /* -1 if not open */
};
#define HC_STREAMS_INIT                                                        \
	{                                                                      \
		-1, -1, -1                                                     \
	}

/* `input` is the file for stdin; NULL: /dev/null. Errors are the launch's. */
gboolean hc_streams_open(
	struct hc_streams *streams, const char *input, GError **error);
/* Takes what was written into the outcome, but for so many bytes of stdout and
 * of stderr (two numbers; NULL: all). One that is not open has nothing. */
gboolean hc_streams_collect(const struct hc_streams *streams,
	const guint64 *before, struct hc_outcome *outcome, GError **error);
/* What one file has from an offset on. */
GBytes *hc_streams_read_back(int fd, guint64 from, GError **error);
/* As they were before the program ran. */
gboolean hc_streams_rewind(const struct hc_streams *streams, GError **error);
/* The same descriptor, or a copy above 2 in its place: one below would be
 * overwritten when the three are put there. There is one if we were started
 * with stdin or stdout closed. */
int hc_streams_above(int fd);
void hc_streams_clear(struct hc_streams *streams);

typedef struct hc_streams hc_streams; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(hc_streams, hc_streams_clear)

#endif
