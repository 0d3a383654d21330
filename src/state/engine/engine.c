/* Making an engine. */
#include "engine-inside.h"

#include "process-children.h"
#include "process-maps.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES = 256 };

G_DEFINE_QUARK(hc_engine_error, hc_engine_error)

static guint64 first_of(guint64 a, guint64 b)
{
	return a ? a : b;
}

static void fill_in(
	struct hc_engine *engine, const struct hc_engine_options *options)
{
	const struct hc_launch *launch = hc_target_launch(engine->target);
	const struct hc_limits *theirs = &launch->limits;
	struct hc_engine_options *own = &engine->options;

	*own = *options;
	engine->debug_dir = g_strdup(options->debug_dir);
	own->debug_dir = engine->debug_dir;
	own->jobs = MAX(options->jobs, 1);
	own->timeout =
		options->timeout > 0 ? options->timeout : launch->timeout;
	own->busy = options->busy;
	own->processes = (guint) first_of(options->processes, PROCESSES);
	own->most_frames =
		(guint) first_of(options->most_frames, HC_OUTCOME_FRAMES);
	own->limits = (struct hc_limits){
		.stack = first_of(options->limits.stack, theirs->stack),
		.memory = first_of(options->limits.memory, theirs->memory),
		.file = first_of(options->limits.file, theirs->file),
		.cpu = (guint) first_of(options->limits.cpu, theirs->cpu),
	};
	if (!own->limits.memory)
		own->limits.memory =
			hc_engine_memory_share(engine->pid, own->jobs);
	engine->stop = launch->stop;
}

static struct hc_engine *engine_alloc(struct hc_target *target)
{
	struct hc_engine *engine = g_new0(struct hc_engine, 1);
	engine->target = target;
	engine->pid = hc_target_task(target);
	engine->sizes = g_array_new(FALSE, FALSE, sizeof(guint64));
	engine->addresses = g_array_new(FALSE, FALSE, sizeof(guint64));
	engine->avoid = g_array_new(FALSE, FALSE, sizeof(guint64));
	engine->workers = g_ptr_array_new_with_free_func(g_free);
	hc_engine_frames_init(&engine->frames);
	g_mutex_init(&engine->lock);
	g_cond_init(&engine->wake);
	g_cond_init(&engine->done);
	g_queue_init(&engine->queue);
	g_queue_init(&engine->finished);

	return engine;
}

/* What the program is like at the event. */
static gboolean look(struct hc_engine *engine, GError **error)
{
	const struct hc_streams *streams = hc_target_streams(engine->target);
	pid_t pid = engine->pid;
	if (pid <= 0) {
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
			"the program is not stopped at a place");
		return FALSE;
	}

	engine->out_before = hc_streams_read_back(streams->out, 0, error);
	if (!engine->out_before)
		return FALSE;

	engine->err_before = hc_streams_read_back(streams->err, 0, error);
	if (!engine->err_before)
		return FALSE;

	engine->regions = hc_regions_read(pid, error);
	return engine->regions &&
	       hc_engine_files_read(&engine->files, pid, streams,
		       hc_target_launch(engine->target)->view != NULL, error) &&
	       hc_target_registers(engine->target, &engine->registers, error);
}

static gboolean start_fork(struct hc_engine *engine, GError **error)
{
	const struct hc_view *view = hc_target_launch(engine->target)->view;
	if (view)
		engine->above = hc_view_new_above(view, engine->pid, error);
	if (view && !engine->above)
		return FALSE;
	if (!hc_engine_files_keep(&engine->files, engine->pid, error))
		return FALSE;

	pid_t copy = hc_engine_copy_make(engine, error);
	if (!copy)
		return FALSE;

	struct hc_worker *worker = hc_engine_worker_new(engine);
	if (hc_engine_worker_do(
		    worker, hc_engine_template_adopt, &copy, error) &&
		hc_engine_worker_do(worker, hc_engine_layer_try, NULL, error))
		return TRUE;

	/* If nobody traces it, it is only our child. */
	if (!worker->template) {
		kill(copy, SIGKILL);
		waitpid(copy, NULL, __WALL);
	}

	return FALSE;
}

/* Ends all threads, and what they run. */
static void end_workers(struct hc_engine *engine)
{
	g_mutex_lock(&engine->lock);
	engine->ending = TRUE;

	for (guint i = 0; i < engine->workers->len; i++) {
		struct hc_worker *worker = engine->workers->pdata[i];
		if (worker->job && worker->job->pidfd >= 0)
			hc_engine_job_kill(worker->job);
	}

	g_cond_broadcast(&engine->wake);
	g_mutex_unlock(&engine->lock);

	for (guint i = 0; i < engine->workers->len; i++) {
		struct hc_worker *worker = engine->workers->pdata[i];
		g_thread_join(worker->thread);
	}

	g_ptr_array_set_size(engine->workers, 0);
	engine->ending = FALSE;
}

static void start_rerun(struct hc_engine *engine)
{
	engine->kind = HC_ENGINE_RERUN;
	/* In a view each run has files of its own. */
	if (hc_engine_files_any_writable(&engine->files) &&
		!hc_target_launch(engine->target)->view)
		engine->options.jobs = 1;
	for (guint i = 0; i < engine->options.jobs; i++)
		hc_engine_worker_new(engine);
	engine->started = TRUE;
}

static gboolean start(struct hc_engine *engine, GError **error)
{
	enum hc_engine_kind wanted = engine->options.kind;
	if (wanted == HC_ENGINE_RERUN) {
		engine->reason = g_strdup("it was asked for");
		start_rerun(engine);
		return TRUE;
	}

	char *obstacle = hc_engine_fork_obstacle(engine->pid, &engine->files);
	if (obstacle && wanted == HC_ENGINE_FORK) {
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_UNSOUND,
			"tests can't be forked here: %s", obstacle);
		g_free(obstacle);
		return FALSE;
	}

	g_autoptr(GError) why = NULL;
	engine->kind = HC_ENGINE_FORK;

	if (!obstacle && start_fork(engine, &why)) {
		engine->reason = g_strdup("a fork is sound");
		if (hc_engine_files_any_writable(&engine->files))
			engine->options.jobs = 1;
		return TRUE;
	}
	if (!obstacle && wanted == HC_ENGINE_FORK) {
		g_propagate_error(error, g_steal_pointer(&why));
		return FALSE;
	}

	end_workers(engine);
	engine->reason = obstacle
				 ? obstacle
				 : g_strdup_printf("no fork: %s", why->message);
	start_rerun(engine);

	return TRUE;
}

struct hc_engine *hc_engine_new(struct hc_target *target,
	const struct hc_engine_options *options, GError **error)
{
	g_autoptr(hc_engine) engine = engine_alloc(target);
	hc_process_adopt_orphans();
	fill_in(engine, options);
	if (!look(engine, error) || !start(engine, error))
		return NULL;
	return g_steal_pointer(&engine);
}

void hc_engine_free(struct hc_engine *engine)
{
	if (!engine)
		return;

	end_workers(engine);
	g_queue_clear_full(&engine->queue, hc_engine_job_free);
	g_queue_clear_full(&engine->finished, hc_engine_job_free);
	g_ptr_array_unref(engine->workers);
	if (engine->own.ops)
		hc_engine_ops_clear(&engine->own);
	hc_engine_files_clear(&engine->files);
	hc_engine_frames_clear(&engine->frames);
	g_clear_pointer(&engine->above, hc_view_free);
	g_clear_pointer(&engine->regions, g_ptr_array_unref);
	g_clear_pointer(&engine->out_before, g_bytes_unref);
	g_clear_pointer(&engine->err_before, g_bytes_unref);
	g_array_unref(engine->sizes);
	g_array_unref(engine->addresses);
	g_array_unref(engine->avoid);
	g_mutex_clear(&engine->lock);
	g_cond_clear(&engine->wake);
	g_cond_clear(&engine->done);
	g_free(engine->reason);
	g_free(engine->debug_dir);
	g_free(engine);
}

enum hc_engine_kind hc_engine_kind(const struct hc_engine *engine)
{
	return engine->kind;
}

const char *hc_engine_reason(const struct hc_engine *engine)
{
	return engine->reason;
}

guint hc_engine_jobs(const struct hc_engine *engine)
{
	return engine->options.jobs;
}

GBytes *hc_engine_out_before(const struct hc_engine *engine)
{
	return engine->out_before;
}

GBytes *hc_engine_err_before(const struct hc_engine *engine)
{
	return engine->err_before;
}
