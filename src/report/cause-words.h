/* Internal to report: names and values as a person writes them. The data have
 * them as GDB reads them. The caller frees what is returned. */
#ifndef HC_CAUSE_WORDS_H
#define HC_CAUSE_WORDS_H

#include "cause-values.h"
#include "result.h"

/* "argv[1]" for *argv[1]@8, "stdin" for <fd 0>. */
char *hc_report_word_variable(const struct hc_cause *cause, gboolean full);
/* What it is in both runs, with the part where they differ; not too long,
 * unless it is wanted in full. */
void hc_report_word_values(const struct hc_cause *cause, gboolean full,
	struct hc_report_value *pass, struct hc_report_value *fail);
/* The failing run's value alone, for those who have read it already. */
char *hc_report_word_value_again(const struct hc_cause *cause, gboolean full);

/* Whether the variable is several things: "bytes 8 to 15 of *p". */
gboolean hc_report_is_plural(const struct hc_cause *cause);
/* Whether a pointer now leads to something on the way to it, so that who goes on
 * from there gets back to it. */
gboolean hc_report_leads_back(const struct hc_cause *cause);

#endif
