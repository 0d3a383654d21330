#include "usage.h"

#include <string.h>

static gboolean ask_for_help(
	const char *option, const char *value, gpointer asked, GError **error)
{
	*(gboolean *) asked = TRUE;
	return TRUE;
}

/* GOption's text with a usage line of our own. */
static char *help_text(const struct hc_usage *usage, GOptionContext *context)
{
	g_autofree char *text = g_option_context_get_help(context, TRUE, NULL);
	const char *rest = strstr(text, "\n\n");

	return g_strdup_printf("Usage:\n  %s [OPTION...] %s%s", usage->name,
		usage->arguments, rest ? rest : "\n");
}

gboolean hc_usage_parse(const struct hc_usage *usage, int *argc, char ***argv,
	char **help, GError **error)
{
	const GOptionEntry help_entries[] = {
		{"help", 'h', G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK,
			ask_for_help, "Print this help and exit", NULL},
		{NULL},
	};
	gboolean asked = FALSE;
	g_autoptr(GError) problem = NULL;
	g_autoptr(GOptionContext) context =
		g_option_context_new(usage->arguments);
	GOptionGroup *group = g_option_group_new("main", "", "", &asked, NULL);

	g_option_group_add_entries(group, usage->entries);
	g_option_group_add_entries(group, help_entries);
	g_option_context_set_main_group(context, group);
	g_option_context_set_help_enabled(context, FALSE);
	g_option_context_set_summary(context, usage->summary);
	g_option_context_set_description(context, usage->description);

	gboolean ok = g_option_context_parse(context, argc, argv, &problem);
	*help = asked ? help_text(usage, context) : NULL;
	if (ok || asked)
		return TRUE;
	g_propagate_error(error, g_steal_pointer(&problem));
	return FALSE;
}

int hc_usage_choice(const char *word, const char *const *words)
{
	if (!word)
		return 0;
	for (int i = 0; words[i]; i++)
		if (strcmp(words[i], word) == 0)
			return i;
	return -1;
}

gboolean hc_usage_check(const char *problem, GError **error)
{
	if (problem)
		g_set_error_literal(error, G_OPTION_ERROR,
			G_OPTION_ERROR_BAD_VALUE, problem);
	return problem == NULL;
}
