/* The tests that are running now. Internal to dd.
 *
 * Hides whether the task has workers or a plain test function, which is like a
 * single worker that does its work while it is waited for. */
#ifndef DD_POOL_H
#define DD_POOL_H

#include "dd.h"

struct dd_pool;

struct dd_pool *dd_pool_new(const struct dd_task *task);
/* Ends what is still running. */
void dd_pool_free(struct dd_pool *pool);

guint dd_pool_jobs(const struct dd_pool *pool);
guint dd_pool_running(const struct dd_pool *pool);
/* Tests submitted since the beginning. */
guint64 dd_pool_submitted(const struct dd_pool *pool);

gboolean dd_pool_has(
	const struct dd_pool *pool, const guint8 digest[DD_DIGEST_SIZE]);
gboolean dd_pool_submit(struct dd_pool *pool,
	const guint8 digest[DD_DIGEST_SIZE], const struct dd_set *configuration,
	GError **error);
enum dd_wait dd_pool_wait(struct dd_pool *pool, gint64 until,
	guint8 digest[DD_DIGEST_SIZE], enum hc_verdict *outcome,
	GError **error);
/* Cancels one test that `keep` does not want; FALSE if it wants all of them. */
gboolean dd_pool_cancel_one(struct dd_pool *pool,
	gboolean (*keep)(const guint8 digest[DD_DIGEST_SIZE], gpointer data),
	gpointer data);

typedef struct dd_pool dd_pool;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(dd_pool, dd_pool_free)

#endif
