/* Internal to report: parts of sentences about events and causes. The caller
 * frees what is returned. */
#ifndef HC_SENTENCE_H
#define HC_SENTENCE_H

#include "result.h"

/* How parts of a sentence are set off on a terminal, and whether long ones are
 * told in full. */
struct hc_report_paint {
	const char *head, *variable, *pass, *fail, *dim, *end;
	gboolean full;
};
const struct hc_report_paint *hc_report_paint(gboolean colour);

/* "main (sample.c:27)"; for the 2nd time "main#2 (sample.c:27)", or "main
 * (sample.c:27#2)" if it is the line that is counted; "#2/3" where it is the
 * 2nd time in the passing and the 3rd in the failing run. */
char *hc_report_say_place(const struct hc_event *event);
/* "Execution reaches main (sample.c:27) for the 2nd time." */
char *hc_report_say_reached(
	const struct hc_event *event, const struct hc_report_paint *p);
/* "argc and a[0]" */
char *hc_report_say_names(
	const GPtrArray *causes, const struct hc_report_paint *p);
/* "argc is now 3 (was 4) and a[0] is now 0 (was 7)" */
char *hc_report_say_now(
	const GPtrArray *causes, const struct hc_report_paint *p);
/* "argc was 3 and a[0] was 0" */
char *hc_report_say_was(
	const GPtrArray *causes, const struct hc_report_paint *p);
/* "argc is 3 and a[0] is 0" */
char *hc_report_say_is(
	const GPtrArray *causes, const struct hc_report_paint *p);
/* "argc to be 3 and a[0] to be 0" */
char *hc_report_say_to_be(
	const GPtrArray *causes, const struct hc_report_paint *p);

#endif
