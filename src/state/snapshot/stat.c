/* What the kernel says about the process, in numbers. */
#include "snapshot-inside.h"

#include <string.h>

gboolean hc_snapshot_read_stat(
	pid_t pid, const struct hc_stat_field *fields, guint n)
{
	/* The first that follows the name. */
	enum { THIRD = 3 };
	g_autofree char *file = g_strdup_printf("/proc/%d/stat", (int) pid);
	g_autofree char *text = NULL;
	if (!g_file_get_contents(file, &text, NULL, NULL))
		return FALSE;

	/* The second field is a name in parentheses and may hold anything. */
	const char *rest = strrchr(text, ')');
	if (!rest || rest[1] != ' ')
		return FALSE;
	g_auto(GStrv) words = g_strsplit(rest + 2, " ", -1);
	guint n_words = g_strv_length(words);
	for (guint i = 0; i < n; i++)
		if (fields[i].number - THIRD >= n_words)
			return FALSE;

	for (guint i = 0; i < n; i++)
		*fields[i].into = g_ascii_strtoull(
			words[fields[i].number - THIRD], NULL, 10);
	return TRUE;
}
