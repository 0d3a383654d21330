/* Templates: what tests are forked from. A template is a copy of the program
 * that never runs but in code of ours, to fork. */
#include "engine-inside.h"

#include "engine-code.h"
#include "process-registers.h"

#include <sched.h>
#include <sys/syscall.h>

static void set_event(struct user_regs_struct *registers,
	const struct hc_target_registers *event)
{
	hc_registers_put(registers, event->values);
	registers->eflags = event->flags & ~(guint64) 0x100;
	registers->fs_base = event->fs_base;
	registers->gs_base = event->gs_base;
	registers->orig_rax = (guint64) -1;
}

gboolean hc_engine_template_do(const struct hc_engine *engine, pid_t pid,
	const struct hc_op *wanted, gint64 *result, GError **error)
{
	struct hc_op ops[2] = {*wanted, {.number = -1}};
	guint64 at = engine->scratch.data;

	struct user_regs_struct entered =
		hc_engine_scratch_enter(&engine->scratch, &engine->event, at);
	if (!hc_tracee_set(pid, &entered, error))
		return FALSE;
	if (!hc_process_poke(pid, at, ops, sizeof ops)) {
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
			"the template's memory can't be written");
		return FALSE;
	}
	if (!hc_tracee_finish(pid, error))
		return FALSE;
	if (hc_process_peek(pid, at, ops, sizeof ops) && ops[0].result >= 0) {
		*result = ops[0].result;
		return TRUE;
	}

	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"the template can't do system call %d: %s",
		(int) wanted->number, g_strerror((int) -ops[0].result));
	return FALSE;
}

static gboolean leave_group(struct hc_worker *worker, GError **error)
{
	struct hc_op op = {.number = SYS_setpgid};
	gint64 result;
	return hc_engine_template_do(
		worker->engine, worker->template, &op, &result, error);
}

/* The copy has them from its birth; it may not have come to run since. */
static gboolean close_pipe(struct hc_worker *worker,
	const struct hc_code_left *left, GError **error)
{
	for (guint i = 0; i < G_N_ELEMENTS(left->pipe); i++) {
		struct hc_op op = {.number = SYS_close,
			.arguments = {(guint64) left->pipe[i]}};
		gint64 result;
		if (!hc_engine_template_do(worker->engine, worker->template,
			    &op, &result, error))
			return FALSE;
	}
	return TRUE;
}

/* Those of the program. */
static void add_rights(struct hc_engine *engine)
{
	g_autofree char *status = hc_process_file(engine->pid, "status");
	const struct hc_rights rights = {
		hc_process_status_number(status, "CapEff", 16),
		hc_process_status_number(status, "CapPrm", 16),
		hc_process_status_number(status, "CapInh", 16),
	};
	hc_engine_ops_add_rights(&engine->own, &rights);
}

static gboolean prepare_ops(struct hc_worker *worker,
	const struct hc_code_left *left, GError **error)
{
	struct hc_engine *engine = worker->engine;
	g_autoptr(hc_alteration) nothing = hc_alteration_new();
	hc_engine_ops_init(
		&engine->own, engine->scratch.data + HC_COPY_OPS, HC_COPY_ROOM);
	if (engine->above && hc_view_is_of_user(engine->above))
		add_rights(engine);
	hc_engine_ops_add_own(&engine->own, &engine->files, left);
	return hc_engine_ops_add_files(&engine->own, nothing, 0, error) &&
	       hc_engine_ops_write(&engine->own, worker->template, error);
}

gboolean hc_engine_template_adopt(
	struct hc_worker *worker, gpointer data, GError **error)
{
	struct hc_engine *engine = worker->engine;
	pid_t pid = *(pid_t *) data;
	struct hc_code_left left;

	if (!hc_tracee_seize(pid, error))
		return FALSE;

	worker->template = pid;
	if (!hc_tracee_get(pid, &engine->event, error))
		return FALSE;
	if (!hc_process_peek(pid, engine->event.rsp, &left, sizeof left)) {
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
			"the stack of process %d can't be read", (int) pid);
		return FALSE;
	}

	set_event(&engine->event, &engine->registers);
	if (!hc_engine_copy_clean(pid, engine->pid, error) ||
		!hc_engine_scratch_map(pid, &engine->scratch, error) ||
		!leave_group(worker, error) ||
		!close_pipe(worker, &left, error))
		return FALSE;

	hc_engine_hold(pid, &engine->options);
	return prepare_ops(worker, &left, error);
}

gboolean hc_engine_template_split(
	struct hc_worker *worker, gpointer data, GError **error)
{
	const struct hc_engine *engine = worker->engine;
	struct user_regs_struct entered =
		hc_engine_scratch_sibling(&engine->scratch, &engine->event,
			CLONE_PARENT | CLONE_UNTRACED);
	if (!hc_tracee_set(worker->template, &entered, error) ||
		!hc_tracee_finish(worker->template, error) ||
		!hc_tracee_get(worker->template, &entered, error))
		return FALSE;
	if ((gint64) entered.rax > 0) {
		*(pid_t *) data = (pid_t) entered.rax;
		return TRUE;
	}

	g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
		"the template can't be forked: %s",
		g_strerror((int) -(gint64) entered.rax));
	return FALSE;
}

gboolean hc_engine_template_join(
	struct hc_worker *worker, gpointer data, GError **error)
{
	pid_t pid = *(pid_t *) data;
	if (!hc_tracee_seize(pid, error))
		return FALSE;
	worker->template = pid;
	return leave_group(worker, error);
}

gboolean hc_engine_template_allocate(
	struct hc_worker *worker, gpointer data, GError **error)
{
	struct hc_engine *engine = worker->engine;
	guint first = engine->addresses->len;
	guint n = engine->sizes->len - first;

	/* The template is stopped in code of ours; malloc wants the stack and
	 * the thread of the program. */
	if (!hc_tracee_set(worker->template, &engine->event, error))
		return FALSE;

	struct hc_malloc m = {worker->template, &engine->scratch,
		engine->malloc, engine->free, hc_engine_avoided(engine->avoid)};
	g_array_set_size(engine->addresses, engine->sizes->len);

	return hc_engine_apply_blocks(&m,
		&g_array_index(engine->sizes, guint64, first), n,
		&g_array_index(engine->addresses, guint64, first), error);
}
