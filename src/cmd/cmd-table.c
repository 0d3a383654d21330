#include "cmd.h"

#include <string.h>

static const struct hc_cmd table[] = {
	{"states", "Explain a failure by the program's state (the default)",
		"howcome --help", hc_cmd_states},
	{"input", "Find what of the input makes a program fail",
		"howcome input --help", hc_cmd_input},
	{"help", "List the commands, or tell more about one of them",
		"howcome help", hc_cmd_help},
	{NULL},
};

const struct hc_cmd *hc_cmd_table(void)
{
	return table;
}

const struct hc_cmd *hc_cmd_find(const char *name)
{
	for (const struct hc_cmd *cmd = table; cmd->name; cmd++)
		if (strcmp(cmd->name, name) == 0)
			return cmd;
	return NULL;
}
