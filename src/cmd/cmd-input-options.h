/* The command line of howcome input. */
#ifndef HC_CMD_INPUT_OPTIONS_H
#define HC_CMD_INPUT_OPTIONS_H

#include "options-common.h"

struct hc_cmd_input_options {
	struct hc_common_options common;
	char **input; /* what the input is; NULL: look */
	char *pair; /* the folder for the closest inputs, or NULL */
	int repeat; /* runs of a test */
	gboolean full; /* nothing in the report is cut */
};
#define HC_CMD_INPUT_OPTIONS_INIT                                              \
	{                                                                      \
		.repeat = 1                                                    \
	}

/* An error is the user's. */
gboolean hc_cmd_input_options_parse(struct hc_cmd_input_options *options,
	int argc, char **argv, GError **error);
void hc_cmd_input_options_clear(struct hc_cmd_input_options *options);

#endif
