#include "args.h"

G_DEFINE_QUARK(hc_args_error, hc_args_error)

struct hc_args *hc_args_new(
	const char *const *env, const char *const *argv, const char *input)
{
	g_return_val_if_fail(argv && argv[0], NULL);
	struct hc_args *args = g_new0(struct hc_args, 1);
	args->env = env ? g_strdupv((char **) env) : g_new0(char *, 1);
	args->argv = g_strdupv((char **) argv);
	args->program = g_strdup(argv[0]);
	args->input = g_strdup(input);
	return args;
}

void hc_args_free(struct hc_args *args)
{
	if (!args)
		return;
	g_strfreev(args->env);
	g_strfreev(args->argv);
	g_free(args->program);
	g_free(args->input);
	g_free(args);
}
