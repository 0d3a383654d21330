#include "input-crash.h"

#include "peek.h"
#include "process-maps.h"
#include "process-ptrace.h"
#include "process-registers.h"
#include "process-signals.h"

#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

void hc_input_crash_clear(struct hc_input_crash *crash)
{
	g_clear_pointer(&crash->info, hc_debuginfo_free);
	g_clear_pointer(&crash->mapped, g_free);
}

/* ---- Frames -------------------------------------------------------------- */

static gboolean read_stack(guint64 address, void *bytes, gsize n, gpointer data)
{
	const struct hc_input_crash *crash = data;
	return n == 0 || hc_process_peek(crash->pid, address, bytes, n);
}

static char *describe_mapped(const GPtrArray *regions)
{
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < regions->len; i++) {
		const struct hc_region *region = regions->pdata[i];
		if (region->path && region->executable)
			g_string_append_printf(text,
				"%" G_GINT64_MODIFIER "x %s\n", region->start,
				region->path);
	}
	return g_string_free(text, FALSE);
}

/* Most crashes are in a program that is loaded as the last one was. */
static struct hc_debuginfo *info_of(
	struct hc_input_crash *crash, pid_t pid, const GPtrArray *regions)
{
	g_autofree char *mapped = describe_mapped(regions);
	const struct hc_debuginfo_source source = {
		.pid = pid,
		.read = read_stack,
		.data = crash,
		.any = TRUE,
	};
	crash->pid = pid;
	if (crash->info && g_strcmp0(mapped, crash->mapped) == 0)
		return crash->info;
	hc_input_crash_clear(crash);
	crash->mapped = g_steal_pointer(&mapped);
	crash->info = hc_debuginfo_new(&source, NULL);
	return crash->info;
}

/* "sample+0x1234", for code without a name. */
static char *name_address(const GPtrArray *regions, guint64 pc)
{
	const struct hc_region *region = hc_regions_at(regions, pc);
	if (!region || !region->path)
		return NULL;
	g_autofree char *file = g_path_get_basename(region->path);
	return g_strdup_printf("%s+0x%" G_GINT64_MODIFIER "x", file,
		pc - region->start + region->offset);
}

/* What the system's libraries do to end the program is the same for all
 * crashes: it does not tell them apart, even if its lines are known. */
static gboolean is_foreign(const GPtrArray *regions, const struct hc_call *call,
	const char *program)
{
	const struct hc_region *region =
		hc_regions_at(regions, call->registers.values[HC_PC]);
	return region && region->path &&
	       g_strcmp0(region->path, program) != 0 &&
	       hc_debuginfo_is_system(region->path);
}

static void add_frames(struct hc_input_crash *crash, const struct hc_call *call,
	const GPtrArray *regions, const char *program,
	struct hc_outcome *outcome)
{
	gboolean foreign = is_foreign(regions, call, program);
	g_autoptr(GArray) running = hc_debuginfo_running(crash->info, call);
	for (guint i = 0; i < running->len; i++) {
		const struct hc_running *at =
			&g_array_index(running, struct hc_running, i);
		g_autofree char *name =
			at->function ? g_strdup(at->function)
				     : name_address(regions,
					       call->registers.values[HC_PC]);
		hc_outcome_add_frame(outcome, name, foreign ? NULL : at->file,
			foreign ? 0 : at->line);
	}
}

/* Where no line is known, the innermost frame alone tells crashes apart: not
 * one of a library's, such as abort's. */
static void drop_foreign(struct hc_outcome *outcome, const GPtrArray *calls,
	const GPtrArray *regions, const char *program)
{
	guint foreign = 0;
	for (guint i = 0; i < outcome->frames->len; i++)
		if (((struct hc_frame *) outcome->frames->pdata[i])->line)
			return;
	while (foreign < calls->len && foreign < outcome->frames->len) {
		const struct hc_call *call = calls->pdata[foreign];
		const struct hc_region *region =
			hc_regions_at(regions, call->registers.values[HC_PC]);
		if (region && g_strcmp0(region->path, program) == 0)
			break;
		foreign++;
	}
	if (foreign < MIN(calls->len, outcome->frames->len))
		g_ptr_array_remove_range(outcome->frames, 0, foreign);
}

static void take_frames(
	struct hc_input_crash *crash, pid_t pid, struct hc_outcome *outcome)
{
	struct user_regs_struct now;
	g_autoptr(GPtrArray) regions = hc_regions_read(pid, NULL);
	g_autofree char *link = g_strdup_printf("/proc/%d/exe", (int) pid);
	g_autofree char *program = g_file_read_link(link, NULL);
	if (!regions || !hc_ptrace_get(pid, &now) ||
		!info_of(crash, pid, regions))
		return;
	struct hc_registers registers = {
		.known = (1u << HC_N_REGISTERS) - 1,
		.fs_base = now.fs_base,
	};
	hc_registers_take(&now, registers.values);
	g_autoptr(GPtrArray) calls = hc_debuginfo_unwind(crash->info,
		&registers, HC_OUTCOME_FRAMES, &outcome->more_frames, NULL);
	g_ptr_array_set_size(outcome->frames, 0);
	for (guint i = 0; calls && i < calls->len; i++)
		add_frames(crash, calls->pdata[i], regions, program, outcome);
	if (calls)
		drop_foreign(outcome, calls, regions, program);
}

/* ---- The run ------------------------------------------------------------- */

static void take_stop(struct hc_input_crash *crash, pid_t pid, int status,
	struct hc_outcome *outcome)
{
	int event = hc_ptrace_event(status), signal = WSTOPSIG(status);
	if (event == PTRACE_EVENT_STOP && signal != SIGTRAP) {
		hc_ptrace_listen(pid);
		return;
	}
	if (event == 0 && hc_signal_is_fatal(pid, signal))
		take_frames(crash, pid, outcome);
	hc_ptrace_continue(pid, event == 0 ? signal : 0);
}

struct hc_outcome *hc_input_crash_run(struct hc_input_crash *crash,
	const struct hc_launch *launch, GError **error)
{
	int status = 0;
	struct hc_launch fixed = *launch;
	g_auto(hc_streams) streams = HC_STREAMS_INIT;
	g_autoptr(hc_outcome) outcome = hc_outcome_new();
	/* So that what is known of one is right for the next one. */
	fixed.fixed = TRUE;
	if (!hc_streams_open(&streams, launch->input, error))
		return NULL;
	struct hc_held *held = hc_held_new(&fixed, &streams, -1, error);
	if (!held)
		return NULL;
	pid_t pid = hc_held_pid(held);
	hc_ptrace_continue(pid, 0);
	while (hc_ptrace_wait(pid, &status) == pid && WIFSTOPPED(status))
		take_stop(crash, pid, status, outcome);
	if (!hc_held_end(held, outcome, error) ||
		!hc_streams_collect(&streams, NULL, outcome, error))
		return NULL;
	if (outcome->end != HC_END_SIGNAL) {
		g_ptr_array_set_size(outcome->frames, 0);
		outcome->more_frames = FALSE;
	}
	return g_steal_pointer(&outcome);
}
