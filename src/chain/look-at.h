/* One moment of both runs: which difference between their states decides
 * whether the program fails?
 *
 *	struct hc_look_options options = {.jobs = 2};
 *	g_autoptr(hc_looker) looker = hc_looker_new(debuggees, &options);
 *	struct hc_pair pair = {&place, &place};
 *	g_autoptr(hc_look) look = hc_look_at(looker, &pair, &error);
 *	if (look && look->event->isolated)
 *		use(look->event->causes);
 *
 * Both runs are stopped there, their states compared (src/state/problem), and
 * the differences put into the passing run and narrowed (src/isolate). */
#ifndef HC_LOOK_AT_H
#define HC_LOOK_AT_H

#include "chain-observer.h"
#include "debuggees.h"
#include "engine.h"
#include "journal.h"
#include "look.h"
#include "match.h"

struct hc_look_options {
	enum mg_match_way match;
	enum hc_engine_kind engine;
	guint jobs; /* tests at a time; 0: one */
	guint64 limit_tests; /* for one search; 0: no limit */
	double limit_seconds;
	guint64 memory; /* bytes for all states at a moment; 0: no limit */
	hc_stop_flag stop;
	gboolean compare_only; /* no tests: nothing is isolated */
	struct hc_journal *journal; /* of tests; NULL: none */
	struct hc_chain_observer observer;
};

/* Looks at one moment after the other. All that is given must outlive it. */
struct hc_looker;
struct hc_looker *hc_looker_new(const struct hc_debuggees *debuggees,
	const struct hc_look_options *options);
void hc_looker_free(struct hc_looker *looker);
/* How many moments there will be at most, for those who watch; 0: unknown. */
void hc_looker_set_budget(struct hc_looker *looker, guint moments);

/* The places in the passing and in the failing run. */
struct hc_pair {
	const struct hc_place *pass, *fail;
	/* They may be there by different calls; a cause counts only if it is
	 * confirmed both ways then. */
	gboolean relaxed;
	/* Each of the runs has the same state here whenever it is run, as far
	 * as one knows; else that is looked at (struct hc_look, quiet). */
	gboolean quiet;
	/* Before and after; NULL: none. If the cause of one of them is the
	 * cause here, too, nothing has to be narrowed. */
	const struct hc_look *near[2];
};

/* NULL with an error if the analysis can't go on at all, or a run does not get
 * there (HC_TARGET_ERROR_NOT_REACHED); all else is an event with a reason. */
struct hc_look *hc_look_at(
	struct hc_looker *looker, const struct hc_pair *pair, GError **error);

typedef struct hc_looker hc_looker; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_looker, hc_looker_free)

#endif
