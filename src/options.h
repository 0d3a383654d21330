/* The command line of howcome. */
#ifndef HC_OPTIONS_H
#define HC_OPTIONS_H

#include "engine.h"
#include "match.h"

struct hc_options {
	char *gdb;
	char *output;
	double timeout;
	char **at; /* places; NULL: none given */
	char *match;
	char *engine;
	int jobs; /* 0: as many as there are cores */
	int limit_tests;
	double limit_time;
	char *fail_if;
	char *test;
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

void hc_options_clear(struct hc_options *options);

#endif
