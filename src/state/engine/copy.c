/* A copy of the stopped program. */
#include "engine-inside.h"

#include "engine-code.h"
#include "process-maps.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Has GDB call the code at the program's entry point, which the program is done
 * with, and puts back what was there. */
static gboolean call_code(
	struct hc_engine *engine, guint64 at, gint64 *result, GError **error)
{
	gsize n = (gsize) (hc_engine_code_copy_end - hc_engine_code_copy);
	g_autofree guint8 *kept = g_malloc(n);
	if (hc_target_read(at, kept, n, engine->target) != n) {
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
			"the program's code can't be read");
		return FALSE;
	}

	guint64 number = 0;
	gboolean ok = hc_target_write(engine->target, at, hc_engine_code_copy,
			      n, error) &&
		      hc_target_call(engine->target, at, 0, &number, error);
	*result = (gint64) number;

	GError *later = NULL;
	if (hc_target_write(engine->target, at, kept, n, &later))
		return ok;

	if (ok)
		g_propagate_error(error, later);
	else
		g_error_free(later);

	return FALSE;
}

/* ---- Without GDB ---- */

struct call {
	guint64 at;
	gint64 result;
};

/* The code returns to an int3 behind it. */
static gboolean run_code(const struct hc_brought *program, struct call *call,
	gsize n, GError **error)
{
	enum { RED_ZONE = 128 };
	struct user_regs_struct registers = program->registers;
	guint64 end = call->at + n;

	registers.rsp = ((registers.rsp - RED_ZONE) & ~(guint64) 15) - 8;
	registers.rip = call->at;
	registers.orig_rax = (guint64) -1;
	registers.eflags &= ~(guint64) 0x500; /* neither steps nor backwards */
	if (!hc_process_poke(program->pid, registers.rsp, &end, sizeof end)) {
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
			"the program's stack can't be written");
		return FALSE;
	}

	gboolean ok = hc_tracee_set(program->tid, &registers, error) &&
		      hc_tracee_finish(program->tid, error) &&
		      hc_tracee_get(program->tid, &registers, error);
	call->result = (gint64) registers.rax;
	return hc_tracee_set(
		       program->tid, &program->registers, ok ? error : NULL) &&
	       ok;
}

/* The same in the thread that traces the program. */
static gboolean call_in_hold(
	const struct hc_brought *program, gpointer data, GError **error)
{
	struct call *call = data;
	gsize n = (gsize) (hc_engine_code_copy_end - hc_engine_code_copy);
	g_autofree guint8 *code = g_malloc(n + 1);
	g_autofree guint8 *kept = g_malloc(n + 1);
	memcpy(code, hc_engine_code_copy, n);
	code[n] = 0xcc; /* int3 */

	gboolean there = hc_process_peek(program->pid, call->at, kept, n + 1) &&
			 hc_process_poke(program->pid, call->at, code, n + 1);
	gboolean ok = there && run_code(program, call, n, error);
	if (there && hc_process_poke(program->pid, call->at, kept, n + 1))
		return ok;

	if (!there || ok)
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
			"the program's code can't be changed");
	return FALSE;
}

/* ---- Either way ---- */

static gboolean call_anyhow(
	struct hc_engine *engine, guint64 at, gint64 *result, GError **error)
{
	struct hc_hold *hold = hc_target_hold(engine->target);
	if (!hold)
		return hc_target_forget_places(engine->target, error) &&
		       call_code(engine, at, result, error);

	struct call call = {at, 0};
	gboolean ok = hc_hold_do(hold, call_in_hold, &call, error);
	*result = call.result;
	return ok;
}

pid_t hc_engine_copy_make(struct hc_engine *engine, GError **error)
{
	gint64 result = 0;
	guint64 at = hc_engine_entry_point(engine->pid, error);
	if (!at || !call_anyhow(engine, at, &result, error))
		return 0;
	if (result > 0)
		return (pid_t) result;

	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"the program can't be copied: %s",
		result ? g_strerror((int) -result) : "no memory");
	return 0;
}

/* Gives the copy the original's bytes where they differ. */
static gboolean clean_page(
	pid_t copy, pid_t original, guint64 address, GError **error)
{
	enum { PAGE = 4096 };
	guint8 ours[PAGE], theirs[PAGE];

	if (!hc_process_peek(copy, address, ours, PAGE) ||
		!hc_process_peek(original, address, theirs, PAGE) ||
		memcmp(ours, theirs, PAGE) == 0 ||
		hc_process_poke(copy, address, theirs, PAGE))
		return TRUE;

	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"the code of process %d can't be changed", (int) copy);
	return FALSE;
}

/* Whether a page of code is not the file's any more: somebody wrote there. */
static gboolean was_written(guint64 entry)
{
	return (entry >> HC_PAGE_PRESENT & 1 &&
		       !(entry >> HC_PAGE_FROM_FILE & 1)) ||
	       entry >> HC_PAGE_SWAPPED & 1;
}

/* The pages of a stretch of code. What is not known of them counts as written:
 * the system may not tell. */
static gboolean clean_region(pid_t copy, pid_t original, int pagemap,
	const struct hc_region *region, GError **error)
{
	enum { PAGE = 4096, AT_ONCE = 512 };
	guint64 entries[AT_ONCE];
	gboolean ok = TRUE;

	for (guint64 at = region->start; at < region->end && ok;) {
		guint64 n = MIN((region->end - at) / PAGE, AT_ONCE);
		gssize got = pagemap < 0 ? 0
					 : pread(pagemap, entries,
						   n * sizeof *entries,
						   (off_t) (at / PAGE *
							    sizeof *entries));
		guint64 known = got > 0 ? (guint64) got / sizeof *entries : 0;
		for (guint64 i = 0; i < n && ok; i++, at += PAGE)
			if (i >= known || was_written(entries[i]))
				ok = clean_page(copy, original, at, error);
	}
	return ok;
}

gboolean hc_engine_copy_clean(pid_t copy, pid_t original, GError **error)
{
	g_autofree char *file = g_strdup_printf("/proc/%d/pagemap", (int) copy);
	g_autoptr(GPtrArray) regions = hc_regions_read(original, error);
	if (!regions)
		return FALSE;

	int pagemap = open(file, O_RDONLY | O_CLOEXEC);
	gboolean ok = TRUE;
	for (guint i = 0; i < regions->len && ok; i++) {
		const struct hc_region *region = regions->pdata[i];
		if (!region->executable || !region->path ||
			region->path[0] != '/')
			continue;
		ok = clean_region(copy, original, pagemap, region, error);
	}

	if (pagemap >= 0)
		close(pagemap);
	return ok;
}
