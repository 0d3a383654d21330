/* A file that keeps the outcomes of a run. Internal to dd.
 *
 * Text, one line per outcome, each with a checksum, so that a line that was cut
 * off or damaged is recognised and not used:
 *
 *	howcome-dd-journal 1 8 sample%20at%20main 5d41402a
 *	7215ee9c7d9dc229d2921a40e899ec5f FAIL 9a0364b9
 *
 * The header has the version, the number of deltas and the key; a line has the
 * configuration's digest and its outcome. Each line is written at once, when
 * its test ends. Only one run at a time may have a journal open. */
#ifndef DD_JOURNAL_H
#define DD_JOURNAL_H

#include "dd-cache.h"

struct dd_journal;

/* Opens or creates the file, and puts the outcomes in it into the cache;
 * *dropped is the number of damaged lines that were ignored. */
struct dd_journal *dd_journal_open(const char *file, guint32 n, const char *key,
	struct dd_cache *cache, guint *dropped, GError **error);
void dd_journal_close(struct dd_journal *journal);

gboolean dd_journal_add(struct dd_journal *journal,
	const guint8 digest[DD_DIGEST_SIZE], enum hc_verdict outcome,
	GError **error);

#endif
