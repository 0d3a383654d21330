/* A debuggee that runs until it stops itself, and says what it knows in lines
 * `name number` on its stdout before.
 *
 *	struct stopped *program = stopped_start(
 *		(const char *[]){DEBUGGEES "heap", "mixed", NULL}, NULL, TRUE);
 *	guint64 table = stopped_value(program, "table");
 *	stopped_end(program);
 */
#ifndef TESTS_STOPPED_H
#define TESTS_STOPPED_H

#include <glib.h>
#include <sys/types.h>

struct stopped {
	pid_t pid;
	int output;
	GString *text;
};

/* `environment`: NAME=value, NULL at the end, added to ours; may be NULL.
 * NULL if it did not stop. */
struct stopped *stopped_start(const char *const *arguments,
	const char *const *environment, gboolean randomize);
/* The last number that it said under that name, 0 if none. */
guint64 stopped_value(struct stopped *program, const char *name);
/* Lets it run to its next stop; FALSE if it ended instead. */
gboolean stopped_continue(struct stopped *program);
/* Kills and frees it. */
void stopped_end(struct stopped *program);

#endif
