/* The command line of howcome's states.
 *
 *	struct hc_cmd_states_options options = HC_CMD_STATES_OPTIONS_INIT;
 *	if (!hc_cmd_states_options_parse(&options, argc, argv, &error))
 *		...
 *	hc_cmd_states_options_clear(&options);
 */
#ifndef HC_CMD_STATES_OPTIONS_H
#define HC_CMD_STATES_OPTIONS_H

#include "engine.h"
#include "match.h"
#include "options-common.h"

struct hc_cmd_states_options {
	struct hc_common_options common;
	char **at; /* places; NULL: none given */
	int events; /* isolations at most */
	char *match;
	char *engine;
	char *gdb;
	char *dot, *gxl, *scripts; /* folders, or NULL */
	gboolean full; /* nothing in the report is cut */
	gboolean private; /* runs write to layers (layers.h) … */
	char *layer_limit; /* … of this size (size.h); NULL: a gigabyte */
	gboolean ask;
	int intended, faulty; /* steps; 0: not given */
	/* For a failing run alone. */
	char **input; /* what the input is; NULL: look */
	char *pair; /* the folder for the passing input, or NULL */
	int repeat; /* runs of a test of its input */
};
#define HC_CMD_STATES_OPTIONS_INIT                                             \
	{                                                                      \
		.events = 14, .repeat = 1,                                     \
	}

/* An error is the user's. */
gboolean hc_cmd_states_options_parse(struct hc_cmd_states_options *options,
	int argc, char **argv, GError **error);
/* Whether there is a failing run alone. */
gboolean hc_cmd_states_options_alone(
	const struct hc_cmd_states_options *options);
/* Whether somebody has something to say about the steps. */
gboolean hc_cmd_states_options_asks(
	const struct hc_cmd_states_options *options);
/* What words of it mean. */
enum mg_match_way hc_cmd_states_options_match(
	const struct hc_cmd_states_options *options);
enum hc_engine_kind hc_cmd_states_options_engine(
	const struct hc_cmd_states_options *options);

void hc_cmd_states_options_clear(struct hc_cmd_states_options *options);

#endif
