/* Internal to report: what of the input decides, as the member "input" of the
 * object that is being built. */
#ifndef HC_INPUT_JSON_H
#define HC_INPUT_JSON_H

#include "result-input.h"

#include <json-glib/json-glib.h>

void hc_report_build_input(
	JsonBuilder *b, const struct hc_result_input *result);

#endif
