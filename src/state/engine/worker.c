/* The threads that trace. */
#include "engine-inside.h"

#include "thread.h"

static void do_task(struct hc_worker *worker)
{
	struct hc_engine *engine = worker->engine;
	g_mutex_unlock(&engine->lock);
	gboolean result =
		worker->task(worker, worker->task_data, worker->task_error);
	g_mutex_lock(&engine->lock);
	worker->task_result = result;
	worker->task = NULL;
	g_cond_broadcast(&engine->done);
}

static void do_job(struct hc_worker *worker, struct hc_job *job)
{
	struct hc_engine *engine = worker->engine;

	worker->job = job;
	g_mutex_unlock(&engine->lock);

	job->outcome = hc_outcome_new();
	gboolean ok = engine->kind == HC_ENGINE_FORK
			      ? hc_engine_fork_run(worker, job, &job->error)
			      : hc_engine_rerun_run(worker, job, &job->error);
	if (!ok)
		g_clear_pointer(&job->outcome, hc_outcome_free);

	g_mutex_lock(&engine->lock);
	worker->job = NULL;
	g_queue_push_tail(&engine->finished, job);
	g_cond_broadcast(&engine->done);
}

static gpointer work(gpointer data)
{
	struct hc_worker *worker = data;
	struct hc_engine *engine = worker->engine;

	g_mutex_lock(&engine->lock);
	for (;;) {
		if (worker->task)
			do_task(worker);
		else if (engine->ending)
			break;
		else if (!g_queue_is_empty(&engine->queue))
			do_job(worker, g_queue_pop_head(&engine->queue));
		else
			g_cond_wait(&engine->wake, &engine->lock);
	}
	g_mutex_unlock(&engine->lock);

	hc_engine_layer_end(worker);
	if (worker->template)
		hc_ptrace_kill(worker->template);
	hc_engine_rerun_end(worker);
	return NULL;
}

struct hc_worker *hc_engine_worker_new(struct hc_engine *engine)
{
	struct hc_worker *worker = g_new0(struct hc_worker, 1);
	struct hc_hold *hold = hc_target_hold(engine->target);
	worker->engine = engine;
	worker->guard = hold ? hc_held_guard(hc_hold_program(hold)->held) : 0;

	worker->thread = hc_thread_new("tests", work, worker);
	g_ptr_array_add(engine->workers, worker);

	return worker;
}

gboolean hc_engine_worker_do(
	struct hc_worker *worker, hc_task task, gpointer data, GError **error)
{
	struct hc_engine *engine = worker->engine;

	g_mutex_lock(&engine->lock);
	worker->task_data = data;
	worker->task_error = error;
	worker->task = task;
	g_cond_broadcast(&engine->wake);

	while (worker->task)
		g_cond_wait(&engine->done, &engine->lock);

	gboolean result = worker->task_result;
	g_mutex_unlock(&engine->lock);

	return result;
}
