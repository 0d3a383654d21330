/* How two states differ, as text and as JSON.
 *
 *	struct hc_diff_report report = {.diff = diff, .most = 20};
 *	g_autofree char *text = hc_report_diff_text(&report);
 *
 * All text is printable UTF-8, whatever the program's bytes are. */
#ifndef HC_REPORT_DIFF_H
#define HC_REPORT_DIFF_H

#include "diff.h"

struct hc_diff_report {
	const char *program; /* printable; NULL: not known */
	const struct mg_diff *diff;
	guint most; /* changes that are listed; 0: all */
};

/* The caller frees both. */
char *hc_report_diff_text(const struct hc_diff_report *report);
char *hc_report_diff_json(const struct hc_diff_report *report);

#endif
