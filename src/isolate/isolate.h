/* From a problem to a cause: the smallest difference that decides, whether it
 * is needed, what else must be there for it to work, and whether what fails
 * passes without it.
 *
 *	struct hc_isolate_options options = {.stop = &stop};
 *	g_auto(hc_isolation) isolation = {0};
 *	if (!hc_isolate(problem, &options, &isolation, &error))
 *		return FALSE;
 *	if (isolation.status == HC_ISOLATED)
 *		use(isolation.problem, isolation.difference);
 *
 * It works on any problem, and knows nothing of what differs. */
#ifndef HC_ISOLATE_H
#define HC_ISOLATE_H

#include "journal.h"
#include "problem.h"

/* A cause of another problem, which may be the cause of this one as well: then
 * nothing has to be narrowed. */
struct hc_known_cause {
	char **identity; /* of its deltas */
	char **context; /* of those that it needs; NULL: none */
};

enum hc_isolate_phase {
	HC_ISOLATE_ENDS, /* does none of the deltas pass, and do all fail? */
	HC_ISOLATE_KNOWN, /* is one of the known causes the cause? */
	HC_ISOLATE_NARROWING,
	HC_ISOLATE_CONFIRMING,
};

struct hc_isolate_options {
	guint64 limit_tests; /* for one search; 0: no limit */
	double limit_seconds;
	hc_stop_flag stop;

	/* Only as far as the closest two that pass and fail, and whether
	 * everything else passes: neither context nor reverse. */
	gboolean only_narrow;

	const struct hc_known_cause *known;
	guint n_known;

	/* Where outcomes are kept, and found if they are known; NULL: nowhere.
	 * The key tells this problem from others in the same journal. */
	struct hc_journal *journal;
	const char *journal_key;

	/* Are told how far it is; each may be NULL. `tests` is how many have
	 * ended so far. */
	void (*phase)(enum hc_isolate_phase phase, gpointer data);
	void (*step)(const struct dd_step *step, guint64 tests, gpointer data);
	gpointer data;
};

enum hc_confirmed {
	HC_CONFIRMED_NOT, /* nobody has looked */
	HC_CONFIRMED_BOTH, /* taken out of what fails, it passes */
	HC_CONFIRMED_ONE, /* … it does neither, or it can't be taken out */
	HC_OVERDETERMINED, /* … or it fails all the same */
	/* Taken out of what fails, it passes; but what passes does not fail
	 * with it. For those who ask the other way round. */
	HC_CONFIRMED_REVERSE,
};

enum hc_isolation_status {
	HC_ISOLATED,
	HC_ISOLATION_NO_PASS, /* without any delta it does not pass */
	HC_ISOLATION_NO_FAIL, /* with all of them it does not fail */
};

struct hc_isolation {
	enum hc_isolation_status status;
	/* If not isolated: what that end is instead, and what it does, as the
	 * rest of a sentence, if the problem can tell. */
	enum hc_verdict end;
	char *end_words;
	/* Its deltas may be finer than those of the problem as it was given. */
	struct hc_problem *problem;
	/* With `passing` it passes, with the difference as well it fails; the
	 * context is what the difference needs of that. */
	struct dd_set *passing, *difference, *context;
	enum dd_status narrowed; /* how the search for these ended */
	enum hc_confirmed confirmed;
	struct dd_counts counts;
};

#define HC_ISOLATE_ERROR (hc_isolate_error_quark())
GQuark hc_isolate_error_quark(void);
enum hc_isolate_error {
	HC_ISOLATE_ERROR_STOPPED, /* *stop was set */
};

/* Errors are its own, the journal's, and those of the problem's tests. On an
 * error the counts are still right, and passing and difference are as near to
 * each other as they had come by then, or NULL. */
gboolean hc_isolate(struct hc_problem *problem,
	const struct hc_isolate_options *options,
	struct hc_isolation *isolation, GError **error);
void hc_isolation_clear(struct hc_isolation *isolation);

typedef struct hc_isolation hc_isolation; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(hc_isolation, hc_isolation_clear)

#endif
