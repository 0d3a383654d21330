/* Internal to report: where the error must be, by the word of somebody who was
 * asked which causes are as intended. */
#ifndef HC_PARTING_H
#define HC_PARTING_H

#include "sentence.h"

/* Says so, if there was somebody. */
void hc_report_say_parting(const struct hc_result *result,
	const struct hc_report_paint *p, GString *text);

#endif
