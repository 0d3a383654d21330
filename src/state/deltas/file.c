/* Open descriptors, as a snapshot describes them. */
#include "deltas-inside.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

/* The last `, word ` before the end; the text is cut there. */
static const char *cut_field(char *text, const char *field)
{
	char *found = NULL;
	for (char *at = strstr(text, field); at; at = strstr(at + 1, field))
		found = at;
	if (!found)
		return NULL;
	*found = '\0';
	return found + strlen(field);
}

gboolean hc_deltas_opened_parse(
	struct hc_opened *opened, const char *text, gsize n)
{
	g_autofree char *copy = g_strndup(text, n);
	const char *flags = cut_field(copy, ", flags ");
	const char *offset = flags ? cut_field(copy, ", offset ") : NULL;
	/* Pipes, sockets and files in memory have no path that leads there. */
	if (!offset || copy[0] != '/' || g_str_has_suffix(copy, " (deleted)") ||
		g_str_has_prefix(copy, "/memfd:"))
		return FALSE;
	opened->path = g_strdup(copy);
	opened->offset = g_ascii_strtoull(offset, NULL, 10);
	opened->flags =
		(int) strtol(flags, NULL, 8) & ~O_CREAT & ~O_TRUNC & ~O_EXCL;
	return TRUE;
}
