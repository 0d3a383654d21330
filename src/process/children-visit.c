#include "children-visit.h"

#include "process-calls.h"

#include <dirent.h>
#include <fcntl.h>

/* The numbers in a file, which come in any number of pieces. */
HC_IN_GUARD static void visit_numbers(
	long file, void (*visit)(pid_t, void *), void *data)
{
	char text[512];
	pid_t pid = 0;
	long n;
	while ((n = HC_CALL_3(SYS_read, file, text, sizeof text)) > 0)
		for (long i = 0; i < n; i++) {
			if (text[i] >= '0' && text[i] <= '9') {
				pid = 10 * pid + (text[i] - '0');
				continue;
			}
			if (pid > 0)
				visit(pid, data);
			pid = 0;
		}
	if (pid > 0)
		visit(pid, data);
}

HC_IN_GUARD static void visit_task(
	long folder, const char *task, void (*visit)(pid_t, void *), void *data)
{
	static const char file[] = "/children";
	char path[64];
	unsigned n = 0;
	while (*task && n < sizeof path - sizeof file)
		path[n++] = *task++;
	for (unsigned i = 0; i < sizeof file; i++)
		path[n++] = file[i];
	long fd = HC_CALL_4(SYS_openat, folder, path, O_RDONLY | O_CLOEXEC, 0);
	if (fd < 0)
		return;
	visit_numbers(fd, visit, data);
	HC_CALL_1(SYS_close, fd);
}

HC_IN_GUARD void hc_children_visit(
	const char *tasks, void (*visit)(pid_t pid, void *data), void *data)
{
	_Alignas(struct dirent64) char entries[1024];
	long folder = HC_CALL_4(SYS_openat, AT_FDCWD, tasks,
		O_RDONLY | O_CLOEXEC | O_DIRECTORY, 0);
	long n;
	if (folder < 0)
		return;
	while ((n = HC_CALL_3(
			SYS_getdents64, folder, entries, sizeof entries)) > 0)
		for (long at = 0; at < n;) {
			const struct dirent64 *entry =
				(const void *) (entries + at);
			if (entry->d_name[0] != '.')
				visit_task(folder, entry->d_name, visit, data);
			at += entry->d_reclen;
		}
	HC_CALL_1(SYS_close, folder);
}
