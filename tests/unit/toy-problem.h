/* A problem with no program in it: numbers that interfere.
 *
 *	struct toy_world world = {.n = 8, .judge = one_cause};
 *	g_autoptr(hc_problem) problem = toy_problem_new(&world);
 *
 * There are `n` atoms; a delta is one of them, or several side by side, which
 * can be divided. What a set of atoms does, only `judge` knows. A world counts
 * its tests and notices those that are repeated; it can be interrupted in the
 * middle of one, as by Ctrl-C, which spoils that test. */
#ifndef TOY_PROBLEM_H
#define TOY_PROBLEM_H

#include "problem.h"

enum { TOY_MOST = 64 };

struct toy_world {
	guint32 n;
	guint32 together; /* atoms that are one delta at first; 0: one */
	enum hc_verdict (*judge)(guint64 atoms, gpointer data);
	gpointer data;
	guint jobs;
	gboolean latest_first; /* of several tests the latest ends first */
	gboolean irreversible;

	volatile sig_atomic_t stop;
	guint64 interrupt_at; /* the test that is spoilt, from 1; 0: none */
	guint64 tests; /* that have begun since it was last set to 0 */
	guint repeated; /* tests of what had been tested to its end */
	GHashTable *ended; /* what was tested; made when first needed */
};

struct hc_problem *toy_problem_new(struct toy_world *world);
void toy_world_clear(struct toy_world *world);
/* The atoms of a problem's deltas. */
guint64 toy_problem_atoms(
	const struct hc_problem *problem, const struct dd_set *set);

#endif
