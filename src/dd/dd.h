/* Delta debugging: which of many differences decides between pass and fail?
 *
 * Deltas are the numbers 0 … n-1, a configuration is a set of them, and a test
 * says PASS, FAIL or UNRESOLVED for a configuration. Only the caller knows what
 * a delta is and how a test runs: states, inputs, code changes and thread
 * schedules are all the same here.
 *
 *	struct dd_task task = {
 *		.algorithm = DD_ISOLATE, .n = 8, .test = my_test,
 *	};
 *	g_auto(dd_result) result = {0};
 *	if (!dd_run(&task, &result, &error))
 *		return FALSE;
 *	use(result.difference);
 *
 * Everything in a task belongs to the caller and must outlive the call; the
 * sets in a result belong to the result. A configuration is tested at most once
 * in a run. Given the same test outcomes, a run asks the same questions in the
 * same order and gives the same result, however many workers it has.
 *
 * Papers: FSE 2002 is Zeller, "Isolating Cause-Effect Chains from Computer
 * Programs"; ESEC/FSE 1999 is Zeller, "Yesterday, my program worked. Today, it
 * does not. Why?". */
#ifndef DD_H
#define DD_H

#include "dd-set.h"
#include "stop-flag.h"
#include "verdict.h"

enum dd_algorithm {
	/* dd on two sets (FSE 2002, Figure 2): moves both ends towards each
	 * other until their difference is 1-minimal. */
	DD_ISOLATE,
	/* ddmin: makes the failing end smaller until it is 1-minimal. */
	DD_MINIMISE,
	/* dd (ESEC/FSE 1999, Algorithm 1): binary search, both halves where
	 * they interfere. Right where configurations are monotone, unambiguous
	 * and consistent. */
	DD_1999,
	/* dd+ (ESEC/FSE 1999, Algorithm 2): the same for tests that may be
	 * unresolved. Where failures are ambiguous its answer may be empty. */
	DD_PLUS,
};

/* Stands for the group of a delta, or the parent of a group, that has none. */
#define DD_NO_GROUP G_MAXUINT32

/* A tree over the deltas: splits go along it first, so that deltas of one
 * group stay together as long as possible. More than 64 levels count as 64. */
struct dd_groups {
	const guint32 *group_of; /* a delta's group: n entries */
	const guint32 *parent_of; /* a group's parent: n_groups entries */
	guint32 n_groups;
};

/* Runs one test. FALSE with an error stops the search: use that for a test that
 * can't be run at all; a test that ran but told nothing is UNRESOLVED. */
typedef gboolean (*dd_test_func)(const struct dd_set *configuration,
	enum hc_verdict *outcome, gpointer data, GError **error);

enum dd_wait { DD_WAIT_DONE, DD_WAIT_NOTHING, DD_WAIT_ERROR };

/* Tests that run at the same time. The library submits at most `jobs` tests
 * at once, each with a ticket of its own, and calls from one thread only. */
struct dd_workers {
	guint jobs;
	gboolean (*submit)(guint64 ticket, const struct dd_set *configuration,
		gpointer data, GError **error);
	/* Waits until any test is done, and names it. DD_WAIT_NOTHING if it
	 * returned for another reason: a signal, or the monotonic time `until`
	 * in µs has come (-1: no such time). */
	enum dd_wait (*wait)(gint64 until, guint64 *ticket,
		enum hc_verdict *outcome, gpointer data, GError **error);
	/* Ends a test that is not needed any more; `wait` then never names it.
	 * Should the search need it after all, it is submitted again. */
	void (*cancel)(guint64 ticket, gpointer data);
	gpointer data;
};

/* TRUE if the configuration is known to be UNRESOLVED without a test (ESEC/FSE
 * 1999, section 6). */
typedef gboolean (*dd_predict_func)(
	const struct dd_set *configuration, gpointer data);

enum dd_source {
	DD_SOURCE_TEST,
	DD_SOURCE_CACHE, /* known from an earlier step */
	DD_SOURCE_PREDICTION,
};

/* What was concluded from a step, in the words of the papers. There may be
 * several conclusions from one step, as when the last delta is found. */
enum dd_conclusion {
	/* FSE 2002, Figure 2, its cases in order; ddmin's are a part of them */
	DD_REDUCE_TO_SUBSET = 1 << 0,
	DD_INCREASE_TO_COMPLEMENT = 1 << 1,
	DD_INCREASE_TO_SUBSET = 1 << 2,
	DD_REDUCE_TO_COMPLEMENT = 1 << 3,
	DD_INCREASE_GRANULARITY = 1 << 4,
	DD_MINIMAL = 1 << 5,
	/* ESEC/FSE 1999, Algorithms 1 and 2 */
	DD_FOUND = 1 << 6,
	DD_FOUND_IN_SUBSET = 1 << 7,
	DD_INTERFERENCE = 1 << 8,
	DD_PREFERENCE = 1 << 9,
	DD_TRY_AGAIN = 1 << 10,
	DD_NOTHING_LEFT = 1 << 11,
};

enum dd_role { DD_ROLE_PASSING_END, DD_ROLE_FAILING_END, DD_ROLE_SEARCH };

struct dd_step {
	enum dd_role role; /* the first two check that the ends do as claimed */
	const struct dd_set *configuration;
	enum hc_verdict outcome;
	enum dd_source source;
	guint n; /* number of subsets in this round */
	guint subset; /* which of them was tested, from 1 … */
	gboolean complement; /* … or its complement */
	guint conclusions; /* enum dd_conclusion */
	guint chosen; /* the subset that these are about, from 1; 0: none */
	const struct dd_set *found; /* with DD_FOUND: what, else NULL */
	guint32 remaining; /* deltas still in question */
};

typedef void (*dd_observe_func)(const struct dd_step *step, gpointer data);

struct dd_task {
	enum dd_algorithm algorithm;
	guint32 n; /* number of deltas */

	/* The ends, pass ⊆ fail. NULL: no delta, all deltas. */
	const struct dd_set *pass;
	const struct dd_set *fail;
	/* Whether the caller has already seen that the end passes or fails;
	 * otherwise each end is tested first, and it is an error if it does not
	 * do as claimed. */
	gboolean pass_known;
	gboolean fail_known;

	const struct dd_groups *groups; /* or NULL */

	/* One of these two. */
	dd_test_func test;
	gpointer test_data;
	const struct dd_workers *workers;

	dd_predict_func predict; /* or NULL */
	gpointer predict_data;
	dd_observe_func observe; /* or NULL */
	gpointer observe_data;

	guint64 limit_tests; /* 0: no limit; the checks of the ends count too */
	double limit_seconds; /* 0: no limit */
	/* Once this is not 0 the search stops; a signal handler may set it.
	 * A test that ends after that is not believed: it may have been hit by
	 * the same signal. NULL for none. */
	hc_stop_flag stop;
};

enum dd_status {
	DD_COMPLETE,
	DD_STOPPED_BY_CALLER,
	DD_STOPPED_BY_TESTS,
	DD_STOPPED_BY_TIME,
};

struct dd_counts {
	/* Tests that the search asked for, the same for any number of workers;
	 * the next three add up to this. */
	guint64 tests;
	guint64 pass;
	guint64 fail;
	guint64 unresolved;
	/* Questions answered without a test. */
	guint64 cached;
	guint64 predicted;
	/* Tests that were run ahead but never asked for by the search. */
	guint64 in_vain;
};

/* Adds all counts to those in `sum`. */
void dd_counts_add(struct dd_counts *sum, const struct dd_counts *counts);
/* Counts one more test, which had this outcome. */
void dd_counts_add_test(struct dd_counts *counts, enum hc_verdict outcome);

/* The answer, or how far the search got: `status` tells which. With DD_ISOLATE,
 * `pass` always passes and `fail` always fails. With the others `pass` is the
 * passing end as given, and `fail` that end together with the deltas that
 * matter. */
struct dd_result {
	enum dd_status status;
	struct dd_set *pass;
	struct dd_set *fail;
	struct dd_set *difference; /* fail − pass */
	struct dd_counts counts;
};

#define DD_ERROR (dd_error_quark())
GQuark dd_error_quark(void);
enum dd_error {
	DD_ERROR_PASSING_END, /* the passing end does not pass */
	DD_ERROR_FAILING_END, /* the failing end does not fail */
	DD_ERROR_TASK, /* the task contradicts itself */
};

/* Runs the search. An empty difference between the ends is a result: it is
 * returned at once, without a test. FALSE with an error if the task is not as
 * claimed or a test could not run; `result` is untouched then. */
gboolean dd_run(
	const struct dd_task *task, struct dd_result *result, GError **error);
void dd_result_clear(struct dd_result *result);

typedef struct dd_result dd_result;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(dd_result, dd_result_clear)

#endif
