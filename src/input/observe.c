/* The ends: the failing run, and one that passes. */
#include "input-inside.h"

#include "process-scratch.h"

#include <string.h>

/* The first run of all may take that long, in seconds … */
#define PATIENCE 10.0
/* … unless all that one wants to know is whether it ends well at once. */
#define IMPATIENCE 1.0

GQuark hc_input_error_quark(void)
{
	return g_quark_from_static_string("hc-input-error");
}

static const struct hc_input_channel *channel_at(
	const struct hc_input *input, guint i)
{
	return input->channels->pdata[i];
}

/* ---- Commands on copies -------------------------------------------------- */

/* The failing command on another input; errors call it `shown`. */
static struct hc_command *command_on(const struct hc_input *input,
	GBytes *const *bytes, const char *name, const char *shown,
	GError **error)
{
	g_autofree char *folder =
		input->folder ? g_build_filename(input->folder, name, NULL)
			      : NULL;
	struct hc_args *args = hc_input_channels_fill(
		input->channels, input->fail, bytes, folder, error);
	struct hc_command *command = args ? hc_command_new(args, error) : NULL;
	if (command) {
		g_free(command->shell);
		command->shell = g_strdup(shown);
	}
	return command;
}

static struct hc_command *fail_command(
	const struct hc_input *input, GError **error)
{
	g_autofree GBytes **bytes = g_new(GBytes *, input->channels->len);
	for (guint i = 0; i < input->channels->len; i++)
		bytes[i] = channel_at(input, i)->fail;
	return command_on(input, bytes, "fail", input->fail->shell, error);
}

/* ---- Two ends ------------------------------------------------------------ */

static gboolean is_told(const struct hc_input *input)
{
	return input->options->fail_if || input->options->test ||
	       input->options->expect;
}

/* What one side is run on. */
struct ends {
	struct hc_input *input;
	GBytes *const *pass;
	const struct hc_input_options *options;
};

static void tell_progress(const char *what, gpointer data)
{
	const struct ends *ends = data;
	if (ends->options->progress)
		ends->options->progress(what, ends->options->data);
}

/* The last run may have written to its input. */
static gboolean prepare(enum hc_side side, gpointer data, GError **error)
{
	const struct ends *ends = data;
	g_autoptr(hc_command) again =
		side == HC_FAILING ? fail_command(ends->input, error)
				   : command_on(ends->input, ends->pass, "pass",
					     "", error);
	return again != NULL;
}

/* Takes the passing command. */
static gboolean observe_pair(struct hc_input *input, struct hc_command *pass,
	GBytes *const *bytes, GError **error)
{
	const struct hc_input_options *options = input->options;
	struct ends ends = {input, bytes, options};
	const struct hc_runs_options how = {
		.timeout = options->timeout,
		.fail_if = options->fail_if,
		.test = options->test,
		.expect = options->expect,
		.stop = options->stop,
		.prepare = prepare,
		.progress = tell_progress,
		.data = &ends,
	};
	struct hc_command *fail = fail_command(input, error);
	if (!fail) {
		hc_command_free(pass);
		return FALSE;
	}
	g_clear_pointer(&input->runs, hc_runs_free);
	input->runs = hc_runs_new(pass, fail);
	return hc_runs_observe(input->runs, &how, error);
}

static void set_pairs(struct hc_input *input, GBytes **pass, guint8 *kept)
{
	for (guint i = 0; i < input->channels->len; i++)
		input->pairs[i] = (struct hc_input_pair){
			.pass = pass[i],
			.fail = g_bytes_ref(channel_at(input, i)->fail),
			.kept = i == 0 ? kept : NULL,
		};
}

static gboolean observe_given(struct hc_input *input, GError **error)
{
	guint n = input->channels->len;
	g_autofree GBytes **bytes = g_new(GBytes *, n);
	for (guint i = 0; i < n; i++)
		bytes[i] = g_bytes_ref(channel_at(input, i)->pass);
	set_pairs(input, bytes, NULL);
	struct hc_command *pass =
		command_on(input, bytes, "pass", input->pass->shell, error);
	return pass && observe_pair(input, pass, bytes, error);
}

/* ---- Neighbours ---------------------------------------------------------- */

static struct hc_outcome *run_once(const struct hc_input *input,
	struct hc_command *command, double patience, GError **error)
{
	const struct hc_run run = {.command = command};
	double timeout = input->options->timeout;
	struct hc_launch launch = hc_run_launch(
		&run, timeout > 0 ? timeout : patience, input->options->stop);
	return hc_launch_native(&launch, error);
}

/* A run that ends well does not fail, unless the user says so. */
static gboolean check_fails(struct hc_input *input, GError **error)
{
	g_autoptr(hc_command) fail = fail_command(input, error);
	g_autoptr(hc_outcome) outcome =
		fail ? run_once(input, fail, IMPATIENCE, error) : NULL;
	if (!outcome)
		return FALSE;
	if (is_told(input) || outcome->end != HC_END_EXIT ||
		outcome->status != 0)
		return TRUE;
	g_set_error(error, HC_INPUT_ERROR, HC_INPUT_ERROR_CLAIM,
		"the failing run does not fail: %s exits with status 0; say "
		"what a failure is (--fail-if, --test), or give a command "
		"that passes as well",
		fail->shell);
	return FALSE;
}

static gboolean is_claim(const GError *error)
{
	return g_error_matches(error, HC_ORACLE_ERROR, HC_ORACLE_ERROR_CLAIM) ||
	       g_error_matches(error, HC_RUNS_ERROR, HC_RUNS_ERROR_CLAIM);
}

/* Whether it passes; `well`: only by exit status 0. An error is not that it
 * does not. */
static gboolean try_neighbour(struct hc_input *input, guint8 *kept,
	const char *words, gboolean well, gboolean *passes, GError **error)
{
	guint n = input->channels->len;
	g_autoptr(GError) problem = NULL;
	g_autofree GBytes **bytes = g_new(GBytes *, n);
	g_autofree char *shown =
		g_strdup_printf("%s, on %s", input->fail->shell, words);
	for (guint i = 0; i < n; i++)
		bytes[i] = hc_input_keep(
			channel_at(input, i)->fail, i == 0 ? kept : NULL);
	struct hc_command *command =
		command_on(input, bytes, "pass", shown, error);
	g_autoptr(hc_outcome) outcome =
		command ? run_once(input, command, PATIENCE, error) : NULL;
	gboolean fine = outcome != NULL;
	*passes = FALSE;
	if (outcome && outcome->end == HC_END_EXIT &&
		(outcome->status == 0) == well)
		*passes = observe_pair(
			input, g_steal_pointer(&command), bytes, &problem);
	if (problem && !is_claim(problem)) {
		g_propagate_error(error, g_steal_pointer(&problem));
		fine = FALSE;
	}
	g_clear_pointer(&command, hc_command_free);
	if (fine && *passes) {
		set_pairs(input, bytes, kept);
		return TRUE;
	}
	for (guint i = 0; i < n; i++)
		g_bytes_unref(bytes[i]);
	return fine;
}

/* One that ends well is the better one, even if it is larger. */
static gboolean observe_neighbour(struct hc_input *input, GError **error)
{
	if (!check_fails(input, error))
		return FALSE;
	for (guint round = 0; round < 2; round++) {
		guint8 *kept;
		char *words;
		for (guint i = 0; hc_input_neighbour(input, i, &kept, &words);
			i++) {
			gboolean passes = FALSE, fine = TRUE;
			if (kept || i == 0)
				fine = try_neighbour(input, kept, words,
					round == 0, &passes, error);
			if (passes) {
				input->passing = words;
				return TRUE;
			}
			g_free(kept);
			g_free(words);
			if (!fine)
				return FALSE;
		}
	}
	g_set_error(error, HC_INPUT_ERROR, HC_INPUT_ERROR_CLAIM,
		"no part of the input was found that %s passes on; give a "
		"command that passes as well",
		input->fail->shell);
	return FALSE;
}

/* ---- All of it ----------------------------------------------------------- */

/* A crash is the same one in the same place only. */
static gboolean look_at_crash(struct hc_input *input, GError **error)
{
	const struct hc_runs *runs = input->runs;
	const struct hc_outcome *fail = runs->run[HC_FAILING].native;
	const struct hc_oracle_options how = {.stop = input->options->stop};
	if (is_told(input) || fail->end != HC_END_SIGNAL)
		return TRUE;
	g_autoptr(hc_command) again = fail_command(input, error);
	if (!again)
		return FALSE;
	struct hc_launch launch = hc_run_launch(
		&runs->run[HC_FAILING], runs->timeout, input->options->stop);
	g_autoptr(hc_outcome) traced =
		hc_input_crash_run(&input->crash, &launch, error);
	if (!traced)
		return FALSE;
	if (traced->end == HC_END_SIGNAL && traced->signal == fail->signal)
		input->crash_oracle = hc_oracle_new(
			&how, runs->run[HC_PASSING].native, traced, NULL);
	return TRUE;
}

static gboolean check_repeatable(const struct hc_input *input, GError **error)
{
	if (input->runs->repeatable || input->options->repeat > 1)
		return TRUE;
	g_set_error(error, HC_INPUT_ERROR, HC_INPUT_ERROR_CLAIM,
		"the runs do not pass and fail each time; use --repeat N to "
		"run each test N times");
	return FALSE;
}

gboolean hc_input_observe(struct hc_input *input, GError **error)
{
	g_autoptr(GError) problem = NULL;
	if (hc_input_channels_need_folder(input->channels)) {
		input->folder = hc_scratch_new(error);
		if (!input->folder)
			return FALSE;
	}
	gboolean fine = input->pass ? observe_given(input, &problem)
				    : observe_neighbour(input, &problem);
	fine = fine && check_repeatable(input, &problem) &&
	       look_at_crash(input, &problem);
	if (!fine)
		g_propagate_error(error, g_steal_pointer(&problem));
	return fine;
}

const struct hc_oracle *hc_input_oracle(const struct hc_input *input)
{
	return input->crash_oracle ? input->crash_oracle : input->runs->oracle;
}

const struct hc_runs *hc_input_runs(const struct hc_input *input)
{
	return input->runs;
}

const char *hc_input_passing(const struct hc_input *input)
{
	return input->passing;
}

char *hc_input_digest(const struct hc_input *input)
{
	g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
	for (guint i = 0; i < input->channels->len; i++) {
		GBytes *both[] = {input->pairs[i].pass, input->pairs[i].fail};
		for (guint k = 0; k < G_N_ELEMENTS(both); k++) {
			g_autofree char *digest = g_compute_checksum_for_bytes(
				G_CHECKSUM_SHA256, both[k]);
			g_checksum_update(
				checksum, (const guchar *) digest, -1);
		}
	}
	return g_strdup(g_checksum_get_string(checksum));
}

struct hc_input *hc_input_new(struct hc_command *fail, struct hc_command *pass,
	const struct hc_input_options *options, GError **error)
{
	struct hc_input *input = g_new0(struct hc_input, 1);
	input->options = options;
	input->fail = fail;
	input->pass = pass;
	if (!pass ||
		hc_program_require_same(pass->program, fail->program, error))
		input->channels = hc_input_channels_find(
			fail, pass, options->names, error);
	if (!input->channels) {
		hc_input_free(input);
		return NULL;
	}
	input->pairs = g_new0(struct hc_input_pair, input->channels->len);
	return input;
}

void hc_input_free(struct hc_input *input)
{
	if (!input)
		return;
	for (guint i = 0; input->pairs && i < input->channels->len; i++) {
		g_clear_pointer(&input->pairs[i].pass, g_bytes_unref);
		g_clear_pointer(&input->pairs[i].fail, g_bytes_unref);
		g_free((guint8 *) input->pairs[i].kept);
	}
	g_free(input->pairs);
	g_clear_pointer(&input->channels, g_ptr_array_unref);
	g_clear_pointer(&input->runs, hc_runs_free);
	g_clear_pointer(&input->crash_oracle, hc_oracle_free);
	hc_input_crash_clear(&input->crash);
	if (input->folder)
		hc_scratch_remove(input->folder);
	g_free(input->folder);
	g_free(input->passing);
	g_clear_pointer(&input->pass, hc_command_free);
	g_clear_pointer(&input->fail, hc_command_free);
	g_free(input);
}
