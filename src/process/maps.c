#include "process-maps.h"

#include <string.h>

GQuark hc_process_error_quark(void)
{
	return g_quark_from_static_string("hc-process-error");
}

static void region_free(gpointer region)
{
	g_free(((struct hc_region *) region)->path);
	g_free(region);
}

/* The kernel writes a newline in a name as \012 and nothing else that way. */
static char *unescape(const char *name)
{
	if (!strstr(name, "\\012"))
		return g_strdup(name);
	g_auto(GStrv) lines = g_strsplit(name, "\\012", -1);
	return g_strjoinv("\n", lines);
}

static const char *skip_word(const char *text)
{
	text += strspn(text, " ");
	return text + strcspn(text, " ");
}

static gboolean parse_hex(const char **text, char after, guint64 *value)
{
	char *end;
	*value = g_ascii_strtoull(*text, &end, 16);
	if (end == *text || *end != after)
		return FALSE;
	*text = end + 1;
	return TRUE;
}

static void set_path(struct hc_region *region, const char *path)
{
	static const char gone[] = " (deleted)";
	if (!*path)
		return;
	region->path = unescape(path);
	if (g_str_has_suffix(region->path, gone)) {
		region->path[strlen(region->path) - strlen(gone)] = '\0';
		region->deleted = TRUE;
	}
}

/* start-end rwxp offset device inode   path, which may have spaces. */
static struct hc_region *parse_line(const char *line)
{
	guint64 start, end, offset;
	if (!parse_hex(&line, '-', &start) || !parse_hex(&line, ' ', &end) ||
		strcspn(line, " ") != 4 || start >= end)
		return NULL;
	const char *rights = line;
	line += 4 + strspn(line + 4, " ");
	if (!parse_hex(&line, ' ', &offset))
		return NULL;
	struct hc_region *region = g_new0(struct hc_region, 1);
	region->start = start;
	region->end = end;
	region->readable = rights[0] == 'r';
	region->writable = rights[1] == 'w';
	region->executable = rights[2] == 'x';
	region->shared = rights[3] == 's';
	region->offset = offset;
	line = skip_word(skip_word(line));
	set_path(region, line + strspn(line, " "));
	return region;
}

static gint by_start(gconstpointer a, gconstpointer b)
{
	const struct hc_region *left = *(struct hc_region *const *) a;
	const struct hc_region *right = *(struct hc_region *const *) b;
	return (left->start > right->start) - (left->start < right->start);
}

GPtrArray *hc_regions_parse(const char *maps)
{
	GPtrArray *regions = g_ptr_array_new_with_free_func(region_free);
	g_autofree char *copy = g_strdup(maps);
	char *rest = copy;
	for (char *line; (line = strsep(&rest, "\n"));) {
		struct hc_region *region = parse_line(line);
		if (region)
			g_ptr_array_add(regions, region);
	}
	g_ptr_array_sort(regions, by_start);
	return regions;
}

GPtrArray *hc_regions_read(pid_t pid, GError **error)
{
	g_autofree char *path = g_strdup_printf("/proc/%d/maps", (int) pid);
	g_autofree char *maps = NULL;
	g_autoptr(GError) why = NULL;
	if (!g_file_get_contents(path, &maps, NULL, &why) &&
		(g_error_matches(why, G_FILE_ERROR, G_FILE_ERROR_ACCES) ||
			g_error_matches(
				why, G_FILE_ERROR, G_FILE_ERROR_PERM))) {
		g_set_error(error, HC_PROCESS_ERROR, HC_PROCESS_ERROR_REFUSED,
			"the memory map of process %d may not be read",
			(int) pid);
		return NULL;
	}
	g_autoptr(GPtrArray) regions = maps ? hc_regions_parse(maps) : NULL;
	/* A process that ended, but is still to be waited for, has none. */
	if (!regions || regions->len == 0) {
		g_set_error(error, HC_PROCESS_ERROR, HC_PROCESS_ERROR_GONE,
			"process %d has no memory any more", (int) pid);
		return NULL;
	}
	return g_steal_pointer(&regions);
}

guint hc_regions_above(const GPtrArray *regions, guint64 address)
{
	guint low = 0, high = regions->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		const struct hc_region *region = regions->pdata[middle];
		if (region->end > address)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

const struct hc_region *hc_regions_at(const GPtrArray *regions, guint64 address)
{
	guint i = hc_regions_above(regions, address);
	const struct hc_region *region =
		i < regions->len ? regions->pdata[i] : NULL;
	return region && region->start <= address ? region : NULL;
}

gboolean hc_region_is_anonymous(const struct hc_region *region)
{
	return !region->shared &&
	       (!region->path || g_str_has_prefix(region->path, "[anon:"));
}
