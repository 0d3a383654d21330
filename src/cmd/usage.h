/* What a program's command line may hold, and what --help says about it.
 *
 *	const struct hc_usage usage = {
 *		.name = "memgraph", .arguments = "RUN.args",
 *		.summary = summary, .entries = entries,
 *	};
 *	if (!hc_usage_parse(&usage, &argc, &argv, &help, &error))
 *		the user's mistake
 *	else if (help)
 *		print it, and nothing else
 *
 * GOption would print the help and exit by itself, with an ellipsis in its
 * usage line that becomes a question mark unless a locale is set. */
#ifndef HC_USAGE_H
#define HC_USAGE_H

#include <glib.h>

struct hc_usage {
	const char *name; /* of the program, with the command if it has any */
	const char *arguments; /* what follows the options */
	const char *summary; /* above the options */
	const char *description; /* below them */
	const GOptionEntry *entries; /* all but --help */
};

/* Parses the command line. With --help the caller gets the text to print in
 * *help, and frees it; else that is NULL. */
gboolean hc_usage_parse(const struct hc_usage *usage, int *argc, char ***argv,
	char **help, GError **error);

/* Which of the words it is; the first one for NULL, which is the default.
 * -1: none of them. */
int hc_usage_choice(const char *word, const char *const *words);

/* Sets an error that says what is wrong with an option or argument. Returns
 * whether all is well: `problem` is NULL. */
gboolean hc_usage_check(const char *problem, GError **error);

#endif
