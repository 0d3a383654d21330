/* What a process has besides variables: libc's streams, open descriptors. */
#include "process-descriptors.h"
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

static void add_descriptor(
	struct hc_snapshot *snapshot, const struct hc_descriptor *one)
{
	char *value = hc_descriptor_format(one);
	g_autofree char *name = g_strdup_printf("<fd %d>", one->fd);
	struct mg_root root = {
		.name = name,
		.class = MG_ROOT_PROCESS,
		.text = TRUE,
		.value = g_bytes_new_take(value, strlen(value)),
		.place = MG_IN_DESCRIPTOR,
		.number = (guint) one->fd,
	};
	hc_snapshot_add_root(snapshot, &root);
	g_bytes_unref(root.value);
}

static void add_descriptors(struct hc_snapshot *snapshot)
{
	g_autoptr(GArray) all = hc_process_descriptors(snapshot->pid, NULL);
	for (guint i = 0; all && i < all->len; i++)
		add_descriptor(
			snapshot, &g_array_index(all, struct hc_descriptor, i));
}

void hc_snapshot_add_process(struct hc_snapshot *snapshot)
{
	hc_snapshot_add_arguments(snapshot);
	add_streams(snapshot);
	add_descriptors(snapshot);
}
