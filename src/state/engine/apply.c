/* From an alteration to memory and registers of a process. */
#include "engine-inside.h"

#include "process-registers.h"

#include <errno.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

/* One call of the kernel's takes up to 1,024 pieces. */
enum { PIECES = 512 };

struct batch {
	pid_t pid;
	guint n;
	gsize bytes;
	struct iovec here[PIECES], there[PIECES];
	guint64 values[PIECES]; /* pointers that were moved */
};

static gboolean refuse(const char *what, guint64 address, GError **error)
{
	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_ALTERATION,
		"0x%" G_GINT64_MODIFIER "x %s", address, what);
	return FALSE;
}

/* All at once; if that fails, one by one, which also reaches memory that the
 * program may not write. */
static gboolean flush(struct batch *batch, GError **error)
{
	gssize done = batch->n ? process_vm_writev(batch->pid, batch->here,
					 batch->n, batch->there, batch->n, 0)
			       : 0;
	for (guint i = 0; done != (gssize) batch->bytes && i < batch->n; i++) {
		guint64 address = (guintptr) batch->there[i].iov_base;
		if (!hc_process_poke(batch->pid, address,
			    batch->here[i].iov_base, batch->here[i].iov_len))
			return refuse("can't be written", address, error);
	}

	batch->n = 0;
	batch->bytes = 0;
	return TRUE;
}

static gboolean add_write(struct batch *batch, const struct hc_write *write,
	const struct hc_relocation *relocation, GError **error)
{
	guint64 address = write->address;
	const void *bytes = write->bytes;

	if (relocation && !hc_engine_relocate(relocation, address, &address))
		return refuse(
			"is not in the run that is altered", address, error);

	if (relocation && write->is_pointer) {
		guint64 *value = &batch->values[batch->n];
		memcpy(value, write->bytes, sizeof *value);
		/* What leads nowhere in the one leads nowhere in the other. */
		hc_engine_relocate(relocation, *value, value);
		bytes = value;
	}
	batch->here[batch->n] = (struct iovec){(void *) bytes, write->n};
	batch->there[batch->n] =
		(struct iovec){(void *) (guintptr) address, write->n};
	batch->bytes += write->n;

	return ++batch->n < PIECES || flush(batch, error);
}

static gboolean apply_memory(const struct hc_alteration *alteration, pid_t tid,
	const struct hc_relocation *relocation, GError **error)
{
	guint n = hc_alteration_n_writes(alteration);
	if (n == 0)
		return TRUE;

	g_autofree struct batch *batch = g_new(struct batch, 1);
	batch->pid = tid;
	batch->n = 0;
	batch->bytes = 0;

	for (guint i = 0; i < n; i++) {
		struct hc_write write = hc_alteration_get_write(alteration, i);
		if (!add_write(batch, &write, relocation, error))
			return FALSE;
	}

	return flush(batch, error);
}

static void set_general(const struct hc_register *wanted,
	const struct hc_relocation *relocation,
	struct user_regs_struct *registers)
{
	unsigned long long *slot = hc_register_slot(registers, wanted->number);
	guint64 value = *slot;
	memcpy(&value, wanted->bytes, MIN(wanted->n, sizeof value));
	if (relocation && wanted->is_pointer)
		hc_engine_relocate(relocation, value, &value);
	*slot = value;
}

/* The parts of vector registers above xmm stay as they are. */
static gboolean set_wide(
	const struct hc_register *wanted, pid_t tid, GError **error)
{
	enum { SLOT = 16 };
	struct user_fpregs_struct state;

	if (ptrace(PTRACE_GETFPREGS, tid, 0, &state) == 0) {
		guint8 *slot =
			wanted->number < HC_ALTER_ST
				? (guint8 *) state.xmm_space +
					  SLOT * (wanted->number - HC_ALTER_XMM)
				: (guint8 *) state.st_space +
					  SLOT * (wanted->number - HC_ALTER_ST);
		memcpy(slot, wanted->bytes, wanted->n);
		if (ptrace(PTRACE_SETFPREGS, tid, 0, &state) == 0)
			return TRUE;
	}

	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"cannot set register %u of process %d: %s", wanted->number,
		(int) tid, g_strerror(errno));
	return FALSE;
}

gboolean hc_engine_apply(const struct hc_alteration *alteration, pid_t tid,
	const struct hc_relocation *relocation,
	struct user_regs_struct *registers, GError **error)
{
	guint n;
	const struct hc_register *wanted =
		hc_alteration_registers(alteration, &n);

	if (!apply_memory(alteration, tid, relocation, error))
		return FALSE;

	for (guint i = 0; i < n; i++) {
		if (wanted[i].number < HC_ALTER_XMM)
			set_general(&wanted[i], relocation, registers);
		else if (!set_wide(&wanted[i], tid, error))
			return FALSE;
	}

	return TRUE;
}
