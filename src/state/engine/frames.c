/* Where a test crashed or hangs, by our own unwinding: GDB would take a
 * thousand times as long. */
#include "engine-inside.h"

#include "debuginfo.h"
#include "process-maps.h"
#include "process-registers.h"

void hc_engine_frames_init(struct hc_frames *frames)
{
	g_mutex_init(&frames->lock);
}

void hc_engine_frames_clear(struct hc_frames *frames)
{
	g_clear_pointer(&frames->info, hc_debuginfo_free);
	g_clear_pointer(&frames->mapped, g_free);
	g_mutex_clear(&frames->lock);
}

static gboolean read_stack(guint64 address, void *bytes, gsize n, gpointer data)
{
	struct hc_frames *frames = data;
	return n == 0 || hc_process_peek(frames->pid, address, bytes, n);
}

/* The files that are mapped, and where. */
static char *describe_mapped(pid_t pid)
{
	g_autoptr(GPtrArray) regions = hc_regions_read(pid, NULL);
	GString *text = g_string_new(NULL);

	for (guint i = 0; regions && i < regions->len; i++) {
		const struct hc_region *region = regions->pdata[i];
		if (region->path && region->path[0] == '/' &&
			region->executable)
			g_string_append_printf(text,
				"%" G_GINT64_MODIFIER "x %s\n", region->start,
				region->path);
	}

	return g_string_free(text, FALSE);
}

struct hc_debuginfo *hc_engine_frames_info(struct hc_engine *engine, pid_t pid)
{
	struct hc_frames *frames = &engine->frames;
	g_autofree char *mapped = describe_mapped(pid);

	frames->pid = pid;
	if (frames->info && g_strcmp0(mapped, frames->mapped) == 0)
		return frames->info;

	g_clear_pointer(&frames->info, hc_debuginfo_free);
	g_free(frames->mapped);
	frames->mapped = g_steal_pointer(&mapped);

	struct hc_debuginfo_source source = {
		.pid = pid,
		.read = read_stack,
		.data = frames,
		.debug_dir = engine->options.debug_dir,
		.stop = engine->stop,
	};
	frames->info = hc_debuginfo_new(&source, NULL);

	return frames->info;
}

static struct hc_registers registers_of(const struct user_regs_struct *r)
{
	struct hc_registers registers = {
		.known = (1u << HC_N_REGISTERS) - 1,
		.fs_base = r->fs_base,
	};
	G_STATIC_ASSERT((int) HC_N_REGISTERS == (int) HC_REGISTERS);
	hc_registers_take(r, registers.values);
	return registers;
}

/* Inlined functions are frames as well: GDB, which looked at the failing run,
 * shows them. */
static void add_frames(struct hc_engine *engine, const struct hc_call *call,
	struct hc_outcome *outcome)
{
	g_autoptr(GArray) running =
		hc_debuginfo_running(engine->frames.info, call);
	for (guint i = 0; i < running->len; i++) {
		const struct hc_running *at =
			&g_array_index(running, struct hc_running, i);
		if (outcome->frames->len == engine->options.most_frames) {
			outcome->more_frames = TRUE;
			return;
		}
		hc_outcome_add_frame(outcome, at->function, at->file, at->line);
	}
}

void hc_engine_frames_take(
	struct hc_engine *engine, pid_t tid, struct hc_outcome *outcome)
{
	struct user_regs_struct now;

	g_ptr_array_set_size(outcome->frames, 0);
	outcome->more_frames = FALSE;

	if (!hc_tracee_get(tid, &now, NULL))
		return;

	struct hc_registers registers = registers_of(&now);

	g_mutex_lock(&engine->frames.lock);
	g_autoptr(GPtrArray) calls =
		hc_engine_frames_info(engine, tid)
			? hc_debuginfo_unwind(engine->frames.info, &registers,
				  engine->options.most_frames,
				  &outcome->more_frames, NULL)
			: NULL;
	for (guint i = 0; calls && i < calls->len; i++)
		add_frames(engine, calls->pdata[i], outcome);
	g_mutex_unlock(&engine->frames.lock);
}
