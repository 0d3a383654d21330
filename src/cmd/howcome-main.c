/* howcome PASS.args FAIL.args: the program itself. Only here are errors
 * printed and the exit status chosen. */
#include "artefacts.h"
#include "chain.h"
#include "gdbmi.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "report-chain.h"
#include "report.h"
#include "version.h"
#include "warden.h"

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
		g_error_matches(error, HC_PLACE_ERROR, HC_PLACE_ERROR_SYNTAX) ||
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

/* ---- What goes to stderr ---- */

static void print_notes(const struct hc_options *options,
	const struct hc_runs *runs, struct hc_progress *line)
{
	if (options->quiet)
		return;
	if (runs->pass.facts.randomized || runs->fail.facts.randomized)
		hc_progress_print(line,
			"note: the system does not let GDB switch off address "
			"space randomisation; in a container, allow the "
			"personality system call (docker run --security-opt "
			"seccomp=unconfined)");
	if (hc_program_is_older(
		    runs->pass.program, runs->pass.facts.main_source)) {
		g_autofree char *note = g_strdup_printf(
			"note: '%s' is newer than the program; build it anew, "
			"or lines may not be what they seem",
			runs->pass.facts.main_source);
		hc_progress_print(line, note);
	}
	for (guint i = 0; i < runs->notes->len; i++) {
		g_autofree char *note = g_strdup_printf(
			"note: %s", (char *) g_ptr_array_index(runs->notes, i));
		hc_progress_print(line, note);
	}
}

static void print_runs(const struct hc_runs *runs, struct hc_progress *line)
{
	g_autofree char *text = hc_report_runs(runs);
	hc_progress_wipe(line);
	fputs(text, stderr);
	fprintf(stderr,
		"GDB %s; passing run %.3f s natively, %.3f s under GDB; "
		"failing run %.3f s, %.3f s\n",
		runs->pass.facts.version, runs->pass.native->seconds,
		runs->pass.gdb->seconds, runs->fail.native->seconds,
		runs->fail.gdb->seconds);
}

static void print_engines(
	const struct hc_result *result, struct hc_progress *line)
{
	for (guint i = 0; i < result->events->len; i++) {
		const struct hc_event *event =
			g_ptr_array_index(result->events, i);
		if (!event->engine_reason)
			continue;
		g_autofree char *text = g_strdup_printf("%s: %s: %s",
			event->function, event->forked ? "fork" : "rerun",
			event->engine_reason);
		hc_progress_print(line, text);
	}
}

/* ---- The analysis ---- */

/* What those that are told something need to know. */
struct session {
	const struct hc_options *options;
	struct hc_progress *line;
	struct hc_artefacts *artefacts;
};

static void progress(const char *what, gpointer data)
{
	hc_progress_say(((struct session *) data)->line, what);
}

static void tell_progress(const struct hc_chain_progress *p, gpointer data)
{
	static const char *const phases[] = {
		[HC_CHAIN_TRACING] = "tracing both runs",
		[HC_CHAIN_STOPPING] = "stopping both runs",
		[HC_CHAIN_COMPARING] = "comparing both states",
		[HC_CHAIN_NEIGHBOURS] = "trying the cause of a moment nearby",
		[HC_CHAIN_NARROWING] = "narrowing",
		[HC_CHAIN_CONFIRMING] = "confirming the cause",
	};
	g_autofree char *what =
		p->tests ? g_strdup_printf("%s: %u tests, %u deltas left",
				   phases[p->phase], (guint) p->tests,
				   p->remaining)
			 : g_strdup(phases[p->phase]);
	progress(what, data);
}

static void tested(const struct hc_chain_tested *test, gpointer data)
{
	g_autofree char *what = g_strdup_printf("test %u: deltas %s: %s: %s",
		(guint) test->number, test->deltas, test->end,
		hc_verdict_name(test->verdict));
	hc_progress_print(((struct session *) data)->line, what);
}

static gboolean compared(const struct mg_diff *diff,
	const struct hc_event *event, gpointer data, GError **error)
{
	return hc_artefacts_compared(
		((struct session *) data)->artefacts, diff, event, error);
}

static gboolean observe(
	struct session *session, struct hc_runs *runs, GError **error)
{
	const struct hc_options *options = session->options;
	struct hc_runs_options how = {
		.gdb = options->gdb,
		.timeout = options->timeout,
		.fail_if = options->fail_if,
		.test = options->test,
		.stop = &stop_signal,
		.progress = progress,
		.data = session,
	};
	if (!hc_runs_observe(runs, &how, error))
		return FALSE;
	print_notes(options, runs, session->line);
	if (options->verbose)
		print_runs(runs, session->line);
	return TRUE;
}

static struct hc_result *find(
	struct session *session, struct hc_runs *runs, GError **error)
{
	const struct hc_options *options = session->options;
	struct hc_look_options look = {
		.match = hc_options_match(options),
		.engine = hc_options_engine(options),
		.jobs = options->jobs ? (guint) options->jobs
				      : g_get_num_processors(),
		.limit_tests = (guint64) options->limit_tests,
		.limit_seconds = options->limit_time,
		.stop = &stop_signal,
		.observer =
			{
				.progress = tell_progress,
				.tested = options->verbose ? tested : NULL,
				.compared = compared,
				.data = session,
			},
	};
	struct hc_chain_options how = {
		.look = look,
		.at = options->at,
		.events = (guint) options->events,
	};
	if (!observe(session, runs, error))
		return NULL;
	return hc_chain_find(runs, &how, error);
}

/* What is known of runs that were interrupted before anything was found. */
static struct hc_result *nothing_found(const struct hc_runs *runs)
{
	struct hc_result *result = hc_result_new();
	result->program = g_strdup(runs->pass.program->path);
	result->pass.command = g_strdup(runs->pass.command);
	result->fail.command = g_strdup(runs->fail.command);
	result->pass.argv = g_strdupv(runs->pass.argv);
	result->fail.argv = g_strdupv(runs->fail.argv);
	result->interrupted = TRUE;
	return result;
}

static gboolean write_report(const struct hc_options *options,
	const struct hc_result *result, GError **error)
{
	struct hc_output output;
	struct hc_text_options how = {
		.colour = hc_options_in_colour(options),
		.verbose = options->verbose,
		.scripts = options->scripts,
	};
	g_autofree char *text =
		hc_options_json(options)
			? hc_report_chain_json(result, HOWCOME_VERSION)
			: hc_report_chain_text(result, &how);
	if (!hc_output_open(&output, options->output, error))
		return FALSE;
	fputs(text, output.file);
	return hc_output_close(&output, TRUE, error);
}

static gboolean report(struct session *session, const struct hc_runs *runs,
	const struct hc_result *result, int *status, GError **error)
{
	if (session->options->verbose)
		print_engines(result, session->line);
	hc_progress_wipe(session->line);
	if (!hc_artefacts_finish(session->artefacts, result, runs, error) ||
		!write_report(session->options, result, error))
		return FALSE;
	if (hc_result_n_isolated(result))
		*status = STATUS_CHAIN;
	return TRUE;
}

static gboolean analyse(
	const struct hc_options *options, int *status, GError **error)
{
	g_autoptr(hc_runs) runs =
		hc_runs_load(options->files[0], options->files[1], error);
	if (!runs)
		return FALSE;
	g_autoptr(hc_artefacts) artefacts = hc_artefacts_new(
		options->dot, options->gxl, options->scripts, error);
	if (!artefacts)
		return FALSE;
	g_autoptr(hc_progress) line = hc_progress_new(options->quiet);
	struct session session = {options, line, artefacts};
	g_autoptr(GError) problem = NULL;
	g_autoptr(hc_result) result = find(&session, runs, &problem);
	if (!result && stop_signal)
		result = nothing_found(runs);
	if (result)
		return report(&session, runs, result, status, error);
	g_propagate_error(error, g_steal_pointer(&problem));
	return FALSE;
}

int main(int argc, char **argv)
{
	struct hc_options options = {0};
	g_autoptr(GError) error = NULL;
	hc_output_prepare();
	/* First, so that no signal strikes a worker that isn't ready for it. */
	catch_signals();
	hc_warden_enter();
	int status = STATUS_NO_CAUSE;
	if (!hc_options_parse(&options, &argc, &argv, &error)) {
		fprintf(stderr, "howcome: %s; see 'howcome --help'\n",
			error->message);
		status = STATUS_USAGE;
	} else if (options.version) {
		puts("howcome " HOWCOME_VERSION);
		status = 0;
	} else if (!analyse(&options, &status, &error)) {
		fprintf(stderr, "howcome: %s\n", error->message);
		status = status_of(error);
	}
	if (stop_signal) {
		fputs("howcome: interrupted\n", stderr);
		status = STATUS_SIGNAL + stop_signal;
	}
	hc_options_clear(&options);
	return status;
}
