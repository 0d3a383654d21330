/* howcome input FAIL.args: what of the input decides. */
#include "cmd-input-options.h"
#include "cmd.h"
#include "exit-status.h"
#include "input.h"
#include "journal-facts.h"
#include "output.h"
#include "progress.h"
#include "report-input.h"
#include "version.h"

#include <stdio.h>

struct session {
	const struct hc_cmd_input_options *options;
	hc_stop_flag stop;
	struct hc_progress *line;
};

static void progress(const char *what, gpointer data)
{
	hc_progress_say(((struct session *) data)->line, what);
}

static void step(const struct dd_step *step, guint64 tests, gpointer data)
{
	const struct session *session = data;
	g_autofree char *what =
		g_strdup_printf("narrowing the input: %" G_GUINT64_FORMAT
				" test%s, %u difference%s left",
			tests, tests == 1 ? "" : "s", step->remaining,
			step->remaining == 1 ? "" : "s");
	hc_progress_say(session->line, what);
	if (!session->options->common.verbose)
		return;
	g_autofree char *line = g_strdup_printf(
		"test %" G_GUINT64_FORMAT ": %u differences: %s", tests,
		step->configuration->size, hc_verdict_name(step->outcome));
	hc_progress_print(session->line, line);
}

/* ---- The journal --------------------------------------------------------- */

/* Outcomes are only worth something for the same program, input and failure. */
static struct hc_journal *open_journal(const struct session *session,
	const struct hc_input *input, GError **error)
{
	const struct hc_common_options *common = &session->options->common;
	const struct hc_runs *runs = hc_input_runs(input);
	const struct hc_command *fail = runs->run[HC_FAILING].command;
	gboolean varies = runs->varying != NULL;
	g_autofree char *folder = g_get_current_dir();
	g_autofree char *program = hc_fact_of_file(fail->program->path);
	g_autofree char *digest = hc_input_digest(input);
	g_autofree char *failure = hc_fact_of_failure(common);
	g_autofree char *repeat =
		g_strdup_printf("%d", session->options->repeat);
	g_autofree char *passes =
		hc_fact_of_outcome(runs->run[HC_PASSING].native, varies);
	g_autofree char *fails =
		hc_fact_of_outcome(runs->run[HC_FAILING].native, varies);
	const struct hc_journal_fact facts[] = {
		{"howcome's version", HOWCOME_VERSION},
		{"the current directory", folder},
		{"the program", program},
		{"the failing command", fail->shell},
		{"the input", digest},
		{"what counts as a failure", failure},
		{"the runs of a test", repeat},
		{"what the passing run does", passes},
		{"what the failing run does", fails},
	};
	struct hc_journal *journal = hc_journal_open(
		common->journal, facts, G_N_ELEMENTS(facts), error);
	if (journal)
		hc_fact_tell_journal(common, journal, session->line);
	return journal;
}

/* ---- The report ---------------------------------------------------------- */

static gboolean write_report(const struct session *session,
	const struct hc_result_input *result, GError **error)
{
	const struct hc_common_options *common = &session->options->common;
	const struct hc_input_text_options how = {
		.colour = hc_common_options_in_colour(common),
		.full = session->options->full,
		.pair = session->options->pair,
	};
	struct hc_output output;
	g_autofree char *text =
		hc_common_options_json(common)
			? hc_report_input_json(result, HOWCOME_VERSION)
			: hc_report_input_text(result, &how);
	if (!hc_output_open(&output, common->output, error))
		return FALSE;
	fputs(text, output.file);
	return hc_output_close(&output, TRUE, error);
}

/* What is known so far is told even if the user stopped it. */
static gboolean find(const struct session *session, struct hc_input *input,
	struct hc_result_input *result, GError **error)
{
	g_autoptr(hc_journal) journal = NULL;
	g_autoptr(GError) problem = NULL;
	if (session->options->common.journal) {
		journal = open_journal(session, input, error);
		if (!journal)
			return FALSE;
	}
	if (hc_input_find(input, journal, result, &problem) ||
		hc_stop_flag_is_set(session->stop))
		return TRUE;
	g_propagate_error(error, g_steal_pointer(&problem));
	return FALSE;
}

static gboolean report(struct session *session, const struct hc_input *input,
	const struct hc_result_input *result, int *status, GError **error)
{
	hc_progress_wipe(session->line);
	if (session->options->pair && result->narrowed &&
		!hc_input_write_pair(
			input, result, session->options->pair, error))
		return FALSE;
	*status = result->narrowed ? HC_STATUS_FOUND : HC_STATUS_NOTHING;
	return write_report(session, result, error);
}

/* ---- All of it ----------------------------------------------------------- */

static gboolean load(const struct hc_common_options *common,
	struct hc_command **fail, struct hc_command **pass, GError **error)
{
	*pass = NULL;
	if (common->words) {
		const char *const *words = common->words->pdata[0];
		*fail = hc_command_from_words(words, error);
	} else {
		*fail = hc_command_load(common->files[0], error);
	}
	if (!*fail) {
		hc_runs_name_error(HC_FAILING, error);
		return FALSE;
	}
	if (common->words || !common->files[1])
		return TRUE;
	*pass = hc_command_load(common->files[1], error);
	if (*pass)
		return TRUE;
	hc_runs_name_error(HC_PASSING, error);
	g_clear_pointer(fail, hc_command_free);
	return FALSE;
}

static gboolean analyse(struct session *session, int *status, GError **error)
{
	const struct hc_common_options *common = &session->options->common;
	const struct hc_input_options how = {
		.names = session->options->input,
		.fail_if = common->fail_if,
		.test = common->test,
		.expect = common->expected,
		.timeout = common->timeout,
		.jobs = hc_common_options_jobs(common),
		.repeat = (guint) session->options->repeat,
		.limit_tests = (guint64) common->limit_tests,
		.limit_seconds = common->limit_time,
		.stop = session->stop,
		.progress = progress,
		.step = step,
		.data = session,
	};
	struct hc_command *fail, *pass;
	if (!load(common, &fail, &pass, error))
		return FALSE;
	g_autoptr(hc_input) input = hc_input_new(fail, pass, &how, error);
	if (!input)
		return FALSE;
	g_autoptr(hc_result_input) result = hc_result_input_new();
	g_autoptr(GError) problem = NULL;
	if (hc_input_observe(input, &problem)) {
		if (!find(session, input, result, error))
			return FALSE;
	} else if (hc_stop_flag_is_set(session->stop)) {
		result->interrupted = TRUE;
		result->command = g_strdup(fail->shell);
		result->argv = g_strdupv(fail->argv);
		result->program = g_strdup(fail->program->path);
	} else {
		g_propagate_error(error, g_steal_pointer(&problem));
		return FALSE;
	}
	return report(session, input, result, status, error);
}

gboolean hc_cmd_input(
	int argc, char **argv, hc_stop_flag stop, int *status, GError **error)
{
	struct hc_cmd_input_options options = HC_CMD_INPUT_OPTIONS_INIT;
	gboolean ok = hc_cmd_input_options_parse(&options, argc, argv, error);
	if (ok && hc_common_options_print(&options.common)) {
		*status = HC_STATUS_FOUND;
	} else if (ok) {
		g_autoptr(hc_progress) line = hc_progress_new(
			options.common.quiet, options.common.verbose);
		struct session session = {
			.options = &options, .stop = stop, .line = line};
		ok = analyse(&session, status, error);
	}
	hc_cmd_input_options_clear(&options);
	return ok;
}
