/* Quoting for the shell that starts the program, and for GDB's command line. */
#include "gdbmi-private.h"

#include <string.h>

char *mi_shell_quote(const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-+./,:@%";
	if (*word && strspn(word, plain) == strlen(word))
		return g_strdup(word);

	GString *quoted = g_string_new("'");
	for (const char *p = word; *p; p++)
		if (*p == '\'')
			g_string_append(quoted, "'\\''");
		else
			g_string_append_c(quoted, *p);

	g_string_append_c(quoted, '\'');
	return g_string_free(quoted, FALSE);
}

char *mi_cli_quote(const char *word)
{
	GString *quoted = g_string_new(NULL);
	for (const char *p = word; *p; p++) {
		if (g_ascii_isspace(*p) || strchr("'\"\\", *p))
			g_string_append_c(quoted, '\\');
		g_string_append_c(quoted, *p);
	}
	return g_string_free(quoted, FALSE);
}
