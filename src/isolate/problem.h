/* A problem: two things of which one passes and one fails, and a number of
 * differences between them, any set of which can be tested. States of a
 * program, its input, changes to its code, the schedule of its threads: here
 * they are all the same.
 *
 * Who has such differences embeds struct hc_problem as the first member of a
 * struct of its own and gives it a class; src/isolate does the rest:
 *
 *	struct numbers {
 *		struct hc_problem problem;
 *		guint32 n;
 *	};
 *	static const struct hc_problem_class class = {
 *		.count = count, .submit = submit, .wait = wait,
 *		.cancel = cancel, .identify = identify, .free = free_numbers,
 *	};
 *	...
 *	hc_problem_init(&numbers->problem, &class);
 *
 * A problem is used by one thread at a time. */
#ifndef HC_PROBLEM_H
#define HC_PROBLEM_H

#include "dd.h"

struct hc_problem;

struct hc_problem_class {
	/* How many deltas there are: 0 … count-1. */
	guint32 (*count)(const struct hc_problem *problem);
	/* A tree over them, the problem's own; NULL: none. */
	const struct dd_groups *(*groups)(const struct hc_problem *problem);

	/* Tests, as in struct dd_workers. `jobs` may be NULL: one at a time. */
	guint (*jobs)(const struct hc_problem *problem);
	gboolean (*submit)(struct hc_problem *problem, guint64 ticket,
		const struct dd_set *set, GError **error);
	enum dd_wait (*wait)(struct hc_problem *problem, gint64 until,
		guint64 *ticket, enum hc_verdict *verdict, GError **error);
	void (*cancel)(struct hc_problem *problem, guint64 ticket);
	/* What the last test that ended did, as the rest of a sentence ("exits
	 * with status 1"); the problem's own. May be NULL. */
	const char *(*explain)(const struct hc_problem *problem);
	/* TRUE if the set is known to be UNRESOLVED without a test. NULL:
	 * nothing is. */
	gboolean (*predict)(
		struct hc_problem *problem, const struct dd_set *set);

	/* The same problem with the deltas of the set divided as far as they
	 * can be; all others are still there. `origin` has the old number of
	 * each new delta and is the new problem's own. NULL if there is
	 * nothing to divide. May be NULL. */
	struct hc_problem *(*refine)(struct hc_problem *problem,
		const struct dd_set *set, const guint32 **origin);
	/* Takes the set out of what fails, and tests that. *tested stays FALSE
	 * if it can't be taken out there. May be NULL. */
	gboolean (*reverse)(struct hc_problem *problem,
		const struct dd_set *set, gboolean *tested,
		enum hc_verdict *verdict, GError **error);

	/* What a delta is, in words that are the same whenever the problem is
	 * posed again: a journal goes by them, and so does who looks for the
	 * same delta in another problem. The caller frees it. */
	char *(*identify)(const struct hc_problem *problem, guint32 delta);
	/* The beginning of that, if less work: deltas whose beginnings differ
	 * are different ones. NULL: there is no shorter way. */
	char *(*identify_quickly)(
		const struct hc_problem *problem, guint32 delta);
	/* What a delta is, for people. The caller frees it. */
	char *(*describe)(const struct hc_problem *problem, guint32 delta);

	void (*free)(struct hc_problem *problem);
};

struct hc_problem {
	const struct hc_problem_class *class;
	guint references;
};

/* To be called by who makes one, which has one reference then. */
void hc_problem_init(
	struct hc_problem *problem, const struct hc_problem_class *class);
struct hc_problem *hc_problem_ref(struct hc_problem *problem);
void hc_problem_unref(struct hc_problem *problem);

guint32 hc_problem_count(const struct hc_problem *problem);
/* All deltas, and all but those of a set. The caller unrefs them. */
struct dd_set *hc_problem_all(const struct hc_problem *problem);
struct dd_set *hc_problem_rest(
	const struct hc_problem *problem, const struct dd_set *set);
/* What the deltas of a set are, in the order of their words, for the caller to
 * free with g_strfreev. */
char **hc_problem_identify(
	const struct hc_problem *problem, const struct dd_set *set);
/* The deltas with these identities; NULL unless all of them are there. */
struct dd_set *hc_problem_find(
	const struct hc_problem *problem, char **identities);

typedef struct hc_problem hc_problem; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_problem, hc_problem_unref)

#endif
