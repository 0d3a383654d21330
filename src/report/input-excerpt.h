/* Internal to report: a piece of an input, shown in its place. */
#ifndef HC_INPUT_EXCERPT_H
#define HC_INPUT_EXCERPT_H

#include "result-input.h"
#include "sentence.h"

/* Lines with the bytes from `from` to `to` marked, and some around them. */
void hc_report_excerpt(GString *text, GBytes *input, guint64 from, guint64 to,
	const struct hc_report_paint *p);
/* The same of bytes that are no text. */
void hc_report_dump(GString *text, GBytes *input, guint64 from, guint64 to,
	const struct hc_report_paint *p);

/* Bytes as a quoted word: "+ 1.0"; those that are no text as 00 ff. Long ones
 * are cut unless it is to be in full. The caller frees it. */
char *hc_report_quote_bytes(GBytes *input, guint64 from, guint64 length,
	gboolean binary, gboolean full);

#endif
