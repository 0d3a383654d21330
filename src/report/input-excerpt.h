/* Internal to report: a piece of an input, shown in its place. */
#ifndef HC_INPUT_EXCERPT_H
#define HC_INPUT_EXCERPT_H

#include "result-input.h"
#include "sentence.h"

/* Bytes that are marked. */
struct hc_report_mark {
	guint64 from, to;
};

/* Lines with marks, in rising order, and some lines around them. */
void hc_report_excerpt(GString *text, GBytes *input,
	const struct hc_report_mark *marks, guint n,
	const struct hc_report_paint *p);
/* Whether no newline is between two places. */
gboolean hc_report_same_line(GBytes *input, guint64 a, guint64 b);
/* The same of bytes that are no text. */
void hc_report_dump(GString *text, GBytes *input, guint64 from, guint64 to,
	const struct hc_report_paint *p);

/* Bytes as a quoted word: "+ 1.0"; those that are no text as 00 ff. Long ones
 * are cut unless it is to be in full. The caller frees it. */
char *hc_report_quote_bytes(GBytes *input, guint64 from, guint64 length,
	gboolean binary, gboolean full);

#endif
