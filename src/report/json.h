/* Internal to report: JSON, from a builder to text. */
#ifndef HC_REPORT_JSON_H
#define HC_REPORT_JSON_H

#include <json-glib/json-glib.h>

/* What was built, on several lines with an end. The caller frees it. */
char *hc_report_generate(JsonBuilder *builder);

#endif
