/* Two values side by side: inside of a report. */
#ifndef HC_REPORT_VALUE_H
#define HC_REPORT_VALUE_H

#include <glib.h>

/* Both as one printable line each. Where one is too long, the part where they
 * differ is kept, and what is left out becomes "…". The caller frees both. */
void hc_report_pair(
	const char *pass, const char *fail, char **pass_text, char **fail_text);

/* One value alone: its beginning is kept. The caller frees it. */
char *hc_report_shorten(const char *text);

#endif
