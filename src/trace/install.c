/* From the exec to a program that notes the entries of its functions. */
#include "trace-inside.h"

#include <elf.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

enum {
	PAGE = 4096,
	/* A program without shared libraries makes room for its thread's data
	 * by one of its first system calls. */
	FIRST_CALLS = 64,
	MAX_SEGMENTS = 256,
};

static gboolean read_process(
	guint64 address, void *bytes, gsize n, gpointer data)
{
	const struct hc_trace_run *run = data;
	return hc_process_peek(run->pid, address, bytes, n);
}

static gboolean has_thread_data(const struct hc_trace_run *run)
{
	guint64 at = hc_process_auxiliary(run->pid, AT_PHDR);
	guint64 n = hc_process_auxiliary(run->pid, AT_PHNUM);

	for (guint64 i = 0; at && i < MIN(n, MAX_SEGMENTS); i++) {
		Elf64_Phdr segment;
		if (!hc_process_peek(run->pid, at + i * sizeof segment,
			    &segment, sizeof segment))
			break;
		if (segment.p_type == PT_TLS)
			return TRUE;
	}

	return FALSE;
}

/* Runs until there is something at %fs:0, if there ever will be. */
static gboolean find_thread(
	struct hc_trace_run *run, guint64 *thread, GError **error)
{
	struct user_regs_struct registers;
	if (!hc_trace_process_registers(run->pid, &registers, error))
		return FALSE;

	gboolean expected = registers.fs_base || has_thread_data(run);
	for (guint i = 0; expected && !registers.fs_base && i < FIRST_CALLS;
		i++) {
		if (ptrace(PTRACE_SYSCALL, run->pid, NULL, NULL) < 0)
			return hc_trace_process_fail("it can't go on", error);
		if (hc_ptrace_wait(run->pid, &run->status) != run->pid ||
			!WIFSTOPPED(run->status)) {
			run->ended = TRUE;
			g_set_error(error, HC_TRACE_ERROR, HC_TRACE_ERROR_ENDED,
				"the program ended before it began");
			return FALSE;
		}
		if (!hc_trace_process_registers(run->pid, &registers, error))
			return FALSE;
	}

	*thread = 0;
	if (registers.fs_base && (!hc_process_peek(run->pid, registers.fs_base,
					  thread, sizeof *thread) ||
					 *thread != registers.fs_base))
		*thread = 0;

	return TRUE;
}

static gboolean map_memory(struct hc_trace_run *run, guint64 n, int flags,
	int fd, guint64 *address, GError **error)
{
	g_autoptr(GPtrArray) maps = hc_trace_maps_read(run->pid, error);
	struct hc_trace_map *program =
		maps ? hc_trace_maps_at(
			       maps, hc_process_auxiliary(run->pid, AT_ENTRY))
		     : NULL;
	if (!program)
		return FALSE;

	guint64 at = hc_trace_maps_room(maps, program, n);
	const guint64 arguments[] = {at, n, PROT_READ | PROT_WRITE,
		(guint64) (flags | (at ? MAP_FIXED_NOREPLACE : 0)),
		(guint64) (gint64) fd, 0};
	gint64 result;
	if (!hc_trace_process_call(
		    run->pid, SYS_mmap, arguments, &result, error))
		return FALSE;

	*address = (guint64) result;
	if (result >= 0 || result < -PAGE) {
		run->memory += (n + PAGE - 1) & ~(guint64) (PAGE - 1);
		return TRUE;
	}

	g_set_error(error, HC_TRACE_ERROR, HC_TRACE_ERROR_ROOM,
		"cannot trace the program: it has no room for the trace");
	return FALSE;
}

/* The page that is empty in children, and the ring. */
static gboolean map_data(struct hc_trace_run *run, guint64 thread,
	struct hc_trace_stubs_where *where, GError **error)
{
	guint64 word = thread ? thread : 1;
	gint64 result;

	if (!map_memory(run, PAGE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		    &where->control, error) ||
		!map_memory(run, run->ring.size, MAP_SHARED, run->ring.fd,
			&where->ring, error))
		return FALSE;

	const guint64 wipe[6] = {where->control, PAGE, MADV_WIPEONFORK};
	const guint64 descriptor[6] = {(guint64) run->ring.fd};

	if (!hc_trace_process_call(run->pid, SYS_madvise, wipe, &result, error))
		return FALSE;
	if (result != 0) {
		g_set_error(error, HC_TRACE_ERROR, HC_TRACE_ERROR_SYSTEM,
			"cannot trace the program: the system can't leave "
			"its children out");
		return FALSE;
	}

	where->records = where->ring + run->ring.records;
	where->threads = thread != 0;

	return hc_trace_process_call(
		       run->pid, SYS_close, descriptor, &result, error) &&
	       hc_trace_process_write(
		       run->pid, where->control, &word, sizeof word, error);
}

/* They stay in the order of addresses. */
void hc_trace_run_add_module(
	struct hc_trace_run *run, const struct hc_trace_map *map)
{
	struct hc_trace *trace = run->trace;
	struct hc_trace_module *module = g_new0(struct hc_trace_module, 1);
	module->path = g_strdup(map->path);
	module->start = map->start;
	module->end = map->end;

	guint at = trace->modules->len;
	while (at > 0 &&
		((struct hc_trace_module *) trace->modules->pdata[at - 1])
				->start > map->start)
		at--;
	g_ptr_array_insert(trace->modules, (gint) at, module);
	for (guint i = 0; i < trace->functions->len; i++) {
		struct hc_trace_function *function = trace->functions->pdata[i];
		if (function->module != HC_TRACE_NONE && function->module >= at)
			function->module++;
	}
}

static guint module_at(const struct hc_trace *trace, guint64 address)
{
	for (guint i = 0; i < trace->modules->len; i++) {
		const struct hc_trace_module *m = trace->modules->pdata[i];
		if (address >= m->start && address < m->end)
			return i;
	}
	return HC_TRACE_NONE;
}

void hc_trace_run_add_function(
	struct hc_trace_run *run, const struct hc_code *code)
{
	struct hc_trace_function *function =
		g_new0(struct hc_trace_function, 1);
	guint module = module_at(run->trace, code->entry);
	const struct hc_trace_module *m =
		module == HC_TRACE_NONE ? NULL
					: run->trace->modules->pdata[module];

	function->name = g_strdup(code->name ? code->name : "?");
	function->file = g_strdup(code->file);
	function->folder = g_strdup(code->folder);
	function->line = code->line;
	function->module = module;
	function->address = code->entry - (m ? m->start : 0);
	function->how = HC_TRACE_NOT;
	g_ptr_array_add(run->trace->functions, function);
}

struct hc_debuginfo *hc_trace_run_read_info(
	struct hc_trace_run *run, GError **error)
{
	struct hc_debuginfo_source source = {.pid = run->pid,
		.read = read_process,
		.data = run,
		.debug_dir = run->options->debug_dir,
		.stop = run->launch->stop};
	return hc_debuginfo_new(&source, error);
}

static gboolean find_functions(struct hc_trace_run *run, GError **error)
{
	run->info = hc_trace_run_read_info(run, error);
	run->maps = run->info ? hc_trace_maps_read(run->pid, error) : NULL;
	if (!run->maps)
		return FALSE;

	for (guint i = 0; i < run->maps->len; i++) {
		const struct hc_trace_map *file = run->maps->pdata[i];
		if (file->file)
			hc_trace_run_add_module(run, file);
	}

	run->codes = hc_debuginfo_functions(run->info, run->options->libraries);
	for (guint i = 0; i < run->codes->len; i++)
		hc_trace_run_add_function(run, run->codes->pdata[i]);

	hc_trace_run_find_places(run, 0);
	return !hc_stop_flag_is_set(run->launch->stop) ||
	       hc_stopped_fail(error);
}

gboolean hc_trace_run_patch_functions(
	struct hc_trace_run *run, struct hc_trace_map *file, GError **error)
{
	struct hc_trace_patch_task task = {.map = file, .first = G_MAXUINT};
	for (guint i = 0; i < run->codes->len; i++) {
		const struct hc_code *code = run->codes->pdata[i];
		if (code->entry < file->start || code->entry >= file->end)
			continue;
		task.first = MIN(task.first, i);
		task.end = i + 1;
	}
	return task.end == 0 ||
	       hc_trace_run_patch(run, &task, &run->where, error);
}

/* The lowest address that the first thread's stack may grow to. */
static guint64 find_stack(const struct hc_trace_run *run)
{
	struct rlimit limit;
	for (guint i = 0; i < run->maps->len; i++) {
		const struct hc_trace_map *one = run->maps->pdata[i];
		if (strcmp(one->path, "[stack]") != 0)
			continue;
		/* What is mapped now stays; without a limit, nothing else is
		 * certain. */
		if (prlimit(run->pid, RLIMIT_STACK, NULL, &limit) < 0 ||
			limit.rlim_cur > one->end)
			return one->start;
		return MIN(one->start, one->end - limit.rlim_cur);
	}

	return G_MAXUINT64;
}

static int compare_traps(gconstpointer a, gconstpointer b)
{
	const struct hc_trace_trap *x = a, *y = b;
	return (x->address > y->address) - (x->address < y->address);
}

void hc_trace_run_sort_traps(struct hc_trace_run *run)
{
	g_array_sort(run->traps, compare_traps);
}

gboolean hc_trace_run_set_traps(
	struct hc_trace_run *run, pid_t pid, gboolean on, GError **error)
{
	static const guint8 code = 0xcc;
	for (guint i = 0; i < run->traps->len; i++) {
		const struct hc_trace_trap *trap =
			&g_array_index(run->traps, struct hc_trace_trap, i);
		if (!trap->gone &&
			!hc_trace_process_write(pid, trap->address,
				on ? &code : &trap->before, 1, error))
			return FALSE;
	}

	return TRUE;
}

/* It was given more than it may use, to make room for what is ours. */
gboolean hc_trace_run_limit_memory(struct hc_trace_run *run, GError **error)
{
	return !run->launch->limits.memory ||
	       hc_limits_set_soft(run->pid, RLIMIT_AS,
		       run->launch->limits.memory + run->memory) ||
	       hc_trace_process_fail("its limits can't be set", error);
}

gboolean hc_trace_run_install(struct hc_trace_run *run, GError **error)
{
	guint64 entry = hc_process_auxiliary(run->pid, AT_ENTRY), thread = 0;
	struct hc_trace_ring_size size = {.entries = run->options->entries,
		.hot = run->options->hot,
		.hot_line = run->options->hot_line};
	guint functions, lines;

	if (!hc_trace_process_run_to(run->pid, entry, error) ||
		!find_thread(run, &thread, error) ||
		!find_functions(run, error))
		return FALSE;

	hc_trace_run_expect_libraries(run, &functions, &lines);
	size.functions = run->codes->len + functions;
	size.lines = run->places->len + lines;

	if (!hc_trace_ring_map(&run->ring, &size, error) ||
		!map_data(run, thread, &run->where, error))
		return FALSE;

	run->ring.head->restorer = hc_trace_run_find_restorer(run);
	run->ring.head->stack = find_stack(run);

	for (guint i = 0; i < run->maps->len; i++) {
		struct hc_trace_map *file = run->maps->pdata[i];
		if (file->file &&
			!hc_trace_run_patch_functions(run, file, error))
			return FALSE;
	}

	hc_trace_run_patch_writers(run, &run->where);
	if (functions && !hc_trace_run_watch_loader(run, error))
		return FALSE;
	hc_trace_run_sort_traps(run);

	return hc_trace_run_limit_memory(run, error);
}
