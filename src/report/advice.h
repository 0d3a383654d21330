/* Internal to report: what is said where there is no cause, or no clear one. */
#ifndef HC_ADVICE_H
#define HC_ADVICE_H

#include "sentence.h"

/* Appends why there is no cause, once for each reason: how many moments have
 * it, the first and the last of them. */
void hc_report_sum_up(const struct hc_result *result,
	const struct hc_report_paint *p, GString *text);
/* Appends what to try next; nothing if all is well. */
void hc_report_advise(const struct hc_result *result, GString *text);

#endif
