/* What GDB is started with: which program, arguments and environment. */
#include "gdbmi-private.h"

#include <string.h>

/* In "/" GDB finds nothing of its own to load. Its part in Python, which nobody
 * asks here, is half of the time that it takes to start; without it, GDB
 * complains on its stderr and does all the rest (13.1). */
#define NO_DATA "/"

/* What applies from GDB's very start. A setting that this GDB does not know
 * leads to a complaint on its stderr and nothing more. */
char **mi_gdb_argv(const struct mi_options *options)
{
	static const char *const settings[] = {
		"set auto-load off",
		"set debuginfod enabled off",
		"set pagination off",
		"set confirm off",
		"set history save off",
		"set history size 0",
		"set width 0",
		"set height 0",
		"set style enabled off",
		"set startup-with-shell on",
		"set breakpoint pending off",
		"set detach-on-fork on",
		"set follow-fork-mode parent",
		"set print thread-events off",
		"maintenance set internal-error quit yes",
		"maintenance set internal-error corefile no",
	};
	GPtrArray *argv = g_ptr_array_new();

	for (const char *const *word = (const char *const[]){"gdb", "-nx", "-q",
		     "--interpreter=mi3", "-data-directory", NO_DATA, NULL};
		*word; word++)
		g_ptr_array_add(argv, g_strdup(*word));

	for (guint i = 0; i < G_N_ELEMENTS(settings); i++) {
		g_ptr_array_add(argv, g_strdup("-iex"));
		g_ptr_array_add(argv, g_strdup(settings[i]));
	}

	g_ptr_array_add(argv, g_strdup("-iex"));
	g_ptr_array_add(argv, g_strdup_printf("set disable-randomization %s",
				      options->randomize ? "off" : "on"));
	if (options->debug_directory) {
		g_ptr_array_add(argv, g_strdup("-iex"));
		g_ptr_array_add(
			argv, g_strdup_printf("set debug-file-directory %s",
				      options->debug_directory));
	}

	g_ptr_array_add(argv, NULL);
	return (char **) g_ptr_array_free(argv, FALSE);
}

/* SHELL: the program must be started by a plain shell. LC_ALL: messages and
 * strings must look the same everywhere. mi_client_greet restores both for the
 * program. */
char **mi_gdb_envp(void)
{
	char **envp = g_get_environ();
	envp = g_environ_setenv(envp, "SHELL", "/bin/sh", TRUE);
	return g_environ_setenv(envp, "LC_ALL", "C", TRUE);
}

char *mi_gdb_find(const char *name, GError **error)
{
	char *path = g_find_program_in_path(name);
	if (!path)
		g_set_error(error, MI_ERROR, MI_ERROR_NO_GDB,
			strchr(name, '/') ? "there is no GDB at '%s'"
					  : "there is no '%s' in PATH",
			name);
	return path;
}
