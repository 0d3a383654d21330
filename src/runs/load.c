#include "runs.h"

#include <string.h>

/* Our environment, with the command's own variables set. LINES and COLUMNS
 * tell the size of a terminal that the run doesn't have; GDB would set its
 * own. */
static char **make_environment(const struct hc_args *args)
{
	char **env = g_get_environ();
	env = g_environ_unsetenv(env, "LINES");
	env = g_environ_unsetenv(env, "COLUMNS");
	for (char **variable = args->env; *variable; variable++) {
		const char *value = strchr(*variable, '=');
		g_autofree char *name =
			g_strndup(*variable, (gsize) (value - *variable));
		env = g_environ_setenv(env, name, value + 1, TRUE);
	}
	return env;
}

gboolean hc_run_load(
	struct hc_run *side, const char *name, const char *file, GError **error)
{
	side->name = name;
	side->args = hc_args_load(file, error);
	if (!side->args)
		return FALSE;
	side->program = hc_program_new(side->args->program, NULL, error);
	if (!side->program) {
		g_prefix_error(error, "%s run: ", name);
		return FALSE;
	}
	side->command = hc_args_to_shell(side->args);
	side->env = make_environment(side->args);
	side->argv = g_strdupv(side->args->argv);
	/* What GDB gives to the program, so that a native run sees the same. */
	g_free(side->argv[0]);
	side->argv[0] = g_strdup(side->program->path);
	return TRUE;
}

struct hc_runs *hc_runs_load(
	const char *pass_file, const char *fail_file, GError **error)
{
	g_autoptr(hc_runs) runs = g_new0(struct hc_runs, 1);
	runs->notes = g_ptr_array_new_with_free_func(g_free);
	if (!hc_run_load(&runs->pass, "passing", pass_file, error) ||
		!hc_run_load(&runs->fail, "failing", fail_file, error) ||
		!hc_program_require_same(
			runs->pass.program, runs->fail.program, error))
		return NULL;
	return g_steal_pointer(&runs);
}

void hc_run_clear(struct hc_run *side)
{
	g_clear_pointer(&side->args, hc_args_free);
	g_clear_pointer(&side->program, hc_program_free);
	g_free(side->command);
	g_clear_pointer(&side->target, hc_target_free);
	g_strfreev(side->argv);
	g_strfreev(side->env);
	g_clear_pointer(&side->native, hc_outcome_free);
	g_clear_pointer(&side->gdb, hc_outcome_free);
	hc_gdb_facts_clear(&side->facts);
}

void hc_runs_free(struct hc_runs *runs)
{
	hc_run_clear(&runs->pass);
	hc_run_clear(&runs->fail);
	g_clear_pointer(&runs->oracle, hc_oracle_free);
	g_clear_pointer(&runs->notes, g_ptr_array_unref);
	g_free(runs);
}

struct hc_launch hc_run_launch(
	const struct hc_run *side, double timeout, hc_stop_flag stop)
{
	return (struct hc_launch){
		.path = side->program->path,
		.argv = (const char *const *) side->argv,
		.env = (const char *const *) side->env,
		.input = side->args->input,
		.limits = HC_LIMITS_INIT,
		.timeout = timeout,
		.stop = stop,
	};
}
