/* A result for people and for programs.
 *
 *	struct hc_text_options how = {.colour = isatty(1)};
 *	g_autofree char *text = hc_report_chain_text(result, &how);
 *	g_autofree char *json = hc_report_chain_json(result, "1.0", FALSE);
 *
 * The text is a chain of sentences, from the invocation to the failure: the
 * steps of the result, in short or in full. The JSON has all events, and which
 * of them are steps. Both are printable UTF-8 whatever the program's bytes are,
 * and the same each time, but for what is called "seconds". */
#ifndef HC_REPORT_CHAIN_H
#define HC_REPORT_CHAIN_H

#include "result.h"

struct hc_text_options {
	gboolean colour; /* with a terminal's escapes */
	gboolean verbose; /* also events without a cause, and why */
	gboolean full; /* however long values, names and lists are */
	/* Where the passing input is, if howcome made it: a folder; NULL: the
	 * command has it. And whether that is gone by now. */
	const char *pair;
	gboolean pair_gone;
	const char *scripts; /* where replay scripts are; NULL: nowhere */
};

/* The caller frees them. */
char *hc_report_chain_text(
	const struct hc_result *result, const struct hc_text_options *how);
/* `version` is the program's that wrote it. Long values and lists are cut, and
 * say so, unless it is to be in full. */
char *hc_report_chain_json(
	const struct hc_result *result, const char *version, gboolean full);

/* What a file about an event is called, without its ending: "03-shell_sort",
 * by its place among all events, from 0. The caller frees it. */
char *hc_report_event_name(const struct hc_result *result, guint index);

#endif
