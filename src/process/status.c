#include "process-status.h"

#include "process-children.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

char *hc_process_file(pid_t pid, const char *name)
{
	g_autofree char *file = g_strdup_printf("/proc/%d/%s", (int) pid, name);
	char *text = NULL;
	return g_file_get_contents(file, &text, NULL, NULL) ? text : NULL;
}

guint64 hc_process_status_number(
	const char *text, const char *field, guint base)
{
	gsize n = strlen(field);
	for (const char *line = text; line;) {
		if (strncmp(line, field, n) == 0 && line[n] == ':')
			return g_ascii_strtoull(line + n + 1, NULL, base);
		line = strchr(line, '\n');
		line = line ? line + 1 : NULL;
	}
	return 0;
}

const char *hc_process_stat_field(const char *text, enum hc_stat field)
{
	/* The second field is a name in parentheses and may hold anything. */
	const char *at = text ? strrchr(text, ')') : NULL;
	for (int i = 2; at && i < (int) field; i++)
		at = strchr(at + 1, ' ');
	return at ? at + 1 : NULL;
}

gint64 hc_process_stat_number(pid_t pid, enum hc_stat field)
{
	g_autofree char *text = hc_process_file(pid, "stat");
	const char *at = hc_process_stat_field(text, field);
	return at ? g_ascii_strtoll(at, NULL, 10) : -1;
}

guint64 hc_process_size(pid_t pid)
{
	g_autofree char *text = hc_process_file(pid, "statm");
	return text ? g_ascii_strtoull(text, NULL, 10) *
			       (guint64) sysconf(_SC_PAGESIZE)
		    : 0;
}

GArray *hc_process_threads(pid_t pid)
{
	GArray *threads = g_array_new(FALSE, FALSE, sizeof(pid_t));
	g_autofree char *folder = g_strdup_printf("/proc/%d/task", (int) pid);
	g_autoptr(GDir) tasks = g_dir_open(folder, 0, NULL);
	const char *name;
	while (tasks && (name = g_dir_read_name(tasks))) {
		pid_t tid = atoi(name);
		g_array_append_val(threads, tid);
	}
	return threads;
}

gboolean hc_process_has_thread(pid_t pid, pid_t tid)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/task/%d", (int) pid, (int) tid);
	return pid == tid || access(path, F_OK) == 0;
}

gboolean hc_process_is_asleep(pid_t pid)
{
	g_autoptr(GArray) threads = hc_process_threads(pid);
	gboolean asleep = threads->len > 0;
	for (guint i = 0; asleep && i < threads->len; i++) {
		g_autofree char *name = g_strdup_printf(
			"task/%d/stat", (int) g_array_index(threads, pid_t, i));
		g_autofree char *text = hc_process_file(pid, name);
		const char *state = hc_process_stat_field(text, HC_STAT_STATE);
		/* One that has ended meanwhile waits for nothing. */
		asleep = !state || *state == 'S' || *state == 'Z';
	}
	return asleep;
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

gint64 hc_process_cpu_time(pid_t pid)
{
	clockid_t clock;
	struct timespec used;
	if (clock_getcpuclockid(pid, &clock) != 0 ||
		clock_gettime(clock, &used) < 0)
		return 0;
	return used.tv_sec * G_USEC_PER_SEC + used.tv_nsec / 1000;
}

/* CPU time of children that were reaped. */
static gint64 reaped_time(pid_t pid)
{
	g_autofree char *text = hc_process_file(pid, "stat");
	const char *user = hc_process_stat_field(text, HC_STAT_CHILDREN_USER);
	const char *system =
		hc_process_stat_field(text, HC_STAT_CHILDREN_SYSTEM);
	if (!user || !system)
		return 0;
	return (g_ascii_strtoll(user, NULL, 10) +
		       g_ascii_strtoll(system, NULL, 10)) *
	       (G_USEC_PER_SEC / sysconf(_SC_CLK_TCK));
}

gint64 hc_process_tree_cpu_time(pid_t pid)
{
	/* Of a fork bomb it is enough to see a part. */
	enum { MOST = 256 };
	gint64 used = 0;
	g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(pid_t));
	g_array_append_val(all, pid);
	for (guint i = 0; i < all->len && i < MOST; i++) {
		pid_t one = g_array_index(all, pid_t, i);
		g_autoptr(GArray) children = hc_process_children_of(one);
		used += hc_process_cpu_time(one) + reaped_time(one);
		if (children->len)
			g_array_append_vals(all, children->data, children->len);
	}
	return used;
}
