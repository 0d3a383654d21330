/* howcome input FAIL.args: what of the input decides. */
#include "cmd-input-find.h"
#include "cmd-input-options.h"
#include "cmd.h"
#include "exit-status.h"
#include "output.h"
#include "report-input.h"
#include "version.h"

#include <stdio.h>

struct session {
	const struct hc_cmd_input_options *options;
	hc_stop_flag stop;
	struct hc_progress *line;
};

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

static gboolean analyse(struct session *session, int *status, GError **error)
{
	g_auto(hc_cmd_input_search) search = {
		.common = &session->options->common,
		.names = session->options->input,
		.repeat = (guint) session->options->repeat,
		.journal = session->options->common.journal,
		.stop = session->stop,
		.line = session->line,
	};
	g_autoptr(hc_result_input) result = hc_cmd_input_find(&search, error);
	return result && report(session, search.input, result, status, error);
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
