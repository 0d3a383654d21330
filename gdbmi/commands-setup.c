/* What applies to the next run: program, arguments, environment, limits. */
#include "gdbmi-private.h"

#include <string.h>

static gboolean console_do(
	struct mi_client *client, const char *command, GError **error)
{
	g_autofree char *said = mi_console(client, command, error);
	return said != NULL;
}

/* GDB's `file`, with what it printed. */
static char *load(struct mi_client *client, const char *path, GError **error)
{
	g_autofree char *quoted = mi_cli_quote(path);
	g_autofree char *command = g_strdup_printf("file %s", quoted);
	g_clear_pointer(&client->register_names, g_strfreev);
	return mi_console(client, command, error);
}

gboolean mi_load(struct mi_client *client, const char *path,
	gboolean *debug_info, GError **error)
{
	g_autofree char *absolute = g_canonicalize_filename(path, NULL);
	g_autofree char *said = load(client, absolute, error);
	if (!said)
		return FALSE;

	if (debug_info)
		*debug_info = !strstr(said, "o debugging symbols found");
	g_free(client->program);
	client->program = g_steal_pointer(&absolute);
	client->replaced = FALSE;

	const char *none[] = {NULL};
	return mi_set_arguments(client, none, error);
}

gboolean mi_reload(struct mi_client *client, GError **error)
{
	if (!client->replaced || !client->program)
		return TRUE;
	g_autofree char *said = load(client, client->program, error);
	client->replaced = said == NULL;
	return said != NULL;
}

gboolean mi_set_arguments(
	struct mi_client *client, const char *const *words, GError **error)
{
	GString *command = g_string_new("set args ");

	for (; *words; words++) {
		g_autofree char *word = mi_shell_quote(*words);
		g_string_append_printf(command, "%s ", word);
	}

	/* Without these the program would share GDB's MI descriptors. */
	int fd = MI_PROGRAM_FD;
	g_string_append_printf(command, "<&%d >&%d 2>&%d %d<&- %d<&- %d<&-", fd,
		fd + 1, fd + 2, fd, fd + 1, fd + 2);

	gboolean ok = console_do(client, command->str, error);
	g_string_free(command, TRUE);
	return ok;
}

/* GDB trims blanks around a value; the shell does not. A variable that was once
 * set by the shell must stay with it, since the shell has the last word. */
static gboolean needs_shell(
	struct mi_client *client, const char *name, const char *value)
{
	g_autofree char *before = g_strdup_printf("export %s=", name);
	gsize n = value ? strlen(value) : 0;
	return strstr(client->exports->str, before) ||
	       (n > 0 && (g_ascii_isspace(value[0]) ||
				 g_ascii_isspace(value[n - 1])));
}

static void set_by_shell(
	struct mi_client *client, const char *name, const char *value)
{
	g_autofree char *word = value ? mi_shell_quote(value) : NULL;
	if (value)
		g_string_append_printf(
			client->exports, "export %s=%s; ", name, word);
	else
		g_string_append_printf(client->exports, "unset %s; ", name);
	client->wrapper_sent = FALSE;
}

static gboolean check_name(const char *name, GError **error)
{
	const char *p = name;
	while (g_ascii_isalnum(*p) || *p == '_')
		p++;
	if (p > name && !*p && !g_ascii_isdigit(*name))
		return TRUE;
	g_set_error(error, MI_ERROR, MI_ERROR_COMMAND,
		"'%s' cannot be the name of an environment variable", name);
	return FALSE;
}

gboolean mi_set_environment(struct mi_client *client, const char *name,
	const char *value, GError **error)
{
	if (!check_name(name, error))
		return FALSE;
	if (needs_shell(client, name, value)) {
		set_by_shell(client, name, value);
		return TRUE;
	}

	g_autofree char *command =
		value ? g_strdup_printf("set environment %s=%s", name, value)
		      : g_strdup_printf("unset environment %s", name);
	return console_do(client, command, error);
}

void mi_set_limits(struct mi_client *client, const struct hc_limits *limits)
{
	client->options.limits = *limits;
}

gboolean mi_set_directory(
	struct mi_client *client, const char *path, GError **error)
{
	g_autofree char *absolute = g_canonicalize_filename(path, NULL);
	g_autofree char *command = g_strdup_printf("set cwd %s", absolute);
	return console_do(client, command, error);
}

/* One more shell costs two milliseconds, so there is one only if there is
 * something for it to do. */
gboolean mi_send_wrapper(struct mi_client *client, GError **error)
{
	if (client->wrapper_sent || client->exports->len == 0)
		return TRUE;
	g_autofree char *script =
		g_strdup_printf("%sexec \"$0\" \"$@\"", client->exports->str);
	g_autofree char *word = mi_shell_quote(script);
	g_autofree char *command =
		g_strdup_printf("set exec-wrapper /bin/sh -c %s", word);
	client->wrapper_sent = console_do(client, command, error);
	return client->wrapper_sent;
}
