#include "trace-watch.h"

#include "debuginfo.h"
#include "trace-maps.h"
#include "trace-process.h"
#include "trace.h"

#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static gboolean names(const struct hc_trace_map *map, const char *name)
{
	return memmem(map->image, map->end - map->start, name, strlen(name)) !=
	       NULL;
}

static gboolean is_libc(const struct hc_trace_map *map)
{
	g_autofree char *file = g_path_get_basename(map->path);
	return g_str_has_prefix(file, "libc.so") ||
	       g_str_has_prefix(file, "libc-") || g_str_has_prefix(file, "ld-");
}

static gboolean read_process(
	guint64 address, void *bytes, gsize n, gpointer data)
{
	return hc_process_peek(*(pid_t *) data, address, bytes, n);
}

/* A program without shared libraries has no names of functions in memory. */
static gboolean has_symbol(pid_t pid, const char *debug_dir)
{
	struct hc_debuginfo_source source = {.pid = pid,
		.read = read_process,
		.data = &pid,
		.debug_dir = debug_dir};
	g_autoptr(hc_debuginfo) info = hc_debuginfo_new(&source, NULL);
	return !info || hc_debuginfo_symbol(info, NULL, "pthread_create", NULL);
}

/* Whether it could start a thread: it has the name of a function for that. */
static gboolean may_have_threads(pid_t pid, const char *debug_dir)
{
	g_autoptr(GPtrArray) maps = hc_trace_maps_read(pid, NULL);
	gboolean shared = FALSE;

	for (guint i = 0; maps && i < maps->len; i++) {
		struct hc_trace_map *map = maps->pdata[i];
		if (!map->file)
			continue;
		if (is_libc(map)) {
			shared = TRUE;
			continue;
		}
		if (!hc_trace_maps_load(map, pid) ||
			names(map, "pthread_create") ||
			names(map, "thrd_create"))
			return TRUE;
	}

	return !maps || (!shared && has_symbol(pid, debug_dir));
}

int hc_trace_watch_place(pid_t pid, guint64 place, guint64 hits,
	const char *debug_dir, GError **error)
{
	if (may_have_threads(pid, debug_dir)) {
		g_set_error(error, HC_TRACE_ERROR, HC_TRACE_ERROR_SYSTEM,
			"the program may have threads");
		return -1;
	}

	struct perf_event_attr attr = {
		.type = PERF_TYPE_BREAKPOINT,
		.size = sizeof attr,
		.bp_type = HW_BREAKPOINT_X,
		.bp_addr = place,
		.bp_len = sizeof(long),
		.sample_period = hits,
		.sigtrap = 1,
		.remove_on_exec = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	int fd = (int) syscall(
		SYS_perf_event_open, &attr, pid, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		hc_trace_process_fail("no hardware breakpoint", error);

	return fd;
}
