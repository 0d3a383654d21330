/* howcome help [COMMAND]: the commands, or what --help says about one. */
#include "cmd.h"

#include <stdio.h>

static const char before[] =
	"Usage:\n"
	"  howcome [OPTION...] FAIL.args\n"
	"  howcome [OPTION...] PASS.args FAIL.args\n"
	"  howcome [OPTION...] [-- PROGRAM [ARG...]] -- PROGRAM [ARG...]\n"
	"  howcome input [OPTION...] FAIL.args\n"
	"  howcome COMMAND ...\n"
	"\n"
	"Tells why a program fails.\n"
	"\n"
	"Commands:\n";

static const char after[] =
	"\n"
	"'howcome help COMMAND' tells more about a command, 'man howcome' "
	"about "
	"all of\n"
	"them. An args file that is called like a command can be given as "
	"./NAME.\n";

static void list(void)
{
	fputs(before, stdout);
	for (const struct hc_cmd *cmd = hc_cmd_table(); cmd->name; cmd++)
		printf("  %-10s%s\n", cmd->name, cmd->summary);
	fputs(after, stdout);
}

gboolean hc_cmd_help(
	int argc, char **argv, hc_stop_flag stop, int *status, GError **error)
{
	*status = 0;
	if (argc > 2) {
		g_set_error_literal(error, G_OPTION_ERROR,
			G_OPTION_ERROR_BAD_VALUE,
			"help takes the name of one command");
		return FALSE;
	}
	const char *name = argc > 1 ? argv[1] : "help";
	const struct hc_cmd *cmd =
		g_str_equal(name, "--help") || g_str_equal(name, "-h")
			? hc_cmd_find("help")
			: hc_cmd_find(name);
	if (!cmd) {
		g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
			"there is no command '%s'", name);
		return FALSE;
	}
	if (cmd->run == hc_cmd_help) {
		list();
		return TRUE;
	}
	char *words[] = {argv[0], (char *) "--help", NULL};
	return cmd->run(2, words, stop, status, error);
}
