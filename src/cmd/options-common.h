/* What all commands of howcome's take: options, and the commands to run.
 *
 *	struct hc_common_options options = {0};
 *	const struct hc_usage usage = {…, .entries = its_own};
 *	if (!hc_common_options_parse(&options, &usage, 2, argc, argv, &error))
 *		the user's mistake
 *	else if (hc_common_options_print(&options))
 *		that was all
 *	…
 *	hc_common_options_clear(&options);
 *
 * Ranges are checked; what the command's own options may be, and how many args
 * files there are, is for the command to say. */
#ifndef HC_OPTIONS_COMMON_H
#define HC_OPTIONS_COMMON_H

#include "runs.h"
#include "usage.h"

enum { HC_MOST_REPEATS = 1000 }; /* that --repeat takes */

struct hc_common_options {
	char *fail_if;
	char *test;
	char *expect; /* the file, or NULL … */
	GBytes *expected; /* … and what is in it */
	int jobs; /* 0: as many as there are cores */
	double timeout; /* 0: by the passing run's own time */
	int limit_tests; /* 0: no limit */
	double limit_time; /* the same */
	char *memory; /* a size (size.h); NULL: half of the machine's */
	char *journal; /* the file, or NULL */
	char *format; /* "text", "json" or NULL */
	char *output; /* NULL: stdout */
	char *colour; /* "auto", "always", "never" or NULL */
	gboolean quiet;
	gboolean verbose;
	gboolean version;
	char *help; /* the text, if it was asked for */
	char **files; /* args files; NULL: none given */
	GPtrArray *words; /* char **: commands given as words; or NULL */
};

/* Reads the command line: the usage's own options and ours. `commands` says how
 * many commands may be given as words at most, each after a `--`. argv is
 * changed. */
gboolean hc_common_options_parse(struct hc_common_options *options,
	const struct hc_usage *usage, guint commands, int argc, char **argv,
	GError **error);
void hc_common_options_clear(struct hc_common_options *options);

/* Prints help or version, if that is what the user wants. */
gboolean hc_common_options_print(const struct hc_common_options *options);

/* The command of this number, from 0: of an args file, or of words. */
struct hc_command *hc_common_options_command(
	const struct hc_common_options *options, guint number, GError **error);
/* The passing command of this number, from 0, and the failing one, which is the
 * last; from args files or words. */
struct hc_runs *hc_common_options_load(
	const struct hc_common_options *options, guint passing, GError **error);

/* What words of it mean. */
guint hc_common_options_jobs(const struct hc_common_options *options);
/* Bytes that we may use ourselves. */
guint64 hc_common_options_memory(const struct hc_common_options *options);
gboolean hc_common_options_json(const struct hc_common_options *options);
/* Whether the report is to have colours: the user says so, or it goes to a
 * terminal that has them. */
gboolean hc_common_options_in_colour(const struct hc_common_options *options);

#endif
