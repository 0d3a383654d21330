/* What the trace needs to know about libc: where it writes, and where signal
 * handlers return to. A program without shared libraries contains its libc. */
#include "trace-dynamic.h"
#include "trace-inside.h"
#include "trace-stubs.h"

#include <string.h>

enum { PAGE = 4096 };

static struct hc_trace_map *find_libc(const struct hc_trace_run *run)
{
	for (guint i = 0; i < run->maps->len; i++) {
		struct hc_trace_map *one = run->maps->pdata[i];
		g_autofree char *file = g_path_get_basename(one->path);
		if (one->file && (g_str_has_prefix(file, "libc.so") ||
					 g_str_has_prefix(file, "libc-") ||
					 g_str_has_prefix(file, "ld-musl")))
			return one;
	}
	return NULL;
}

void hc_trace_run_patch_writers(
	struct hc_trace_run *run, const struct hc_trace_stubs_where *where)
{
	struct hc_trace_map *libc = find_libc(run);
	struct hc_trace_patch_task task = {0};

	if (libc) {
		task.write = hc_trace_dynamic_symbol(
			run->pid, libc, "write", &task.write_size);
		task.writev = hc_trace_dynamic_symbol(
			run->pid, libc, "writev", &task.writev_size);
	} else {
		task.write = hc_debuginfo_symbol(
			run->info, NULL, "write", &task.write_size);
		task.writev = hc_debuginfo_symbol(
			run->info, NULL, "writev", &task.writev_size);
		libc = hc_trace_maps_at(run->maps, task.write);
	}
	if (!libc || !task.write ||
		hc_trace_maps_at(run->maps, task.write) != libc)
		return;

	/* Of a large library, only the pages that matter. */
	guint64 end = task.write + task.write_size;
	struct hc_trace_map part = {.path = libc->path, .start = task.write};
	if (task.writev && hc_trace_maps_at(run->maps, task.writev) == libc) {
		part.start = MIN(part.start, task.writev);
		end = MAX(end, task.writev + task.writev_size);
	}
	part.start &= ~(guint64) (PAGE - 1);
	part.end = MIN((end + PAGE - 1) & ~(guint64) (PAGE - 1), libc->end);
	if (libc->image) {
		part.image = g_memdup2(libc->image + (part.start - libc->start),
			part.end - part.start);
	}
	task.map = &part;
	hc_trace_run_patch(run, &task, where, NULL);
	g_free(part.image);
}

/* Where signal handlers return to: mov $15, %rax; syscall. libc has it close to
 * sigaction. */
guint64 hc_trace_run_find_restorer(struct hc_trace_run *run)
{
	enum { AROUND = 128 << 10 };
	static const guint8 code[] = {
		0x48, 0xc7, 0xc0, 15, 0, 0, 0, 0x0f, 0x05};
	const struct hc_trace_map *libc = find_libc(run);
	guint64 size, at;

	if (libc) {
		at = hc_trace_dynamic_symbol(
			run->pid, libc, "sigaction", &size);
	} else {
		at = hc_debuginfo_symbol(run->info, NULL, "sigaction", &size);
		libc = hc_trace_maps_at(run->maps, at);
	}
	if (!at || !libc || hc_trace_maps_at(run->maps, at) != libc)
		return 0;

	guint64 first = MAX(libc->start, at - MIN(at, AROUND));
	gsize n = (gsize) (MIN(libc->end, at + AROUND) - first);
	g_autofree guint8 *bytes = g_malloc(n);
	const guint8 *found = hc_process_peek(run->pid, first, bytes, n)
				      ? memmem(bytes, n, code, sizeof code)
				      : NULL;

	return found ? first + (guint64) (found - bytes) : 0;
}
