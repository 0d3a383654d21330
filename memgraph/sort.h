/* Sorting millions of things, if the user may want it to end. Internal to
 * memgraph. */
#ifndef MG_SORT_H
#define MG_SORT_H

#include <glib.h>
#include <signal.h>

/* Like g_qsort_with_data(), and as stable. If *stop is not 0 it ends early, and
 * then what is in the array is of no use; `stop` may be NULL. */
void mg_sort(void *array, gsize n, gsize size, GCompareDataFunc compare,
	gpointer data, const volatile sig_atomic_t *stop);

#endif
