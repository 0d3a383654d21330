/* Internal to isolate: configurations by what their deltas are, not by their
 * numbers, so that a journal means the same when the problem is posed again. */
#ifndef HC_FINGERPRINTS_H
#define HC_FINGERPRINTS_H

#include "journal.h"
#include "problem.h"

struct hc_fingerprints;

/* Asks for the identity of every delta, once. */
struct hc_fingerprints *hc_fingerprints_new(const struct hc_problem *problem);
void hc_fingerprints_free(struct hc_fingerprints *fingerprints);

/* Of a set, in the work of its ranges. The key tells problems apart, and `what`
 * what is done with the set. */
void hc_fingerprints_of_set(const struct hc_fingerprints *fingerprints,
	const char *key, const char *what, const struct dd_set *set,
	guint8 digest[HC_JOURNAL_DIGEST]);

#endif
