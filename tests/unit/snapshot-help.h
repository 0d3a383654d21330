/* A program stopped somewhere, its state, and GDB to compare it with. */
#ifndef TESTS_SNAPSHOT_HELP_H
#define TESTS_SNAPSHOT_HELP_H

#include "snapshot.h"
#include "vertex.h"

struct stopped {
	struct hc_launch launch;
	struct hc_target *target;
	struct hc_snapshot *snapshot;
	const struct mg_graph *graph;
	const char *except; /* names with this are not asked about; or NULL */
};

/* Runs argv[0] to a place; fails the test if it does not get there, and leaves
 * graph NULL. argv must last as long as `stopped`. */
void stop_at(struct stopped *stopped, const char *const *argv,
	const char *where, gboolean randomize);
/* The same, with another way of reading memory than the fastest. */
void stop_at_reading(struct stopped *stopped, const char *const *argv,
	const char *where, gboolean randomize, enum hc_memory_way way);
void stopped_clear(struct stopped *stopped);

/* Compares names and numbers with what GDB says of them: all, or one in
 * `every`, drawn with the seed. Fails the test for those that differ; returns
 * how many it asked. */
guint compare_with_gdb(struct stopped *stopped, guint every, guint seed);

/* All vertices by their names: what they say, "-> name" for a pointer that
 * leads to an object, "(why)" for one that does not. The caller unrefs it. */
GHashTable *table_of(const struct stopped *stopped);

/* What a vertex says, by its name. */
struct fact {
	const char *name;
	const char *text; /* NULL: there is no such vertex */
};
void check_facts(GHashTable *table, const char *where, const struct fact *facts,
	guint n);
/* Stops the program at a place and compares all of its state with GDB, and the
 * facts. */
void check_facts_at(const char *const *argv, const char *where,
	const struct fact *facts, guint n);

typedef struct stopped stopped_t;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(stopped_t, stopped_clear)

#endif
