/* Workers for the tests and benchmarks of delta debugging: threads that judge
 * configurations with a plain test function, after a delay of its choice. */
#ifndef TESTS_DD_THREADS_H
#define TESTS_DD_THREADS_H

#include "dd.h"

struct dd_threads;

/* `test` runs in the threads, several at once: it must not write to `data`
 * without care. */
struct dd_threads *dd_threads_new(guint jobs, dd_test_func test, gpointer data);
void dd_threads_free(struct dd_threads *threads);
const struct dd_workers *dd_threads_workers(struct dd_threads *threads);

typedef struct dd_threads dd_threads;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(dd_threads, dd_threads_free)

#endif
