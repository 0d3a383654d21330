#include "command.h"

#include <string.h>

/* Our environment, with the command's own variables set. LINES and COLUMNS
 * tell the size of a terminal that the run doesn't have; GDB would set its
 * own. */
static char **make_environment(const struct hc_args *args)
{
	char **env = g_get_environ();
	env = g_environ_unsetenv(env, "LINES");
	env = g_environ_unsetenv(env, "COLUMNS");
	for (char **variable = args->env; *variable; variable++) {
		const char *value = strchr(*variable, '=');
		g_autofree char *name =
			g_strndup(*variable, (gsize) (value - *variable));
		env = g_environ_setenv(env, name, value + 1, TRUE);
	}
	return env;
}

struct hc_command *hc_command_new(struct hc_args *args, GError **error)
{
	g_autoptr(hc_command) command = g_new0(struct hc_command, 1);
	command->args = args;
	command->program = hc_program_new(args->program, error);
	if (!command->program)
		return NULL;
	command->shell = hc_args_to_shell(args);
	command->env = make_environment(args);
	command->argv = g_strdupv(args->argv);
	/* What GDB gives to the program, so that a native run sees the same. */
	g_free(command->argv[0]);
	command->argv[0] = g_strdup(command->program->path);
	return g_steal_pointer(&command);
}

struct hc_command *hc_command_load(const char *file, GError **error)
{
	struct hc_args *args = hc_args_load(file, error);
	return args ? hc_command_new(args, error) : NULL;
}

struct hc_command *hc_command_from_words(
	const char *const *words, GError **error)
{
	struct hc_args *args = hc_args_from_words(words, error);
	return args ? hc_command_new(args, error) : NULL;
}

void hc_command_free(struct hc_command *command)
{
	if (!command)
		return;
	g_clear_pointer(&command->args, hc_args_free);
	g_clear_pointer(&command->program, hc_program_free);
	g_free(command->shell);
	g_strfreev(command->argv);
	g_strfreev(command->env);
	g_free(command);
}
