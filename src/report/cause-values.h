/* Internal to report: two values side by side. */
#ifndef HC_CAUSE_VALUES_H
#define HC_CAUSE_VALUES_H

#include <glib.h>

/* Both as one printable line each. Where one is too long, the part where they
 * differ is kept, and what is left out becomes "…". The caller frees both. */
void hc_report_pair(
	const char *pass, const char *fail, char **pass_text, char **fail_text);

/* A variable's name. Of a long one the ways along lists are told in numbers,
 * and if that is not enough its middle is left out. The caller frees it. */
char *hc_report_name(const char *name);

#endif
