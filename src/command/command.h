/* One command: what the user wrote, the program that it names, and all that is
 * needed to run it.
 *
 *	g_autoptr(hc_command) command = hc_command_load("fail.args", &error);
 *	if (command)
 *		execve(command->program->path, command->argv, command->env);
 *
 * Any program that may be executed will do, scripts too. Who needs one that
 * can be debugged asks hc_program_check_debuggable(). */
#ifndef HC_COMMAND_H
#define HC_COMMAND_H

#include "args.h"
#include "program.h"

struct hc_command {
	struct hc_args *args; /* as written */
	struct hc_program *program;
	char *shell; /* as one line of shell */
	char **argv; /* what the program gets; argv[0] is its path */
	char **env; /* its whole environment */
};

/* Takes the args … */
struct hc_command *hc_command_new(struct hc_args *args, GError **error);
/* … or reads an args file … */
struct hc_command *hc_command_load(const char *file, GError **error);
/* … or takes words, as hc_args_from_words() takes them. */
struct hc_command *hc_command_from_words(
	const char *const *words, GError **error);
void hc_command_free(struct hc_command *command);

typedef struct hc_command hc_command; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_command, hc_command_free)

#endif
