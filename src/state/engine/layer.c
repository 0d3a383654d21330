/* Where tests find the files as they were at the event. Between the template
 * and its tests stands a fork of the template that has entered a view above the
 * program's: what tests write goes into layers that are its own. They are as
 * good as new as long as nothing was written there, and most tests write
 * nothing. So whether they are is looked up before each test, and another such
 * fork is made only if they are not. */
#include "engine-inside.h"

#include "process-view.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

/* How the top of a layer looks as long as nothing was written. Whatever is
 * written below it needs an inode, so that one of all can tell. */
struct top {
	int fd; /* of the directory; -1: none */
	struct timespec changed;
};

struct hc_layer {
	pid_t template;
	GArray *tops; /* struct top */
	guint64 inodes, blocks; /* that are free */
};

static void top_clear(gpointer data)
{
	struct top *top = data;
	if (top->fd >= 0)
		close(top->fd);
}

static gboolean look(const struct hc_layer *layer, guint64 *inodes,
	guint64 *blocks, struct timespec *changed)
{
	struct statfs all;
	struct stat status;
	for (guint i = 0; i < layer->tops->len; i++) {
		int fd = g_array_index(layer->tops, struct top, i).fd;
		if (fstat(fd, &status) < 0)
			return FALSE;
		changed[i] = status.st_ctim;
		if (i == 0 && fstatfs(fd, &all) < 0)
			return FALSE;
	}
	*inodes = layer->tops->len ? all.f_ffree : 0;
	*blocks = layer->tops->len ? all.f_bfree : 0;
	return TRUE;
}

static gboolean is_clean(const struct hc_layer *layer)
{
	guint64 inodes, blocks;
	guint n = layer->tops->len;
	g_autofree struct timespec *changed = g_new(struct timespec, n + 1);
	if (!look(layer, &inodes, &blocks, changed) ||
		inodes != layer->inodes || blocks != layer->blocks)
		return FALSE;
	for (guint i = 0; i < n; i++) {
		const struct top *top =
			&g_array_index(layer->tops, struct top, i);
		if (top->changed.tv_sec != changed[i].tv_sec ||
			top->changed.tv_nsec != changed[i].tv_nsec)
			return FALSE;
	}
	return TRUE;
}

/* Remembers how they look. */
static gboolean open_tops(
	struct hc_layer *layer, const char *const *folders, GError **error)
{
	for (guint i = 0; folders[i]; i++) {
		g_autofree char *path = g_strdup_printf(
			"/proc/%d/root%s", (int) layer->template, folders[i]);
		struct top top = {
			.fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC)};
		g_array_append_val(layer->tops, top);
	}
	guint n = layer->tops->len;
	g_autofree struct timespec *changed = g_new(struct timespec, n + 1);
	if (!look(layer, &layer->inodes, &layer->blocks, changed)) {
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_SYSTEM,
			"the layers of a test can't be looked at: %s",
			g_strerror(errno));
		return FALSE;
	}
	for (guint i = 0; i < n; i++)
		g_array_index(layer->tops, struct top, i).changed = changed[i];
	return TRUE;
}

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
	g_array_unref(layer->tops);
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
	layer->tops = g_array_new(FALSE, FALSE, sizeof(struct top));
	g_array_set_clear_func(layer->tops, top_clear);
	return enter(engine, pid, error) &&
	       open_tops(layer, hc_view_laid(engine->above), error);
}

pid_t hc_engine_layer_template(struct hc_worker *worker, GError **error)
{
	if (!worker->engine->above || !worker->template)
		return worker->template;
	if (worker->layer && !is_clean(worker->layer))
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
