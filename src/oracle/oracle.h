/* The oracle: whether an execution passes, fails, or neither.
 *
 *	struct hc_oracle_options options = {.fail_if = "^error"};
 *	g_autoptr(hc_oracle) oracle =
 *		hc_oracle_new(&options, pass, fail, &error);
 *	...
 *	enum hc_verdict verdict;
 *	if (!hc_oracle_judge(oracle, outcome, NULL, &verdict, &error))
 *		return FALSE;
 *
 * By itself it goes by what the two runs did:
 * - the failing run crashes: FAIL is the same signal in the same two innermost
 *   frames whose lines are known (of an endless recursion: with the same
 *   functions that recurse), PASS is to end as the passing run did;
 * - it doesn't end, or runs into a limit: FAIL is either of these; if it sleeps
 *   for ever, FAIL is to sleep in the same two innermost frames;
 * - it exits with another status: FAIL is that status, and the same message on
 *   stderr, but for numbers and names, if the failing run has one of its own;
 * - it writes something else: FAIL is what the failing run wrote, PASS what
 *   the passing run wrote, byte by byte.
 * All else is UNRESOLVED. The user may say what a failure is instead: by a
 * regular expression, or by a command that looks at what was written.
 *
 * The outcomes of the two runs are copied as far as they are needed. An oracle
 * never changes once it is made. */
#ifndef HC_ORACLE_H
#define HC_ORACLE_H

#include "failure.h"
#include "outcome.h"
#include "stop-flag.h"
#include "verdict.h"

struct hc_oracle_options {
	/* FAIL is to match it on stdout or stderr; PASS is not to match and to
	 * end as the passing run did. Perl's syntax; ^ and $ at each line. */
	const char *fail_if;
	/* Run by /bin/sh after each execution, with HOWCOME_STDOUT and
	 * HOWCOME_STDERR (files) and HOWCOME_STATUS (exit status, or 128 and
	 * the signal) in its environment. Exit status 0 is PASS, 125
	 * UNRESOLVED, any other below that FAIL, and above an error. */
	const char *test;
	double test_timeout; /* seconds for the command; 0: a minute */
	/* What the command said of the passing and of the failing run right
	 * after each (hc_oracle_ask); NULL: it is asked when the oracle is
	 * made. */
	const enum hc_verdict *asked;
	/* What the failing run should write to stdout; or NULL. To write that
	 * is PASS, too, where outputs are compared. */
	GBytes *expect;
	/* What a run writes here differs from time to time: don't compare. */
	gboolean ignore_out, ignore_err;
	hc_stop_flag stop; /* not 0: end the command; or NULL */
};

/* How much of an execution's output does not count, from its beginning: what
 * was written before the event, and what waited in a buffer of stdio then. */
struct hc_skip {
	gsize out, err;
};

/* Where an execution begins, if not at its beginning: an event. */
struct hc_oracle_event {
	/* How much of each run's output was there by then. Counts only where
	 * outputs decide. */
	struct hc_skip pass, fail;
	struct hc_skip execution; /* the same of the execution's own */
	/* The runs have only this many of the innermost calls in common, so
	 * that no more of a crash can be the same; 0: all. */
	guint common_frames;
};

/* The failure as the report tells it. */
struct hc_failure {
	enum hc_failure_kind kind;
	/* What the program does, as the rest of a sentence: prints "0 11", is
	 * killed by SIGSEGV in f (a.c:7). One printable line. */
	char *text;
};

/* The functions of an endless recursion that ended an execution, by name;
 * where it ended is an accident. NULL if it was none, else freed with
 * g_strfreev. */
char **hc_oracle_recursing(const struct hc_outcome *outcome);

#define HC_ORACLE_ERROR (hc_oracle_error_quark())
GQuark hc_oracle_error_quark(void);
enum hc_oracle_error {
	HC_ORACLE_ERROR_REGEX, /* no regular expression, or too hard to match */
	HC_ORACLE_ERROR_COMMAND, /* the command can't be run or doesn't end */
	HC_ORACLE_ERROR_CLAIM, /* the runs don't pass and fail by this oracle */
	HC_ORACLE_ERROR_STOPPED, /* *stop was set */
};

/* Whether an oracle can be made of these, as far as that shows without runs:
 * better known before they are made. */
gboolean hc_oracle_check_options(
	const struct hc_oracle_options *options, GError **error);

/* Asks the user's command, options->test, about an execution that has just
 * ended: it may look at files that the next one will write again. */
gboolean hc_oracle_ask(const struct hc_oracle_options *options,
	const struct hc_outcome *outcome, enum hc_verdict *verdict,
	GError **error);

struct hc_oracle;
struct hc_oracle *hc_oracle_new(const struct hc_oracle_options *options,
	const struct hc_outcome *pass, const struct hc_outcome *fail,
	GError **error);
void hc_oracle_free(struct hc_oracle *oracle);

/* Whether anything that comes after the event tells the runs apart: the output
 * that does may have been written before. If not, no execution from there on
 * tells anything. */
gboolean hc_oracle_can_judge(
	const struct hc_oracle *oracle, const struct hc_oracle_event *event);

/* `event` is where the execution began; NULL: at its beginning. Patterns and
 * commands see all of its output in any case. */
gboolean hc_oracle_judge(const struct hc_oracle *oracle,
	const struct hc_outcome *outcome, const struct hc_oracle_event *event,
	enum hc_verdict *verdict, GError **error);

/* What an execution does that the passing run does not, as the rest of a
 * sentence; the caller frees it. */
char *hc_oracle_tell_apart(
	const struct hc_oracle *oracle, const struct hc_outcome *outcome);

/* The oracle's own. */
const struct hc_failure *hc_oracle_failure(const struct hc_oracle *oracle);

/* The failure as it shows after an event, where what the program prints tells
 * the runs apart: by what it prints after it. NULL: that is the whole failure
 * (hc_oracle_failure). The caller frees it. */
char *hc_oracle_describe_from(
	const struct hc_oracle *oracle, const struct hc_oracle_event *event);

/* Where all of the output counts: oracles that go by a part of it, each with a
 * pattern that tells the runs apart and could be the user's fail_if. Correct
 * outputs often differ, too; then hardly any altered execution writes exactly
 * what one of the runs does. `given` are the words of both commands, and
 * texts that they are given to read: what the program was told and prints again
 * is no result of it; NULL: nobody knows.
 * Elements: struct hc_oracle *. */
GPtrArray *hc_oracle_criteria(
	const struct hc_oracle *oracle, const char *const *given);
/* One of them again; NULL if the pattern does not tell the runs apart. */
struct hc_oracle *hc_oracle_go_by(
	const struct hc_oracle *oracle, const char *pattern);
/* The pattern that FAIL is to match; NULL: it does not go by one. */
const char *hc_oracle_pattern(const struct hc_oracle *oracle);

typedef struct hc_oracle hc_oracle; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_oracle, hc_oracle_free)

#endif
