/* howcome PASS.args FAIL.args: the differences between states that decide. And
 * howcome FAIL.args: those in the input that decide first. */
#include "artefacts.h"
#include "ask.h"
#include "chain.h"
#include "cmd-states-alone.h"
#include "cmd-states-journal.h"
#include "cmd-states-notes.h"
#include "cmd-states-options.h"
#include "cmd-states-pairs.h"
#include "cmd.h"
#include "exit-status.h"
#include "journal-facts.h"
#include "output.h"
#include "progress-words.h"
#include "report-chain.h"
#include "report-input.h"
#include "version.h"

#include <stdio.h>

/* What those that are told something need to know. */
struct session {
	const struct hc_cmd_states_options *options;
	hc_stop_flag stop;
	struct hc_progress *line;
	struct hc_artefacts *artefacts;
	struct hc_cmd_states_alone alone; /* empty: the user has two runs */
};

/* Pairs of runs that nothing was found with, and those that are left. */
struct pairs_left {
	guint before, after;
};

static void progress(const char *what, gpointer data)
{
	hc_progress_say(((struct session *) data)->line, what);
}

static void tell_progress(
	const struct hc_chain_progress *how_far, gpointer data)
{
	g_autofree char *what = hc_progress_words(how_far);
	progress(what, data);
}

static void tell_test(const struct hc_chain_tested *test, gpointer data)
{
	g_autofree char *what = hc_progress_words_tested(test);
	hc_progress_print(((struct session *) data)->line, what);
}

static void tell_cause(const struct hc_event *event, gpointer data)
{
	g_autofree char *what = hc_progress_words_found(event);
	hc_progress_tell(((struct session *) data)->line, what);
}

static void tell_criterion(const char *fail_if, gpointer data)
{
	g_autofree char *quoted = g_shell_quote(fail_if);
	g_autofree char *what = g_strdup_printf(
		"the output as a whole leaves too much open; trying "
		"--fail-if %s",
		quoted);
	hc_progress_tell(((struct session *) data)->line, what);
}

static gboolean compared(const struct mg_diff *diff,
	const struct hc_event *event, gpointer data, GError **error)
{
	return hc_artefacts_compared(
		((struct session *) data)->artefacts, diff, event, error);
}

/* GDB gets ready while the native runs are made. */
static gboolean observe(const struct session *session, struct hc_runs *runs,
	struct hc_debuggees *debuggees, GError **error)
{
	struct hc_runs_options natively = debuggees->options;
	if (!hc_debuggees_start(debuggees, error) ||
		!hc_runs_observe(runs, &natively, error) ||
		!hc_debuggees_observe(debuggees, error))
		return FALSE;
	hc_cmd_states_print_notes(debuggees, session->line);
	if (session->options->common.verbose)
		hc_cmd_states_print_runs(debuggees, session->line);
	return TRUE;
}

static struct hc_result *find(struct session *session, struct hc_runs *runs,
	struct hc_debuggees *debuggees, GError **error)
{
	const struct hc_cmd_states_options *options = session->options;
	const struct hc_common_options *common = &options->common;
	struct hc_chain_options how = {
		.look = {.match = hc_cmd_states_options_match(options),
			.engine = hc_cmd_states_options_engine(options),
			.jobs = hc_common_options_jobs(common),
			.limit_tests = (guint64) common->limit_tests,
			.limit_seconds = common->limit_time,
			.memory = hc_common_options_memory(common),
			.stop = session->stop,
			.observer = {.progress = tell_progress,
				.tested = common->verbose ? tell_test : NULL,
				.found = tell_cause,
				.criterion = tell_criterion,
				.compared = compared,
				.data = session}},
		.at = options->at,
		.events = (guint) options->events,
	};
	if (!observe(session, runs, debuggees, error))
		return NULL;

	g_autoptr(hc_journal) journal = NULL;
	if (common->journal) {
		journal = hc_cmd_states_journal_open(common, debuggees, error);
		if (!journal)
			return NULL;
		hc_fact_tell_journal(common->journal, journal, session->line);
	}
	how.look.journal = journal;
	struct hc_ask ask = {
		.line = session->line,
		.stop = session->stop,
		.talk = options->ask,
		.intended = (guint) options->intended,
		.faulty = (guint) options->faulty,
	};
	if (hc_cmd_states_options_asks(options))
		how.asker = (struct hc_chain_asker){hc_ask, &ask, journal};
	struct hc_result *result = hc_chain_find(debuggees, &how, error);
	hc_ask_clear(&ask);
	return result;
}

/* What is known of runs that were interrupted before anything was found. */
static struct hc_result *nothing_found(const struct hc_runs *runs)
{
	const struct hc_command *pass = runs->run[HC_PASSING].command;
	const struct hc_command *fail = runs->run[HC_FAILING].command;
	struct hc_result *result = hc_result_new();
	result->program = g_strdup(pass->program->path);
	result->pass.command = g_strdup(pass->shell);
	result->fail.command = g_strdup(fail->shell);
	result->pass.argv = g_strdupv(pass->argv);
	result->fail.argv = g_strdupv(fail->argv);
	result->interrupted = TRUE;
	return result;
}

static gboolean write_text(const struct hc_common_options *common,
	const char *text, GError **error)
{
	struct hc_output output;
	if (!hc_output_open(&output, common->output, error))
		return FALSE;
	fputs(text, output.file);
	return hc_output_close(&output, TRUE, error);
}

static gboolean write_report(const struct session *session,
	const struct hc_result *result, GError **error)
{
	const struct hc_cmd_states_options *options = session->options;
	const struct hc_common_options *common = &options->common;
	struct hc_text_options how = {
		.colour = hc_common_options_in_colour(common),
		.verbose = common->verbose,
		.full = options->full,
		.scripts = options->scripts,
		.pair = session->alone.folder,
		.pair_gone = !session->alone.kept,
	};
	g_autofree char *text =
		hc_common_options_json(common)
			? hc_report_chain_json(
				  result, HOWCOME_VERSION, options->full)
			: hc_report_chain_text(result, &how);
	return write_text(common, text, error);
}

/* All that there is to tell. */
static gboolean write_input(const struct session *session,
	const struct hc_result_input *input, GError **error)
{
	const struct hc_cmd_states_options *options = session->options;
	const struct hc_common_options *common = &options->common;
	const struct hc_input_text_options how = {
		.colour = hc_common_options_in_colour(common),
		.full = options->full,
	};
	g_autofree char *text =
		hc_common_options_json(common)
			? hc_report_input_json(input, HOWCOME_VERSION)
			: hc_report_input_text(input, &how);
	hc_progress_wipe(session->line);
	return write_text(common, text, error);
}

static gboolean report(struct session *session,
	const struct hc_debuggees *debuggees, const struct hc_result *result,
	int *status, GError **error)
{
	if (session->options->common.verbose)
		hc_cmd_states_print_engines(result, session->line);
	hc_progress_wipe(session->line);
	if (!hc_artefacts_finish(
		    session->artefacts, result, debuggees, error) ||
		!write_report(session, result, error))
		return FALSE;
	*status = hc_result_n_isolated(result) ? HC_STATUS_FOUND
					       : HC_STATUS_NOTHING;
	return TRUE;
}

/* One pair. If nothing was found, *done stays FALSE unless it is the last. */
static gboolean analyse(struct session *session, struct hc_runs *runs,
	const struct pairs_left *left, gboolean *done, int *status,
	GError **error)
{
	const struct hc_common_options *common = &session->options->common;
	struct hc_runs_options how = {
		.timeout = common->timeout,
		.fail_if = common->fail_if,
		.test = common->test,
		.expect = common->expected,
		.stop = session->stop,
		.progress = progress,
		.data = session,
	};
	g_autoptr(GError) problem = NULL;
	g_autoptr(hc_debuggees) debuggees =
		hc_debuggees_new(runs, session->options->gdb, &how, error);
	if (!debuggees)
		return FALSE;
	g_autoptr(hc_artefacts) artefacts =
		hc_artefacts_new(session->options->dot, session->options->gxl,
			session->options->scripts, error);
	if (!artefacts)
		return FALSE;
	session->artefacts = artefacts;
	g_autoptr(hc_result) result = find(session, runs, debuggees, &problem);
	gboolean stopped = hc_stop_flag_is_set(session->stop);
	if (!result && stopped)
		result = nothing_found(runs);
	if (!result) {
		g_propagate_error(error, g_steal_pointer(&problem));
		return FALSE;
	}

	result->input = g_steal_pointer(&session->alone.input);
	*done = hc_result_n_isolated(result) || stopped || !left->after;
	result->nearer = left->before;
	result->passing = left->before + 1 + left->after;
	return !*done || report(session, debuggees, result, status, error);
}

/* The runs that are most alike first; the others if there is nothing to tell. */
static gboolean analyse_pairs(
	struct session *session, int *status, GError **error)
{
	gboolean done = FALSE;
	/* Freed last: all runs are in it. */
	g_autoptr(hc_view) view = NULL;
	g_autoptr(GPtrArray) pairs = hc_cmd_states_pairs(
		session->options, &view, session->line, session->stop, error);
	for (guint i = 0; pairs && i < pairs->len && !done; i++) {
		struct pairs_left left = {i, pairs->len - 1 - i};
		struct hc_runs *runs = pairs->pdata[i];
		if (!analyse(session, runs, &left, &done, status, error))
			return FALSE;
		if (!done) {
			g_autofree char *what = g_strdup_printf(
				"no cause was found with '%s'; trying the next "
				"passing run",
				runs->run[HC_PASSING].command->shell);
			hc_progress_tell(session->line, what);
		}
	}
	return pairs != NULL;
}

/* What is known of the input is told even if the rest fails. */
static gboolean analyse_alone(
	struct session *session, int *status, GError **error)
{
	const struct pairs_left none = {0};
	gboolean done = FALSE;
	g_autoptr(GError) problem = NULL;
	struct hc_cmd_states_alone *alone = &session->alone;
	gboolean fine = hc_cmd_states_alone_find(alone, session->options,
		session->line, session->stop, &problem);
	*status = HC_STATUS_NOTHING;
	if (fine && !alone->runs)
		return write_input(session, alone->input, error);
	if (fine &&
		analyse(session, alone->runs, &none, &done, status, &problem))
		return TRUE;
	if (alone->input) {
		alone->input->no_chain = g_strdup(problem->message);
		if (!write_input(session, alone->input, error))
			return FALSE;
	}
	g_propagate_error(error, g_steal_pointer(&problem));
	return FALSE;
}

gboolean hc_cmd_states(
	int argc, char **argv, hc_stop_flag stop, int *status, GError **error)
{
	struct hc_cmd_states_options options = HC_CMD_STATES_OPTIONS_INIT;
	gboolean ok = hc_cmd_states_options_parse(&options, argc, argv, error);
	if (ok && hc_common_options_print(&options.common)) {
		*status = HC_STATUS_FOUND;
	} else if (ok) {
		g_autoptr(hc_progress) line = hc_progress_new(
			options.common.quiet, options.common.verbose);
		struct session session = {
			.options = &options, .stop = stop, .line = line};
		ok = hc_cmd_states_options_alone(&options)
			     ? analyse_alone(&session, status, error)
			     : analyse_pairs(&session, status, error);
		hc_cmd_states_alone_clear(&session.alone);
	}
	hc_cmd_states_options_clear(&options);
	return ok;
}
