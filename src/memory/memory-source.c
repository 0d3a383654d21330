#include "memory-inside.h"

#include "peek.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* -1: refused. */
static gssize by_call(
	struct hc_source *source, guint64 address, void *bytes, gsize n)
{
	gssize got = hc_process_peek_some(source->pid, address, bytes, n);
	if (got < 0 && (errno == EPERM || errno == EACCES || errno == ENOSYS))
		return -1;
	return MAX(got, 0);
}

static gssize by_file(
	struct hc_source *source, guint64 address, void *bytes, gsize n)
{
	if (source->file < 0) {
		g_autofree char *path =
			g_strdup_printf("/proc/%d/mem", (int) source->pid);
		source->file = open(path, O_RDONLY | O_CLOEXEC);
		if (source->file < 0)
			return errno == ENOENT || errno == ESRCH ? 0 : -1;
	}

	/* A read may stop at a page's end even if there is more. */
	gsize got = 0;
	while (got < n) {
		gssize more = pread(source->file, (char *) bytes + got, n - got,
			(off_t) (address + got));
		if (more < 0 && errno == EINTR)
			continue;
		if (more <= 0)
			break;
		got += more;
	}

	return got;
}

gsize hc_memory_source_read(
	struct hc_source *source, guint64 address, void *bytes, gsize n)
{
	while (source->way != HC_MEMORY_BY_NOTHING) {
		gssize got = -1;
		if (source->way == HC_MEMORY_BY_CALL)
			got = by_call(source, address, bytes, n);
		else if (source->way == HC_MEMORY_BY_FILE)
			got = by_file(source, address, bytes, n);
		else if (source->ask)
			got = MIN(source->ask(address, bytes, n, source->data),
				n);
		if (got >= 0) {
			source->bytes_read += got;
			return got;
		}
		source->way++;
	}

	return 0;
}

void hc_memory_source_forget(struct hc_source *source)
{
	/* After an exec, a file opened before still shows the old memory. */
	if (source->file >= 0)
		close(source->file);
	source->file = -1;
}
