#include "options-common.h"

#include "size.h"
#include "version.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_JOBS = 256 };

static const char *const formats[] = {"text", "json", NULL};
static const char *const colours[] = {"auto", "always", "never", NULL};

static gboolean check(const struct hc_common_options *o, GError **error)
{
	const char *problem = NULL;
	guint64 bytes;
	if (!(o->timeout >= 0 && o->timeout <= 1e6))
		problem = "--timeout takes seconds, from 0 to 1000000";
	else if (o->fail_if && o->test)
		problem = "--fail-if and --test both say what a failure is; "
			  "use one of them";
	else if (o->expect && (o->fail_if || o->test))
		problem = "--expect is for outputs that are compared; "
			  "--fail-if and --test say themselves what a failure "
			  "is";
	else if (o->jobs < 0 || o->jobs > MOST_JOBS)
		problem = "--jobs takes a number from 0 to 256";
	else if (o->limit_tests < 0)
		problem = "--limit-tests can't be negative";
	else if (!(o->limit_time >= 0))
		problem = "--limit-time can't be negative";
	else if (o->memory && !hc_size_parse(o->memory, &bytes))
		problem = "--memory takes a size, such as 2000000, 512M or 4G";
	else if (hc_usage_choice(o->format, formats) < 0)
		problem = "--format takes text or json";
	else if (hc_usage_choice(o->colour, colours) < 0)
		problem = "--color takes auto, always or never";
	else if (o->quiet && o->verbose)
		problem = "-q and -v contradict each other";
	else if (o->files && o->words)
		problem = "give args files or commands after '--', not both";
	return hc_usage_check(problem, error);
}

/* ---- Commands as words ---- */

static guint count_dashes(int argc, char **argv, int *first)
{
	guint n = 0;
	for (int i = argc - 1; i > 0; i--)
		if (strcmp(argv[i], "--") == 0) {
			n++;
			*first = i;
		}
	return n;
}

static char **copy_words(char **from, char **to)
{
	GPtrArray *words = g_ptr_array_new();
	for (; from < to; from++)
		g_ptr_array_add(words, g_strdup(*from));
	g_ptr_array_add(words, NULL);
	return (char **) g_ptr_array_free(words, FALSE);
}

/* Cuts commands off the command line, if there are any. */
static gboolean take_words(struct hc_common_options *options, guint commands,
	int *argc, char **argv, GError **error)
{
	int first = 0;
	guint n = count_dashes(*argc, argv, &first);
	if (commands == 0 || n == 0)
		return TRUE;
	if (n > commands && commands > 1)
		return hc_usage_check("there are more '--' than commands; put "
				      "a command that has one into an args "
				      "file",
			error);
	commands = MIN(commands, n);
	options->words =
		g_ptr_array_new_with_free_func((GDestroyNotify) g_strfreev);
	for (int begin = first + 1; options->words->len < commands;) {
		int end = begin;
		gboolean last = options->words->len + 1 == commands;
		while (end < *argc && (last || strcmp(argv[end], "--") != 0))
			end++;
		g_ptr_array_add(
			options->words, copy_words(argv + begin, argv + end));
		begin = end + 1;
	}
	*argc = first;
	argv[first] = NULL;
	return TRUE;
}

struct hc_command *hc_common_options_command(
	const struct hc_common_options *options, guint number, GError **error)
{
	if (!options->words)
		return hc_command_load(options->files[number], error);
	const char *const *words = options->words->pdata[number];
	return hc_command_from_words(words, error);
}

struct hc_runs *hc_common_options_load(
	const struct hc_common_options *options, guint passing, GError **error)
{
	if (!options->words)
		return hc_runs_load(options->files[passing],
			options->files[g_strv_length(options->files) - 1],
			error);
	g_autoptr(hc_runs) runs = hc_runs_new(NULL, NULL);
	for (guint i = 0; i < HC_SIDES; i++) {
		runs->run[i].command =
			hc_common_options_command(options, i, error);
		if (!runs->run[i].command) {
			g_prefix_error(error, "%s run: ", hc_side_name(i));
			return NULL;
		}
	}
	return g_steal_pointer(&runs);
}

/* ---- Options ---- */

static void append_entries(GArray *all, const GOptionEntry *entries)
{
	for (; entries->long_name; entries++)
		g_array_append_vals(all, entries, 1);
}

static gboolean parse_options(struct hc_common_options *options,
	const struct hc_usage *usage, int argc, char **argv, GError **error)
{
	const GOptionEntry ours[] = {
		{"fail-if", 0, 0, G_OPTION_ARG_FILENAME, &options->fail_if,
			"A run fails if a line of its output matches REGEX",
			"REGEX"},
		{"test", 0, 0, G_OPTION_ARG_FILENAME, &options->test,
			"A run fails if the shell command CMD says so: exit "
			"status 0 is a pass, 1 to 124 a failure, 125 neither",
			"CMD"},
		{"expect", 0, 0, G_OPTION_ARG_FILENAME, &options->expect,
			"The failing command should write what is in FILE, "
			"and a run that does so passes",
			"FILE"},
		{"timeout", 0, 0, G_OPTION_ARG_DOUBLE, &options->timeout,
			"Seconds before a run counts as a hang (default: 10 "
			"times the passing run, at least 1)",
			"S"},
		{"jobs", 0, 0, G_OPTION_ARG_INT, &options->jobs,
			"Run N tests at a time (default: one for each core; "
			"with --test, 1)",
			"N"},
		{"limit-tests", 0, 0, G_OPTION_ARG_INT, &options->limit_tests,
			"Give up on a cause after N tests", "N"},
		{"limit-time", 0, 0, G_OPTION_ARG_DOUBLE, &options->limit_time,
			"Give up on a cause after S seconds of tests", "S"},
		{"journal", 0, 0, G_OPTION_ARG_FILENAME, &options->journal,
			"Keep the outcomes of tests in FILE, and go on from "
			"there if it has some",
			"FILE"},
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
			"Write the report to FILE", "FILE"},
		{"format", 0, 0, G_OPTION_ARG_STRING, &options->format,
			"How to write the report: text or json (default: text)",
			"FORM"},
		{"color", 0, 0, G_OPTION_ARG_STRING, &options->colour,
			"Colour the text: auto, always or never (default: "
			"auto)",
			"WHEN"},
		{"quiet", 'q', 0, G_OPTION_ARG_NONE, &options->quiet,
			"Print nothing but errors on stderr", NULL},
		{"verbose", 'v', 0, G_OPTION_ARG_NONE, &options->verbose,
			"Print each test on stderr, and report more", NULL},
		{"version", 0, 0, G_OPTION_ARG_NONE, &options->version,
			"Print the version and exit", NULL},
		{G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY,
			&options->files, NULL, NULL},
	};
	const GOptionEntry end = {NULL};
	g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof end);
	if (usage->entries)
		append_entries(all, usage->entries);
	g_array_append_vals(all, ours, G_N_ELEMENTS(ours));
	g_array_append_vals(all, &end, 1);
	struct hc_usage whole = *usage;
	whole.entries = (const GOptionEntry *) all->data;
	return hc_usage_parse(&whole, &argc, &argv, &options->help, error);
}

static gboolean load_expected(struct hc_common_options *options, GError **error)
{
	char *text;
	gsize n;
	g_autoptr(GError) problem = NULL;
	if (!options->expect)
		return TRUE;
	if (g_file_get_contents(options->expect, &text, &n, &problem)) {
		options->expected = g_bytes_new_take(text, n);
		return TRUE;
	}
	g_autofree char *words =
		g_strdup_printf("--expect: %s", problem->message);
	return hc_usage_check(words, error);
}

gboolean hc_common_options_parse(struct hc_common_options *options,
	const struct hc_usage *usage, guint commands, int argc, char **argv,
	GError **error)
{
	if (!take_words(options, commands, &argc, argv, error) ||
		!parse_options(options, usage, argc, argv, error))
		return FALSE;
	return options->help || options->version ||
	       (check(options, error) && load_expected(options, error));
}

gboolean hc_common_options_print(const struct hc_common_options *options)
{
	if (options->help)
		fputs(options->help, stdout);
	else if (options->version)
		puts("howcome " HOWCOME_VERSION);
	return options->help || options->version;
}

guint hc_common_options_jobs(const struct hc_common_options *options)
{
	if (options->jobs)
		return (guint) options->jobs;
	/* The user's command may look at files that a test writes. */
	return options->test ? 1 : g_get_num_processors();
}

guint64 hc_common_options_memory(const struct hc_common_options *options)
{
	guint64 bytes = 0;
	return options->memory && hc_size_parse(options->memory, &bytes)
		       ? bytes
		       : hc_size_half_of_memory();
}

gboolean hc_common_options_json(const struct hc_common_options *options)
{
	return g_strcmp0(options->format, "json") == 0;
}

gboolean hc_common_options_in_colour(const struct hc_common_options *options)
{
	const char *terminal = g_getenv("TERM");
	const char *refused = g_getenv("NO_COLOR");
	if (g_strcmp0(options->colour, "always") == 0)
		return TRUE;
	return g_strcmp0(options->colour, "never") != 0 && !options->output &&
	       isatty(STDOUT_FILENO) && g_strcmp0(terminal, "dumb") != 0 &&
	       !(refused && *refused);
}

void hc_common_options_clear(struct hc_common_options *options)
{
	g_free(options->fail_if);
	g_free(options->test);
	g_free(options->expect);
	g_clear_pointer(&options->expected, g_bytes_unref);
	g_free(options->journal);
	g_free(options->memory);
	g_free(options->format);
	g_free(options->output);
	g_free(options->colour);
	g_free(options->help);
	g_strfreev(options->files);
	g_clear_pointer(&options->words, g_ptr_array_unref);
}
