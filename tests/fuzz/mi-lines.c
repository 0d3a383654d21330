#include "mi-lines.h"

#include <stdio.h>
#include <string.h>

/* The escapes of gdbmi/transcript.c. */
static GBytes *decode(const char *text)
{
	GByteArray *bytes = g_byte_array_new();
	for (const char *p = text; *p; p++) {
		guint8 byte = *p;
		if (byte == '%' && p[1] && p[2]) {
			byte = g_ascii_xdigit_value(p[1]) * 16 +
			       g_ascii_xdigit_value(p[2]);
			p += 2;
		}
		g_byte_array_append(bytes, &byte, 1);
	}
	return g_byte_array_free_to_bytes(bytes);
}

static void load_transcript(GPtrArray *lines, const char *name)
{
	g_autofree char *path = g_strconcat(MI_DATA, name, NULL);
	g_autofree char *text = NULL;
	if (!g_file_get_contents(path, &text, NULL, NULL))
		return;
	g_auto(GStrv) all = g_strsplit(text, "\n", -1);
	for (char **line = all; *line; line++) {
		int head = 0;
		sscanf(*line, "< %*s %*s%n", &head);
		if (head > 0)
			g_ptr_array_add(lines, decode(*line + head + 1));
	}
}

static gint compare_names(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

GPtrArray *mi_lines_load(void)
{
	GPtrArray *lines =
		g_ptr_array_new_with_free_func((GDestroyNotify) g_bytes_unref);
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GDir) dir = g_dir_open(MI_DATA, 0, NULL);
	for (const char *name; dir && (name = g_dir_read_name(dir));)
		if (g_str_has_suffix(name, ".transcript"))
			g_ptr_array_add(names, g_strdup(name));
	/* A folder's order is nobody's; runs are to be the same everywhere. */
	g_ptr_array_sort(names, compare_names);
	for (guint i = 0; i < names->len; i++)
		load_transcript(lines, names->pdata[i]);
	return lines;
}
