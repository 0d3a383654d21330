#include "cmd-states-alone.h"

#include "cmd-input-find.h"
#include "process-scratch.h"

/* The program sees the name, so it is the same each time: a report depends on
 * it. */
static const char name_of_pair[] = "howcome-pair";

static gboolean is_taken(const char *folder, GError **error)
{
	if (!g_file_test(folder, G_FILE_TEST_EXISTS))
		return FALSE;
	g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
		"the passing input is to be in '%s', but there is such a "
		"folder already; use --pair DIR",
		folder);
	return TRUE;
}

static gboolean make_folder(struct hc_cmd_states_alone *alone,
	const struct hc_cmd_states_options *options,
	const struct hc_input *input, GError **error)
{
	alone->kept = options->pair != NULL;
	if (!alone->kept && !hc_input_is_in_files(input))
		return TRUE;
	alone->folder = g_strdup(alone->kept ? options->pair : name_of_pair);
	if (alone->kept)
		return TRUE;
	alone->scratch = hc_scratch_make(name_of_pair, error);
	if (!alone->scratch)
		g_prefix_error(error,
			"the passing input needs a place, or --pair DIR: ");
	return alone->scratch != NULL;
}

static gboolean write_args(
	const char *folder, const struct hc_runs *runs, GError **error)
{
	static const char *const names[] = {"pass.args", "fail.args"};
	for (guint side = 0; side < HC_SIDES; side++) {
		g_autofree char *file =
			g_build_filename(folder, names[side], NULL);
		g_autofree char *line =
			g_strconcat(runs->run[side].command->shell, "\n", NULL);
		if (!g_file_set_contents(file, line, -1, error))
			return FALSE;
	}
	return TRUE;
}

static gboolean make_runs(struct hc_cmd_states_alone *alone,
	const struct hc_input *input, GError **error)
{
	alone->runs = hc_input_runs_on_pair(
		input, alone->input, alone->folder, error);
	return alone->runs &&
	       (!alone->kept || write_args(alone->folder, alone->runs, error));
}

gboolean hc_cmd_states_alone_find(struct hc_cmd_states_alone *alone,
	const struct hc_cmd_states_options *options, struct hc_progress *line,
	hc_stop_flag stop, GError **error)
{
	const struct hc_common_options *common = &options->common;
	g_autofree char *journal =
		common->journal ? g_strconcat(common->journal, ".input", NULL)
				: NULL;
	g_auto(hc_cmd_input_search) search = {
		.common = common,
		.names = options->input,
		.repeat = (guint) options->repeat,
		.journal = journal,
		.stop = stop,
		.line = line,
	};
	if (!options->pair && is_taken(name_of_pair, error))
		return FALSE;
	alone->input = hc_cmd_input_find(&search, error);
	if (!alone->input)
		return FALSE;
	if (!alone->input->narrowed || hc_stop_flag_is_set(stop))
		return TRUE;
	return make_folder(alone, options, search.input, error) &&
	       make_runs(alone, search.input, error);
}

void hc_cmd_states_alone_clear(struct hc_cmd_states_alone *alone)
{
	g_clear_pointer(&alone->input, hc_result_input_free);
	g_clear_pointer(&alone->runs, hc_runs_free);
	if (alone->scratch)
		hc_scratch_remove(alone->scratch);
	g_clear_pointer(&alone->scratch, g_free);
	g_clear_pointer(&alone->folder, g_free);
}
