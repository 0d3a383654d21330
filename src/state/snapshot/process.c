/* What a process has besides variables: libc's streams, open descriptors. */
#include "snapshot-inside.h"

#include "descriptor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* libc's own FILE objects, which are state even where no variable of the
 * program leads to them. Typed if the program knows the type. */
static void add_streams(struct hc_snapshot *snapshot)
{
	static const char *const symbols[] = {
		"_IO_2_1_stdin_", "_IO_2_1_stdout_", "_IO_2_1_stderr_"};
	static const char *const keys[] = {"stdin", "stdout", "stderr"};
	const struct mg_type *type =
		hc_debuginfo_find_type(snapshot->info, "struct _IO_FILE");
	for (guint i = 0; i < G_N_ELEMENTS(symbols); i++) {
		guint64 size = 0;
		guint64 address = hc_debuginfo_symbol(
			snapshot->info, NULL, symbols[i], &size);
		if (!address || !size)
			continue;
		gboolean typed = type && type->size && type->size <= size;
		g_autofree char *name =
			typed ? g_strdup_printf(
					"*(struct _IO_FILE *) &%s", symbols[i])
			      : g_strdup_printf("*(char (*)[%" G_GUINT64_FORMAT
						"]) &%s",
					size, symbols[i]);
		struct mg_root root = {
			.name = name,
			.key = keys[i],
			.class = MG_ROOT_PROCESS,
			.type = typed ? type : NULL,
			.size = size,
			.address = address,
		};
		hc_snapshot_add_root(snapshot, &root);
	}
}

/* The number in a line of /proc/PID/fdinfo/FD, "pos:\t12"; 0: it has none. */
static guint64 find_field(const char *text, const char *field, guint base)
{
	const char *line = strstr(text, field);
	return line ? g_ascii_strtoull(line + strlen(field), NULL, base) : 0;
}

static void add_descriptor(struct hc_snapshot *snapshot, const char *number)
{
	g_autofree char *link =
		g_strdup_printf("/proc/%d/fd/%s", (int) snapshot->pid, number);
	g_autofree char *info = g_strdup_printf(
		"/proc/%d/fdinfo/%s", (int) snapshot->pid, number);
	g_autofree char *path = g_file_read_link(link, NULL);
	g_autofree char *text = NULL;
	if (!path || !g_file_get_contents(info, &text, NULL, NULL))
		return;
	struct hc_descriptor open = {
		.path = path,
		.offset = find_field(text, "pos:", 10),
		.flags = (int) find_field(text, "flags:", 8),
	};
	char *value = hc_descriptor_format(&open);
	g_autofree char *name = g_strdup_printf("<fd %s>", number);
	struct mg_root root = {
		.name = name,
		.class = MG_ROOT_PROCESS,
		.text = TRUE,
		.value = g_bytes_new_take(value, strlen(value)),
		.place = MG_IN_DESCRIPTOR,
		.number = (guint) g_ascii_strtoull(number, NULL, 10),
	};
	hc_snapshot_add_root(snapshot, &root);
	g_bytes_unref(root.value);
}

static int by_number(gconstpointer a, gconstpointer b)
{
	return atoi(*(const char *const *) a) - atoi(*(const char *const *) b);
}

static void add_descriptors(struct hc_snapshot *snapshot)
{
	g_autofree char *folder =
		g_strdup_printf("/proc/%d/fd", (int) snapshot->pid);
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	g_autoptr(GPtrArray) numbers = g_ptr_array_new_with_free_func(g_free);
	const char *name;
	while (dir && (name = g_dir_read_name(dir)))
		g_ptr_array_add(numbers, g_strdup(name));
	g_ptr_array_sort(numbers, by_number);
	for (guint i = 0; i < numbers->len; i++)
		add_descriptor(snapshot, g_ptr_array_index(numbers, i));
}

void hc_snapshot_add_process(struct hc_snapshot *snapshot)
{
	hc_snapshot_add_arguments(snapshot);
	add_streams(snapshot);
	add_descriptors(snapshot);
}
