/* What is done with two states of one size, phase by phase, in a process of its
 * own, so that memory is that of one size alone. */
#ifndef BENCH_GROW_PHASES_H
#define BENCH_GROW_PHASES_H

#include <glib.h>

/* Stops the program with n elements of a kind, once as it is, once with one
 * element in a hundred and once with a single one that differs, and compares
 * them in all ways. Prints a line "PHASE seconds" for each phase as it ends,
 * and at last "memory bytes". Returns an exit status. */
int grow_phases(const char *program, const char *kind, guint64 n);

#endif
