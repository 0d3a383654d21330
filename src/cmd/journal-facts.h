/* Facts that journals of several commands have in common. The caller frees what
 * is returned. */
#ifndef HC_JOURNAL_FACTS_H
#define HC_JOURNAL_FACTS_H

#include "journal.h"
#include "options-common.h"
#include "progress.h"

/* Of a digest this much is told, and compared. */
enum { HC_FACT_DIGITS = 16 };

/* What a file has in it. One that can't be read, or is no regular file and may
 * be something else each time, is known by its name alone. */
char *hc_fact_of_file(const char *path);
/* How a run ends; and what it writes, unless that varies. */
char *hc_fact_of_outcome(const struct hc_outcome *outcome, gboolean varies);
/* What counts as a failure. */
char *hc_fact_of_failure(const struct hc_common_options *options);

/* Tells the user what a journal knows already. */
void hc_fact_tell_journal(const char *file, const struct hc_journal *journal,
	struct hc_progress *line);

#endif
