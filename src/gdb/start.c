#include "target-start.h"

#include <string.h>

struct mi_client *hc_target_start_gdb(const struct hc_launch *launch,
	const struct hc_gdb_options *options, const struct hc_streams *streams,
	GError **error)
{
	struct mi_options mi = MI_OPTIONS_INIT;
	mi.gdb = options->gdb;
	mi.debug_directory = options->separate_debug ? NULL : "";
	mi.randomize = options->randomize;
	mi.stdin_fd = streams->in;
	mi.stdout_fd = streams->out;
	mi.stderr_fd = streams->err;
	mi.limits = launch->limits;
	mi.view = launch->view;
	return mi_client_start(&mi, error);
}

/* GDB passes our own environment on; only differences have to be set. */
static gboolean set_environment(
	struct mi_client *gdb, const char *const *wanted, GError **error)
{
	g_auto(GStrv) ours = g_get_environ();
	for (char **variable = ours; *variable; variable++) {
		g_autofree char *name =
			g_strndup(*variable, strcspn(*variable, "="));
		if (!g_environ_getenv((char **) wanted, name) &&
			!mi_set_environment(gdb, name, NULL, error))
			return FALSE;
	}

	for (; *wanted; wanted++) {
		const char *value = strchr(*wanted, '=');
		if (!value)
			continue;
		g_autofree char *name =
			g_strndup(*wanted, (gsize) (value - *wanted));
		if (g_strcmp0(g_environ_getenv(ours, name), value + 1) != 0 &&
			!mi_set_environment(gdb, name, value + 1, error))
			return FALSE;
	}

	return TRUE;
}

gboolean hc_target_start_ready(
	struct mi_client *gdb, const struct hc_launch *launch, GError **error)
{
	return mi_client_greet(gdb, error) &&
	       mi_load(gdb, launch->path, NULL, error) &&
	       mi_set_arguments(gdb, launch->argv + 1, error) &&
	       set_environment(gdb, launch->env, error);
}
