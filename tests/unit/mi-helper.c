#include "mi-helper.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* 0: not known yet, 1: yes, -1: no. */
static int debuggable;

gboolean can_debug(void)
{
	if (debuggable == 0) {
		g_autoptr(GError) error = NULL;
		struct mi_options options = MI_OPTIONS_INIT;
		g_autoptr(mi_client) gdb = mi_client_new(&options, &error);
		debuggable =
			gdb && mi_load(gdb, DEBUGGEE("finish"), NULL, &error) &&
					mi_run(gdb, &error)
				? 1
				: -1;
		if (debuggable < 0 &&
			!g_error_matches(error, MI_ERROR, MI_ERROR_NO_GDB) &&
			!g_error_matches(error, MI_ERROR, MI_ERROR_PTRACE))
			debuggable = 1; /* let the tests show what it is */
	}
	if (debuggable < 0)
		test_skip("no GDB here, or it may not trace");
	return debuggable > 0;
}

int mark_line(const char *file, const char *name)
{
	g_autofree char *path = g_strconcat(DEBUGGEE_SOURCES, file, NULL);
	g_autofree char *mark = g_strdup_printf("/* MARK: %s */", name);
	g_autofree char *text = NULL;
	if (!g_file_get_contents(path, &text, NULL, NULL) ||
		!strstr(text, mark)) {
		test_fail("no mark %s in %s", name, file);
		return 0;
	}
	int line = 1;
	for (const char *p = text, *end = strstr(text, mark); p < end; p++)
		line += *p == '\n';
	return line;
}

int memory_file(const char *contents)
{
	int fd = memfd_create("test", MFD_CLOEXEC);
	if (contents && write(fd, contents, strlen(contents)) < 0)
		test_fail("memory file: %s", g_strerror(errno));
	lseek(fd, 0, SEEK_SET);
	return fd;
}

char *file_contents(int fd)
{
	struct stat st;
	if (fstat(fd, &st) < 0)
		return NULL;
	char *text = g_malloc0(st.st_size + 1);
	if (pread(fd, text, st.st_size, 0) < 0)
		text[0] = '\0';
	return text;
}

gboolean session_start_with(struct session *session,
	const struct mi_options *base, const char *program,
	const char *const *words)
{
	g_autoptr(GError) error = NULL;
	struct mi_options options = *base;
	*session = (struct session){
		NULL, memory_file(NULL), memory_file(NULL), memory_file(NULL)};
	options.stdin_fd = session->in;
	options.stdout_fd = session->out;
	options.stderr_fd = session->err;
	options.debug_directory = "";
	session->gdb = mi_client_new(&options, &error);
	if (session->gdb && mi_load(session->gdb, program, NULL, &error) &&
		(!words || mi_set_arguments(session->gdb, words, &error)))
		return TRUE;
	ASSERT_NO_ERROR(error);
	session_end(session);
	return FALSE;
}

gboolean session_start(
	struct session *session, const char *program, const char *const *words)
{
	struct mi_options options = MI_OPTIONS_INIT;
	return session_start_with(session, &options, program, words);
}

void session_end(struct session *session)
{
	mi_client_free(session->gdb);
	close(session->in);
	close(session->out);
	close(session->err);
	session->gdb = NULL;
}

static gboolean go(struct session *session,
	gboolean (*command)(struct mi_client *, GError **),
	struct mi_stop *stop)
{
	g_autoptr(GError) error = NULL;
	gboolean ok = command(session->gdb, &error) &&
		      mi_wait_stop(session->gdb, 30000, stop, &error);
	ASSERT_NO_ERROR(error);
	return ok;
}

gboolean session_run(struct session *session, struct mi_stop *stop)
{
	return go(session, mi_run, stop);
}

gboolean session_continue(struct session *session, struct mi_stop *stop)
{
	return go(session, mi_continue, stop);
}

char *fake_gdb(const char *script)
{
	g_autofree char *text = g_strdup_printf("#!/bin/sh\n%s\n", script);
	char *path = NULL;
	close(g_file_open_tmp("fake-gdb-XXXXXX", &path, NULL));
	g_file_set_contents(path, text, -1, NULL);
	g_chmod(path, 0755);
	return path;
}

guint count_descriptors(void)
{
	guint n = 0;
	GDir *dir = g_dir_open("/proc/self/fd", 0, NULL);
	while (g_dir_read_name(dir))
		n++;
	g_dir_close(dir);
	return n;
}

gboolean process_lives(pid_t pid)
{
	g_autofree char *path = g_strdup_printf("/proc/%d/stat", (int) pid);
	g_autofree char *stat = NULL;
	if (!g_file_get_contents(path, &stat, NULL, NULL))
		return FALSE;
	const char *state = strrchr(stat, ')');
	return state && state[2] != 'Z' && state[2] != 'X';
}

gboolean process_ends(pid_t pid, int timeout_ms)
{
	gint64 end = g_get_monotonic_time() + timeout_ms * 1000;
	while (process_lives(pid))
		if (g_get_monotonic_time() > end)
			return FALSE;
		else
			g_usleep(2000);
	return TRUE;
}

double seconds_since(gint64 start)
{
	return (g_get_monotonic_time() - start) / 1e6;
}
