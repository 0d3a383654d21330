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
	"\n"
	"Each args file holds one command, as typed in a shell. Without files, "
	"the\n"
	"commands themselves follow '--', first the one that passes. The "
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

static gboolean check(
	const struct hc_cmd_states_options *options, GError **error)
{
	const struct hc_common_options *common = &options->common;
	guint n = common->files ? g_strv_length(common->files) : 0;
	const char *problem = NULL;
	guint64 bytes;
	if (n < HC_SIDES && !common->words)
		problem = "two args files are needed, one of a run that passes "
			  "and one of a run that fails; if none passes, "
			  "'howcome input' makes one";
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
	else if (options->private && common->test)
		problem = "--private and --test don't go together: the command "
			  "could not see what a run wrote";
	else if (options->layer_limit && !options->private)
		problem = "--layer-limit is for layers; use it with --private";
	else if (options->layer_limit &&
		 !hc_size_parse(options->layer_limit, &bytes))
		problem = "--layer-limit takes a size, such as 2000000, 512M "
			  "or 4G";
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
		{"faulty", 0, 0, G_OPTION_ARG_INT, &options->faulty,
			"From step N of the chain on, it is not", "N"},
		{NULL},
	};
	const struct hc_usage usage = {
		.name = "howcome",
		.arguments = "PASS.args... FAIL.args\n"
			     "  howcome [OPTION...] -- PROGRAM [ARG...] "
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
}
