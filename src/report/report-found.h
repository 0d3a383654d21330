/* A cause without the rest of the chain: as soon as it is found, or to ask about
 * it. */
#ifndef HC_REPORT_FOUND_H
#define HC_REPORT_FOUND_H

#include "result.h"

/* "at shell_sort (sample.c:15#2), value is now 0 (was 7)". The event must have
 * a cause. The caller frees it. */
char *hc_report_found(const struct hc_event *event);

/* The rest that there is to say of it, in lines: the calls, what the cause needs
 * besides, values in full. */
char *hc_report_found_more(const struct hc_event *event);

#endif
