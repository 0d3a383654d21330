#include "bring-watch.h"

#include "peek.h"
#include "process-maps.h"
#include "process-ptrace.h"
#include "process-status.h"

#include <elf.h>
#include <string.h>

/* ---- Where -------------------------------------------------------------- */

static guint64 start_of(pid_t pid, enum hc_bring_base base)
{
	switch (base) {
	case HC_BRING_PROGRAM:
		return hc_process_auxiliary(pid, AT_ENTRY);
	case HC_BRING_STACK:
		return (guint64) MAX(
			hc_process_stat_number(pid, HC_STAT_STACK), 0);
	case HC_BRING_HEAP:
		return (guint64) MAX(
			hc_process_stat_number(pid, HC_STAT_HEAP), 0);
	default:
		return 0;
	}
}

/* What follows a file's data in memory has no name of its own. */
static gboolean is_own(
	const GPtrArray *regions, guint64 entry, const struct hc_region *region)
{
	const struct hc_region *own = hc_regions_at(regions, entry);
	const struct hc_region *before =
		region->path ? region
			     : hc_regions_at(regions, region->start - 1);
	return own && before && own->path &&
	       g_strcmp0(own->path, before->path) == 0;
}

gboolean hc_bring_spot_find(
	pid_t pid, guint64 address, gboolean fixed, struct hc_bring_spot *spot)
{
	g_autoptr(GPtrArray) regions = hc_regions_read(pid, NULL);
	const struct hc_region *region =
		regions ? hc_regions_at(regions, address) : NULL;
	if (!region)
		return FALSE;

	if (g_strcmp0(region->path, "[stack]") == 0)
		spot->base = HC_BRING_STACK;
	else if (g_strcmp0(region->path, "[heap]") == 0)
		spot->base = HC_BRING_HEAP;
	else if (is_own(regions, start_of(pid, HC_BRING_PROGRAM), region))
		spot->base = HC_BRING_PROGRAM;
	else
		spot->base = HC_BRING_ADDRESS;
	spot->offset = address - start_of(pid, spot->base);
	return spot->base != HC_BRING_ADDRESS || fixed;
}

guint64 hc_bring_spot_address(pid_t pid, const struct hc_bring_spot *spot)
{
	return start_of(pid, spot->base) + spot->offset;
}

/* ---- When --------------------------------------------------------------- */

/* Where the program's file is loaded; 0: nobody knows. */
static guint64 start_of_file(pid_t pid)
{
	g_autoptr(GPtrArray) regions = hc_regions_read(pid, NULL);
	const struct hc_region *own =
		regions ? hc_regions_at(
				  regions, start_of(pid, HC_BRING_PROGRAM))
			: NULL;
	for (guint i = 0; own && i < regions->len; i++) {
		const struct hc_region *region = g_ptr_array_index(regions, i);
		if (g_strcmp0(region->path, own->path) == 0)
			return region->start;
	}
	return 0;
}

void hc_bring_watch_prepare(struct hc_bring_watch *watch, pid_t pid)
{
	watch->address = hc_bring_spot_address(pid, &watch->spot);
	if (watch->counted)
		watch->counted_address = start_of_file(pid) + watch->counted;
	if (watch->entry) {
		watch->entry_address =
			start_of(pid, HC_BRING_PROGRAM) + watch->entry;
		watch->frame_pointer =
			hc_bring_spot_address(pid, &watch->frame);
	} else if (!watch->late) {
		watch->all = TRUE;
		hc_bring_watch_begin(watch, pid);
	}
}

void hc_bring_watch_begin(struct hc_bring_watch *watch, pid_t pid)
{
	watch->began = TRUE;
	watch->writes = 0;
	hc_process_peek(pid, watch->address, watch->before, watch->size);
}

guint hc_bring_watch_needs(const struct hc_bring_watch *watch)
{
	enum { ALWAYS = 2 };
	return ALWAYS + (watch->counted != 0);
}

guint hc_bring_watch_points(
	const struct hc_bring_watch *watch, struct hc_ptrace_point *points)
{
	guint n = 0;
	if (watch->lost)
		return 0;
	if (watch->began)
		points[n++] =
			(struct hc_ptrace_point){watch->address, watch->size};
	if (watch->entry_address && !watch->late)
		points[n++] = (struct hc_ptrace_point){watch->entry_address, 0};
	if (watch->counted_address)
		points[n++] =
			(struct hc_ptrace_point){watch->counted_address, 0};
	return n;
}

/* ---- Writes ------------------------------------------------------------- */

/* Stops for system calls. */
enum { MOST_CALLS = 20000 };

static gboolean is_whole(const struct hc_bring_watch *watch)
{
	for (guint i = 0; i < watch->size; i++)
		if (watch->mask[i] != 0xff)
			return FALSE;
	return TRUE;
}

/* Whether it is a write to what counts, and not to what lies in the same
 * bytes. */
static gboolean counts(const struct hc_bring_watch *watch, const guint8 *value)
{
	for (guint i = 0; i < watch->size; i++)
		if ((value[i] ^ watch->before[i]) & watch->mask[i])
			return TRUE;
	return is_whole(watch);
}

static void note(struct hc_bring_watch *watch, pid_t tid,
	const struct user_regs_struct *registers)
{
	struct hc_bring_write *last = &watch->last;
	guint8 value[HC_BRING_WATCHED];
	if (!hc_process_peek(tid, watch->address, value, watch->size) ||
		!counts(watch, value))
		return;

	memcpy(watch->before, value, watch->size);
	memcpy(last->value, value, watch->size);
	watch->writes++;
	last->tid = tid;
	last->passed = watch->passed;
	last->registers = *registers;
	if (!last->stack)
		last->stack = g_malloc(HC_BRING_STACK_KEPT);
	gssize n = hc_process_peek_some(
		tid, registers->rsp, last->stack, HC_BRING_STACK_KEPT);
	last->n_stack = (gsize) MAX(n, 0);
}

/* The call begins, or another one of the same function. */
static gboolean enter(struct hc_bring_watch *watch, pid_t tid,
	const struct user_regs_struct *registers, guint threads)
{
	gboolean began = watch->began;
	if (registers->rsp != watch->frame_pointer)
		return FALSE;
	hc_bring_watch_begin(watch, tid);
	watch->all = TRUE;
	/* Those that run now can't be told to look. */
	watch->lost |= !began && threads > 1;
	return !began || watch->lost;
}

void hc_bring_watch_take_call(struct hc_bring_watch *watch, pid_t tid)
{
	guint8 value[HC_BRING_WATCHED];
	struct user_regs_struct registers;
	watch->lost |= ++watch->system_calls > MOST_CALLS;
	if (watch->began && !watch->lost &&
		hc_process_peek(tid, watch->address, value, watch->size) &&
		memcmp(value, watch->before, watch->size) != 0 &&
		hc_ptrace_get(tid, &registers))
		note(watch, tid, &registers);
}

static guint count_points(const struct hc_bring_watch *watch)
{
	struct hc_ptrace_point points[HC_BRING_WATCH_POINTS];
	return hc_bring_watch_points(watch, points);
}

gboolean hc_bring_watch_take(
	struct hc_bring_watch *watch, pid_t tid, guint point, guint threads)
{
	struct user_regs_struct registers;
	watch->lost |= ++watch->stops > watch->most;
	if (watch->lost || !hc_ptrace_get(tid, &registers))
		return watch->lost;
	if (watch->began && point == 0) {
		note(watch, tid, &registers);
		return FALSE;
	}
	if (watch->counted_address && point + 1 == count_points(watch)) {
		watch->passed++;
		return FALSE;
	}
	return enter(watch, tid, &registers, threads);
}

void hc_bring_watch_clear(struct hc_bring_watch *watch)
{
	g_clear_pointer(&watch->last.stack, g_free);
}
