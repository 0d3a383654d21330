#include "cmd-states-journal.h"

#include "journal-facts.h"
#include "version.h"

static char *digest_input(const struct hc_command *command)
{
	return command->args->input ? hc_fact_of_file(command->args->input)
				    : g_strdup("none");
}

static char *describe_run(
	const struct hc_debuggees *debuggees, enum hc_side side)
{
	return hc_fact_of_outcome(
		debuggees->run[side].gdb, debuggees->runs->varying != NULL);
}

struct hc_journal *hc_cmd_states_journal_open(
	const struct hc_common_options *options,
	const struct hc_debuggees *debuggees, GError **error)
{
	const struct hc_command *pass = debuggees->runs->run[0].command;
	const struct hc_command *fail = debuggees->runs->run[1].command;
	g_autofree char *folder = g_get_current_dir();
	g_autofree char *program = hc_fact_of_file(pass->program->path);
	g_autofree char *pass_input = digest_input(pass);
	g_autofree char *fail_input = digest_input(fail);
	g_autofree char *failure = hc_fact_of_failure(options);
	g_autofree char *passes = describe_run(debuggees, HC_PASSING);
	gboolean private = debuggees->runs->run[HC_PASSING].view != NULL;
	g_autofree char *fails = describe_run(debuggees, HC_FAILING);
	const struct hc_journal_fact facts[] = {
		{"howcome's version", HOWCOME_VERSION},
		{"the current directory", folder},
		{"the program", program},
		{"the passing command", pass->shell},
		{"the passing command's input", pass_input},
		{"the failing command", fail->shell},
		{"the failing command's input", fail_input},
		{"what counts as a failure", failure},
		{"where runs write", private ? "layers" : "the real files"},
		{"what the passing run does", passes},
		{"what the failing run does", fails},
	};
	return hc_journal_open(
		options->journal, facts, G_N_ELEMENTS(facts), error);
}
