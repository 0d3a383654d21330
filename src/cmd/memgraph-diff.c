#include "memgraph-diff.h"

#include "dot-diff.h"
#include "gxl-pair.h"
#include "output.h"
#include "report-diff.h"
#include "usage.h"

#include <string.h>

G_DEFINE_QUARK(hc_memgraph_diff_error, hc_memgraph_diff_error)

/* How many changes are listed by default. */
enum { MOST_IN_SUMMARY = 20, MOST_IN_JSON = 1000 };

static const char summary[] =
	"Compares two graphs that 'memgraph --format=gxl' saved: what is equal "
	"in\n"
	"both states, and what changed from A to B.";

static const char description[] =
	"Ways to match objects:\n"
	"  traversal  from the variables on, along the same pointers\n"
	"  clique     the largest common subgraph first, then traversal; for "
	"small\n"
	"             graphs: it says so if the search was cut off\n"
	"  auto       traversal, then the largest common subgraph of what is "
	"left\n"
	"             over, if that is little\n"
	"\n"
	"Exit status:\n"
	"  0  the graphs were compared\n"
	"  2  usage: bad option or graph file\n"
	"  4  the environment: the output cannot be written\n"
	"  130, 143  interrupted\n";

static const char *const formats[] = {"summary", "json", "dot", "gxl", NULL};
/* In the order of enum mg_match_way. */
static const char *const ways[] = {"auto", "traversal", "clique", NULL};

static gboolean check(const struct hc_memgraph_diff *options, GError **error)
{
	const char *problem = NULL;

	if (options->help)
		return TRUE;

	if (!options->files || g_strv_length(options->files) != 2)
		problem = "two graph files are needed";
	else if (hc_usage_choice(options->format, formats) < 0)
		problem = "--format takes summary, json, dot or gxl";
	else if (hc_usage_choice(options->match, ways) < 0)
		problem = "--match takes auto, traversal or clique";
	else if (options->most < 0)
		problem = "--most takes a number, 1 or more";
	return hc_usage_check(problem, error);
}

gboolean hc_memgraph_diff_parse(struct hc_memgraph_diff *options, int *argc,
	char ***argv, GError **error)
{
	const GOptionEntry entries[] = {
		{"match", 0, 0, G_OPTION_ARG_STRING, &options->match,
			"auto, traversal or clique (default: auto); see below",
			"WAY"},
		{"format", 0, 0, G_OPTION_ARG_STRING, &options->format,
			"summary, json, dot or gxl (default: summary)",
			"FORMAT"},
		{"most", 0, 0, G_OPTION_ARG_INT, &options->most,
			"List at most N changes, or draw at most N objects",
			"N"},
		{"whole", 0, 0, G_OPTION_ARG_NONE, &options->whole,
			"Draw all of both graphs, not only what changed", NULL},
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
			"Write to FILE", "FILE"},
		{G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY,
			&options->files, NULL, NULL},
		{NULL},
	};
	const struct hc_usage usage = {
		.name = "memgraph diff",
		.arguments = "A.gxl B.gxl",
		.summary = summary,
		.description = description,
		.entries = entries,
	};

	return hc_usage_parse(&usage, argc, argv, &options->help, error) &&
	       check(options, error);
}

static gboolean write_diff(const struct hc_memgraph_diff *options,
	hc_stop_flag stop, const struct mg_diff *diff, FILE *file,
	GError **error)
{
	const char *format = options->format ? options->format : "summary";
	guint most = (guint) options->most;
	if (strcmp(format, "dot") == 0) {
		struct mg_dot_diff_options how = {most, options->whole};
		return mg_dot_diff_write(diff, &how, file, error);
	}
	if (strcmp(format, "gxl") == 0)
		return mg_gxl_write_pair(diff->match, file, error);

	gboolean json = strcmp(format, "json") == 0;
	struct hc_diff_report report = {
		.diff = diff,
		.most = most   ? most
			: json ? MOST_IN_JSON
			       : MOST_IN_SUMMARY,
	};
	g_autofree char *text = json ? hc_report_diff_json(&report)
				     : hc_report_diff_text(&report);
	/* Numbers and names may be incomplete. */
	if (hc_stop_flag_is_set(stop))
		return hc_stopped_fail(error);
	fputs(text, file);
	return TRUE;
}

/* What can't be read is the user's mistake, unlike what can't be written. */
static struct mg_graph *load(
	const char *path, hc_stop_flag stop, GError **error)
{
	g_autoptr(GError) problem = NULL;
	struct mg_graph *graph = mg_gxl_read_until(stop, path, &problem);
	if (!graph)
		g_set_error_literal(error, HC_MEMGRAPH_DIFF_ERROR,
			HC_MEMGRAPH_DIFF_ERROR_INPUT, problem->message);
	return graph;
}

/* The summary itself says that a search was cut off; the other formats have no
 * place for that. */
static char *note_on(
	const struct hc_memgraph_diff *options, const struct mg_match *match)
{
	struct mg_match_facts facts;
	mg_match_facts(match, &facts);
	if (!facts.limited || hc_usage_choice(options->format, formats) == 0)
		return NULL;

	return g_strdup("the search for the largest common subgraph was cut "
			"off; there may be a larger one");
}

gboolean hc_memgraph_diff_run(const struct hc_memgraph_diff *options,
	hc_stop_flag stop, char **note, GError **error)
{
	struct mg_match_options how = {
		.way = hc_usage_choice(options->match, ways),
	};
	g_autoptr(mg_graph) a = load(options->files[0], stop, error);
	if (!a)
		return FALSE;
	g_autoptr(mg_graph) b = load(options->files[1], stop, error);
	if (!b)
		return FALSE;

	g_autoptr(mg_match) match = mg_match_new(a, b, &how);
	g_autoptr(mg_diff) diff = match ? mg_diff_new(match) : NULL;
	if (!diff)
		return hc_stopped_fail(error);
	*note = note_on(options, match);

	struct hc_output output;
	if (!hc_output_open(&output, options->output, error))
		return FALSE;
	gboolean ok = write_diff(options, stop, diff, output.file, error);
	return hc_output_close(&output, ok, error);
}

void hc_memgraph_diff_clear(struct hc_memgraph_diff *options)
{
	g_free(options->match);
	g_free(options->format);
	g_free(options->output);
	g_free(options->help);
	g_strfreev(options->files);
}
