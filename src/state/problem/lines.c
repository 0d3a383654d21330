/* Lines of the output that have other numbers in a run that was stopped for a
 * while, such as the time that it took. */
#include "state-problem-inside.h"

#include <string.h>

/* "took 0.25 s" and "took 12.5 s" have the same shape. */
static char *shape_of(const char *line)
{
	GString *shape = g_string_new(NULL);
	for (gsize i = 0; line[i]; i++) {
		gboolean digit = g_ascii_isdigit(line[i]);
		gboolean blank = line[i] == ' ' || line[i] == '\t';
		char c = digit ? '0' : blank ? ' ' : line[i];
		if ((!digit && !blank) || shape->len == 0 ||
			shape->str[shape->len - 1] != c)
			g_string_append_c(shape, c);
	}
	return g_string_free(shape, FALSE);
}

/* NULL if it is no text. */
static char **split(GBytes *stream)
{
	gsize n;
	const char *data = g_bytes_get_data(stream, &n);
	if (n == 0)
		return g_new0(char *, 1);
	if (memchr(data, '\0', n))
		return NULL;
	g_autofree char *text = g_strndup(data, n);
	return g_strsplit(text, "\n", -1);
}

/* Shapes of lines that differ by their numbers alone, each with how the first
 * writes it; NULL if there are none, or others differ as well. */
static GHashTable *find_shapes(char **usual, char **seen)
{
	g_autoptr(GHashTable) shapes =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	if (g_strv_length(usual) != g_strv_length(seen))
		return NULL;
	for (guint i = 0; usual[i]; i++) {
		if (strcmp(usual[i], seen[i]) == 0)
			continue;
		char *a = shape_of(usual[i]);
		g_autofree char *b = shape_of(seen[i]);
		gboolean same = strcmp(a, b) == 0;
		g_hash_table_insert(shapes, a, g_strdup(usual[i]));
		if (!same)
			return NULL;
	}
	return g_hash_table_size(shapes) ? g_steal_pointer(&shapes) : NULL;
}

/* Whether one of the shapes is that of a line that the other run lacks. */
static gboolean tells_apart(GHashTable *shapes, char **one, char **other)
{
	g_autoptr(GHashTable) there = g_hash_table_new(g_str_hash, g_str_equal);
	for (guint i = 0; other[i]; i++)
		g_hash_table_add(there, other[i]);
	for (guint i = 0; one[i]; i++) {
		g_autofree char *shape = shape_of(one[i]);
		if (!g_hash_table_contains(there, one[i]) &&
			g_hash_table_contains(shapes, shape))
			return TRUE;
	}
	return FALSE;
}

gboolean hc_lines_learn(
	GHashTable *known, GBytes *pass, GBytes *fail, GBytes *seen)
{
	g_auto(GStrv) usual = split(pass);
	g_auto(GStrv) failing = split(fail);
	g_auto(GStrv) now = split(seen);
	if (!usual || !failing || !now)
		return FALSE;
	g_autoptr(GHashTable) shapes = find_shapes(usual, now);
	if (!shapes || tells_apart(shapes, usual, failing) ||
		tells_apart(shapes, failing, usual))
		return FALSE;

	gboolean new = FALSE;
	GHashTableIter iter;
	gpointer shape, text;
	g_hash_table_iter_init(&iter, shapes);
	while (g_hash_table_iter_next(&iter, &shape, &text))
		new |= g_hash_table_insert(
			known, g_strdup(shape), g_strdup(text));
	return new;
}

GBytes *hc_lines_apply(GHashTable *known, GBytes *stream, gsize skip)
{
	gsize n;
	const char *data = g_bytes_get_data(stream, &n);
	skip = MIN(skip, n);
	g_autoptr(GBytes) rest = g_bytes_new_from_bytes(stream, skip, n - skip);
	g_auto(GStrv) lines = g_hash_table_size(known) ? split(rest) : NULL;
	if (!lines)
		return g_bytes_ref(stream);
	for (guint i = 0; lines[i]; i++) {
		g_autofree char *shape = shape_of(lines[i]);
		const char *usual = g_hash_table_lookup(known, shape);
		if (!usual)
			continue;
		g_free(lines[i]);
		lines[i] = g_strdup(usual);
	}
	g_autofree char *text = g_strjoinv("\n", lines);
	GString *all = g_string_new_len(data, (gssize) skip);
	g_string_append(all, text);
	return g_string_free_to_bytes(all);
}
