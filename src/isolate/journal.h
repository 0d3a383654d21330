/* A file that keeps the outcomes of tests, so that an analysis that was
 * interrupted goes on without repeating them.
 *
 *	const struct hc_journal_fact facts[] = {
 *		{"program", digest}, {"failing command", "./sample 11 14"},
 *	};
 *	g_autoptr(hc_journal) journal = hc_journal_open(
 *		"file", facts, G_N_ELEMENTS(facts), &error);
 *
 * It is text, and each line has a check sum, so that one that is cut off or
 * damaged is recognised and not used:
 *
 *	howcome-journal 2 5d41402a
 *	fact program 7215ee9c7d9dc229 9a0364b9
 *	test 7215ee9c7d9dc229d2921a40e899ec5f FAIL c81e728d
 *
 * First come the facts that all outcomes depend on: a journal with other facts
 * is refused, and the error names the first that differs. Then comes a line a
 * test: a digest of what was tested, the outcome, and perhaps some words about
 * it. Lines are written whole, as each test ends. One process at a time may have
 * a journal open. */
#ifndef HC_JOURNAL_H
#define HC_JOURNAL_H

#include "verdict.h"

#include <glib.h>

enum { HC_JOURNAL_DIGEST = 16 }; /* bytes */

struct hc_journal_fact {
	const char *name; /* for people: "the program" */
	const char *value; /* any text */
};

#define HC_JOURNAL_ERROR (hc_journal_error_quark())
GQuark hc_journal_error_quark(void);
enum hc_journal_error {
	HC_JOURNAL_ERROR_FILE, /* it can't be read or written, or is none */
	HC_JOURNAL_ERROR_OTHER, /* it is about something else */
};

struct hc_journal;
/* Opens or creates the file. */
struct hc_journal *hc_journal_open(const char *file,
	const struct hc_journal_fact *facts, guint n, GError **error);
void hc_journal_close(struct hc_journal *journal);

/* *words are the journal's own, NULL if there are none; `words` itself may be
 * NULL. */
gboolean hc_journal_lookup(const struct hc_journal *journal,
	const guint8 digest[HC_JOURNAL_DIGEST], enum hc_verdict *verdict,
	const char **words);
gboolean hc_journal_add(struct hc_journal *journal,
	const guint8 digest[HC_JOURNAL_DIGEST], enum hc_verdict verdict,
	const char *words, GError **error);

/* Outcomes that were in the file when it was opened, and damaged lines that
 * were not used. */
guint hc_journal_known(const struct hc_journal *journal);
guint hc_journal_damaged(const struct hc_journal *journal);

typedef struct hc_journal hc_journal; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_journal, hc_journal_close)

#endif
