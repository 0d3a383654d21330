#include "options.h"

#include <string.h>
#include <unistd.h>

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
	"Each args file holds one command, as typed in a shell. The program "
	"needs\n"
	"debug information (-g -O0). Runs happen in the current directory, "
	"with all\n"
	"their effects on files.";

static const char description[] =
	"Exit status:\n"
	"  0  a chain of causes was found\n"
	"  1  both runs are as claimed, but no cause was found\n"
	"  2  usage: bad option, args file, pair of programs or test command\n"
	"  3  the runs do not pass and fail as claimed, or not each time\n"
	"  4  the environment: no GDB, no ptrace, no program, no debug "
	"information\n"
	"  130, 143  interrupted\n"
	"\n"
	"Environment:\n"
	"  HOWCOME_MI_LOG=FILE  keeps all that is said to GDB and by it\n";

enum { MOST_JOBS = 256 };

static const char *const ways[] = {"auto", "traversal", "clique", NULL};
static const char *const kinds[] = {"auto", "fork", "rerun", NULL};
static const char *const formats[] = {"text", "json", NULL};
static const char *const colours[] = {"auto", "always", "never", NULL};

static gboolean is_one_of(const char *word, const char *const *words)
{
	return !word || g_strv_contains(words, word);
}

static gboolean check(const struct hc_options *options, GError **error)
{
	guint n = options->files ? g_strv_length(options->files) : 0;
	const char *problem = NULL;
	if (options->version)
		return TRUE;
	if (n != 2)
		problem = "two args files are needed, one of a run that passes "
			  "and one of a run that fails";
	else if (!(options->timeout >= 0 && options->timeout <= 1e6))
		problem = "--timeout takes seconds, from 0 to 1000000";
	else if (options->fail_if && options->test)
		problem = "--fail-if and --test both say what a failure is; "
			  "take one";
	else if (!is_one_of(options->match, ways))
		problem = "--match takes auto, traversal or clique";
	else if (!is_one_of(options->engine, kinds))
		problem = "--engine takes auto, fork or rerun";
	else if (options->jobs < 0 || options->jobs > MOST_JOBS)
		problem = "--jobs takes a number from 0 to 256";
	else if (options->limit_tests < 0 || !(options->limit_time >= 0))
		problem = "a limit can't be negative";
	else if (options->events < 0)
		problem = "--events takes a number from 1 on";
	else if (!is_one_of(options->format, formats))
		problem = "--format takes text or json";
	else if (!is_one_of(options->colour, colours))
		problem = "--color takes auto, always or never";
	else if (options->quiet && options->verbose)
		problem = "-q and -v contradict each other";
	if (problem)
		g_set_error_literal(error, G_OPTION_ERROR,
			G_OPTION_ERROR_BAD_VALUE, problem);
	return problem == NULL;
}

gboolean hc_options_parse(
	struct hc_options *options, int *argc, char ***argv, GError **error)
{
	const GOptionEntry entries[] = {
		{"timeout", 0, 0, G_OPTION_ARG_DOUBLE, &options->timeout,
			"Seconds until a run counts as a hang (default: 10 "
			"times the passing run, at least 1)",
			"S"},
		{"fail-if", 0, 0, G_OPTION_ARG_FILENAME, &options->fail_if,
			"A run fails if a line of its output matches REGEX",
			"REGEX"},
		{"test", 0, 0, G_OPTION_ARG_FILENAME, &options->test,
			"A run fails if the shell command CMD says so: exit "
			"status 0 passes, 125 is unresolved, 1 to 124 fails",
			"CMD"},
		{"at", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->at,
			"Look for the cause at WHERE: FUNCTION[#N] or "
			"FILE:LINE[#N]; may be repeated",
			"WHERE"},
		{"events", 0, 0, G_OPTION_ARG_INT, &options->events,
			"Look for causes at N moments at most (default: 14)",
			"N"},
		{"match", 0, 0, G_OPTION_ARG_STRING, &options->match,
			"How states are matched: auto, traversal or clique",
			"WAY"},
		{"engine", 0, 0, G_OPTION_ARG_STRING, &options->engine,
			"How tests are run: auto, fork or rerun", "KIND"},
		{"jobs", 0, 0, G_OPTION_ARG_INT, &options->jobs,
			"Tests at a time (default: the number of cores)", "N"},
		{"limit-tests", 0, 0, G_OPTION_ARG_INT, &options->limit_tests,
			"At most N tests for each event", "N"},
		{"limit-time", 0, 0, G_OPTION_ARG_DOUBLE, &options->limit_time,
			"At most S seconds of tests for each event", "S"},
		{"gdb", 0, 0, G_OPTION_ARG_FILENAME, &options->gdb,
			"The GDB to use (default: gdb in PATH)", "PATH"},
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
			"Write the report to FILE", "FILE"},
		{"format", 0, 0, G_OPTION_ARG_STRING, &options->format,
			"The report's form: text or json", "FORM"},
		{"color", 0, 0, G_OPTION_ARG_STRING, &options->colour,
			"Colours in the text: auto, always or never", "WHEN"},
		{"dot", 0, 0, G_OPTION_ARG_FILENAME, &options->dot,
			"Draw how the states differ, a file an event, for "
			"Graphviz",
			"DIR"},
		{"gxl", 0, 0, G_OPTION_ARG_FILENAME, &options->gxl,
			"Save both states as graphs, a file an event", "DIR"},
		{"gdb-script", 0, 0, G_OPTION_ARG_FILENAME, &options->scripts,
			"Write scripts for GDB that make the passing run fail, "
			"one an event",
			"DIR"},
		{"quiet", 'q', 0, G_OPTION_ARG_NONE, &options->quiet,
			"No progress on stderr", NULL},
		{"verbose", 'v', 0, G_OPTION_ARG_NONE, &options->verbose,
			"Say each test on stderr, and all events in the report",
			NULL},
		{"version", 0, 0, G_OPTION_ARG_NONE, &options->version,
			"Print the version and exit", NULL},
		{G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY,
			&options->files, NULL, NULL},
		{NULL},
	};
	g_autoptr(GOptionContext) context =
		g_option_context_new("PASS.args FAIL.args");
	g_option_context_add_main_entries(context, entries, NULL);
	g_option_context_set_summary(context, summary);
	g_option_context_set_description(context, description);
	return g_option_context_parse(context, argc, argv, error) &&
	       check(options, error);
}

/* The place of a word in a list; 0 if there is none. */
static guint place_of(const char *word, const char *const *words)
{
	for (guint i = 0; word && words[i]; i++)
		if (strcmp(words[i], word) == 0)
			return i;
	return 0;
}

enum mg_match_way hc_options_match(const struct hc_options *options)
{
	return place_of(options->match, ways);
}

enum hc_engine_kind hc_options_engine(const struct hc_options *options)
{
	return place_of(options->engine, kinds);
}

gboolean hc_options_json(const struct hc_options *options)
{
	return g_strcmp0(options->format, "json") == 0;
}

gboolean hc_options_in_colour(const struct hc_options *options)
{
	const char *terminal = g_getenv("TERM");
	const char *refused = g_getenv("NO_COLOR");
	if (g_strcmp0(options->colour, "always") == 0)
		return TRUE;
	return g_strcmp0(options->colour, "never") != 0 && !options->output &&
	       isatty(STDOUT_FILENO) && g_strcmp0(terminal, "dumb") != 0 &&
	       !(refused && *refused);
}

void hc_options_clear(struct hc_options *options)
{
	g_strfreev(options->at);
	g_free(options->match);
	g_free(options->engine);
	g_free(options->fail_if);
	g_free(options->test);
	g_free(options->gdb);
	g_free(options->output);
	g_free(options->format);
	g_free(options->colour);
	g_free(options->dot);
	g_free(options->gxl);
	g_free(options->scripts);
	g_strfreev(options->files);
}
