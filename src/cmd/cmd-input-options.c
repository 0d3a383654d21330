#include "cmd-input-options.h"

#include "runs.h"

static const char summary[] =
	"Tells what of its input makes a program fail: the smallest difference "
	"between\n"
	"an input that fails and one that passes. Each part is tried by "
	"experiment:\n"
	"the program runs on the input without it. One failing command is "
	"enough; a\n"
	"passing one, the same but for its input, makes the difference "
	"smaller.\n"
	"\n"
	"Each args file holds one command, as typed in a shell. Without files, "
	"the\n"
	"failing command follows '--'. The program needs no debug "
	"information. Tests\n"
	"get copies of the input; runs happen in the current directory, with "
	"all their\n"
	"other effects on files.";

static const char description[] =
	"Exit status:\n"
	"  0  the difference was narrowed\n"
	"  1  nothing could be narrowed\n"
	"  2  usage: bad option, args file or test command, or no telling "
	"what the input is\n"
	"  3  the runs do not pass and fail as claimed, or not every time\n"
	"  4  the environment: no such program, or it can't be run\n"
	"  130, 143  interrupted\n";

static gboolean check(
	const struct hc_cmd_input_options *options, GError **error)
{
	const struct hc_common_options *common = &options->common;
	guint n = common->files ? g_strv_length(common->files) : 0;
	const char *problem = NULL;
	if (n == 0 && !common->words)
		problem = "an args file is needed, of a run that fails";
	else if (n > HC_SIDES)
		problem = "no more than two args files make sense: of a run "
			  "that fails, and of one that passes";
	else if (options->repeat < 1 || options->repeat > HC_MOST_REPEATS)
		problem = "--repeat takes a number from 1 to 1000";
	return hc_usage_check(problem, error);
}

gboolean hc_cmd_input_options_parse(struct hc_cmd_input_options *options,
	int argc, char **argv, GError **error)
{
	const GOptionEntry entries[] = {
		{"input", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->input,
			"What the input is: a file that the command names, "
			"stdin, arg:N or env:NAME; several are one input",
			"WHAT"},
		{"pair", 0, 0, G_OPTION_ARG_FILENAME, &options->pair,
			"Write the closest inputs, and args files for howcome",
			"DIR"},
		{"repeat", 0, 0, G_OPTION_ARG_INT, &options->repeat,
			"Run each test up to N times; one that fails is enough",
			"N"},
		{"full", 0, 0, G_OPTION_ARG_NONE, &options->full,
			"Cut no line and no list in the report, however long",
			NULL},
		{NULL},
	};
	const struct hc_usage usage = {
		.name = "howcome input",
		.arguments = "FAIL.args [PASS.args]\n"
			     "  howcome input [OPTION...] -- PROGRAM [ARG...]",
		.summary = summary,
		.description = description,
		.entries = entries,
	};
	if (!hc_common_options_parse(
		    &options->common, &usage, 1, argc, argv, error))
		return FALSE;
	return options->common.help || options->common.version ||
	       check(options, error);
}

void hc_cmd_input_options_clear(struct hc_cmd_input_options *options)
{
	hc_common_options_clear(&options->common);
	g_strfreev(options->input);
	g_free(options->pair);
}
