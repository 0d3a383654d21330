/* The commands of howcome: one file each, one table of them all.
 *
 *	howcome NAME …		runs the command of that name
 *	howcome …		runs the first one
 *
 * Commands print reports, progress and notes, but no errors: main does that,
 * and gets the exit status from exit-status.h. */
#ifndef HC_CMD_H
#define HC_CMD_H

#include "stop-flag.h"

struct hc_cmd {
	const char *name;
	const char *summary; /* one line for `howcome help` */
	const char *see; /* what tells more after a mistake in calling it */
	/* argv[0] is howcome's or the command's own name. Sets the exit status
	 * unless there is an error. */
	gboolean (*run)(int argc, char **argv, hc_stop_flag stop, int *status,
		GError **error);
};

/* All of them, up to one without a name; the first one is the default. */
const struct hc_cmd *hc_cmd_table(void);
/* NULL: there is no command of that name. */
const struct hc_cmd *hc_cmd_find(const char *name);

gboolean hc_cmd_states(
	int argc, char **argv, hc_stop_flag stop, int *status, GError **error);
gboolean hc_cmd_input(
	int argc, char **argv, hc_stop_flag stop, int *status, GError **error);
gboolean hc_cmd_help(
	int argc, char **argv, hc_stop_flag stop, int *status, GError **error);

#endif
