/* What the tests of delta debugging share: test functions of many kinds, made
 * from a seed, and a log of the steps as text. */
#ifndef TESTS_DD_HELP_H
#define TESTS_DD_HELP_H

#include "dd.h"

/* A test function over n deltas. It fails if all of `cause` is there, or all
 * of `other`; the delta `undo` takes that back unless `redo` is there, too.
 * It is unresolved if a group of deltas is there only in part. CHAOS draws
 * each outcome from the configuration's content. Both ends are as claimed. */
struct oracle {
	guint32 n;
	gboolean chaos;
	guint seed;
	struct dd_set *cause;
	struct dd_set *other; /* or NULL */
	gint64 undo, redo; /* or -1 */
	GPtrArray *implied; /* struct dd_set *, each all or nothing */
	/* what it saw: */
	guint64 tests;
	GHashTable *tested; /* digests as hex */
	guint repeated;
};

enum oracle_kind {
	ORACLE_ONE_CAUSE,
	ORACLE_INTERFERENCE,
	ORACLE_AMBIGUOUS,
	ORACLE_NOT_MONOTONE,
	ORACLE_IMPLICATIONS,
	ORACLE_CHAOS,
	N_ORACLE_KINDS,
};

struct oracle *oracle_new(enum oracle_kind kind, guint32 n, guint seed);
void oracle_free(struct oracle *oracle);
/* The outcome, without counting it as a test. */
enum hc_verdict oracle_judge(
	const struct oracle *oracle, const struct dd_set *configuration);
/* A dd_test_func with the oracle as its data. */
gboolean oracle_test(const struct dd_set *configuration,
	enum hc_verdict *outcome, gpointer oracle, GError **error);
/* A dd_predict_func: knows the implied groups. */
gboolean oracle_predict(const struct dd_set *configuration, gpointer oracle);

/* The set { members… }, ended by -1, counted from 1 as in the papers. */
struct dd_set *set_of(int first, ...);

/* A dd_observe_func that appends a line a step to a GString, ends left out:
 * "c1 1 2 3 4 . . . . PASS: found 2". ~c1 is a complement, (UNRESOLVED) a
 * prediction. */
void log_step(const struct dd_step *step, gpointer log);

/* A random tree of groups over n deltas. */
struct dd_groups *groups_new(guint32 n, GRand *rand);
void groups_free(struct dd_groups *groups);

typedef struct oracle dd_oracle;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(dd_oracle, oracle_free)
typedef struct dd_groups dd_groups;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(dd_groups, groups_free)

#endif
