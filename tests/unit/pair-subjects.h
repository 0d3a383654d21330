/* Pairs of runs for those who compare states: a program, the words of its
 * passing and of its failing invocation, and where both are stopped.
 *
 *	for (guint i = 0; i < n_pair_subjects; i++) {
 *		g_auto(pair_t) pair;
 *		if (pair_stop_subject(&pair, &pair_subjects[i], randomize))
 *			...
 *	}
 *	pair_remove_files();
 */
#ifndef TESTS_PAIR_SUBJECTS_H
#define TESTS_PAIR_SUBJECTS_H

#include "pair-help.h"

enum { PAIR_WORDS = 12 };

struct pair_subject {
	const char *name; /* of tests/debuggees/pairs, its first word */
	/* A word "@text" is a file that has this text. */
	const char *pass[PAIR_WORDS], *fail[PAIR_WORDS];
	const char *env_pass[6], *env_fail[6]; /* end with NULL */
	const char *input_pass, *input_fail; /* what stdin has, or NULL */
	const char *program; /* NULL: debuggee-pairs; then no first word */
	const char *place; /* NULL: stop */
	/* All that may be refused has this in its name or its reason. */
	const char *refused;
	/* The runs get there by different calls: what is in one of them only
	 * is refused. */
	gboolean unlike;
};

extern const struct pair_subject pair_subjects[];
extern const guint n_pair_subjects;

/* "lists 14 18 > 14 15" */
char *pair_subject_text(const struct pair_subject *subject);
/* pair_stop and pair_compare. The pair must be cleared before the next. */
gboolean pair_stop_subject(struct pair *pair,
	const struct pair_subject *subject, gboolean randomize);
gboolean pair_compare_subject(struct pair *pair,
	const struct pair_subject *subject, gboolean randomize);
/* At the end. */
void pair_remove_files(void);

#endif
