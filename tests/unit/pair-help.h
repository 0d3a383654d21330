/* Two runs of a program that are stopped at the same place, and how their
 * states differ: to alter the passing one in all ways and look at what became
 * of it.
 *
 *	struct pair_run pass = {.argv = one}, fail = {.argv = other};
 *	g_auto(pair_t) pair;
 *	if (pair_stop(&pair, &pass, &fail, "stop", TRUE)) {
 *		pair_write(&pair, set);
 *		g_autofree char *left = pair_left(&pair);
 *		pair_restore(&pair);
 *	}
 *
 * What goes wrong on the way fails the running test. */
#ifndef TESTS_PAIR_HELP_H
#define TESTS_PAIR_HELP_H

#include "deltas.h"
#include "snapshot.h"

struct pair_run {
	const char *const *argv; /* with the program's path */
	const char *const *env; /* "NAME=value", added; or NULL */
	const char *input; /* file for stdin, or NULL */
};

struct pair_side {
	char **env;
	struct hc_launch launch;
	struct hc_target *target;
	struct hc_snapshot *snapshot;
	const struct mg_graph *graph;
};

struct pair {
	struct pair_side pass, fail;
	struct mg_match *match;
	struct mg_diff *diff;
	struct hc_deltas *deltas;
	GPtrArray *kept; /* memory of the passing run, as it was */
	struct hc_target_registers registers;
};

/* Stops both and compares them. FALSE if that failed, and the test with it. */
gboolean pair_compare(struct pair *pair, const struct pair_run *pass,
	const struct pair_run *fail, const char *where, gboolean randomize);
/* The same, ready to be altered: allocates the blocks that the deltas may
 * need. */
gboolean pair_stop(struct pair *pair, const struct pair_run *pass,
	const struct pair_run *fail, const char *where, gboolean randomize);
void pair_clear(struct pair *pair);

/* Puts a set into the passing run: by writing, or by giving GDB the commands.
 * Descriptors stay as they are. */
gboolean pair_write(struct pair *pair, const struct dd_set *set);
gboolean pair_command(struct pair *pair, const struct dd_set *set);
/* Has GDB read commands as a script; FALSE if it complains, and the test fails
 * with it. */
gboolean pair_source(struct hc_target *target, char **commands);
/* Undoes all of that. */
gboolean pair_restore(struct pair *pair);

/* The passing run's state as it is now. */
struct hc_snapshot *pair_look(struct pair *pair);
/* How a graph differs from another, a line a difference; descriptors don't
 * count, nor what the deltas refuse. */
char *pair_differences(const struct pair *pair, const struct mg_graph *a,
	const struct mg_graph *b);
/* The same for the passing run as it is now, and the failing one. */
char *pair_left(struct pair *pair);
/* What is wrong with a state of the passing run: pointers that lead nowhere
 * and did not before, addresses that mean something in the failing run only.
 */
char *pair_problems(struct pair *pair, const struct mg_graph *graph);

/* Any of n deltas, each with the same chance. */
struct dd_set *pair_subset(GRand *random, guint32 n);

typedef struct pair pair_t; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(pair_t, pair_clear)

#endif
