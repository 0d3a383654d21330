#include "dd-pool.h"

#include <string.h>

struct test {
	guint64 ticket;
	guint8 digest[DD_DIGEST_SIZE];
	struct dd_set *configuration;
};

struct dd_pool {
	const struct dd_task *task;
	GArray *tests; /* of struct test, oldest first */
	guint64 submitted;
};

static void test_clear(gpointer data)
{
	struct test *test = data;
	dd_set_unref(test->configuration);
}

struct dd_pool *dd_pool_new(const struct dd_task *task)
{
	struct dd_pool *pool = g_new0(struct dd_pool, 1);
	pool->task = task;
	pool->tests = g_array_new(FALSE, FALSE, sizeof(struct test));
	g_array_set_clear_func(pool->tests, test_clear);
	return pool;
}

static void cancel(struct dd_pool *pool, guint i)
{
	const struct test *test = &g_array_index(pool->tests, struct test, i);
	const struct dd_workers *workers = pool->task->workers;
	if (workers)
		workers->cancel(test->ticket, workers->data);
	g_array_remove_index(pool->tests, i);
}

void dd_pool_free(struct dd_pool *pool)
{
	while (pool->tests->len)
		cancel(pool, pool->tests->len - 1);
	g_array_unref(pool->tests);
	g_free(pool);
}

guint dd_pool_jobs(const struct dd_pool *pool)
{
	return pool->task->workers ? MAX(pool->task->workers->jobs, 1) : 1;
}

guint dd_pool_running(const struct dd_pool *pool)
{
	return pool->tests->len;
}

guint64 dd_pool_submitted(const struct dd_pool *pool)
{
	return pool->submitted;
}

gboolean dd_pool_has(
	const struct dd_pool *pool, const guint8 digest[DD_DIGEST_SIZE])
{
	for (guint i = 0; i < pool->tests->len; i++)
		if (memcmp(g_array_index(pool->tests, struct test, i).digest,
			    digest, DD_DIGEST_SIZE) == 0)
			return TRUE;
	return FALSE;
}

gboolean dd_pool_submit(struct dd_pool *pool,
	const guint8 digest[DD_DIGEST_SIZE], const struct dd_set *configuration,
	GError **error)
{
	const struct dd_workers *workers = pool->task->workers;
	struct test test = {.ticket = pool->submitted};
	if (workers && !workers->submit(test.ticket, configuration,
			       workers->data, error))
		return FALSE;

	pool->submitted++;
	memcpy(test.digest, digest, DD_DIGEST_SIZE);
	test.configuration = dd_set_ref(configuration);
	g_array_append_val(pool->tests, test);

	return TRUE;
}

/* The plain test function runs now. */
static enum dd_wait run_test(struct dd_pool *pool, guint64 *ticket,
	enum hc_verdict *outcome, GError **error)
{
	const struct test *test = &g_array_index(pool->tests, struct test, 0);
	*ticket = test->ticket;
	return pool->task->test(test->configuration, outcome,
		       pool->task->test_data, error)
		       ? DD_WAIT_DONE
		       : DD_WAIT_ERROR;
}

enum dd_wait dd_pool_wait(struct dd_pool *pool, gint64 until,
	guint8 digest[DD_DIGEST_SIZE], enum hc_verdict *outcome, GError **error)
{
	const struct dd_workers *workers = pool->task->workers;
	guint64 ticket = 0;
	enum dd_wait wait = workers ? workers->wait(until, &ticket, outcome,
					      workers->data, error)
				    : run_test(pool, &ticket, outcome, error);
	if (wait != DD_WAIT_DONE)
		return wait;

	for (guint i = 0; i < pool->tests->len; i++) {
		struct test *test = &g_array_index(pool->tests, struct test, i);
		if (test->ticket != ticket)
			continue;
		memcpy(digest, test->digest, DD_DIGEST_SIZE);
		g_array_remove_index(pool->tests, i);
		return DD_WAIT_DONE;
	}

	g_set_error(error, DD_ERROR, DD_ERROR_TASK,
		"the workers named test %" G_GUINT64_FORMAT
		", which is not running",
		ticket);
	return DD_WAIT_ERROR;
}

gboolean dd_pool_cancel_one(struct dd_pool *pool,
	gboolean (*keep)(const guint8 digest[DD_DIGEST_SIZE], gpointer data),
	gpointer data)
{
	for (guint i = 0; i < pool->tests->len; i++) {
		if (keep(g_array_index(pool->tests, struct test, i).digest,
			    data))
			continue;
		cancel(pool, i);
		return TRUE;
	}
	return FALSE;
}
