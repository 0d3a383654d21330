/* What the analysis does, in words for progress.h. The caller frees them.
 *
 *	g_autofree char *what = hc_progress_words(progress);
 *	hc_progress_say(line, what);
 */
#ifndef HC_PROGRESS_WORDS_H
#define HC_PROGRESS_WORDS_H

#include "chain-observer.h"

/* "moment 5 of 14, 3 causes so far: narrowing, 12 tests, 40 differences left";
 * before the first moment the end of that. */
char *hc_progress_words(const struct hc_chain_progress *progress);
/* "test 3: deltas {1-4}: exits with status 0: PASS" */
char *hc_progress_words_tested(const struct hc_chain_tested *tested);
/* "found: at shell_sort (sample.c:15#2), value is now 0 (was 7)" */
char *hc_progress_words_found(const struct hc_event *event);

#endif
