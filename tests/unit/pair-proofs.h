/* What must be true of any two runs that are compared, tried on real ones.
 *
 *	proof_of_all(&pair, "lists 1 2 > 1 3");
 *	proof_of_some(&pair, what, seed);
 *
 * What is not true fails the running test. The passing run is afterwards as
 * before. */
#ifndef TESTS_PAIR_PROOFS_H
#define TESTS_PAIR_PROOFS_H

#include "pair-help.h"

/* All deltas lead to the failing state. */
void proof_of_all(struct pair *pair, const char *what);
/* Some leave a sound state, and with the rest of them it is the failing one. */
void proof_of_some(struct pair *pair, const char *what, guint seed);
/* The commands for GDB do what the writes do. */
void proof_of_commands(
	struct pair *pair, const char *what, const struct dd_set *set);

/* Fork and rerun give the same outcomes for `n` different random sets, none and
 * all among them, or as many as there are. Needs a pair of pair_compare.
 * Returns how many were compared. */
guint proof_of_engines(
	struct pair *pair, const char *what, guint n, guint jobs);

#endif
