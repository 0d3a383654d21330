#include "peek.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

gssize hc_process_peek_some(pid_t pid, guint64 address, void *bytes, gsize n)
{
	struct iovec here = {bytes, n};
	struct iovec there = {(void *) (guintptr) address, n};
	return process_vm_readv(pid, &here, 1, &there, 1, 0);
}

gboolean hc_process_peek(pid_t pid, guint64 address, void *bytes, gsize n)
{
	return hc_process_peek_some(pid, address, bytes, n) == (gssize) n;
}

/* Through the kernel, which does not ask for rights of pages. */
static gboolean write_file(
	pid_t pid, guint64 address, const void *bytes, gsize n)
{
	g_autofree char *path = g_strdup_printf("/proc/%d/mem", (int) pid);
	int file = open(path, O_WRONLY | O_CLOEXEC);
	gsize done = 0;
	while (file >= 0 && done < n) {
		gssize more = pwrite(file, (const char *) bytes + done,
			n - done, (off_t) (address + done));
		if (more < 0 && errno == EINTR)
			continue;
		if (more <= 0)
			break;
		done += (gsize) more;
	}
	if (file >= 0)
		close(file);
	return done == n;
}

/* Word by word, where that file can't be written: only a tracee of this thread
 * can be reached so. */
static gboolean write_words(
	pid_t pid, guint64 address, const guint8 *bytes, gsize n)
{
	while (n > 0) {
		guint64 start = address & ~(guint64) 7, word;
		gsize skip = address - start, part = MIN(n, 8 - skip);
		errno = 0;
		word = (guint64) ptrace(
			PTRACE_PEEKDATA, pid, (void *) (gsize) start, NULL);
		if (errno)
			return FALSE;
		memcpy((guint8 *) &word + skip, bytes, part);
		if (ptrace(PTRACE_POKEDATA, pid, (void *) (gsize) start,
			    (void *) (gsize) word) < 0)
			return FALSE;
		address += part;
		bytes += part;
		n -= part;
	}
	return TRUE;
}

gboolean hc_process_poke(pid_t pid, guint64 address, const void *bytes, gsize n)
{
	struct iovec here = {(void *) bytes, n};
	struct iovec there = {(void *) (guintptr) address, n};
	return process_vm_writev(pid, &here, 1, &there, 1, 0) == (gssize) n ||
	       write_file(pid, address, bytes, n) ||
	       write_words(pid, address, bytes, n);
}
