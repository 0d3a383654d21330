#include "runs.h"

GQuark hc_runs_error_quark(void)
{
	return g_quark_from_static_string("hc-runs-error");
}

struct hc_runs *hc_runs_new(struct hc_command *pass, struct hc_command *fail)
{
	struct hc_runs *runs = g_new0(struct hc_runs, 1);
	runs->notes = g_ptr_array_new_with_free_func(g_free);
	runs->run[HC_PASSING].command = pass;
	runs->run[HC_FAILING].command = fail;
	for (guint i = 0; i < HC_SIDES; i++)
		runs->run[i].name = hc_side_name(i);
	return runs;
}

void hc_runs_name_error(enum hc_side side, GError **error)
{
	if (error && *error && (*error)->domain == HC_PROGRAM_ERROR)
		g_prefix_error(error, "%s run: ", hc_side_name(side));
}

struct hc_runs *hc_runs_load(
	const char *pass_file, const char *fail_file, GError **error)
{
	const char *files[HC_SIDES] = {pass_file, fail_file};
	g_autoptr(hc_runs) runs = hc_runs_new(NULL, NULL);
	for (guint i = 0; i < HC_SIDES; i++) {
		runs->run[i].command = hc_command_load(files[i], error);
		if (!runs->run[i].command) {
			hc_runs_name_error(i, error);
			return NULL;
		}
	}
	return g_steal_pointer(&runs);
}

void hc_runs_free(struct hc_runs *runs)
{
	if (!runs)
		return;
	for (guint i = 0; i < HC_SIDES; i++) {
		g_clear_pointer(&runs->run[i].command, hc_command_free);
		g_clear_pointer(&runs->run[i].native, hc_outcome_free);
	}
	g_clear_pointer(&runs->oracle, hc_oracle_free);
	g_clear_pointer(&runs->notes, g_ptr_array_unref);
	g_free(runs);
}

struct hc_launch hc_run_launch(
	const struct hc_run *run, double timeout, hc_stop_flag stop)
{
	const struct hc_command *command = run->command;
	return (struct hc_launch){
		.path = command->program->path,
		.argv = (const char *const *) command->argv,
		.env = (const char *const *) command->env,
		.input = command->args->input,
		.limits = HC_LIMITS_INIT,
		.timeout = timeout,
		.stop = stop,
		.view = run->view,
	};
}
