#include "program-inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The directory without symbolic links, and the name as it is: what GDB makes
 * of a path, too, and hands to the program as argv[0]. */
static char *make_absolute(const char *path)
{
	g_autofree char *name = g_path_get_basename(path);
	g_autofree char *directory = g_path_get_dirname(path);
	char *real = realpath(directory, NULL);
	if (!real)
		return g_canonicalize_filename(path, NULL);
	char *absolute = g_build_filename(real, name, NULL);
	free(real);
	return absolute;
}

static gboolean is_file(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* As execvp(3): the first that may be executed. If there is none, the first
 * that may not, so that the error can be about it. */
static char *search_path(const char *name)
{
	const char *path = g_getenv("PATH");
	g_auto(GStrv) dirs = g_strsplit(path ? path : "/bin:/usr/bin", ":", -1);
	g_autofree char *second_best = NULL;
	for (char **dir = dirs; *dir; dir++) {
		g_autofree char *file =
			g_build_filename(**dir ? *dir : ".", name, NULL);
		if (!is_file(file))
			continue;
		if (access(file, X_OK) == 0)
			return g_steal_pointer(&file);
		if (!second_best)
			second_best = g_steal_pointer(&file);
	}
	return g_steal_pointer(&second_best);
}

static char *find_in_path(const char *name, GError **error)
{
	g_autofree char *file = search_path(name);
	if (file)
		return make_absolute(file);
	g_autoptr(GString) text = g_string_new("was not found in PATH");
	if (is_file(name))
		g_string_append_printf(text,
			"; write './%s' for the file in the current directory",
			name);
	g_set_error_literal(
		error, HC_PROGRAM_ERROR, HC_PROGRAM_ERROR_NOT_FOUND, text->str);
	return NULL;
}

static void fail_errno(int code, GError **error)
{
	gboolean missing = code == ENOENT || code == ENOTDIR;
	const char *hint = "";
	if (code == ENOENT)
		hint = "; is it built? Paths are relative to the current "
		       "directory";
	if (code == EACCES)
		hint = "; a program that is debugged must be readable";
	g_set_error(error, HC_PROGRAM_ERROR,
		missing ? HC_PROGRAM_ERROR_NOT_FOUND
			: HC_PROGRAM_ERROR_UNREADABLE,
		"%s: %s%s", missing ? "was not found" : "cannot be read",
		g_strerror(code), hint);
}

char *hc_program_find(const char *name, GError **error)
{
	struct stat st;
	if (*name && !strchr(name, '/'))
		return find_in_path(name, error);
	if (stat(name, &st) < 0) {
		fail_errno(errno, error);
		return NULL;
	}
	return make_absolute(name);
}

static gboolean check_regular(const struct stat *st, GError **error)
{
	if (S_ISREG(st->st_mode))
		return TRUE;
	if (S_ISDIR(st->st_mode))
		g_set_error(error, HC_PROGRAM_ERROR, HC_PROGRAM_ERROR_DIRECTORY,
			"is a directory; name the program in it");
	else
		g_set_error(error, HC_PROGRAM_ERROR, HC_PROGRAM_ERROR_SPECIAL,
			"is not a regular file; name a program");
	return FALSE;
}

int hc_program_open(const char *path, struct stat *st, GError **error)
{
	/* Asked before as well: to open some devices has an effect. */
	if (stat(path, st) == 0 && !check_regular(st, error))
		return -1;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd < 0) {
		fail_errno(errno, error);
		return -1;
	}
	if (fstat(fd, st) < 0)
		fail_errno(errno, error);
	else if (check_regular(st, error))
		return fd;
	close(fd);
	return -1;
}
