/* What a test wrote. */
#include "inside.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

GBytes *hc_collect(int fd, guint64 from, GError **error)
{
	struct stat status;
	guint64 size = 0;
	if (fd >= 0 && fstat(fd, &status) == 0)
		size = (guint64) status.st_size;
	gsize n = size > from ? size - from : 0, done = 0;
	guint8 *bytes = g_try_malloc(n + 1);
	while (bytes && done < n) {
		gssize more = pread(
			fd, bytes + done, n - done, (off_t) (from + done));
		if (more < 0 && errno == EINTR)
			continue;
		if (more <= 0)
			break;
		done += (gsize) more;
	}
	if (bytes && done == n)
		return g_bytes_new_take(bytes, n);
	g_free(bytes);
	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"cannot read back %" G_GSIZE_FORMAT " bytes of output", n);
	return NULL;
}
