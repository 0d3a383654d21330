#include "cmd-states-options.h"

#include "place.h"
#include "size.h"

static const char summary[] =
	"Tells why a program fails on one invocation and passes on another, as "
	"a\n"
	"chain of causes: at several moments of the run, the smallest "
	"difference in\n"
	"the program's state that decides. Each is found by experiment: that "
	"part of\n"
	"the failing run's state is put into the passing run, which goes on "
	"and fails.\n"
	"Of a failing run alone, what of its input decides is looked for "
	"first: the run\n"
	"on its input without that is the one that passes.\n"
	"\n"
	"Each args file holds one command, as typed in a shell. Without files, "
	"the\n"
	"commands themselves follow '--', the one that fails last. The "
	"program needs\n"
	"debug information (-g -O0). Runs happen in the current directory, "
	"with all\n"
	"their effects on files, unless --private keeps them away.\n"
	"\n"
	"'howcome help' lists all commands.";

static const char description[] =
	"Exit status:\n"
	"  0  a chain of causes was found\n"
	"  1  the runs pass and fail as claimed, but no cause was found\n"
	"  2  usage: bad option, args file, pair of programs or test command\n"
	"  3  the runs do not pass and fail as claimed, or not every time\n"
	"  4  the environment: no GDB, no ptrace, no program, no debug "
	"information\n"
	"  130, 143  interrupted\n"
	"\n"
	"Environment:\n"
	"  HOWCOME_MI_LOG=FILE  keeps a log of the talk with GDB\n";

static const char *const ways[] = {"auto", "traversal", "clique", NULL};
static const char *const kinds[] = {"auto", "fork", "rerun", NULL};

/* Places are written wrongly or not, whatever the program is: no run has to be
 * made to find out. */
static gboolean check_places(char **at, GError **error)
{
	for (guint i = 0; at && at[i]; i++) {
		struct hc_place places[HC_SIDES] = {{0}};
		gboolean fine = hc_place_parse_both(places, at[i], error);
		hc_place_clear(&places[HC_PASSING]);
		hc_place_clear(&places[HC_FAILING]);
		if (!fine)
			return FALSE;
	}
	return TRUE;
}

gboolean hc_cmd_states_options_asks(const struct hc_cmd_states_options *options)
{
	return options->ask || options->intended || options->faulty;
}

static guint count_commands(const struct hc_cmd_states_options *options)
{
	const struct hc_common_options *common = &options->common;
	if (common->words)
		return common->words->len;
	return common->files ? g_strv_length(common->files) : 0;
}

gboolean hc_cmd_states_options_alone(
	const struct hc_cmd_states_options *options)
{
	return count_commands(options) == 1;
}

/* What is wrong with options that are about a failing run alone, or not. */
static const char *check_alone(const struct hc_cmd_states_options *options)
{
	gboolean alone = hc_cmd_states_options_alone(options);
	if (!alone && (options->input || options->pair || options->repeat != 1))
		return "--input, --pair and --repeat are for a failing run "
		       "alone";
	if (options->repeat < 1 || options->repeat > HC_MOST_REPEATS)
		return "--repeat takes a number from 1 to 1000";
	if (alone && options->scripts && !options->pair)
		return "the scripts of --gdb-script need the passing input; "
		       "use --pair DIR to keep it";
	return NULL;
}

/* The same of where runs write. */
static const char *check_private(const struct hc_cmd_states_options *options)
{
	guint64 bytes;
	if (options->layer_limit && !options->private)
		return "--layer-limit is for layers; use it with --private";
	if (options->layer_limit &&
		!hc_size_parse(options->layer_limit, &bytes))
		return "--layer-limit takes a size, such as 2000000, 512M or "
		       "4G";
	if (options->private && options->common.test)
		return "--private and --test don't go together: the command "
		       "could not see what a run wrote";
	if (options->private && hc_cmd_states_options_alone(options))
		return "--private needs a run that passes as well: the search "
		       "for one writes to the real files";
	return NULL;
}

static gboolean check(
	const struct hc_cmd_states_options *options, GError **error)
{
	const struct hc_common_options *common = &options->common;
	guint n = count_commands(options);
	const char *problem = NULL;
	if (n == 0)
		problem = "an args file is needed, of a run that fails; before "
			  "it, one of a run that passes, if you have one";
	else if (n > HC_SIDES && common->journal)
		problem = "--journal is about one passing run";
	else if (hc_usage_choice(options->match, ways) < 0)
		problem = "--match takes auto, traversal or clique";
	else if (hc_usage_choice(options->engine, kinds) < 0)
		problem = "--engine takes auto, fork or rerun";
	else if (options->events < 1)
		problem = "--events must be at least 1";
	else if (options->intended < 0 || options->faulty < 0)
		problem = "--intended and --faulty take the number of a step, "
			  "from 1";
	else if (options->faulty && options->faulty <= options->intended)
		problem = "--faulty must be a later step than --intended";
	else if (hc_cmd_states_options_asks(options) && options->at)
		problem = "--ask, --intended and --faulty are about moments "
			  "that howcome chooses itself; leave out --at";
	if (!problem)
		problem = check_alone(options);
	if (!problem)
		problem = check_private(options);
	return hc_usage_check(problem, error) &&
	       check_places(options->at, error);
}

gboolean hc_cmd_states_options_parse(struct hc_cmd_states_options *options,
	int argc, char **argv, GError **error)
{
	const GOptionEntry entries[] = {
		{"at", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->at,
			"Look for the cause at WHERE: FUNCTION[#N] or "
			"FILE:LINE[#N], or with #P/F, hits in the passing and "
			"the failing run; may be repeated",
			"WHERE"},
		{"events", 0, 0, G_OPTION_ARG_INT, &options->events,
			"Look for causes at no more than N moments (default: "
			"14)",
			"N"},
		{"match", 0, 0, G_OPTION_ARG_STRING, &options->match,
			"How to match states: auto, traversal or clique",
			"WAY"},
		{"engine", 0, 0, G_OPTION_ARG_STRING, &options->engine,
			"How to run tests: auto, fork or rerun", "KIND"},
		{"memory", 0, 0, G_OPTION_ARG_STRING, &options->common.memory,
			"Use no more memory than SIZE for both states (K, M, "
			"G; default: half of the machine's)",
			"SIZE"},
		{"private", 0, 0, G_OPTION_ARG_NONE, &options->private,
			"Let runs write to layers of their own, not to the "
			"real files",
			NULL},
		{"layer-limit", 0, 0, G_OPTION_ARG_STRING,
			&options->layer_limit,
			"With --private, let a run write no more than SIZE "
			"(K, M, G; default: 1G)",
			"SIZE"},
		{"gdb", 0, 0, G_OPTION_ARG_FILENAME, &options->gdb,
			"The GDB to use (default: gdb in PATH)", "PATH"},
		{"dot", 0, 0, G_OPTION_ARG_FILENAME, &options->dot,
			"Draw how the states differ, for Graphviz, one file "
			"per event",
			"DIR"},
		{"gxl", 0, 0, G_OPTION_ARG_FILENAME, &options->gxl,
			"Save both states as graphs, one file per event",
			"DIR"},
		{"gdb-script", 0, 0, G_OPTION_ARG_FILENAME, &options->scripts,
			"Write GDB scripts that make the passing run fail, one "
			"per event",
			"DIR"},
		{"full", 0, 0, G_OPTION_ARG_NONE, &options->full,
			"Cut no value, name or list in the report, however "
			"long",
			NULL},
		{"ask", 0, 0, G_OPTION_ARG_NONE, &options->ask,
			"Ask which causes are as intended, and look between "
			"those that are and those that are not",
			NULL},
		{"intended", 0, 0, G_OPTION_ARG_INT, &options->intended,
			"Up to step N of the chain, all is as intended", "N"},
		{"input", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->input,
			"Of a failing run alone, what the input is: a file "
			"that the command names, stdin, arg:N or env:NAME; "
			"several are one input",
			"WHAT"},
		{"pair", 0, 0, G_OPTION_ARG_FILENAME, &options->pair,
			"Of a failing run alone, keep the passing input that "
			"is found, and args files",
			"DIR"},
		{"repeat", 0, 0, G_OPTION_ARG_INT, &options->repeat,
			"Of a failing run alone, run each test of its input "
			"up to N times; one that fails is enough",
			"N"},
		{"faulty", 0, 0, G_OPTION_ARG_INT, &options->faulty,
			"From step N of the chain on, it is not", "N"},
		{NULL},
	};
	const struct hc_usage usage = {
		.name = "howcome",
		.arguments = "[PASS.args...] FAIL.args\n"
			     "  howcome [OPTION...] [-- PROGRAM [ARG...]] "
			     "-- PROGRAM [ARG...]",
		.summary = summary,
		.description = description,
		.entries = entries,
	};
	if (!hc_common_options_parse(
		    &options->common, &usage, HC_SIDES, argc, argv, error))
		return FALSE;
	return options->common.help || options->common.version ||
	       check(options, error);
}

enum mg_match_way hc_cmd_states_options_match(
	const struct hc_cmd_states_options *options)
{
	return (enum mg_match_way) hc_usage_choice(options->match, ways);
}

enum hc_engine_kind hc_cmd_states_options_engine(
	const struct hc_cmd_states_options *options)
{
	return (enum hc_engine_kind) hc_usage_choice(options->engine, kinds);
}

void hc_cmd_states_options_clear(struct hc_cmd_states_options *options)
{
	hc_common_options_clear(&options->common);
	g_strfreev(options->at);
	g_free(options->layer_limit);
	g_free(options->match);
	g_free(options->engine);
	g_free(options->gdb);
	g_free(options->dot);
	g_free(options->gxl);
	g_free(options->scripts);
	g_strfreev(options->input);
	g_free(options->pair);
}
