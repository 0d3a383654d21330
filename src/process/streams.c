#include "process-streams.h"

#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int hc_streams_above(int fd)
{
	if (fd < 0 || fd > 2)
		return fd;
	int higher = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	close(fd);
	return higher;
}

static gboolean open_input(
	struct hc_streams *streams, const char *input, GError **error)
{
	const char *file = input ? input : "/dev/null";
	/* Not to wait for a writer if it is a FIFO: the program may. */
	streams->in = hc_streams_above(
		open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
	if (streams->in < 0) {
		g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_INPUT,
			"cannot open '%s' for stdin: %s", file,
			g_strerror(errno));
		return FALSE;
	}
	int flags = fcntl(streams->in, F_GETFL);
	fcntl(streams->in, F_SETFL, flags & ~O_NONBLOCK);
	return TRUE;
}

gboolean hc_streams_open(
	struct hc_streams *streams, const char *input, GError **error)
{
	if (!open_input(streams, input, error))
		return FALSE;
	/* In memory: output on a disk doubles the cost of a short run. */
	streams->out = hc_streams_above(memfd_create("stdout", MFD_CLOEXEC));
	streams->err = hc_streams_above(memfd_create("stderr", MFD_CLOEXEC));
	if (streams->out >= 0 && streams->err >= 0)
		return TRUE;
	g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_SYSTEM,
		"cannot make a file in memory: %s", g_strerror(errno));
	hc_streams_clear(streams);
	return FALSE;
}

GBytes *hc_streams_read_back(int fd, guint64 from, GError **error)
{
	struct stat status;
	guint64 size = 0;
	if (fd >= 0 && fstat(fd, &status) == 0)
		size = (guint64) status.st_size;
	gsize length = size > from ? size - from : 0, done = 0;
	guint8 *bytes = g_try_malloc(length + 1);
	while (bytes && done < length) {
		gssize n = pread(
			fd, bytes + done, length - done, (off_t) (from + done));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		done += (gsize) n;
	}
	if (bytes && done == length)
		return g_bytes_new_take(bytes, length);
	g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_SYSTEM,
		"cannot read back %" G_GSIZE_FORMAT " bytes of output", length);
	g_free(bytes);
	return NULL;
}

gboolean hc_streams_collect(const struct hc_streams *streams,
	const guint64 *before, struct hc_outcome *outcome, GError **error)
{
	GBytes *out = hc_streams_read_back(
		streams->out, before ? before[0] : 0, error);
	if (!out)
		return FALSE;
	g_bytes_unref(outcome->out);
	outcome->out = out;
	GBytes *err = hc_streams_read_back(
		streams->err, before ? before[1] : 0, error);
	if (!err)
		return FALSE;
	g_bytes_unref(outcome->err);
	outcome->err = err;
	return TRUE;
}

gboolean hc_streams_rewind(const struct hc_streams *streams, GError **error)
{
	/* What can't be rewound, a FIFO, has no beginning to go back to. */
	lseek(streams->in, 0, SEEK_SET);
	if (ftruncate(streams->out, 0) == 0 &&
		ftruncate(streams->err, 0) == 0 &&
		lseek(streams->out, 0, SEEK_SET) == 0 &&
		lseek(streams->err, 0, SEEK_SET) == 0)
		return TRUE;
	g_set_error(error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_SYSTEM,
		"cannot empty a file in memory: %s", g_strerror(errno));
	return FALSE;
}

void hc_streams_clear(struct hc_streams *streams)
{
	int *fds[] = {&streams->in, &streams->out, &streams->err};
	for (guint i = 0; i < G_N_ELEMENTS(fds); i++) {
		if (*fds[i] >= 0)
			close(*fds[i]);
		*fds[i] = -1;
	}
}
