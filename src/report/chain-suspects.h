/* Internal to report: where to look for the error, and what only one of the
 * runs executes; as sentences and as JSON. */
#ifndef HC_CHAIN_SUSPECTS_H
#define HC_CHAIN_SUSPECTS_H

#include "sentence.h"

#include <json-glib/json-glib.h>

/* "   Only the failing run executes a.c:3-5 here.", for each run that executes
 * something alone between two steps. */
void hc_report_tell_only(const struct hc_only *only,
	const struct hc_report_paint *p, GString *text);
/* What comes right behind the question, for who reads no further: the first of
 * these places. Nothing if there are none. */
void hc_report_tell_first_suspect(const struct hc_result *result,
	const struct hc_report_paint *p, GString *text);
/* What ends the report: nothing if there are none. */
void hc_report_tell_suspects(const struct hc_result *result,
	const struct hc_report_paint *p, GString *text);

/* As members of the object that is being built. */
void hc_report_build_only(JsonBuilder *b, const struct hc_only *only);
void hc_report_build_suspects(JsonBuilder *b, const struct hc_result *result);

#endif
