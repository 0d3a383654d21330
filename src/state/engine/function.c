/* A function of the program's by its name, as the loader would find it: in the
 * first of its files that has one. */
#include "engine-inside.h"

#include "debuginfo.h"

#include <link.h>

static gboolean read_text(pid_t pid, guint64 address, char *text, gsize n)
{
	gssize got = hc_process_peek_some(pid, address, text, n - 1);
	text[MAX(got, 0)] = '\0';
	return got > 0;
}

/* The first of the loader's files, in the order in which it looks; 0 if there
 * is no loader, or it has not come that far. */
static guint64 first_file(struct hc_debuginfo *info, pid_t pid)
{
	struct r_debug debug;
	guint64 at = hc_debuginfo_symbol(info, "ld-linux", "_r_debug", NULL);
	return at && hc_process_peek(pid, at, &debug, sizeof debug)
		       ? (guint64) (gsize) debug.r_map
		       : 0;
}

static guint64 find_in_files(
	struct hc_debuginfo *info, pid_t pid, const char *name)
{
	enum { MOST_FILES = 10000 };
	guint64 at = first_file(info, pid);
	g_autofree char *program = g_strdup_printf("/proc/%d/exe", (int) pid);
	g_autofree char *path = g_file_read_link(program, NULL);

	for (guint i = 0; at && i < MOST_FILES; i++) {
		struct link_map file;
		char text[4096];
		if (!hc_process_peek(pid, at, &file, sizeof file))
			return 0;
		if (!read_text(pid, (guint64) (gsize) file.l_name, text,
			    sizeof text))
			g_strlcpy(text, path ? path : "", sizeof text);

		g_autofree char *base = g_path_get_basename(text);
		guint64 address = hc_debuginfo_symbol(info, base, name, NULL);
		if (address)
			return address;
		at = (guint64) (gsize) file.l_next;
	}
	return 0;
}

static guint64 find(struct hc_debuginfo *info, pid_t pid, const char *name)
{
	guint64 address = info ? find_in_files(info, pid, name) : 0;
	return info && !address ? hc_debuginfo_symbol(info, NULL, name, NULL)
				: address;
}

guint64 hc_engine_function(
	struct hc_engine *engine, const char *name, GError **error)
{
	pid_t pid = engine->pid;
	guint64 address;

	if (engine->options.info) {
		address = find(engine->options.info, pid, name);
	} else {
		g_mutex_lock(&engine->frames.lock);
		address = find(hc_engine_frames_info(engine, pid), pid, name);
		g_mutex_unlock(&engine->frames.lock);
	}

	if (!address)
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_ALLOCATE,
			"the program has no function %s", name);
	return address;
}
