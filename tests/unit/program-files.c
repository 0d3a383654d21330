#include "program-files.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where the tests run: made by run_in_directory(), so that start_empty() can
 * remove nothing else. */
static char *directory;

static void remove_all(const char *path);

static void remove_inside(const char *path)
{
	GDir *dir = g_dir_open(path, 0, NULL);
	const char *name;
	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *inner = g_build_filename(path, name, NULL);
		remove_all(inner);
	}
	g_clear_pointer(&dir, g_dir_close);
}

static void remove_all(const char *path)
{
	if (!g_file_test(path, G_FILE_TEST_IS_SYMLINK))
		remove_inside(path);
	g_remove(path);
}

void start_empty(void)
{
	if (directory)
		remove_inside(directory);
}

void write_file(const char *path, const void *data, gsize n, int mode)
{
	g_autoptr(GError) error = NULL;
	g_file_set_contents(path, data, (gssize) n, &error);
	ASSERT_NO_ERROR(error);
	ASSERT_INT(chmod(path, (mode_t) mode), 0);
}

void write_text(const char *path, const char *text)
{
	write_file(path, text, strlen(text), 0755);
}

char *read_program(const char *name, gsize *n)
{
	g_autofree char *path = g_build_filename(PROGRAMS, name, NULL);
	g_autoptr(GError) error = NULL;
	char *data = NULL;
	*n = 0;
	g_file_get_contents(path, &data, n, &error);
	ASSERT_NO_ERROR(error);
	return data;
}

void copy_program(const char *name, const char *path, int mode)
{
	gsize n;
	g_autofree char *data = read_program(name, &n);
	write_file(path, data, n, mode);
}

void patch(const char *path, gsize offset, const void *data, gsize n)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ASSERT_INT(pwrite(fd, data, n, (off_t) offset), (gssize) n);
	close(fd);
}

struct hc_program *find_debuggable(const char *name, GError **error)
{
	g_autoptr(hc_program) program = hc_program_new(name, error);
	if (!program || !hc_program_check_debuggable(program, ".", error))
		return NULL;
	return g_steal_pointer(&program);
}

void check_error(const char *name, int code, const char *part)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_program) program = find_debuggable(name, &error);
	ASSERT_ERROR(error, part);
	ASSERT_ERROR(error, name);
	if (error && !g_error_matches(error, HC_PROGRAM_ERROR, code))
		test_fail("code %d, not %d: %s", error->code, code,
			error->message);
}

struct hc_program *check_good(const char *name)
{
	g_autoptr(GError) error = NULL;
	struct hc_program *program = find_debuggable(name, &error);
	ASSERT_NO_ERROR(error);
	return program;
}

void check_debug_path(const char *name, const char *end)
{
	g_autoptr(hc_program) program = check_good(name);
	if (program && !(program->debug_path &&
			       g_str_has_suffix(program->debug_path, end)))
		test_fail("debug file is '%s', not '%s'",
			program->debug_path ? program->debug_path : "(null)",
			end);
}

int run_in_directory(const char *suite, const struct test *tests, gsize n)
{
	directory = g_dir_make_tmp("program-XXXXXX", NULL);
	if (!directory || chdir(directory) < 0)
		return 1;
	int status = run_tests(suite, tests, n);
	remove_all(directory);
	g_clear_pointer(&directory, g_free);
	return status;
}
