/* What the files of the oracle share. Internal to it. */
#ifndef HC_ORACLE_INSIDE_H
#define HC_ORACLE_INSIDE_H

#include "oracle.h"

/* Whether two crashes have the same signature: the signal, and that many of the
 * innermost frames. Where nobody looked at the frames of one of them, the
 * signals decide. */
gboolean hc_oracle_same_crash(
	const struct hc_outcome *a, const struct hc_outcome *b, guint frames);

/* Whether something that does not end is like the failing run, which does not
 * either: if that one sleeps, it must be for the same reason, told by the same
 * frames. */
gboolean hc_oracle_same_hang(const struct hc_outcome *a,
	const struct hc_outcome *fail, guint frames);

/* What counts of a stream: all but the first `skip` bytes. */
GBytes *hc_oracle_after(GBytes *stream, gsize skip);

/* How the failing run's stream differs from the passing run's, each from where
 * it counts, as the rest of a sentence; NULL if it doesn't. `where` is "" or
 * " to stderr". The caller frees it. */
char *hc_oracle_describe_difference(GBytes *pass, gsize from_pass, GBytes *fail,
	gsize from_fail, const char *where);

/* The line that has this byte, quoted, without blanks at its end. The caller
 * frees it. */
char *hc_oracle_quote_line(GBytes *stream, gsize at);

/* A regular expression for text that is UTF-8 or not. */
struct hc_pattern {
	char *text;
	GRegex *utf8; /* NULL: it isn't UTF-8 itself */
	GRegex *raw;
};
gboolean hc_oracle_pattern_init(
	struct hc_pattern *pattern, const char *text, GError **error);
void hc_oracle_pattern_clear(struct hc_pattern *pattern);
/* Where the first match is, -1 if there is none, in the lines that end after
 * the first `from` bytes. */
gboolean hc_oracle_pattern_find(const struct hc_pattern *pattern, GBytes *text,
	gsize from, gssize *at, GError **error);

/* The message on stderr by which a failure is known beside its exit status. */
struct hc_message {
	char *line; /* without numbers and names; NULL: there is none */
	gsize end; /* where it ends in the failing run's stderr */
};
/* The first line that only the failing run writes. */
void hc_oracle_message_find(
	struct hc_message *message, GBytes *pass, GBytes *fail);
void hc_oracle_message_clear(struct hc_message *message);
/* Whether one of the lines is such a message. */
gboolean hc_oracle_message_is_in(
	const struct hc_message *message, GBytes *stream);

/* What the program was told. */
struct hc_given {
	const char *const *texts; /* not its own */
	GHashTable *words; /* char *, and whether it is one of theirs */
};
/* `texts`: words of the commands, and what was in files; NULL: none. */
void hc_oracle_given_init(struct hc_given *given, const char *const *texts);
void hc_oracle_given_clear(struct hc_given *given);
/* Whether a word stands there, but for signs around it: a number as a word, any
 * other also as a part of one. */
gboolean hc_oracle_is_given(
	const struct hc_given *given, const char *word, gsize length);
/* Takes the signs around a word away, but for the minus of a number. */
void hc_oracle_trim(const char **word, gsize *length);

/* What may be wrong with the failing run's stream, as regular expressions
 * (char *), few, what is most telling first: a word that the passing run never
 * prints; a line of a kind that it has none of; the first word that differs, in
 * lines that do; the whole first line that differs. What the program was given
 * is not among them. Whether each of them tells the runs apart is not known
 * yet. */
GPtrArray *hc_oracle_criteria_of(
	GBytes *pass, GBytes *fail, const char *const *given);

/* Runs the user's command on an execution. */
gboolean hc_oracle_command_judge(const char *command, double timeout,
	hc_stop_flag stop, const struct hc_outcome *outcome,
	enum hc_verdict *verdict, GError **error);

/* What tells a failure. */
enum hc_oracle_rule {
	HC_RULE_CRASH,
	HC_RULE_ENDLESS, /* a hang, or a limit */
	HC_RULE_STATUS,
	HC_RULE_OUTPUT,
	HC_RULE_PATTERN,
	HC_RULE_COMMAND,
};

struct hc_oracle {
	enum hc_oracle_rule rule;
	/* What the two runs did, as far as it is compared. */
	struct hc_outcome *pass, *fail;
	gboolean ignore_out, ignore_err;
	GBytes *expect; /* NULL: nobody says what is right */
	struct hc_message message; /* HC_RULE_STATUS */
	struct hc_pattern pattern;
	char *test;
	double test_timeout;
	hc_stop_flag stop;
	struct hc_failure failure;
};

/* ---- oracle.c ---- */

gboolean hc_oracle_ends_like(
	const struct hc_outcome *outcome, const struct hc_outcome *model);
/* Whether what the failing run wrote before an event was right so far: then the
 * rest of what it should write is known. */
gboolean hc_oracle_knows_rest(
	const struct hc_oracle *oracle, const struct hc_skip *fail);
/* The first match of the pattern from there on: in which stream, and where; -1
 * if there is none. */
gboolean hc_oracle_find_match(const struct hc_oracle *oracle,
	const struct hc_outcome *outcome, const struct hc_skip *from,
	GBytes **stream, gssize *at, GError **error);

/* ---- oracle-describe.c ---- */

/* Fills in the failure. */
void hc_oracle_describe(struct hc_oracle *oracle);

#endif
