/* What is told to the user, from plain data to text. */
#ifndef HC_REPORT_H
#define HC_REPORT_H

#include "debuggees.h"

/* What the two runs did, in sentences. The caller frees it. */
char *hc_report_runs(const struct hc_debuggees *debuggees);

/* Text from outside as one line of printable UTF-8; all else as \xNN. The
 * caller frees it. */
char *hc_report_safe(const char *text);

/* n bytes as UTF-8: what is none, and NUL, as \xNN. Unlike above, newlines and
 * the like stay. The caller frees it. */
char *hc_report_utf8(const char *bytes, gsize n);

#endif
