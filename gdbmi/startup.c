/* The first exchange with a new GDB. */
#include "gdbmi-private.h"

#include <stdlib.h>
#include <string.h>

enum { OLDEST = 9 };

/* "GNU gdb (Debian 13.1-3) 13.1": the last word of the first line. */
static char *find_version(const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", 2);
	const char *line = lines[0] ? lines[0] : "";
	const char *space = strrchr(line, ' ');
	if (!strstr(line, "gdb") || !space || !g_ascii_isdigit(space[1]))
		return NULL;
	return g_strdup(space + 1);
}

static gboolean check_version(
	struct mi_client *client, const char *text, GError **error)
{
	client->version = find_version(text);
	if (!client->version) {
		g_autofree char *said = mi_excerpt(text, MIN(strlen(text), 80));
		g_set_error(error, MI_ERROR, MI_ERROR_ANSWER,
			"this does not look like GDB; asked for its version, "
			"it "
			"said '%s'",
			said);
		return FALSE;
	}
	if (atoi(client->version) >= OLDEST)
		return TRUE;

	g_set_error(error, MI_ERROR, MI_ERROR_OLD_GDB,
		"this is GDB %s; version %d or later is needed",
		client->version, OLDEST);
	return FALSE;
}

/* GDB was started with these changed, or adds them; the program should see them
 * as it would without GDB. */
static gint64 restore_variable(
	struct mi_client *client, const char *name, GError **error)
{
	const char *value = g_getenv(name);
	g_autofree char *cli =
		value ? g_strdup_printf("set environment %s=%s", name, value)
		      : g_strdup_printf("unset environment %s", name);
	g_autofree char *quoted = mi_quote(cli);
	g_autofree char *command =
		g_strdup_printf("-interpreter-exec console %s", quoted);
	return mi_client_send_how(client, MI_SEND_LOCAL, command, error);
}

gboolean mi_client_greet(struct mi_client *client, GError **error)
{
	static const char *const names[] = {
		"SHELL", "LC_ALL", "LINES", "COLUMNS"};
	gint64 deadline = mi_client_deadline(client->options.timeout);
	gint64 tokens[G_N_ELEMENTS(names)];
	gint64 version = mi_client_send(client, "-gdb-version", error);
	if (version < 0)
		return FALSE;

	/* Send them all at once: a round trip costs more than a command. */
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		if ((tokens[i] = restore_variable(client, names[i], error)) < 0)
			return FALSE;

	g_autofree char *text = NULL;
	g_autoptr(mi_record) first =
		mi_client_wait_console(client, version, deadline, &text, error);
	if (!first || !check_version(client, text, error))
		return FALSE;

	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autoptr(mi_record) record = mi_client_wait_console(
			client, tokens[i], deadline, NULL, error);
		if (!record)
			return FALSE;
	}

	return TRUE;
}
