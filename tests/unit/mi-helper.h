/* What the tests with a real GDB share: debuggees, marks, a session with the
 * program's input and output in memory, and looking for what was left. */
#ifndef TESTS_MI_HELPER_H
#define TESTS_MI_HELPER_H

#include "gdbmi.h"
#include "runner.h"

#define DEBUGGEE(name) DEBUGGEES name

/* FALSE, with the running test marked as skipped, if there is no GDB here or
 * it may not trace. */
gboolean can_debug(void);

/* The line of MARK: name in a debuggee's source. */
int mark_line(const char *file, const char *name);

/* GDB with a program loaded, its descriptors in memory files. */
struct session {
	struct mi_client *gdb;
	int in, out, err;
};

/* words: the arguments, NULL-terminated, or NULL. A failure fails the test. */
gboolean session_start(
	struct session *session, const char *program, const char *const *words);
gboolean session_start_with(struct session *session,
	const struct mi_options *options, const char *program,
	const char *const *words);
void session_end(struct session *session);

/* Runs to the next stop, or from the beginning. */
gboolean session_run(struct session *session, struct mi_stop *stop);
gboolean session_continue(struct session *session, struct mi_stop *stop);

int memory_file(const char *contents);
char *file_contents(int fd);

/* A script in GDB's place; the caller unlinks and frees. */
char *fake_gdb(const char *script);

/* Open descriptors of ours; whether a process is there and no zombie; waits
 * until it is not. */
guint count_descriptors(void);
gboolean process_lives(pid_t pid);
gboolean process_ends(pid_t pid, int timeout_ms);

double seconds_since(gint64 start);

#endif
