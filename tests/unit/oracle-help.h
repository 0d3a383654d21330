/* What the tests of the oracle share: real executions, of the shell, which can
 * end and write in any way, and of debuggees under GDB where frames matter; and
 * what an oracle says of them. What goes wrong on the way fails the running
 * test. */
#ifndef TESTS_ORACLE_HELP_H
#define TESTS_ORACLE_HELP_H

#include "oracle.h"

/* What a script does; never NULL. */
struct hc_outcome *run(const char *script);
/* The same with limits: seconds, and seconds of CPU time. */
struct hc_outcome *run_with(const char *script, double timeout, guint cpu);
/* What a program does under GDB; argument and variable may be NULL. */
struct hc_outcome *run_gdb_with(const char *program, const char *argument,
	const char *variable, guint most_frames);
struct hc_outcome *run_gdb(const char *program, guint most_frames);

/* An oracle by what two scripts do; options may be NULL. */
struct hc_oracle *make(const struct hc_oracle_options *options,
	const char *pass, const char *fail);

/* "PASS", "FAIL", "UNRESOLVED"; "none" if there is no oracle. */
const char *judge_outcome(
	struct hc_oracle *oracle, const struct hc_outcome *outcome);
const char *judge(struct hc_oracle *oracle, const char *script);
const char *judge_at(const struct hc_oracle *oracle,
	const struct hc_oracle_event *event, const char *script);

/* Checks the failure as it is told; not if there is no oracle. */
void check_failure(
	const struct hc_oracle *oracle, const char *kind, const char *text);

#endif
