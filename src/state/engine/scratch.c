/* Memory of ours in the program. */
#include "engine-code.h"
#include "engine.h"
#include "tracee.h"

#include <elf.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

guint64 hc_engine_entry_point(pid_t pid, GError **error)
{
	guint64 address = hc_process_auxiliary(pid, AT_ENTRY);
	if (!address)
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
			"process %d does not tell its entry point", (int) pid);
	return address;
}

/* A system call by an instruction that is put at the entry for a moment. */
static gboolean syscall_at(pid_t tid, guint64 at,
	const struct user_regs_struct *before, gint64 *result, GError **error)
{
	struct user_regs_struct after = *before;

	after.rip = at;
	after.orig_rax = (guint64) -1;

	for (;;) {
		int status;

		if (!hc_tracee_set(tid, &after, error))
			return FALSE;
		if (!hc_ptrace_step(tid)) {
			g_set_error(error, HC_ENGINE_ERROR,
				HC_ENGINE_ERROR_SYSTEM,
				"cannot step process %d: %s", (int) tid,
				g_strerror(errno));
			return FALSE;
		}
		if (!hc_tracee_wait(tid, &status, error))
			return FALSE;

		struct user_regs_struct now;
		if (!hc_tracee_get(tid, &now, error))
			return FALSE;
		if (now.rip == at)
			continue; /* something came before it */

		*result = (gint64) now.rax;
		return TRUE;
	}
}

static gboolean map_one(pid_t tid, guint64 at,
	const struct user_regs_struct *registers, guint64 where, gsize size,
	int rights, GError **error)
{
	struct user_regs_struct call = *registers;
	gint64 result = 0;

	call.rax = SYS_mmap;
	call.rdi = where;
	call.rsi = size;
	call.rdx = (guint64) rights;
	call.r10 = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
	call.r8 = (guint64) -1;
	call.r9 = 0;

	if (!syscall_at(tid, at, &call, &result, error))
		return FALSE;
	if ((guint64) result == where)
		return TRUE;

	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"process %d can't map memory: %s", (int) tid,
		result < 0 ? g_strerror((int) -result) : "not where asked");
	return FALSE;
}

/* Programs lie at the bottom of their addresses or near two thirds, mappings
 * and stack at the top, each growing away from here: these stay free, and what
 * the program maps later comes to lie where it always would. */
static gboolean map_both(pid_t tid, guint64 at,
	const struct user_regs_struct *registers, struct hc_scratch *scratch,
	GError **error)
{
	enum { TRIES = 16 };
	const guint64 first = G_GUINT64_CONSTANT(0x100000000000);
	const guint64 step = G_GUINT64_CONSTANT(0x10000000000);

	for (guint i = 0; i < TRIES; i++) {
		g_clear_error(error);
		guint64 where = first + i * step;
		if (!map_one(tid, at, registers, where, HC_SCRATCH_CODE,
			    PROT_READ | PROT_EXEC, error) ||
			!map_one(tid, at, registers, where + HC_SCRATCH_CODE,
				HC_SCRATCH_DATA, PROT_READ | PROT_WRITE, error))
			continue;
		scratch->code = where;
		scratch->data = where + HC_SCRATCH_CODE;
		return TRUE;
	}

	return FALSE;
}

gboolean hc_engine_scratch_map(
	pid_t tid, struct hc_scratch *scratch, GError **error)
{
	static const guint8 syscall_bytes[] = {0x0f, 0x05};
	guint8 kept[sizeof syscall_bytes];
	struct user_regs_struct registers;
	GError *why = NULL;

	guint64 at = hc_engine_entry_point(tid, error);
	if (!at || !hc_tracee_get(tid, &registers, error))
		return FALSE;
	if (!hc_process_peek(tid, at, kept, sizeof kept) ||
		!hc_process_poke(tid, at, syscall_bytes, sizeof kept)) {
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
			"the code of process %d can't be changed", (int) tid);
		return FALSE;
	}

	gboolean ok = map_both(tid, at, &registers, scratch, &why);
	ok = hc_process_poke(tid, at, kept, sizeof kept) &&
	     hc_tracee_set(tid, &registers, NULL) && ok &&
	     hc_process_poke(tid, scratch->code, hc_engine_code_page,
		     (gsize) (hc_engine_code_page_end - hc_engine_code_page));
	if (ok)
		return TRUE;

	if (!why)
		g_set_error(&why, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
			"process %d can't be made ready", (int) tid);
	g_propagate_error(error, why);
	return FALSE;
}

static struct user_regs_struct enter(const struct hc_scratch *scratch,
	const struct user_regs_struct *registers, const guint8 *code)
{
	struct user_regs_struct entered = *registers;
	entered.rip = scratch->code + (guint64) (code - hc_engine_code_page);
	/* Not in a system call that would have to be begun anew. */
	entered.orig_rax = (guint64) -1;
	entered.eflags &= ~(guint64) 0x100;
	return entered;
}

struct user_regs_struct hc_engine_scratch_enter(
	const struct hc_scratch *scratch,
	const struct user_regs_struct *registers, guint64 ops)
{
	struct user_regs_struct entered =
		enter(scratch, registers, hc_engine_code_batch);
	entered.rbx = ops;
	return entered;
}

struct user_regs_struct hc_engine_scratch_sibling(
	const struct hc_scratch *scratch,
	const struct user_regs_struct *registers, guint64 flags)
{
	struct user_regs_struct entered =
		enter(scratch, registers, hc_engine_code_sibling);
	entered.rax = SYS_clone;
	entered.rdi = flags;
	entered.rsi = entered.rdx = entered.r10 = entered.r8 = 0;
	return entered;
}
