/* Two runs stopped at the same moment: the differences between their states as
 * a problem, whose tests are altered executions of the passing run.
 *
 *	struct hc_state_options options = {.jobs = 2};
 *	g_autoptr(hc_stage) stage = hc_stage_new(debuggees, &options);
 *	const struct hc_place *places[HC_SIDES] = {&place, &place};
 *	g_autoptr(hc_states) states = hc_states_new(stage, places, 0, &error);
 *	hc_states_compare(states);
 *	hc_states_make_deltas(states, FALSE);
 *	g_autoptr(hc_problem) problem = hc_states_problem(states, &error);
 *	hc_isolate(problem, &how, &isolation, &error);
 *
 * hc_states_problem_back() asks the opposite question, in the failing run.
 *
 * States outlive their problems, the stage outlives its states, and there is
 * one of each at a time: a stage has one GDB a run. */
#ifndef HC_STATE_PROBLEM_H
#define HC_STATE_PROBLEM_H

#include "debuggees.h"
#include "deltas.h"
#include "engine.h"
#include "problem.h"
#include "side.h"
#include "snapshot.h"

/* What a test did. */
struct hc_state_test {
	guint64 number; /* at this moment, from 1 */
	/* Those of the problem; for its reverse, those of the failing run. */
	const struct hc_deltas *deltas;
	const struct dd_set *set; /* of these: what was put in */
	const char *end; /* of the execution, or why there was none */
	enum hc_verdict verdict;
};

/* The name of a delta, for people; the caller frees it. */
char *hc_state_describe(const struct hc_deltas *deltas, guint32 delta);

struct hc_state_options {
	enum mg_match_way match;
	enum hc_engine_kind engine;
	guint jobs; /* tests at a time; 0: one */
	guint64 memory; /* bytes for all states at once; 0: no limit */
	/* Is told each test; NULL: nobody is. */
	void (*tested)(const struct hc_state_test *test, gpointer data);
	gpointer data;
};

/* ---- Where the runs are stopped, one moment after the other ---- */

/* In the GDBs in which they were observed. All that is given must outlive
 * it. */
struct hc_stage;
struct hc_stage *hc_stage_new(const struct hc_debuggees *debuggees,
	const struct hc_state_options *options);
void hc_stage_free(struct hc_stage *stage);

/* ---- Both states ---- */

struct hc_states;
enum {
	/* Before that, two other runs of the same invocations are stopped there,
	 * to see what varies by itself. */
	HC_STATES_TWICE = 1,
	/* What is left in memory that was freed is part of the states, as far as
	 * pointers lead there. Most of it is never used: it is for where nothing
	 * else decides. */
	HC_STATES_FREED = 2,
};
/* Stops both runs; `how` is any of these. The error is the target's
 * (HC_TARGET_ERROR_NOT_REACHED) if a run does not get there. */
struct hc_states *hc_states_new(struct hc_stage *stage,
	const struct hc_place *const places[HC_SIDES], guint how,
	GError **error);
void hc_states_free(struct hc_states *states);

const struct hc_snapshot *hc_states_snapshot(
	const struct hc_states *states, enum hc_side side);
/* The target that is stopped there: the stage's. */
const struct hc_target *hc_states_target(
	const struct hc_states *states, enum hc_side side);
/* Whether the runs are there by the same calls, and how many of the innermost
 * calls they have in common. */
gboolean hc_states_comparable(const struct hc_states *states);
guint hc_states_common_frames(const struct hc_states *states);

/* Compares them; the diff is the states' own. NULL only if the user wants it to
 * end: the `stop` of the launches. */
const struct mg_diff *hc_states_compare(struct hc_states *states);
/* Whether both have pointers to what was freed, so that there may be something
 * left that they use; and, with HC_STATES_FREED, whether that differs. */
gboolean hc_states_have_freed(const struct hc_states *states);
gboolean hc_states_differ_in_freed(const struct hc_states *states);
/* Whether each run was stopped here twice, with the same state. */
gboolean hc_states_are_quiet(const struct hc_states *states);

struct hc_states_seconds {
	double stop, extract, compare;
};
const struct hc_states_seconds *hc_states_seconds(
	const struct hc_states *states);

/* ---- The problem ---- */

/* The differences as deltas, without those that vary by themselves unless
 * `with_noise`. They are the states' own, until they are made again. NULL only
 * if the user wants it to end. */
const struct hc_deltas *hc_states_make_deltas(
	struct hc_states *states, gboolean with_noise);
/* Whether nothing after this moment tells the runs apart: it was written
 * before. */
gboolean hc_states_are_late(const struct hc_states *states);
/* What the failing run does from here on that the passing run does not, as the
 * rest of a sentence; NULL: all of the failure. The caller frees it. */
char *hc_states_describe_failure(const struct hc_states *states);
/* The problem with these deltas. The stopped programs are not altered. There is
 * one problem at a time, refined ones aside. */
struct hc_problem *hc_states_problem(struct hc_states *states, GError **error);

/* The same question the other way round, for where the first has no answer
 * because of what can't be transferred, such as the layout of the heap: what of
 * the passing run lets the failing run pass? A set of its deltas stays as it is
 * in the failing run, and all others are taken back there: none ⇒ PASS, all ⇒
 * FAIL, as with any problem. Their first run (0) is the failing one. */
struct hc_problem *hc_states_problem_back(
	struct hc_states *states, gboolean with_noise, GError **error);
/* Whether there is reason to ask it: not if the passing run may go on to pass
 * only because of what it has written already, where the output decides, and not
 * if the failing one has several threads. */
gboolean hc_states_can_go_back(const struct hc_states *states);

/* These take problems of both, refined or not. */
gboolean hc_state_problem_is_back(const struct hc_problem *problem);
const struct hc_deltas *hc_state_problem_deltas(
	const struct hc_problem *problem);
/* An address of the passing run, in words that mean the same in other runs and
 * at other moments. The caller frees it. */
char *hc_state_problem_place(const struct hc_problem *problem, guint64 address);
const struct hc_engine *hc_state_problem_engine(
	const struct hc_problem *problem);
/* Whether the program has several threads at this moment: what they do from
 * here on may come in another order in each test. */
gboolean hc_state_problem_has_threads(const struct hc_problem *problem);
/* One more test, whatever is known about the set. */
gboolean hc_state_problem_repeat(struct hc_problem *problem,
	const struct dd_set *set, enum hc_verdict *verdict, GError **error);

/* Where the passing run does not pass when it goes on unaltered: learns from one
 * more such test which lines of the output have other numbers, as the time that
 * it took, if that is all and these don't tell the runs apart. At this moment
 * and all later ones they count as unchanged. *line: how the passing run writes
 * the first of them, to be freed; NULL: there are none. */
gboolean hc_state_problem_learn_lines(
	struct hc_problem *problem, char **line, GError **error);

typedef struct hc_stage hc_stage; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_stage, hc_stage_free)
typedef struct hc_states hc_states; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_states, hc_states_free)

#endif
