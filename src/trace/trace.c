#include "trace.h"

#include "trace-inside.h"

#include <sys/resource.h>
#include <sys/wait.h>

static void module_free(gpointer data)
{
	struct hc_trace_module *module = data;
	g_free(module->path);
	g_free(module);
}

static void function_free(gpointer data)
{
	struct hc_trace_function *function = data;
	g_free(function->name);
	g_free(function->file);
	g_free(function->folder);
	g_free(function);
}

static void line_free(gpointer data)
{
	struct hc_trace_line *line = data;
	g_free(line->file);
	g_free(line);
}

static struct hc_trace *trace_new(void)
{
	struct hc_trace *trace = g_new0(struct hc_trace, 1);
	trace->modules = g_ptr_array_new_with_free_func(module_free);
	trace->functions = g_ptr_array_new_with_free_func(function_free);
	trace->lines = g_ptr_array_new_with_free_func(line_free);
	trace->entries =
		g_array_new(FALSE, FALSE, sizeof(struct hc_trace_entry));
	trace->code = g_array_new(FALSE, FALSE, sizeof(struct hc_trace_code));
	trace->outcome = hc_outcome_new();
	return trace;
}

guint64 hc_trace_count_of(
	const struct hc_trace *trace, const struct hc_trace_entry *entry)
{
	if (entry->line != HC_TRACE_NONE) {
		const struct hc_trace_line *line =
			g_ptr_array_index(trace->lines, entry->line);
		return line->count;
	}
	const struct hc_trace_function *function =
		g_ptr_array_index(trace->functions, entry->function);
	return function->count;
}

void hc_trace_free(struct hc_trace *trace)
{
	g_ptr_array_unref(trace->modules);
	g_ptr_array_unref(trace->functions);
	g_ptr_array_unref(trace->lines);
	g_array_unref(trace->entries);
	g_array_unref(trace->code);
	hc_outcome_free(trace->outcome);
	g_free(trace);
}

static void run_clear(struct hc_trace_run *run)
{
	hc_trace_ring_clear(&run->ring);
	hc_trace_run_free_late(run);
	g_clear_pointer(&run->maps, g_ptr_array_unref);
	g_clear_pointer(&run->codes, g_ptr_array_unref);
	g_clear_pointer(&run->info, hc_debuginfo_free);
	g_clear_pointer(&run->old_info, g_ptr_array_unref);
	g_clear_pointer(&run->places, g_array_unref);
	g_clear_pointer(&run->traps, g_array_unref);
	g_clear_pointer(&run->areas, g_array_unref);
	g_clear_pointer(&run->trace, hc_trace_free);
}

/* What the trace uses of the program's address space does not count as the
 * program's. This is enough until install.c knows how much that is. */
static guint64 extra_memory(const struct hc_trace_options *options)
{
	enum { FOR_STUBS = 64 << 20, FOR_LINES = 512 << 20 };
	return (guint64) options->entries * RING_RECORD + FOR_STUBS +
	       (options->lines ? FOR_LINES : 0);
}

/* Nothing of it is left when this returns. */
static gboolean see_it_end(
	struct hc_trace_run *run, struct hc_held *held, GError **error)
{
	run->pid = hc_held_pid(held);
	gboolean ok = hc_trace_run_install(run, error) &&
		      hc_trace_run_follow(run, error);
	if (!run->ended) {
		kill(run->pid, SIGKILL);
		while (hc_ptrace_wait(run->pid, &run->status) == run->pid &&
			WIFSTOPPED(run->status))
			;
	}

	/* An interrupt matters more than what failed because of it. */
	g_autoptr(GError) stopped = NULL;
	if (!hc_held_end(held, run->trace->outcome, &stopped)) {
		g_clear_error(error);
		g_propagate_error(error, g_steal_pointer(&stopped));
		return FALSE;
	}

	return ok;
}

struct hc_trace *hc_trace_run(const struct hc_launch *launch,
	const struct hc_trace_options *options, GError **error)
{
	g_auto(hc_streams) streams = HC_STREAMS_INIT;
	struct hc_launch roomy = *launch;

	if (roomy.limits.memory)
		roomy.limits.memory += extra_memory(options);
	struct hc_trace_run run = {.launch = launch, .options = options};
	run.places = g_array_new(FALSE, FALSE, sizeof(struct hc_trace_place));
	run.traps = g_array_new(FALSE, FALSE, sizeof(struct hc_trace_trap));
	run.areas = g_array_new(FALSE, FALSE, sizeof(struct hc_range));
	run.late = g_array_new(FALSE, FALSE, sizeof(struct hc_trace_late));
	run.old_info = g_ptr_array_new_with_free_func(
		(GDestroyNotify) hc_debuginfo_free);
	run.trace = trace_new();
	run.trace->stop = launch->stop;

	struct hc_trace *result = NULL;
	struct hc_held *held;
	if (hc_trace_ring_open(&run.ring, error) &&
		hc_streams_open(&streams, launch->input, error) &&
		(held = hc_held_new(&roomy, &streams, run.ring.fd, error)) &&
		see_it_end(&run, held, error) &&
		hc_streams_collect(&streams, NULL, run.trace->outcome, error)) {
		hc_trace_run_collect(&run);
		g_autofree gboolean *unsure =
			run.late->len ? hc_trace_run_unsure_lines(&run) : NULL;
		if (unsure)
			hc_trace_drop_lines(run.trace, unsure);
		if (hc_stop_flag_is_set(launch->stop))
			hc_stopped_fail(error);
		else
			result = g_steal_pointer(&run.trace);
	}
	run_clear(&run);

	return result;
}

/* Removes the entries of some functions and of some lines; either may be
 * NULL. */
static void drop_entries(struct hc_trace *trace, const gboolean *functions,
	const gboolean *lines)
{
	guint kept = 0;
	struct hc_trace_entry *entries = (void *) trace->entries->data;

	for (guint i = 0; i < trace->entries->len; i++) {
		struct hc_trace_entry entry = entries[i];
		if ((functions && functions[entry.function]) ||
			(lines && entry.line != HC_TRACE_NONE &&
				lines[entry.line]))
			continue;
		entries[kept++] = entry;
	}

	g_array_set_size(trace->entries, kept);
	hc_trace_shadow_link(trace);
}

void hc_trace_drop(struct hc_trace *trace, const gboolean *drop)
{
	for (guint i = 0; i < trace->functions->len; i++) {
		struct hc_trace_function *function = trace->functions->pdata[i];
		function->dropped = function->dropped || drop[i];
	}
	for (guint i = 0; i < trace->lines->len; i++) {
		struct hc_trace_line *line = trace->lines->pdata[i];
		line->dropped = line->dropped || drop[line->function];
	}
	drop_entries(trace, drop, NULL);
}

void hc_trace_drop_lines(struct hc_trace *trace, const gboolean *drop)
{
	for (guint i = 0; i < trace->lines->len; i++) {
		struct hc_trace_line *line = trace->lines->pdata[i];
		line->dropped = line->dropped || drop[i];
	}
	drop_entries(trace, NULL, drop);
}
