/* Internal to report: who gave a cause its value, in a sentence. */
#ifndef HC_SAY_WRITTEN_H
#define HC_SAY_WRITTEN_H

#include "sentence.h"

/* "a[2] was last written by main (sample.c:31)."; NULL: nobody knows. The caller
 * frees it. */
char *hc_report_say_written(
	const struct hc_cause *cause, const struct hc_report_paint *p);

#endif
