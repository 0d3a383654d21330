/* A test as a fresh run: the program is brought to the place, by us or by a GDB
 * that lets it go there, and from then on it is traced as a fork would be. */
#include "engine-inside.h"

#include "process-maps.h"
#include "process-status.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* One run at its place. */
struct rerun {
	pid_t pid;
	pid_t tid; /* the thread that got there */
	GArray *threads; /* pid_t: all of them, traced */
	guint64 before[2]; /* bytes written to stdout and stderr by then */
};

gboolean hc_engine_rerun_promise(struct hc_engine *engine, GError **error)
{
	/* No program has memory there, so nothing else is meant by it. */
	const guint64 bottom = G_GUINT64_CONSTANT(0x0100000000000000);
	const guint64 most = G_GUINT64_CONSTANT(1) << 40;
	enum { APART = 4096 };

	for (guint i = engine->addresses->len; i < engine->sizes->len; i++) {
		guint64 at = bottom;
		guint64 size = g_array_index(engine->sizes, guint64, i);
		if (size > most) {
			g_set_error(error, HC_ENGINE_ERROR,
				HC_ENGINE_ERROR_ALLOCATE,
				"the program's malloc has no "
				"%" G_GUINT64_FORMAT " bytes",
				size);
			return FALSE;
		}

		if (i > 0)
			at = g_array_index(engine->addresses, guint64, i - 1) +
			     g_array_index(engine->sizes, guint64, i - 1);
		at = (at + 2 * APART) & ~(guint64) (APART - 1);
		g_array_append_val(engine->addresses, at);
	}

	return TRUE;
}

static guint64 size_of(int fd)
{
	struct stat status;
	return fstat(fd, &status) == 0 ? (guint64) status.st_size : 0;
}

/* A thread that traces must have no child of its own, or it would wait for
 * that as well. And GDB dies with the thread that started it. So GDB has a
 * thread that does nothing else but start it, and end it. */
struct hc_keeper {
	const struct hc_target *model;
	GThread *thread;
	struct hc_target *target;
	GError *error;
	GMutex lock;
	GCond changed;
	gboolean ready, over;
};

static gpointer keep(gpointer data)
{
	struct hc_keeper *keeper = data;
	GError *error = NULL;
	struct hc_target *target =
		hc_target_new(hc_target_launch(keeper->model),
			hc_target_options(keeper->model), &error);

	g_mutex_lock(&keeper->lock);
	keeper->target = target;
	keeper->error = error;
	keeper->ready = TRUE;
	g_cond_broadcast(&keeper->changed);

	while (!keeper->over)
		g_cond_wait(&keeper->changed, &keeper->lock);
	g_mutex_unlock(&keeper->lock);

	if (target)
		hc_target_free(target);
	return NULL;
}

static void keeper_free(struct hc_keeper *keeper)
{
	g_mutex_lock(&keeper->lock);
	keeper->over = TRUE;
	g_cond_broadcast(&keeper->changed);
	g_mutex_unlock(&keeper->lock);
	g_thread_join(keeper->thread);
	g_clear_error(&keeper->error);
	g_mutex_clear(&keeper->lock);
	g_cond_clear(&keeper->changed);
	g_free(keeper);
}

static struct hc_keeper *keeper_new(
	const struct hc_target *model, GError **error)
{
	struct hc_keeper *keeper = g_new0(struct hc_keeper, 1);
	keeper->model = model;
	g_mutex_init(&keeper->lock);
	g_cond_init(&keeper->changed);
	keeper->thread = g_thread_new("gdb", keep, keeper);

	g_mutex_lock(&keeper->lock);
	while (!keeper->ready)
		g_cond_wait(&keeper->changed, &keeper->lock);
	g_mutex_unlock(&keeper->lock);

	if (keeper->target)
		return keeper;

	g_propagate_error(error, g_steal_pointer(&keeper->error));
	keeper_free(keeper);
	return NULL;
}

void hc_engine_rerun_end(struct hc_worker *worker)
{
	g_clear_pointer(&worker->keeper, keeper_free);
	worker->target = NULL;
	/* GDB was its parent and never asked how it ended. */
	if (worker->last)
		waitpid(worker->last, NULL, WNOHANG | __WALL);
	worker->last = 0;
}

/* The GDB of a worker is made once: starting it costs as much as a run. */
static gboolean make_target(struct hc_worker *worker, GError **error)
{
	/* Its last test may have written to its layers. */
	if (worker->target && hc_target_launch(worker->target)->view)
		hc_engine_rerun_end(worker);
	if (worker->target)
		return hc_target_rewind(worker->target, error);
	worker->keeper = keeper_new(worker->engine->target, error);
	if (worker->keeper)
		worker->target = worker->keeper->target;
	return worker->target != NULL;
}

static gboolean go_there(
	struct hc_worker *worker, struct rerun *run, GError **error)
{
	const struct hc_place *spot =
		hc_target_last_place(worker->engine->target);

	if (!make_target(worker, error))
		return FALSE;

	struct hc_target *target = worker->target;
	if (!hc_target_run_to(target, spot, error))
		return FALSE;

	const struct hc_streams *streams = hc_target_streams(target);
	run->before[0] = size_of(streams->out);
	run->before[1] = size_of(streams->err);
	run->tid = hc_target_thread(target, error);
	if (!run->tid)
		return FALSE;

	run->pid = worker->last = hc_target_leave(target, error);
	return run->pid != 0;
}

/* Nothing of it runs, so no thread comes while we look. */
static gboolean seize_all(struct rerun *run, GError **error)
{
	g_autoptr(GArray) threads = hc_process_threads(run->pid);
	for (guint i = 0; i < threads->len; i++) {
		pid_t tid = g_array_index(threads, pid_t, i);
		if (!hc_tracee_seize(tid, error) ||
			!hc_tracee_set_options(tid, error))
			return FALSE;
		g_array_append_val(run->threads, tid);
	}
	return TRUE;
}

static gboolean add_blocks(const struct hc_engine *engine,
	const struct rerun *run, const struct hc_scratch *scratch,
	struct hc_relocation *relocation, GError **error)
{
	guint n = engine->sizes->len;
	const guint64 *sizes = (const guint64 *) (gpointer) engine->sizes->data;
	g_autofree guint64 *addresses = g_new(guint64, n + 1);
	guint64 function = engine->malloc;

	if (n == 0)
		return TRUE;
	if (!hc_engine_relocate(relocation, function, &function)) {
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_ALLOCATE,
			"the program's malloc is not in this run");
		return FALSE;
	}

	g_autoptr(GArray) moved =
		hc_engine_avoid_moved(engine->avoid, relocation);
	struct hc_malloc m = {
		.tid = run->tid,
		.scratch = scratch,
		.malloc = function,
		.avoid = hc_engine_avoided(moved),
	};
	if (engine->free)
		hc_engine_relocate(relocation, engine->free, &m.free);
	if (!hc_engine_apply_blocks(&m, sizes, n, addresses, error))
		return FALSE;

	hc_engine_relocation_add(relocation,
		(const guint64 *) (gpointer) engine->addresses->data, sizes,
		addresses, n);
	return TRUE;
}

static gboolean change_files(const struct hc_engine *engine,
	const struct rerun *run, const struct hc_scratch *scratch,
	const struct user_regs_struct *registers,
	const struct hc_alteration *alteration, GError **error)
{
	struct hc_ops ops;
	struct hc_files files = {0};
	struct user_regs_struct entered =
		hc_engine_scratch_enter(scratch, registers, scratch->data);

	hc_engine_ops_init(&ops, scratch->data, HC_COPY_ROOM);
	gboolean ok =
		hc_engine_files_read(&files, run->tid,
			hc_target_streams(engine->target), FALSE, error) &&
		hc_engine_ops_add_files(&ops, alteration, files.free, error) &&
		hc_engine_ops_write(&ops, run->tid, error) &&
		hc_tracee_set(run->tid, &entered, error) &&
		hc_tracee_finish(run->tid, error) &&
		hc_engine_ops_check(&ops, run->tid, error);
	hc_engine_files_clear(&files);
	hc_engine_ops_clear(&ops);

	return ok;
}

static gboolean change(const struct hc_engine *engine, const struct rerun *run,
	const struct hc_alteration *alteration, GError **error)
{
	struct user_regs_struct registers;
	struct hc_scratch scratch = {0};
	guint n_files;

	hc_alteration_files(alteration, &n_files);
	g_autoptr(GPtrArray) regions = hc_regions_read(run->tid, error);
	if (!regions || !hc_tracee_get(run->tid, &registers, error))
		return FALSE;

	struct hc_stack here =
		hc_engine_stack_of(engine->pid, engine->registers.values[7]);
	struct hc_stack there = hc_engine_stack_of(run->tid, registers.rsp);
	g_autoptr(hc_relocation) relocation = hc_engine_relocation_new(
		engine->regions, &here, regions, &there);

	if ((engine->sizes->len || n_files) &&
		!hc_engine_scratch_map(run->tid, &scratch, error))
		return FALSE;
	if (!add_blocks(engine, run, &scratch, relocation, error) ||
		(n_files && !change_files(engine, run, &scratch, &registers,
				    alteration, error)))
		return FALSE;

	return hc_engine_apply(
		       alteration, run->tid, relocation, &registers, error) &&
	       hc_tracee_set(run->tid, &registers, error);
}

/* Ends a run that went wrong before it was let go. */
static void kill_run(const struct rerun *run)
{
	if (run->pid <= 0)
		return;
	kill(run->pid, SIGKILL);
	/* The first thread, which comes first, can be reaped last: not as long
	 * as others of its process are zombies that we trace. */
	for (guint i = run->threads->len; i-- > 0;)
		hc_ptrace_kill(g_array_index(run->threads, pid_t, i));
}

/* From the place on. */
static gboolean run_on(struct hc_worker *worker, struct hc_job *job,
	const struct rerun *run, gboolean halted, GError **error)
{
	struct hc_engine *engine = worker->engine;
	hc_engine_hold(run->pid, &engine->options);
	return change(engine, run, job->alteration, error) &&
	       hc_engine_follow(
		       worker, job, run->pid, run->threads, halted, error);
}

/* Our thread is its tracer all the way. */
static gboolean run_without_gdb(
	struct hc_worker *worker, struct hc_job *job, GError **error)
{
	const struct hc_target *model = worker->engine->target;
	struct hc_brought brought;
	g_auto(hc_streams) streams = HC_STREAMS_INIT;
	if (!hc_streams_open(&streams, hc_target_launch(model)->input, error) ||
		!hc_target_bring(model, &streams, &brought, error))
		return FALSE;

	struct rerun run = {
		.pid = brought.pid,
		.tid = brought.tid,
		.threads = brought.threads,
		.before = {size_of(streams.out), size_of(streams.err)},
	};
	worker->guard = hc_held_guard(brought.held);
	gboolean ok = run_on(worker, job, &run, FALSE, error);
	hc_brought_end(&brought);
	return ok &&
	       hc_streams_collect(&streams, run.before, job->outcome, error);
}

static gboolean run_with_gdb(
	struct hc_worker *worker, struct hc_job *job, GError **error)
{
	g_autoptr(GArray) threads = g_array_new(FALSE, FALSE, sizeof(pid_t));
	struct rerun run = {.threads = threads};
	gboolean ok = go_there(worker, &run, error) && seize_all(&run, error) &&
		      run_on(worker, job, &run, TRUE, error);
	if (!ok)
		kill_run(&run);

	return ok && hc_streams_collect(hc_target_streams(worker->target),
			     run.before, job->outcome, error);
}

gboolean hc_engine_rerun_run(
	struct hc_worker *worker, struct hc_job *job, GError **error)
{
	return hc_target_hold(worker->engine->target)
		       ? run_without_gdb(worker, job, error)
		       : run_with_gdb(worker, job, error);
}
