#include "layers.h"

#include "size.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Layers are in memory. */
#define LIMIT (G_GUINT64_CONSTANT(1) << 30)

/* Whether it belongs to the kernel's windows, which no layer can be laid over.
 */
static gboolean is_window(const char *path)
{
	static const char *const windows[] = {"/dev", "/proc", "/sys", NULL};
	for (const char *const *window = windows; *window; window++) {
		size_t n = strlen(*window);
		if (strncmp(path, *window, n) == 0 &&
			(path[n] == '\0' || path[n] == '/'))
			return TRUE;
	}
	return FALSE;
}

static gboolean is_writable(const char *path)
{
	return strcmp(path, "/") != 0 && !is_window(path) &&
	       access(path, W_OK | X_OK) == 0;
}

static gboolean is_alike(const char *path, const char *other)
{
	struct stat one, two;
	return stat(path, &one) == 0 && stat(other, &two) == 0 &&
	       one.st_dev == two.st_dev && one.st_uid == two.st_uid;
}

/* The highest directory above it that may be written, too: a program may write
 * to `../out`. Takes the path. */
static char *climb(char *path)
{
	for (;;) {
		char *above = g_path_get_dirname(path);
		if (!is_writable(above) || !is_alike(path, above)) {
			g_free(above);
			return path;
		}
		g_free(path);
		path = above;
	}
}

static void add(GPtrArray *folders, const char *path, gboolean high)
{
	char *real = path ? realpath(path, NULL) : NULL;
	if (real && g_file_test(real, G_FILE_TEST_IS_DIR) && is_writable(real))
		g_ptr_array_add(
			folders, high ? climb(g_strdup(real)) : g_strdup(real));
	free(real);
}

/* A file that a program is told of may be one that it writes. */
static void add_word(GPtrArray *folders, const char *word, gboolean high)
{
	const char *value = strchr(word, '=');
	if (value && strchr(value, '/'))
		word = value + 1;
	if (!strchr(word, '/'))
		return;
	g_autofree char *folder = g_path_get_dirname(word);
	add(folders, folder, high);
	add(folders, word, high);
}

static void add_variable(
	GPtrArray *folders, const struct hc_command *command, const char *name)
{
	add(folders, g_environ_getenv(command->env, name), FALSE);
}

/* `high`: with what is above them. */
static GPtrArray *find(const GPtrArray *pairs, gboolean high)
{
	GPtrArray *folders = g_ptr_array_new_null_terminated(8, g_free, TRUE);
	add(folders, ".", high);
	add(folders, "/tmp", FALSE);
	add(folders, "/var/tmp", FALSE);
	for (guint i = 0; i < pairs->len; i++) {
		const struct hc_runs *runs = pairs->pdata[i];
		for (guint side = 0; side < HC_SIDES; side++) {
			const struct hc_command *command =
				runs->run[side].command;
			add_variable(folders, command, "HOME");
			add_variable(folders, command, "TMPDIR");
			for (char **word = command->argv + 1; *word; word++)
				add_word(folders, *word, high);
		}
	}
	return folders;
}

static struct hc_view *make(
	const GPtrArray *pairs, guint64 limit, gboolean high, GError **error)
{
	g_autoptr(GPtrArray) folders = find(pairs, high);
	const struct hc_view_options options = {
		.layers = (const char *const *) folders->pdata,
		.size = limit,
	};
	return hc_view_new(&options, error);
}

struct hc_view *hc_layers_view(
	const GPtrArray *pairs, const char *limit, GError **error)
{
	g_autoptr(GError) problem = NULL;
	guint64 bytes = LIMIT;
	if (limit)
		hc_size_parse(limit, &bytes);
	struct hc_view *view = make(pairs, bytes, TRUE, &problem);
	/* What is mounted there may be in the way. */
	if (g_error_matches(problem, HC_VIEW_ERROR, HC_VIEW_ERROR_FILE)) {
		g_clear_error(&problem);
		view = make(pairs, bytes, FALSE, &problem);
	}
	if (problem)
		g_propagate_prefixed_error(
			error, g_steal_pointer(&problem), "--private: ");
	return view;
}
