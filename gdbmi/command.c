/* One command, one answer. */
#include "gdbmi-private.h"

/* GDB accepts no commands while the program runs: it would answer at the next
 * stop, which may never come. */
gboolean mi_client_is_idle(
	struct mi_client *client, const char *command, GError **error)
{
	if (!client->running)
		return TRUE;
	g_set_error(error, MI_ERROR, MI_ERROR_RUNNING,
		"%s: the program is running", command);
	return FALSE;
}

static struct mi_record *command_console(struct mi_client *client,
	const char *command, char **console, GError **error)
{
	if (!mi_client_is_idle(client, command, error))
		return NULL;
	gint64 token = mi_client_send(client, command, error);
	if (token < 0)
		return NULL;
	return mi_client_wait_console(client, token,
		mi_client_deadline(client->options.timeout), console, error);
}

struct mi_record *mi_client_command(
	struct mi_client *client, GError **error, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	g_autofree char *command = g_strdup_vprintf(format, args);
	va_end(args);
	return command_console(client, command, NULL, error);
}

gboolean mi_client_do(
	struct mi_client *client, GError **error, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	g_autofree char *command = g_strdup_vprintf(format, args);
	va_end(args);
	g_autoptr(mi_record) record =
		command_console(client, command, NULL, error);
	return record != NULL;
}

char *mi_console(struct mi_client *client, const char *command, GError **error)
{
	g_autofree char *quoted = mi_quote(command);
	g_autofree char *line =
		g_strdup_printf("-interpreter-exec console %s", quoted);
	char *console = NULL;
	mi_record_free(command_console(client, line, &console, error));
	return console;
}
