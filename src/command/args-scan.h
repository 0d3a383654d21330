/* Internal to command: a place in the text, and errors that name it.
 *
 * Outside single quotes a POSIX shell drops each backslash-newline before it
 * looks at anything else, so that even `$` and what it expands may stand on
 * two lines. hc_args_scan_peek() does the same: all but single quotes go
 * through it. No memory of its own: the text outlives the scan. */
#ifndef HC_ARGS_SCAN_H
#define HC_ARGS_SCAN_H

#include "args.h"

struct hc_args_scan {
	const char *name;
	const char *text;
	gsize length;
	gsize pos;
};

enum { SCAN_END = -1 };

/* The byte to read next, lines joined, or SCAN_END. With it, pos moves past
 * joins, so that text[pos] is that byte. */
int hc_args_scan_peek(struct hc_args_scan *scan);

/* As peek, but any line end (LF, CR LF, CR at the end) is '\n'. */
int hc_args_scan_peek_unquoted(struct hc_args_scan *scan);

/* Moves past one line end, if there is one. */
void hc_args_scan_skip_line_end(struct hc_args_scan *scan);

/* Sets `NAME:LINE:COLUMN: message` for the byte at pos; always FALSE. */
gboolean hc_args_scan_fail(const struct hc_args_scan *scan, gsize pos,
	enum hc_args_error code, GError **error, const char *format, ...)
	G_GNUC_PRINTF(5, 6);

/* Line and column of the byte at pos, both from 1, columns in bytes. */
void hc_args_scan_place(
	const struct hc_args_scan *scan, gsize pos, guint *line, guint *column);

#endif
