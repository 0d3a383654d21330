/* howcome PASS.args FAIL.args: the program itself. Only here are errors
 * printed and the exit status chosen. */
#include "chain.h"
#include "gdbmi.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "report-event.h"
#include "report.h"
#include "version.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum status {
	STATUS_CHAIN = 0,
	STATUS_NO_CAUSE = 1,
	STATUS_USAGE = 2,
	STATUS_CLAIM = 3,
	STATUS_ENVIRONMENT = 4,
	STATUS_SIGNAL = 128,
};

/* The signal that asked us to stop; handlers can reach nothing but this. */
static volatile sig_atomic_t stop_signal;

static void on_signal(int number)
{
	stop_signal = number;
}

static void catch_signals(void)
{
	/* A second Ctrl-C is not needed: waits end within a fraction of a
	 * second. SIGPIPE would end us in the middle of a report. */
	struct sigaction action = {.sa_handler = on_signal};
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	action.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &action, NULL);
}

static int status_of(const GError *error)
{
	if (g_error_matches(error, HC_ORACLE_ERROR, HC_ORACLE_ERROR_CLAIM))
		return STATUS_CLAIM;
	if (error->domain == HC_ARGS_ERROR || error->domain == G_OPTION_ERROR ||
		error->domain == HC_ORACLE_ERROR ||
		g_error_matches(
			error, HC_TARGET_ERROR, HC_TARGET_ERROR_SYNTAX) ||
		g_error_matches(
			error, HC_TARGET_ERROR, HC_TARGET_ERROR_NO_PLACE) ||
		g_error_matches(
			error, HC_PROGRAM_ERROR, HC_PROGRAM_ERROR_DIFFERENT) ||
		g_error_matches(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_INPUT))
		return STATUS_USAGE;
	if (error->domain == HC_RUNS_ERROR)
		return STATUS_CLAIM;
	if (g_error_matches(
		    error, HC_TARGET_ERROR, HC_TARGET_ERROR_NOT_REACHED))
		return STATUS_NO_CAUSE;
	return STATUS_ENVIRONMENT;
}

static void progress(const char *what, gpointer data)
{
	hc_progress_say(data, what);
}

static gboolean write_report(
	const struct hc_options *options, const char *text, GError **error)
{
	struct hc_output output;
	if (!hc_output_open(&output, options->output, error))
		return FALSE;
	fputs(text, output.file);
	return hc_output_close(&output, TRUE, error);
}

static void print_notes(
	const struct hc_options *options, const struct hc_runs *runs)
{
	if (options->quiet)
		return;
	if (runs->pass.facts.randomized || runs->fail.facts.randomized)
		fprintf(stderr,
			"howcome: note: the system does not let GDB switch off "
			"address space randomisation; in a container, allow "
			"the personality system call (docker run "
			"--security-opt seccomp=unconfined)\n");
	if (hc_program_is_older(
		    runs->pass.program, runs->pass.facts.main_source))
		fprintf(stderr,
			"howcome: note: '%s' is newer than the program; build "
			"it anew, or lines may not be what they seem\n",
			runs->pass.facts.main_source);
	for (guint i = 0; i < runs->notes->len; i++)
		fprintf(stderr, "howcome: note: %s\n",
			(char *) g_ptr_array_index(runs->notes, i));
	if (options->verbose)
		fprintf(stderr,
			"howcome: GDB %s; passing run %.3f s natively, %.3f s "
			"under GDB; failing run %.3f s, %.3f s\n",
			runs->pass.facts.version, runs->pass.native->seconds,
			runs->pass.gdb->seconds, runs->fail.native->seconds,
			runs->fail.gdb->seconds);
}

static void tested(const char *what, gpointer data)
{
	hc_progress_wipe(data);
	fprintf(stderr, "howcome: %s\n", what);
}

static gboolean find_chain(const struct hc_options *options,
	const struct hc_runs *runs, struct hc_progress *line, int *status,
	GError **error)
{
	struct hc_chain_options how = {
		.isolate =
			{
				.gdb = options->gdb,
				.match = hc_options_match(options),
				.engine = hc_options_engine(options),
				.jobs = options->jobs ? (guint) options->jobs
						      : g_get_num_processors(),
				.limit_tests = (guint64) options->limit_tests,
				.limit_seconds = options->limit_time,
				.stop = &stop_signal,
				.progress = progress,
				.tested = options->verbose ? tested : NULL,
				.data = line,
			},
		.at = options->at,
	};
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(hc_finding) finding = hc_chain_find(runs, &how, error);
	hc_progress_wipe(line);
	if (!finding)
		return FALSE;
	for (guint i = 0; i < finding->events->len; i++) {
		const struct hc_event *event =
			g_ptr_array_index(finding->events, i);
		if (options->verbose && event->engine_reason)
			fprintf(stderr, "howcome: %s: %s\n",
				event->forked ? "fork" : "rerun",
				event->engine_reason);
		g_autofree char *found = hc_report_event(event);
		g_string_append(text, found);
	}
	if (hc_finding_n_isolated(finding))
		*status = STATUS_CHAIN;
	return write_report(options, text->str, error);
}

static gboolean analyse(
	const struct hc_options *options, int *status, GError **error)
{
	g_autoptr(hc_runs) runs =
		hc_runs_load(options->files[0], options->files[1], error);
	if (!runs)
		return FALSE;
	struct hc_progress line;
	hc_progress_init(&line, options->quiet);
	struct hc_runs_options how = {
		.gdb = options->gdb,
		.timeout = options->timeout,
		.fail_if = options->fail_if,
		.test = options->test,
		.stop = &stop_signal,
		.progress = progress,
		.data = &line,
	};
	gboolean ok = hc_runs_observe(runs, &how, error);
	hc_progress_wipe(&line);
	if (!ok)
		return FALSE;
	print_notes(options, runs);
	return find_chain(options, runs, &line, status, error);
}

/* Descriptors 0 to 2 are always open, or a file of ours would become one. */
static void open_standard_streams(void)
{
	int fd;
	do
		fd = open("/dev/null", O_RDWR | O_NOCTTY);
	while (fd >= 0 && fd <= 2);
	if (fd > 2)
		close(fd);
}

int main(int argc, char **argv)
{
	struct hc_options options = {0};
	g_autoptr(GError) error = NULL;
	open_standard_streams();
	catch_signals();
	int status = STATUS_NO_CAUSE;
	if (!hc_options_parse(&options, &argc, &argv, &error)) {
		fprintf(stderr, "howcome: %s; see 'howcome --help'\n",
			error->message);
		status = STATUS_USAGE;
	} else if (options.version) {
		puts("howcome " HOWCOME_VERSION);
		status = 0;
	} else if (!analyse(&options, &status, &error)) {
		fprintf(stderr, "howcome: %s\n",
			stop_signal ? "interrupted" : error->message);
		status = status_of(error);
	}
	if (stop_signal)
		status = STATUS_SIGNAL + stop_signal;
	hc_options_clear(&options);
	return status;
}
