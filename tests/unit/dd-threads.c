#include "dd-threads.h"

struct job {
	guint64 ticket;
	struct dd_set *configuration;
	enum hc_verdict outcome;
};

struct dd_threads {
	struct dd_workers workers;
	GThreadPool *pool;
	GAsyncQueue *done; /* struct job */
	GHashTable *cancelled; /* tickets, touched by the waiting thread only */
	dd_test_func test;
	gpointer data;
};

static void job_free(gpointer data)
{
	struct job *job = data;
	dd_set_unref(job->configuration);
	g_free(job);
}

static void work(gpointer data, gpointer user_data)
{
	struct dd_threads *threads = user_data;
	struct job *job = data;
	threads->test(job->configuration, &job->outcome, threads->data, NULL);
	g_async_queue_push(threads->done, job);
}

static gboolean submit(guint64 ticket, const struct dd_set *configuration,
	gpointer data, GError **error)
{
	struct dd_threads *threads = data;
	struct job *job = g_new0(struct job, 1);
	job->ticket = ticket;
	job->configuration = dd_set_ref(configuration);
	return g_thread_pool_push(threads->pool, job, error);
}

static enum dd_wait wait_any(gint64 until, guint64 *ticket,
	enum hc_verdict *outcome, gpointer data, GError **error)
{
	struct dd_threads *threads = data;
	for (;;) {
		struct job *job;
		if (until < 0) {
			job = g_async_queue_pop(threads->done);
		} else {
			gint64 left = until - g_get_monotonic_time();
			job = g_async_queue_timeout_pop(
				threads->done, (guint64) MAX(left, 1));
		}
		if (!job)
			return DD_WAIT_NOTHING;
		*ticket = job->ticket;
		*outcome = job->outcome;
		job_free(job);
		if (!g_hash_table_remove(threads->cancelled, ticket))
			return DD_WAIT_DONE;
	}
}

static void cancel(guint64 ticket, gpointer data)
{
	struct dd_threads *threads = data;
	g_hash_table_add(threads->cancelled, g_memdup2(&ticket, sizeof ticket));
}

struct dd_threads *dd_threads_new(guint jobs, dd_test_func test, gpointer data)
{
	struct dd_threads *threads = g_new0(struct dd_threads, 1);
	threads->workers = (struct dd_workers){
		.jobs = jobs,
		.submit = submit,
		.wait = wait_any,
		.cancel = cancel,
		.data = threads,
	};
	/* A cancelled test goes on in its thread, so there are some spare. */
	threads->pool =
		g_thread_pool_new(work, threads, 4 * (int) jobs, TRUE, NULL);
	threads->done = g_async_queue_new_full(job_free);
	threads->cancelled = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, NULL);
	threads->test = test;
	threads->data = data;
	return threads;
}

void dd_threads_free(struct dd_threads *threads)
{
	g_thread_pool_free(threads->pool, FALSE, TRUE);
	g_async_queue_unref(threads->done);
	g_hash_table_unref(threads->cancelled);
	g_free(threads);
}

const struct dd_workers *dd_threads_workers(struct dd_threads *threads)
{
	return &threads->workers;
}
