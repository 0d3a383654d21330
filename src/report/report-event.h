/* One moment of the runs, in sentences. */
#ifndef HC_REPORT_EVENT_H
#define HC_REPORT_EVENT_H

#include "finding.h"

/* What was found there. The caller frees it. */
char *hc_report_event(const struct hc_event *event);
/* How the states differ there, in numbers. The caller frees it. */
char *hc_report_states(const struct hc_event *event);

#endif
