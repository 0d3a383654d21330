/* The command line of howcome. */
#ifndef HC_OPTIONS_H
#define HC_OPTIONS_H

#include <glib.h>

struct hc_options {
	char *gdb;
	char *output;
	double timeout;
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
void hc_options_clear(struct hc_options *options);

#endif
