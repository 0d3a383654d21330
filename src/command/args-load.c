#include "args.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* No command that the system would start comes near this; a file that does is
 * not an args file. */
enum { MAX_FILE = 16 << 20, CHUNK = 64 << 10 };

static gboolean fail_errno(const char *path, int code, GError **error)
{
	g_set_error(error, HC_ARGS_ERROR, HC_ARGS_ERROR_READ,
		"cannot read args file '%s': %s", path, g_strerror(code));
	return FALSE;
}

static gboolean fail_size(const char *path, GError **error)
{
	g_set_error(error, HC_ARGS_ERROR, HC_ARGS_ERROR_LIMIT,
		"args file '%s' is larger than %d MiB, but should hold one "
		"command",
		path, MAX_FILE >> 20);
	return FALSE;
}

static gboolean read_all(
	int fd, const char *path, GByteArray *text, GError **error)
{
	/* Not by the file's size: pipes and /proc have none. */
	g_autofree guint8 *chunk = g_malloc(CHUNK);
	for (;;) {
		ssize_t n = read(fd, chunk, CHUNK);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fail_errno(path, errno, error);
		if (n == 0)
			return TRUE;
		g_byte_array_append(text, chunk, (guint) n);
		if (text->len > MAX_FILE)
			return fail_size(path, error);
	}
}

struct hc_args *hc_args_load(const char *path, GError **error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0) {
		fail_errno(path, errno, error);
		return NULL;
	}
	g_autoptr(GByteArray) text = g_byte_array_new();
	struct stat st;
	gboolean ok = TRUE;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > MAX_FILE)
		ok = fail_size(path, error);
	ok = ok && read_all(fd, path, text, error);
	close(fd);
	if (!ok)
		return NULL;
	return hc_args_parse(path, (const char *) text->data, text->len, error);
}
