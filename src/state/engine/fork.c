/* A test: a fork of the template that goes on from the event. */
#include "engine-inside.h"

#include "process-descriptors.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

pid_t hc_engine_template_fork(
	const struct hc_engine *engine, pid_t template, GError **error)
{
	struct hc_op op = {.number = SYS_clone,
		.arguments = {CLONE_PARENT | CLONE_PTRACE}};
	gint64 pid = 0;
	int status;

	if (template == 0) {
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
			"somebody has killed the template");
		return 0;
	}
	if (!hc_engine_template_do(engine, template, &op, &pid, error) ||
		!hc_tracee_wait((pid_t) pid, &status, error))
		return 0;

	return (pid_t) pid;
}

/* Streams and files of its own, and those that the alteration wants. */
static gboolean make_independent(const struct hc_engine *engine, pid_t pid,
	const struct hc_alteration *alteration, GError **error)
{
	guint n;
	struct hc_ops ops;
	gboolean ok = TRUE, altered;

	hc_alteration_files(alteration, &n);
	altered = n > 0;
	if (altered) {
		hc_engine_ops_init(&ops, engine->own.address, HC_COPY_ROOM);

		/* The template's list is there already; behind it is room. */
		g_array_append_vals(ops.ops, engine->own.ops->data,
			engine->own.ops->len - 1);
		for (guint i = 0; i < engine->own.labels->len; i++)
			g_ptr_array_add(ops.labels,
				g_strdup(engine->own.labels->pdata[i]));

		g_string_append_len(ops.names, engine->own.names->str,
			(gssize) engine->own.names->len);
		ok = hc_engine_ops_add_files(
			     &ops, alteration, engine->files.free, error) &&
		     hc_engine_ops_write(&ops, pid, error);
	}

	struct user_regs_struct entered = hc_engine_scratch_enter(
		&engine->scratch, &engine->event, engine->own.address);
	ok = ok && hc_tracee_set(pid, &entered, error) &&
	     hc_tracee_finish(pid, error) &&
	     hc_engine_ops_check(altered ? &ops : &engine->own, pid, error);
	if (altered)
		hc_engine_ops_clear(&ops);

	return ok;
}

static int open_stream(
	const struct hc_engine *engine, pid_t pid, enum hc_open_kind stream)
{
	int fd = hc_engine_files_stream(&engine->files, stream);
	g_autofree char *path = hc_process_descriptor_file(pid, fd);
	return fd < 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC);
}

static gboolean run_copy(struct hc_worker *worker, struct hc_job *job,
	pid_t pid, struct hc_streams *streams, GError **error)
{
	const struct hc_engine *engine = worker->engine;
	struct user_regs_struct registers = engine->event;
	g_autoptr(GArray) threads = g_array_new(FALSE, FALSE, sizeof(pid_t));

	if (!make_independent(engine, pid, job->alteration, error))
		return FALSE;

	/* Before it can close them, or be told to. */
	streams->out = open_stream(engine, pid, HC_OPEN_OUT);
	streams->err = open_stream(engine, pid, HC_OPEN_ERR);

	if (!hc_engine_apply(job->alteration, pid, NULL, &registers, error) ||
		!hc_tracee_set(pid, &registers, error) ||
		!hc_tracee_set_options(pid, error))
		return FALSE;

	g_array_append_val(threads, pid);
	return hc_engine_follow(worker, job, pid, threads, FALSE, error);
}

gboolean hc_engine_fork_run(
	struct hc_worker *worker, struct hc_job *job, GError **error)
{
	const struct hc_engine *engine = worker->engine;
	g_auto(hc_streams) streams = HC_STREAMS_INIT;
	const guint64 before[] = {g_bytes_get_size(engine->out_before),
		g_bytes_get_size(engine->err_before)};

	if (!hc_engine_files_restore(&engine->files, error))
		return FALSE;

	pid_t template = hc_engine_layer_template(worker, error);
	pid_t pid =
		template ? hc_engine_template_fork(engine, template, error) : 0;
	if (!pid)
		return FALSE;

	gboolean ok = run_copy(worker, job, pid, &streams, error);

	/* If it never came to run. */
	if (!ok)
		hc_ptrace_kill(pid);
	return ok && hc_streams_collect(&streams, before, job->outcome, error);
}
