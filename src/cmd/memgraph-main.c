/* memgraph RUN.args: the state of a program at a place, for people; and
 * memgraph diff A.gxl B.gxl. Only here are their errors printed and their exit
 * status chosen. */
#include "command.h"
#include "dot.h"
#include "exit-status.h"
#include "gxl.h"
#include "interrupt.h"
#include "memgraph-diff.h"
#include "output.h"
#include "report-graph.h"
#include "report.h"
#include "size.h"
#include "target.h"
#include "usage.h"
#include "version.h"
#include "warden.h"

#include <stdio.h>
#include <string.h>

struct options {
	char *at;
	char *format;
	char *output;
	char *gdb;
	double timeout;
	char *memory; /* NULL: half of the machine's */
	gboolean version;
	char *help; /* the text, if it was asked for */
	char **files;
	hc_stop_flag stop;
};

static const char summary[] =
	"Runs a program to a place and shows its state as a memory graph.\n"
	"\n"
	"The args file holds one command, as typed in a shell. WHERE is a\n"
	"FUNCTION or FILE:LINE, with #N for the Nth time it is reached.\n"
	"\n"
	"'memgraph diff A.gxl B.gxl' compares two graphs that were saved with\n"
	"--format=gxl; see 'memgraph diff --help'.";

static const char description[] =
	"Exit status:\n"
	"  0  the state was shown\n"
	"  1  the run does not reach the place\n"
	"  2  usage: bad option, args file or place\n"
	"  4  the environment: no GDB, no ptrace, no program, no debug "
	"information\n"
	"  130, 143  interrupted\n";

static gboolean check(const struct options *options, GError **error)
{
	static const char *const formats[] = {
		"summary", "json", "dot", "gxl", NULL};
	const char *problem = NULL;
	guint64 bytes;

	if (options->version || options->help)
		return TRUE;

	if (!options->files || g_strv_length(options->files) != 1)
		problem = "one args file is needed";
	else if (hc_usage_choice(options->format, formats) < 0)
		problem = "--format takes summary, json, dot or gxl";
	else if (!(options->timeout > 0 && options->timeout <= 1e6))
		problem = "--timeout takes seconds, up to 1000000";
	else if (options->memory && !hc_size_parse(options->memory, &bytes))
		problem = "--memory takes a size, such as 2000000, 512M or 4G";
	return hc_usage_check(problem, error);
}

static gboolean parse(
	struct options *options, int *argc, char ***argv, GError **error)
{
	const GOptionEntry entries[] = {
		{"at", 0, 0, G_OPTION_ARG_STRING, &options->at,
			"Where to stop (default: main)", "WHERE"},
		{"format", 0, 0, G_OPTION_ARG_STRING, &options->format,
			"summary, json, dot or gxl (default: summary)",
			"FORMAT"},
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
			"Write to FILE", "FILE"},
		{"gdb", 0, 0, G_OPTION_ARG_FILENAME, &options->gdb,
			"The GDB to use (default: gdb in PATH)", "PATH"},
		{"timeout", 0, 0, G_OPTION_ARG_DOUBLE, &options->timeout,
			"Seconds to get there (default: 60)", "S"},
		{"memory", 0, 0, G_OPTION_ARG_STRING, &options->memory,
			"Use no more memory than SIZE for the state (K, M, G; "
			"default: half of the machine's)",
			"SIZE"},
		{"version", 0, 0, G_OPTION_ARG_NONE, &options->version,
			"Print the version and exit", NULL},
		{G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY,
			&options->files, NULL, NULL},
		{NULL},
	};
	const struct hc_usage usage = {
		.name = "memgraph",
		.arguments = "RUN.args",
		.summary = summary,
		.description = description,
		.entries = entries,
	};

	return hc_usage_parse(&usage, argc, argv, &options->help, error) &&
	       check(options, error);
}

static double seconds_since(gint64 *moment)
{
	gint64 before = *moment;
	*moment = g_get_monotonic_time();
	return (double) (*moment - before) / 1e6;
}

/* A picture with more vertices than this is of no use. */
enum { MOST_DRAWN = 500 };

static gboolean write_format(const struct options *options, FILE *file,
	const struct mg_graph *graph, const struct hc_graph_report *report,
	GError **error)
{
	const char *format = options->format ? options->format : "summary";
	if (strcmp(format, "dot") == 0)
		return mg_dot_write(graph, MOST_DRAWN, file, error);
	if (strcmp(format, "gxl") == 0)
		return mg_gxl_write(graph, file, error);

	g_autofree char *text = strcmp(format, "json") == 0
					? hc_report_graph_json(report)
					: hc_report_graph_text(report);
	/* Numbers may be incomplete. */
	if (hc_stop_flag_is_set(options->stop))
		return hc_stopped_fail(error);
	fputs(text, file);
	return TRUE;
}

static gboolean write_all(const struct options *options,
	const struct mg_graph *graph, const struct hc_graph_report *report,
	GError **error)
{
	struct hc_output output;
	if (!hc_output_open(&output, options->output, error))
		return FALSE;
	gboolean ok = write_format(options, output.file, graph, report, error);
	return hc_output_close(&output, ok, error);
}

static gboolean show(const struct options *options,
	const struct hc_command *command, const struct hc_place *place,
	GError **error)
{
	struct hc_launch launch = {
		.path = command->program->path,
		.argv = (const char *const *) command->argv,
		.env = (const char *const *) command->env,
		.input = command->args->input,
		.limits = HC_LIMITS_INIT,
		.timeout = options->timeout,
		.stop = options->stop,
	};
	struct hc_gdb_options gdb = {
		.gdb = options->gdb,
		.separate_debug = command->program->debug_path != NULL,
		.hold = TRUE,
	};
	struct hc_graph_report report = {0};
	struct hc_snapshot_options how = {
		.debug_dir = hc_program_debug_dir(command->program),
		.memory = hc_size_half_of_memory(),
	};
	if (options->memory)
		hc_size_parse(options->memory, &how.memory);
	gint64 moment = g_get_monotonic_time();
	g_autoptr(hc_target) target = hc_target_new(&launch, &gdb, error);
	if (!target)
		return FALSE;

	report.start = seconds_since(&moment);
	if (!hc_target_run_to(target, place, error))
		return FALSE;
	report.stop = seconds_since(&moment);

	const char *source = hc_target_source(target);
	if (hc_program_is_older(command->program, source))
		fprintf(stderr,
			"memgraph: note: '%s' is newer than the program; "
			"rebuild it, or line numbers may be wrong\n",
			source);

	g_autoptr(hc_snapshot) snapshot = hc_snapshot_new(target, &how, error);
	if (!snapshot)
		return FALSE;
	report.extract = seconds_since(&moment);
	g_autofree char *shell = hc_report_safe(command->shell);
	report.command = shell;
	report.location = hc_target_place(target);
	report.facts = *hc_snapshot_facts(snapshot);

	const struct mg_graph *graph = hc_snapshot_graph(snapshot);
	mg_graph_summary(graph, &report.summary);
	return write_all(options, graph, &report, error);
}

static gboolean run(const struct options *options, GError **error)
{
	g_auto(hc_place) place = {0};
	if (!hc_place_parse(&place, options->at ? options->at : "main", error))
		return FALSE;
	g_autoptr(hc_command) command =
		hc_command_load(options->files[0], error);
	return command &&
	       hc_program_check_debuggable(command->program, NULL, error) &&
	       show(options, command, &place, error);
}

/* A mistake in the graph files is the user's; trouble with the output is
 * not. */
static int compare(int argc, char **argv, hc_stop_flag stop)
{
	struct hc_memgraph_diff diff = {0};
	g_autoptr(GError) error = NULL;
	g_autofree char *note = NULL;
	int status = HC_STATUS_FOUND;
	gboolean interrupted = FALSE;

	if (!hc_memgraph_diff_parse(&diff, &argc, &argv, &error)) {
		fprintf(stderr,
			"memgraph diff: %s; see 'memgraph diff --help'\n",
			error->message);
		status = HC_STATUS_USAGE;
	} else if (diff.help) {
		fputs(diff.help, stdout);
	} else if (!hc_memgraph_diff_run(&diff, stop, &note, &error)) {
		/* What is complete when a signal comes is not interrupted. */
		interrupted = hc_stop_flag_is_set(stop);
		if (!interrupted)
			fprintf(stderr, "memgraph diff: %s\n", error->message);
		status = error->domain == HC_MEMGRAPH_DIFF_ERROR
				 ? HC_STATUS_USAGE
				 : HC_STATUS_ENVIRONMENT;
	} else if (note) {
		fprintf(stderr, "memgraph diff: note: %s\n", note);
	}

	hc_memgraph_diff_clear(&diff);
	return interrupted ? hc_interrupt_status("memgraph diff", status)
			   : status;
}

int main(int argc, char **argv)
{
	hc_output_prepare();
	hc_stop_flag stop = hc_interrupt_catch();
	if (argc > 1 && strcmp(argv[1], "diff") == 0)
		return compare(argc - 1, argv + 1, stop);

	struct options options = {.timeout = 60, .stop = stop};
	g_autoptr(GError) error = NULL;
	int status = HC_STATUS_FOUND;
	gboolean interrupted = FALSE;

	hc_warden_enter();
	if (!parse(&options, &argc, &argv, &error)) {
		fprintf(stderr, "memgraph: %s; see 'memgraph --help'\n",
			error->message);
		status = HC_STATUS_USAGE;
	} else if (options.help) {
		fputs(options.help, stdout);
	} else if (options.version) {
		puts("memgraph (howcome) " HOWCOME_VERSION);
	} else if (!run(&options, &error)) {
		interrupted = hc_stop_flag_is_set(stop);
		if (!interrupted)
			fprintf(stderr, "memgraph: %s\n", error->message);
		status = hc_exit_status_of(error);
	}

	g_free(options.at);
	g_free(options.format);
	g_free(options.output);
	g_free(options.gdb);
	g_free(options.memory);
	g_free(options.help);
	g_strfreev(options.files);
	return interrupted ? hc_interrupt_status("memgraph", status) : status;
}
