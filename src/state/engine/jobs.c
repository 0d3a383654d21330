/* Tests under way: submitted, waited for, ended. */
#include "engine-inside.h"

#include "process-status.h"

#include <signal.h>
#include <sys/pidfd.h>
#include <unistd.h>

/* From being told to stop to being killed, in µs. */
enum { GRACE = 500000 };
/* How long a wait lasts at most before *stop is looked at again, in µs. */
enum { SLICE = 50000 };
/* Time between two looks at how much CPU time a test has used. */
enum { SHORT_LOOK = 10000 };

void hc_engine_job_free(gpointer data)
{
	struct hc_job *job = data;
	g_clear_pointer(&job->alteration, hc_alteration_free);
	g_clear_pointer(&job->outcome, hc_outcome_free);
	g_clear_error(&job->error);
	g_free(job);
}

void hc_engine_job_kill(struct hc_job *job)
{
	pidfd_send_signal(job->pidfd, SIGKILL, NULL, 0);
}

/* A fork is made with blocks and all, so the other workers get theirs when
 * the first test comes. */
static gboolean start(struct hc_engine *engine, GError **error)
{
	struct hc_worker *first = engine->workers->pdata[0];
	while (!engine->started &&
		engine->workers->len < engine->options.jobs) {
		pid_t pid = 0;
		if (!hc_engine_worker_do(
			    first, hc_engine_template_split, &pid, error))
			return FALSE;
		struct hc_worker *other = hc_engine_worker_new(engine);
		if (!hc_engine_worker_do(
			    other, hc_engine_template_join, &pid, error))
			return FALSE;
	}

	engine->started = TRUE;
	return TRUE;
}

gboolean hc_engine_submit(struct hc_engine *engine, guint64 ticket,
	const struct hc_alteration *alteration, GError **error)
{
	if (!start(engine, error))
		return FALSE;

	struct hc_job *job = g_new0(struct hc_job, 1);
	job->ticket = ticket;
	job->alteration = hc_alteration_copy(alteration);
	job->pidfd = -1;
	engine->tested = TRUE;

	g_mutex_lock(&engine->lock);
	g_queue_push_tail(&engine->queue, job);
	engine->under_way++;
	g_cond_broadcast(&engine->wake);
	g_mutex_unlock(&engine->lock);

	return TRUE;
}

/* How long it takes at least until a test has used all the CPU time that it
 * may, in µs. */
static gint64 time_to_busy(const struct hc_engine *engine, struct hc_job *job)
{
	gint64 most = (gint64) (engine->options.busy * G_USEC_PER_SEC);
	if (most <= 0 || job->late)
		return G_MAXINT64;
	gint64 used = hc_process_cpu_time(job->pid) - job->used;
	if (used >= most)
		return 0;
	/* Threads are faster than the clock. */
	return MAX((most - used) / g_get_num_processors(), SHORT_LOOK);
}

/* Ends what takes too long; gives the next time to look. */
static gint64 hold_deadlines(struct hc_engine *engine, gint64 now)
{
	gint64 next = G_MAXINT64;
	for (guint i = 0; i < engine->workers->len; i++) {
		struct hc_worker *worker = engine->workers->pdata[i];
		struct hc_job *job = worker->job;

		if (!job || job->pidfd < 0)
			continue;

		gint64 left = time_to_busy(engine, job);
		if (now >= job->deadline || left == 0) {
			/* Its worker sees the stop and where it was; a program
			 * that can't even stop is killed a little later. */
			if (job->late)
				hc_engine_job_kill(job);
			else
				pidfd_send_signal(job->pidfd, SIGSTOP, NULL, 0);
			job->late = TRUE;
			job->deadline = now + GRACE;
		}
		next = MIN(next, job->deadline);
		if (left > 0 && left < next - now)
			next = now + left;
	}

	return next;
}

/* The oldest that is done, or the one with that ticket; cancelled ones go. */
static struct hc_job *take(struct hc_engine *engine, const guint64 *only)
{
	for (GList *l = engine->finished.head; l;) {
		GList *next = l->next;
		struct hc_job *job = l->data;

		if (job->cancelled) {
			g_queue_delete_link(&engine->finished, l);
			hc_engine_job_free(job);
		} else if (!only || job->ticket == *only) {
			g_queue_delete_link(&engine->finished, l);
			engine->under_way--;
			return job;
		}
		l = next;
	}

	return NULL;
}

static struct hc_job *wait_for(
	struct hc_engine *engine, gint64 until, const guint64 *only)
{
	struct hc_job *job;

	g_mutex_lock(&engine->lock);
	while (!(job = take(engine, only)) && engine->under_way) {
		gint64 now = g_get_monotonic_time();
		if ((engine->stop && *engine->stop) ||
			(until >= 0 && now >= until))
			break;

		gint64 next = hold_deadlines(engine, now);
		if (until >= 0)
			next = MIN(next, until);
		if (engine->stop)
			next = MIN(next, now + SLICE);
		g_cond_wait_until(&engine->done, &engine->lock,
			MIN(next, now + G_USEC_PER_SEC));
	}
	g_mutex_unlock(&engine->lock);

	return job;
}

enum hc_engine_wait hc_engine_wait(struct hc_engine *engine, gint64 until,
	guint64 *ticket, struct hc_outcome **outcome, GError **error)
{
	struct hc_job *job = wait_for(engine, until, NULL);
	if (!job)
		return HC_ENGINE_NOTHING;
	*ticket = job->ticket;
	*outcome = g_steal_pointer(&job->outcome);
	if (!*outcome)
		g_propagate_error(error, g_steal_pointer(&job->error));
	hc_engine_job_free(job);
	return *outcome ? HC_ENGINE_DONE : HC_ENGINE_FAILED;
}

/* Whether it was waiting for its turn; then it is gone. */
static gboolean drop_queued(struct hc_engine *engine, guint64 ticket)
{
	for (GList *l = engine->queue.head; l; l = l->next) {
		struct hc_job *job = l->data;
		if (job->ticket != ticket)
			continue;
		g_queue_delete_link(&engine->queue, l);
		hc_engine_job_free(job);
		return TRUE;
	}
	return FALSE;
}

static gboolean cancel_running(struct hc_engine *engine, guint64 ticket)
{
	for (guint i = 0; i < engine->workers->len; i++) {
		struct hc_worker *worker = engine->workers->pdata[i];
		struct hc_job *job = worker->job;
		if (!job || job->ticket != ticket || job->cancelled)
			continue;
		job->cancelled = TRUE;
		if (job->pidfd >= 0)
			hc_engine_job_kill(job);
		return TRUE;
	}

	return FALSE;
}

static gboolean cancel_finished(struct hc_engine *engine, guint64 ticket)
{
	for (GList *l = engine->finished.head; l; l = l->next) {
		struct hc_job *job = l->data;
		if (job->ticket != ticket || job->cancelled)
			continue;
		job->cancelled = TRUE;
		return TRUE;
	}
	return FALSE;
}

void hc_engine_cancel(struct hc_engine *engine, guint64 ticket)
{
	g_mutex_lock(&engine->lock);
	if (drop_queued(engine, ticket) || cancel_running(engine, ticket) ||
		cancel_finished(engine, ticket))
		engine->under_way--;
	g_mutex_unlock(&engine->lock);
}

struct hc_outcome *hc_engine_run(struct hc_engine *engine,
	const struct hc_alteration *alteration, GError **error)
{
	const guint64 ticket = G_MAXUINT64;
	if (!hc_engine_submit(engine, ticket, alteration, error))
		return NULL;

	struct hc_job *job = wait_for(engine, -1, &ticket);
	if (!job) {
		hc_engine_cancel(engine, ticket);
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_STOPPED,
			"interrupted");
		return NULL;
	}

	struct hc_outcome *outcome = g_steal_pointer(&job->outcome);
	if (!outcome)
		g_propagate_error(error, g_steal_pointer(&job->error));
	hc_engine_job_free(job);

	return outcome;
}

gboolean hc_engine_allocate(struct hc_engine *engine, const guint64 *sizes,
	guint n, guint64 *addresses, GError **error)
{
	guint first = engine->addresses->len;

	if (n == 0)
		return TRUE;
	if (engine->tested) {
		g_set_error(error, HC_ENGINE_ERROR, HC_ENGINE_ERROR_ALLOCATE,
			"blocks can't be allocated after the first test");
		return FALSE;
	}

	if (!engine->malloc)
		engine->malloc = hc_engine_function(engine, "malloc", error);
	if (!engine->malloc)
		return FALSE;

	if (!engine->free)
		engine->free = hc_engine_function(engine, "free", NULL);
	g_array_append_vals(engine->sizes, sizes, n);

	gboolean ok =
		engine->kind == HC_ENGINE_FORK
			? hc_engine_worker_do(engine->workers->pdata[0],
				  hc_engine_template_allocate, NULL, error)
			: hc_engine_rerun_promise(engine, error);
	if (!ok) {
		g_array_set_size(engine->sizes, first);
		g_array_set_size(engine->addresses, first);
		return FALSE;
	}

	for (guint i = 0; i < n; i++)
		addresses[i] =
			g_array_index(engine->addresses, guint64, first + i);

	return TRUE;
}
