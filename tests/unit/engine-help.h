/* The zoo of tests/debuggees/engine, run natively and by an engine.
 *
 *	g_auto(act_t) act = {.name = "plain"};
 *	if (act_start(&act, HC_ENGINE_FORK)) {
 *		g_autoptr(hc_outcome) outcome = act_run(&act, NULL);
 *		act_compare(&act, outcome);
 *	}
 *
 * What goes wrong on the way fails the running test. */
#ifndef TESTS_ENGINE_HELP_H
#define TESTS_ENGINE_HELP_H

#include "engine.h"

struct act {
	const char *name;
	const char *argument; /* or NULL */
	const char *input; /* file for stdin, or NULL */
	guint hit; /* of event() to stop at; 0: the first */
	gboolean randomize; /* addresses */
	gboolean by_gdb; /* it is GDB that holds the program */
	gboolean no_native; /* it would not end by itself */
	struct hc_limits limits; /* instead of the usual, where not 0 */
	double timeout; /* seconds; 0: enough */
	const volatile sig_atomic_t *stop; /* or NULL */
	void (*prepare)(void); /* before each run from the beginning, or NULL */
	const char *file; /* that it leaves, for act_file(); or NULL */
	char *argv[4];
	char **env;
	struct hc_launch launch;
	struct hc_outcome *native; /* what it does without us */
	char *native_file; /* and leaves in its file */
	struct hc_target *target;
	struct hc_engine *engine; /* NULL: it could not be made */
};

/* A file in a folder of the test's own, removed at its end; the path is good
 * until then. */
const char *act_file(const char *name, const char *contents);
char *act_read(const char *name);
void act_remove_files(void);

/* Runs it natively, stops it at event() and makes an engine. */
gboolean act_start(struct act *act, enum hc_engine_kind kind);
gboolean act_start_with(
	struct act *act, const struct hc_engine_options *options);
void act_clear(struct act *act);

/* One test; alteration NULL: nothing. */
struct hc_outcome *act_run(
	struct act *act, const struct hc_alteration *alteration);
/* Whether the test, its file and what was written before it are the native
 * run's. */
void act_compare(const struct act *act, const struct hc_outcome *outcome);

/* The address of a variable at the event; 0 fails the test. */
guint64 act_address(struct act *act, const char *expression);
/* The number or address in a variable of static storage, by its address. */
guint64 act_value(struct act *act, const char *expression);
/* What a test wrote to stdout. */
char *act_out(const struct hc_outcome *outcome);

typedef struct act act_t; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(act_t, act_clear)

#endif
