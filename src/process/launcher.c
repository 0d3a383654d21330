#include "launcher.h"

#include "launch-run.h"

#include <poll.h>

struct job {
	guint64 ticket;
	struct hc_launch launch; /* all of it is the job's own */
	struct hc_launch_run run;
	struct hc_streams streams;
	gboolean cancelled;
	struct hc_outcome *outcome;
	GError *error;
};

struct hc_launcher {
	guint jobs;
	GQueue waiting; /* struct job *, in the order of their submission … */
	GPtrArray *running; /* … of their start … */
	GQueue over; /* … and of their end */
};

static void job_free(gpointer data)
{
	struct job *job = data;
	g_free((char *) job->launch.path);
	g_strfreev((char **) job->launch.argv);
	g_strfreev((char **) job->launch.env);
	g_free((char *) job->launch.input);
	hc_streams_clear(&job->streams);
	g_clear_pointer(&job->outcome, hc_outcome_free);
	g_clear_error(&job->error);
	g_free(job);
}

static struct job *job_new(guint64 ticket, const struct hc_launch *launch)
{
	struct job *job = g_new0(struct job, 1);
	job->ticket = ticket;
	job->launch = *launch;
	job->launch.path = g_strdup(launch->path);
	job->launch.argv =
		(const char *const *) g_strdupv((char **) launch->argv);
	job->launch.env =
		(const char *const *) g_strdupv((char **) launch->env);
	job->launch.input = g_strdup(launch->input);
	job->streams = (struct hc_streams) HC_STREAMS_INIT;
	return job;
}

struct hc_launcher *hc_launcher_new(guint jobs)
{
	struct hc_launcher *launcher = g_new0(struct hc_launcher, 1);
	launcher->jobs = MAX(jobs, 1);
	g_queue_init(&launcher->waiting);
	launcher->running = g_ptr_array_new_with_free_func(job_free);
	g_queue_init(&launcher->over);
	return launcher;
}

/* FALSE, with the error set, if it could not be started. */
static gboolean start(struct job *job)
{
	return hc_streams_open(&job->streams, job->launch.input, &job->error) &&
	       hc_launch_run_start(&job->run, &job->launch, &job->streams, NULL,
		       &job->error);
}

/* As many as there is room for. */
static void start_some(struct hc_launcher *launcher)
{
	while (launcher->running->len < launcher->jobs &&
		!g_queue_is_empty(&launcher->waiting)) {
		struct job *job = g_queue_pop_head(&launcher->waiting);
		if (start(job))
			g_ptr_array_add(launcher->running, job);
		else
			g_queue_push_tail(&launcher->over, job);
	}
}

void hc_launcher_submit(struct hc_launcher *launcher, guint64 ticket,
	const struct hc_launch *launch)
{
	g_queue_push_tail(&launcher->waiting, job_new(ticket, launch));
	start_some(launcher);
}

static void finish(struct job *job)
{
	g_autoptr(hc_outcome) outcome = hc_outcome_new();
	if (hc_launch_run_finish(&job->run, outcome, &job->error) &&
		hc_streams_collect(&job->streams, NULL, outcome, &job->error))
		job->outcome = g_steal_pointer(&outcome);
	hc_streams_clear(&job->streams);
}

/* Waits until one of them is over, or until then; ends what is late. */
static void poll_running(struct hc_launcher *launcher, gint64 until)
{
	guint n = launcher->running->len;
	g_autofree struct pollfd *ends = g_new0(struct pollfd, n);
	gint64 now = g_get_monotonic_time(), next = until;
	for (guint i = 0; i < n; i++) {
		struct job *job = launcher->running->pdata[i];
		if (!job->cancelled)
			next = MIN(next, hc_launch_run_look(&job->run, now));
		ends[i].fd = job->run.guard.report;
		ends[i].events = POLLIN;
	}
	if (poll(ends, n, hc_launch_milliseconds(next, now)) <= 0)
		return;
	for (guint i = n; i-- > 0;) {
		if (!ends[i].revents)
			continue;
		struct job *job = g_ptr_array_steal_index(launcher->running, i);
		finish(job);
		if (job->cancelled)
			job_free(job);
		else
			g_queue_push_tail(&launcher->over, job);
	}
}

static gboolean is_any_wanted(const struct hc_launcher *launcher)
{
	for (guint i = 0; i < launcher->running->len; i++) {
		const struct job *job = launcher->running->pdata[i];
		if (!job->cancelled)
			return TRUE;
	}
	return !g_queue_is_empty((GQueue *) &launcher->waiting);
}

static struct job *wait_for_any(struct hc_launcher *launcher, gint64 until)
{
	for (;;) {
		start_some(launcher);
		struct job *job = g_queue_pop_head(&launcher->over);
		if (job || !is_any_wanted(launcher) ||
			g_get_monotonic_time() >= until)
			return job;
		poll_running(launcher, until);
	}
}

enum hc_launcher_wait hc_launcher_wait(struct hc_launcher *launcher,
	gint64 until, guint64 *ticket, struct hc_outcome **outcome,
	GError **error)
{
	struct job *job =
		wait_for_any(launcher, until < 0 ? G_MAXINT64 : until);
	if (!job)
		return HC_LAUNCHER_NOTHING;
	*ticket = job->ticket;
	*outcome = g_steal_pointer(&job->outcome);
	if (!*outcome)
		g_propagate_error(error, g_steal_pointer(&job->error));
	job_free(job);
	return *outcome ? HC_LAUNCHER_DONE : HC_LAUNCHER_FAILED;
}

static gboolean drop(GQueue *queue, guint64 ticket)
{
	for (GList *l = queue->head; l; l = l->next) {
		struct job *job = l->data;
		if (job->ticket != ticket)
			continue;
		g_queue_delete_link(queue, l);
		job_free(job);
		return TRUE;
	}
	return FALSE;
}

void hc_launcher_cancel(struct hc_launcher *launcher, guint64 ticket)
{
	if (drop(&launcher->waiting, ticket) || drop(&launcher->over, ticket))
		return;
	for (guint i = 0; i < launcher->running->len; i++) {
		struct job *job = launcher->running->pdata[i];
		if (job->ticket == ticket && !job->cancelled) {
			job->cancelled = TRUE;
			hc_guard_stop(&job->run.guard);
			return;
		}
	}
}

void hc_launcher_free(struct hc_launcher *launcher)
{
	if (!launcher)
		return;
	for (guint i = 0; i < launcher->running->len; i++) {
		struct job *job = launcher->running->pdata[i];
		hc_guard_stop(&job->run.guard);
	}
	for (guint i = 0; i < launcher->running->len; i++)
		finish(launcher->running->pdata[i]);
	g_ptr_array_unref(launcher->running);
	g_queue_clear_full(&launcher->waiting, job_free);
	g_queue_clear_full(&launcher->over, job_free);
	g_free(launcher);
}
