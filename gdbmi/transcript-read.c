/* Reading what transcript.c wrote. */
#include "gdbmi-private.h"

#include <stdio.h>
#include <string.h>

static void free_entry(gpointer data)
{
	struct mi_entry *entry = data;
	g_bytes_unref(entry->bytes);
	g_free(entry);
}

static GBytes *decode(const char *text, gsize n)
{
	GByteArray *bytes = g_byte_array_sized_new(n);

	for (gsize i = 0; i < n; i++) {
		guint8 byte = text[i];
		if (byte == '%' && i + 2 < n && g_ascii_isxdigit(text[i + 1]) &&
			g_ascii_isxdigit(text[i + 2])) {
			byte = g_ascii_xdigit_value(text[i + 1]) * 16 +
			       g_ascii_xdigit_value(text[i + 2]);
			i += 2;
		}
		g_byte_array_append(bytes, &byte, 1);
	}

	return g_byte_array_free_to_bytes(bytes);
}

/* One line as an entry, and its id; NULL if it is not an entry. */
static struct mi_entry *read_entry(const char *line, gsize n, int *id)
{
	int head = 0;
	char kind;
	g_autofree char *start = g_strndup(line, MIN(n, 64));
	if (sscanf(start, "%c %*[0-9.] %d%n", &kind, id, &head) != 2 ||
		head == 0 || !strchr(">}s<|!#", kind) || head >= n ||
		line[head] != ' ')
		return NULL;

	struct mi_entry *entry = g_new0(struct mi_entry, 1);
	entry->kind = kind;
	entry->bytes = decode(line + head + 1, n - head - 1);
	return entry;
}

GPtrArray *mi_transcript_read(const char *path, GError **error)
{
	g_autofree char *text = NULL;
	gsize length;
	if (!g_file_get_contents(path, &text, &length, error))
		return NULL;

	g_autoptr(GPtrArray) entries =
		g_ptr_array_new_with_free_func(free_entry);
	int first = 0;
	guint number = 0;
	for (const char *line = text, *end = text + length; line < end;) {
		const char *newline = memchr(line, '\n', end - line);
		gsize n = (newline ? newline : end) - line;
		int id;
		struct mi_entry *entry = read_entry(line, n, &id);
		number++;
		if (!entry) {
			g_set_error(error, MI_ERROR, MI_ERROR_REPLAY,
				"%s:%u: not a line of an MI transcript", path,
				number);
			return NULL;
		}
		entry->line = number;
		first = first ? first : id;
		if (id == first && entry->kind != '#')
			g_ptr_array_add(entries, entry);
		else
			free_entry(entry);
		line += n + 1;
	}

	return g_steal_pointer(&entries);
}
