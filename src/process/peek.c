#include "peek.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

gboolean hc_process_peek(pid_t pid, guint64 address, void *bytes, gsize n)
{
	struct iovec here = {bytes, n};
	struct iovec there = {(void *) (guintptr) address, n};
	return process_vm_readv(pid, &here, 1, &there, 1, 0) == (gssize) n;
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

guint64 hc_process_auxiliary(pid_t pid, guint64 type)
{
	g_autofree char *name = g_strdup_printf("/proc/%d/auxv", (int) pid);
	g_autofree char *bytes = NULL;
	gsize n = 0;
	if (!g_file_get_contents(name, &bytes, &n, NULL))
		return 0;
	for (gsize at = 0; at + sizeof(Elf64_auxv_t) <= n;
		at += sizeof(Elf64_auxv_t)) {
		Elf64_auxv_t one;
		memcpy(&one, bytes + at, sizeof one);
		if (one.a_type == type)
			return one.a_un.a_val;
	}
	return 0;
}
