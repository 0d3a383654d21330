/* The command line of howcome.
 *
 *	struct hc_options options = {0};
 *	if (!hc_options_parse(&options, &argc, &argv, &error))
 *		...
 *	hc_options_clear(&options);
 */
#ifndef HC_OPTIONS_H
#define HC_OPTIONS_H

#include "engine.h"
#include "match.h"

struct hc_options {
	char *gdb;
	char *output;
	double timeout;
	char **at; /* places; NULL: none given */
	int events; /* isolations at most; 0: the analysis' own number */
	char *match;
	char *engine;
	int jobs; /* 0: as many as there are cores */
	int limit_tests;
	double limit_time;
	char *fail_if;
	char *test;
	char *format; /* "text", "json" or NULL */
	char *dot, *gxl, *scripts; /* folders, or NULL */
	char *colour; /* "auto", "always", "never" or NULL */
	gboolean quiet;
	gboolean verbose;
	gboolean version;
	char **files; /* pass.args, fail.args */
};

/* Reads the command line; --help prints and exits. An error is the user's. */
gboolean hc_options_parse(
	struct hc_options *options, int *argc, char ***argv, GError **error);
/* What words of it mean. */
enum mg_match_way hc_options_match(const struct hc_options *options);
enum hc_engine_kind hc_options_engine(const struct hc_options *options);
gboolean hc_options_json(const struct hc_options *options);
/* Whether the report is to have colours: the user says so, or it goes to a
 * terminal that has them. */
gboolean hc_options_in_colour(const struct hc_options *options);

void hc_options_clear(struct hc_options *options);

#endif
