/* From a write, that is registers and a copy of the stack, to a line of the
 * program. */
#include "writes-inside.h"

#include "outcome.h"
#include "peek.h"
#include "place.h"
#include "process-registers.h"

#include <string.h>

enum { MOST_FRAMES = 200, MOST_CALLS = 50 };

struct scene {
	const struct hc_brought *program;
	const struct hc_bring_write *write;
};

/* The stack as it was then; what was not kept of it may have changed since. */
static gboolean read_then(guint64 address, void *bytes, gsize n, gpointer data)
{
	const struct scene *scene = data;
	const struct hc_bring_write *write = scene->write;
	guint64 from = write->registers.rsp;
	const guint64 most_stack = 8 << 20;
	if (address >= from && address - from < write->n_stack) {
		guint64 at = address - from;
		if (n > write->n_stack - at)
			return FALSE;
		memcpy(bytes, write->stack + at, n);
		return TRUE;
	}
	if (address >= from && address - from < most_stack &&
		write->n_stack == HC_BRING_STACK_KEPT)
		return FALSE;
	return hc_process_peek(scene->program->pid, address, bytes, n);
}

/* A string instruction that is repeated stops at itself. */
static gboolean is_repeated(pid_t pid, guint64 pc)
{
	enum { REPEAT = 0xf3, REPEAT_NOT = 0xf2, WIDE = 0x48, SHORT = 0x66 };
	guint8 code[3];
	if (!hc_process_peek(pid, pc, code, sizeof code) ||
		(code[0] != REPEAT && code[0] != REPEAT_NOT))
		return FALSE;
	guint8 what = code[1] == WIDE || code[1] == SHORT ? code[2] : code[1];
	return (what & 0xfe) == 0xa4 || (what & 0xfe) == 0xaa;
}

/* The trap comes behind the instruction that wrote, which may be the last of its
 * line. The frame is found by where it is, the line by where it was. */
static void step_back(struct hc_debuginfo *info, const struct scene *scene,
	struct hc_call *call)
{
	struct hc_registers registers = call->registers;
	if (is_repeated(scene->program->pid, registers.values[HC_PC]))
		return;
	registers.values[HC_PC]--;
	g_autoptr(GPtrArray) calls =
		hc_debuginfo_unwind(info, &registers, 1, NULL, NULL);
	if (!calls || !calls->len)
		return;
	const struct hc_call *before = g_ptr_array_index(calls, 0);
	call->registers.values[HC_PC]--;
	call->file = before->file;
	call->line = before->line;
}

static GPtrArray *unwind(
	struct hc_debuginfo *info, const struct scene *scene, GError **error)
{
	struct user_regs_struct at = scene->write->registers;
	struct hc_registers registers = {
		.known = (1u << HC_N_REGISTERS) - 1,
		.fs_base = at.fs_base,
	};
	hc_registers_take(&at, registers.values);
	g_autoptr(GPtrArray) calls =
		hc_debuginfo_unwind(info, &registers, MOST_FRAMES, NULL, error);
	if (calls && calls->len)
		step_back(info, scene, g_ptr_array_index(calls, 0));
	return g_steal_pointer(&calls);
}

/* ---- The program's own lines --------------------------------------------- */

/* A function that runs, and in which frame. */
struct line {
	struct hc_running running;
	guint level;
};

/* Of all that is the program's own, innermost first. */
static GArray *find_lines(struct hc_debuginfo *info, const GPtrArray *calls)
{
	GArray *lines = g_array_new(FALSE, FALSE, sizeof(struct line));
	for (guint i = 0; i < calls->len; i++) {
		struct hc_call call =
			*(const struct hc_call *) g_ptr_array_index(calls, i);
		if (!call.has_debug)
			continue;
		/* Its line is that of the next instruction; an inlined function
		 * begins before that. */
		call.level = MAX(call.level, 1);
		g_autoptr(GArray) running = hc_debuginfo_running(info, &call);
		for (guint j = 0; j < running->len; j++) {
			struct line line = {
				g_array_index(running, struct hc_running, j),
				i};
			if (line.running.file && line.running.line > 0 &&
				!hc_place_is_foreign(line.running.file))
				g_array_append_val(lines, line);
		}
	}
	return lines;
}

static void add_backtrace(
	struct hc_written *written, const GArray *lines, guint from)
{
	for (guint i = from; i < lines->len && i < from + MOST_CALLS; i++) {
		const struct hc_running *running =
			&g_array_index(lines, struct line, i).running;
		struct hc_frame frame = {(char *) running->function,
			(char *) running->file, running->line};
		g_ptr_array_add(written->backtrace, hc_frame_describe(&frame));
	}
}

static gboolean is_parameter(
	struct hc_debuginfo *info, const struct hc_call *call, guint64 address)
{
	g_autoptr(GPtrArray) locals = hc_debuginfo_locals(info, call);
	for (guint i = 0; i < locals->len; i++) {
		const struct hc_variable *local = g_ptr_array_index(locals, i);
		if (local->parameter && local->where == HC_WHERE_MEMORY &&
			address - local->address < local->type->size)
			return TRUE;
	}
	return FALSE;
}

/* A parameter that came in a register, and that the function stores before its
 * first statement: it is the call that gave the value. */
static gboolean is_passed(struct hc_debuginfo *info,
	const struct hc_bring_watch *watch, const GPtrArray *calls,
	const GArray *lines)
{
	const struct hc_call *first = g_ptr_array_index(calls, 0);
	return first->at_entry && lines->len &&
	       g_array_index(lines, struct line, 0).level == 0 &&
	       is_parameter(info, first, watch->address);
}

/* What the innermost frames of the program called: nobody knows the names of
 * what is behind that. */
static char *name_library(struct hc_debuginfo *info, pid_t pid,
	const GPtrArray *calls, const struct line *line)
{
	const struct hc_call *call = g_ptr_array_index(calls, line->level);
	const struct hc_call *inner = g_ptr_array_index(calls, line->level - 1);
	char *name = hc_writes_callee(info, pid, call->registers.values[HC_PC]);
	if (!name && inner->function && inner->function[0] != '_')
		name = g_strdup(inner->function);
	return name;
}

static struct hc_written *describe(struct hc_debuginfo *info,
	const struct scene *scene, const struct hc_bring_watch *watch,
	const GPtrArray *calls)
{
	g_autoptr(GArray) lines = find_lines(info, calls);
	gboolean passed = is_passed(info, watch, calls, lines);
	if (lines->len <= passed)
		return NULL;

	const struct line *line = &g_array_index(lines, struct line, passed);
	struct hc_written *written = hc_written_new();
	written->function = g_strdup(line->running.function);
	written->file = g_strdup(line->running.file);
	written->line = line->running.line;
	written->how = passed             ? HC_WRITTEN_PASSED
		       : line->level == 0 ? HC_WRITTEN_STORED
					  : HC_WRITTEN_CALLED;
	if (written->how == HC_WRITTEN_CALLED)
		written->library =
			name_library(info, scene->program->pid, calls, line);
	add_backtrace(written, lines, passed);
	return written;
}

struct hc_written *hc_writes_explain(const struct hc_brought *program,
	const struct hc_bring_watch *watch, const char *debug_dir,
	GError **error)
{
	struct scene scene = {program, &watch->last};
	struct hc_debuginfo_source source = {.pid = program->pid,
		.read = read_then,
		.data = &scene,
		.debug_dir = debug_dir};
	g_autoptr(hc_debuginfo) info = hc_debuginfo_new(&source, error);
	g_autoptr(GPtrArray) calls = info ? unwind(info, &scene, error) : NULL;
	return calls && calls->len ? describe(info, &scene, watch, calls)
				   : NULL;
}
