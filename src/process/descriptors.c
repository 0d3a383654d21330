#include "process-descriptors.h"

#include "process-status.h"

#include <stdlib.h>
#include <string.h>

static void clear(gpointer data)
{
	g_free(((struct hc_descriptor *) data)->path);
}

char *hc_process_descriptor_file(pid_t pid, int fd)
{
	return g_strdup_printf("/proc/%d/fd/%d", (int) pid, fd);
}

static gboolean read_one(pid_t pid, struct hc_descriptor *one)
{
	g_autofree char *name = g_strdup_printf("fdinfo/%d", one->fd);
	g_autofree char *text = hc_process_file(pid, name);
	g_autofree char *link = hc_process_descriptor_file(pid, one->fd);
	if (!text || !(one->path = g_file_read_link(link, NULL)))
		return FALSE;
	one->offset = hc_process_status_number(text, "pos", 10);
	one->flags = (guint) hc_process_status_number(text, "flags", 8);
	one->locked = strstr(text, "\nlock:") != NULL;
	return TRUE;
}

static gint by_number(gconstpointer a, gconstpointer b)
{
	return ((const struct hc_descriptor *) a)->fd -
	       ((const struct hc_descriptor *) b)->fd;
}

GArray *hc_process_descriptors(pid_t pid, GError **error)
{
	g_autofree char *folder = g_strdup_printf("/proc/%d/fd", (int) pid);
	g_autoptr(GDir) dir = g_dir_open(folder, 0, error);
	const char *name;
	if (!dir)
		return NULL;
	GArray *all = g_array_new(FALSE, FALSE, sizeof(struct hc_descriptor));
	g_array_set_clear_func(all, clear);
	while ((name = g_dir_read_name(dir))) {
		struct hc_descriptor one = {.fd = atoi(name)};
		if (read_one(pid, &one))
			g_array_append_val(all, one);
	}
	g_array_sort(all, by_number);
	return all;
}
