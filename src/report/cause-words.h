/* Internal to report: names and values as a person writes them. The data have
 * them as GDB reads them. The caller frees what is returned. */
#ifndef HC_CAUSE_WORDS_H
#define HC_CAUSE_WORDS_H

#include "result.h"

/* "argv[1]" for *argv[1]@8, "stdin" for <fd 0>. */
char *hc_report_word_variable(const struct hc_cause *cause);
/* What it is in both runs, not too long, with the part where they differ. */
void hc_report_word_values(
	const struct hc_cause *cause, char **pass, char **fail);
/* The failing run's value alone, for those who have read it already. */
char *hc_report_word_value_again(const struct hc_cause *cause);

#endif
