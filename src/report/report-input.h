/* What of its input makes a program fail, for people and for programs.
 *
 *	g_autofree char *text = hc_report_input_text(result, &how);
 *
 * The text shows the difference in its place, marked, with the lines around it.
 * Both are printable UTF-8 whatever the input's bytes are, and the same each
 * time, but for what is called "seconds". */
#ifndef HC_REPORT_INPUT_H
#define HC_REPORT_INPUT_H

#include "result-input.h"

struct hc_input_text_options {
	gboolean colour; /* with a terminal's escapes */
	gboolean full; /* however many lines and differences there are */
	const char *pair; /* where the closest inputs are; NULL: nowhere */
};

/* The caller frees them. */
char *hc_report_input_text(const struct hc_result_input *result,
	const struct hc_input_text_options *how);
/* `version` is the program's that wrote it. */
char *hc_report_input_json(
	const struct hc_result_input *result, const char *version);

/* Where a byte is in a text: the line, and the column in characters, both from
 * 1. */
void hc_report_input_place(
	GBytes *text, guint64 at, guint64 *line, guint64 *column);

#endif
