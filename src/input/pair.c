/* The closest inputs as files. */
#include "input-inside.h"

#include <errno.h>
#include <glib/gstdio.h>

/* One side: its input in a folder of its own, and its args file beside it. */
static gboolean write_side(const struct hc_input *input,
	const struct hc_result_input *result, const char *folder,
	const char *name, gboolean failing, GError **error)
{
	guint n = input->channels->len;
	g_autofree GBytes **bytes = g_new(GBytes *, n);
	g_autofree char *within = g_build_filename(folder, name, NULL);
	g_autofree char *file = g_strconcat(within, ".args", NULL);
	for (guint i = 0; i < n; i++) {
		const struct hc_result_part *part = result->parts->pdata[i];
		bytes[i] = failing ? part->fail : part->pass;
	}
	g_autoptr(hc_args) args = hc_input_channels_fill(
		input->channels, input->fail, bytes, within, error);
	if (!args)
		return FALSE;
	g_autofree char *shell = hc_args_to_shell(args);
	g_autofree char *line = g_strconcat(shell, "\n", NULL);
	return g_file_set_contents(file, line, -1, error);
}

gboolean hc_input_write_pair(const struct hc_input *input,
	const struct hc_result_input *result, const char *folder,
	GError **error)
{
	if (g_mkdir_with_parents(folder, 0777) < 0) {
		g_set_error(error, HC_INPUT_ERROR, HC_INPUT_ERROR_SYSTEM,
			"cannot make the folder '%s': %s", folder,
			g_strerror(errno));
		return FALSE;
	}
	return write_side(input, result, folder, "pass", FALSE, error) &&
	       write_side(input, result, folder, "fail", TRUE, error);
}

/* ---- For the state ------------------------------------------------------- */

gboolean hc_input_is_in_files(const struct hc_input *input)
{
	return hc_input_channels_need_folder(input->channels);
}

/* All of the failing input but the difference, if that passes. */
static struct hc_command *passing_command(const struct hc_input *input,
	const struct hc_result_input *result, const char *folder,
	GError **error)
{
	guint n = input->channels->len;
	gboolean whole = result->confirmed == HC_CONFIRMED_BOTH;
	g_autofree GBytes **bytes = g_new(GBytes *, n);
	g_autofree char *within = g_build_filename(folder, "pass", NULL);
	for (guint i = 0; i < n; i++) {
		const struct hc_result_part *part = result->parts->pdata[i];
		bytes[i] = whole ? hc_input_without(result, i)
				 : g_bytes_ref(part->pass);
	}
	struct hc_args *args = hc_input_channels_fill(
		input->channels, input->fail, bytes, within, error);
	for (guint i = 0; i < n; i++)
		g_bytes_unref(bytes[i]);
	return args ? hc_command_new(args, error) : NULL;
}

struct hc_runs *hc_input_runs_on_pair(const struct hc_input *input,
	const struct hc_result_input *result, const char *folder,
	GError **error)
{
	const struct hc_args *args = input->fail->args;
	struct hc_command *pass = passing_command(input, result, folder, error);
	struct hc_command *fail =
		pass ? hc_command_new(
			       hc_args_new((const char *const *) args->env,
				       (const char *const *) args->argv,
				       args->input),
			       error)
		     : NULL;
	if (fail)
		return hc_runs_new(pass, fail);
	g_clear_pointer(&pass, hc_command_free);
	return NULL;
}
