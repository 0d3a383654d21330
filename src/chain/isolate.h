/* One moment of both runs: which difference between their states decides
 * whether the program fails?
 *
 *	struct hc_isolate_options options = {.jobs = 2};
 *	g_autoptr(hc_stage) stage = hc_stage_new(debuggees, &options);
 *	struct hc_pair pair = {&place, &place};
 *	g_autoptr(hc_event) event = hc_isolate(stage, &pair, &error);
 *	if (event && event->isolated)
 *		use(event->causes);
 *
 * Both runs are stopped there, their states compared, and the differences put
 * into the passing run and narrowed by delta debugging; then the cause is
 * confirmed (is it needed? does the failing run pass without it?) and its
 * context found. */
#ifndef HC_ISOLATE_H
#define HC_ISOLATE_H

#include "debuggees.h"
#include "diff.h"
#include "engine.h"
#include "result.h"

struct hc_isolate_options {
	enum mg_match_way match;
	enum hc_engine_kind engine;
	guint jobs; /* tests at a time; 0: one */
	guint64 limit_tests; /* for this event; 0: no limit */
	double limit_seconds;
	hc_stop_flag stop;
	gboolean compare_only; /* no tests: `isolated` is FALSE */
	/* Is told how far it is; NULL: nobody is. */
	void (*progress)(const char *what, gpointer data);
	/* Is told each test: the deltas, and how it ended. */
	void (*tested)(const char *what, gpointer data);
	/* Sees the differences of the two states while they are there. */
	gboolean (*compared)(const struct mg_diff *diff,
		const struct hc_event *event, gpointer data, GError **error);
	gpointer data;
};

/* Where the runs are stopped, one event after the other, in the GDBs in which
 * they were observed. All that is given must outlive it. */
struct hc_stage;
struct hc_stage *hc_stage_new(const struct hc_debuggees *debuggees,
	const struct hc_isolate_options *options);
void hc_stage_free(struct hc_stage *stage);

/* The places in the passing and in the failing run. */
struct hc_pair {
	const struct hc_place *pass, *fail;
	/* They may be there by different calls; a cause counts only if it is
	 * confirmed both ways then. */
	gboolean relaxed;
	/* Each of the runs has the same state here whenever it is run, as far
	 * as one knows; else that is looked at (struct hc_event, quiet). */
	gboolean quiet;
	/* Events before and after; NULL: none. If the cause of one of them is
	 * the cause here, too, nothing has to be narrowed. */
	const struct hc_event *near[2];
};
/* NULL with an error if the analysis can't go on at all, or a run does not get
 * there (HC_TARGET_ERROR_NOT_REACHED); all else is an event with a reason. */
struct hc_event *hc_isolate(
	struct hc_stage *stage, const struct hc_pair *pair, GError **error);

typedef struct hc_stage hc_stage; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_stage, hc_stage_free)

#endif
