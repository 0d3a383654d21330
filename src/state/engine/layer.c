/* Where tests find the files as they were at the event. Between the template
 * and its tests stands a fork of the template that has entered a view above the
 * program's: what tests write goes into layers that are its own. They are as
 * good as new as long as nothing was written there, and most tests write
 * nothing. So whether they are is looked up before each test, and another such
 * fork is made only if they are not. */
#include "engine-inside.h"

#include "process-view.h"

struct hc_layer {
	pid_t template;
	struct hc_view_watch *watch;
};

/* It lies where the list of tests will, which is written again. */
static gboolean enter(struct hc_engine *engine, pid_t pid, GError **error)
{
	struct hc_ops ops;
	hc_engine_ops_init(&ops, engine->own.address, HC_COPY_ROOM);
	hc_engine_ops_add_view(&ops, engine->above, engine->files.free);
	struct user_regs_struct entered = hc_engine_scratch_enter(
		&engine->scratch, &engine->event, ops.address);
	gboolean ok = hc_engine_ops_write(&ops, pid, error) &&
		      hc_tracee_set(pid, &entered, error) &&
		      hc_tracee_finish(pid, error) &&
		      hc_engine_ops_check(&ops, pid, error) &&
		      hc_engine_ops_write(&engine->own, pid, error);
	hc_engine_ops_clear(&ops);
	return ok;
}

void hc_engine_layer_end(struct hc_worker *worker)
{
	struct hc_layer *layer = g_steal_pointer(&worker->layer);
	if (!layer)
		return;
	if (layer->template)
		hc_ptrace_kill(layer->template);
	g_clear_pointer(&layer->watch, hc_view_watch_free);
	g_free(layer);
}

static gboolean make(struct hc_worker *worker, GError **error)
{
	struct hc_engine *engine = worker->engine;
	pid_t pid = hc_engine_template_fork(engine, worker->template, error);
	if (!pid)
		return FALSE;
	struct hc_layer *layer = worker->layer = g_new0(struct hc_layer, 1);
	layer->template = pid;
	if (enter(engine, pid, error))
		layer->watch = hc_view_watch_new(engine->above, pid, error);
	return layer->watch != NULL;
}

pid_t hc_engine_layer_template(struct hc_worker *worker, GError **error)
{
	if (!worker->engine->above || !worker->template)
		return worker->template;
	if (worker->layer && !hc_view_watch_is_clean(worker->layer->watch))
		hc_engine_layer_end(worker);
	if (worker->layer || make(worker, error))
		return worker->layer->template;
	hc_engine_layer_end(worker);
	return 0;
}

gboolean hc_engine_layer_try(
	struct hc_worker *worker, gpointer data, GError **error)
{
	gboolean ok = hc_engine_layer_template(worker, error) != 0;
	hc_engine_layer_end(worker);
	return ok;
}
